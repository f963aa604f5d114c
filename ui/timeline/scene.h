// SPDX-License-Identifier: GPL-3.0-or-later
// The rows in sight, as DrawLists, and where things are in them.
#pragma once

#include "core/query/gap_index.h"
#include "core/query/gpu_profile.h"
#include "core/query/matched_lanes.h"
#include "core/query/time_scale.h"
#include "ui/timeline/draw_list.h"
#include "ui/timeline/slice_colors.h"
#include "ui/timeline/slice_names.h"

#include <QPoint>
#include <QRect>

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace decodescope {

class RunTiles;
class TrackLayout;

struct SceneView
{
    TimeScale scale;
    int heightPx = 0; // device pixels of the canvas
    int scroll = 0;   // logical pixels that the rows are scrolled by
    double pixelRatio = 1;
};

// What rows are made of; must outlive build() only.
struct SceneSource
{
    const Trace& trace;
    const TrackLayout& layout;
    const SliceColors& colors;
    SliceNames& names;
    const std::vector<GpuProfile>& profiles;
    const GapIndex& gaps;
    const MatchedLanes* matches = nullptr; // of what is highlighted; nullptr: not known (yet)
    bool showsOnlyMatches = false;
    RunTiles* tiles = nullptr; // what is kept from picture to picture; nullptr: nothing
};

class Scene
{
public:
    // A part of the canvas from top to bottom: the pinned rows, or those that scroll.
    struct Band
    {
        int top = 0;
        int bottom = 0;
        DrawList list;
    };

    // O(pixels in sight x log n).
    void build(const SceneView& view, const SceneSource& source);
    const SceneView& view() const { return m_view; }
    const std::array<Band, 2>& bands() const { return m_bands; } // pinned, scrolled

    // Where a slice is: x cut to the canvas; y may be above or below. nullopt: its row is not shown. O(lanes x log n).
    struct Spot
    {
        QRect rect;          // device pixels
        bool isLeft = false; // ends before the view
        bool isRight = false;
        bool isAbove = false;
        bool isBelow = false;
        bool isInView() const { return !isLeft && !isRight && !isAbove && !isBelow; }
    };
    std::optional<Spot> spotOf(const Trace& trace, const TrackLayout& layout, EventId event) const;
    // Of any stretch of a row's lane.
    std::optional<Spot> spotOf(const TrackLayout& layout, TrackId track, std::uint32_t lane, TimeRange range) const;

    // What a point shows, at most slackPx away sideways. O(lanes + log runs).
    struct Hit
    {
        const DrawnLane* lane = nullptr; // nullptr: a dot
        const DrawnRun* run = nullptr;
        EventId event = kNoEvent;
        const DrawnGap* gap = nullptr; // then there is no event
    };
    std::optional<Hit> hit(QPoint px, int slackPx) const;
    // The lane at a height, whether something is drawn there or not.
    const DrawnLane* laneAt(int y) const;
    // Top and bottom of the rows of these tracks, in device pixels; of those that are shown.
    std::vector<std::pair<int, int>> rowsOf(const TrackLayout& layout, const std::vector<TrackId>& tracks) const;
    // The tracks whose lanes lie at heights from one to another, sorted.
    std::vector<TrackId> tracksBetween(int y1, int y2) const;

private:
    int rowTop(const TrackLayout& layout, std::size_t row) const; // of its lanes, device pixels

    SceneView m_view;
    std::array<Band, 2> m_bands;
};

} // namespace decodescope
