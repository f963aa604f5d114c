// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/depth_series.h"

#include <algorithm>

namespace decodescope {

namespace {

constexpr std::size_t kFanOut = 16;

} // namespace

void DepthSeries::append(Ns time, std::int32_t depth)
{
    if (!m_times.empty() && m_times.back() == time) {
        // What held for no time at all counts nowhere: the levels above are made anew for the last block.
        m_levels[0].back() = depth;
    } else {
        m_times.push_back(time);
        m_levels[0].push_back(depth);
    }
    for (std::size_t level = 0; m_levels[level].size() > kFanOut; ++level) {
        if (level + 1 == m_levels.size())
            m_levels.emplace_back();
        const std::vector<std::int32_t>& below = m_levels[level];
        std::vector<std::int32_t>& above = m_levels[level + 1];
        above.resize((below.size() + kFanOut - 1) / kFanOut);
        const auto block = below.begin() + static_cast<std::ptrdiff_t>((above.size() - 1) * kFanOut);
        above.back() = *std::max_element(block, below.end());
        if (above.size() == 2 && below.size() == kFanOut + 1) // the level is new
            above.front() = *std::max_element(below.begin(), block);
    }
}

std::int32_t DepthSeries::at(Ns t) const
{
    const auto after = std::ranges::upper_bound(m_times, t);
    return after == m_times.begin() ? 0 : m_levels[0][static_cast<std::size_t>(after - m_times.begin()) - 1];
}

std::int32_t DepthSeries::highest(TimeRange range) const
{
    std::int32_t best = at(range.begin);
    auto from = static_cast<std::size_t>(std::ranges::upper_bound(m_times, range.begin) - m_times.begin());
    auto to = static_cast<std::size_t>(std::ranges::lower_bound(m_times, range.end) - m_times.begin());
    // Up the levels by whole blocks; what does not fill a block is looked at one by one.
    for (std::size_t level = 0; from < to; ++level) {
        const std::vector<std::int32_t>& values = m_levels[level];
        const bool isTop = level + 1 == m_levels.size();
        while (from < to && (isTop || from % kFanOut != 0))
            best = std::max(best, values[from++]);
        while (from < to && to % kFanOut != 0)
            best = std::max(best, values[--to]);
        from /= kFanOut;
        to /= kFanOut;
    }
    return best;
}

} // namespace decodescope
