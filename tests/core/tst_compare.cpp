// SPDX-License-Identifier: GPL-3.0-or-later
// Two traces side by side; the record sheet and the checks on small traces.
#include "core/query/compare.h"
#include "core/query/reconcile.h"
#include "core/query/record_sheet.h"
#include "core/query/step_choice.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

#include <algorithm>

using namespace decodescope;
using decodescope::test::traceOf;

namespace {

constexpr std::string_view kBefore = R"(
        cpu 1 1
        step 0 100 ProfilerStep#0
        op 0 10 aten::mm
        call 1 2 cudaLaunchKernel #1
        op 10 20 aten::add
        call 11 12 cudaLaunchKernel #2
        op 20 30 aten::neg
        call 21 22 cudaLaunchKernel #3
        step 100 220 ProfilerStep#1
        op 100 110 aten::mm
        call 101 102 cudaLaunchKernel #4
        op 110 120 aten::add
        call 111 112 cudaLaunchKernel #5
        gpu 0 7
        kernel 10 40 gemm_a #1
        kernel 40 50 add #2
        kernel 50 51 neg #3
        kernel 110 150 gemm_a #4
        kernel 150 162 add #5
)";

constexpr std::string_view kAfter = R"(
        cpu 1 1
        step 0 90 ProfilerStep#7
        op 0 10 aten::mm
        call 1 2 cudaLaunchKernel #1
        op 10 20 aten::add
        call 11 12 cudaLaunchKernel #2
        op 20 30 aten::add
        call 21 22 cudaLaunchKernel #3
        gpu 0 7
        kernel 10 20 gemm_b #1
        kernel 40 50 add #2
        kernel 60 71 add #3
)";

const CompareRow* rowNamed(const Comparison& comparison, std::string_view name)
{
    const auto found = std::ranges::find(comparison.rows, name, &CompareRow::name);
    return found == comparison.rows.end() ? nullptr : &*found;
}

const Check* checkNamed(const std::vector<Check>& checks, std::string_view name)
{
    const auto found = std::ranges::find(checks, name, &Check::name);
    return found == checks.end() ? nullptr : &*found;
}

} // namespace

class CompareTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comparesMedians();
    void withItselfAndShuffledIsZero();
    void chosenSteps();
    void withoutSteps();
    void stepsAsPeopleNameThem_data();
    void stepsAsPeopleNameThem();
    void checksOfATwoLayerModel();
    void checksThatFail();
    void sheetOfATwoLayerModel();
    void sheetOfNothing();
    void oneDisturbedStepIsNoNoise();
};

void CompareTest::comparesMedians()
{
    const auto before = traceOf(kBefore);
    const auto after = traceOf(kAfter);
    const Comparison kernels =
        compareTraces({before.get(), nullptr, {}}, {after.get(), nullptr, {}}, CompareGrouping::kernel);
    QCOMPARE(kernels.rows.size(), std::size_t{3});
    const CompareRow& gemm = kernels.rows[0]; // changed most
    QCOMPARE(gemm.name, std::string("gemm_b"));
    QCOMPARE(gemm.nameInA, std::string("gemm_a"));
    QCOMPARE(gemm.presence, CompareRow::Presence::renamed);
    QCOMPARE(gemm.a.median, Ns{30}); // of 30 and 40, the lower: a value that occurred
    QCOMPARE(gemm.a.low, Ns{30});
    QCOMPARE(gemm.a.high, Ns{40});
    QCOMPARE(gemm.b.median, Ns{10});
    QVERIFY(!gemm.isWithinSpread());
    const CompareRow* add = rowNamed(kernels, "add");
    QCOMPARE(add->presence, CompareRow::Presence::both);
    QCOMPARE(add->countA, 1.0);
    QCOMPARE(add->countB, 2.0);
    QCOMPARE(add->difference(), Ns{21 - 10});
    const CompareRow* neg = rowNamed(kernels, "neg");
    QCOMPARE(neg->presence, CompareRow::Presence::onlyA);
    QCOMPARE(neg->a.median, Ns{0}); // in one of two steps only
    QCOMPARE(neg->a.high, Ns{1});

    QCOMPARE(kernels.a.steps, std::size_t{2});
    QCOMPARE(kernels.a.step.median, Ns{100});
    QCOMPARE(kernels.a.step.high, Ns{120});
    QCOMPARE(kernels.b.busy.median, Ns{31});

    const Comparison ops = compareTraces({before.get(), nullptr, {}}, {after.get(), nullptr, {}}, CompareGrouping::op);
    QCOMPARE(rowNamed(ops, "aten::mm")->difference(), Ns{-20});
    const Comparison parts =
        compareTraces({before.get(), nullptr, {}}, {after.get(), nullptr, {}}, CompareGrouping::part);
    QCOMPARE(parts.rows.size(), std::size_t{1});
    QCOMPARE(parts.rows[0].name, std::string("other"));
    QCOMPARE(parts.rows[0].a.median, Ns{41});
}

