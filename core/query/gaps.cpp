// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/gaps.h"

#include "core/query/distribution.h"
#include "core/query/host_activity.h"
#include "core/trace/cut_out.h"
#include "core/trace/source_of.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace decodescope {

namespace {

constexpr std::size_t kStopEvery = 0x3ff; // operations between two looks at the stop token

// Where gaps of one source are cut: the ends of its steps.
struct StepEdges
{
    std::vector<Ns> edges;                                // ascending, each once
    std::vector<std::pair<TimeRange, std::size_t>> steps; // by begin
    TimeRange extent;
    bool hasExtent = false;

    void widen(TimeRange range)
    {
        extent = hasExtent ? TimeRange{std::min(extent.begin, range.begin), std::max(extent.end, range.end)} : range;
        hasExtent = true;
    }

    std::int32_t stepAt(Ns t) const
    {
        const auto next =
            std::ranges::upper_bound(steps, t, std::ranges::less{}, [](const auto& s) { return s.first.begin; });
        if (next == steps.begin() || !std::prev(next)->first.contains(t))
            return -1;
        return static_cast<std::int32_t>(std::prev(next)->second);
    }
};

std::vector<StepEdges> stepEdgesBySource(const Trace& trace)
{
    std::vector<StepEdges> sources(trace.sources().size());
    const auto steps = trace.steps();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        StepEdges& source = sources[sourceOf(trace, trace.events().track(steps[i].event))];
        source.steps.emplace_back(steps[i].range, i);
        source.edges.push_back(steps[i].range.begin);
        source.edges.push_back(steps[i].range.end);
        source.widen(steps[i].range);
    }
    for (StepEdges& source : sources) {
        std::ranges::sort(source.edges);
        // Not std::ranges::unique: clang 14, which builds the fuzzers, cannot read libstdc++ 12's subrange.
        source.edges.erase(std::unique(source.edges.begin(), source.edges.end()), source.edges.end());
    }
    return sources;
}

// Of a gap that the host made: what its thread did until the launch, and the way from there.
HostActivity::Split splitWait(const Trace& trace, HostActivity& host, const Gap& gap, bool outsideSteps)
{
    // The thread of the launch is the one that kept the stream waiting; at the end of all, that of the last launch.
    const EventId caller = gap.after == kNoEvent ? trace.launchOf(gap.before) : gap.launch;
    const Ns launched = gap.after == kNoEvent ? gap.range.end : trace.events().begin(gap.launch);
    const TimeRange waiting{gap.range.begin, std::clamp(launched, gap.range.begin, gap.range.end)};
    HostActivity::Split split = host.split(trace.events().track(caller), waiting, gap.launch, outsideSteps);
    split.time[static_cast<std::size_t>(GapCause::launchLatency)] = gap.range.length() - waiting.length();
    return split;
}

class GapFinder
{
public:
    GapFinder(const Trace& trace, const GapOptions& options)
        : m_trace(trace)
        , m_options(options)
        , m_host(trace)
        , m_sources(stepEdgesBySource(trace))
    {
    }

    std::vector<Gap> find(std::stop_token stop)
    {
        const std::vector<GpuOperationUse> operations = gpuOperationsByBegin(m_trace, stop);
        m_latency = typicalLaunchLatency(m_trace, operations);
        std::map<TrackId, std::vector<const GpuOperationUse*>> byStream;
        for (const GpuOperationUse& use : operations) {
            if (use.implausible)
                continue;
            byStream[use.track].push_back(&use);
            m_sources[sourceOf(m_trace, use.track)].widen(use.range);
        }
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            if (const auto cut = cutOutOf(m_trace.sources()[i])) // what lies outside is not here: no gap
                m_sources[i].extent = m_sources[i].extent.intersected(cut->range);
        }
        for (const auto& [stream, uses] : byStream) {
            const StepEdges& source = m_sources[sourceOf(m_trace, stream)];
            Ns idleSince = source.extent.begin;
            const GpuOperationUse* before = nullptr;
            std::size_t seen = 0;
            for (const GpuOperationUse* use : uses) {
                if ((++seen & kStopEvery) == 0 && stop.stop_requested())
                    return {};
                if (use->range.begin > idleSince)
                    addGap({idleSince, use->range.begin}, source, stream, before, use);
                if (use->range.end >= idleSince) {
                    idleSince = use->range.end;
                    before = use;
                }
            }
            if (source.extent.end > idleSince)
                addGap({idleSince, source.extent.end}, source, stream, before, nullptr);
        }
        return std::move(m_gaps);
    }

