// SPDX-License-Identifier: GPL-3.0-or-later
// A timeline over three steps of 1000 ns, with a launch and a kernel each, and the mouse to drive it.
#pragma once

#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_widget.h"

#include <QEvent>
#include <QPoint>

namespace decodescope::test {

// What traceOf() makes the trace of; `kernel` lines may follow.
extern const char* const kThreeSteps;

class ThreeStepsTimeline
{
public:
    // Shows 0 to 3000 ns in 1200 x 600 pixels. False when the widget does not come up.
    bool open();

    TraceDocument& document() { return m_document; }
    TimelineState& state() { return m_state; }
    TimelineWidget& widget() { return m_widget; }
    TimelineCanvas& canvas() { return m_widget.canvas(); }

    // The nth event of that name, in the order of the text.
    EventId event(const char* name, std::size_t nth = 0) const;
    // Where it is drawn, in the canvas's own pixels.
    QPointF centreOf(EventId event);
    double xOf(Ns t) { return canvas().scale().pixelAt(t) / canvas().devicePixelRatioF(); }

    void mouse(QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons buttons,
               Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void click(QPointF at);
    void doubleClick(QPointF at);
    // Moves with no button pressed.
    void hover(QPointF at);
    void drag(QPointF from, QPointF to, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void wheel(QPointF at, QPoint angle, Qt::KeyboardModifiers modifiers = Qt::NoModifier);

private:
    TraceDocument m_document{
        [](const auto&, Progress&, std::stop_token, const auto&) -> Result<std::shared_ptr<const Trace>> {
            return failure(ErrorCode::unsupported, "no files here");
        }};
    TimelineState m_state;
    TimelineWidget m_widget{m_document, m_state};
};

} // namespace decodescope::test
