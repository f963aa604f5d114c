// SPDX-License-Identifier: GPL-3.0-or-later
// The moves that keys and menus are bound to.
#include "tests/support/strict_messages.h"
#include "tests/support/trace_dsl.h"
#include "tests/ui/three_steps_timeline.h"
#include "ui/model/gap_store.h"
#include "ui/model/timeline_navigator.h"

#include <QTest>

#include <memory>

using namespace decodescope;

class TestTimelineNavigator : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void init();
    void cleanup() { m_timeline.reset(); }
    void navigatorZoomsAndFits();
    void navigatorWalksSteps();
    void navigatorWalksStepsThatOverlap();
    void navigatorWalksSlices();
    void navigatorFollowsLinks();
    void navigatorFindsGaps();
    void navigatorFindsGapsThatCanBeSeen();
    void navigatorFitsWhatWasSelectedLast();
    void navigatorBeginsInTheSelectedRange();

private:
    TraceDocument& document() { return m_timeline->document(); }
    TimelineState& state() { return m_timeline->state(); }
    TimelineWidget& widget() { return m_timeline->widget(); }

    std::unique_ptr<test::ThreeStepsTimeline> m_timeline;
};

void TestTimelineNavigator::init()
{
    m_timeline = std::make_unique<test::ThreeStepsTimeline>();
    QVERIFY(m_timeline->open());
}

void TestTimelineNavigator::navigatorZoomsAndFits()
{
    TimelineNavigator& navigator = widget().navigator();
    navigator.zoom(2);
    QVERIFY(state().visibleRange() == (TimeRange{750, 2250})); // no pointer: about the middle
    state().setSelectedEvent(m_timeline->event("gemm"));
    navigator.zoomToSelection();
    QVERIFY(state().visibleRange() == (TimeRange{160, 440}));
    state().setSelectedRange(TimeRange{1000, 2000});
    navigator.zoomToSelection();
    QVERIFY(state().visibleRange() == (TimeRange{970, 2030}));
    navigator.fit();
    QVERIFY(state().visibleRange() == (TimeRange{-30, 3030}));
    navigator.selectRangeOfEvent();
    QVERIFY(state().selectedRange() == (TimeRange{200, 400}));
}

void TestTimelineNavigator::navigatorWalksSteps()
{
    TimelineNavigator& navigator = widget().navigator();
    navigator.selectStep(0);
    QVERIFY(state().selectedRange() == (TimeRange{0, 1000}));
    navigator.goToStep(Direction::next);
    QVERIFY(state().selectedRange() == (TimeRange{1000, 2000}));
    QVERIFY(state().visibleRange().contains(TimeRange{1000, 2000}));
    navigator.goToStep(Direction::next);
    navigator.goToStep(Direction::next); // there is none
    QVERIFY(state().selectedRange() == (TimeRange{2000, 3000}));
    QCOMPARE(state().timeOrigin(), 2000);
    navigator.goToStep(Direction::previous);
    QVERIFY(state().selectedRange() == (TimeRange{1000, 2000}));
}

// As those of ranks in one file do, some of them in the very same place.
void TestTimelineNavigator::navigatorWalksStepsThatOverlap()
{
    document().setTrace(test::traceOf("cpu 1 1\nstep 0 1000 ProfilerStep#3\nstep 1000 2000 ProfilerStep#4\n"
                                      "step 2000 3000 ProfilerStep#5\n"
                                      "cpu 2 2\nstep 0 1000 ProfilerStep#3\nstep 1100 2100 ProfilerStep#4\n"
                                      "step 2400 3000 ProfilerStep#5\n"),
                        {});
    TimelineNavigator& navigator = widget().navigator();
    const std::vector<TimeRange> there{{0, 1000}, {1000, 2000}, {1100, 2100}, {2000, 3000}, {2400, 3000}};
    navigator.selectStep(0);
    for (std::size_t i = 1; i < there.size(); ++i) {
        navigator.goToStep(Direction::next);
        QVERIFY(state().selectedRange() == there[i]);
    }
    navigator.goToStep(Direction::next); // there is none
    for (std::size_t i = there.size(); i-- > 0;) {
        QVERIFY(state().selectedRange() == there[i]);
        navigator.goToStep(Direction::previous);
    }
    QVERIFY(state().selectedRange() == there[0]);
}

void TestTimelineNavigator::navigatorWalksSlices()
{
    TimelineNavigator& navigator = widget().navigator();
    state().setSelectedEvent(m_timeline->event("gemm"));
    navigator.goToNeighbour(Direction::next);
    QCOMPARE(state().selectedEvent(), m_timeline->event("gemm", 1));
    navigator.goToKernel(Direction::next);
    QCOMPARE(state().selectedEvent(), m_timeline->event("elementwise"));
    navigator.goToKernel(Direction::next);
    QCOMPARE(state().selectedEvent(), m_timeline->event("elementwise"));
    navigator.goToKernel(Direction::previous);
    QCOMPARE(state().selectedEvent(), m_timeline->event("gemm", 1));
    navigator.goToSameName(Direction::previous);
    QCOMPARE(state().selectedEvent(), m_timeline->event("gemm"));
    navigator.goToSameName(Direction::previous);
    QCOMPARE(state().selectedEvent(), m_timeline->event("gemm"));
    state().setSelectedEvent(m_timeline->event("aten::mul"));
    navigator.goToLevel(Direction::next);
    QCOMPARE(state().selectedEvent(), m_timeline->event("cudaLaunchKernel", 2));
    navigator.goToLevel(Direction::previous);
    QCOMPARE(state().selectedEvent(), m_timeline->event("aten::mul"));
}

