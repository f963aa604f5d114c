// SPDX-License-Identifier: GPL-3.0-or-later
// key_averages() rule by rule, on traces small enough to sum by hand.
#include "core/query/averages.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

using namespace decodescope;
using decodescope::test::traceOf;

namespace {

const AverageRow* rowNamed(const std::vector<AverageRow>& rows, std::string_view name, bool onDevice = false)
{
    for (const AverageRow& row : rows) {
        if (row.name == name && row.onDevice == onDevice)
            return &row;
    }
    return nullptr;
}

} // namespace

class AveragesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void innermostOperatorGetsTheKernel();
    void onlyChildOfItsNameIsFolded();
    void crossingIsNoNesting();
    void equalIdsOfTwoCountersDoNotTie();
    void withoutExternalIdsPlaceDecides();
    void unlinkedWorkBelongsToNobody();
    void stepsShareOneRowAndAnnotationsHaveTwo();
    void byShape();
    void oneStepOnly();
    void aRangeOnly();
    void rolesByTime();
    void leavesOutWhatTorchLeavesOut();
};

void AveragesTest::innermostOperatorGetsTheKernel()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        op 0 100 aten::linear ^1
        op 10 90 aten::mm ^2
        call 20 50 cudaLaunchKernel #5 ^2
        gpu 0 7
        kernel 200 240 gemm #5 ^2
    )");
    const auto rows = keyAverages(*trace);
    QCOMPARE(rows.size(), std::size_t{4});
    QCOMPARE(rows[0].name, std::string("aten::linear")); // in order of time
    const AverageRow* linear = rowNamed(rows, "aten::linear");
    QCOMPARE(linear->cpuTotal, Ns{100});
    QCOMPARE(linear->selfCpu, Ns{20});
    QCOMPARE(linear->selfDevice, Ns{0});
    QCOMPARE(linear->deviceTotal, Ns{40});
    const AverageRow* mm = rowNamed(rows, "aten::mm");
    QCOMPARE(mm->selfCpu, Ns{50}); // without its launch
    QCOMPARE(mm->selfDevice, Ns{40});
    const AverageRow* launch = rowNamed(rows, "cudaLaunchKernel");
    QCOMPARE(launch->selfCpu, Ns{30});
    QCOMPARE(launch->deviceTotal, Ns{0});
    const AverageRow* kernel = rowNamed(rows, "gemm", true);
    QCOMPARE(kernel->selfCpu, Ns{0});
    QCOMPARE(kernel->selfDevice, Ns{40});
    QCOMPARE(kernel->deviceTotal, Ns{40});
    const AverageTotals totals = totalsOf(rows);
    QCOMPARE(totals.selfCpu, Ns{100});
    QCOMPARE(totals.selfDevice, Ns{40});
}

void AveragesTest::onlyChildOfItsNameIsFolded()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        op 0 100 aten::add ^1
        op 10 90 aten::add ^2
        op 20 80 aten::add ^3
        call 30 40 cudaLaunchKernel #5 ^3
        gpu 0 7
        kernel 200 240 add #5 ^3
        cpu 1 2
        op 0 100 aten::mul ^4
        op 10 20 aten::mul ^5
        op 30 40 aten::mul ^6
    )");
    const auto rows = keyAverages(*trace);
    const AverageRow* add = rowNamed(rows, "aten::add");
    QCOMPARE(add->calls, std::uint64_t{1});
    QCOMPARE(add->cpuTotal, Ns{100});
    QCOMPARE(add->selfCpu, Ns{90}); // its child is now the launch
    QCOMPARE(add->selfDevice, Ns{40});
    const AverageRow* mul = rowNamed(rows, "aten::mul");
    QCOMPARE(mul->calls, std::uint64_t{3}); // two children: nothing is folded
    QCOMPARE(mul->cpuTotal, Ns{120});
    QCOMPARE(mul->selfCpu, Ns{100});
}

