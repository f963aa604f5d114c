// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/three_steps_timeline.h"

#include "tests/support/trace_dsl.h"

#include <QApplication>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>

namespace decodescope::test {

const char* const kThreeSteps = R"(
    cpu 1 1
    step    0 1000 ProfilerStep#3
    op    100  300 aten::linear
    call  120  160 cudaLaunchKernel #1
    step 1000 2000 ProfilerStep#4
    op   1100 1300 aten::linear
    call 1120 1160 cudaLaunchKernel #2
    step 2000 3000 ProfilerStep#5
    op   2100 2300 aten::mul
    call 2120 2160 cudaLaunchKernel #3
    gpu 0 7
    kernel  200  400 gemm #1
    kernel 1200 1450 gemm #2
    kernel 2200 2300 elementwise #3
)";

bool ThreeStepsTimeline::open()
{
    m_widget.resize(1200, 600);
    m_widget.show();
    if (!QTest::qWaitForWindowExposed(&m_widget))
        return false;
    m_document.setTrace(traceOf(kThreeSteps), QStringLiteral("steps"));
    m_state.setVisibleRange({0, 3000});
    QApplication::processEvents();
    return true;
}

EventId ThreeStepsTimeline::event(const char* name, std::size_t nth) const
{
    const auto trace = m_document.trace();
    for (std::size_t i = 0; i < trace->eventCount(); ++i) {
        if (trace->name(static_cast<EventId>(i)) == name && nth-- == 0)
            return static_cast<EventId>(i);
    }
    return kNoEvent;
}

QPointF ThreeStepsTimeline::centreOf(EventId event)
{
    const auto spot = canvas().scene().spotOf(*m_document.trace(), m_widget.rows(), event);
    return QPointF(spot.value().rect.center()) / canvas().devicePixelRatioF();
}

void ThreeStepsTimeline::mouse(QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons buttons,
                               Qt::KeyboardModifiers modifiers)
{
    QMouseEvent event(type, at, canvas().mapToGlobal(at), button, buttons, modifiers);
    QApplication::sendEvent(&canvas(), &event);
}

void ThreeStepsTimeline::click(QPointF at)
{
    mouse(QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton);
    mouse(QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton);
}

void ThreeStepsTimeline::doubleClick(QPointF at)
{
    mouse(QEvent::MouseButtonDblClick, at, Qt::LeftButton, Qt::LeftButton);
}

void ThreeStepsTimeline::hover(QPointF at)
{
    mouse(QEvent::MouseMove, at, Qt::NoButton, Qt::NoButton);
}

void ThreeStepsTimeline::drag(QPointF from, QPointF to, Qt::KeyboardModifiers modifiers)
{
    mouse(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton, modifiers);
    for (int i = 1; i <= 4; ++i)
        mouse(QEvent::MouseMove, from + (to - from) * i / 4, Qt::NoButton, Qt::LeftButton, modifiers);
    mouse(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton, modifiers);
}

void ThreeStepsTimeline::wheel(QPointF at, QPoint angle, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent event(at, canvas().mapToGlobal(at), {}, angle, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&canvas(), &event);
}

} // namespace decodescope::test