void CompareTest::withItselfAndShuffledIsZero()
{
    // The same lines in reverse order within each row of the timeline.
    const auto before = traceOf(kBefore);
    const auto shuffled = traceOf(R"(
        gpu 0 7
        kernel 150 162 add #5
        kernel 110 150 gemm_a #4
        kernel 50 51 neg #3
        kernel 40 50 add #2
        kernel 10 40 gemm_a #1
        cpu 1 1
        call 111 112 cudaLaunchKernel #5
        op 110 120 aten::add
        call 101 102 cudaLaunchKernel #4
        op 100 110 aten::mm
        step 100 220 ProfilerStep#1
        call 21 22 cudaLaunchKernel #3
        op 20 30 aten::neg
        call 11 12 cudaLaunchKernel #2
        op 10 20 aten::add
        call 1 2 cudaLaunchKernel #1
        op 0 10 aten::mm
        step 0 100 ProfilerStep#0
    )");
    for (const auto& other : {before, shuffled}) {
        for (const auto grouping : {CompareGrouping::part, CompareGrouping::kernel, CompareGrouping::op}) {
            for (const CompareRow& row :
                 compareTraces({before.get(), nullptr, {}}, {other.get(), nullptr, {}}, grouping).rows) {
                QCOMPARE(row.difference(), Ns{0});
                QCOMPARE(row.countA, row.countB);
                QCOMPARE(row.presence, CompareRow::Presence::both);
                QVERIFY(row.isWithinSpread());
            }
        }
    }
}

void CompareTest::chosenSteps()
{
    const auto trace = traceOf(kBefore);
    const Comparison comparison =
        compareTraces({trace.get(), nullptr, {0}}, {trace.get(), nullptr, {1}}, CompareGrouping::kernel);
    QCOMPARE(rowNamed(comparison, "gemm_a")->difference(), Ns{10});
    QCOMPARE(rowNamed(comparison, "neg")->presence, CompareRow::Presence::onlyA);
    QCOMPARE(comparison.b.step.median, Ns{120});
}

void CompareTest::stepsAsPeopleNameThem_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QList<int>>("steps"); // empty: refused
    const auto row = [](const char* text, const QList<int>& steps) {
        QTest::newRow(text) << QByteArray(text) << steps;
    };
    row("", {0, 1, 2, 3});
    row("4", {1});
    row("3-5", {0, 1, 2});
    row(" 5 , 3 - 4 ", {0, 1, 2});
    row("8,3", {0, 3});
    row("3-8", {0, 1, 2, 3});
    row("0-99", {}); // not cut to what there is without a word
    row("3-99999999999", {});
    row("5-7", {});
    row("6", {});
    row("3,7", {});
    row("5-3", {});
    row("-3", {});
    row("3-", {});
    row("three", {});
    row("3,,4", {});
    row("99999999999999999999", {});
}

void CompareTest::stepsAsPeopleNameThem()
{
    QFETCH(QByteArray, text);
    QFETCH(QList<int>, steps);
    const auto trace = traceOf(R"(
        cpu 1 1
        step 0 10 ProfilerStep#3
        step 10 20 ProfilerStep#4
        step 20 30 ProfilerStep#5
        step 30 40 ProfilerStep#8
    )");
    const auto chosen = stepsOfText(*trace, text.toStdString());
    QCOMPARE(chosen.has_value(), !steps.isEmpty());
    if (!chosen) {
        QVERIFY(QByteArray::fromStdString(chosen.error().message).contains("has the steps 3-5,8"));
        return;
    }
    QCOMPARE(QList<int>(chosen->begin(), chosen->end()), steps);
    QCOMPARE(*stepsOfText(*trace, textOfSteps(*trace, *chosen)), *chosen);
}

