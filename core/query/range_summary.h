// SPDX-License-Identifier: GPL-3.0-or-later
// The summary of a window of time: what a drag over the timeline asks.
#pragma once

#include "core/base/result.h"
#include "core/label/labels.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace decodescope {

// One stream in the window. Only what lies in the window counts: operations that reach over its ends are cut.
struct StreamUse
{
    TrackId track = kNoTrack;
    Ns kernelSum = 0; // of the kernels' durations; larger than `busy` where kernels overlap
    Ns busy = 0;      // union of kernels, copies and memsets
    Ns idle = 0;      // the rest of the window
    std::uint64_t kernels = 0;
    std::uint64_t gpuOps = 0; // kernels, copies, memsets
};

struct PartUse
{
    Part part = Part::other;
    Ns time = 0; // cut at the window's ends, summed over all streams
    std::uint64_t count = 0;
    Ns median = 0, p99 = 0; // of whole durations, by nearest rank
};

struct StepOverlap
{
    std::size_t step = 0; // among Trace::steps()
    Ns overlap = 0;
};

// All operations of one name and kind.
struct KernelUse
{
    NameId name = kEmptyName;
    EventKind kind = EventKind::kernel;
    std::uint64_t count = 0;
    Ns total = 0;     // cut at the window's ends
    double share = 0; // of all operations' total
    // Of whole durations. Percentiles by nearest rank: values that occurred.
    Ns mean = 0, min = 0, median = 0, p90 = 0, p99 = 0, max = 0;
    // From the begin of the launching call to the begin of the operation, never below 0. Median over those with a
    // launch in the trace; -1: none.
    Ns launchDelay = -1;
    EventId longest = kNoEvent;
    Part part = Part::other; // of the longest one
};

struct RangeSummary
{
    TimeRange range;
    std::vector<StreamUse> streams; // all stream tracks that count, in track order
    std::vector<PartUse> parts;     // those that occur, in the order of Part
    std::vector<StepOverlap> steps; // those that overlap, by begin
    std::vector<KernelUse> kernels; // by total, largest first
    Ns kernelSum = 0;               // over all streams
    Ns busy = 0;                    // union over all streams
    std::uint64_t kernelCount = 0;
    std::uint64_t gpuOps = 0;
    std::uint64_t implausible = 0; // operations left out of everything above
};

// `labels` may be null: then `parts` is empty. `tracks`: only streams among these count; empty: all. Fails with
// `cancelled` when stopped. O(m log m) for m operations in the window, and O(log n) to find them.
Result<RangeSummary> summarizeRange(const Trace& trace, TimeRange range, const Labels* labels = nullptr,
                                    std::stop_token stop = {}, std::span<const TrackId> tracks = {});

} // namespace decodescope
