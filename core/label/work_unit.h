// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of a model as the host asked for them: one an outermost operator, with all GPU operations it launched.
#pragma once

#include "core/label/label.h"
#include "core/label/launch_order.h"
#include "core/label/name_cache.h"
#include "core/label/op_class.h"
#include "core/label/op_shapes.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace decodescope {

// Of kernels that no operator launched (a CUDA graph), each is a unit; one that continues the kernel before it belongs
// to that one's unit.
struct WorkUnit
{
    OpClass opClass = OpClass::unknown;
    bool embeds = false;      // looks up the tokens' vectors
    bool fromKernel = false;  // known by its kernel's name only
    NameId name = kEmptyName; // of the operator, or of the kernel
    EventId op = kNoEvent;    // the operator
    std::uint32_t first = 0;  // of LaunchOrder::operations
    std::uint32_t count = 0;
    OpShapes shapes;

    // What was found.
    Part part = Part::other;
    std::int32_t step = -1; // among Trace::steps(), of its launch
    std::int32_t layer = -1;
    bool isKnown = false;
};

// In the order of launches. Empty when stopped. O(operations x depth).
std::vector<WorkUnit> workUnits(NameCache& names, const LaunchOrder& order, std::stop_token stop = {});

// Sizes of a matrix product with weights: K in, N out features; 0 where the shapes do not say.
struct LinearSize
{
    std::int64_t in = 0;
    std::int64_t out = 0;
    friend bool operator==(const LinearSize&, const LinearSize&) = default;
};
LinearSize linearSize(const Trace& trace, const WorkUnit& unit);

// Takes the chosen experts' matrices out of those of all experts.
inline bool takesExpertWeights(const WorkUnit& unit)
{
    return unit.opClass == OpClass::index && unit.shapes.known && unit.shapes.input[0].rank == 3;
}

} // namespace decodescope
