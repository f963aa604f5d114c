// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of the model each unit of a forward pass serves.
#pragma once

#include "core/label/layer_structure.h"

#include <vector>

namespace decodescope {

// Sets part and layer of the units in a pass that has layers. What cannot be told stays unknown.
void labelPass(const Trace& trace, std::vector<WorkUnit>& units, const ForwardPass& pass);

// One layer. Used by labelPass().
void labelAttention(const Trace& trace, std::vector<WorkUnit>& units, const LayerUnits& layer);
// A whole silu, gelu or relu.
bool isWholeActivation(const Trace& trace, const WorkUnit& unit);
// [begin, end): from behind the attention's last matrix to the layer's end.
void labelFeedForward(const Trace& trace, std::vector<WorkUnit>& units, UnitRange range);

} // namespace decodescope
