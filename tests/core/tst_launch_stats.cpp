// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of launching, queue depth, weights, bandwidth and the verdict on what sets the pace.
#include "core/query/card_bandwidth.h"
#include "core/query/launch_stats.h"
#include "core/query/linear_weights.h"
#include "core/query/recording.h"
#include "core/query/what_if.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

using namespace decodescope;
using decodescope::test::traceOf;

namespace {

constexpr std::string_view kT4 =
    R"(meta deviceProperties [{"id": 0, "name": "Tesla T4", "totalGlobalMem": 15637086208, "computeMajor": 7, "computeMinor": 5, "numSms": 40}])";

// A step of 1000 ns whose GPU works for `busy` ns from 100 on, in two kernels with `idle` ns between; the second is
// launched when the first has ended. A linear of 64 x 5000 fp16 takes 2000 ns of a T4's bandwidth (640 kB at 320 GB/s).
std::shared_ptr<const Trace> stepWith(Ns busy, Ns idle, std::string_view more = {})
{
    const Ns middle = 100 + busy / 2;
    return traceOf(std::string(kT4) + "\ncpu 1 1\nstep 0 1000 ProfilerStep#0\ncall 50 60 cudaLaunchKernel #1\ncall " +
                   std::to_string(middle + idle / 2) + " " + std::to_string(middle + idle / 2 + 1) +
                   " cudaLaunchKernel #2\n" + std::string(more) + "\ngpu 0 7\nkernel 100 " + std::to_string(middle) +
                   " a #1\nkernel " + std::to_string(middle + idle) + " " +
                   std::to_string(middle + idle + busy - busy / 2) + " b #2\n");
}

} // namespace

class LaunchStatsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void costsAndDelays();
    void ofOneStretch();
    void binsOfDelays();
    void queueDepth();
    void cards_data();
    void cards();
    void weightsOfLinears();
    void floorOfAStep();
    void paceIsJudged();
    void timerOfOwnRecordings();
    void estimates();
    void devicesSurviveOddMetadata();
};

void LaunchStatsTest::costsAndDelays()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#0
        call 0 4 cudaLaunchKernel #1
        call 10 18 cudaLaunchKernel #2
        call 50 53 cudaGraphLaunch #3
        call 60 99 cudaDeviceSynchronize #4
        gpu 0 7
        kernel 9 20 a #1
        kernel 20 30 b #2
        kernel 70 71 c #3
        kernel 72 73 d #3
    )");
    const LaunchStats stats = launchStats(*trace);
    QCOMPARE(stats.launches, std::uint64_t{3});
    QCOMPARE(stats.meanCost, Ns{5});
    QCOMPARE(stats.medianCost, Ns{4});
    QCOMPARE(stats.delays, (std::vector<Ns>{9, 10, 20, 22}));
    QCOMPARE(stats.medianDelay, Ns{10});
    QCOMPARE(stats.p99Delay, Ns{22});
    QCOMPARE(stats.launchesPerStep, std::optional(3.0));
}

void LaunchStatsTest::ofOneStretch()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#0
        call 0 4 cudaLaunchKernel #1
        call 10 18 cudaLaunchKernel #2
        step 100 200 ProfilerStep#1
        call 150 153 cudaLaunchKernel #3
        gpu 0 7
        kernel 9 20 a #1
        kernel 30 40 b #2
        kernel 170 180 c #3
    )");
    const LaunchStats second = launchStats(*trace, {}, TimeRange{100, 200});
    QCOMPARE(second.launches, std::uint64_t{1});
    QCOMPARE(second.meanCost, Ns{3});
    QCOMPARE(second.delays, std::vector<Ns>{20});
    QCOMPARE(second.launchesPerStep, std::optional(1.0));
    const PaceVerdict first = judgePace(*trace, {}, TimeRange{0, 100});
    QCOMPARE(first.step, Ns{100});
    QCOMPARE(first.busy, Ns{21});
    QCOMPARE(first.hostWait, Ns{60}); // after b; a was launched as the step began, b while a ran
    QCOMPARE(first.pace, Pace::launchBound);
    QCOMPARE(judgePace(*trace, {}, TimeRange{41, 100}).pace, Pace::unknown);
    QCOMPARE(whatIf(*trace, nullptr, {}, 1)->now, Ns{100});
    QCOMPARE(whatIf(*trace, nullptr, {}, 1)->rows.at(0).step, Ns{10});
    QVERIFY(!whatIf(*trace, nullptr, {}, 7));
}

