// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the timeline as a user does: mouse, wheel, the moves that keys are bound to.
#include "tests/support/strict_messages.h"
#include "tests/support/trace_dsl.h"
#include "ui/model/gap_store.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/track_layout.h"
#include "ui/style/theme.h"
#include "ui/timeline/overview_strip.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_widget.h"

#include <QApplication>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPointingDevice>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace decodescope;
using test::eventNamed;
using test::traceOf;

namespace {

constexpr const char* kThreeSteps = R"(
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

Result<std::shared_ptr<const Trace>> opensNothing(const std::vector<std::string>&, Progress&, std::stop_token,
                                                  const TraceDocument::SnapshotSink&)
{
    return failure(ErrorCode::unsupported, "no files here");
}

} // namespace

class TestTimelineCanvas : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void init();
    void cleanup();
    void opensAtTheWholeTrace();
    void clickSelects();
    void clickBesideClears();
    void clickSelectsAGap();
    void gapsAreFoldedWithTheView();
    void dragSelectsARangeThatSnaps();
    void controlFreesTheEdges();
    void edgeOfTheRangeMoves();
    void doubleClickZooms();
    void doubleClickOnAStepSelectsIt();
    void hoverTellsAndLeaves();
    void controlWheelZoomsAtThePointer();
    void shiftWheelPans();
    void wheelScrollsRows();
    void shiftDragPans();
    void pinchZooms();
    void navigatorZoomsAndFits();
    void navigatorWalksSteps();
    void navigatorWalksSlices();
    void navigatorFollowsLinks();
    void navigatorFindsGaps();
    void markerJumpsToWhatIsOutOfSight();
    void overviewMovesTheWindow();
    void followsTheLiveEnd();
    void themeChangeRepaints();
    void growsWithoutMovingTheView();

private:
    TimelineCanvas& canvas() { return m_widget->canvas(); }
    EventId event(const char* name, std::size_t nth = 0) const;
    QPointF centreOf(EventId event);
    double xOf(Ns t) { return canvas().scale().pixelAt(t) / canvas().devicePixelRatioF(); }
    void mouse(QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons buttons,
               Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void drag(QPointF from, QPointF to, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void wheel(QPointF at, QPoint angle, Qt::KeyboardModifiers modifiers = Qt::NoModifier);

    std::unique_ptr<TraceDocument> m_document;
    std::unique_ptr<TimelineState> m_state;
    std::unique_ptr<TimelineWidget> m_widget;
};

void TestTimelineCanvas::init()
{
    m_document = std::make_unique<TraceDocument>(opensNothing);
    m_state = std::make_unique<TimelineState>();
    m_widget = std::make_unique<TimelineWidget>(*m_document, *m_state);
    m_widget->resize(1200, 600);
    m_widget->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_widget.get()));
    m_document->setTrace(traceOf(kThreeSteps), QStringLiteral("steps"));
    m_state->setVisibleRange({0, 3000});
    QApplication::processEvents();
}

void TestTimelineCanvas::cleanup()
{
    m_widget.reset();
    m_state.reset();
    m_document.reset();
}

EventId TestTimelineCanvas::event(const char* name, std::size_t nth) const
{
    const auto trace = m_document->trace();
    for (std::size_t i = 0; i < trace->eventCount(); ++i) {
        if (trace->name(static_cast<EventId>(i)) == name && nth-- == 0)
            return static_cast<EventId>(i);
    }
    return kNoEvent;
}

QPointF TestTimelineCanvas::centreOf(EventId event)
{
    const auto spot = canvas().scene().spotOf(*m_document->trace(), m_widget->rows(), event);
    return QPointF(spot.value().rect.center()) / canvas().devicePixelRatioF();
}

void TestTimelineCanvas::mouse(QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons buttons,
                               Qt::KeyboardModifiers modifiers)
{
    QMouseEvent event(type, at, canvas().mapToGlobal(at), button, buttons, modifiers);
    QApplication::sendEvent(&canvas(), &event);
}

