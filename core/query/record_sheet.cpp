// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/record_sheet.h"

#include "core/base/plain_number.h"
#include "core/label/kernel_name.h"
#include "core/query/distribution.h"
#include "core/query/expected_shares.h"
#include "core/query/launch_stats.h"
#include "core/query/model_facts.h"
#include "core/query/range_summary.h"
#include "core/query/reconcile.h"
#include "core/query/recording.h"
#include "core/query/steps.h"
#include "core/query/what_if.h"
#include "core/trace/cut_out.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace decodescope {

namespace {

constexpr std::size_t kTopKernels = 5;
constexpr std::size_t kLongestName = 64; // of a kernel in the sheet that is not shortened

// A cell of a Markdown table: no line ends, no bars.
std::string cellText(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '|')
            out += "\\|";
        else
            out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return out;
}

// C++ names run to thousands of bytes, and their beginnings are alike.
std::string sheetName(std::string_view name)
{
    return name.size() <= kLongestName ? std::string(name) : shortKernelName(name);
}

std::string cudaVersionOf(const TraceSource& source, std::string_view key)
{
    const auto text = metadataText(source, key);
    if (!text)
        return "-";
    std::int64_t version = 0;
    const auto parsed = std::from_chars(text->data(), text->data() + text->size(), version);
    return parsed.ec == std::errc() && version > 0 ? cudaVersionText(version) : "-";
}

std::string ratioText(Ns part, Ns whole)
{
    return whole > 0 ? plainPercent(static_cast<double>(part) / static_cast<double>(whole)) : "-";
}

class SheetWriter
{
public:
    SheetWriter(const Trace& trace, const Labels* labels, std::stop_token stop)
        : m_trace(trace)
        , m_labels(labels && labels->size() > 0 ? labels : nullptr)
        , m_stop(std::move(stop))
    {
        for (const StepSummary& row : stepSummaries(trace, m_stop)) {
            if (row.isWhole)
                m_steps.push_back(row);
        }
        // Where nothing ran on a GPU at all the steps still have their lengths.
        m_hasGpu = std::ranges::any_of(m_steps, [](const StepSummary& row) { return row.gpuOps > 0; });
        if (m_hasGpu)
            std::erase_if(m_steps, [](const StepSummary& row) { return row.gpuOps == 0; });
    }

    RecordSheet write()
    {
        const std::vector<LinearCall> linears = linearCalls(m_trace, m_stop);
        machine(std::ranges::any_of(linears, [](const LinearCall& linear) { return linear.inFeatures > 0; }));
        stepTimes();
        const ModelFacts facts = modelFacts(m_trace, m_labels, linears, m_stop);
        linearCount(facts);
        topKernels();
        matrixTimes();
        add("attention backend", std::string(attentionName(facts.attention.implementation)), attentionReason(facts));
        const LaunchStats launches = launchStats(m_trace, m_stop);
        add("kernels a step",
            m_hasGpu ? std::to_string(medianOf([](const StepSummary& row) { return static_cast<Ns>(row.kernels); }))
                     : "-",
            m_hasGpu ? medianText(plainCount(m_steps.size(), "step")) : whyNoGpu());
        const bool launched = launches.launches > 0;
        add("launch calls a step",
            launched && launches.launchesPerStep ? plainDecimal(*launches.launchesPerStep, 0) : "-",
            launched ? "each takes the host " + plainTime(launches.meanCost) + " on average; a kernel begins " +
                           plainTime(launches.medianDelay) + " after its launch (median)"
                     : whyNoGpu());
        timer();
        add("what sets the pace", std::string(paceName(m_pace.pace)), m_pace.sentence);
        return std::move(m_sheet);
    }

private:
    void add(std::string item, std::string value, std::string note = {})
    {
        m_sheet.rows.push_back({std::move(item), value.empty() ? "-" : std::move(value), std::move(note)});
    }

    // Why a row about the GPU is empty.
    std::string whyNoGpu() const
    {
        if (m_trace.steps().empty())
            return "no steps";
        return m_steps.empty() ? "no whole step: the file holds a part of a recording" : "nothing ran on a GPU";
    }

    // What a median of m_steps is: with an even number of them the lower of the two in the middle, so that it occurred.
    std::string medianText(const std::string& of) const
    {
        if (m_steps.size() == 1)
            return "of one step";
        if (m_steps.size() == 2)
            return "the lower of " + of;
        return "median of " + of + (m_steps.size() % 2 == 0 ? ", the lower of the two in the middle" : "");
    }

