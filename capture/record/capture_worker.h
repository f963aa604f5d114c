// SPDX-License-Identifier: GPL-3.0-or-later
// One capture from beginning to end, on the decode thread.
#pragma once

#include "capture/record/capture_description.h"
#include "capture/record/capture_progress.h"
#include "core/live/batch_queue.h"

namespace decodescope {

// Loads the model, times it with nothing attached, records it as scheduled, times it again, and gives all memory back.
// Blocks until that is done or a stop was requested; throws nothing. Progress ends in finished or failed, which is set
// by the caller from the result, after `facts` are complete. What was recorded before a stop or an error has been
// pushed.
Result<void> runCapture(const CaptureOptions& options, CaptureProgress& progress, BatchQueue& queue,
                        CaptureFacts& facts) noexcept;

} // namespace decodescope
