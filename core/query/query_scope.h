// SPDX-License-Identifier: GPL-3.0-or-later
// What a table is about: all of a trace, one of its steps, or a window of time.
#pragma once

#include "core/trace/trace.h"

#include <optional>
#include <vector>

namespace decodescope {

// At most one of the two is set; neither: the whole trace.
struct QueryScope
{
    std::optional<std::size_t> step; // of Trace::steps(): what it launched on the GPU, what began in it on the CPU
    std::optional<TimeRange> range;  // what lies in it; each table says what that means at its ends

    bool isWhole() const { return !step && !range; }
    friend bool operator==(const QueryScope&, const QueryScope&) = default;
};

// A selected range that is just a step's stands for that step. O(log steps).
QueryScope scopeOfSelection(const Trace& trace, std::optional<TimeRange> selected);

// The steps by which counts per step are divided: all, the one, or those that lie in the range whole. By begin.
std::vector<std::size_t> stepsOfScope(const Trace& trace, const QueryScope& scope);

} // namespace decodescope
