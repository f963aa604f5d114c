// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/occupancy.h"

#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>
#define HAVE_CUDA_OCCUPANCY
#endif

#include <algorithm>
#include <climits>
#include <cmath>

namespace decodescope {

namespace {

double threadsPerBlock(const GpuRecord& kernel)
{
    return static_cast<double>(kernel.block[0]) * kernel.block[1] * kernel.block[2];
}

#ifdef HAVE_CUDA_OCCUPANCY
cudaOccDeviceProp occupancyProperties(const GpuProperties& gpu)
{
    constexpr std::size_t kReservedSince80 =
        1024; // reservedSharedMemPerBlock of all GPUs from compute capability 8.0 on
    constexpr int kAmpere = 8;
    cudaOccDeviceProp to;
    to.computeMajor = gpu.computeMajor;
    to.computeMinor = gpu.computeMinor;
    to.maxThreadsPerBlock = gpu.maxThreadsPerBlock;
    to.maxThreadsPerMultiprocessor = gpu.maxThreadsPerMultiprocessor;
    to.regsPerBlock = gpu.registersPerBlock;
    to.regsPerMultiprocessor = gpu.registersPerMultiprocessor;
    to.warpSize = gpu.warpSize;
    to.sharedMemPerBlock = static_cast<std::size_t>(gpu.sharedMemoryPerBlockBytes);
    to.sharedMemPerMultiprocessor = static_cast<std::size_t>(gpu.sharedMemoryPerMultiprocessorBytes);
    to.numSms = gpu.multiprocessors;
    to.sharedMemPerBlockOptin = static_cast<std::size_t>(gpu.sharedMemoryPerBlockOptinBytes);
    to.reservedSharedMemPerBlock = gpu.computeMajor >= kAmpere ? kReservedSince80 : 0;
    return to;
}
#endif

} // namespace

double blocksPerMultiprocessor(const GpuRecord& kernel, const GpuProperties& gpu)
{
    const double blocks = static_cast<double>(kernel.grid[0]) * kernel.grid[1] * kernel.grid[2];
    return gpu.multiprocessors > 0 ? blocks / gpu.multiprocessors : 0;
}

double warpsPerMultiprocessor(const GpuRecord& kernel, const GpuProperties& gpu)
{
    return gpu.warpSize > 0 ? blocksPerMultiprocessor(kernel, gpu) * threadsPerBlock(kernel) / gpu.warpSize : 0;
}

#ifdef HAVE_CUDA_OCCUPANCY
std::optional<int> estimatedOccupancyPercent(const GpuRecord& kernel, const GpuProperties& gpu)
{
    if (gpu.maxThreadsPerMultiprocessor <= 0 || gpu.warpSize <= 0)
        return std::nullopt;
    const cudaOccDeviceProp properties = occupancyProperties(gpu);
    cudaOccFuncAttributes attributes;
    attributes.maxThreadsPerBlock = INT_MAX;
    attributes.numRegs = static_cast<int>(kernel.registersPerThread);
    attributes.sharedSizeBytes = static_cast<std::size_t>(kernel.staticSharedBytes);
    attributes.partitionedGCConfig = PARTITIONED_GC_OFF;
    attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_DEFAULT;
    attributes.maxDynamicSharedSizeBytes = 0;
    const cudaOccDeviceState state{};
    cudaOccResult limits{};
    const double threads = threadsPerBlock(kernel);
    if (cudaOccMaxActiveBlocksPerMultiprocessor(&limits, &properties, &attributes, &state, static_cast<int>(threads),
                                                static_cast<std::size_t>(kernel.dynamicSharedBytes)) !=
        CUDA_OCC_SUCCESS)
        return std::nullopt;
    const double blocks = std::min<double>(limits.activeBlocksPerMultiprocessor, blocksPerMultiprocessor(kernel, gpu));
    constexpr double kPercent = 100;
    return static_cast<int>(std::lround(blocks * threads / gpu.maxThreadsPerMultiprocessor * kPercent));
}
#else
std::optional<int> estimatedOccupancyPercent(const GpuRecord&, const GpuProperties&)
{
    return std::nullopt;
}
#endif

} // namespace decodescope
