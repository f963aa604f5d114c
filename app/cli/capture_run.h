// SPDX-License-Identifier: GPL-3.0-or-later
// One capture from begin to end, on the terminal.
#pragma once

#include "core/base/result.h"
#include "core/live/capture_options.h"
#include "core/trace/trace.h"

#include <memory>

namespace decodescope::cli {

// From now on the first Ctrl-C (SIGTERM, hang-up) ends the capture that runs and keeps what was recorded; the second
// one ends the program.
void stopOnInterrupt();
bool wasInterrupted();

// Loads the capture library, runs one capture and says on standard error how far it is. Waits for it. Error: the reason
// why there is no trace, one sentence; nothing was printed of it. Cancelled: it was stopped before anything was
// recorded.
Result<std::shared_ptr<const Trace>> captureTrace(const CaptureOptions& options);

} // namespace decodescope::cli
