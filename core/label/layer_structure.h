// SPDX-License-Identifier: GPL-3.0-or-later
// Forward passes of a model and the layers in them, found by what repeats.
#pragma once

#include "core/label/unit_patterns.h"
#include "core/label/work_unit.h"

#include <cstddef>
#include <vector>

namespace decodescope {

inline constexpr std::size_t kNoUnit = static_cast<std::size_t>(-1);

// Units [begin, end). Its linear layers: `linearsIn` of them before the core, the others after it.
struct LayerUnits
{
    std::size_t begin = 0;
    std::size_t firstLinear = 0;
    UnitRange core; // empty: the layer mixes tokens in another way than by attention, or not at all
    std::size_t end = 0;
    std::size_t feedForward = kNoUnit; // where the MLP's half begins; kNoUnit: told by what the attention leaves

    bool hasCore() const { return core.end > core.begin; }
};

struct ForwardPass
{
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t embedding = kNoUnit; // the first one
    std::size_t lmHead = kNoUnit;
    std::size_t linearsIn = 0;
    int firstLayer = 0;             // above 0 where the recording begins within the pass
    std::vector<LayerUnits> layers; // empty: no repeating layers were found
};

// labelNorms() must have been called. O(n).
std::vector<ForwardPass> forwardPasses(const Trace& trace, std::vector<WorkUnit>& units);

} // namespace decodescope
