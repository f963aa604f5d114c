// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/what_if.h"

#include "core/base/plain_number.h"
#include "core/query/gaps.h"
#include "core/query/launch_stats.h"
#include "core/query/steps.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace decodescope {

namespace {

// The step of median length among those that did work on a GPU.
std::optional<std::size_t> medianStep(const Trace& trace, const std::vector<StepSummary>& rows)
{
    std::vector<std::pair<Ns, std::size_t>> lengths;
    for (const StepSummary& row : rows) {
        if (row.gpuOps > 0 && row.isWhole)
            lengths.emplace_back(trace.steps()[row.step].range.length(), row.step);
    }
    if (lengths.empty())
        return std::nullopt;
    std::ranges::sort(lengths);
    return lengths[(lengths.size() - 1) / 2].second;
}

bool isChainable(const Label& label)
{
    if (label.part == Part::kvCache)
        return false;
    switch (label.family) {
    case KernelFamily::elementwise:
    case KernelFamily::norm:
    case KernelFamily::reduction:
    case KernelFamily::copy:
        return true;
    default:
        return false;
    }
}

struct Fusion
{
    std::uint64_t launches = 0;
    Ns gaps = 0;
};

// Gaps that lie before the second and later links of chains of one step.
Fusion fuseChains(const Trace& trace, const Labels& labels, std::size_t step, std::stop_token stop)
{
    std::unordered_map<EventId, Ns> gapBefore;
    for (const Gap& gap : findGaps(trace, {.step = step}, stop)) {
        if (gap.after != kNoEvent)
            gapBefore[gap.after] += gap.range.length();
    }
    Fusion fusion;
    std::map<TrackId, const Label*> last; // of each stream: the operation before, if it can be a link
    for (const GpuOperationUse& use : gpuOperationsByBegin(trace, stop)) {
        if (use.implausible || use.step != static_cast<std::int32_t>(step))
            continue;
        const Label& label = labels.of(use.index);
        const Label*& before = last[use.track];
        if (!isChainable(label)) {
            before = nullptr;
            continue;
        }
        if (before && before->layer == label.layer) {
            ++fusion.launches;
            if (const auto gap = gapBefore.find(use.event); gap != gapBefore.end())
                fusion.gaps += gap->second;
        }
        before = &label;
    }
    return fusion;
}

} // namespace

std::optional<WhatIfTable> whatIf(const Trace& trace, const Labels* labels, std::stop_token stop,
                                  std::optional<std::size_t> wanted)
{
    const std::vector<StepSummary> rows = stepSummaries(trace, stop);
    const auto step = wanted ? wanted : medianStep(trace, rows);
    if (!step || *step >= rows.size() || rows[*step].gpuOps == 0)
        return std::nullopt;
    WhatIfTable table;
    table.step = *step;
    table.now = trace.steps()[*step].range.length();
    const auto add = [&](std::string change, Ns time, std::string assumption) {
        const double speedup = time > 0 ? static_cast<double>(table.now) / static_cast<double>(time) : 0;
        table.rows.push_back({std::move(change), time, speedup, std::move(assumption)});
    };
    add("no launch gaps", rows[*step].gpuBusyInStep,
        "every operation begins when the one before ends, as in a CUDA graph at its best");
    if (labels && labels->size() > 0) {
        const Fusion fusion = fuseChains(trace, *labels, *step, stop);
        table.fusedLaunches = fusion.launches;
        // Streams may wait at the same time; the step cannot become shorter than what the GPU works.
        add("elementwise chains fused", std::max(table.now - fusion.gaps, rows[*step].gpuBusyInStep),
            plainCount(fusion.launches, "launch", "launches") +
                " less; the gaps before them are gone, the kernels' own time and bytes stay");
    }
    if (const auto floor = bandwidthFloor(trace, stop))
        add("bandwidth floor", floor->time,
            plainBytes(floor->weightBytes) + " of weights read once at " + plainDecimal(floor->gbPerS, 0) +
                " GB/s, and nothing else");
    return table;
}

} // namespace decodescope
