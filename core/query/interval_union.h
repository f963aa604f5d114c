// SPDX-License-Identifier: GPL-3.0-or-later
// Busy time: how long at least one of many ranges lasts.
#pragma once

#include "core/base/time.h"

#include <algorithm>
#include <span>
#include <vector>

namespace decodescope {

// The union of ranges that are added in order of their begins, as disjoint ranges in order. Ranges that touch become
// one; empty ones add nothing.
class IntervalUnion
{
public:
    // O(1). `range.begin` must not lie before an earlier range's begin.
    void add(TimeRange range)
    {
        if (range.isEmpty())
            return;
        if (m_ranges.empty() || range.begin > m_ranges.back().end) {
            m_before.push_back(length());
            m_ranges.push_back(range);
        } else {
            m_ranges.back().end = std::max(m_ranges.back().end, range.end);
        }
    }

    Ns length() const { return m_ranges.empty() ? 0 : m_before.back() + m_ranges.back().length(); }

    // Length of the part that lies in `window`. O(log n).
    Ns lengthWithin(TimeRange window) const { return lengthUntil(window.end) - lengthUntil(window.begin); }

    std::span<const TimeRange> ranges() const { return m_ranges; }

private:
    Ns lengthUntil(Ns t) const
    {
        const auto next =
            std::ranges::lower_bound(m_ranges, t, std::ranges::less{}, [](const TimeRange& r) { return r.begin; });
        if (next == m_ranges.begin())
            return 0;
        const std::size_t last = static_cast<std::size_t>(next - m_ranges.begin()) - 1;
        return m_before[last] + std::min(t, m_ranges[last].end) - m_ranges[last].begin;
    }

    std::vector<TimeRange> m_ranges;
    std::vector<Ns> m_before; // summed length of the ranges before each
};

} // namespace decodescope
