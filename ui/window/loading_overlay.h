// SPDX-License-Identifier: GPL-3.0-or-later
// Over the timeline while there is nothing to see yet: what is going on, how far it is, and a way out.
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace decodescope {

class LiveController;
class TraceDocument;

// Covers its parent while there is nothing to see: while the first events are read, after a moment (what loads at once
// does not flash), and while a capture has recorded nothing yet.
class LoadingOverlay : public QWidget
{
    Q_OBJECT
public:
    LoadingOverlay(TraceDocument& document, LiveController& live, QWidget* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void update();
    bool isWaitingForCapture() const;
    void cancel();
    void cover();

    TraceDocument& m_document;
    LiveController& m_live;
    QTimer* m_delay;
    QLabel* m_what;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
};

} // namespace decodescope
