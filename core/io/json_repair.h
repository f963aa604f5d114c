// SPDX-License-Identifier: GPL-3.0-or-later
// Makes JSON of text that is almost JSON.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace decodescope {

// What repairJson() had to change.
struct JsonRepair
{
    std::string nonStandard; // what JSON does not allow, in words; empty: nothing
    bool invalidUtf8 = false;
    // Strings with bytes that are no UTF-8: the text put in their place, and the bad bytes in hexadecimal.
    std::vector<std::pair<std::string, std::string>> replaced;
};

// Deepest nesting that is written out: readers of such files stop at 512.
inline constexpr std::size_t kMaxJsonDepth = 500;

// The same value as strict JSON in UTF-8. Takes what writers of traces are known to get wrong: NaN, inf, None, True
// (kept as texts), raw control bytes, invalid escapes (kept as the two characters they are), half surrogates, bytes
// that are no UTF-8 (U+FFFD), a trailing comma, numbers with a leading + or zeros. Escapes in the result are \" \\ \n
// \t and \u00XX alone. nullopt where brackets, colons or quotes do not fit, or the nesting is deeper than
// kMaxJsonDepth. O(length).
std::optional<std::string> repairJson(std::string_view text, JsonRepair& notes);

// The same value as strict JSON, whatever it is: repaired where possible, else its text as one JSON string. asText:
// null becomes "null".
std::string plainJson(std::string_view text);

} // namespace decodescope
