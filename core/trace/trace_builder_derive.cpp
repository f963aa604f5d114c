// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes, steps, links and what was odd: all that follows from the events.
#include "core/trace/flow_resolver.h"
#include "core/trace/trace_builder_state.h"

#include <algorithm>
#include <charconv>

namespace decodescope {

namespace {

LaneRule laneRule(TrackKind kind)
{
    return kind == TrackKind::stream ? LaneRule::firstFree : LaneRule::byDepth;
}

} // namespace

constexpr std::string_view kStepPrefix = "ProfilerStep#";

std::optional<std::int64_t> stepNumber(std::string_view name)
{
    if (!name.starts_with(kStepPrefix))
        return std::nullopt;
    const std::string_view digits = name.substr(kStepPrefix.size());
    std::int64_t number = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size())
        return std::nullopt;
    return number;
}

void TraceBuilder::State::closeUnfinished()
{
    const Ns end = trace.m_span.end;
    const BatchEvent none;
    const auto closeAll = [&](OpenSlices& open) {
        for (const OpenSlice& slice : open.all()) {
            trace.m_report.add(WarningKind::unfinishedSlice, slice.offset,
                               "\"" + std::string(strings.pool().text(slice.name)) +
                                   "\" has no end: it runs to the end of the recording.");
            const Incoming whole{
                none, slice.begin, slice.name, slice.category, trace.m_categories[index(slice.category)].kind,
                0,    slice.args,  slice.extra};
            widen({slice.begin, slice.begin});
            const EventId id = store(whole, slice.track, EventType::slice, slice.begin,
                                     std::max<Ns>(0, saturatingSub(std::max(end, trace.m_span.end), slice.begin)),
                                     EventFlag::fromBeginEnd | EventFlag::unfinished);
            link(whole, id, slice.track);
        }
        open.clear();
    };
    for (auto& [row, open] : openByRow)
        closeAll(open);
    for (auto& [key, open] : openAsync)
        closeAll(open);
}

void TraceBuilder::State::placeNew()
{
    newSlices.resize(trace.m_tracks.size());
    newPoints.resize(trace.m_tracks.size());
    for (std::size_t i = 0; i < trace.m_tracks.size(); ++i) {
        Track& track = trace.m_tracks[i];
        if (track.kind == TrackKind::step) {
            for (const PlacedSlice& slice : newSlices[i]) {
                const NameId name = trace.m_events.name(slice.event);
                trace.m_steps.push_back(
                    {slice.event, name, stepNumber(strings.pool().text(name)).value_or(0), {slice.begin, slice.end}});
            }
        }
        const NestingResult placed = placeSlices(track.lanes, newSlices[i], laneRule(track.kind));
        trace.m_report.add(WarningKind::overlap, -1,
                           "Slices that cross another one of their row are drawn in lanes of their own.",
                           placed.crossings);
        trace.m_report.add(WarningKind::tooDeep, -1,
                           "Slices nested deeper than 1024 levels are kept and counted, but not drawn.",
                           placed.tooDeep);
        newSlices[i] = {};

        auto& points = newPoints[i];
        if (points.empty())
            continue;
        const Ns first = std::min_element(points.begin(), points.end())->first;
        const std::size_t keep = track.points.firstFrom(first);
        for (std::size_t k = keep; k < track.points.size(); ++k)
            points.emplace_back(track.points.time(k), track.points.event(k));
        std::sort(points.begin(), points.end());
        track.points.truncate(keep);
        for (const auto& [time, event] : points)
            track.points.append(time, event);
        points = {};
    }
    std::sort(trace.m_steps.begin(), trace.m_steps.end(), [](const Step& a, const Step& b) {
        return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.event < b.event;
    });
}

void TraceBuilder::State::addLaunches(const std::vector<GpuOperation>& found)
{
    if (found.empty())
        return;
    std::vector<GpuOperation> operations(trace.m_gpuOperations.size());
    for (std::size_t i = 0; i < operations.size(); ++i)
        operations[i] = trace.m_gpuOperations[i];
    for (const GpuOperation& link : found) {
        const auto at = std::ranges::lower_bound(operations, link.event, {}, &GpuOperation::event);
        if (at != operations.end() && at->event == link.event && at->launch == kNoEvent) {
            at->launch = link.launch;
            ++launchesByFlow;
        }
    }
    trace.m_gpuOperations.truncate(0);
    trace.m_gpuOperations.append(operations.data(), operations.size());
    std::erase_if(operations, [](const GpuOperation& row) { return row.launch == kNoEvent; });
    std::ranges::sort(operations, [](const GpuOperation& a, const GpuOperation& b) {
        return a.launch != b.launch ? a.launch < b.launch : a.event < b.event;
    });
    trace.m_byLaunch.truncate(0);
    trace.m_byLaunch.append(operations.data(), operations.size());
}