void TestTimelineCanvas::drag(QPointF from, QPointF to, Qt::KeyboardModifiers modifiers)
{
    mouse(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton, modifiers);
    for (int i = 1; i <= 4; ++i)
        mouse(QEvent::MouseMove, from + (to - from) * i / 4, Qt::NoButton, Qt::LeftButton, modifiers);
    mouse(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton, modifiers);
}

void TestTimelineCanvas::wheel(QPointF at, QPoint angle, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent event(at, canvas().mapToGlobal(at), {}, angle, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&canvas(), &event);
}

void TestTimelineCanvas::opensAtTheWholeTrace()
{
    m_document->setTrace(traceOf("cpu 1 1\nop 500 1500 a\n"), QStringLiteral("other"));
    QVERIFY(m_state->visibleRange() == (TimeRange{490, 1510}));
    QCOMPARE(m_state->timeOrigin(), 500);
    m_document->setTrace(traceOf(kThreeSteps), QStringLiteral("steps"));
    QCOMPARE(m_state->timeOrigin(), 0);
}

void TestTimelineCanvas::clickSelects()
{
    QSignalSpy selected(m_state.get(), &TimelineState::selectedEventChanged);
    for (const char* name : {"gemm", "aten::linear", "cudaLaunchKernel", "ProfilerStep#4"}) {
        const QPointF at = centreOf(event(name));
        mouse(QEvent::MouseButtonPress, at, Qt::LeftButton, Qt::LeftButton);
        mouse(QEvent::MouseButtonRelease, at, Qt::LeftButton, Qt::NoButton);
        QCOMPARE(m_state->selectedEvent(), event(name));
    }
    QCOMPARE(selected.count(), 4);
    QVERIFY(!m_state->selectedRange());
}

void TestTimelineCanvas::clickBesideClears()
{
    m_state->setSelectedEvent(event("gemm"));
    const QPointF beside(xOf(800), centreOf(event("gemm")).y());
    mouse(QEvent::MouseButtonPress, beside, Qt::LeftButton, Qt::LeftButton);
    mouse(QEvent::MouseButtonRelease, beside, Qt::LeftButton, Qt::NoButton);
    QCOMPARE(m_state->selectedEvent(), kNoEvent);
}

void TestTimelineCanvas::clickSelectsAGap()
{
    QTRY_VERIFY(m_document->gaps().isComplete());
    const TrackId stream = m_document->trace()->events().track(event("gemm"));
    m_state->setSelectedEvent(event("gemm"));
    const QPointF idle(xOf(800), centreOf(event("gemm")).y());
    canvas().repaint();
    mouse(QEvent::MouseMove, idle, Qt::NoButton, Qt::NoButton);
    QCOMPARE(m_state->hoveredEvent(), kNoEvent);
    mouse(QEvent::MouseButtonPress, idle, Qt::LeftButton, Qt::LeftButton);
    mouse(QEvent::MouseButtonRelease, idle, Qt::LeftButton, Qt::NoButton);
    QCOMPARE(m_state->selectedEvent(), kNoEvent);
    QVERIFY(m_state->selectedGap() == (SelectedGap{stream, {400, 1000}}));
    mouse(QEvent::MouseButtonDblClick, idle, Qt::LeftButton, Qt::LeftButton);
    QVERIFY(m_state->visibleRange().contains(TimeRange{400, 1000}));
    QVERIFY(m_state->visibleRange().length() < 1000);
}

void TestTimelineCanvas::gapsAreFoldedWithTheView()
{
    QTRY_VERIFY(m_document->gaps().isComplete());
    const auto drawn = [&] { return canvas().scene().bands()[1].list.gaps; };
    QCOMPARE(drawn().size(), std::size_t{6}); // six, cut at steps: 0-200, 400-1000, -1200, 1450-2000, -2200, 2300-3000
    QVERIFY(drawn()[1].text.contains(QStringLiteral("600")));
    m_widget->resize(400, 600); // too narrow for the shorter ones' text
    QVERIFY(drawn()[0].text.isEmpty());
    m_state->setVisibleRange({-60'000, 60'000}); // as far out as it goes
    for (const DrawnGap& gap : drawn())
        QVERIFY(gap.width >= 4);
}