void TestTimelineNavigator::navigatorFollowsLinks()
{
    TimelineNavigator& navigator = widget().navigator();
    state().setSelectedEvent(m_timeline->event("elementwise"));
    navigator.followLink(Direction::previous);
    QCOMPARE(state().selectedEvent(), m_timeline->event("cudaLaunchKernel", 2));
    navigator.followLink(Direction::previous);
    QCOMPARE(state().selectedEvent(), m_timeline->event("aten::mul"));
    navigator.followLink(Direction::next);
    QCOMPARE(state().selectedEvent(), m_timeline->event("elementwise"));
}

void TestTimelineNavigator::navigatorFindsGaps()
{
    TimelineNavigator& navigator = widget().navigator();
    QTRY_VERIFY(document().gaps().isComplete());
    const auto selected = [&] { return state().selectedGap().value_or(SelectedGap{}).range; };
    // A gap that reaches over the end of a step is cut there.
    for (const TimeRange gap : {TimeRange{0, 200}, TimeRange{400, 1000}, TimeRange{1000, 1200}}) {
        navigator.goToGap(Direction::next);
        QVERIFY(selected() == gap);
    }
    navigator.goToGap(Direction::previous);
    QVERIFY(selected() == (TimeRange{400, 1000}));
    // From a kernel to the gap behind it; the one is selected or the other.
    state().setSelectedEvent(m_timeline->event("gemm", 1));
    QVERIFY(!state().selectedGap());
    navigator.goToGap(Direction::next);
    QVERIFY(selected() == (TimeRange{1450, 2000}));
    QCOMPARE(state().selectedEvent(), kNoEvent);
    QVERIFY(!state().selectedRange());
}

void TestTimelineNavigator::navigatorFindsGapsThatCanBeSeen()
{
    TimelineNavigator& navigator = widget().navigator();
    QTRY_VERIFY(document().gaps().isComplete());
    const auto selected = [&] { return state().selectedGap().value_or(SelectedGap{}).range; };
    // Of 100,000 ns a gap takes 250 to be seen: 0 to 200 is passed over.
    state().reset({0, 100'000}, {0, 1'000'000});
    state().setVisibleRange({0, 100'000});
    navigator.goToGap(Direction::next);
    QVERIFY(selected() == (TimeRange{400, 1000}));
    QVERIFY(state().visibleRange() == (TimeRange{0, 100'000}));
    // Where none can be seen the next one is come closer to.
    state().setSelectedGap(std::nullopt);
    state().setVisibleRange({0, 1'000'000});
    navigator.goToGap(Direction::next);
    QVERIFY(selected() == (TimeRange{0, 200}));
    QVERIFY(state().visibleRange().length() < 10'000);
}

void TestTimelineNavigator::navigatorFitsWhatWasSelectedLast()
{
    TimelineNavigator& navigator = widget().navigator();
    state().setSelectedRange(TimeRange{1000, 2000});
    state().setSelectedEvent(m_timeline->event("gemm")); // 200 to 400
    navigator.zoomToSelection();
    QVERIFY(state().visibleRange() == (TimeRange{160, 440}));
    state().setSelectedEvent(kNoEvent); // the range is still there
    navigator.zoomToSelection();
    QVERIFY(state().visibleRange() == (TimeRange{970, 2030}));
    QTRY_VERIFY(document().gaps().isComplete());
    navigator.goToGap(Direction::next);
    QVERIFY(state().selectedGap());
    const TimeRange gap = state().selectedGap()->range;
    QVERIFY(gap == (TimeRange{1000, 1200}));
    navigator.zoomToSelection();
    QVERIFY(state().visibleRange() == (TimeRange{960, 1240}));
    state().setSelectedRange(TimeRange{2000, 3000});
    navigator.zoomToSelection();
    QVERIFY(state().visibleRange() == (TimeRange{1970, 3030}));
}

void TestTimelineNavigator::navigatorBeginsInTheSelectedRange()
{
    TimelineNavigator& navigator = widget().navigator();
    navigator.fit();
    state().setSelectedRange(TimeRange{1000, 2000});
    navigator.goToKernel(Direction::next);
    QCOMPARE(state().selectedEvent(), m_timeline->event("gemm", 1));
    state().setSelectedEvent(kNoEvent);
    navigator.goToKernel(Direction::previous);
    QCOMPARE(state().selectedEvent(), m_timeline->event("gemm", 1));
    state().setSelectedEvent(kNoEvent);
    navigator.goToNeighbour(Direction::next);
    QCOMPARE(state().selectedEvent(), m_timeline->event("gemm", 1));
    // A range that is out of sight is not where the user looks.
    state().setSelectedEvent(kNoEvent);
    state().setVisibleRange({0, 900});
    navigator.goToKernel(Direction::next);
    QCOMPARE(state().selectedEvent(), m_timeline->event("gemm"));
}

QTEST_MAIN(TestTimelineNavigator)
#include "tst_timeline_navigator.moc"
