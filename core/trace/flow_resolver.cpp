// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/flow_resolver.h"

#include "core/trace/event_batch.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace decodescope {

namespace {

class Binder
{
public:
    using RowId = std::tuple<ProcessId, bool, std::int64_t, NameId>;
    static RowId rowOf(const Track& track) { return {track.process, track.hasTid, track.tid.number, track.tid.text}; }

    explicit Binder(const Trace& trace)
        : m_trace(trace)
    {
        for (std::size_t i = 0; i < trace.tracks().size(); ++i)
            m_rows[rowOf(trace.tracks()[i])].push_back(static_cast<TrackId>(i));
    }

    EventId enclosing(const FlowPoint& point) const
    {
        EventId best = kNoEvent;
        for (const TrackId id : m_rows.at(rowOf(m_trace.track(point.track)))) {
            const EventId found = m_trace.innermostAt(id, point.time);
            if (found != kNoEvent &&
                (best == kNoEvent || m_trace.events().begin(found) >= m_trace.events().begin(best)))
                best = found;
        }
        return best;
    }

    EventId next(const FlowPoint& point) const
    {
        EventId best = kNoEvent;
        for (const TrackId id : m_rows.at(rowOf(m_trace.track(point.track)))) {
            for (const Lane& lane : m_trace.track(id).lanes) {
                const std::size_t i = lane.firstBeginningFrom(point.time);
                if (i < lane.size() && (best == kNoEvent || lane.begin(i) < m_trace.events().begin(best)))
                    best = lane.event(i);
            }
        }
        return best;
    }

private:
    const Trace& m_trace;
    std::map<RowId, std::vector<TrackId>> m_rows;
};

} // namespace

bool isLaunchFlow(std::string_view category, std::string_view name)
{
    return category == "ac2g" || category == "async_cpu_to_gpu" || (category == "async" && name == "launch");
}

ResolvedFlows resolveFlows(const Trace& trace)
{
    ResolvedFlows result;
    const ChunkedVector<FlowPoint>& points = trace.flowPoints();
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!isLaunchFlow(trace.text(points[i].category), trace.text(points[i].name)))
            order.push_back(i);
    }
    if (order.empty())
        return result;
    const auto key = [&](std::size_t i) {
        const FlowPoint& p = points[i];
        return std::tuple(p.source, p.category, p.name, p.id.text, p.id.number);
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return key(a) != key(b) ? key(a) < key(b) : points[a].time < points[b].time;
    });

    const Binder binder(trace);
    Ns fromTime = 0;
    EventId from = kNoEvent;  // the slice at the last start or step of the current flow
    std::size_t unpaired = 0; // points of the current flow that no arrow touches yet
    for (std::size_t k = 0; k < order.size(); ++k) {
        if (k == 0 || key(order[k]) != key(order[k - 1])) {
            result.dangling += unpaired;
            from = kNoEvent;
            unpaired = 0;
        }
        const FlowPoint& point = points[order[k]];
        const auto phase = static_cast<Phase>(point.phase);
        const bool toNext = phase == Phase::flowEnd && !point.bindEnclosing;
        const EventId slice = toNext ? binder.next(point) : binder.enclosing(point);
        if (phase == Phase::flowStart) {
            result.dangling += unpaired;
            unpaired = 1;
            from = slice;
            fromTime = point.time;
            continue;
        }
        if (from == kNoEvent || slice == kNoEvent) {
            ++result.dangling;
            continue;
        }
        result.flows.push_back(
            {from, slice, point.name, point.category, fromTime, toNext ? trace.events().begin(slice) : point.time});
        unpaired = 0;
        if (phase == Phase::flowStep) {
            from = slice;
            fromTime = point.time;
        }
    }
    result.dangling += unpaired;
    return result;
}

std::vector<GpuOperation> launchesFromFlows(const Trace& trace)
{
    // Where operations without a launch begin.
    std::map<std::pair<Binder::RowId, Ns>, EventId> wanted;
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
        const GpuOperation operation = trace.gpuOperation(i);
        if (operation.launch != kNoEvent)
            continue;
        const EventRow row = trace.event(operation.event);
        wanted.emplace(std::pair(Binder::rowOf(trace.track(row.track)), row.begin), operation.event);
    }
    std::vector<GpuOperation> found;
    if (wanted.empty())
        return found;
    struct Ends
    {
        std::size_t starts = 0;
        FlowPoint start;
        std::vector<EventId> operations;
    };
    using Key = std::tuple<std::uint32_t, NameId, NameId, NameId, std::int64_t>;
    std::map<Key, Ends> flows;
    for (std::size_t i = 0; i < trace.flowPoints().size(); ++i) {
        const FlowPoint& point = trace.flowPoints()[i];
        if (!isLaunchFlow(trace.text(point.category), trace.text(point.name)))
            continue;
        Ends& ends = flows[{point.source, point.category, point.name, point.id.text, point.id.number}];
        if (static_cast<Phase>(point.phase) == Phase::flowStart) {
            ++ends.starts;
            ends.start = point;
        } else if (const auto at = wanted.find({Binder::rowOf(trace.track(point.track)), point.time});
                   at != wanted.end()) {
            ends.operations.push_back(at->second);
        }
    }
    const Binder binder(trace);
    for (const auto& [key, ends] : flows) {
        if (ends.starts != 1 || ends.operations.empty())
            continue;
        EventId launch = binder.enclosing(ends.start);
        while (launch != kNoEvent && !isApiCall(trace.kind(launch)))
            launch = trace.parent(launch);
        for (const EventId operation : ends.operations) {
            if (launch != kNoEvent)
                found.push_back({operation, launch});
        }
    }
    return found;
}

} // namespace decodescope
