// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers for people, in English, whatever the process's locale is.
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace decodescope {

// Fixed point, rounded: "12.35".
std::string plainDecimal(double value, int decimals);
// In the unit that leaves one to three digits before the point, two decimals: "864 ns", "12.35 µs", "23.32 ms", "1.50
// s".
std::string plainTime(Ns time);
// "1 step", "3 steps". Without a plural: of a word whose plural takes an s.
std::string plainCount(std::uint64_t count, std::string_view one, std::string_view many = {});
// "8.9 %".
std::string plainPercent(double share);
// "2.07 GB" (1e9 bytes), "470.34 kB", "12 B".
std::string plainBytes(std::int64_t bytes);

} // namespace decodescope
