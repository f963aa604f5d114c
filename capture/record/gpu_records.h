// SPDX-License-Identifier: GPL-3.0-or-later
// What the GPU did, in our own form: independent of CUPTI's version and of its memory. Syncs are made of the calls that
// wait: CUPTI's own records of them cost 5 us a launch (TinyLlama on an H200: recorded steps of 15.4 ms instead
// of 10.3), also when they are off again.
#pragma once

#include "core/base/time.h"

#include <array>
#include <cstdint>

namespace decodescope {

enum class GpuRecordKind : std::uint8_t { kernel, memcpy, memset, sync, overhead };

// Times are CLOCK_REALTIME. Fields that a kind does not have are 0.
struct GpuRecord
{
    GpuRecordKind kind = GpuRecordKind::kernel;
    std::uint8_t copyKind = 0;          // CUpti_ActivityMemcpyKind
    std::uint8_t sourceMemory = 0;      // CUpti_ActivityMemoryKind; of a memset: what is set
    std::uint8_t destinationMemory = 0; // CUpti_ActivityMemoryKind
    std::uint32_t type = 0;             // sync: see syncTypeOf(); overhead: CUpti_ActivityOverheadKind
    Ns begin = 0;
    Ns end = 0;
    std::uint32_t device = 0;
    std::uint32_t context = 0;
    std::uint32_t stream = 0; // of a sync: kWholeDevice
    std::uint32_t correlation = 0;
    const char* name = nullptr; // kernel: mangled; lives as long as the decoder
    std::array<std::int32_t, 3> grid{};
    std::array<std::int32_t, 3> block{};
    std::uint32_t registersPerThread = 0;
    std::int64_t staticSharedBytes = 0;
    std::int64_t dynamicSharedBytes = 0;
    std::uint64_t bytes = 0;   // memcpy, memset
    std::uint32_t graphId = 0; // 0: not from a graph
    std::uint64_t graphNodeId = 0;
};

inline constexpr std::uint32_t kWholeDevice = 0xffffffffu;

} // namespace decodescope
