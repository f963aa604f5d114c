// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/plain_number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

namespace decodescope {

namespace {

// The first unit in which the rounded value has at most three digits before the point.
template <std::size_t N>
std::string scaled(double value, const std::array<std::pair<std::string_view, double>, N>& units, int decimals)
{
    std::size_t unit = 0;
    while (unit + 1 < N && std::abs(value) / units[unit].second >= 999.995)
        ++unit;
    return plainDecimal(value / units[unit].second, unit == 0 ? 0 : decimals) + " " + std::string(units[unit].first);
}

} // namespace

std::string plainDecimal(double value, int decimals)
{
    std::array<char, 400> text{}; // the largest double has 309 digits
    const auto written =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, decimals);
    return written.ec == std::errc() ? std::string(text.data(), written.ptr) : std::string("?");
}

std::string plainTime(Ns time)
{
    static constexpr std::array<std::pair<std::string_view, double>, 4> kUnits{
        {{"ns", 1.0}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}}};
    return scaled(static_cast<double>(time), kUnits, 2);
}

std::string plainCount(std::uint64_t count, std::string_view one, std::string_view many)
{
    const std::string number = std::to_string(count) + " ";
    if (count == 1 || many.empty())
        return number + std::string(one) + (count == 1 ? "" : "s");
    return number + std::string(many);
}

std::string plainPercent(double share)
{
    return plainDecimal(share * 100, 1) + " %";
}

std::string plainBytes(std::int64_t bytes)
{
    static constexpr std::array<std::pair<std::string_view, double>, 5> kUnits{
        {{"B", 1.0}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}}};
    return scaled(static_cast<double>(bytes), kUnits, 2);
}

} // namespace decodescope