private:
    void addGap(TimeRange whole, const StepEdges& source, TrackId stream, const GpuOperationUse* before,
                const GpuOperationUse* after)
    {
        const TimeRange asked = m_options.step ? whole.intersected(m_trace.steps()[*m_options.step].range) : whole;
        auto edge = std::ranges::upper_bound(source.edges, asked.begin);
        for (Ns begin = asked.begin; begin < asked.end;) {
            const bool isCut = edge != source.edges.end() && *edge < whole.end && m_cuts < kMostCuts;
            m_cuts += isCut ? 1 : 0;
            const Ns end = isCut ? *edge : whole.end;
            Gap gap;
            gap.range = {begin, end};
            gap.stream = stream;
            gap.step = source.stepAt(begin);
            gap.before = before ? before->event : kNoEvent;
            gap.after = after ? after->event : kNoEvent;
            gap.launch = after ? after->launch : kNoEvent;
            if (!m_options.step || gap.step == static_cast<std::int32_t>(*m_options.step)) {
                explain(gap, whole, before, after, gap.step < 0 && !source.steps.empty());
                m_gaps.push_back(gap);
            }
            begin = end;
            if (edge != source.edges.end())
                ++edge;
        }
    }

    void explain(Gap& gap, TimeRange whole, const GpuOperationUse* before, const GpuOperationUse* after,
                 bool outsideSteps)
    {
        const bool isKnown = after ? gap.launch != kNoEvent : before->launch != kNoEvent;
        if (!isKnown) {
            gap.hostWait = !after;
            return;
        }
        gap.hostWait = !after || m_trace.events().begin(gap.launch) > whole.begin;
        if (!gap.hostWait) {
            const Ns onTheWay = saturatingSub(after->range.begin, m_trace.events().begin(gap.launch));
            gap.cause = onTheWay <= kLatencyFactor * m_latency ? GapCause::launchLatency : GapCause::queued;
            return;
        }
        const HostActivity::Split split = splitWait(m_trace, m_host, gap, outsideSteps);
        gap.cause = static_cast<GapCause>(std::ranges::max_element(split.time) - split.time.begin());
        gap.busiestOp = split.busiestOp;
    }

    const Trace& m_trace;
    const GapOptions& m_options;
    HostActivity m_host;
    std::vector<StepEdges> m_sources;
    Ns m_latency = kDefaultLatencyNs;
    std::size_t m_cuts = 0;
    std::vector<Gap> m_gaps;
};

} // namespace

std::string_view gapCauseName(GapCause cause)
{
    switch (cause) {
    case GapCause::profiler:
        return "profiler";
    case GapCause::synchronize:
        return "synchronize";
    case GapCause::allocation:
        return "allocation";
    case GapCause::copy:
        return "copy";
    case GapCause::stepBoundary:
        return "step_boundary";
    case GapCause::opBeforeLaunch:
        return "op_before_launch";
    case GapCause::otherOp:
        return "other_op";
    case GapCause::python:
        return "python";
    case GapCause::launchLatency:
        return "launch_latency";
    case GapCause::queued:
        return "queued";
    case GapCause::unknown:
        break;
    }
    return "unknown";
}