    void linearCount(const ModelFacts& facts)
    {
        std::string note = "aten::linear, or mm and addmm outside of one";
        if (m_steps.empty() && !m_trace.steps().empty())
            note = whyNoGpu(); // nor are the layers known: some may not be here
        else if (facts.layers > 0)
            note += "; " + expectedLinearsText(facts) + (facts.knowsLinearsALayer ? "" : " in a Llama");
        add("linear operators a step", facts.linearsPerStep > 0 ? plainDecimal(facts.linearsPerStep, 0) : "-", note);
    }

    template <class Of>
    Ns medianOf(Of of) const
    {
        std::vector<Ns> values;
        for (const StepSummary& row : m_steps)
            values.push_back(of(row));
        return median(values);
    }

    void machine(bool hasShapes)
    {
        std::map<std::string, std::uint64_t> counts;
        std::string note;
        for (const DeviceInfo& device : cardsOf(m_trace)) {
            ++counts[device.name];
            if (note.empty())
                note = "sm_" + std::to_string(device.computeMajor) + std::to_string(device.computeMinor) + ", " +
                       std::to_string(device.multiprocessors) + " multiprocessors, " + plainBytes(device.memoryBytes) +
                       " of memory";
        }
        std::string cards;
        for (const auto& [name, count] : counts)
            cards += (cards.empty() ? "" : ", ") + (count > 1 ? std::to_string(count) + " x " : "") + name;
        add("card", cards, note);
        const TraceSource& source = m_trace.sources().front();
        const std::string versions =
            cudaVersionOf(source, "cuda_driver_version") + " / " + cudaVersionOf(source, "cuda_runtime_version");
        const auto cupti = metadataText(source, "cupti_version");
        add("driver's CUDA / CUDA runtime", versions == "- / -" ? "" : versions, cupti ? "CUPTI " + *cupti : "");
        std::uint64_t bytes = 0;
        for (const TraceSource& each : m_trace.sources())
            bytes += each.bytes;
        // Not every profiler says it of the whole file.
        const bool isSaid = metadataText(source, "record_shapes").value_or("0") == "1";
        const std::string shapes = isSaid || hasShapes ? "shapes recorded" : "shapes not recorded";
        add("trace file", bytes > 0 ? plainBytes(static_cast<std::int64_t>(bytes)) : "-",
            plainCount(m_trace.steps().size(), "step") + ", " + plainCount(m_trace.eventCount(), "event") + ", " +
                shapes);
        cutOut();
    }

    void cutOut()
    {
        for (const TraceSource& each : m_trace.sources()) {
            const auto cut = cutOutOf(each);
            if (!cut)
                continue;
            const auto whole = wholeSteps(m_trace);
            const std::string what = cut->isCutOff         ? "the file stops before its end"
                                     : cut->source.empty() ? "of a longer recording"
                                                           : "of " + cut->source;
            add(cut->isCutOff ? "cut off" : "cut-out", plainTime(cut->range.length()),
                std::to_string(std::ranges::count(whole, true)) + " of " + plainCount(whole.size(), "step") +
                    (whole.size() == 1 ? " is whole; " : " are whole; ") + what);
        }
    }

    void stepTimes()
    {
        m_step = medianOf([&](const StepSummary& row) { return m_trace.steps()[row.step].range.length(); });
        const Ns kernelSum = medianOf([](const StepSummary& row) { return row.kernelSum; });
        const Ns gap = medianOf([](const StepSummary& row) { return row.gap; });
        std::string each;
        for (std::size_t i = 0; i < m_steps.size() && i < 8; ++i)
            each += (i > 0 ? ", " : "") + plainTime(m_trace.steps()[m_steps[i].step].range.length());
        if (m_steps.size() > 8)
            each += ", ...";
        add("ProfilerStep, one step of decode", m_steps.empty() ? "-" : plainTime(m_step),
            m_steps.empty() ? whyNoGpu() : medianText(each));
        add("kernels on the stream, a step", m_hasGpu ? plainTime(kernelSum) : "-",
            m_hasGpu ? "sum of the kernels launched in it; " + ratioText(kernelSum, m_step) + " of the step"
                     : whyNoGpu());
        add("gap", m_hasGpu ? plainTime(gap) : "-",
            m_hasGpu ? ratioText(gap, m_step) + " of the step: the GPU did nothing" : whyNoGpu());
        m_pace = judgePace(m_trace, m_stop);
    }

