// SPDX-License-Identifier: GPL-3.0-or-later
// The blocks of a model row: which one lies at a place, and what the pointer tells about it.
#pragma once

#include "core/query/gpu_profile.h"
#include "ui/timeline/draw_list.h"
#include "ui/timeline/slice_tip.h"

#include <QString>

#include <optional>
#include <vector>

namespace decodescope {

// "gate_proj", or "FFN in" where there are several.
QString blockText(const ModelBlock& block);

// The blocks that a lane of a model row shows; nullptr for lanes of slices. Lives as long as the profiles.
const Lane* blocksOf(const std::vector<GpuProfile>& profiles, const DrawnLane& lane);

struct BlockSpot
{
    TimeRange range;
    ModelBlock block;
    bool isLayer = false; // of the upper lane: all parts of a layer
};
// The block of that lane whose first operation is `first`. nullopt: the lane is of slices, or has no such block (any
// more). O(log blocks).
std::optional<BlockSpot> blockAt(const std::vector<GpuProfile>& profiles, const DrawnLane& lane, const Trace& trace,
                                 EventId first);

// count: how many blocks the pointer is on together, of which `spot` stands for the others. origin: the 0 of times.
std::vector<TipLine> blockTip(const BlockSpot& spot, std::uint32_t count, Ns origin);

} // namespace decodescope
