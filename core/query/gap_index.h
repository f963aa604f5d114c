// SPDX-License-Identifier: GPL-3.0-or-later
// The gaps of a trace, ready to be looked up and drawn.
#pragma once

#include "core/query/gaps.h"
#include "core/trace/lane.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace decodescope {

// Never changes; any thread reads it.
class GapIndex
{
public:
    struct StreamGaps
    {
        TrackId stream = kNoTrack;
        std::size_t first = 0; // among gaps(): the one at position 0 of the lane
        Lane lane;             // events: the operation that ended each gap
    };

    GapIndex() = default;
    // By stream, then by begin, as findGaps() gives them. O(n).
    explicit GapIndex(std::vector<Gap> gaps);

    std::span<const Gap> gaps() const { return m_gaps; }
    std::span<const StreamGaps> streams() const { return m_streams; }
    // nullptr: the stream has none. O(streams).
    const StreamGaps* ofStream(TrackId stream) const;
    // Numbers among gaps(). O(log n).
    std::optional<std::size_t> find(TrackId stream, TimeRange range) const;
    // The first one that begins after `from`, or the last one that begins before it, and is no shorter than `least`.
    std::optional<std::size_t> next(TrackId stream, Ns from, Ns least) const;
    std::optional<std::size_t> previous(TrackId stream, Ns from, Ns least) const;
    // Those of all streams that overlap a window, by number, and cut at its ends: then they have the cause of the
    // whole. O(streams x log n + what is found).
    std::vector<std::size_t> numbersWithin(TimeRange window) const;
    std::vector<Gap> within(TimeRange window) const;

private:
    std::vector<Gap> m_gaps;
    std::vector<StreamGaps> m_streams;
};

// One of each step; gaps outside of steps are left out.
std::vector<GapTotals> gapTotalsByStep(std::span<const Gap> gaps, std::size_t stepCount);

} // namespace decodescope
