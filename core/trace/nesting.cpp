// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/nesting.h"

#include <algorithm>

namespace decodescope {

namespace {

bool before(const PlacedSlice& a, const PlacedSlice& b)
{
    if (a.begin != b.begin)
        return a.begin < b.begin;
    if (a.end != b.end)
        return a.end > b.end;
    return a.event < b.event;
}

// Takes slices out of the lanes that begin at or after t and appends them to `out`.
void liftFrom(std::vector<Lane>& lanes, Ns t, std::vector<PlacedSlice>& out)
{
    for (Lane& lane : lanes) {
        if (lane.empty() || lane.begin(lane.size() - 1) < t)
            continue;
        // Late slices are late by little, so the place is near the end.
        std::size_t from = lane.size();
        std::size_t step = 1;
        while (from > 0 && lane.begin(from - 1) >= t) {
            from -= std::min(from, step);
            step *= 2;
        }
        const std::size_t first = lane.firstBeginningFrom(t, from);
        for (std::size_t i = first; i < lane.size(); ++i)
            out.push_back({lane.begin(i), lane.end(i), lane.event(i)});
        lane.truncate(first);
    }
}

bool isFree(const Lane& lane, Ns t)
{
    return lane.empty() || lane.end(lane.size() - 1) <= t;
}

} // namespace

NestingResult placeSlices(std::vector<Lane>& lanes, std::vector<PlacedSlice>& added, LaneRule rule)
{
    NestingResult result;
    if (added.empty())
        return result;
    const Ns first = std::min_element(added.begin(), added.end(), [](const auto& a, const auto& b) {
                         return a.begin < b.begin;
                     })->begin;
    liftFrom(lanes, first, added);
    if (!std::is_sorted(added.begin(), added.end(), before))
        std::sort(added.begin(), added.end(), before);

    std::size_t open = lanes.size(); // lanes [0, open) may hold a slice that covers the current begin
    for (const PlacedSlice& slice : added) {
        while (open > 0 && isFree(lanes[open - 1], slice.begin))
            --open;
        std::size_t depth = open;
        if (rule == LaneRule::firstFree) {
            depth = 0;
            while (depth < open && !isFree(lanes[depth], slice.begin))
                ++depth;
        }
        for (std::size_t i = 0; i < open; ++i) {
            if (!isFree(lanes[i], slice.begin) && lanes[i].end(lanes[i].size() - 1) < slice.end) {
                ++result.crossings;
                break;
            }
        }
        if (depth >= kMaxLanes) {
            ++result.tooDeep;
            continue;
        }
        if (depth == lanes.size())
            lanes.emplace_back();
        lanes[depth].append(slice.begin, slice.end, slice.event);
        open = std::max(open, depth + 1);
    }
    return result;
}

} // namespace decodescope
