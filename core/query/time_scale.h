// SPDX-License-Identifier: GPL-3.0-or-later
// Between time and pixels.
#pragma once

#include "core/base/time.h"

#include <algorithm>
#include <cstdint>

namespace decodescope {

// Spreads a range of time over device pixels 0 .. widthPx. Integer arithmetic, so that an edge lands on the same pixel
// in every view that shows it, at any distance from 0. A value.
class TimeScale
{
public:
    TimeScale() = default;
    // An empty range counts as 1 ns, no pixels as one.
    TimeScale(TimeRange range, int widthPx)
        : m_range{range.begin, std::max(range.end, saturatingAdd(range.begin, 1))}
        , m_widthPx(std::max(widthPx, 1))
        , m_length(static_cast<std::uint64_t>(m_range.end) - static_cast<std::uint64_t>(m_range.begin))
        , m_isShort(m_length < std::uint64_t{1} << 46 && m_widthPx < 1 << 16)
        , m_nsPerPx(static_cast<double>(m_length) / m_widthPx)
        , m_pxPerNs(m_widthPx / static_cast<double>(m_length))
    {
    }

    TimeRange range() const { return m_range; }
    int widthPx() const { return m_widthPx; }
    double nsPerPx() const { return m_nsPerPx; }

    // The pixel that t lies in: 0 before the range, widthPx() at its end and after it.
    int pixelAt(Ns t) const
    {
        if (t <= m_range.begin)
            return 0;
        if (t >= m_range.end)
            return m_widthPx;
        const std::uint64_t offset = static_cast<std::uint64_t>(t) - static_cast<std::uint64_t>(m_range.begin);
        const auto width = static_cast<std::uint64_t>(m_widthPx);
        if (m_isShort) {
            // A fold asks this for every run: the quotient is guessed, at most 1 off, and put right.
            auto px = static_cast<std::uint64_t>(static_cast<double>(offset) * m_pxPerNs);
            const auto rest = static_cast<std::int64_t>(offset * width - px * m_length);
            if (rest < 0)
                --px;
            else if (rest >= static_cast<std::int64_t>(m_length))
                ++px;
            return static_cast<int>(px);
        }
        return static_cast<int>(static_cast<Wide>(offset) * width / m_length);
    }

    // The first ns t with pixelAt(t) >= px; the range's end for px >= widthPx(). Where a nanosecond is wider than a
    // pixel, several pixels have the same time.
    Ns timeAt(int px) const
    {
        if (px <= 0)
            return m_range.begin;
        if (px >= m_widthPx)
            return m_range.end;
        const auto x = static_cast<std::uint64_t>(px);
        const auto width = static_cast<std::uint64_t>(m_widthPx);
        std::uint64_t offset = 0;
        if (m_isShort) {
            offset = static_cast<std::uint64_t>(static_cast<double>(x) * m_nsPerPx);
            if (offset * width < x * m_length)
                ++offset;
            else if (offset > 0 && (offset - 1) * width >= x * m_length)
                --offset;
        } else {
            offset = static_cast<std::uint64_t>((static_cast<Wide>(x) * m_length + width - 1) / width);
        }
        return static_cast<Ns>(static_cast<std::uint64_t>(m_range.begin) + offset);
    }

    friend bool operator==(const TimeScale& a, const TimeScale& b)
    {
        return a.m_range == b.m_range && a.m_widthPx == b.m_widthPx;
    }

private:
    __extension__ using Wide = unsigned __int128;

    TimeRange m_range{0, 1};
    int m_widthPx = 1;
    std::uint64_t m_length = 1; // an int64 would not hold the longest ranges
    bool m_isShort = true;      // products fit into 64 bits
    double m_nsPerPx = 1;
    double m_pxPerNs = 1;
};

// The range of the same scale, zoomed by `factor` (above 1: more detail) while `anchor` keeps its relative place. In
// double only for lengths, so that the anchor moves by less than a pixel.
inline TimeRange zoomed(TimeRange range, double factor, Ns anchor)
{
    const double left = static_cast<double>(saturatingSub(anchor, range.begin)) / factor;
    const double length = static_cast<double>(range.length()) / factor;
    static constexpr double kMost = 9.0e18;
    const auto toNs = [](double d) { return static_cast<Ns>(std::clamp(d + (d < 0 ? -0.5 : 0.5), -kMost, kMost)); };
    const Ns begin = saturatingSub(anchor, toNs(left));
    return {begin, saturatingAdd(begin, std::max<Ns>(toNs(length), 1))};
}

} // namespace decodescope