void TestTimelineCanvas::dragSelectsARangeThatSnaps()
{
    // A few pixels beside both ends of the step: the range is exactly the step.
    const double y = centreOf(event("ProfilerStep#4")).y();
    drag({xOf(1000) + 4, y}, {xOf(2000) - 5, y});
    QVERIFY(m_state->selectedRange().has_value());
    QCOMPARE(m_state->selectedRange()->begin, 1000);
    QCOMPARE(m_state->selectedRange()->end, 2000);
    // From right to left, on the kernels' row.
    const double kernels = centreOf(event("gemm")).y();
    drag({xOf(1450) + 5, kernels}, {xOf(200) - 3, kernels});
    QVERIFY(m_state->selectedRange() == (TimeRange{200, 1450}));
}

void TestTimelineCanvas::controlFreesTheEdges()
{
    const double y = centreOf(event("ProfilerStep#4")).y();
    drag({xOf(1000) + 4, y}, {xOf(2000) - 5, y}, Qt::ControlModifier);
    QVERIFY(m_state->selectedRange().has_value());
    QVERIFY(m_state->selectedRange()->begin > 1000);
    QVERIFY(m_state->selectedRange()->end < 2000);
}

void TestTimelineCanvas::edgeOfTheRangeMoves()
{
    m_state->setSelectedRange(TimeRange{1000, 2000});
    const double below = canvas().height() - 20;
    drag({xOf(2000) + 1, below}, {xOf(2600), below}, Qt::ControlModifier);
    QCOMPARE(m_state->selectedRange()->begin, 1000);
    QVERIFY(std::abs(m_state->selectedRange()->end - 2600) <= 3);
    // Dragging one edge over the other turns the range round.
    drag({m_widget->canvas().scale().pixelAt(m_state->selectedRange()->end) + 0.0, below}, {xOf(500), below},
         Qt::ControlModifier);
    QCOMPARE(m_state->selectedRange()->end, 1000);
    QVERIFY(std::abs(m_state->selectedRange()->begin - 500) <= 3);
}

void TestTimelineCanvas::doubleClickZooms()
{
    QSignalSpy details(m_widget.get(), &TimelineWidget::detailsRequested);
    mouse(QEvent::MouseButtonDblClick, centreOf(event("gemm", 1)), Qt::LeftButton, Qt::LeftButton);
    QCOMPARE(m_state->selectedEvent(), event("gemm", 1));
    QVERIFY(m_state->visibleRange() == (TimeRange{1150, 1500}));
    QCOMPARE(details.count(), 1);
    m_state->goBack();
    QVERIFY(m_state->visibleRange() == (TimeRange{0, 3000}));
}

void TestTimelineCanvas::doubleClickOnAStepSelectsIt()
{
    mouse(QEvent::MouseButtonDblClick, centreOf(event("ProfilerStep#5")), Qt::LeftButton, Qt::LeftButton);
    QVERIFY(m_state->selectedRange() == (TimeRange{2000, 3000}));
    QCOMPARE(m_state->timeOrigin(), 2000);
}

void TestTimelineCanvas::hoverTellsAndLeaves()
{
    mouse(QEvent::MouseMove, centreOf(event("gemm")), Qt::NoButton, Qt::NoButton);
    QCOMPARE(m_state->hoveredEvent(), event("gemm"));
    QVERIFY(m_state->cursorTime().has_value());
    QVERIFY(std::abs(*m_state->cursorTime() - 300) < 10);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&canvas(), &leave);
    QCOMPARE(m_state->hoveredEvent(), kNoEvent);
    QVERIFY(!m_state->cursorTime());
}

