// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/json_text.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace decodescope {

namespace {

template <class... Arguments>
void append(std::string& out, Arguments... arguments)
{
    std::array<char, 352> text; // a double in fixed notation has at most 325 characters before its digits
    const auto done = std::to_chars(text.data(), text.data() + text.size(), arguments...);
    out.append(text.data(), done.ec == std::errc() ? done.ptr : text.data());
}

} // namespace

void appendInteger(std::string& out, std::int64_t value)
{
    append(out, value);
}

void appendFixed6(std::string& out, double value)
{
    constexpr int kDigits = 6;
    append(out, value, std::chars_format::fixed, kDigits);
}

void appendShortest(std::string& out, double value)
{
    if (std::isfinite(value))
        append(out, value, std::chars_format::fixed);
    else
        out += "null";
}

void appendDigits(std::string& out, double value, int digits)
{
    append(out, value, std::chars_format::general, digits);
}

void appendQuoted(std::string& out, std::string_view text)
{
    out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

} // namespace decodescope
