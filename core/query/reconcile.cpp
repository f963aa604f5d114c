// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/reconcile.h"

#include "core/base/plain_number.h"
#include "core/query/distribution.h"
#include "core/query/gaps.h"
#include "core/query/interval_union.h"
#include "core/query/model_facts.h"
#include "core/query/parts.h"
#include "core/query/steps.h"
#include "core/trace/source_of.h"

#include <algorithm>
#include <map>
#include <set>

namespace decodescope {

namespace {

std::string countText(double count)
{
    return plainDecimal(count, count == static_cast<double>(static_cast<std::int64_t>(count)) ? 0 : 1);
}

constexpr std::string_view kNoWholeStep = "the file holds a part of a recording, and no whole step";

Check notChecked(std::string name, std::string why)
{
    return {std::move(name), {}, {}, Check::Verdict::notChecked, std::move(why)};
}

Check compared(std::string name, const std::string& expected, const std::string& found, bool holds, std::string meaning)
{
    return {std::move(name), expected, found, holds ? Check::Verdict::holds : Check::Verdict::fails,
            holds ? std::string() : std::move(meaning)};
}

class Reconciler
{
public:
    Reconciler(const Trace& trace, const Labels* labels, std::stop_token stop)
        : m_trace(trace)
        , m_labels(labels && labels->knowsParts() ? labels : nullptr)
        , m_stop(std::move(stop))
        , m_linears(linearCalls(trace, m_stop))
        , m_facts(modelFacts(trace, m_labels, m_linears, m_stop))
        , m_operations(gpuOperationsByBegin(trace, m_stop))
        , m_steps(stepSummaries(trace, m_operations, m_stop))
    {
    }

    std::vector<Check> run()
    {
        return {linears(), attentionCalls(), cacheAppends(), ffnRatio(), partsSum(), launches(), gapsAndBusy()};
    }

private:
    // Why nothing can be counted a step, or empty.
    std::string withoutSteps() const
    {
        if (m_steps.empty())
            return "the trace has no steps";
        return hasWholeStep() ? std::string() : std::string(kNoWholeStep);
    }
    bool hasWholeStep() const { return std::ranges::any_of(m_steps, &StepSummary::isWhole); }

    // Median over steps of the operators that serve a part in some layer.
    double countOfPart(Part part) const
    {
        std::map<EventId, std::size_t> ofLaunch;
        for (const GpuOperationUse& use : m_operations)
            ++ofLaunch[use.launch];
        std::vector<std::set<std::pair<int, EventId>>> calls(m_trace.steps().size());
        for (const GpuOperationUse& use : m_operations) {
            const Label& label = m_labels->of(use.index);
            if (use.step < 0 || use.implausible || label.part != part || label.layer < 0)
                continue;
            // Kernels of one operator are one call: a split copy is still one append. What surrounds the launch of a
            // whole graph says nothing of its kernels: each is a call.
            const bool isOfGraph = use.launch != kNoEvent && ofLaunch.at(use.launch) > 1;
            const EventId op = use.launch == kNoEvent || isOfGraph ? use.event : m_trace.enclosingOp(use.launch);
            calls[static_cast<std::size_t>(use.step)].emplace(label.layer, op == kNoEvent ? use.event : op);
        }
        std::vector<Ns> counts;
        for (const StepSummary& row : m_steps) {
            if (row.isWhole)
                counts.push_back(static_cast<Ns>(calls[row.step].size()));
        }
        return static_cast<double>(median(counts));
    }

    Check linears() const
    {
        const std::string name = "linear operators a step";
        if (const std::string why = withoutSteps(); !why.empty())
            return notChecked(name, why);
        if (m_facts.linearsPerStep == 0)
            return notChecked(name,
                              "no linear operator is recorded in steps (a compiled or replayed model launches none)");
        if (m_facts.layers == 0)
            return notChecked(name, "the number of layers is not known");
        return compared(name, expectedLinearsText(m_facts), countText(m_facts.linearsPerStep),
                        m_facts.linearsPerStep == expectedLinears(m_facts),
                        "the step is not one token of the whole model: a step cut short, several tokens, a router or "
                        "adapters besides the layers' matrices, or an output matrix left out");
    }

