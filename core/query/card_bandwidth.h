// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a card reads its memory, from resources/gpu_memory_bandwidth.json.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace decodescope {

// Peak bandwidth in GB/s (1e9 bytes a second; equally bytes a ns) by the device's name; memoryBytes (0: not known)
// tells variants apart. nullopt for a card that the table does not have. Any thread.
std::optional<double> peakBandwidthGbPerS(std::string_view deviceName, std::int64_t memoryBytes);

} // namespace decodescope
