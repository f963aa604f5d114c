// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/nesting.h"

#include <queue>

#include <algorithm>
#include <functional>
#include <span>

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

// How many of some slices, in order, begin within an earlier one, of theirs or in the lanes, and end behind it.
std::uint64_t crossingsOf(const std::vector<Lane>& lanes, std::span<const PlacedSlice> slices)
{
    std::priority_queue<Ns, std::vector<Ns>, std::greater<>> openEnds;
    for (const Lane& lane : lanes) {
        if (!slices.empty() && !isFree(lane, slices.front().begin))
            openEnds.push(lane.end(lane.size() - 1));
    }
    std::uint64_t count = 0;
    for (const PlacedSlice& slice : slices) {
        while (!openEnds.empty() && openEnds.top() <= slice.begin)
            openEnds.pop();
        count += !openEnds.empty() && openEnds.top() < slice.end ? 1 : 0;
        openEnds.push(slice.end);
    }
    return count;
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
    const auto own = static_cast<std::ptrdiff_t>(added.size());
    liftFrom(lanes, first, added);
    std::sort(added.begin() + own, added.end(), before);
    const std::uint64_t known = crossingsOf(lanes, std::span(added).subspan(static_cast<std::size_t>(own)));
    if (!std::is_sorted(added.begin(), added.end(), before))
        std::sort(added.begin(), added.end(), before);
    result.crossings = crossingsOf(lanes, added) - known;

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