    // By share of all operations that whole steps launched, or any where none is whole.
    void topKernels()
    {
        struct Total
        {
            Ns time = 0;
            std::uint64_t count = 0;
        };
        const std::vector<bool> whole = wholeSteps(m_trace);
        std::map<NameId, Total> totals;
        Ns all = 0;
        for (const GpuOperationUse& use : gpuOperationsByBegin(m_trace, m_stop)) {
            if (use.implausible || use.step < 0 || use.kind != EventKind::kernel ||
                (!m_steps.empty() && !whole[static_cast<std::size_t>(use.step)]))
                continue;
            Total& total = totals[m_trace.events().name(use.event)];
            total.time = saturatingAdd(total.time, use.range.length());
            ++total.count;
            all = saturatingAdd(all, use.range.length());
            m_partsOf[m_trace.events().name(use.event)][m_labels ? m_labels->of(use.index).part : Part::other] +=
                use.range.length();
        }
        std::vector<std::pair<NameId, Total>> top(totals.begin(), totals.end());
        std::ranges::stable_sort(top, [](const auto& a, const auto& b) { return a.second.time > b.second.time; });
        for (std::size_t i = 0; i < kTopKernels; ++i) {
            const std::string item = "top " + std::to_string(i + 1) + " kernel";
            if (i >= top.size()) {
                add(item, "-", m_hasGpu ? "" : whyNoGpu());
                continue;
            }
            const auto& [name, total] = top[i];
            std::string note = plainTime(total.time) + " in all, " + ratioText(total.time, all);
            if (!m_steps.empty()) {
                const double calls = static_cast<double>(total.count) / static_cast<double>(m_steps.size());
                note += ", " + plainDecimal(calls, calls == static_cast<double>(static_cast<Ns>(calls)) ? 0 : 1) +
                        (calls == 1 ? " call a step" : " calls a step");
            }
            add(item, sheetName(m_trace.text(name)), note + partsText(name));
        }
    }

    // "; gate_proj, up_proj": the parts that a kernel serves, by time.
    std::string partsText(NameId name) const
    {
        if (!m_labels || !m_labels->knowsParts())
            return {};
        const std::map<Part, Ns>& times = m_partsOf.at(name);
        std::vector<std::pair<Part, Ns>> parts(times.begin(), times.end());
        std::ranges::stable_sort(parts, [](const auto& a, const auto& b) { return a.second > b.second; });
        std::string text;
        for (const auto& [part, time] : parts)
            text += (text.empty() ? "; " : ", ") + std::string(partName(part));
        return text;
    }

    void matrixTimes()
    {
        std::vector<Ns> perStep(m_trace.steps().size());
        if (m_labels) {
            for (const GpuOperationUse& use : gpuOperationsByBegin(m_trace, m_stop)) {
                const KernelFamily family = m_labels->of(use.index).family;
                if (use.step >= 0 && !use.implausible && (family == KernelFamily::gemm || family == KernelFamily::gemv))
                    perStep[static_cast<std::size_t>(use.step)] += use.range.length();
            }
        }
        std::vector<Ns> times;
        for (const StepSummary& row : m_steps)
            times.push_back(perStep[row.step]);
        const Ns matrix = median(times);
        add("matrix products on the GPU, a step", matrix > 0 ? plainTime(matrix) : "-",
            m_hasGpu ? "families gemm and gemv" : whyNoGpu());
        const auto floor = bandwidthFloor(m_trace, m_stop);
        add("bandwidth floor", floor ? plainTime(floor->time) : "-",
            floor ? plainBytes(floor->weightBytes) + " of weights, read once a step at " +
                        plainDecimal(floor->gbPerS, 0) + " GB/s (" + floor->device + ")"
                  : "needs shapes of the linear operators and a card that the table knows");
        add("floor / matrix products", floor && matrix > 0 ? ratioText(floor->time, matrix) : "-",
            "how much of the card's bandwidth the matrix products use");
    }

    void timer()
    {
        std::optional<TimerFacts> timer;
        for (const TraceSource& source : m_trace.sources()) {
            if (const auto found = timerFactsOf(source))
                timer = found;
        }
        const bool has = timer && timer->tpot > 0;
        const std::string kind = has && timer->isMedian ? "median" : "mean";
        add("TPOT by the timer", has ? plainTime(timer->tpot) : "-",
            has ? kind + " over " + plainCount(timer->steps, "step") + " with nothing attached" +
                      (timer->isMedian ? "; their mean is " + plainTime(timer->tpotMean) : "")
                : "this recording holds no measurement by a timer");
        if (has && timer->tpotFirst > 0)
            add("TPOT at new cache lengths", plainTime(timer->tpotFirst),
                "the first pass over these lengths of the KV cache: libraries prepare for each one that they have not "
                "seen");
        const Ns recorded = has && timer->recordedStep > 0 ? timer->recordedStep : m_step;
        const bool canDivide = has && recorded > 0;
        std::string note = "the recorder's overhead: take proportions from the trace, absolute times from the timer";
        if (canDivide && recorded < timer->tpot)
            note = "no overhead can be seen: this machine varies by more than recording costs";
        if (canDivide)
            note = "median over " + kind + "; " + note;
        add("step while recording / TPOT",
            canDivide ? plainDecimal(static_cast<double>(recorded) / static_cast<double>(timer->tpot), 2) : "-", note);
    }

