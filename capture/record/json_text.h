// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of JSON text, appended. Independent of the locale; no exponents.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace decodescope {

void appendInteger(std::string& out, std::int64_t value);
// "%.6f": how torch prints its float members.
void appendFixed6(std::string& out, double value);
// The shortest digits that read back as the same number; null where it is not finite.
void appendShortest(std::string& out, double value);
// "%.<digits>g".
void appendDigits(std::string& out, double value, int digits);
// In quotes, everything escaped that JSON asks for; bytes that are not UTF-8 become U+FFFD.
void appendQuoted(std::string& out, std::string_view text);

} // namespace decodescope
