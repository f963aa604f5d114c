// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/cupti_api.h"

#include <array>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

namespace decodescope {

namespace {

// The SONAMEs of CUPTI 13 and 12. The records of another major version than that of the headers are read too: see
// cupti_records.cpp.
constexpr std::array kSonames = {"libcupti.so.13", "libcupti.so.12"};

int findLoadedCupti(dl_phdr_info* info, std::size_t, void* out)
{
    if (info->dlpi_name == nullptr || std::strstr(info->dlpi_name, "libcupti.so") == nullptr)
        return 0;
    *static_cast<std::string*>(out) = info->dlpi_name;
    return 1;
}

void* openLibrary()
{
    for (const char* name : kSonames) {
        if (void* library = ::dlopen(name, RTLD_LAZY | RTLD_NOLOAD))
            return library;
    }
    // Loaded by path, under a name that is none of the above.
    std::string path;
    ::dl_iterate_phdr(&findLoadedCupti, &path);
    if (!path.empty()) {
        if (void* library = ::dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD))
            return library;
    }
    for (const char* name : kSonames) {
        if (void* library = ::dlopen(name, RTLD_LAZY | RTLD_LOCAL))
            return library;
    }
    return nullptr;
}

template <class Function>
bool bind(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(::dlsym(library, name));
    return function != nullptr;
}

Result<CuptiApi> loadOnce()
{
    void* library = openLibrary();
    if (library == nullptr)
        return failure(
            ErrorCode::device,
            "GPU recording needs CUPTI, and this LibTorch has not loaded it: install a LibTorch built for CUDA "
            "(Python package torch with CUDA), or put libcupti.so on the library path.");
    CuptiApi api;
    const bool complete = bind(library, "cuptiGetVersion", api.getVersion) &&
                          bind(library, "cuptiGetResultString", api.getResultString) &&
                          bind(library, "cuptiSubscribe", api.subscribe) &&
                          bind(library, "cuptiUnsubscribe", api.unsubscribe) &&
                          bind(library, "cuptiEnableCallback", api.enableCallback) &&
                          bind(library, "cuptiGetCallbackName", api.getCallbackName) &&
                          bind(library, "cuptiSetThreadIdType", api.setThreadIdType) &&
                          bind(library, "cuptiActivitySetAttribute", api.activitySetAttribute) &&
                          bind(library, "cuptiActivityRegisterCallbacks", api.activityRegisterCallbacks) &&
                          bind(library, "cuptiActivityEnable", api.activityEnable) &&
                          bind(library, "cuptiActivityDisable", api.activityDisable) &&
                          bind(library, "cuptiActivityFlushAll", api.activityFlushAll) &&
                          bind(library, "cuptiActivityFlushPeriod", api.activityFlushPeriod) &&
                          bind(library, "cuptiActivityGetNextRecord", api.activityGetNextRecord) &&
                          bind(library, "cuptiActivityGetNumDroppedRecords", api.activityGetNumDroppedRecords);
    Dl_info info{};
    if (api.getVersion != nullptr && ::dladdr(reinterpret_cast<void*>(api.getVersion), &info) != 0)
        api.path = info.dli_fname;
    if (!complete)
        return failure(ErrorCode::device, "This CUPTI is too old: version 12 or later is needed.", api.path);
    api.getVersion(&api.version);
    return api;
}

} // namespace

Result<const CuptiApi*> CuptiApi::load()
{
    static const Result<CuptiApi> loaded = loadOnce();
    if (!loaded)
        return tl::unexpected(loaded.error());
    return &*loaded;
}

Error cuptiError(const CuptiApi& api, CUptiResult result, const char* what)
{
    // Numbers rather than names, since not every header has every name.
    constexpr int kInsufficientPrivileges = 35;
    constexpr int kAnotherSubscriber = 39;
    const char* reason = nullptr;
    switch (static_cast<int>(result)) {
    case kAnotherSubscriber:
        reason = "another profiler is attached to this process (Nsight Systems, Nsight Compute, compute-sanitizer or "
                 "cuda-gdb, or torch's own profiler): start Decodescope without it.";
        break;
    case kInsufficientPrivileges:
        reason = "the driver lets only administrators profile: load the nvidia module with "
                 "NVreg_RestrictProfilingToAdminUsers=0, or run as root.";
        break;
    case 15: // CUPTI_ERROR_NOT_INITIALIZED
        reason =
            "CUPTI could not be initialized, as with a driver older than LibTorch's CUDA or none at all: update the "
            "NVIDIA driver.";
        break;
    case 14: // CUPTI_ERROR_NOT_COMPATIBLE
        reason = "CUPTI does not go together with this driver or with another profiler in this process.";
        break;
    case 33: // CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED
    case 40:
        reason = "this virtualized GPU does not allow profiling: enable it in the hypervisor's vGPU settings.";
        break;
    case 41:
        reason = "the GPU is in confidential-computing mode, which does not allow profiling.";
        break;
    case 42:
        reason = "this kind of GPU (CMP) does not allow profiling.";
        break;
    case 43:
        reason = "this MIG slice of a GPU does not allow profiling.";
        break;
    default:
        break;
    }
    const char* name = nullptr;
    api.getResultString(result, &name);
    const std::string code = "CUPTI error " + std::to_string(static_cast<int>(result));
    if (reason != nullptr)
        return {ErrorCode::device, std::string(what) + ": " + reason, code};
    return {ErrorCode::device, std::string(what) + ": CUPTI says " + (name != nullptr ? name : "nothing more") + ".",
            code};
}

} // namespace decodescope
