// SPDX-License-Identifier: GPL-3.0-or-later
// The one clock of a capture. CUPTI stamps its records with CLOCK_REALTIME on Linux, so operators and calls have it
// too: not read for each of them, though, but computed from the processor's counter, which is quicker to read.
#pragma once

#include "core/base/time.h"

#include <cmath>
#include <cstdint>
#include <deque>
#include <time.h>
#ifdef __x86_64__
#include <x86intrin.h>
#endif

namespace decodescope {

// ns since the epoch. About 20 ns a call (vDSO); 28 ns on the virtual machine of an H200.
inline Ns realtimeNow()
{
    timespec time{};
    ::clock_gettime(CLOCK_REALTIME, &time);
    return Ns{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// What the hot path stamps its records with: a counter with a constant rate where the processor has one (8 and 16 ns on
// the same machines), else realtimeNow(). TickClock says which moment it was.
extern const bool kHasConstantTicks;
inline std::int64_t ticksNow()
{
#ifdef __x86_64__
    if (kHasConstantTicks)
        return static_cast<std::int64_t>(__rdtsc());
#endif
    return realtimeNow();
}

// From ticks to CLOCK_REALTIME, along straight lines between moments at which both were read. Used by one thread.
class TickClock
{
public:
    // Notes this moment. Call it now and then, and after the ticks that are to be converted: between two moments the
    // wall clock may be adjusted, and what is older than kMoments of them is converted less exactly.
    void sync();
    // Before two moments have been noted, and where ticks are ns already, the same number. O(1) on the line that was
    // used last, else O(log moments).
    Ns realtime(std::int64_t ticks)
    {
        if (ticks < m_line.first || ticks >= m_line.end)
            m_line = lineOf(ticks);
        return m_line.realtime + std::llround(static_cast<double>(ticks - m_line.ticks) * m_line.rate);
    }

    // The same with moments from elsewhere; later ones last.
    void sync(std::int64_t ticks, Ns realtime);

private:
    struct Moment
    {
        std::int64_t ticks = 0;
        Ns realtime = 0;
    };
    // Between two moments; the first and the last one go on for ever.
    struct Line
    {
        std::int64_t first = 0; // ticks from here ...
        std::int64_t end = 0;   // ... to before here
        std::int64_t ticks = 0; // where it begins
        Ns realtime = 0;
        double rate = 1; // ns a tick
    };
    Line lineOf(std::int64_t ticks) const;

    static constexpr std::size_t kMoments = 4096;
    std::deque<Moment> m_moments;
    Line m_line; // of the last conversion: most that follow are of the same round, so they lie on it too
};

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
