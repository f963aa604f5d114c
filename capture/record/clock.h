// SPDX-License-Identifier: GPL-3.0-or-later
// The one clock of a capture. CUPTI stamps its records with CLOCK_REALTIME on Linux, so operators and calls use it too.
#pragma once

#include "core/base/time.h"

#include <time.h>

namespace decodescope {

// ns since the epoch. About 20 ns a call (vDSO).
inline Ns realtimeNow()
{
    timespec time{};
    ::clock_gettime(CLOCK_REALTIME, &time);
    return Ns{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// baseTimeNanoseconds of torch's traces: the epoch time rounded down to a multiple of 7889238 s (a quarter of a year),
// so that times stay exact where a reader keeps them as a double.
constexpr Ns torchBaseTime(Ns epochTime)
{
    constexpr Ns kQuarter = Ns{7'889'238} * 1'000'000'000;
    return epochTime / kQuarter * kQuarter;
}

// The same moment by two clocks, to find out whether somebody set the wall clock during a capture.
struct ClockPair
{
    Ns realtime = 0;
    Ns monotonic = 0;
    static ClockPair now();
};

// How far the wall clock was moved between two moments; the slow adjustment by NTP (up to 500 us a second) counts too.
constexpr Ns clockStep(const ClockPair& from, const ClockPair& to)
{
    return (to.realtime - from.realtime) - (to.monotonic - from.monotonic);
}

} // namespace decodescope