void TestTimelineCanvas::controlWheelZoomsAtThePointer()
{
    const Ns anchor = 1200;
    const double x = xOf(anchor);
    wheel({x, 50}, {0, 120}, Qt::ControlModifier);
    const TimeRange in = m_state->visibleRange();
    QVERIFY(in.length() < 3000);
    QVERIFY(std::abs(xOf(anchor) - x) <= 1);
    wheel({x, 50}, {0, -120}, Qt::ControlModifier);
    QVERIFY(std::abs(m_state->visibleRange().length() - 3000) <= 2);
    for (int i = 0; i < 100; ++i)
        wheel({x, 50}, {0, 120}, Qt::ControlModifier);
    QCOMPARE(m_state->visibleRange().length(), TimelineState::kShortestView);
    // One entry for all of it.
    m_state->goBack();
    QVERIFY(m_state->visibleRange() == (TimeRange{0, 3000}));
}

void TestTimelineCanvas::shiftWheelPans()
{
    m_state->setVisibleRange({1000, 2000});
    wheel({300, 50}, {0, -120}, Qt::ShiftModifier);
    QVERIFY(m_state->visibleRange() == (TimeRange{1100, 2100}));
    wheel({300, 50}, {120, 0});
    QVERIFY(m_state->visibleRange() == (TimeRange{1000, 2000}));
}

void TestTimelineCanvas::wheelScrollsRows()
{
    m_widget->resize(1200, 160);
    QApplication::processEvents();
    auto* bar = m_widget->findChild<QScrollBar*>();
    QVERIFY(bar->maximum() > 0);
    wheel({300, 30}, {0, -120});
    QVERIFY(bar->value() > 0);
    QCOMPARE(canvas().scroll(), bar->value());
    wheel({300, 30}, {0, 1200});
    QCOMPARE(canvas().scroll(), 0);
    QVERIFY(m_state->visibleRange() == (TimeRange{0, 3000}));
}

void TestTimelineCanvas::shiftDragPans()
{
    m_state->setVisibleRange({1000, 2000});
    const double by = canvas().width() / 4.0;
    drag({500, 100}, {500 - by, 100}, Qt::ShiftModifier);
    QVERIFY(std::abs(m_state->visibleRange().begin - 1250) <= 1);
    QCOMPARE(m_state->visibleRange().length(), 1000);
    QVERIFY(!m_state->selectedRange());
}

void TestTimelineCanvas::pinchZooms()
{
    const double x = xOf(600);
    QNativeGestureEvent gesture(Qt::ZoomNativeGesture, QPointingDevice::primaryPointingDevice(), 2, {x, 50}, {x, 50},
                                canvas().mapToGlobal(QPointF(x, 50)), 0.5, {});
    QApplication::sendEvent(&canvas(), &gesture);
    QCOMPARE(m_state->visibleRange().length(), 2000);
    QVERIFY(std::abs(xOf(600) - x) <= 1);
}

void TestTimelineCanvas::navigatorZoomsAndFits()
{
    TimelineNavigator& navigator = m_widget->navigator();
    navigator.zoom(2);
    QVERIFY(m_state->visibleRange() == (TimeRange{750, 2250})); // no pointer: about the middle
    m_state->setSelectedEvent(event("gemm"));
    navigator.zoomToSelection();
    QVERIFY(m_state->visibleRange() == (TimeRange{160, 440}));
    m_state->setSelectedRange(TimeRange{1000, 2000});
    navigator.zoomToSelection();
    QVERIFY(m_state->visibleRange() == (TimeRange{970, 2030}));
    navigator.fit();
    QVERIFY(m_state->visibleRange() == (TimeRange{-30, 3030}));
    navigator.selectRangeOfEvent();
    QVERIFY(m_state->selectedRange() == (TimeRange{200, 400}));
}

