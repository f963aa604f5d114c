// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace.h"

namespace decodescope {

// Whether an API call puts work on the GPU: something in the trace is linked to it, or its name is that of a launch
// (the record of its kernel may be missing). A launch call inside of another API call, as cudaLaunchKernel may hold a
// driver call, counts as a part of that one.
bool isLaunchCall(const Trace& trace, EventId apiCall);

} // namespace decodescope
