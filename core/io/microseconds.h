// SPDX-License-Identifier: GPL-3.0-or-later
// Times as a trace writes them (decimal microseconds) to whole nanoseconds, without a double in between.
#pragma once

#include "core/base/time.h"

#include <optional>
#include <string>
#include <string_view>

namespace decodescope {

struct ParsedTime
{
    Ns ns = 0;
    bool outOfRange = false; // beyond int64: ns is the nearest end
};

// "12", "-12.5", "1.7e15", "5099031987551.487": exact, digits below 1 ns rounded half away from zero. White space
// around is allowed; anything else gives nullopt. O(length).
std::optional<ParsedTime> parseMicroseconds(std::string_view text);

// Appends "12.345" for 12345 ns: always three decimals, never an exponent. `ns` must not be negative.
void appendMicroseconds(std::string& out, Ns ns);

} // namespace decodescope
