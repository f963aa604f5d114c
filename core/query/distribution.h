// SPDX-License-Identifier: GPL-3.0-or-later
// Median and percentiles of durations.
#pragma once

#include "core/base/time.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace decodescope {

// The value of nearest rank: the smallest one that at least `fraction` (0..1] of all values do not exceed, so a value
// that occurred. `values` gets reordered. 0 for none. O(n).
inline Ns percentile(std::vector<Ns>& values, double fraction)
{
    if (values.empty())
        return 0;
    const double rank = std::ceil(fraction * static_cast<double>(values.size()));
    const auto at = std::min(values.size(), static_cast<std::size_t>(std::max(rank, 1.0))) - 1;
    const auto nth = values.begin() + static_cast<std::ptrdiff_t>(at);
    std::nth_element(values.begin(), nth, values.end());
    return *nth;
}

inline Ns median(std::vector<Ns>& values)
{
    return percentile(values, 0.5);
}

} // namespace decodescope