void CompareTest::withoutSteps()
{
    const auto trace = traceOf("gpu 0 7\nkernel 0 10 k\nkernel 20 35 k");
    const Comparison comparison =
        compareTraces({trace.get(), nullptr, {}}, {trace.get(), nullptr, {}}, CompareGrouping::kernel);
    QCOMPARE(comparison.rows.at(0).a.median, Ns{25});
    QCOMPARE(comparison.rows.at(0).countB, 2.0);
    const auto nothing = traceOf("");
    QVERIFY(
        compareTraces({nothing.get(), nullptr, {}}, {nothing.get(), nullptr, {}}, CompareGrouping::part).rows.empty());
}

namespace {

// Two layers of a Llama whose matrices are 4 x 4 (q, o), 2 x 4 (k, v) and 8 x 4 (gate, up, down), and an output matrix,
// all fp16. By bytes the FFN is 96 to 48: 2.0. `ffnNs` is the time of each FFN matrix; the others take 10 ns.
struct Model
{
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const Labels> labels;
};

Model twoLayers(int ffnNs, bool withCache = true)
{
    std::string cpu = "cpu 1 1\nstep 0 100000 ProfilerStep#0\n";
    std::string gpu = "gpu 0 7\n";
    std::vector<Label> labels;
    int t = 10;
    int correlation = 1;
    const auto launch = [&](const std::string& op, int ns, Part part, int layer) {
        cpu += "op " + std::to_string(t) + " " + std::to_string(t + 50) + " " + op + "\n";
        cpu += "call " + std::to_string(t + 10) + " " + std::to_string(t + 20) + " cudaLaunchKernel #" +
               std::to_string(correlation) + "\n";
        gpu += "kernel " + std::to_string(t + 30) + " " + std::to_string(t + 30 + ns) + " k #" +
               std::to_string(correlation) + "\n";
        labels.push_back({layer, part, KernelFamily::gemm, LabelSource::inferred});
        ++correlation;
        t += 200;
    };
    const auto linear = [&](int out, int in, int ns, Part part, int layer) {
        launch("aten::linear {\"Input Dims\": [[1, " + std::to_string(in) + "], [" + std::to_string(out) + ", " +
                   std::to_string(in) + "]], \"Input type\": [\"c10::Half\", \"c10::Half\"]}",
               ns, part, layer);
    };
    for (int layer = 0; layer < 2; ++layer) {
        linear(4, 4, 10, Part::qProj, layer);
        linear(2, 4, 10, Part::kProj, layer);
        linear(2, 4, 10, Part::vProj, layer);
        if (withCache) {
            launch("aten::cat", 5, Part::kvCache, layer);
            launch("aten::cat", 5, Part::kvCache, layer);
        }
        launch("aten::scaled_dot_product_attention", 5, Part::attention, layer);
        linear(4, 4, 10, Part::oProj, layer);
        linear(8, 4, ffnNs, Part::gateProj, layer);
        linear(8, 4, ffnNs, Part::upProj, layer);
        linear(4, 8, ffnNs, Part::downProj, layer);
    }
    linear(16, 4, 10, Part::lmHead, -1);
    return {traceOf(cpu + gpu), std::make_shared<Labels>(std::move(labels))};
}

} // namespace

void CompareTest::checksOfATwoLayerModel()
{
    const Model model = twoLayers(27);
    const auto checks = reconcile(*model.trace, model.labels.get());
    for (const Check& check : checks)
        QVERIFY2(check.verdict == Check::Verdict::holds, (check.name + ": " + check.found).c_str());
    QCOMPARE(checkNamed(checks, "linear operators a step")->expected, std::string("7 x 2 layers + 1 = 15"));
    QCOMPARE(checkNamed(checks, "linear operators a step")->found, std::string("15"));
    QCOMPARE(checkNamed(checks, "cache appends a step")->found, std::string("4"));
    QCOMPARE(checkNamed(checks, "FFN over attention projections, GPU time")->expected,
             std::string("2.0 by bytes of weights"));
    QCOMPARE(checkNamed(checks, "FFN over attention projections, GPU time")->found, std::string("2.0"));
    QCOMPARE(checkNamed(checks, "launches and operations in steps")->expected, std::string("21 launches"));
}