void LaunchStatsTest::binsOfDelays()
{
    // Edges: 1000, 1585, 2512, 3981, 6310, 10000 ns ...
    const std::vector<Ns> delays{0, 999, 1000, 1584, 1585, 6309, 6310, 9999};
    const auto bins = delayBins(delays);
    const std::vector<std::pair<Ns, std::uint64_t>> expected{{1000, 2}, {1585, 2}, {2512, 1},
                                                             {3981, 0}, {6310, 1}, {10000, 2}};
    QCOMPARE(bins.size(), expected.size());
    Ns from = 0;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        QCOMPARE(bins[i].from, from);
        QCOMPARE(bins[i].to, expected[i].first);
        QCOMPARE(bins[i].count, expected[i].second);
        from = bins[i].to;
    }
    QVERIFY(delayBins({}).empty());
}

void LaunchStatsTest::queueDepth()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        call 0 4 cudaLaunchKernel #1
        call 5 6 cudaLaunchKernel #2
        call 7 8 cudaLaunchKernel #3
        call 100 101 cudaLaunchKernel #4
        gpu 0 7
        kernel 6 20 a #1
        kernel 20 30 b #2
        kernel 30 40 c #3
        kernel 90 95 skewed #4
        kernel 99 100 unlinked
    )");
    const auto rows = queueDepths(*trace);
    QCOMPARE(rows.size(), std::size_t{1});
    const std::vector<std::pair<Ns, int>> expected{{0, 1}, {5, 2}, {6, 1}, {7, 2}, {20, 1}, {30, 0}, {90, 0}};
    QCOMPARE(rows[0].samples.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(rows[0].samples[i].time, expected[i].first);
        QCOMPARE(rows[0].samples[i].depth, expected[i].second);
    }
    QCOMPARE(rows[0].deepest, 2);
}

void LaunchStatsTest::cards_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<qint64>("gib");
    QTest::addColumn<double>("gbPerS");
    const auto row = [](const char* name, qint64 gib, double gbPerS) {
        QTest::addRow("%s %lld GiB", name, static_cast<long long>(gib)) << QByteArray(name) << gib << gbPerS;
    };
    row("Tesla T4", 15, 320);
    row("NVIDIA H200", 140, 4800);
    row("NVIDIA H100 PCIe", 80, 2039);
    row("NVIDIA H100 80GB HBM3", 80, 3352);
    row("NVIDIA A100-SXM4-80GB", 80, 2039);
    row("NVIDIA A100-SXM4-40GB", 40, 1555);
    row("NVIDIA A100-PCIE-40GB", 40, 1555);
    row("NVIDIA A10G", 22, 600);
    row("NVIDIA GeForce RTX 3060", 12, 360);
    row("NVIDIA GeForce RTX 3060 Ti", 8, 448);
    row("GeForce RTX 2080 Ti", 11, 616);
    row("AMD Instinct MI300X VF", 192, 5300);
    row("Some card of tomorrow", 1000, 0);
    row("", 0, 0);
}

void LaunchStatsTest::cards()
{
    QFETCH(QByteArray, name);
    QFETCH(qint64, gib);
    QFETCH(double, gbPerS);
    QCOMPARE(peakBandwidthGbPerS(name.toStdString(), gib << 30).value_or(0), gbPerS);
}

