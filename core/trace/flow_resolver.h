// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the flow events of a file into arrows between slices.
#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace decodescope {

struct ResolvedFlows
{
    std::vector<Flow> flows;
    std::uint64_t dangling = 0; // points without a slice or a partner
};

// Whether a flow says what the correlation ids say: launch -> GPU operation, as Kineto has named it since 2020.
bool isLaunchFlow(std::string_view category, std::string_view name);

// Points with one source, category, name and id make one flow, in order of time; each pair of neighbours is an arrow. A
// start or step binds to the innermost slice that is open at its time on its thread; an end does so with "bp": "e",
// else to the next slice that begins. Ids are compared as written: "0x10" and 16 differ. Launch -> GPU flows (ac2g) are
// left out: the correlation ids say the same, without Kineto's dangling ends. O(points x log).
ResolvedFlows resolveFlows(const Trace& trace);

// GPU operations without a launch whose launch the launch -> GPU flows give: for correlation ids that are missing or
// stand for several calls, as in files put together from several ranks. Taken only where an id has one begin. O(points
// x log).
std::vector<GpuOperation> launchesFromFlows(const Trace& trace);

} // namespace decodescope