void AveragesTest::crossingIsNoNesting()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        op 0 50 a
        op 40 60 b
        op 45 50 c
    )");
    const auto rows = keyAverages(*trace);
    QCOMPARE(rowNamed(rows, "a")->selfCpu, Ns{50});
    QCOMPARE(rowNamed(rows, "b")->selfCpu, Ns{15}); // c lies in both; b is the one still open
    QCOMPARE(rowNamed(rows, "c")->selfCpu, Ns{5});
}

void AveragesTest::equalIdsOfTwoCountersDoNotTie()
{
    // The call bears the id of an operator that was over long before.
    const auto trace = traceOf(R"(
        cpu 1 1
        op 0 10 aten::old ^7
        op 100 200 aten::mm ^8
        call 110 120 cudaLaunchKernel #1 ^8
        call 300 310 cudaStreamIsCapturing #2 ^7
        call 320 330 cudaLaunchKernel #3 ^7
        gpu 0 7
        kernel 400 440 gemm #1 ^8
        kernel 500 550 stray #3 ^7
    )");
    const auto rows = keyAverages(*trace);
    QCOMPARE(rowNamed(rows, "aten::old")->deviceTotal, Ns{0});
    QCOMPARE(rowNamed(rows, "aten::mm")->deviceTotal, Ns{40});
    QCOMPARE(rowNamed(rows, "stray", true)->selfDevice, Ns{50});
}

void AveragesTest::withoutExternalIdsPlaceDecides()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        op 0 100 aten::linear
        op 10 90 aten::mm
        call 20 50 cudaLaunchKernel #5
        driver 25 45 cuLaunchKernel #6
        gpu 0 7
        kernel 200 240 gemm #5
    )");
    const auto rows = keyAverages(*trace);
    QCOMPARE(rowNamed(rows, "aten::mm")->selfDevice, Ns{40});
    QCOMPARE(rowNamed(rows, "aten::linear")->deviceTotal, Ns{40});
}

void AveragesTest::unlinkedWorkBelongsToNobody()
{
    // Other work of this recording has external ids, so the lack of one says that no operator launched it.
    const auto trace = traceOf(R"(
        cpu 1 1
        op 0 100 aten::mm ^1
        call 10 20 cudaLaunchKernel #1 ^1
        call 30 40 cudaLaunchKernel #2
        gpu 0 7
        kernel 200 240 gemm #1 ^1
        kernel 250 251 own #2
    )");
    const auto rows = keyAverages(*trace);
    QCOMPARE(rowNamed(rows, "aten::mm")->deviceTotal, Ns{40});
    QCOMPARE(rowNamed(rows, "aten::mm")->selfCpu, Ns{80}); // both calls lie in it
}

void AveragesTest::stepsShareOneRowAndAnnotationsHaveTwo()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#3 ^1
        op 10 20 aten::mm ^2
        step 110 200 ProfilerStep#4 ^3
        annotation 120 150 decode ^4
        gpu 0 7
        kernel 30 40 gemm ^2
        gpu_annotation 29 41 ProfilerStep#3 ^1
        gpu_annotation 119 151 decode ^4
    )");
    const auto rows = keyAverages(*trace);
    const AverageRow* steps = rowNamed(rows, "ProfilerStep*");
    QCOMPARE(steps->calls, std::uint64_t{2});
    QCOMPARE(steps->cpuTotal, Ns{190});
    QCOMPARE(steps->selfCpu, Ns{190 - 10 - 30});
    QCOMPARE(steps->deviceTotal, Ns{10});
    QCOMPARE(rowNamed(rows, "ProfilerStep*", true)->selfDevice, Ns{12});
    QCOMPARE(rowNamed(rows, "decode", true)->selfDevice, Ns{32});
    QVERIFY(rowNamed(rows, "decode", true)->isAnnotation);
    QCOMPARE(totalsOf(rows).selfDevice, Ns{10}); // annotation rows would count the kernel again
}

