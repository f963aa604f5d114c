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
    return sorted[(sorted.size() - 1) / 2];
}

StepTimes StepTimes::atLengthsOf(const StepTimes& other) const
{
    StepTimes common;
    for (std::size_t i = 0; i < std::min(stepNs.size(), cacheLengths.size()); ++i) {
        if (std::find(other.cacheLengths.begin(), other.cacheLengths.end(), cacheLengths[i]) ==
            other.cacheLengths.end())
            continue;
        common.stepNs.push_back(stepNs[i]);
        common.cacheLengths.push_back(cacheLengths[i]);
    }
    return common.stepNs.empty() ? *this : common;
}

} // namespace decodescope
