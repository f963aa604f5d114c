// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/lane_summary.h"

namespace decodescope {

void LaneSummary::addBlock(const ChunkedVector<Ns>& begins, const ChunkedVector<Ns>& ends,
                           const ChunkedVector<EventId>& events)
{
    const std::size_t first = begins.size() - kFirst;
    Block block{begins[first], 0, -1, 0, kNoEvent};
    for (std::size_t i = first; i < begins.size(); ++i) {
        const auto length = static_cast<float>(ends[i] - begins[i]);
        block.covered += length;
        if (length > block.longestNs) {
            block.longestNs = length;
            block.longest = static_cast<std::uint32_t>(i);
        }
    }
    block.event = events[block.longest];
    m_levels[0].push_back(block);
    constexpr std::size_t kFanOut = std::size_t{1} << kBits;
    for (std::size_t level = 1; level < kLevels && m_levels[level - 1].size() % kFanOut == 0; ++level) {
        const ChunkedVector<Block>& below = m_levels[level - 1];
        const std::size_t from = below.size() - kFanOut;
        Block sum = below[from];
        for (std::size_t i = from + 1; i < below.size(); ++i) {
            sum.covered += below[i].covered;
            if (below[i].longestNs > sum.longestNs) {
                sum.longestNs = below[i].longestNs;
                sum.longest = below[i].longest;
                sum.event = below[i].event;
            }
        }
        m_levels[level].push_back(sum);
    }
}

void LaneSummary::shrink()
{
    for (ChunkedVector<Block>& level : m_levels)
        level.shrink();
}

std::size_t LaneSummary::bytes() const
{
    std::size_t sum = 0;
    for (const ChunkedVector<Block>& level : m_levels)
        sum += level.bytes();
    return sum;
}

} // namespace decodescope
