// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/hit_test.h"

#include <algorithm>

namespace decodescope {

const Run* runAt(std::span<const Run> runs, int x, int slackPx)
{
    const auto after = std::ranges::upper_bound(runs, x, {}, &Run::x);
    const Run* best = nullptr;
    int distance = slackPx + 1;
    if (after != runs.begin()) {
        const Run& run = *(after - 1);
        const int away = std::max(0, x - (run.x + run.width - 1));
        if (away < distance) {
            best = &run;
            distance = away;
        }
    }
    if (after != runs.end() && after->x - x < distance)
        best = &*after;
    return best;
}

std::optional<Ns> nearestEdge(const Lane& lane, Ns t, Ns within)
{
    std::optional<Ns> best;
    Ns distance = within;
    const auto consider = [&](Ns edge) {
        const Ns away = edge > t ? saturatingSub(edge, t) : saturatingSub(t, edge);
        if (away < distance || (away == distance && (!best || edge < *best))) {
            best = edge;
            distance = away;
        }
    };
    // The first slice that ends after t and its neighbours hold the edges around t.
    const std::size_t i = lane.firstEndingAfter(t);
    if (i > 0)
        consider(lane.end(i - 1));
    if (i < lane.size()) {
        consider(lane.begin(i));
        consider(lane.end(i));
    }
    return best;
}

} // namespace decodescope
