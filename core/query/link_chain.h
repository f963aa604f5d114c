// SPDX-License-Identifier: GPL-3.0-or-later
// What a slice is linked to: kernel, launch, operators around it.
#pragma once

#include "core/trace/trace.h"

#include <cstddef>
#include <vector>

namespace decodescope {

struct LinkChain
{
    EventId launch = kNoEvent;       // the API call: of the operation asked for, or itself
    std::vector<EventId> scopes;     // around the launch, the innermost first: operators, then their callers
    std::vector<EventId> operations; // on the GPU, by event id
    bool isCut = false;              // more operations than kMost: the rest is left out

    static constexpr std::size_t kMost = 256;
    bool isEmpty() const { return launch == kNoEvent && scopes.empty() && operations.empty(); }
};

// From a GPU operation up, from an API call both ways, from an operator down to what was launched in it (and up to what
// is around it). Empty for all others. O(lanes x log n + API calls in the operator).
LinkChain linkChain(const Trace& trace, EventId event);

} // namespace decodescope
