// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the slices of one track into lanes.
#pragma once

#include "core/trace/lane.h"

#include <cstdint>
#include <vector>

namespace decodescope {

// How slices that overlap are laid out.
enum class LaneRule : std::uint8_t {
    // A slice lies one lane below the deepest one that is still open: nesting depth where slices nest; a slice that
    // crosses
    // another's end goes below it.
    byDepth,
    // A slice lies in the first lane that is free: kernels of one stream do not nest, they overlap.
    firstFree,
};

struct PlacedSlice
{
    Ns begin = 0;
    Ns end = 0;
    EventId event = kNoEvent;
};

struct NestingResult
{
    std::uint64_t crossings = 0; // slices that begin inside another one of the track and end after it
    std::uint64_t tooDeep = 0;   // slices that found no lane
};

inline constexpr std::size_t kMaxLanes = 1024;

// Adds slices, in any order, to lanes. Order within lanes: by begin, then the longer first, then by event id; the
// result is the same however the slices are split over calls. `added` is sorted in place. Slices that begin after all
// present ones cost O(1) each; late ones lift out and lay down again what begins after them. Slices beyond kMaxLanes
// are left out.
NestingResult placeSlices(std::vector<Lane>& lanes, std::vector<PlacedSlice>& added, LaneRule rule);

} // namespace decodescope
