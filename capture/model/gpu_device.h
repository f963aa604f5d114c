// SPDX-License-Identifier: GPL-3.0-or-later
// What the NVIDIA driver says about a GPU, asked without CUDA headers or libraries at build time.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>

namespace decodescope {

// The fields of a torch trace's deviceProperties entry.
struct GpuProperties
{
    int index = 0;
    std::string name;
    std::int64_t totalMemoryBytes = 0;
    int computeMajor = 0;
    int computeMinor = 0;
    int maxThreadsPerBlock = 0;
    int maxThreadsPerMultiprocessor = 0;
    int registersPerBlock = 0;
    int registersPerMultiprocessor = 0;
    int warpSize = 0;
    int multiprocessors = 0;
    std::int64_t sharedMemoryPerBlockBytes = 0;
    std::int64_t sharedMemoryPerBlockOptinBytes = 0;
    std::int64_t sharedMemoryPerMultiprocessorBytes = 0;
};

// The GPU at `index` of those that CUDA_VISIBLE_DEVICES leaves. Errors: device, one sentence that says what is missing
// (no driver, no GPU, no GPU with this index).
Result<GpuProperties> readGpuProperties(int index);

// For example 13000 for a driver that supports CUDA 13.0. Error: device, when there is no driver.
Result<int> readDriverVersion();

} // namespace decodescope
