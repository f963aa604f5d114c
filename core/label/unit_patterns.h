// SPDX-License-Identifier: GPL-3.0-or-later
// What can be told from a few neighbouring units alone: normalisations and attention cores.
#pragma once

#include "core/label/work_unit.h"

#include <cstddef>
#include <vector>

namespace decodescope {

// Labels the units of normalisations: whole ones, and those made of single operators around a reciprocal square root.
// O(n).
void labelNorms(std::vector<WorkUnit>& units);

// [begin, end) of units.
struct UnitRange
{
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Attention cores: one operator (or kernel), or product, softmax, product. Pieces without a linear layer between them
// are one core. Kernels without operators around them that turn out to be such products become OpClass::matmul. O(n).
std::vector<UnitRange> attentionCores(std::vector<WorkUnit>& units);

inline void setPart(WorkUnit& unit, Part part)
{
    unit.part = part;
    unit.isKnown = true;
}

} // namespace decodescope