void LaunchStatsTest::weightsOfLinears()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#0
        op 0 10 aten::linear {"Input Dims": [[1, 1, 4], [8, 4], []], "Input type": ["c10::Half", "c10::Half", ""]}
        op 1 9 aten::mm {"Input Dims": [[1, 4], [4, 8]], "Input type": ["c10::Half", "c10::Half"]}
        op 20 30 aten::addmm {"Input Dims": [[16], [1, 4], [4, 16]], "Input type": ["float", "float", "float"]}
        op 40 50 aten::bmm {"Input Dims": [[1, 4, 4], [1, 4, 16]], "Input type": ["float", "float"]}
        op 60 70 aten::mm {"Input Dims": [[1, 4], [4, 2]], "Input type": ["float", "float"]}
        op 80 90 aten::linear
        op 200 210 aten::linear {"Input Dims": [[1, 4], [8, 4]], "Input type": ["c10::Half", "c10::Half"]}
    )");
    const auto calls = linearCalls(*trace);
    QCOMPARE(calls.size(), std::size_t{5});
    QCOMPARE(calls[0].weightBytes, std::int64_t{8 * 4 * 2});
    QCOMPARE(calls[0].inFeatures, std::int64_t{4});
    QCOMPARE(calls[0].outFeatures, std::int64_t{8});
    QCOMPARE(calls[1].weightBytes, std::int64_t{4 * 16 * 4});
    QCOMPARE(calls[1].outFeatures, std::int64_t{16});
    QCOMPARE(calls[2].weightBytes, std::int64_t{4 * 2 * 4});
    QCOMPARE(calls[3].weightBytes, std::int64_t{0});
    QCOMPARE(calls[4].step, -1);
    const auto rows = weightsByStep(*trace, calls);
    QCOMPARE(rows[0].linears, std::uint64_t{4});
    QCOMPARE(rows[0].bytes, std::int64_t{64 + 256 + 32});
    QCOMPARE(rows[0].withoutShape, std::uint64_t{1});
}

void LaunchStatsTest::floorOfAStep()
{
    const auto trace = stepWith(
        100, 0,
        R"(op 10 40 aten::linear {"Input Dims": [[1, 5000], [64, 5000]], "Input type": ["c10::Half", "c10::Half"]})");
    const auto floor = bandwidthFloor(*trace);
    QVERIFY(floor.has_value());
    QCOMPARE(floor->weightBytes, std::int64_t{640000});
    QCOMPARE(floor->gbPerS, 320.0);
    QCOMPARE(floor->time, Ns{2000});
    QCOMPARE(floor->device, std::string("Tesla T4"));
    QVERIFY(!bandwidthFloor(*stepWith(100, 0)).has_value()); // no shapes
}

void LaunchStatsTest::paceIsJudged()
{
    const PaceVerdict waiting = judgePace(*stepWith(200, 400));
    QCOMPARE(waiting.pace, Pace::launchBound);
    QCOMPARE(waiting.step, Ns{1000});
    QCOMPARE(waiting.busy, Ns{200});
    QCOMPARE(waiting.hostWait, Ns{800}); // before the first kernel, between the two, and after the last
    QVERIFY2(waiting.sentence.starts_with("Launch-bound: of a step of 1.00 µs the GPU works 200 ns (20.0 %)"),
             waiting.sentence.c_str());

    const char* small =
        R"(op 10 40 aten::linear {"Input Dims": [[1, 500], [64, 500]], "Input type": ["c10::Half", "c10::Half"]})";
    const char* large =
        R"(op 10 40 aten::linear {"Input Dims": [[1, 2000], [64, 2000]], "Input type": ["c10::Half", "c10::Half"]})";
    QCOMPARE(judgePace(*stepWith(850, 0, large)).pace, Pace::bandwidthBound); // 800 of 850 ns
    QCOMPARE(judgePace(*stepWith(850, 0, small)).pace, Pace::computeBound);   // 200 of 850 ns
    QCOMPARE(judgePace(*stepWith(600, 100, large)).pace, Pace::mixed);
    QCOMPARE(judgePace(*stepWith(850, 0)).pace, Pace::mixed); // how much must be read is not known
    QCOMPARE(judgePace(*traceOf("")).pace, Pace::unknown);
    QCOMPARE(judgePace(*traceOf("cpu 1 1\nstep 0 10 ProfilerStep#0")).pace, Pace::unknown);
}