void TestTimelineCanvas::navigatorWalksSteps()
{
    TimelineNavigator& navigator = m_widget->navigator();
    navigator.selectStep(0);
    QVERIFY(m_state->selectedRange() == (TimeRange{0, 1000}));
    navigator.goToStep(Direction::next);
    QVERIFY(m_state->selectedRange() == (TimeRange{1000, 2000}));
    QVERIFY(m_state->visibleRange().contains(TimeRange{1000, 2000}));
    navigator.goToStep(Direction::next);
    navigator.goToStep(Direction::next); // there is none
    QVERIFY(m_state->selectedRange() == (TimeRange{2000, 3000}));
    QCOMPARE(m_state->timeOrigin(), 2000);
    navigator.goToStep(Direction::previous);
    QVERIFY(m_state->selectedRange() == (TimeRange{1000, 2000}));
}

void TestTimelineCanvas::navigatorWalksSlices()
{
    TimelineNavigator& navigator = m_widget->navigator();
    m_state->setSelectedEvent(event("gemm"));
    navigator.goToNeighbour(Direction::next);
    QCOMPARE(m_state->selectedEvent(), event("gemm", 1));
    navigator.goToKernel(Direction::next);
    QCOMPARE(m_state->selectedEvent(), event("elementwise"));
    navigator.goToKernel(Direction::next);
    QCOMPARE(m_state->selectedEvent(), event("elementwise"));
    navigator.goToKernel(Direction::previous);
    QCOMPARE(m_state->selectedEvent(), event("gemm", 1));
    navigator.goToSameName(Direction::previous);
    QCOMPARE(m_state->selectedEvent(), event("gemm"));
    navigator.goToSameName(Direction::previous);
    QCOMPARE(m_state->selectedEvent(), event("gemm"));
    m_state->setSelectedEvent(event("aten::mul"));
    navigator.goToLevel(Direction::next);
    QCOMPARE(m_state->selectedEvent(), event("cudaLaunchKernel", 2));
    navigator.goToLevel(Direction::previous);
    QCOMPARE(m_state->selectedEvent(), event("aten::mul"));
}

void TestTimelineCanvas::navigatorFollowsLinks()
{
    TimelineNavigator& navigator = m_widget->navigator();
    m_state->setSelectedEvent(event("elementwise"));
    navigator.followLink(Direction::previous);
    QCOMPARE(m_state->selectedEvent(), event("cudaLaunchKernel", 2));
    navigator.followLink(Direction::previous);
    QCOMPARE(m_state->selectedEvent(), event("aten::mul"));
    navigator.followLink(Direction::next);
    QCOMPARE(m_state->selectedEvent(), event("elementwise"));
}

void TestTimelineCanvas::navigatorFindsGaps()
{
    TimelineNavigator& navigator = m_widget->navigator();
    QTRY_VERIFY(m_document->gaps().isComplete());
    const auto selected = [&] { return m_state->selectedGap().value_or(SelectedGap{}).range; };
    // A gap that reaches over the end of a step is cut there.
    for (const TimeRange gap : {TimeRange{0, 200}, TimeRange{400, 1000}, TimeRange{1000, 1200}}) {
        navigator.goToGap(Direction::next);
        QVERIFY(selected() == gap);
    }
    navigator.goToGap(Direction::previous);
    QVERIFY(selected() == (TimeRange{400, 1000}));
    // From a kernel to the gap behind it; the one is selected or the other.
    m_state->setSelectedEvent(event("gemm", 1));
    QVERIFY(!m_state->selectedGap());
    navigator.goToGap(Direction::next);
    QVERIFY(selected() == (TimeRange{1450, 2000}));
    QCOMPARE(m_state->selectedEvent(), kNoEvent);
    QVERIFY(!m_state->selectedRange());
}

void TestTimelineCanvas::markerJumpsToWhatIsOutOfSight()
{
    m_state->setSelectedEvent(event("elementwise"));
    m_state->setVisibleRange({2180, 2400}); // the launch is left of it
    canvas().repaint();
    const auto launch = canvas().scene().spotOf(*m_document->trace(), m_widget->rows(), event("cudaLaunchKernel", 2));
    QVERIFY(launch && launch->isLeft);
    const QPointF marker(12, launch->rect.center().y() / canvas().devicePixelRatioF());
    mouse(QEvent::MouseButtonPress, marker, Qt::LeftButton, Qt::LeftButton);
    QCOMPARE(m_state->selectedEvent(), event("cudaLaunchKernel", 2));
    QVERIFY(m_state->visibleRange().contains(TimeRange{2120, 2160}));
}

