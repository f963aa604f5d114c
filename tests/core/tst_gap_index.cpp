// SPDX-License-Identifier: GPL-3.0-or-later
// Gaps as views look them up, what they are made of, and the time that counts as work.
#include "core/query/gap_index.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

#include <numeric>
#include <random>

using namespace decodescope;
using decodescope::test::eventNamed;
using decodescope::test::traceOf;

namespace {

// Two streams; the step ends in the middle of a gap of stream 7.
constexpr std::string_view kTwoStreams = R"(
        cpu 1 1
        overhead 0 50 start_of_profiler
        step 100 1000 ProfilerStep#0
        op 150 300 aten::mm
        call 200 210 cudaLaunchKernel #1
        op 400 700 aten::add
        call 600 610 cudaLaunchKernel #2
        call 1100 1110 cudaLaunchKernel #3
        call 220 230 cudaMemcpyAsync #4
        gpu 0 7
        kernel 250 350 gemm #1
        kernel 650 800 add #2
        kernel 1200 1300 late #3
        gpu 0 29
        memcpy 300 400 "Memcpy HtoD" #4
        cpu 1 2
        overhead 5000 6000 end_of_profiler
)";

std::vector<std::pair<Ns, Ns>> rangesOf(std::span<const Gap> gaps)
{
    std::vector<std::pair<Ns, Ns>> ranges;
    for (const Gap& gap : gaps)
        ranges.emplace_back(gap.range.begin, gap.range.end);
    return ranges;
}

} // namespace

class GapIndexTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void looksUpByStream();
    void cutsAtAWindow();
    void totalsByStep();
    void evidenceAddsUp();
    void evidenceByHand();
    void meaningFollowsWhatBelongsTogether();
    void marginsAreNotWork();
    void nothingToIndex();
};

void GapIndexTest::looksUpByStream()
{
    const auto trace = traceOf(kTwoStreams);
    const GapIndex index(findGaps(*trace));
    const TrackId stream7 = trace->events().track(eventNamed(*trace, "gemm"));
    const TrackId stream29 = trace->events().track(eventNamed(*trace, "Memcpy HtoD"));
    const auto* gaps = index.ofStream(stream7);
    QVERIFY(gaps != nullptr);
    const auto own = index.gaps().subspan(gaps->first, gaps->lane.size());
    QCOMPARE(rangesOf(own), (std::vector<std::pair<Ns, Ns>>{{100, 250}, {350, 650}, {800, 1000}, {1000, 1200}}));
    QCOMPARE(index.find(stream7, {350, 650}), std::optional(gaps->first + 1));
    QVERIFY(!index.find(stream7, {350, 600}));
    QVERIFY(!index.find(stream29, {350, 650}));
    // At least 200 long: of the four two are shorter than 250.
    QCOMPARE(index.next(stream7, 100, 200), std::optional(gaps->first + 1));
    QCOMPARE(index.next(stream7, 350, 200), std::optional(gaps->first + 2));
    QVERIFY(!index.next(stream7, 1000, 1));
    QCOMPARE(index.previous(stream7, 1000, 250), std::optional(gaps->first + 1));
    QVERIFY(!index.previous(stream7, 100, 1));
    QVERIFY(index.ofStream(kNoTrack) == nullptr);
}

void GapIndexTest::cutsAtAWindow()
{
    const auto trace = traceOf(kTwoStreams);
    const GapIndex index(findGaps(*trace));
    // Of stream 7 350-650 and 800-1000, of stream 29 the rest of the step.
    QCOMPARE(rangesOf(index.within({500, 900})), (std::vector<std::pair<Ns, Ns>>{{500, 650}, {800, 900}, {500, 900}}));
    QVERIFY(index.within({260, 260}).empty());
}

void GapIndexTest::totalsByStep()
{
    const auto trace = traceOf(kTwoStreams);
    const auto gaps = findGaps(*trace);
    const auto steps = gapTotalsByStep(gaps, trace->steps().size());
    QCOMPARE(steps.size(), std::size_t{1});
    QCOMPARE(steps[0].all, Ns{150 + 300 + 200} + Ns{200 + 600}); // stream 7, stream 29
    QCOMPARE(std::accumulate(steps[0].time.begin(), steps[0].time.end(), Ns{0}), steps[0].all);
}