void CompareTest::checksThatFail()
{
    const Model model = twoLayers(10, false);
    const auto checks = reconcile(*model.trace, model.labels.get());
    const Check* ratio = checkNamed(checks, "FFN over attention projections, GPU time");
    QCOMPARE(ratio->verdict, Check::Verdict::fails); // 30 to 40, not 2 to 1
    QCOMPARE(ratio->found, std::string("0.8"));
    QVERIFY(!ratio->meaning.empty());
    QCOMPARE(checkNamed(checks, "cache appends a step")->verdict, Check::Verdict::fails);

    const auto without = reconcile(*model.trace, nullptr);
    QCOMPARE(checkNamed(without, "linear operators a step")->verdict,
             Check::Verdict::holds); // layers by attention calls
    QCOMPARE(checkNamed(without, "cache appends a step")->verdict, Check::Verdict::notChecked);

    const auto lost = traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#0
        call 1 2 cudaLaunchKernel #1
        call 3 4 cudaLaunchKernel #2
        gpu 0 7
        kernel 10 40 k #1
    )");
    const auto lostChecks = reconcile(*lost, nullptr);
    const Check* launches = checkNamed(lostChecks, "launches and operations in steps");
    QCOMPARE(launches->verdict, Check::Verdict::fails);
    QCOMPARE(launches->expected, std::string("2 launches"));
    QCOMPARE(launches->found, std::string("1 operation"));
}

void CompareTest::sheetOfATwoLayerModel()
{
    const Model model = twoLayers(27);
    const RecordSheet sheet = recordSheet(*model.trace, model.labels.get());
    const auto valueOf = [&](std::string_view item) {
        const auto found = std::ranges::find(sheet.rows, item, &SheetRow::item);
        return found == sheet.rows.end() ? std::string("no such row") : found->value;
    };
    QCOMPARE(valueOf("ProfilerStep, one step of decode"), std::string("100.00 µs"));
    QCOMPARE(valueOf("linear operators a step"), std::string("15"));
    QCOMPARE(valueOf("kernels a step"), std::string("21"));
    QCOMPARE(valueOf("launch calls a step"), std::string("21"));
    QCOMPARE(valueOf("top 1 kernel"), std::string("k"));
    QCOMPARE(valueOf("top 2 kernel"), std::string("-"));
    QCOMPARE(valueOf("card"), std::string("-"));
    const std::string text = recordSheetMarkdown(*model.trace, model.labels.get());
    QVERIFY(text.find("| linear operators a step | 15 |") != std::string::npos);
    QVERIFY(text.find("## Checks") != std::string::npos);
    QVERIFY(text.find("## Estimates") != std::string::npos);
}

void CompareTest::sheetOfNothing()
{
    const auto nothing = traceOf("");
    for (const SheetRow& row : recordSheet(*nothing, nullptr).rows)
        QVERIFY(!row.value.empty());
    QVERIFY(!recordSheetMarkdown(*nothing, nullptr).empty());
}

// Of ten steps the fastest and the slowest are left out, of nine none.
void CompareTest::oneDisturbedStepIsNoNoise()
{
    const auto trace = [](int steps, int usual, int disturbed) {
        std::string host = "cpu 1 1\n";
        std::string gpu = "gpu 0 7\n";
        for (int i = 0; i < steps; ++i) {
            const std::string begin = std::to_string(1000 * i);
            const std::string number = " #" + std::to_string(i + 1) + "\n";
            host += "step " + begin + " " + std::to_string(1000 * i + 900) + " ProfilerStep#" + std::to_string(i) +
                    "\ncall " + std::to_string(1000 * i + 1) + " " + std::to_string(1000 * i + 2) +
                    " cudaLaunchKernel" + number;
            const int length = i == 3 ? disturbed : usual;
            gpu += "kernel " + std::to_string(1000 * i + 10) + " " + std::to_string(1000 * i + 10 + length) + " k" +
                   number;
        }
        return traceOf(host + gpu);
    };
    for (const int steps : {9, 10}) {
        const auto a = trace(steps, 10, 500);
        const auto b = trace(steps, 20, 20);
        const Comparison comparison =
            compareTraces({a.get(), nullptr, {}}, {b.get(), nullptr, {}}, CompareGrouping::kernel, {});
        const CompareRow* row = rowNamed(comparison, "k");
        QVERIFY(row);
        QCOMPARE(row->a.median, Ns{10});
        QCOMPARE(row->a.high, steps == 9 ? Ns{500} : Ns{10});
        QCOMPARE(row->isWithinSpread(), steps == 9);
    }
}

QTEST_APPLESS_MAIN(CompareTest)
#include "tst_compare.moc"
