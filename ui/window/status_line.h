// SPDX-License-Identifier: GPL-3.0-or-later
// The window's bottom line: what was recorded where, and where the pointer is.
#pragma once

#include "ui/model/job_runner.h"

#include <QWidget>

class QLabel;

namespace decodescope {

class TimelineState;
class TraceDocument;

class StatusLine : public QWidget
{
    Q_OBJECT
public:
    StatusLine(TraceDocument& document, TimelineState& state, QWidget* parent = nullptr);

    // Of the timeline's canvas, for the scale.
    void setCanvasWidth(int px);

private:
    void count();
    void showPointer();

    TraceDocument& m_document;
    TimelineState& m_state;
    JobRunner m_counter;
    QLabel* m_machine;
    QLabel* m_counts;
    QLabel* m_cursor;
    QLabel* m_scale;
    int m_canvasWidthPx = 0;
};

} // namespace decodescope
