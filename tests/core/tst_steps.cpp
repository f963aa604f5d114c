// SPDX-License-Identifier: GPL-3.0-or-later
// The steps table over traces that can be counted by hand.
#include "core/query/interval_union.h"
#include "core/query/steps.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

using namespace decodescope;
using decodescope::test::traceOf;

class StepsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void unionOfRanges();
    void kernelsBelongToTheStepOfTheirLaunch();
    void unionCountsOverlapOnce();
    void launchWithoutRecordCountsAndNestedCallsDoNot();
    void noGapWithoutAGpu();
    void implausibleIsLeftOut();
    void ranksWithOverlappingStepsAreKeptApart();
    void noSteps();
};

void StepsTest::unionOfRanges()
{
    IntervalUnion all;
    all.add({0, 10});
    all.add({5, 8});
    all.add({10, 12}); // touches
    all.add({20, 20}); // empty
    all.add({20, 25});
    QCOMPARE(all.length(), Ns{17});
    QCOMPARE(all.ranges().size(), std::size_t{2});
    QCOMPARE(all.lengthWithin({0, 100}), Ns{17});
    QCOMPARE(all.lengthWithin({-5, 3}), Ns{3});
    QCOMPARE(all.lengthWithin({11, 21}), Ns{2});
    QCOMPARE(all.lengthWithin({12, 20}), Ns{0});
    QCOMPARE(all.lengthWithin({30, 40}), Ns{0});
    QCOMPARE(IntervalUnion().lengthWithin({0, 5}), Ns{0});
}

void StepsTest::kernelsBelongToTheStepOfTheirLaunch()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#4
        op 10 30 aten::mm ^1
        call 12 20 cudaLaunchKernel #1 ^1
        op 90 99 aten::add ^2
        call 91 95 cudaLaunchKernel #2 ^2
        step 110 200 ProfilerStep#5
        call 120 125 cudaMemcpyAsync #3
        gpu 0 7
        kernel 30 60 gemm #1
        kernel 105 130 add #2
        memcpy 140 150 copy #3
        kernel 160 170 stray #99
    )");
    const auto rows = stepSummaries(*trace);
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].cpuOps, std::uint64_t{2});
    QCOMPARE(rows[0].launches, std::uint64_t{2});
    QCOMPARE(rows[0].kernels, std::uint64_t{2});
    QCOMPARE(rows[0].gpuOps, std::uint64_t{2});
    QCOMPARE(rows[0].kernelSum, Ns{55});
    QCOMPARE(rows[0].gpuBusy, Ns{55});
    QCOMPARE(rows[0].gpuBusyInStep, Ns{30}); // the add ran after the step's end
    QCOMPARE(rows[0].gap, Ns{70});
    QCOMPARE(rows[1].cpuOps, std::uint64_t{0});
    QCOMPARE(rows[1].launches, std::uint64_t{1});
    QCOMPARE(rows[1].kernels, std::uint64_t{0});
    QCOMPARE(rows[1].gpuOps, std::uint64_t{1});
    QCOMPARE(rows[1].kernelSum, Ns{0});
    QCOMPARE(rows[1].gpuBusy, Ns{10});
    QCOMPARE(rows[1].gpuBusyInStep, Ns{20 + 10 + 10}); // the add's rest, the copy, the kernel nobody launched
    QCOMPARE(rows[1].gap, Ns{50});
}

void StepsTest::unionCountsOverlapOnce()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#0
        call 1 2 cudaLaunchKernel #1
        call 2 3 cudaLaunchKernel #2
        call 3 4 cudaLaunchKernel #3
        gpu 0 7
        kernel 10 40 a #1
        kernel 35 50 b #2
        gpu 0 20
        kernel 20 60 c #3
    )");
    const auto rows = stepSummaries(*trace);
    QCOMPARE(rows[0].kernelSum, Ns{30 + 15 + 40});
    QCOMPARE(rows[0].gpuBusy, Ns{50});
    QCOMPARE(rows[0].gap, Ns{50});
}

void StepsTest::launchWithoutRecordCountsAndNestedCallsDoNot()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#0
        call 1 10 cudaLaunchKernel #1
        driver 2 9 cuLaunchKernel #1
        call 20 30 cudaLaunchKernel #2
        driver 21 25 cuLaunchKernel #3
        call 40 50 cudaStreamSynchronize #4
        gpu 0 7
        kernel 30 31 a #1
    )");
    QCOMPARE(stepSummaries(*trace)[0].launches, std::uint64_t{2});
}

void StepsTest::noGapWithoutAGpu()
{
    const auto rows = stepSummaries(*traceOf("cpu 1 1\nstep 0 100 ProfilerStep#0\nop 10 20 aten::add\n"));
    QVERIFY(!rows[0].knowsGap);
    QCOMPARE(rows[0].gap, Ns{0});
    // A step that launched nothing, where others did: the GPU was idle in it.
    const auto one = stepSummaries(*traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#0
        step 100 200 ProfilerStep#1
        call 110 120 cudaLaunchKernel #1
        gpu 0 7
        kernel 130 150 k #1
    )"));
    QVERIFY(one[0].knowsGap);
    QCOMPARE(one[0].gap, Ns{100});
}

void StepsTest::implausibleIsLeftOut()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#0
        call 1 2 cudaLaunchKernel #1
        call 2 3 cudaLaunchKernel #2
        gpu 0 7
        kernel 10 20 sound #1
        kernel 30 4000000000000000030 broken #2
    )");
    const auto rows = stepSummaries(*trace);
    QCOMPARE(rows[0].kernels, std::uint64_t{1});
    QCOMPARE(rows[0].kernelSum, Ns{10});
    QCOMPARE(rows[0].gap, Ns{90});
    QCOMPARE(rows[0].implausible, std::uint64_t{1});
}

void StepsTest::ranksWithOverlappingStepsAreKeptApart()
{
    const auto trace = traceOf(R"(
        source rank0
        cpu 1 1
        step 0 100 ProfilerStep#0
        call 60 61 cudaLaunchKernel #1
        gpu 0 7
        kernel 70 80 a #1
        source rank1
        cpu 1 1
        step 50 150 ProfilerStep#0
        call 70 71 cudaLaunchKernel #1
        gpu 0 7
        kernel 90 120 b #1
    )");
    const auto rows = stepSummaries(*trace);
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].kernelSum, Ns{10});
    QCOMPARE(rows[0].gpuBusyInStep, Ns{10});
    QCOMPARE(rows[1].kernelSum, Ns{30});
    QCOMPARE(rows[1].gpuBusyInStep, Ns{30});
}

void StepsTest::noSteps()
{
    QVERIFY(stepSummaries(*traceOf("gpu 0 7\nkernel 1 2 a")).empty());
    QVERIFY(stepSummaries(*traceOf("")).empty());
}

QTEST_APPLESS_MAIN(StepsTest)
#include "tst_steps.moc"
