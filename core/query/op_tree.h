// SPDX-License-Identifier: GPL-3.0-or-later
// CPU events as torch.profiler nests them, with the GPU time that each of them launched.
#pragma once

#include "core/query/query_scope.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace decodescope {

struct OpNode
{
    EventId event = kNoEvent;
    TimeRange range;
    NameId name = kEmptyName;
    std::uint32_t thread = 0;
    std::int32_t parent = -1; // among the nodes
    std::uint32_t children = 0;
    Ns childCpu = 0;     // summed length of the children
    Ns ownDevice = 0;    // of the GPU operations that this node itself launched
    Ns deviceTotal = 0;  // its own and its descendants'
    bool isStep = false; // ProfilerStep#N: all of them bear one name
    bool folded = false; // into its parent, which bears the same name: counts no more

    Ns selfCpu() const { return range.length() - childCpu; }
};

// Nodes by thread, then by begin, parents before children; folded ones are marked, not removed. Only what began in
// the scope. Empty when stopped. O(n log n).
std::vector<OpNode> buildOpTree(const Trace& trace, const QueryScope& scope, std::stop_token stop = {});

} // namespace decodescope
