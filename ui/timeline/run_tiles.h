// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of crowded lanes, kept while the view only moves.
#pragma once

#include "core/query/fold.h"
#include "core/query/time_scale.h"
#include "ui/timeline/draw_list.h"

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace decodescope {

// A lane at one scale is cut into tiles of some hundred pixels that lie on a grid of absolute time, so that a pan makes
// only those that come into sight, and what stands for a column of thousands of slices stays the same meanwhile. Used
// by the UI thread.
class RunTiles
{
public:
    // To be called when anything but the visible range has changed: lanes, colours, the highlight. O(what is kept).
    void clear();
    // To be called once a picture: another scale than the last one's clears. Nothing is kept of the first picture of a
    // scale, since of a zoom each one has its own.
    void beginPicture(const TimeScale& scale, int columnPx);

    // Makes a DrawnRun of each run that `runs` holds, its x as it is there.
    using MakeRuns = std::function<void(std::span<const Run> runs, std::vector<DrawnRun>& out)>;
    // Appends the lane's runs as foldLane() would have them, but with columns on the grid, and without what reaches
    // less than a pixel into sight; false: this lane is to be folded directly, since nothing is kept or it is not
    // crowded. The lane must stay as it is until clear(). O(runs), and for a tile that is not there what foldLane()
    // costs.
    bool add(const Lane& lane, const MakeRuns& makeRuns, std::vector<DrawnRun>& out);

private:
    // Of the slices that begin in it. x is relative to the tile.
    struct Tile
    {
        std::vector<DrawnRun> runs;
        std::vector<std::pair<std::uint32_t, TimeRange>> wide; // runs that are slices with edges of their own
    };
    using Tiles = std::unordered_map<std::int64_t, Tile>; // by number on the grid

    bool isCrowded(const Lane& lane) const;
    std::int64_t tilePx() const;
    Ns timeAt(std::int64_t absolutePx) const;
    const Tile& tile(Tiles& tiles, const Lane& lane, std::int64_t number, const MakeRuns& makeRuns);
    void addSliceReachingIn(const Lane& lane, Ns until, const MakeRuns& makeRuns, std::vector<DrawnRun>& out);
    void addTile(const Tile& tile, std::int64_t shift, std::vector<DrawnRun>& out);
    void place(const DrawnRun& run, std::int64_t from, std::int64_t to, bool isWide, std::vector<DrawnRun>& out);
    void placeCrowdedOut(std::vector<DrawnRun>& out);

    TimeScale m_scale;
    int m_columnPx = 0;
    bool m_isPan = false;        // the picture before had the same scale, which has a grid
    std::int64_t m_originPx = 0; // of the view, on the grid
    // Of the lane that is being added:
    int m_used = 0;        // pixels below this one are taken
    DrawnRun m_crowdedOut; // what lies in taken pixels alone; count 0: nothing
    std::size_t m_keptRuns = 0;
    std::unordered_map<const Lane*, Tiles> m_lanes;
    std::vector<Run> m_folded;
};

} // namespace decodescope
