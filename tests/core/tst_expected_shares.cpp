// SPDX-License-Identifier: GPL-3.0-or-later
// The expected shares: groups, verdicts at the ends of a range, questions.
#include "core/label/label_trace.h"
#include "core/query/expected_shares.h"
#include "tests/support/label_truth.h"
#include "tests/support/test_data.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

#include <cmath>
#include <numeric>

using namespace decodescope;
using namespace decodescope::test;

namespace {

using enum KernelGroup;

const ExpectedShare& rowOf(const std::vector<ExpectedShare>& rows, KernelGroup group)
{
    return rows[static_cast<std::size_t>(group)];
}

} // namespace

class ExpectedSharesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void groups_data();
    void groups();
    void verdicts_data();
    void verdicts();
    void nothingRan();
    void sampleAddsUp();
};

void ExpectedSharesTest::groups_data()
{
    QTest::addColumn<int>("part");
    QTest::addColumn<QString>("family");
    QTest::addColumn<bool>("hasPart");
    QTest::addColumn<int>("group");
    const auto row = [](const char* name, Part part, const char* family, bool hasPart, KernelGroup group) {
        QTest::newRow(name) << int(part) << QString::fromLatin1(family) << hasPart << int(group);
    };
    row("product", Part::qProj, "gemm", true, linear);
    row("vector product", Part::other, "gemv", false, linear);
    row("product of the math attention", Part::attention, "gemm", true, attention);
    row("softmax of the math attention", Part::attention, "softmax", true, attention);
    row("repeated heads of the attention", Part::attention, "copy", true, elementwise);
    row("scaling of the math attention", Part::attention, "elementwise", true, elementwise);
    row("attention by name", Part::other, "attention", false, attention);
    row("softmax of the sampling", Part::sampling, "softmax", true, rest);
    row("append", Part::kvCache, "copy", true, cache);
    row("append by indices", Part::kvCache, "elementwise", true, cache);
    row("copy without a part", Part::other, "copy", false, cache);
    row("cast in a norm", Part::norm, "copy", true, elementwise);
    row("add", Part::residual, "elementwise", true, elementwise);
    row("mean", Part::norm, "reduction", true, reduction);
    row("fused norm", Part::norm, "norm", true, rest);
    row("compiled", Part::norm, "fused", true, rest);
    row("compiled around the core", Part::attention, "fused", true, rest);
    row("compiled append", Part::kvCache, "fused", true, cache);
}

void ExpectedSharesTest::groups()
{
    QFETCH(const int, part);
    QFETCH(const QString, family);
    QFETCH(const bool, hasPart);
    QFETCH(const int, group);
    Label label;
    label.part = static_cast<Part>(part);
    label.family = *familyFromName(family.toStdString());
    label.source = hasPart ? LabelSource::inferred : LabelSource::none;
    QCOMPARE(int(groupOf(label)), group);
}

void ExpectedSharesTest::verdicts_data()
{
    QTest::addColumn<int>("product"); // ns of 100
    QTest::addColumn<int>("verdict");
    using Verdict = ExpectedShare::Verdict;
    QTest::newRow("59 %") << 59 << int(Verdict::below);
    QTest::newRow("60 %") << 60 << int(Verdict::within);
    QTest::newRow("80 %") << 80 << int(Verdict::within);
    QTest::newRow("81 %") << 81 << int(Verdict::above);
}

void ExpectedSharesTest::verdicts()
{
    QFETCH(const int, product);
    QFETCH(const int, verdict);
    const auto trace =
        traceOf("cpu 1 1\nstep 0 1000 ProfilerStep#0\ncall 1 2 cudaLaunchKernel #1\n"
                "call 3 4 cudaLaunchKernel #2\ngpu 0 7\nkernel 100 " +
                std::to_string(100 + product) + " gemm #1\nkernel 300 " + std::to_string(400 - product) + " add #2\n");
    const Labels labels(std::vector<Label>{{-1, Part::other, KernelFamily::gemm, LabelSource::none},
                                           {-1, Part::other, KernelFamily::elementwise, LabelSource::none}});
    const auto rows = expectedShares(*trace, &labels);
    QCOMPARE(rows.size(), kKernelGroupCount);
    const ExpectedShare& found = rowOf(rows, linear);
    QCOMPARE(found.share, product / 100.0);
    QCOMPARE(found.countShare, 0.5);
    QCOMPARE(found.countPerStep, std::optional(1.0));
    QCOMPARE(int(found.verdict), verdict);
    QCOMPARE(found.question.empty(), found.verdict == ExpectedShare::Verdict::within);
    QVERIFY(!found.expectedPerStep.has_value()); // the number of layers is not known
    QCOMPARE(int(rowOf(rows, rest).verdict), int(ExpectedShare::Verdict::noExpectation));
}

void ExpectedSharesTest::nothingRan()
{
    QVERIFY(expectedShares(*traceOf(""), nullptr).empty());
}

// TinyLlama, counted by hand: 22 layers, 155 matrices, 44 appends, 45 norms. The group of products has the second
// kernels of 22 split products besides, and the product that makes the rotary angles.
void ExpectedSharesTest::sampleAddsUp()
{
    const auto trace = opened(samplePath("tinyllama-h200-torch.pt.trace.json.gz"));
    QVERIFY(trace);
    const auto labels = labelTrace(*trace);
    const auto rows = expectedShares(*trace, labels.get(), {1, std::nullopt});
    QCOMPARE(rowOf(rows, linear).countPerStep, std::optional(155.0 + 22.0 + 1.0));
    QCOMPARE(rowOf(rows, linear).expectedPerStep, std::optional(155));
    QCOMPARE(rowOf(rows, attention).countPerStep, std::optional(22.0));
    QCOMPARE(rowOf(rows, cache).countPerStep, std::optional(44.0));
    QCOMPARE(rowOf(rows, reduction).countPerStep, std::optional(45.0));
    QVERIFY(rowOf(rows, elementwise).countShare > 0.5);
    double share = 0;
    for (const ExpectedShare& row : rows)
        share += row.share;
    QVERIFY(std::abs(share - 1) < 1e-9);
    const std::uint64_t count =
        std::accumulate(rows.begin(), rows.end(), std::uint64_t{0},
                        [](std::uint64_t sum, const ExpectedShare& row) { return sum + row.count; });
    QCOMPARE(count, std::uint64_t{925});
}

QTEST_APPLESS_MAIN(ExpectedSharesTest)
#include "tst_expected_shares.moc"
