// SPDX-License-Identifier: GPL-3.0-or-later
// A number that changes in steps, and its highest value in any stretch of time.
#pragma once

#include "core/base/time.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace decodescope {

// 0 before the first sample; each value holds until the next one. Filled first, then read by any thread.
class DepthSeries
{
public:
    // Times ascend; of equal times the last one holds. O(1), amortized.
    void append(Ns time, std::int32_t depth);

    std::size_t size() const { return m_times.size(); }
    Ns time(std::size_t i) const { return m_times[i]; }
    std::int32_t depth(std::size_t i) const { return m_levels[0][i]; }
    // O(log n).
    std::int32_t at(Ns t) const;
    // Within [begin, end), what holds at its begin included. O(log n).
    std::int32_t highest(TimeRange range) const;

private:
    std::vector<Ns> m_times;
    // Level 0: the values; in each further one the highest of each kFanOut of the level below.
    std::vector<std::vector<std::int32_t>> m_levels{1};
};

} // namespace decodescope
