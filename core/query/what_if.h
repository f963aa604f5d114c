// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates: how long a step would take if something were different. Never measurements.
#pragma once

#include "core/label/labels.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace decodescope {

struct WhatIf
{
    std::string change;     // "no launch gaps"
    Ns step = 0;            // length of a step then
    double speedup = 1;     // the step as it is / that
    std::string assumption; // one sentence: what the estimate rests on
};

struct WhatIfTable
{
    std::size_t step = 0; // the step that was taken
    Ns now = 0;
    std::vector<WhatIf> rows;
    std::uint64_t fusedLaunches = 0; // launches less when chains are fused
};

// Rows that can be told from the trace:
// - no launch gaps: the GPU's busy time in the step;
// - chains fused: consecutive elementwise, norm, reduction and copy operations of one layer (but not of the KV cache)
// become one launch:
//   the gaps between them are gone, their own time stays. Needs labels;
// - bandwidth floor: the step's weights read once at the card's peak bandwidth, nothing else.
// `step`: of trace.steps(); nullopt: the one of median length. Of no step that did work on a GPU: nullopt.
std::optional<WhatIfTable> whatIf(const Trace& trace, const Labels* labels, std::stop_token stop = {},
                                  std::optional<std::size_t> step = {});

} // namespace decodescope