void GapIndexTest::evidenceAddsUp()
{
    const auto trace = traceOf(kTwoStreams);
    for (const Gap& gap : findGaps(*trace)) {
        const auto evidence = gapEvidence(*trace, gap);
        QCOMPARE(std::accumulate(evidence.begin(), evidence.end(), Ns{0}), gap.range.length());
        const auto largest = std::ranges::max_element(evidence) - evidence.begin();
        QCOMPARE(static_cast<GapCause>(largest), gap.cause);
    }
}

void GapIndexTest::evidenceByHand()
{
    const auto trace = traceOf(kTwoStreams);
    for (const Gap& gap : findGaps(*trace)) {
        if (gap.range != TimeRange{350, 650})
            continue;
        // 50 before aten::add, 200 in it up to its launch at 600, 50 from there.
        const auto evidence = gapEvidence(*trace, gap);
        QCOMPARE(evidence[static_cast<std::size_t>(GapCause::python)], Ns{50});
        QCOMPARE(evidence[static_cast<std::size_t>(GapCause::opBeforeLaunch)], Ns{200});
        QCOMPARE(evidence[static_cast<std::size_t>(GapCause::launchLatency)], Ns{50});
        return;
    }
    QFAIL("the gap is not there");
}

// A gap of 100 from 100 to 200, launched after 52 (26 in Python, 26 in the operator) or after 40. Its way to the GPU is
// the largest single part both times.
void GapIndexTest::meaningFollowsWhatBelongsTogether()
{
    const auto gapOf = [](int opBegin, int launch) {
        return traceOf("cpu 1 1\ncall 1 2 cudaLaunchKernel #1\nop " + std::to_string(opBegin) +
                       " 190 aten::add\ncall " + std::to_string(launch) + " " + std::to_string(launch + 4) +
                       " cudaLaunchKernel #2\ngpu 0 7\nkernel 10 100 a #1\nkernel 200 210 b #2\n");
    };
    const auto late = gapOf(126, 152);
    QCOMPARE(findGaps(*late).at(0).range, (TimeRange{100, 200}));
    QCOMPARE(findGaps(*late).at(0).cause, GapCause::launchLatency);
    QCOMPARE(gapMeaning(*late, findGaps(*late).at(0)), kLateLaunchMeaning);
    const auto soon = gapOf(120, 140);
    QCOMPARE(findGaps(*soon).at(0).cause, GapCause::launchLatency);
    QCOMPARE(gapMeaning(*soon, findGaps(*soon).at(0)), gapCauseMeaning(GapCause::launchLatency));
    const auto early = gapOf(60, 80); // in the queue before the stream fell idle
    QCOMPARE(gapMeaning(*early, findGaps(*early).at(0)), gapCauseMeaning(GapCause::queued));
}

void GapIndexTest::marginsAreNotWork()
{
    // The profiler's own start and stop lie outside.
    QVERIFY(workSpan(*traceOf(kTwoStreams)) == (TimeRange{100, 1300}));
    // Without steps: the operations alone.
    QVERIFY(workSpan(*traceOf("cpu 1 1\nop 0 900 aten::mm\ngpu 0 7\nkernel 100 200 a\nkernel 300 400 b")) ==
            (TimeRange{100, 400}));
    // Nothing on a GPU: all there is.
    QVERIFY(workSpan(*traceOf("cpu 1 1\nop 0 900 aten::mm")) == (TimeRange{0, 900}));
}

void GapIndexTest::nothingToIndex()
{
    const GapIndex index;
    QVERIFY(index.gaps().empty());
    QVERIFY(!index.next(kNoTrack, 0, 1));
    QVERIFY(index.within({0, 100}).empty());
    QVERIFY(workSpan(*traceOf("")).isEmpty());
}

QTEST_APPLESS_MAIN(GapIndexTest)
#include "tst_gap_index.moc"
