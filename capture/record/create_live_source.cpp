// SPDX-License-Identifier: GPL-3.0-or-later
// The one function that the capture library exports.
#include "capture/record/live_capture.h"

#include <cstdlib>

// The caller owns the result; nullptr when memory is short.
extern "C" __attribute__((visibility("default"))) decodescope::LiveSource* decodescope_create_live_source()
{
    // Either would make LibTorch start a profiler of its own in this process, which takes CUPTI's only place.
    ::unsetenv("KINETO_USE_DAEMON");
    ::unsetenv("CUDA_INJECTION64_PATH");
    try {
        return decodescope::makeLiveCapture().release();
    } catch (...) {
        return nullptr;
    }
}
