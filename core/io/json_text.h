// SPDX-License-Identifier: GPL-3.0-or-later
// The small parts of JSON text: escapes, numbers, UTF-8.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace decodescope {

// One escape at text[at] == '\\'. Appends its meaning and returns the number of bytes read; 0: invalid (half a
// surrogate pair too), nothing appended.
std::size_t readJsonEscape(std::string_view text, std::size_t at, std::string& out);

// Appends one byte of a UTF-8 text as a JSON string holds it: \" \\ \n \t, \u00XX for other control bytes, itself else.
void appendJsonByte(std::string& out, char c);

// The text of a string as written between its quotes; nullopt for invalid escapes. O(length).
std::optional<std::string> unescapeJson(std::string_view inner);

// Appends text, which must be UTF-8, as a JSON string with its quotes. O(length).
void appendJsonString(std::string& out, std::string_view text);

// Whether a JSON text has no escapes but \" \\ \n \t and \u00XX of control bytes. O(length).
bool hasPlainEscapes(std::string_view text);

// The UTF-8 sequence at text[at], or the longest part of one that stops being one: such a part counts as one bad
// character (Unicode 15, section 3.9, "substitution of maximal subparts").
struct Utf8Part
{
    std::size_t size = 1;
    bool isValid = false;
};
Utf8Part utf8At(std::string_view text, std::size_t at);

} // namespace decodescope
