// SPDX-License-Identifier: GPL-3.0-or-later
// The record sheet and its checks where traces differ from an eager Llama on a GPU: CPU, graphs, other models,
// cut-outs.
#include "core/label/label_trace.h"
#include "core/query/compare.h"
#include "core/query/expected_shares.h"
#include "core/query/gaps.h"
#include "core/query/model_facts.h"
#include "core/query/reconcile.h"
#include "core/query/record_sheet.h"
#include "core/query/steps.h"
#include "core/trace/cut_out.h"
#include "tests/support/label_truth.h"
#include "tests/support/test_data.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

#include <algorithm>

using namespace decodescope;
using namespace decodescope::test;

namespace {

SheetRow sheetRow(const Trace& trace, const Labels* labels, std::string_view item)
{
    const RecordSheet sheet = recordSheet(trace, labels);
    const auto found = std::ranges::find(sheet.rows, item, &SheetRow::item);
    return found == sheet.rows.end() ? SheetRow{"no such row", {}, {}} : *found;
}

const Check* checkNamed(const std::vector<Check>& checks, std::string_view name)
{
    const auto found = std::ranges::find(checks, name, &Check::name);
    return found == checks.end() ? nullptr : &*found;
}

} // namespace

class RecordSheetTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sheetOfACpuTrace();
    void sheetNamesItsMedians();
    void sheetComparesMediansWithMedians();
    void appendsOfAGraphAreCountedEach();
    void nothingIsCountedAStepWithoutSteps();
    void matricesOfALayerAreCountedOnce();
    void backendIsNotReadOffFusedNames();
    void stepsOfACutOutAreNotWhole();
};

void RecordSheetTest::sheetOfACpuTrace()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#0
        op 10 20 aten::linear
        step 100 220 ProfilerStep#1
        op 110 120 aten::linear
        step 220 350 ProfilerStep#2
        op 230 240 aten::linear
    )");
    const SheetRow step = sheetRow(*trace, nullptr, "ProfilerStep, one step of decode");
    QCOMPARE(step.value, std::string("120 ns"));
    QCOMPARE(step.note, std::string("median of 100 ns, 120 ns, 130 ns"));
    QCOMPARE(sheetRow(*trace, nullptr, "linear operators a step").value, std::string("1"));
    for (const char* item : {"kernels on the stream, a step", "gap", "kernels a step", "launch calls a step",
                             "matrix products on the GPU, a step", "top 1 kernel"}) {
        const SheetRow row = sheetRow(*trace, nullptr, item);
        QCOMPARE(row.value, std::string("-"));
        QCOMPARE(row.note, std::string("nothing ran on a GPU"));
    }
    const SheetRow versions = sheetRow(*trace, nullptr, "driver's CUDA / CUDA runtime");
    QCOMPARE(versions.value + versions.note, std::string("-"));
    const auto checks = reconcile(*trace, nullptr);
    for (const char* name : {"gaps + busy = step", "launches and operations in steps", "sum of parts"}) {
        QCOMPARE(checkNamed(checks, name)->verdict, Check::Verdict::notChecked);
        QCOMPARE(checkNamed(checks, name)->meaning, std::string("nothing ran on a GPU"));
    }
}

void RecordSheetTest::sheetNamesItsMedians()
{
    const auto noteOf = [](int steps) {
        std::string text = "cpu 1 1\n";
        for (int i = 0; i < steps; ++i)
            text += "step " + std::to_string(1000 * i) + " " + std::to_string(1000 * i + 10 * (i + 1)) +
                    " ProfilerStep#" + std::to_string(i) + "\n";
        const SheetRow row = sheetRow(*traceOf(text), nullptr, "ProfilerStep, one step of decode");
        return row.value + ": " + row.note;
    };
    QCOMPARE(noteOf(1), std::string("10 ns: of one step"));
    QCOMPARE(noteOf(2), std::string("10 ns: the lower of 10 ns, 20 ns"));
    QCOMPARE(noteOf(3), std::string("20 ns: median of 10 ns, 20 ns, 30 ns"));
    QCOMPARE(noteOf(4), std::string("20 ns: median of 10 ns, 20 ns, 30 ns, 40 ns, the lower of the two in the middle"));
}

void RecordSheetTest::sheetComparesMediansWithMedians()
{
    const auto recorded = [](int nanoseconds) {
        return traceOf(R"(meta decodescope {"timer": {"steps": 30, "tpot_ns": 9200000, "median_ns": 8000000},)"
                       R"( "recorded": {"median_ns": )" +
                       std::to_string(nanoseconds) + "}}");
    };
    const SheetRow tpot = sheetRow(*recorded(10000000), nullptr, "TPOT by the timer");
    QCOMPARE(tpot.value, std::string("8.00 ms"));
    QCOMPARE(tpot.note, std::string("median over 30 steps with nothing attached; their mean is 9.20 ms"));
    const SheetRow above = sheetRow(*recorded(10000000), nullptr, "step while recording / TPOT");
    QCOMPARE(above.value, std::string("1.25")); // 10 / 8
    QVERIFY(above.note.starts_with("median over median; the recorder's overhead"));
    const SheetRow below = sheetRow(*recorded(6000000), nullptr, "step while recording / TPOT");
    QCOMPARE(below.value, std::string("0.75"));
    QVERIFY(below.note.find("the recorder's overhead") == std::string::npos);
}

