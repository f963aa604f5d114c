// SPDX-License-Identifier: GPL-3.0-or-later
// Time and count by part, family and layer.
#include "core/query/parts.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

using namespace decodescope;
using decodescope::test::traceOf;

class PartsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void groups();
    void rangesCut();
    void stepByStep();
    void withoutLabels();
};

namespace {

std::shared_ptr<const Trace> twoSteps()
{
    return traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#0
        call 1 2 cudaLaunchKernel #1
        call 3 4 cudaLaunchKernel #2
        call 5 6 cudaLaunchKernel #3
        step 100 200 ProfilerStep#1
        call 101 102 cudaLaunchKernel #4
        gpu 0 7
        kernel 10 50 gemm #1
        kernel 50 55 add #2
        kernel 60 65 add #3
        kernel 110 140 gemm #4
        kernel 300 310 gemm #99
    )");
}

} // namespace

void PartsTest::groups()
{
    const auto trace = twoSteps();
    std::vector<Label> list{
        {0, Part::qProj, KernelFamily::gemm, LabelSource::inferred},
        {0, Part::residual, KernelFamily::elementwise, LabelSource::inferred},
        {1, Part::residual, KernelFamily::elementwise, LabelSource::inferred},
        {1, Part::qProj, KernelFamily::gemm, LabelSource::inferred},
        {-1, Part::other, KernelFamily::gemm, LabelSource::none},
    };
    const Labels labels(list);

    const PartTable parts = partTable(*trace, &labels, PartGrouping::part);
    QCOMPARE(parts.rows.size(), std::size_t{3});
    QCOMPARE(parts.rows[0].part, Part::qProj);
    QCOMPARE(parts.rows[0].time, Ns{70});
    QCOMPARE(parts.rows[0].share, 70.0 / 90.0);
    QCOMPARE(parts.rows[0].countShare, 2.0 / 5.0);
    QCOMPARE(parts.rows[0].countPerStep, std::optional(1.0));
    QCOMPARE(parts.rows[1].part, Part::residual); // equal times keep the order of parts
    QCOMPARE(parts.rows[2].part, Part::other);
    QCOMPARE(parts.rows[2].countPerStep, std::optional(0.0)); // launched in no step
    QCOMPARE(parts.time, Ns{90});

    const PartTable families = partTable(*trace, &labels, PartGrouping::family);
    QCOMPARE(families.rows.size(), std::size_t{2});
    QCOMPARE(families.rows[0].family, KernelFamily::gemm);
    QCOMPARE(families.rows[0].time, Ns{80});
    QCOMPARE(families.rows[0].count, std::uint64_t{3});

    const PartTable layers = partTable(*trace, &labels, PartGrouping::layer);
    QCOMPARE(layers.rows.size(), std::size_t{5});
    QCOMPARE(layers.rows[0].layer, -1);
    QCOMPARE(layers.rows[1].layer, 0);
    QCOMPARE(layers.rows[1].part, Part::qProj);
    QCOMPARE(layers.rows[4].layer, 1);

    const PartTable second = partTable(*trace, &labels, PartGrouping::part, {1, std::nullopt});
    QCOMPARE(second.rows.size(), std::size_t{1});
    QCOMPARE(second.time, Ns{30});
}

// As a drag over the timeline counts: what reaches over an end is cut there.
void PartsTest::rangesCut()
{
    const PartTable table = partTable(*twoSteps(), nullptr, PartGrouping::part, {std::nullopt, TimeRange{40, 120}});
    QCOMPARE(table.count, std::uint64_t{4});
    QCOMPARE(table.time, Ns{10 + 5 + 5 + 10});
    QCOMPARE(table.steps, std::size_t{0}); // none of them lies in it whole
    QVERIFY(!table.rows[0].countPerStep.has_value());
    QCOMPARE(table.rows[0].events.size(), std::size_t{4});
    const PartTable whole = partTable(*twoSteps(), nullptr, PartGrouping::part, {std::nullopt, TimeRange{0, 160}});
    QCOMPARE(whole.steps, std::size_t{1});
    QCOMPARE(whole.rows[0].countPerStep, std::optional(3.0)); // of step 0 alone
}

void PartsTest::stepByStep()
{
    const auto trace = twoSteps();
    const Labels labels(std::vector<Label>{{0, Part::qProj, KernelFamily::gemm, LabelSource::inferred},
                                           {0, Part::residual, KernelFamily::elementwise, LabelSource::inferred},
                                           {1, Part::residual, KernelFamily::elementwise, LabelSource::inferred},
                                           {1, Part::qProj, KernelFamily::gemm, LabelSource::inferred},
                                           {-1, Part::other, KernelFamily::gemm, LabelSource::none}});
    const StepParts steps = partsByStep(*trace, &labels, 100);
    QCOMPARE(steps.columns, (std::vector{Part::qProj, Part::residual}));
    QCOMPARE(steps.rows.size(), std::size_t{2});
    QCOMPARE(steps.rows[0].time, (std::vector<Ns>{40, 10}));
    QCOMPARE(steps.rows[0].count, (std::vector<double>{1, 2}));
    QCOMPARE(steps.rows[1].time, (std::vector<Ns>{30, 0}));
    const StepParts together = partsByStep(*trace, &labels, 1);
    QCOMPARE(together.rows.size(), std::size_t{1});
    QCOMPARE(together.rows[0].last, std::size_t{1});
    QCOMPARE(together.rows[0].time, (std::vector<Ns>{35, 5})); // means
    QCOMPARE(together.rows[0].count, (std::vector<double>{1, 1}));
    QVERIFY(partsByStep(*traceOf(""), nullptr, 10).rows.empty());
}

void PartsTest::withoutLabels()
{
    const PartTable table = partTable(*twoSteps(), nullptr, PartGrouping::part);
    QCOMPARE(table.rows.size(), std::size_t{1});
    QCOMPARE(table.rows[0].part, Part::other);
    QCOMPARE(table.rows[0].share, 1.0);
    QVERIFY(partTable(*traceOf(""), nullptr, PartGrouping::part).rows.empty());
}

QTEST_APPLESS_MAIN(PartsTest)
#include "tst_parts.moc"
