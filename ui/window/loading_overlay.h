// SPDX-License-Identifier: GPL-3.0-or-later
// Over the timeline while a file is being read: which, how far, and a way out.
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;

namespace decodescope {

class TraceDocument;

// Covers its parent while the document loads, after a moment: what loads at once does not flash.
class LoadingOverlay : public QWidget
{
    Q_OBJECT
public:
    LoadingOverlay(TraceDocument& document, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void update();

    TraceDocument& m_document;
    QTimer* m_delay;
    QLabel* m_what;
    QProgressBar* m_bar;
};

} // namespace decodescope
