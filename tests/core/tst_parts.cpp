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

    const PartTable second = partTable(*trace, &labels, PartGrouping::part, 1);
    QCOMPARE(second.rows.size(), std::size_t{1});
    QCOMPARE(second.time, Ns{30});
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
