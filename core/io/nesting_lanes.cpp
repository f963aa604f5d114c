// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/nesting_lanes.h"

#include <algorithm>

namespace decodescope {

void NestingLanes::closeUntil(Lane& lane, Ns t)
{
    while (!lane.open.empty() && lane.open.back().first <= t) {
        lane.operations -= lane.open.back().second ? 1 : 0;
        lane.open.pop_back();
    }
}

NestingLanes::Room NestingLanes::roomOf(const Lane& lane)
{
    const Ns any = lane.open.empty() ? kMaxNs : lane.open.back().first;
    return {any, lane.operations > 0 ? kMinNs : any};
}

std::size_t NestingLanes::place(TimeRange slice, bool isGpuOperation)
{
    const std::size_t near = std::min(m_lanes.size(), kNear);
    for (std::size_t i = 0; i < near; ++i) {
        closeUntil(m_lanes[i], slice.begin);
        if (roomOf(m_lanes[i])[isGpuOperation ? 1 : 0] >= slice.end) {
            take(i, slice, isGpuOperation);
            return i;
        }
    }
    while (!m_ends.empty() && m_ends.top().first <= slice.begin) {
        const std::size_t lane = m_ends.top().second;
        m_ends.pop();
        closeUntil(m_lanes[lane], slice.begin);
        updateRoom(lane);
    }
    const std::size_t lane = m_lanes.size() > kNear ? firstFarLane(slice.end, isGpuOperation) : m_lanes.size();
    if (lane == m_lanes.size())
        m_lanes.emplace_back();
    take(lane, slice, isGpuOperation);
    return lane;
}

void NestingLanes::take(std::size_t lane, TimeRange slice, bool isGpuOperation)
{
    if (!slice.isEmpty()) {
        m_lanes[lane].open.emplace_back(slice.end, isGpuOperation);
        m_lanes[lane].operations += isGpuOperation ? 1 : 0;
    }
    if (lane < kNear)
        return;
    if (!slice.isEmpty())
        m_ends.emplace(slice.end, lane);
    updateRoom(lane);
}

void NestingLanes::updateRoom(std::size_t lane)
{
    constexpr Room kNone{kMinNs, kMinNs};
    const auto larger = [](const Room& a, const Room& b) { return Room{std::max(a[0], b[0]), std::max(a[1], b[1])}; };
    std::size_t leaves = m_rooms.size() / 2;
    if (lane - kNear >= leaves) {
        leaves = std::max<std::size_t>(16, leaves * 2);
        m_rooms.assign(2 * leaves, kNone);
        for (std::size_t i = kNear; i < m_lanes.size(); ++i)
            m_rooms[leaves + i - kNear] = roomOf(m_lanes[i]);
        for (std::size_t i = leaves; i-- > 1;)
            m_rooms[i] = larger(m_rooms[2 * i], m_rooms[2 * i + 1]);
        return;
    }
    std::size_t at = leaves + lane - kNear;
    m_rooms[at] = roomOf(m_lanes[lane]);
    for (at /= 2; at > 0; at /= 2)
        m_rooms[at] = larger(m_rooms[2 * at], m_rooms[2 * at + 1]);
}

std::size_t NestingLanes::firstFarLane(Ns end, bool isGpuOperation) const
{
    const std::size_t which = isGpuOperation ? 1 : 0;
    const std::size_t leaves = m_rooms.size() / 2;
    if (m_rooms[1][which] < end)
        return m_lanes.size();
    std::size_t at = 1;
    while (at < leaves)
        at = m_rooms[2 * at][which] >= end ? 2 * at : 2 * at + 1;
    return std::min(m_lanes.size(), at - leaves + kNear);
}

} // namespace decodescope
