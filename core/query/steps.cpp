// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/steps.h"

#include "core/query/interval_union.h"
#include "core/trace/cut_out.h"
#include "core/trace/launch_call.h"
#include "core/trace/source_of.h"

namespace decodescope {

namespace {

constexpr std::size_t kStopEvery = 0xffff; // events between two looks at the stop token

// Counts operators and launches. False when stopped.
bool countCpuEvents(const Trace& trace, std::vector<StepSummary>& steps, std::stop_token stop)
{
    const StepIndex stepIndex(trace);
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if ((i & kStopEvery) == 0 && stop.stop_requested())
            return false;
        const auto id = static_cast<EventId>(i);
        const EventKind kind = trace.kind(id);
        if (kind != EventKind::cpuOp && !isApiCall(kind))
            continue;
        const EventRow row = trace.event(id);
        if (row.type != EventType::slice)
            continue;
        const auto step = stepIndex.at(trace.track(row.track).process, row.begin);
        if (!step)
            continue;
        if (row.has(EventFlag::implausible))
            ++steps[*step].implausible;
        else if (kind == EventKind::cpuOp)
            ++steps[*step].cpuOps;
        else if (isLaunchCall(trace, id))
            ++steps[*step].launches;
    }
    return true;
}

} // namespace

std::vector<StepSummary> stepSummaries(const Trace& trace, std::stop_token stop)
{
    return stepSummaries(trace, gpuOperationsByBegin(trace, stop), stop);
}

std::vector<StepSummary> stepSummaries(const Trace& trace, std::span<const GpuOperationUse> operations,
                                       std::stop_token stop)
{
    const auto steps = trace.steps();
    std::vector<StepSummary> rows(steps.size());
    std::vector<IntervalUnion> launched(steps.size());
    std::vector<IntervalUnion> busyBySource(trace.sources().size());
    std::vector<bool> hasGpu(trace.sources().size());
    for (const GpuOperationUse& use : operations) {
        StepSummary* row = use.step >= 0 ? &rows[static_cast<std::size_t>(use.step)] : nullptr;
        if (use.implausible) {
            if (row)
                ++row->implausible;
            continue;
        }
        busyBySource[sourceOf(trace, use.track)].add(use.range);
        hasGpu[sourceOf(trace, use.track)] = true;
        if (!row)
            continue;
        launched[static_cast<std::size_t>(use.step)].add(use.range);
        ++row->gpuOps;
        if (use.kind == EventKind::kernel) {
            ++row->kernels;
            row->kernelSum = saturatingAdd(row->kernelSum, use.range.length());
        }
    }
    const std::vector<bool> whole = wholeSteps(trace);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint32_t source = sourceOf(trace, trace.events().track(steps[i].event));
        rows[i].step = i;
        rows[i].gpuBusy = launched[i].length();
        rows[i].gpuBusyInStep = busyBySource[source].lengthWithin(steps[i].range);
        rows[i].isWhole = whole[i];
        rows[i].knowsGap = whole[i] && hasGpu[source];
        if (rows[i].knowsGap)
            rows[i].gap = steps[i].range.length() - rows[i].gpuBusyInStep;
    }
    if (!countCpuEvents(trace, rows, stop))
        return {};
    return rows;
}

} // namespace decodescope
