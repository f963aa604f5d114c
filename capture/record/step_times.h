// SPDX-License-Identifier: GPL-3.0-or-later
// How long decode steps took.
#pragma once

#include <cstdint>
#include <vector>

namespace decodescope {

struct StepTimes
{
    std::vector<std::int64_t> stepNs;       // each step
    std::vector<std::int64_t> cacheLengths; // positions in the KV cache before it
    std::int64_t totalNs = 0;               // from the first one's begin to the last one's end; 0: unknown

    // Of all steps: total / steps, the time per output token. 0 without steps.
    std::int64_t meanNs() const;
    // Of an even number the lower of the two in the middle, so that it occurred. 0 without steps.
    std::int64_t medianNs() const;
    // Those at the cache lengths of `other`; all where there are none. A step is compared only with its like: cuDNN's
    // attention plans anew for every length that it has not seen. The total is not known then.
    StepTimes atLengthsOf(const StepTimes& other) const;
};

} // namespace decodescope
