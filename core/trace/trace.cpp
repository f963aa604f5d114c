// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace.h"

#include <algorithm>

namespace decodescope {

namespace {

// First i in [0, size) with !before(i).
template <class Before>
std::size_t partitionPoint(std::size_t size, Before before)
{
    std::size_t low = 0;
    while (size > 0) {
        const std::size_t half = size / 2;
        if (before(low + half)) {
            low += half + 1;
            size -= half + 1;
        } else {
            size = half;
        }
    }
    return low;
}

} // namespace

std::string Trace::extraMembers(EventId id) const
{
    const std::size_t i =
        partitionPoint(m_extraMembers.size(), [&](std::size_t k) { return m_extraMembers[k].event < id; });
    if (i == m_extraMembers.size() || m_extraMembers[i].event != id)
        return "{}";
    return m_args.text(m_extraMembers[i].members);
}

std::optional<Trace::Place> Trace::place(EventId id) const
{
    const EventRow row = event(id);
    if (row.type != EventType::slice)
        return std::nullopt;
    const std::vector<Lane>& lanes = track(row.track).lanes;
    for (std::size_t depth = 0; depth < lanes.size(); ++depth) {
        const Lane& lane = lanes[depth];
        // Of one lane, only slices of length 0 begin together, and they lie in order of their ids.
        const std::size_t first = lane.firstBeginningFrom(row.begin);
        if (first == lane.size() || lane.begin(first) != row.begin)
            continue;
        const std::size_t count = lane.firstBeginningFrom(saturatingAdd(row.begin, 1), first) - first;
        const std::size_t i = first + partitionPoint(count, [&](std::size_t k) { return lane.event(first + k) < id; });
        if (i < first + count && lane.event(i) == id)
            return Place{static_cast<std::uint32_t>(depth), static_cast<std::uint32_t>(i)};
    }
    return std::nullopt;
}

EventId Trace::parent(EventId id) const
{
    const std::optional<Place> at = place(id);
    if (!at)
        return kNoEvent;
    const EventRow row = event(id);
    const std::vector<Lane>& lanes = track(row.track).lanes;
    for (std::size_t depth = at->lane; depth-- > 0;) {
        const std::size_t i = lanes[depth].at(row.begin);
        if (i < lanes[depth].size() && lanes[depth].end(i) >= row.end())
            return lanes[depth].event(i);
    }
    return kNoEvent;
}

EventId Trace::innermostAt(TrackId id, Ns t) const
{
    const std::vector<Lane>& lanes = track(id).lanes;
    for (std::size_t depth = lanes.size(); depth-- > 0;) {
        const std::size_t i = lanes[depth].at(t);
        if (i < lanes[depth].size())
            return lanes[depth].event(i);
    }
    return kNoEvent;
}

TrackId Trace::sibling(TrackId id, TrackKind kind) const
{
    TrackId at = id;
    do {
        if (track(at).kind == kind)
            return at;
        at = track(at).nextOfThread;
    } while (at != id && at != kNoTrack);
    return kNoTrack;
}

std::optional<std::size_t> Trace::gpuOperationIndex(EventId id) const
{
    const std::size_t i =
        partitionPoint(m_gpuOperations.size(), [&](std::size_t k) { return m_gpuOperations[k].event < id; });
    if (i == m_gpuOperations.size() || m_gpuOperations[i].event != id)
        return std::nullopt;
    return i;
}

EventId Trace::launchOf(EventId gpuOperation) const
{
    const std::optional<std::size_t> i = gpuOperationIndex(gpuOperation);
    return i ? m_gpuOperations[*i].launch : kNoEvent;
}

std::vector<EventId> Trace::launchedBy(EventId apiCall) const
{
    std::vector<EventId> found;
    std::size_t i = partitionPoint(m_byLaunch.size(), [&](std::size_t k) { return m_byLaunch[k].launch < apiCall; });
    for (; i < m_byLaunch.size() && m_byLaunch[i].launch == apiCall; ++i)
        found.push_back(m_byLaunch[i].event);
    return found;
}

EventId Trace::enclosingOp(EventId id) const
{
    for (EventId at = parent(id); at != kNoEvent; at = parent(at)) {
        if (kind(at) == EventKind::cpuOp)
            return at;
    }
    return kNoEvent;
}

EventId Trace::opOf(EventId gpuOperation) const
{
    const EventId launch = launchOf(gpuOperation);
    return launch == kNoEvent ? kNoEvent : enclosingOp(launch);
}

std::optional<std::size_t> Trace::stepAt(Ns t) const
{
    const std::size_t next = partitionPoint(m_steps.size(), [&](std::size_t i) { return m_steps[i].range.begin <= t; });
    if (next == 0 || !m_steps[next - 1].range.contains(t))
        return std::nullopt;
    return next - 1;
}

std::optional<std::size_t> Trace::stepOf(EventId gpuOperation) const
{
    const EventId launch = launchOf(gpuOperation);
    return launch == kNoEvent ? std::nullopt : stepAt(m_events.begin(launch));
}

std::size_t Trace::bytes() const
{
    std::size_t sum = m_events.bytes() + m_strings.bytes() + m_args.bytes() + m_gpuOperations.bytes() +
                      m_byLaunch.bytes() + m_flowPoints.bytes() + m_extraMembers.bytes();
    for (const Track& track : m_tracks) {
        sum += track.points.bytes();
        for (const Lane& lane : track.lanes)
            sum += lane.bytes();
    }
    return sum;
}

} // namespace decodescope