    Check attentionCalls() const
    {
        const std::string name = "attention calls a step";
        if (const std::string why = withoutSteps(); !why.empty())
            return notChecked(name, why);
        if (m_facts.layers == 0 || m_facts.attention.callsPerStep == 0)
            return notChecked(name, "no attention operator is recorded in steps, or the number of layers is not known");
        if (m_facts.layersFrom != "labels")
            return notChecked(name, "without labels the number of layers is itself read off these calls");
        return compared(name, plainCount(m_facts.layers, "layer"), countText(m_facts.attention.callsPerStep),
                        m_facts.attention.callsPerStep == m_facts.layers,
                        "layers without attention (a mixed model), or several calls a layer");
    }

    Check cacheAppends() const
    {
        const std::string name = "cache appends a step";
        if (const std::string why = withoutSteps(); !why.empty())
            return notChecked(name, why);
        if (!m_labels || m_facts.layers == 0)
            return notChecked(name, "needs labels: which copies serve the cache");
        const double found = countOfPart(Part::kvCache);
        return compared(name, "2 x " + plainCount(m_facts.layers, "layer") + " = " + std::to_string(2 * m_facts.layers),
                        countText(found), found == 2 * m_facts.layers,
                        found == 0 ? "the cache is written inside of other kernels (paged or fused attention)"
                                   : "one kernel writes both halves, or the cache is moved or expanded besides");
    }

    Check ffnRatio() const
    {
        const std::string name = "FFN over attention projections, GPU time";
        if (!m_labels)
            return notChecked(name, "needs labels: which matrix products are which");
        Ns ffn = 0;
        Ns attention = 0;
        for (const PartRow& row : partTable(m_trace, m_labels, PartGrouping::part, {}, m_stop).rows) {
            if (isFfnPart(row.part))
                ffn = saturatingAdd(ffn, row.time);
            else if (isAttentionProjection(row.part))
                attention = saturatingAdd(attention, row.time);
        }
        std::int64_t ffnBytes = 0;
        std::int64_t attentionBytes = 0;
        const std::vector<Part> parts = partsOfLinears(m_trace, *m_labels, m_linears);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (isFfnPart(parts[i]))
                ffnBytes = saturatingAdd(ffnBytes, m_linears[i].weightBytes);
            else if (isAttentionProjection(parts[i]))
                attentionBytes = saturatingAdd(attentionBytes, m_linears[i].weightBytes);
        }
        if (attention <= 0 || attentionBytes <= 0)
            return notChecked(name, "needs shapes and labels of both");
        const double byBytes = static_cast<double>(ffnBytes) / static_cast<double>(attentionBytes);
        const double byTime = static_cast<double>(ffn) / static_cast<double>(attention);
        const bool near = byTime <= byBytes * kRatioTolerance && byTime * kRatioTolerance >= byBytes;
        return compared(name, plainDecimal(byBytes, 1) + " by bytes of weights", plainDecimal(byTime, 1), near,
                        byTime < byBytes
                            ? "the small matrices of attention do not fill the card, so they cost more "
                              "than their bytes: the card is wide for this model and batch"
                            : "the FFN's kernels use the memory badly, or its products are split in several");
    }

    Check partsSum() const
    {
        if (m_operations.empty())
            return notChecked("sum of parts", "nothing ran on a GPU");
        Ns parts = 0;
        for (const PartRow& row : partTable(m_trace, m_labels, PartGrouping::part, {}, m_stop).rows)
            parts = saturatingAdd(parts, row.time);
        Ns streams = 0;
        for (const GpuOperationUse& use : m_operations)
            streams = saturatingAdd(streams, use.implausible ? 0 : use.range.length());
        return compared("sum of parts", std::to_string(streams) + " ns on all streams", std::to_string(parts) + " ns",
                        parts == streams, "a fault of this program: please report it");
    }

