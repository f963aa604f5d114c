// SPDX-License-Identifier: GPL-3.0-or-later
// Time in a trace: signed nanoseconds, never a double.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace decodescope {

using Ns = std::int64_t;

inline constexpr Ns kMinNs = std::numeric_limits<Ns>::min();
inline constexpr Ns kMaxNs = std::numeric_limits<Ns>::max();

// a + b and a - b that stop at the ends of int64, for values that come from files.
constexpr Ns saturatingAdd(Ns a, Ns b)
{
    Ns sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        return b > 0 ? kMaxNs : kMinNs;
    return sum;
}
constexpr Ns saturatingSub(Ns a, Ns b)
{
    Ns difference = 0;
    if (__builtin_sub_overflow(a, b, &difference))
        return b < 0 ? kMaxNs : kMinNs;
    return difference;
}

// Half-open: [begin, end).
struct TimeRange
{
    Ns begin = 0;
    Ns end = 0;

    constexpr Ns length() const { return end > begin ? saturatingSub(end, begin) : 0; }
    constexpr bool isEmpty() const { return end <= begin; }
    constexpr bool contains(Ns t) const { return t >= begin && t < end; }
    constexpr bool contains(const TimeRange& other) const { return other.begin >= begin && other.end <= end; }
    constexpr bool overlaps(const TimeRange& other) const { return begin < other.end && other.begin < end; }
    // Empty (end == begin) when they do not overlap.
    constexpr TimeRange intersected(const TimeRange& other) const
    {
        const Ns b = std::max(begin, other.begin);
        return {b, std::max(b, std::min(end, other.end))};
    }
    friend constexpr bool operator==(const TimeRange&, const TimeRange&) = default;
};

} // namespace decodescope
