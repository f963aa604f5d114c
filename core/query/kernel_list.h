// SPDX-License-Identifier: GPL-3.0-or-later
// One GPU operation in full: what a row of the kernel list shows.
#pragma once

#include "core/query/gpu_operations.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace decodescope {

struct KernelRow
{
    GpuPlace place;
    std::optional<std::int64_t> correlation;
    EventId op = kNoEvent;         // the innermost operator around the launch
    std::optional<Ns> launchBegin; // nullopt: the launch is not in the trace
};
// O(lanes x log n).
KernelRow kernelRow(const Trace& trace, const GpuOperationUse& use);

// "kernel", "memcpy" or "memset"; empty for what is no GPU operation.
std::string_view gpuOperationWord(EventKind kind);

// The sizes of an operator's inputs as recorded ("Input Dims": "[[1, 2048], [2048, 256]]"); empty when not recorded.
std::string inputShapes(const Trace& trace, EventId op);

} // namespace decodescope
