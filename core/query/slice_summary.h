// SPDX-License-Identifier: GPL-3.0-or-later
// What ran on rows that are no streams within a window of time: operators, calls, modules, Python functions.
#pragma once

#include "core/base/result.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace decodescope {

// All slices of one name. Only what lies in the window counts: slices that reach over its ends are cut.
struct SliceUse
{
    NameId name = kEmptyName;
    std::uint64_t count = 0;
    Ns total = 0; // of slices within each other, each counts
    Ns self = 0;  // without what slices one lane below cover
    Ns max = 0;   // of whole durations
    EventId longest = kNoEvent;
};

struct SliceSummary
{
    TimeRange range;
    std::uint64_t slices = 0;
    Ns self = 0;                   // sum of all; where slices nest, the time in which the rows have any
    std::vector<SliceUse> uses;    // by self, largest first
    std::uint64_t implausible = 0; // left out of everything above
};

// Of those of `tracks` that hold slices and are no streams. Fails with `cancelled` when stopped. O(m + names) for m
// slices in the window.
Result<SliceSummary> summarizeSlices(const Trace& trace, TimeRange range, std::span<const TrackId> tracks,
                                     std::stop_token stop = {});

// All threads' rows of operators and calls: what a trace without a GPU has to show. O(tracks).
std::vector<TrackId> threadTracks(const Trace& trace);

} // namespace decodescope
