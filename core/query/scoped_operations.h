// SPDX-License-Identifier: GPL-3.0-or-later
// The GPU operations that a table of a scope counts.
#pragma once

#include "core/query/gpu_operations.h"
#include "core/query/query_scope.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace decodescope {

struct ScopedOperation
{
    GpuOperationUse use;
    Ns time = 0;                  // of it that lies in the scope: cut at the ends of a range
    bool isInCountedStep = false; // launched in one of stepsOfScope()
};

struct ScopedOperations
{
    std::vector<ScopedOperation> uses; // by begin
    std::size_t steps = 0;             // of the scope
    std::uint64_t implausible = 0;     // left out
};

// Empty when stopped. O(n log n).
ScopedOperations operationsInScope(const Trace& trace, const QueryScope& scope, std::stop_token stop = {});

} // namespace decodescope
