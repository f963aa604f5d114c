// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of several kinds, told by the additions to the residual stream between them.
#pragma once

#include "core/label/layer_structure.h"

#include <vector>

namespace decodescope {

enum class BranchKind : std::uint8_t {
    attention,   // has an attention core
    feedForward, // an MLP or a choice of experts
    mixer,       // mixes tokens in another way: a convolution, a state space, linear attention
};

// What is computed from the residual stream up to where it is added to it. The last unit is an addition.
struct Branch
{
    UnitRange range;
    UnitRange core; // empty unless it is attention
    std::size_t firstLinear = kNoUnit;
    BranchKind kind = BranchKind::mixer;
};

// Empty where the shapes do not tell the stream's size. The first one begins with its first linear layer. O(n).
std::vector<Branch> residualBranches(const std::vector<WorkUnit>& units, const ForwardPass& pass,
                                     const std::vector<UnitRange>& cores);

// The layers that branches make up where some of them are mixers: a feed-forward branch belongs to the mixing one
// before it if all of these have one, else each branch is a layer and has a normalisation of its own. Empty where none
// is a mixer or they do not make up layers.
std::vector<LayerUnits> layersOfBranches(const std::vector<WorkUnit>& units, const std::vector<Branch>& branches);

} // namespace decodescope
