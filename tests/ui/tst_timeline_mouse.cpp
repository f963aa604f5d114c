// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the timeline as a user does with mouse, wheel and touchpad.
#include "tests/support/strict_messages.h"
#include "tests/ui/three_steps_timeline.h"
#include "ui/model/gap_store.h"
#include "ui/model/track_layout.h"
#include "ui/timeline/overview_strip.h"

#include <QApplication>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace decodescope;

class TestTimelineMouse : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void init();
    void cleanup() { m_timeline.reset(); }
    void clickSelects();
    void clickBesideClears();
    void clickSelectsAGap();
    void dragSelectsARangeThatSnaps();
    void controlFreesTheEdges();
    void edgeOfTheRangeMoves();
    void doubleClickZooms();
    void doubleClickOnAStepSelectsIt();
    void hoverTellsAndLeaves();
    void aRestingPointerTellsWhatComesBelowIt();
    void controlWheelZoomsAtThePointer();
    void shiftWheelPans();
    void wheelScrollsRows();
    void shiftDragPans();
    void pinchZooms();
    void markerJumpsToWhatIsOutOfSight();
    void overviewMovesTheWindow();

private:
    TraceDocument& document() { return m_timeline->document(); }
    TimelineState& state() { return m_timeline->state(); }
    TimelineWidget& widget() { return m_timeline->widget(); }

    std::unique_ptr<test::ThreeStepsTimeline> m_timeline;
};

void TestTimelineMouse::init()
{
    m_timeline = std::make_unique<test::ThreeStepsTimeline>();
    QVERIFY(m_timeline->open());
}

void TestTimelineMouse::clickSelects()
{
    QSignalSpy selected(&state(), &TimelineState::selectedEventChanged);
    for (const char* name : {"gemm", "aten::linear", "cudaLaunchKernel", "ProfilerStep#4"}) {
        const QPointF at = m_timeline->centreOf(m_timeline->event(name));
        m_timeline->click(at);
        QCOMPARE(state().selectedEvent(), m_timeline->event(name));
    }
    QCOMPARE(selected.count(), 4);
    QVERIFY(!state().selectedRange());
}

void TestTimelineMouse::clickBesideClears()
{
    state().setSelectedEvent(m_timeline->event("gemm"));
    const QPointF beside(m_timeline->xOf(800), m_timeline->centreOf(m_timeline->event("gemm")).y());
    m_timeline->click(beside);
    QCOMPARE(state().selectedEvent(), kNoEvent);
}

void TestTimelineMouse::clickSelectsAGap()
{
    QTRY_VERIFY(document().gaps().isComplete());
    const TrackId stream = document().trace()->events().track(m_timeline->event("gemm"));
    state().setSelectedEvent(m_timeline->event("gemm"));
    const QPointF idle(m_timeline->xOf(800), m_timeline->centreOf(m_timeline->event("gemm")).y());
    m_timeline->canvas().repaint();
    m_timeline->hover(idle);
    QCOMPARE(state().hoveredEvent(), kNoEvent);
    m_timeline->click(idle);
    QCOMPARE(state().selectedEvent(), kNoEvent);
    QVERIFY(state().selectedGap() == (SelectedGap{stream, {400, 1000}}));
    m_timeline->doubleClick(idle);
    QVERIFY(state().visibleRange().contains(TimeRange{400, 1000}));
    QVERIFY(state().visibleRange().length() < 1000);
}

void TestTimelineMouse::dragSelectsARangeThatSnaps()
{
    // A few pixels beside both ends of the step: the range is exactly the step.
    const double y = m_timeline->centreOf(m_timeline->event("ProfilerStep#4")).y();
    m_timeline->drag({m_timeline->xOf(1000) + 4, y}, {m_timeline->xOf(2000) - 5, y});
    QVERIFY(state().selectedRange().has_value());
    QCOMPARE(state().selectedRange()->begin, 1000);
    QCOMPARE(state().selectedRange()->end, 2000);
    // From right to left, on the kernels' row.
    const double kernels = m_timeline->centreOf(m_timeline->event("gemm")).y();
    m_timeline->drag({m_timeline->xOf(1450) + 5, kernels}, {m_timeline->xOf(200) - 3, kernels});
    QVERIFY(state().selectedRange() == (TimeRange{200, 1450}));
}

