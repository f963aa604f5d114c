// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/clock.h"

namespace decodescope {

ClockPair ClockPair::now()
{
    timespec monotonic{};
    ClockPair pair;
    pair.realtime = realtimeNow();
    ::clock_gettime(CLOCK_MONOTONIC, &monotonic);
    pair.monotonic = Ns{monotonic.tv_sec} * 1'000'000'000 + monotonic.tv_nsec;
    return pair;
}

} // namespace decodescope