void TestTimelineCanvas::overviewMovesTheWindow()
{
    auto* overview = m_widget->findChild<OverviewStrip*>();
    m_state->setVisibleRange({1000, 1600});
    const auto at = [&](Ns t) {
        return QPoint(static_cast<int>(t * overview->width() / 3000), overview->height() / 2);
    };
    QTest::mousePress(overview, Qt::LeftButton, Qt::NoModifier, at(1300));
    QTest::mouseMove(overview, at(1500));
    QTest::mouseMove(overview, at(1800));
    QTest::mouseRelease(overview, Qt::LeftButton, Qt::NoModifier, at(1800));
    QVERIFY(std::abs(m_state->visibleRange().begin - 1500) <= 10);
    QCOMPARE(m_state->visibleRange().length(), 600);
    // Its right edge.
    QTest::mousePress(overview, Qt::LeftButton, Qt::NoModifier, at(2100));
    QTest::mouseMove(overview, at(2700));
    QTest::mouseRelease(overview, Qt::LeftButton, Qt::NoModifier, at(2700));
    QVERIFY(std::abs(m_state->visibleRange().end - 2700) <= 10);
    QVERIFY(std::abs(m_state->visibleRange().begin - 1500) <= 10);
    // A click beside it.
    QTest::mouseClick(overview, Qt::LeftButton, Qt::NoModifier, at(700));
    QVERIFY(std::abs(m_state->visibleRange().begin + m_state->visibleRange().length() / 2 - 700) <= 10);
}

void TestTimelineCanvas::followsTheLiveEnd()
{
    m_document->beginLive(QStringLiteral("live"));
    m_state->setFollow(true);
    m_document->publish(traceOf("cpu 1 1\nop 0 1000 a\n"));
    QVERIFY(m_state->visibleRange().contains(TimeRange{0, 1000}));
    m_document->publish(traceOf("cpu 1 1\nop 0 1000 a\nop 1000 5000 b\n"));
    QVERIFY(m_state->visibleRange().contains(TimeRange{0, 5000}));
    m_state->setVisibleRange({3000, 5000});
    m_document->publish(traceOf("cpu 1 1\nop 0 1000 a\nop 1000 5000 b\nop 8000 9000 c\n"));
    QVERIFY(m_state->visibleRange().contains(9000));
    QCOMPARE(m_state->visibleRange().length(), 2000);
    m_widget->navigator().pan(-0.5); // whoever moves does not follow
    QVERIFY(!m_state->follow());
}

void TestTimelineCanvas::themeChangeRepaints()
{
    m_widget->setPalette(Theme::light().palette());
    const QImage light = m_widget->image();
    m_widget->setPalette(Theme::dark().palette());
    const QImage dark = m_widget->image();
    const QPoint empty(m_widget->width() / 2, m_widget->height() - 10);
    QCOMPARE(light.pixelColor(empty), Theme::light().canvas);
    QCOMPARE(dark.pixelColor(empty), Theme::dark().canvas);
}

void TestTimelineCanvas::growsWithoutMovingTheView()
{
    m_state->setVisibleRange({1000, 2000});
    m_state->setSelectedEvent(event("gemm"));
    m_document->publish(traceOf(std::string(kThreeSteps) + "kernel 5000 6000 more\n"));
    QVERIFY(m_state->visibleRange() == (TimeRange{1000, 2000}));
    QCOMPARE(m_state->selectedEvent(), event("gemm"));
    m_widget->navigator().fit();
    QVERIFY(m_state->visibleRange().contains(TimeRange{0, 6000}));
}

QTEST_MAIN(TestTimelineCanvas)
#include "tst_timeline_canvas.moc"
