// SPDX-License-Identifier: GPL-3.0-or-later
// What a capture and the file that it was saved to do not share.
#pragma once

#include "core/trace/trace.h"

#include <cstddef>

namespace decodescope::gpu {

// Rows that are in one alone: compared after sorting, since a file is sorted by time and a capture comes as it comes.
// O(n log n).
std::size_t differingRows(const Trace& a, const Trace& b);

} // namespace decodescope::gpu
