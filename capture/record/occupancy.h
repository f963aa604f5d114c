// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a multiprocessor a kernel could fill.
#pragma once

#include "capture/model/gpu_device.h"
#include "capture/record/gpu_records.h"

#include <optional>

namespace decodescope {

// Blocks of the grid a multiprocessor, and warps of them: plain divisions, as torch prints them.
double blocksPerMultiprocessor(const GpuRecord& kernel, const GpuProperties& gpu);
double warpsPerMultiprocessor(const GpuRecord& kernel, const GpuProperties& gpu);

// "est. achieved occupancy %" of torch's traces: the theoretical limit by registers, shared memory and threads
// (cuda_occupancy.h), or the grid's size where that is less; 0 to 100. Not a measurement. nullopt: built without
// cuda_occupancy.h, or the calculation was refused.
std::optional<int> estimatedOccupancyPercent(const GpuRecord& kernel, const GpuProperties& gpu);

} // namespace decodescope
