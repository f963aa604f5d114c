// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows of one GPU show beside its slices: when it works, how long launches wait, which part of the model runs.
#pragma once

#include "core/label/labels.h"
#include "core/query/depth_series.h"
#include "core/query/interval_union.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

namespace decodescope {

// From the begin of a launch call to the begin of the operation that it launched.
struct LaunchDelay
{
    Ns time = 0; // the operation's begin
    Ns delay = 0;
    EventId operation = kNoEvent;
};

// Consecutive operations of one layer, or of one group of parts.
struct ModelBlock
{
    std::int32_t layer = -1;
    Part part = Part::other;
    bool isMixed = false;    // several parts of one group
    std::uint32_t count = 0; // operations
};

struct GpuProfile
{
    ProcessId process{0};
    IntervalUnion busy;                  // of all its streams
    std::vector<LaunchDelay> delays;     // by time
    DepthSeries queueDepth;              // launched and not yet begun, over all its streams; see queueDepths()
    Lane layers;                         // events: the first operation of each block
    std::vector<ModelBlock> layerBlocks; // by position in `layers`
    Lane parts;
    std::vector<ModelBlock> partBlocks;
};

// Of that process; nullptr: there is none.
const GpuProfile* profileOf(const std::vector<GpuProfile>& profiles, ProcessId process);

// A word for parts that belong together ("attn proj" for the q, k and v projections), or the part's own name.
std::string_view partGroupName(Part part);

// Of every process that GPU operations ran in. Blocks end where the model moves on, where operations without a known
// part come, and after a millisecond of rest. labels may be null: no blocks then. Empty when stopped. O(n log n).
std::vector<GpuProfile> gpuProfiles(const Trace& trace, const Labels* labels, std::stop_token stop = {});

} // namespace decodescope
