// SPDX-License-Identifier: GPL-3.0-or-later
// From rows to DrawLists: pure, no painter.
#pragma once

#include "core/query/gap_index.h"
#include "core/query/gpu_profile.h"
#include "core/query/matched_lanes.h"
#include "core/query/time_scale.h"
#include "core/trace/trace.h"
#include "ui/model/track_layout.h"
#include "ui/timeline/draw_list.h"
#include "ui/timeline/run_tiles.h"
#include "ui/timeline/slice_colors.h"
#include "ui/timeline/slice_names.h"

namespace decodescope {

// What all rows of a picture have in common.
struct RenderContext
{
    const Trace& trace;
    const SliceColors& colors;
    SliceNames& names;
    TimeScale scale;
    int columnPx = 1; // device pixels that narrow slices are folded into
    double pixelRatio = 1;
    const MatchedLanes* matches = nullptr; // of what is highlighted; nullptr: not known (yet)
    bool showsOnlyMatches = false;
    RunTiles* tiles = nullptr; // what is kept of pictures before; nullptr: nothing
};

// Where a row's lanes or its plot lie, in device pixels of the canvas.
struct RowBox
{
    int y = 0;
    int laneHeight = 0;
    int laneCount = 0; // that are shown
};

void drawSlices(const RenderContext& context, const Track& track, TrackId id, const RowBox& box, DrawList& out);
// Instants of a track as ticks over its first lane.
void drawInstants(const RenderContext& context, const Track& track, const RowBox& box, DrawList& out);
// Idle stretches of a stream over its first lane, those that are a few pixels wide and not folded with others.
void drawGaps(const RenderContext& context, const GapIndex& index, TrackId stream, const RowBox& box, DrawList& out);
void drawModel(const RenderContext& context, const GpuProfile& profile, const RowBox& box, DrawList& out);
// Share of each column in which the GPU works, over columns of two logical pixels.
void drawGpuBusy(const RenderContext& context, const GpuProfile& profile, const RowBox& box, DrawList& out);
// A dot an operation, on a logarithmic scale from 1 us to 10 ms; of several in a column at most eight.
void drawLaunchDelay(const RenderContext& context, const GpuProfile& profile, const RowBox& box, DrawList& out);
// Launched operations that have not begun: the most in each column. 0 to the highest in sight.
void drawQueueDepth(const RenderContext& context, const GpuProfile& profile, const RowBox& box, DrawList& out);
// Stepwise; of the samples in a column the highest of those looked at.
void drawCounter(const RenderContext& context, const Track& track, const RowBox& box, DrawList& out);

} // namespace decodescope
