// SPDX-License-Identifier: GPL-3.0-or-later
// What a capture was asked for, checked and made definite.
#pragma once

#include "capture/model/decode_session.h"
#include "capture/model/gpu_device.h"
#include "capture/record/capture_schedule.h"
#include "core/base/result.h"
#include "core/live/capture_options.h"

#include <optional>
#include <string>

namespace decodescope {

struct CapturePlan
{
    ModelOptions model;
    CaptureSchedule schedule;
    std::optional<GpuProperties> gpu; // none: on the CPU
    std::string note;                 // why there will be no stream rows, when there will be none
    std::int64_t cachePositions = 0;  // after these the prompt begins anew
};

// Options that make no sense. Quick, touches no device. Error: format, one sentence that names the option.
Result<void> checkCaptureOptions(const CaptureOptions& options);

// Chooses the device. `libTorchHasCuda`: a GPU is of use. Errors: as above; device, when a GPU was asked for and there
// is none.
Result<CapturePlan> planCapture(const CaptureOptions& options, bool libTorchHasCuda);

} // namespace decodescope
