// SPDX-License-Identifier: GPL-3.0-or-later
// While a file is being read: which, how far, and a way out.
#pragma once

#include <QWidget>

class QLabel;
class QProgressBar;
class QTimer;

namespace decodescope {

class TraceDocument;

// TraceDocument::progress() as it is shown, below 1: the last byte is read before the events of it are there.
double shownProgress(const TraceDocument& document);

// A line above the timeline, which shows what is there so far, or what was there before. Comes after a moment: what
// loads at once does not flash.
class LoadingStrip : public QWidget
{
    Q_OBJECT
public:
    explicit LoadingStrip(TraceDocument& document, QWidget* parent = nullptr);

    QString text() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void update();

    TraceDocument& m_document;
    QTimer* m_delay;
    QLabel* m_what;
    QProgressBar* m_bar;
};

} // namespace decodescope
