// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the way back into a text of events after a broken one.
#pragma once

#include <cstddef>
#include <string_view>

namespace decodescope {

// What a careful walk over one JSON value found.
struct ValueScan
{
    enum class Status {
        whole,      // end is behind its last byte
        unfinished, // the text stops first; end is the text's size
        broken,     // end is where it stops being JSON
    };
    Status status = Status::unfinished;
    std::size_t end = 0;
    std::size_t suspect = 0; // broken: the next event cannot begin before this place
};

// Walks over the value that begins at text[from]. Checks what tells a broken string from a sound one: a quote opens a
// string only behind one of {[,: and what follows a string is one of ,:]} - and that brackets pair and stand where
// values may. O(length).
ValueScan scanValue(std::string_view text, std::size_t from);

// The next place at or behind `from` where an event begins for certain: "}, {" (any white space) followed by a key and
// a colon. In a sound string no such text can be, since its quotes would be escaped. npos if none. O(length).
std::size_t findEventStart(std::string_view text, std::size_t from);

inline bool isJsonSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}
inline std::size_t skipJsonSpace(std::string_view text, std::size_t at)
{
    while (at < text.size() && isJsonSpace(text[at]))
        ++at;
    return at;
}

} // namespace decodescope
