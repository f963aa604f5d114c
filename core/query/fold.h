// SPDX-License-Identifier: GPL-3.0-or-later
// From slices to what can be seen of them.
#pragma once

#include "core/query/time_scale.h"
#include "core/trace/lane.h"

#include <cstdint>
#include <vector>

namespace decodescope {

// A slice, or several that are too narrow to be told apart. Runs of one lane are in order and never share a pixel.
struct Run
{
    int x = 0;                  // device pixels, [0, widthPx)
    int width = 0;              // at least 1
    std::uint32_t position = 0; // in the lane: the slice, or of several the one that stands for them
    std::uint32_t first = 0;    // in the lane: the first of them
    std::uint32_t count = 1;
    std::uint8_t covered = 255; // share of the run's time that the slices cover, of 255
    EventId event = kNoEvent;   // of `position`

    friend bool operator==(const Run&, const Run&) = default;
};

// Slices wider than columnPx pixels are runs of their own; those that begin in the same column of columnPx pixels and
// are no wider become one, which the longest of them stands for (the first of equal ones). Where a column holds more
// than 32 slices, up to a quarter of them, its last ones, may go to the next column. Cost: O(columns x log(slices a
// column)). Appends to `out`.
void foldLane(const Lane& lane, const TimeScale& scale, int columnPx, std::vector<Run>& out);

// The same of the slices that begin in [scale.range().begin, until), and of all of them: of such stretches side by side
// each slice is in one. `until` lies at the edge of column untilPx, give or take a nanosecond; the last column takes
// what is left over. Slices may be drawn beyond it. Cost: O(columns x log(slices a column)).
void foldBeginsIn(const Lane& lane, const TimeScale& scale, int columnPx, int untilPx, Ns until, std::vector<Run>& out);

} // namespace decodescope
