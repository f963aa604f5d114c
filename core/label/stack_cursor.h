// SPDX-License-Identifier: GPL-3.0-or-later
// Which slices of a track are open at a time, for times that go forward.
#pragma once

#include "core/trace/trace.h"

#include <cstddef>
#include <span>
#include <vector>

namespace decodescope {

// The trace must outlive the cursor.
class StackCursor
{
public:
    // A track of nested slices, or kNoTrack for one that is always empty.
    StackCursor(const Trace& trace, TrackId track)
        : m_lanes(track == kNoTrack ? nullptr : &trace.track(track).lanes)
    {
        if (m_lanes)
            m_positions.resize(m_lanes->size());
    }

    // Outermost first; valid until the next call. `t` must not be before that of the call before. O(depth) amortised.
    std::span<const EventId> at(Ns t)
    {
        m_open.clear();
        for (std::size_t depth = 0; depth < m_positions.size(); ++depth) {
            const Lane& lane = (*m_lanes)[depth];
            std::size_t& position = m_positions[depth];
            position = lane.firstEndingAfter(t, position);
            if (position == lane.size() || lane.begin(position) > t)
                break;
            m_open.push_back(lane.event(position));
        }
        return m_open;
    }

private:
    const std::vector<Lane>* m_lanes;
    std::vector<std::size_t> m_positions; // in each lane
    std::vector<EventId> m_open;
};

} // namespace decodescope