// One launch starts four kernels: two layers that append their keys and values.
void RecordSheetTest::appendsOfAGraphAreCountedEach()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        step 0 1000 ProfilerStep#0
        op 0 500 "a compiled model"
        call 10 20 cudaGraphLaunch #1
        gpu 0 7
        kernel 100 110 k #1
        kernel 120 130 v #1
        kernel 140 150 k #1
        kernel 160 170 v #1
    )");
    const Labels labels(std::vector<Label>{{0, Part::kvCache, KernelFamily::copy, LabelSource::inferred},
                                           {0, Part::kvCache, KernelFamily::copy, LabelSource::inferred},
                                           {1, Part::kvCache, KernelFamily::copy, LabelSource::inferred},
                                           {1, Part::kvCache, KernelFamily::copy, LabelSource::inferred}});
    const auto checks = reconcile(*trace, &labels);
    const Check* appends = checkNamed(checks, "cache appends a step");
    QCOMPARE(appends->expected, std::string("2 x 2 layers = 4"));
    QCOMPARE(appends->found, std::string("4"));
    QCOMPARE(appends->verdict, Check::Verdict::holds);
}

void RecordSheetTest::nothingIsCountedAStepWithoutSteps()
{
    const auto trace = traceOf("cpu 1 1\ncall 10 20 cudaLaunchKernel #1\ngpu 0 7\nkernel 30 40 k #1\n");
    const Labels labels(std::vector<Label>{{0, Part::kvCache, KernelFamily::copy, LabelSource::inferred}});
    const auto checks = reconcile(*trace, &labels);
    for (const char* name : {"linear operators a step", "attention calls a step", "cache appends a step"}) {
        QCOMPARE(checkNamed(checks, name)->verdict, Check::Verdict::notChecked);
        QCOMPARE(checkNamed(checks, name)->meaning, std::string("the trace has no steps"));
    }
}

// GPT-2 has four matrices a layer: c_attn, c_proj, c_fc and the FFN's c_proj. The file has 4 layers and an output
// matrix: 17. Its norms are one kernel each, so that no reduction is to be expected.
void RecordSheetTest::matricesOfALayerAreCountedOnce()
{
    const auto path = sharedPath("data/traces/gpt2-fp16.pt.trace.json.gz");
    if (path.empty())
        QSKIP(kNoSharedData);
    const auto trace = opened(path);
    QVERIFY(trace);
    const auto labels = labelTrace(*trace);
    QCOMPARE(sheetRow(*trace, labels.get(), "linear operators a step").note,
             std::string("aten::linear, or mm and addmm outside of one; 4 x 4 layers + 1 = 17"));
    const auto shares = expectedShares(*trace, labels.get());
    QCOMPARE(shares[static_cast<std::size_t>(KernelGroup::linear)].expectedPerStep, std::optional(17));
    QVERIFY(!shares[static_cast<std::size_t>(KernelGroup::reduction)].expectedPerStep.has_value());
}

void RecordSheetTest::backendIsNotReadOffFusedNames()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#0
        gpu 0 7
        kernel 10 20 triton_poi_fused__scaled_dot_product_cudnn_attention_add_cat_5
        kernel 30 40 pytorch_flash::flash_fwd_kernel
    )");
    const ModelFacts facts = modelFacts(*trace, nullptr, {});
    QCOMPARE(facts.attention.implementation, AttentionImplementation::flash);
    QCOMPARE(facts.attention.evidence, std::string("pytorch_flash::flash_fwd_kernel"));
}

// Cut from 90 to 220: the first step began before, the second is whole, the third goes on.
void RecordSheetTest::stepsOfACutOutAreNotWhole()
{
    const auto trace = traceOf(R"(
        meta cutOut {"source": "long.json", "beginNanoseconds": 90, "endNanoseconds": 220}
        cpu 1 1
        step 0 100 ProfilerStep#0
        step 100 200 ProfilerStep#1
        op 105 130 aten::linear
        call 110 120 cudaLaunchKernel #1
        step 200 900 ProfilerStep#2
        call 205 210 cudaLaunchKernel #2
        gpu 0 7
        kernel 150 190 k #1
        kernel 212 219 k #2
    )");
    QCOMPARE(wholeSteps(*trace), (std::vector<bool>{false, true, false}));
    const auto rows = stepSummaries(*trace);
    QVERIFY(!rows[0].knowsGap);
    QCOMPARE(rows[1].gap, Ns{60});
    QVERIFY(!rows[2].isWhole);
    QCOMPARE(sheetRow(*trace, nullptr, "ProfilerStep, one step of decode").value, std::string("100 ns"));
    QCOMPARE(sheetRow(*trace, nullptr, "cut-out").note, std::string("1 of 3 steps are whole; of long.json"));
    QCOMPARE(sheetRow(*trace, nullptr, "linear operators a step").value, std::string("1"));
    QCOMPARE(sheetRow(*trace, nullptr, "top 1 kernel").note, std::string("40 ns in all, 100.0 %, 1 call a step"));
    const auto noWhole = traceOf(R"(
        meta cutOut {"source": "long.json", "beginNanoseconds": 10, "endNanoseconds": 90}
        cpu 1 1
        step 0 100 ProfilerStep#0
        call 11 12 cudaLaunchKernel #1
        gpu 0 7
        kernel 20 60 k #1
    )");
    QCOMPARE(sheetRow(*noWhole, nullptr, "gap").value, std::string("-"));
    QCOMPARE(sheetRow(*noWhole, nullptr, "top 1 kernel").note, std::string("40 ns in all, 100.0 %"));
    Ns last = 0;
    for (const Gap& gap : findGaps(*trace))
        last = std::max(last, gap.range.end);
    QCOMPARE(last, Ns{220}); // what the third step did after the cut is not here, and is no gap
    const Comparison comparison =
        compareTraces({trace.get(), nullptr, {}}, {trace.get(), nullptr, {}}, CompareGrouping::kernel);
    QCOMPARE(comparison.a.step.high, Ns{100});
}

QTEST_APPLESS_MAIN(RecordSheetTest)
#include "tst_record_sheet.moc"
