// SPDX-License-Identifier: GPL-3.0-or-later
// The shape of an event's arguments: the text of a JSON object without its top-level numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// One top-level member.
struct ArgsMember
{
    std::uint32_t keyBegin = 0; // the key as written between its quotes lies here in the template's text
    std::uint32_t keyEnd = 0;
    std::int32_t slot = -1;       // >= 0: the value is the number in that slot
    std::uint32_t valueBegin = 0; // else: where its text lies in the template's text
    std::uint32_t valueEnd = 0;
};

struct ArgsTemplate
{
    std::string text;                 // with nothing where numbers were
    std::vector<std::uint32_t> holes; // offset in `text` of each slot, ascending
    std::vector<ArgsMember> members;  // in the order of the text

    std::string_view key(const ArgsMember& member) const
    {
        return std::string_view(text).substr(member.keyBegin, member.keyEnd - member.keyBegin);
    }
    // The last member of that key, or nullptr. O(members).
    const ArgsMember* find(std::string_view name) const;
};

// Splits the text of a JSON object. `shape` gets the template's text, with the byte 0x01 at each hole; `slots` gets the
// numbers, encoded (see slots below). Texts that a plain scan of strings and brackets cannot take apart, and objects
// with more than 64 numbers, are kept whole: shape is 0x01 and the text, without slots. Both outputs are overwritten.
// O(length).
void splitArgs(std::string_view object, std::string& shape, std::string& slots);

// The template of a shape that splitArgs() made.
ArgsTemplate templateOfShape(std::string_view shape);

// Slots, one after the other: a LEB128 number n; n even: the value is the integer zigzag(n / 2); n odd: n / 2 bytes of
// text follow, which are the number as written.
struct ArgsSlot
{
    bool isInteger = false;
    std::int64_t integer = 0;
    std::string_view text; // when not an integer
};
// Reads the slot at `slots` and moves on behind it. The encoding is our own, so it is trusted.
ArgsSlot readSlot(const char*& slots);
inline constexpr std::int64_t kMaxArgsInteger = std::int64_t{1} << 60; // from here on, and below -, they are text
inline constexpr std::size_t kMaxArgsNumber = 64;                      // longer ones stay in the template's text
constexpr bool isArgsNumberByte(char c)
{
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}
// Appends a number as written to slots.
void writeArgsSlot(std::string& slots, std::string_view number);
void writeVarint(std::string& out, std::uint64_t value);
std::uint64_t readVarint(const char*& in);

} // namespace decodescope