void TestTimelineMouse::controlFreesTheEdges()
{
    const double y = m_timeline->centreOf(m_timeline->event("ProfilerStep#4")).y();
    m_timeline->drag({m_timeline->xOf(1000) + 4, y}, {m_timeline->xOf(2000) - 5, y}, Qt::ControlModifier);
    QVERIFY(state().selectedRange().has_value());
    QVERIFY(state().selectedRange()->begin > 1000);
    QVERIFY(state().selectedRange()->end < 2000);
}

void TestTimelineMouse::edgeOfTheRangeMoves()
{
    state().setSelectedRange(TimeRange{1000, 2000});
    const double below = m_timeline->canvas().height() - 20;
    m_timeline->drag({m_timeline->xOf(2000) + 1, below}, {m_timeline->xOf(2600), below}, Qt::ControlModifier);
    QCOMPARE(state().selectedRange()->begin, 1000);
    QVERIFY(std::abs(state().selectedRange()->end - 2600) <= 3);
    // Dragging one edge over the other turns the range round.
    m_timeline->drag({m_timeline->canvas().scale().pixelAt(state().selectedRange()->end) + 0.0, below},
                     {m_timeline->xOf(500), below}, Qt::ControlModifier);
    QCOMPARE(state().selectedRange()->end, 1000);
    QVERIFY(std::abs(state().selectedRange()->begin - 500) <= 3);
}

void TestTimelineMouse::doubleClickZooms()
{
    QSignalSpy details(&widget(), &TimelineWidget::detailsRequested);
    m_timeline->doubleClick(m_timeline->centreOf(m_timeline->event("gemm", 1)));
    QCOMPARE(state().selectedEvent(), m_timeline->event("gemm", 1));
    QVERIFY(state().visibleRange() == (TimeRange{1150, 1500}));
    QCOMPARE(details.count(), 1);
    state().goBack();
    QVERIFY(state().visibleRange() == (TimeRange{0, 3000}));
}

void TestTimelineMouse::doubleClickOnAStepSelectsIt()
{
    m_timeline->doubleClick(m_timeline->centreOf(m_timeline->event("ProfilerStep#5")));
    QVERIFY(state().selectedRange() == (TimeRange{2000, 3000}));
    QCOMPARE(state().timeOrigin(), 2000);
}

void TestTimelineMouse::hoverTellsAndLeaves()
{
    m_timeline->hover(m_timeline->centreOf(m_timeline->event("gemm")));
    QCOMPARE(state().hoveredEvent(), m_timeline->event("gemm"));
    QVERIFY(state().cursorTime().has_value());
    QVERIFY(std::abs(*state().cursorTime() - 300) < 10);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&m_timeline->canvas(), &leave);
    QCOMPARE(state().hoveredEvent(), kNoEvent);
    QVERIFY(!state().cursorTime());
}

void TestTimelineMouse::aRestingPointerTellsWhatComesBelowIt()
{
    state().setVisibleRange({0, 1500});
    m_timeline->hover(m_timeline->centreOf(m_timeline->event("gemm")));
    const Ns before = *state().cursorTime();
    state().setVisibleRange({1000, 2500}); // by keys, or a trace that is followed
    QTRY_COMPARE(state().hoveredEvent(), m_timeline->event("gemm", 1));
    QCOMPARE(*state().cursorTime(), before + 1000);
    state().setVisibleRange({500, 2000});
    QTRY_COMPARE(state().hoveredEvent(), kNoEvent);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&m_timeline->canvas(), &leave);
    state().setVisibleRange({0, 1500});
    QTest::qWait(20);
    QCOMPARE(state().hoveredEvent(), kNoEvent);
    QVERIFY(!state().cursorTime());
}

void TestTimelineMouse::controlWheelZoomsAtThePointer()
{
    const Ns anchor = 1200;
    const double x = m_timeline->xOf(anchor);
    m_timeline->wheel({x, 50}, {0, 120}, Qt::ControlModifier);
    const TimeRange in = state().visibleRange();
    QVERIFY(in.length() < 3000);
    QVERIFY(std::abs(m_timeline->xOf(anchor) - x) <= 1);
    m_timeline->wheel({x, 50}, {0, -120}, Qt::ControlModifier);
    QVERIFY(std::abs(state().visibleRange().length() - 3000) <= 2);
    for (int i = 0; i < 100; ++i)
        m_timeline->wheel({x, 50}, {0, 120}, Qt::ControlModifier);
    QCOMPARE(state().visibleRange().length(), TimelineState::kShortestView);
    // One entry for all of it.
    state().goBack();
    QVERIFY(state().visibleRange() == (TimeRange{0, 3000}));
}

