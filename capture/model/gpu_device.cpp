// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/gpu_device.h"

#include <array>
#include <cstddef>
#include <dlfcn.h>

namespace decodescope {

namespace {

// The CUDA driver API has kept this C interface since CUDA 3.2; the numbers are CUdevice_attribute values of cuda.h.
using DriverResult = int;
using DriverDevice = int;
constexpr DriverResult kNoDevice = 100;

enum Attribute : int {
    maxThreadsPerBlock = 1,
    maxSharedMemoryPerBlock = 8,
    warpSize = 10,
    maxRegistersPerBlock = 12,
    multiprocessorCount = 16,
    maxThreadsPerMultiprocessor = 39,
    computeCapabilityMajor = 75,
    computeCapabilityMinor = 76,
    maxSharedMemoryPerMultiprocessor = 81,
    maxRegistersPerMultiprocessor = 82,
    maxSharedMemoryPerBlockOptin = 97,
};

struct Driver
{
    void* library = nullptr;
    DriverResult (*init)(unsigned flags) = nullptr;
    DriverResult (*driverGetVersion)(int* version) = nullptr;
    DriverResult (*deviceGetCount)(int* count) = nullptr;
    DriverResult (*deviceGet)(DriverDevice* device, int index) = nullptr;
    DriverResult (*deviceGetName)(char* name, int size, DriverDevice device) = nullptr;
    DriverResult (*deviceTotalMem)(std::size_t* bytes, DriverDevice device) = nullptr;
    DriverResult (*deviceGetAttribute)(int* value, int attribute, DriverDevice device) = nullptr;

    template <class Function>
    bool bind(Function& function, const char* name)
    {
        function = reinterpret_cast<Function>(dlsym(library, name));
        return function != nullptr;
    }
};

// The library stays loaded: LibTorch uses the same one, and unloading a driver is not supported.
Result<Driver> loadDriver()
{
    Driver driver;
    driver.library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!driver.library)
        return failure(ErrorCode::device,
                       "No NVIDIA driver was found (libcuda.so.1): install one to capture on a GPU.");
    const bool isComplete =
        driver.bind(driver.init, "cuInit") && driver.bind(driver.driverGetVersion, "cuDriverGetVersion") &&
        driver.bind(driver.deviceGetCount, "cuDeviceGetCount") && driver.bind(driver.deviceGet, "cuDeviceGet") &&
        driver.bind(driver.deviceGetName, "cuDeviceGetName") &&
        driver.bind(driver.deviceTotalMem, "cuDeviceTotalMem_v2") &&
        driver.bind(driver.deviceGetAttribute, "cuDeviceGetAttribute");
    if (!isComplete)
        return failure(ErrorCode::device,
                       "The NVIDIA driver (libcuda.so.1) is too old: update it to capture on a GPU.");
    const DriverResult result = driver.init(0);
    if (result == kNoDevice)
        return failure(ErrorCode::device, "The NVIDIA driver sees no GPU: check CUDA_VISIBLE_DEVICES and nvidia-smi.");
    if (result != 0)
        return failure(ErrorCode::device, "The NVIDIA driver does not start: check that nvidia-smi works.",
                       "CUDA driver error " + std::to_string(result));
    return driver;
}

} // namespace

Result<GpuProperties> readGpuProperties(int index)
{
    const Result<Driver> driver = loadDriver();
    if (!driver)
        return tl::unexpected(driver.error());
    int count = 0;
    DriverDevice device = 0;
    driver->deviceGetCount(&count);
    if (index < 0 || index >= count || driver->deviceGet(&device, index) != 0)
        return failure(ErrorCode::device, "There is no GPU with index " + std::to_string(index) + "; the driver sees " +
                                              std::to_string(count) + ".");

    std::array<char, 256> name{};
    std::size_t memory = 0;
    driver->deviceGetName(name.data(), static_cast<int>(name.size()) - 1, device);
    driver->deviceTotalMem(&memory, device);
    const auto attribute = [&](Attribute which) {
        int value = 0;
        driver->deviceGetAttribute(&value, which, device);
        return value;
    };
    GpuProperties properties;
    properties.index = index;
    properties.name = name.data();
    properties.totalMemoryBytes = static_cast<std::int64_t>(memory);
    properties.computeMajor = attribute(computeCapabilityMajor);
    properties.computeMinor = attribute(computeCapabilityMinor);
    properties.maxThreadsPerBlock = attribute(maxThreadsPerBlock);
    properties.maxThreadsPerMultiprocessor = attribute(maxThreadsPerMultiprocessor);
    properties.registersPerBlock = attribute(maxRegistersPerBlock);
    properties.registersPerMultiprocessor = attribute(maxRegistersPerMultiprocessor);
    properties.warpSize = attribute(warpSize);
    properties.multiprocessors = attribute(multiprocessorCount);
    properties.sharedMemoryPerBlockBytes = attribute(maxSharedMemoryPerBlock);
    properties.sharedMemoryPerBlockOptinBytes = attribute(maxSharedMemoryPerBlockOptin);
    properties.sharedMemoryPerMultiprocessorBytes = attribute(maxSharedMemoryPerMultiprocessor);
    return properties;
}

Result<int> readDriverVersion()
{
    const Result<Driver> driver = loadDriver();
    if (!driver)
        return tl::unexpected(driver.error());
    int version = 0;
    driver->driverGetVersion(&version);
    return version;
}

} // namespace decodescope
