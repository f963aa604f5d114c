// SPDX-License-Identifier: GPL-3.0-or-later
// Files of resources/ that are compiled into the queries.
#pragma once

#include <string_view>

namespace decodescope {

extern const std::string_view kGpuMemoryBandwidthJson; // resources/gpu_memory_bandwidth.json

} // namespace decodescope