std::string_view gapCauseMeaning(GapCause cause)
{
    switch (cause) {
    case GapCause::profiler:
        return "the profiler's own work";
    case GapCause::synchronize:
        return "the host waited for the GPU";
    case GapCause::allocation:
        return "the host was allocating or freeing memory";
    case GapCause::copy:
        return "the host was in a call that copies memory";
    case GapCause::stepBoundary:
        return "between two steps";
    case GapCause::opBeforeLaunch:
        return "the host was inside the operator that launches next, before its launch";
    case GapCause::otherOp:
        return "the host was inside operators that launch nothing here";
    case GapCause::python:
        return "the host was between operators: Python and dispatch";
    case GapCause::launchLatency:
        return "the launch was on its way; the kernel began as soon as it could";
    case GapCause::queued:
        return "the kernel was in the queue: dependency, resource, or the change of kernels";
    case GapCause::unknown:
        break;
    }
    return "the launch is not in the trace";
}

std::string_view gapMeaning(const Trace& trace, const Gap& gap)
{
    const bool onTheWay = gap.cause == GapCause::launchLatency && gap.hostWait && gap.launch != kNoEvent;
    const Ns launched = onTheWay ? trace.events().begin(gap.launch) : gap.range.begin;
    return saturatingSub(launched, gap.range.begin) > saturatingSub(gap.range.end, launched)
               ? kLateLaunchMeaning
               : gapCauseMeaning(gap.cause);
}

std::vector<Gap> findGaps(const Trace& trace, const GapOptions& options, std::stop_token stop)
{
    return GapFinder(trace, options).find(std::move(stop));
}

std::array<Ns, kGapCauseCount> gapEvidence(const Trace& trace, const Gap& gap)
{
    std::array<Ns, kGapCauseCount> evidence{};
    if (!gap.hostWait || gap.cause == GapCause::unknown) {
        evidence[static_cast<std::size_t>(gap.cause)] = gap.range.length();
        return evidence;
    }
    const std::uint32_t source = sourceOf(trace, gap.stream);
    const bool hasSteps = std::ranges::any_of(
        trace.steps(), [&](const Step& step) { return sourceOf(trace, trace.events().track(step.event)) == source; });
    HostActivity host(trace);
    return splitWait(trace, host, gap, gap.step < 0 && hasSteps).time;
}

TimeRange workSpan(const Trace& trace)
{
    StepEdges work;
    for (const Step& step : trace.steps())
        work.widen(step.range);
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
        const EventRow row = trace.event(trace.gpuOperation(i).event);
        if (!row.has(EventFlag::implausible))
            work.widen(row.range());
    }
    const TimeRange within = work.extent.intersected(trace.contentSpan()); // no strays
    return work.hasExtent && !within.isEmpty() ? within : trace.contentSpan();
}

void GapTotals::add(const Gap& gap)
{
    const auto at = static_cast<std::size_t>(gap.cause);
    time[at] = saturatingAdd(time[at], gap.range.length());
    ++count[at];
    all = saturatingAdd(all, gap.range.length());
    if (gap.hostWait)
        hostWait = saturatingAdd(hostWait, gap.range.length());
}

GapTotals totalsOf(std::span<const Gap> gaps)
{
    GapTotals totals;
    for (const Gap& gap : gaps)
        totals.add(gap);
    return totals;
}

Ns typicalLaunchLatency(const Trace& trace, std::span<const GpuOperationUse> operations)
{
    std::map<TrackId, Ns> busyUntil;
    std::vector<Ns> latencies;
    for (const GpuOperationUse& use : operations) {
        if (use.implausible)
            continue;
        Ns& until = busyUntil.try_emplace(use.track, kMinNs).first->second;
        if (use.launch != kNoEvent) {
            const Ns launched = trace.events().begin(use.launch);
            if (launched > until && use.range.begin >= launched)
                latencies.push_back(use.range.begin - launched);
        }
        until = std::max(until, use.range.end);
    }
    return latencies.empty() ? kDefaultLatencyNs : median(latencies);
}

} // namespace decodescope
