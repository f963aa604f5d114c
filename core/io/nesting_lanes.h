// SPDX-License-Identifier: GPL-3.0-or-later
// Spreads the slices of one row over lanes in which slices only nest.
#pragma once

#include "core/base/time.h"

#include <queue>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace decodescope {

// Slices come by begin, longer ones first. O(log lanes) a slice; the first few lanes, which is all that nearly every
// row needs, are looked at one after the other.
class NestingLanes
{
public:
    // The first lane in which the slice crosses no other one and, if it is a GPU operation, overlaps none of these. A
    // slice without length takes no room.
    std::size_t place(TimeRange slice, bool isGpuOperation);
    std::size_t size() const { return m_lanes.size(); }

private:
    struct Lane
    {
        std::vector<std::pair<Ns, bool>> open; // end and whether it is a GPU operation; the innermost last
        std::size_t operations = 0;            // GPU operations among them
    };
    // How late a slice may end: any, and one that is a GPU operation.
    using Room = std::array<Ns, 2>;
    static constexpr std::size_t kNear = 8;

    static void closeUntil(Lane& lane, Ns t);
    static Room roomOf(const Lane& lane);
    std::size_t firstFarLane(Ns end, bool isGpuOperation) const;
    void take(std::size_t lane, TimeRange slice, bool isGpuOperation);
    void updateRoom(std::size_t lane);

    std::vector<Lane> m_lanes;
    // Of lanes from kNear on: their open ends, and a tree of their rooms: each node has the larger of its two.
    std::priority_queue<std::pair<Ns, std::size_t>, std::vector<std::pair<Ns, std::size_t>>, std::greater<>> m_ends;
    std::vector<Room> m_rooms;
};

} // namespace decodescope
