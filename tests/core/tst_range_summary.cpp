// SPDX-License-Identifier: GPL-3.0-or-later
// The summary of a dragged window, counted by hand.
#include "core/query/launch_cursor.h"
#include "core/query/range_summary.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

#include <map>
#include <random>
#include <string>

using namespace decodescope;
using decodescope::test::traceOf;

namespace {

std::shared_ptr<const Trace> twoStreams()
{
    return traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#0
        call 1 5 cudaLaunchKernel #1
        call 6 8 cudaLaunchKernel #2
        call 9 12 cudaLaunchKernel #3
        call 20 22 cudaMemcpyAsync #4
        step 110 200 ProfilerStep#1
        gpu 0 7
        kernel 10 30 a #1
        kernel 30 50 b #2
        kernel 50 50 nothing
        kernel 60 90 a #3
        gpu 0 20
        memcpy 40 70 copy #4
    )");
}

const KernelUse* kernelNamed(const Trace& trace, const RangeSummary& summary, std::string_view name)
{
    for (const KernelUse& use : summary.kernels) {
        if (trace.text(use.name) == name)
            return &use;
    }
    return nullptr;
}

} // namespace

class RangeSummaryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cutsAtTheWindowsEnds();
    void overlappingKernelsOfOneStream();
    void countsTheRowsThatAreAskedFor();
    void oneNameOfSeveralKinds();
    void windowIsHalfOpen();
    void percentilesAreValuesThatOccurred();
    void partsComeFromLabels();
    void stops();
    void cursorFindsWhatASearchFinds();
};

void RangeSummaryTest::cutsAtTheWindowsEnds()
{
    const auto trace = twoStreams();
    const auto summary = summarizeRange(*trace, {20, 120});
    QVERIFY(summary.has_value());
    QCOMPARE(summary->streams.size(), std::size_t{2});
    QCOMPARE(summary->streams[0].kernelSum, Ns{10 + 20 + 0 + 30});
    QCOMPARE(summary->streams[0].busy, Ns{60});
    QCOMPARE(summary->streams[0].idle, Ns{40});
    QCOMPARE(summary->streams[0].kernels, std::uint64_t{4});
    QCOMPARE(summary->streams[1].kernelSum, Ns{0});
    QCOMPARE(summary->streams[1].busy, Ns{30});
    QCOMPARE(summary->streams[1].idle, Ns{70});
    QCOMPARE(summary->streams[1].gpuOps, std::uint64_t{1});
    QCOMPARE(summary->busy, Ns{70}); // 20..90 without a hole
    QCOMPARE(summary->kernelSum, Ns{60});
    QCOMPARE(summary->steps.size(), std::size_t{2});
    QCOMPARE(summary->steps[0].overlap, Ns{80});
    QCOMPARE(summary->steps[1].overlap, Ns{10});

    const KernelUse* a = kernelNamed(*trace, *summary, "a");
    QVERIFY(a);
    QCOMPARE(a->count, std::uint64_t{2});
    QCOMPARE(a->total, Ns{40});
    QCOMPARE(a->share, 40.0 / 90.0);
    QCOMPARE(a->mean, Ns{25}); // of whole durations, 20 and 30
    QCOMPARE(a->min, Ns{20});
    QCOMPARE(a->max, Ns{30});
    QCOMPARE(a->launchDelay, Ns{9}); // 10 - 1 and 60 - 9
    QVERIFY(summary->kernels[0].total >= summary->kernels[1].total);
    QCOMPARE(kernelNamed(*trace, *summary, "nothing")->launchDelay, Ns{-1});
}

void RangeSummaryTest::overlappingKernelsOfOneStream()
{
    const auto trace = traceOf(R"(
        gpu 0 7
        kernel 0 10 a
        kernel 5 20 b
        kernel 30 40 a
        kernel 38 50 b
    )");
    const auto summary = summarizeRange(*trace, {0, 50});
    QCOMPARE(summary->streams[0].kernelSum, Ns{10 + 15 + 10 + 12});
    QCOMPARE(summary->streams[0].busy, Ns{40});
    QCOMPARE(summary->busy, Ns{40});
}

void RangeSummaryTest::countsTheRowsThatAreAskedFor()
{
    const auto trace = twoStreams();
    const TrackId copies = trace->event(test::eventNamed(*trace, "copy")).track;
    const TrackId cpu = trace->event(test::eventNamed(*trace, "cudaLaunchKernel")).track;
    const std::vector<TrackId> rows{copies, cpu};
    const auto summary = summarizeRange(*trace, {20, 120}, nullptr, {}, rows);
    QCOMPARE(summary->streams.size(), std::size_t{1});
    QCOMPARE(summary->streams[0].track, copies);
    QCOMPARE(summary->busy, Ns{30}); // 40..70
    QCOMPARE(summary->gpuOps, std::uint64_t{1});
    QCOMPARE(summary->kernelCount, std::uint64_t{0});
    const std::vector<TrackId> none{cpu};
    QCOMPARE(summarizeRange(*trace, {20, 120}, nullptr, {}, none)->gpuOps, std::uint64_t{0});
}

