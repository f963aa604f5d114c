// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/step_times.h"

#include <algorithm>

namespace decodescope {

std::int64_t StepTimes::meanNs() const
{
    return stepNs.empty() ? 0 : totalNs / static_cast<std::int64_t>(stepNs.size());
}

std::int64_t StepTimes::medianNs() const
{
    if (stepNs.empty())
        return 0;
    std::vector<std::int64_t> sorted = stepNs;
    std::sort(sorted.begin(), sorted.end());
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 != 0 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

} // namespace decodescope
