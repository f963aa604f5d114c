// SPDX-License-Identifier: GPL-3.0-or-later
// GPU operations in the order in which the threads of the host asked for them.
#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <vector>

namespace decodescope {

struct OrderedOperation
{
    std::uint32_t index = 0; // among Trace::gpuOperation()
    EventId event = kNoEvent;
    EventId launch = kNoEvent;
    Ns launchBegin = 0; // the operation's own begin where the launch is not in the trace
};

// The operations that one CPU thread launched, by launch, then by begin; or, where the launch is not in the trace,
// those of one stream.
struct LaunchOrder
{
    TrackId thread = kNoTrack; // track of the launches; kNoTrack: launches unknown
    std::vector<OrderedOperation> operations;
};

// Whether operation i is a kernel of a CUDA graph: one launch started several, so what surrounds the launch says
// nothing about each of them. True also where the launch is not in the trace.
bool isInGraph(const Trace& trace, const LaunchOrder& order, std::size_t i);

// By track. O(n log n).
std::vector<LaunchOrder> launchOrders(const Trace& trace);

} // namespace decodescope