void TraceBuilder::State::reportOdd()
{
    std::uint64_t unlinked = 0;
    std::uint64_t backwards = 0;
    for (std::size_t i = 0; i < trace.m_gpuOperations.size(); ++i) {
        const GpuOperation operation = trace.m_gpuOperations[i];
        if (operation.launch == kNoEvent)
            ++unlinked;
        else if (trace.m_events.begin(operation.event) < trace.m_events.begin(operation.launch))
            ++backwards;
    }
    const std::uint64_t ambiguous = linker.ambiguousCount() - std::min(linker.ambiguousCount(), launchesByFlow);
    trace.m_report.add(WarningKind::ambiguousCorrelation, -1,
                       "GPU operations whose correlation id is on several calls: not linked.", ambiguous);
    trace.m_report.add(WarningKind::launchNotRecorded, -1, "GPU operations whose launch is not in the recording.",
                       unlinked - std::min(unlinked, ambiguous));
    trace.m_report.add(WarningKind::kernelBeforeLaunch, -1,
                       "GPU operations that begin before their launch (the clocks differ): kept as recorded.",
                       backwards);

    std::uint64_t covering = 0;
    for (const Track& track : trace.m_tracks) {
        if (track.kind != TrackKind::stream || track.lanes.size() < 2)
            continue;
        const Lane& below = track.lanes[1];
        const Lane& lane = track.lanes[0];
        for (std::size_t i = 0; i < lane.size(); ++i) {
            const std::size_t k = below.firstBeginningFrom(lane.begin(i));
            covering += k < below.size() && below.end(k) <= lane.end(i) && below.end(k) > below.begin(k) ? 1 : 0;
        }
    }
    trace.m_report.add(
        WarningKind::coveredKernel, -1,
        "GPU operations that last beyond later ones of their own stream: their sum exceeds the busy time.", covering);
    if (!hasSpan)
        trace.m_report.add(WarningKind::noTimedEvents, -1, "The input has no timed events.");
    reportNoGpu();
}

// Whoever looks for the rows of streams finds out here why there are none.
void TraceBuilder::State::reportNoGpu()
{
    if (!trace.m_gpuOperations.empty())
        return;
    bool hasOps = false;
    bool hasCalls = false;
    for (std::size_t i = 0; i < trace.m_events.size(); ++i) {
        const EventKind kind = trace.kind(static_cast<EventId>(i));
        hasOps = hasOps || kind == EventKind::cpuOp;
        hasCalls = hasCalls || isApiCall(kind);
    }
    if (!hasOps && !hasCalls)
        return;
    const bool isCutOff = trace.m_report.count(WarningKind::truncatedInput) > 0;
    bool isCutOut = false;
    bool ranOnCpu = false;
    bool namesGpu = false;
    for (const TraceSource& source : trace.m_sources) {
        for (const auto& [key, json] : source.metadata) {
            isCutOut = isCutOut || key == "cutOut"; // of the rest nothing is known
            ranOnCpu = ranOnCpu || (key == "decodescope" && json.find(R"("device":"cpu")") != std::string::npos);
            namesGpu = namesGpu || (key == "deviceProperties" && json.find('{') != std::string::npos);
        }
    }
    if (isCutOut && !isCutOff)
        return;
    std::string_view why = "Only the CPU was recorded: ProfilerActivity.CUDA was left out, or there was no CUDA there.";
    if (ranOnCpu)
        why = "There are no rows of a GPU: this decode ran on the CPU.";
    else if (isCutOff)
        why = "There are no rows of a GPU in what was read: the input stops before its end, and they may come later in "
              "it.";
    else if (hasCalls)
        why = "Calls of CUDA were recorded, but nothing that ran on a GPU: its records were lost, or another tool held "
              "CUPTI.";
    else if (namesGpu)
        why = "Only the CPU was recorded, though there was a GPU: ProfilerActivity.CUDA was left out, or nothing was "
              "launched.";
    trace.m_report.add(WarningKind::noGpuRows, -1, why);
}

// Flow events whose row had no slice yet when they came. Those whose row never got one have no end to be tied to.
void TraceBuilder::State::placeEarlyFlows()
{
    std::uint64_t homeless = 0;
    for (auto& [row, point] : earlyFlows) {
        point.track = rows.anyTrack(row);
        if (point.track != kNoTrack)
            trace.m_flowPoints.push_back(point);
        else if (!isLaunchFlow(strings.pool().text(point.category), strings.pool().text(point.name)))
            ++homeless;
    }
    earlyFlows.clear();
    trace.m_report.add(WarningKind::danglingFlow, -1, "Flow events without a slice or a partner.", homeless);
}

void TraceBuilder::State::shrink()
{
    trace.m_events.shrink();
    trace.m_extraMembers.shrink();
    trace.m_gpuOperations.shrink();
    trace.m_byLaunch.shrink();
    trace.m_flowPoints.shrink();
    for (Track& track : trace.m_tracks) {
        track.points.shrink();
        for (Lane& lane : track.lanes)
            lane.shrink();
    }
}

} // namespace decodescope
