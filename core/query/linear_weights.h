// SPDX-License-Identifier: GPL-3.0-or-later
// How many bytes of weights a step reads, found from the shapes of its linear operators.
#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace decodescope {

// One call of aten::linear, or of aten::mm or aten::addmm outside of one (GPT-2's Conv1D). Batched products (bmm)
// multiply activations and are none.
struct LinearCall
{
    EventId op = kNoEvent;
    std::int32_t step = -1; // among Trace::steps()
    std::int64_t inFeatures = 0;
    std::int64_t outFeatures = 0;
    std::int64_t weightBytes = 0; // 0: shapes or type were not recorded
};

// By begin. Empty when stopped. O(events).
std::vector<LinearCall> linearCalls(const Trace& trace, std::stop_token stop = {});

struct StepWeights
{
    std::uint64_t linears = 0;      // calls
    std::int64_t bytes = 0;         // of all their weights, each call's read once
    std::uint64_t withoutShape = 0; // calls that `bytes` lacks
};
// A row a step of the trace.
std::vector<StepWeights> weightsByStep(const Trace& trace, const std::vector<LinearCall>& calls);

// Bytes of one element of a tensor of the type that torch names ("c10::Half", "float"); nullopt for others.
std::optional<int> bytesOfType(std::string_view type);

} // namespace decodescope