void AveragesTest::byShape()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        op 0 10 aten::mm {"Input Dims": [[1, 4], [4, 8]]}
        op 10 30 aten::mm {"Input Dims": [[1, 4], [4, 2]]}
        op 30 60 aten::mm {"Input Dims": [[1, 4], [4, 8]]}
    )");
    const auto rows = keyAverages(*trace, {.byShape = true, .scope = {}});
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].shapes, std::string("[[1, 4], [4, 8]]"));
    QCOMPARE(rows[0].cpuTotal, Ns{40});
    QCOMPARE(rows[0].calls, std::uint64_t{2});
    QCOMPARE(rows[1].cpuTotal, Ns{20});
    QCOMPARE(keyAverages(*trace).size(), std::size_t{1});
}

void AveragesTest::oneStepOnly()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#3 ^1
        op 10 20 aten::mm ^2
        call 11 12 cudaLaunchKernel #1 ^2
        step 110 200 ProfilerStep#4 ^3
        op 120 140 aten::mm ^4
        call 121 122 cudaLaunchKernel #2 ^4
        gpu 0 7
        kernel 115 130 gemm #1 ^2
        kernel 130 150 gemm #2 ^4
        gpu_annotation 114 131 ProfilerStep#3 ^1
        gpu_annotation 129 151 ProfilerStep#4 ^3
    )");
    const auto rows = keyAverages(*trace, {.byShape = false, .scope = {.step = 0, .range = std::nullopt}});
    QCOMPARE(rowNamed(rows, "aten::mm")->calls, std::uint64_t{1});
    QCOMPARE(rowNamed(rows, "aten::mm")->cpuTotal, Ns{10});
    QCOMPARE(rowNamed(rows, "gemm", true)->selfDevice, Ns{15}); // though it ran in the next step
    QCOMPARE(rowNamed(rows, "ProfilerStep*", true)->selfDevice, Ns{17});
}

void AveragesTest::aRangeOnly()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        op 0 40 aten::mm ^1
        call 10 20 cudaLaunchKernel #1 ^1
        op 50 90 aten::mm ^2
        call 60 70 cudaLaunchKernel #2 ^2
        gpu 0 7
        kernel 45 48 gemm #1
        kernel 100 130 gemm #2
    )");
    const auto rows = keyAverages(*trace, {.byShape = false, .scope = {std::nullopt, TimeRange{42, 95}}});
    const AverageRow* mm = rowNamed(rows, "aten::mm");
    QVERIFY(mm);
    QCOMPARE(mm->calls, std::uint64_t{1}); // the second one began in it
    QCOMPARE(mm->cpuTotal, Ns{40});
    const AverageRow* gemm = rowNamed(rows, "gemm", true);
    QVERIFY(gemm);
    QCOMPARE(gemm->selfDevice, Ns{3}); // the first one began in it
}

void AveragesTest::rolesByTime()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        op 0 40 aten::mm ^1
        call 10 20 cudaLaunchKernel #1 ^1
        call 21 22 cudaLaunchKernel #2 ^1
        gpu 0 7
        kernel 45 48 gemm #1 ^1
        kernel 50 90 gemm #2 ^1
    )");
    const Labels labels(std::vector<Label>{{0, Part::kProj, KernelFamily::gemm, LabelSource::inferred},
                                           {0, Part::qProj, KernelFamily::gemm, LabelSource::inferred}});
    const auto rows = keyAverages(*trace);
    const AverageRoles roles = rolesOf(*trace, &labels, *rowNamed(rows, "gemm", true));
    QCOMPARE(roles.parts, (std::vector{Part::qProj, Part::kProj}));
    QVERIFY(roles.isGpuOperation);
    QCOMPARE(roles.family, KernelFamily::gemm);
    QVERIFY(!rolesOf(*trace, &labels, *rowNamed(rows, "aten::mm")).isGpuOperation);
    QVERIFY(rolesOf(*trace, nullptr, *rowNamed(rows, "gemm", true)).parts.empty());
}

void AveragesTest::leavesOutWhatTorchLeavesOut()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        op 0 100 aten::mm
        op 10 20 aten::is_leaf
        op 30 40 profiler::_record_function_exit
        python 0 100 forward
        gpu 0 7
        kernel 10 4000000000000000010 broken
    )");
    const auto rows = keyAverages(*trace);
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].selfCpu, Ns{100});
}

QTEST_APPLESS_MAIN(AveragesTest)
#include "tst_averages.moc"
