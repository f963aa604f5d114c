// SPDX-License-Identifier: GPL-3.0-or-later
// The steps table: what each ProfilerStep#N launched and how long the GPU worked.
#pragma once

#include "core/query/gpu_operations.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace decodescope {

// CPU events belong to the step that they begin in, on any thread of the step's process. GPU operations belong to the
// step that they were launched in, whenever they ran. Implausible events are left out of all sums.
struct StepSummary
{
    std::size_t step = 0; // among Trace::steps()
    std::uint64_t cpuOps = 0;
    std::uint64_t launches = 0; // API calls that put work on the GPU
    std::uint64_t kernels = 0;
    std::uint64_t gpuOps = 0; // kernels, copies, memsets
    Ns kernelSum = 0;         // of the kernels' durations
    Ns gpuBusy = 0;           // union of all its GPU operations
    Ns gpuBusyInStep = 0;     // union of all GPU operations of the step's source, whoever launched them, in its window
    Ns gap = 0;               // of the window: its length less gpuBusyInStep; 0 unless knowsGap
    bool isWhole = true;      // false: only a part of it is in the file, which is a cut-out (see cut_out.h)
    bool knowsGap = false;    // something ran on a GPU in the step's source, and the step is whole
    std::uint64_t implausible = 0; // left out
};

// A row a step, by begin. Empty when stopped. O(events + GPU operations x log).
std::vector<StepSummary> stepSummaries(const Trace& trace, std::stop_token stop = {});
// The same from operations that the caller has already.
std::vector<StepSummary> stepSummaries(const Trace& trace, std::span<const GpuOperationUse> operations,
                                       std::stop_token stop = {});

} // namespace decodescope
