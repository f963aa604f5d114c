// SPDX-License-Identifier: GPL-3.0-or-later
// CUPTI's functions, found at run time in the library that LibTorch has loaded.
#pragma once

#include "core/base/result.h"

#include <cupti.h>

#include <cstdint>
#include <string>

namespace decodescope {

// Names are those of CUPTI without "cupti". All pointers are set; the library stays loaded for the life of the
// process.
struct CuptiApi
{
    decltype(&::cuptiGetVersion) getVersion = nullptr;
    decltype(&::cuptiGetResultString) getResultString = nullptr;
    decltype(&::cuptiSubscribe) subscribe = nullptr;
    decltype(&::cuptiUnsubscribe) unsubscribe = nullptr;
    decltype(&::cuptiEnableCallback) enableCallback = nullptr;
    decltype(&::cuptiGetCallbackName) getCallbackName = nullptr;
    decltype(&::cuptiSetThreadIdType) setThreadIdType = nullptr;
    decltype(&::cuptiActivitySetAttribute) activitySetAttribute = nullptr;
    decltype(&::cuptiActivityRegisterCallbacks) activityRegisterCallbacks = nullptr;
    decltype(&::cuptiActivityEnable) activityEnable = nullptr;
    decltype(&::cuptiActivityDisable) activityDisable = nullptr;
    decltype(&::cuptiActivityFlushAll) activityFlushAll = nullptr;
    decltype(&::cuptiActivityFlushPeriod) activityFlushPeriod = nullptr;
    decltype(&::cuptiActivityGetNextRecord) activityGetNextRecord = nullptr;
    decltype(&::cuptiActivityGetNumDroppedRecords) activityGetNumDroppedRecords = nullptr;

    std::string path;          // of the library, for the user
    std::uint32_t version = 0; // cuptiGetVersion(): 130001

    // The library that the process has loaded already, else the one that the system finds. A second copy beside
    // LibTorch's would see nothing, so what is loaded comes first. Once per process; later calls answer from memory.
    // Error: device.
    static Result<const CuptiApi*> load();
};

// What a CUPTI error means for the user, as one sentence with what to do. `what` is what was tried: "GPU recording
// could not start".
Error cuptiError(const CuptiApi& api, CUptiResult result, const char* what);

} // namespace decodescope
