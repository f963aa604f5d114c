// SPDX-License-Identifier: GPL-3.0-or-later
// Work in a copy of this process, so that what it loads, leaves behind or breaks is gone afterwards.
#pragma once

#include "core/base/result.h"

#include <functional>
#include <string>

namespace decodescope::cli {

// Runs `work` in a copy of this process and gives back what it returned. Waits for it; an interrupt (capture_run.h) is
// passed on once, and the copy dies with this process. Error: internal, one sentence that says how the copy ended, or
// that there could be none. Call while this process has one thread; `work` must not throw.
Result<std::string> runInProcessCopy(const std::function<std::string()>& work);

} // namespace decodescope::cli