    Check launches() const
    {
        const std::string name = "launches and operations in steps";
        if (const std::string why = withoutSteps(); !why.empty())
            return notChecked(name, why);
        if (std::ranges::any_of(m_steps, [](const StepSummary& row) { return !row.isWhole; }))
            return notChecked(name, "launches and kernels lie on both sides of the end of a cut-out");
        std::uint64_t operations = 0;
        std::map<EventId, std::uint64_t> perLaunch;
        for (const GpuOperationUse& use : m_operations) {
            if (use.step < 0 || use.implausible)
                continue;
            ++operations;
            ++perLaunch[use.launch];
        }
        std::uint64_t launches = 0;
        for (const StepSummary& row : m_steps)
            launches += row.launches;
        if (launches == 0 && operations == 0)
            return notChecked(name, "nothing ran on a GPU");
        std::uint64_t ofGraphs = 0; // beyond the first of each launch
        for (const auto& [launch, count] : perLaunch)
            ofGraphs += count - 1;
        std::string expected = plainCount(launches, "launch", "launches");
        if (ofGraphs > 0)
            expected += " + " + std::to_string(ofGraphs) + " more that graphs launched";
        return compared(
            name, expected, plainCount(operations, "operation"), launches + ofGraphs == operations,
            launches + ofGraphs > operations
                ? "records of kernels are missing: the recording ended before they ran, or buffers were lost"
                : "operations of launches that are not in the trace");
    }

    Check gapsAndBusy() const
    {
        const std::string name = "gaps + busy = step";
        std::map<std::pair<std::int32_t, TrackId>, Ns> idle;
        std::set<TrackId> streams;
        for (const Gap& gap : findGaps(m_trace, {}, m_stop)) {
            streams.insert(gap.stream);
            if (gap.step >= 0)
                idle[{gap.step, gap.stream}] += gap.range.length();
        }
        std::map<TrackId, IntervalUnion> busy;
        for (const GpuOperationUse& use : m_operations) {
            if (!use.implausible)
                busy[use.track].add(use.range);
        }
        if (const std::string why = withoutSteps(); !why.empty())
            return notChecked(name, why);
        if (busy.empty())
            return notChecked(name, "nothing ran on a GPU");
        if (m_trace.steps().size() * busy.size() > kMostCuts)
            return notChecked(name, "there are too many steps and streams to look at each pair");
        std::size_t good = 0;
        std::size_t all = 0;
        for (std::size_t step = 0; step < m_trace.steps().size(); ++step) {
            if (!m_steps[step].isWhole)
                continue;
            const TimeRange window = m_trace.steps()[step].range;
            const std::uint32_t source = sourceOf(m_trace, m_trace.events().track(m_trace.steps()[step].event));
            for (const auto& [stream, ranges] : busy) {
                if (sourceOf(m_trace, stream) != source)
                    continue;
                ++all;
                const auto found = idle.find({static_cast<std::int32_t>(step), stream});
                const Ns gaps = found == idle.end() ? 0 : found->second;
                good += gaps + ranges.lengthWithin(window) == window.length();
            }
        }
        return compared(name, plainCount(all, "pair") + " of step and stream",
                        std::to_string(good) + " equal to the ns", good == all,
                        "steps of one process overlap, so that a gap belongs to several");
    }

    const Trace& m_trace;
    const Labels* m_labels;
    std::stop_token m_stop;
    std::vector<LinearCall> m_linears;
    ModelFacts m_facts;
    std::vector<GpuOperationUse> m_operations;
    std::vector<StepSummary> m_steps;
};

} // namespace

std::string_view verdictWord(Check::Verdict verdict)
{
    switch (verdict) {
    case Check::Verdict::holds:
        return "holds";
    case Check::Verdict::fails:
        return "fails";
    case Check::Verdict::notChecked:
        break;
    }
    return "not checked";
}

std::vector<Check> reconcile(const Trace& trace, const Labels* labels, std::stop_token stop)
{
    return Reconciler(trace, labels, std::move(stop)).run();
}

} // namespace decodescope
