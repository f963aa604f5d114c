// SPDX-License-Identifier: GPL-3.0-or-later
// The GPU operations of a trace with what every table of them asks for.
#pragma once

#include "core/query/step_index.h"
#include "core/trace/trace.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

struct GpuOperationUse
{
    std::size_t index = 0; // among Trace::gpuOperation(); what labels go by
    EventId event = kNoEvent;
    EventId launch = kNoEvent; // kNoEvent: not in the trace
    TimeRange range;
    TrackId track = kNoTrack;
    std::int32_t step = -1; // among Trace::steps(): the step of its launch; -1: none or not known
    EventKind kind = EventKind::kernel;
    bool implausible = false; // not to be counted in totals
};

// All of them by begin, then by event. Empty when stopped. O(n log n).
std::vector<GpuOperationUse> gpuOperationsByBegin(const Trace& trace, std::stop_token stop = {});

// Which GPU and which queue an operation ran on: its arguments "device" and "stream", or else its row's pid and tid.
struct GpuPlace
{
    std::optional<std::int64_t> device;
    std::optional<std::int64_t> stream;
};
GpuPlace gpuPlaceOf(const Trace& trace, EventId gpuOperation);
GpuPlace gpuPlaceOf(const Trace& trace, const Track& stream);

// A text without blanks around it: PyTorch writes "stream 7 ".
std::string_view withoutBlanks(std::string_view text);

// "stream 7": a stream track's name without blanks around it, or made from its tid.
std::string streamName(const Trace& trace, const Track& stream);

} // namespace decodescope