void TestTimelineMouse::shiftWheelPans()
{
    state().setVisibleRange({1000, 2000});
    m_timeline->wheel({300, 50}, {0, -120}, Qt::ShiftModifier);
    QVERIFY(state().visibleRange() == (TimeRange{1100, 2100}));
    m_timeline->wheel({300, 50}, {120, 0});
    QVERIFY(state().visibleRange() == (TimeRange{1000, 2000}));
}

void TestTimelineMouse::wheelScrollsRows()
{
    widget().resize(1200, 160);
    QApplication::processEvents();
    auto* bar = widget().findChild<QScrollBar*>();
    QVERIFY(bar->maximum() > 0);
    m_timeline->wheel({300, 30}, {0, -120});
    QVERIFY(bar->value() > 0);
    QCOMPARE(m_timeline->canvas().scroll(), bar->value());
    m_timeline->wheel({300, 30}, {0, 1200});
    QCOMPARE(m_timeline->canvas().scroll(), 0);
    QVERIFY(state().visibleRange() == (TimeRange{0, 3000}));
}

void TestTimelineMouse::shiftDragPans()
{
    state().setVisibleRange({1000, 2000});
    const double by = m_timeline->canvas().width() / 4.0;
    m_timeline->drag({500, 100}, {500 - by, 100}, Qt::ShiftModifier);
    QVERIFY(std::abs(state().visibleRange().begin - 1250) <= 1);
    QCOMPARE(state().visibleRange().length(), 1000);
    QVERIFY(!state().selectedRange());
}

void TestTimelineMouse::pinchZooms()
{
    const double x = m_timeline->xOf(600);
    QNativeGestureEvent gesture(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, {x, 50}, {x, 50},
                                m_timeline->canvas().mapToGlobal(QPointF(x, 50)), 0.5, {});
    QApplication::sendEvent(&m_timeline->canvas(), &gesture);
    QCOMPARE(state().visibleRange().length(), 2000);
    QVERIFY(std::abs(m_timeline->xOf(600) - x) <= 1);
}

void TestTimelineMouse::markerJumpsToWhatIsOutOfSight()
{
    state().setSelectedEvent(m_timeline->event("elementwise"));
    state().setVisibleRange({2180, 2400}); // the launch is left of it
    m_timeline->canvas().repaint();
    const auto launch = m_timeline->canvas().scene().spotOf(*document().trace(), widget().rows(),
                                                            m_timeline->event("cudaLaunchKernel", 2));
    QVERIFY(launch && launch->isLeft);
    const QPointF marker(12, launch->rect.center().y() / m_timeline->canvas().devicePixelRatioF());
    m_timeline->mouse(QEvent::MouseButtonPress, marker, Qt::LeftButton, Qt::LeftButton);
    QCOMPARE(state().selectedEvent(), m_timeline->event("cudaLaunchKernel", 2));
    QVERIFY(state().visibleRange().contains(TimeRange{2120, 2160}));
}

void TestTimelineMouse::overviewMovesTheWindow()
{
    auto* overview = widget().findChild<OverviewStrip*>();
    state().setVisibleRange({1000, 1600});
    const auto at = [&](Ns t) {
        return QPoint(static_cast<int>(t * overview->width() / 3000), overview->height() / 2);
    };
    QTest::mousePress(overview, Qt::LeftButton, Qt::NoModifier, at(1300));
    QTest::mouseMove(overview, at(1500));
    QTest::mouseMove(overview, at(1800));
    QTest::mouseRelease(overview, Qt::LeftButton, Qt::NoModifier, at(1800));
    QVERIFY(std::abs(state().visibleRange().begin - 1500) <= 10);
    QCOMPARE(state().visibleRange().length(), 600);
    // Its right edge.
    QTest::mousePress(overview, Qt::LeftButton, Qt::NoModifier, at(2100));
    QTest::mouseMove(overview, at(2700));
    QTest::mouseRelease(overview, Qt::LeftButton, Qt::NoModifier, at(2700));
    QVERIFY(std::abs(state().visibleRange().end - 2700) <= 10);
    QVERIFY(std::abs(state().visibleRange().begin - 1500) <= 10);
    // A click beside it.
    QTest::mouseClick(overview, Qt::LeftButton, Qt::NoModifier, at(700));
    QVERIFY(std::abs(state().visibleRange().begin + state().visibleRange().length() / 2 - 700) <= 10);
}

QTEST_MAIN(TestTimelineMouse)
#include "tst_timeline_mouse.moc"