    const Trace& m_trace;
    const Labels* m_labels;
    std::stop_token m_stop;
    std::vector<StepSummary> m_steps; // whole ones; those that did work on a GPU, if any did
    bool m_hasGpu = false;
    std::map<NameId, std::map<Part, Ns>> m_partsOf;
    Ns m_step = 0;
    PaceVerdict m_pace;
    RecordSheet m_sheet;
};

void appendChecks(std::string& text, const std::vector<Check>& checks)
{
    text += "\n## Checks\n\n| check | expected | found | verdict |\n| --- | --- | --- | --- |\n";
    for (const Check& check : checks) {
        text += "| " + cellText(check.name) + " | " + cellText(check.expected) + " | " + cellText(check.found) + " | " +
                std::string(verdictWord(check.verdict)) +
                (check.meaning.empty() ? std::string() : ": " + cellText(check.meaning)) + " |\n";
    }
}

std::string rangeText(const ExpectedShare& row)
{
    if (row.high <= 0)
        return "-";
    return plainDecimal(row.low * 100, 0) + " to " + plainDecimal(row.high * 100, 0) + " %";
}

std::string perStepText(const ExpectedShare& row)
{
    if (!row.countPerStep)
        return "-";
    const double count = *row.countPerStep;
    std::string text = plainDecimal(count, count == static_cast<double>(static_cast<Ns>(count)) ? 0 : 1);
    if (row.expectedPerStep)
        text += " (" + std::to_string(*row.expectedPerStep) + " expected)";
    return text;
}

void appendExpectedShares(std::string& text, const std::vector<ExpectedShare>& rows)
{
    text += "\n## Shares beside what was expected\n\n" + std::string(expectationBasis()) +
            "\n\n| kernels | expected | GPU time | operations | a step | verdict |\n"
            "| --- | ---: | ---: | ---: | ---: | --- |\n";
    for (const ExpectedShare& row : rows) {
        text += "| " + std::string(groupName(row.group)) + " | " + rangeText(row) + " | " + plainPercent(row.share) +
                " | " + plainPercent(row.countShare) + " | " + perStepText(row) + " | " +
                std::string(expectationWord(row.verdict)) +
                (row.question.empty() ? std::string() : ": " + cellText(row.question)) + " |\n";
    }
}

void appendEstimates(std::string& text, const WhatIfTable& table)
{
    text += "\n## Estimates\n\nNot measured: what a step of " + plainTime(table.now) +
            " could come to.\n\n| if | step | times faster | because |\n| --- | ---: | ---: | --- |\n";
    for (const WhatIf& row : table.rows) {
        text += "| " + cellText(row.change) + " | " + plainTime(row.step) + " | " + plainDecimal(row.speedup, 1) +
                " | " + cellText(row.assumption) + " |\n";
    }
}

} // namespace

RecordSheet recordSheet(const Trace& trace, const Labels* labels, std::stop_token stop)
{
    return SheetWriter(trace, labels, std::move(stop)).write();
}

std::string recordSheetMarkdown(const Trace& trace, const Labels* labels, std::stop_token stop)
{
    std::string text = "# Record sheet\n";
    if (!trace.sources().empty() && !trace.sources().front().name.empty()) {
        const std::string& path = trace.sources().front().name;
        text += "\n" + cellText(path.substr(path.find_last_of('/') + 1)) + "\n";
    }
    text += "\n| item | value | note |\n| --- | --- | --- |\n";
    for (const SheetRow& row : recordSheet(trace, labels, stop).rows)
        text += "| " + cellText(row.item) + " | " + cellText(row.value) + " | " + cellText(row.note) + " |\n";
    appendChecks(text, reconcile(trace, labels, stop));
    if (const auto shares = expectedShares(trace, labels, {}, stop); !shares.empty())
        appendExpectedShares(text, shares);
    if (const auto table = whatIf(trace, labels, stop))
        appendEstimates(text, *table);
    return text;
}

} // namespace decodescope