void RangeSummaryTest::oneNameOfSeveralKinds()
{
    const auto trace = traceOf(R"(
        gpu 0 7
        kernel 0 10 same
        memcpy 10 30 same
        memset 30 60 same
        memcpy 60 64 same
        kernel 64 65 same
        kernel 65 66 other
    )");
    const auto summary = summarizeRange(*trace, {0, 100});
    std::map<std::pair<std::string, EventKind>, std::pair<Ns, std::uint64_t>> found;
    for (const KernelUse& use : summary->kernels)
        found[{std::string(trace->text(use.name)), use.kind}] = {use.total, use.count};
    const decltype(found) expected{{{"same", EventKind::kernel}, {11, 2}},
                                   {{"same", EventKind::memcpy}, {24, 2}},
                                   {{"same", EventKind::memset}, {30, 1}},
                                   {{"other", EventKind::kernel}, {1, 1}}};
    QCOMPARE(summary->kernels.size(), expected.size());
    QVERIFY(found == expected);
}

void RangeSummaryTest::windowIsHalfOpen()
{
    const auto trace = twoStreams();
    QCOMPARE(summarizeRange(*trace, {30, 60})->streams[0].kernels, std::uint64_t{2}); // b and the empty one
    QCOMPARE(summarizeRange(*trace, {50, 60})->streams[0].kernels,
             std::uint64_t{1}); // an empty one at the begin counts
    QCOMPARE(summarizeRange(*trace, {51, 60})->streams[0].kernels, std::uint64_t{0});
    QCOMPARE(summarizeRange(*trace, {60, 60})->streams[0].busy, Ns{0});
    QCOMPARE(summarizeRange(*trace, {-500, -400})->gpuOps, std::uint64_t{0});
}

void RangeSummaryTest::percentilesAreValuesThatOccurred()
{
    std::string text = "gpu 0 7\n";
    for (int i = 1; i <= 100; ++i)
        text += "kernel " + std::to_string(i * 1000) + " " + std::to_string(i * 1000 + i) + " k\n";
    const auto trace = traceOf(text);
    const auto summary = summarizeRange(*trace, trace->span());
    const KernelUse& k = summary->kernels.at(0);
    QCOMPARE(k.median, Ns{50});
    QCOMPARE(k.p90, Ns{90});
    QCOMPARE(k.p99, Ns{99});
    QCOMPARE(k.max, Ns{100});
    QCOMPARE(k.total, Ns{5050});
    QCOMPARE(k.mean, Ns{50});
    QCOMPARE(trace->event(k.longest).duration, Ns{100});
}

void RangeSummaryTest::partsComeFromLabels()
{
    const auto trace = twoStreams();
    std::vector<Label> list(trace->gpuOperationCount());
    for (std::size_t i = 0; i < list.size(); ++i)
        list[i].part = trace->name(trace->gpuOperation(i).event) == "a" ? Part::qProj : Part::other;
    const Labels labels(list);
    const auto summary = summarizeRange(*trace, {20, 120}, &labels);
    QCOMPARE(summary->parts.size(), std::size_t{2});
    QCOMPARE(summary->parts[0].part, Part::qProj);
    QCOMPARE(summary->parts[0].time, Ns{40});
    QCOMPARE(summary->parts[0].count, std::uint64_t{2});
    QCOMPARE(summary->parts[0].median, Ns{20}); // of 20 and 30, by nearest rank and not cut
    QCOMPARE(summary->parts[0].p99, Ns{30});
    QCOMPARE(summary->parts[1].time, Ns{20 + 0 + 30});
    QVERIFY(summarizeRange(*trace, {20, 120})->parts.empty());
}

void RangeSummaryTest::stops()
{
    std::string text = "gpu 0 7\n";
    for (int i = 0; i < 20000; ++i)
        text += "kernel " + std::to_string(i * 10) + " " + std::to_string(i * 10 + 5) + " k\n";
    const auto trace = traceOf(text);
    std::stop_source source;
    source.request_stop();
    const auto summary = summarizeRange(*trace, trace->span(), nullptr, source.get_token());
    QVERIFY(!summary.has_value());
    QCOMPARE(summary.error().code, ErrorCode::cancelled);
}

// The table's own search, asked from anywhere.
void RangeSummaryTest::cursorFindsWhatASearchFinds()
{
    std::string lines = "cpu 1 1\n";
    std::mt19937 random(3);
    for (int i = 0; i < 400; ++i) {
        const bool isGpu = random() % 3 == 0;
        lines += isGpu ? "gpu 0 7\nkernel " : "cpu 1 1\nop ";
        lines += std::to_string(10 * i) + " " + std::to_string(10 * i + 5) + " n\n";
    }
    const auto trace = test::traceOf(lines);
    LaunchCursor cursor(*trace);
    std::size_t at = 0;
    for (int round = 0; round < 4000; ++round) {
        at = (random() % 8 == 0 ? random() : at + random() % 5) % trace->eventCount();
        const auto event = static_cast<EventId>(at);
        QCOMPARE(cursor.indexOf(event), trace->gpuOperationIndex(event).value_or(trace->gpuOperationCount()));
    }
}

QTEST_APPLESS_MAIN(RangeSummaryTest)
#include "tst_range_summary.moc"