void LaunchStatsTest::timerOfOwnRecordings()
{
    const auto trace = traceOf(
        R"(meta decodescope {"timer": {"steps": 30, "tpot_ns": 9400000}, "recorded": {"median_ns": 11000000}, "timer_after": {"steps": 30, "tpot_ns": 9500000}, "timer_first": {"steps": 30, "tpot_ns": 44600000}})");
    const auto facts = timerFactsOf(trace->sources().front());
    QVERIFY(facts.has_value());
    QCOMPARE(facts->tpot, Ns{9400000});
    QCOMPARE(facts->tpotAfter, Ns{9500000});
    QCOMPARE(facts->recordedStep, Ns{11000000});
    QCOMPARE(facts->steps, std::int64_t{30});
    QCOMPARE(facts->tpotFirst, Ns{44600000});
    QCOMPARE(facts->tpotMean, Ns{9400000});
    QVERIFY(!facts->isMedian);
    // A file that says both: what a recorded step is compared with is the median, 8.7 ms; tokens a second follow from
    // the mean.
    const auto both = timerFactsOf(
        traceOf(
            R"(meta decodescope {"timer": {"steps": 30, "tpot_ns": 9200000, "median_ns": 8700000}, "timer_first": {"tpot_ns": 49500000, "median_ns": 47200000}})")
            ->sources()
            .front());
    QCOMPARE(both->tpot, Ns{8700000});
    QCOMPARE(both->tpotMean, Ns{9200000});
    QCOMPARE(both->tpotFirst, Ns{47200000});
    QVERIFY(both->isMedian);
    QVERIFY(!timerFactsOf(traceOf("meta decodescope [1]")->sources().front()).has_value());
    QVERIFY(!timerFactsOf(traceOf("meta decodescope {\"timer")->sources().front()).has_value());
}

void LaunchStatsTest::estimates()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        step 0 1000 ProfilerStep#0
        call 10 11 cudaLaunchKernel #1
        call 110 111 cudaLaunchKernel #2
        call 210 211 cudaLaunchKernel #3
        call 310 311 cudaLaunchKernel #4
        call 410 411 cudaLaunchKernel #5
        gpu 0 7
        kernel 100 150 pow #1
        kernel 200 250 mean #2
        kernel 300 350 gemm #3
        kernel 400 450 mul #4
        kernel 500 550 mul #5
    )");
    std::vector<Label> list(5);
    const std::array<KernelFamily, 5> families{KernelFamily::elementwise, KernelFamily::reduction, KernelFamily::gemm,
                                               KernelFamily::elementwise, KernelFamily::elementwise};
    for (std::size_t i = 0; i < 5; ++i) {
        list[i].family = families[i];
        list[i].layer = i == 4 ? 1 : 0;
    }
    const Labels labels(list);
    const auto table = whatIf(*trace, &labels);
    QVERIFY(table.has_value());
    QCOMPARE(table->now, Ns{1000});
    QCOMPARE(table->rows[0].step, Ns{250});
    QCOMPARE(table->rows[0].speedup, 4.0);
    QCOMPARE(table->fusedLaunches, std::uint64_t{1}); // pow and mean; the last two are of different layers
    QCOMPARE(table->rows[1].step, Ns{950});           // without the gap from 150 to 200
    QCOMPARE(table->rows.size(), std::size_t{2});     // no floor: neither card nor shapes
    QCOMPARE(whatIf(*trace, nullptr)->rows.size(), std::size_t{1});
    QVERIFY(!whatIf(*traceOf(""), nullptr).has_value());
}

void LaunchStatsTest::devicesSurviveOddMetadata()
{
    for (const char* text : {"meta deviceProperties 5", "meta deviceProperties [5, null]", "meta deviceProperties {{",
                             R"(meta deviceProperties [{"name": 7, "totalGlobalMem": 1e300, "computeMajor": -4}])"}) {
        const auto trace = traceOf(text);
        for (const DeviceInfo& device : devicesOf(trace->sources().front()))
            QCOMPARE(device.computeMajor, 0);
    }
    const auto device = devicesOf(traceOf(kT4)->sources().front()).at(0);
    QCOMPARE(device.name, std::string("Tesla T4"));
    QCOMPARE(device.multiprocessors, 40);
    QCOMPARE(cudaVersionText(12080), std::string("12.8"));
}

QTEST_APPLESS_MAIN(LaunchStatsTest)
#include "tst_launch_stats.moc"
