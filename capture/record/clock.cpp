// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/clock.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#ifdef __x86_64__
#include <cpuid.h>
#endif

namespace decodescope {

namespace {

// The processor says so, or the kernel tells the time by that counter itself: a virtual machine may hide the former.
bool hasConstantTicks()
{
#ifdef __x86_64__
    constexpr unsigned kPowerLeaf = 0x80000007;
    constexpr unsigned kInvariantTsc = 1u << 8;
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    if (__get_cpuid(kPowerLeaf, &a, &b, &c, &d) != 0 && (d & kInvariantTsc) != 0)
        return true;
    std::string source;
    std::ifstream("/sys/devices/system/clocksource/clocksource0/current_clocksource") >> source;
    return source == "tsc" || source == "kvm-clock";
#else
    return false;
#endif
}

} // namespace

const bool kHasConstantTicks = hasConstantTicks();

// The closest of some readings: a thread may be interrupted between the two clocks.
void TickClock::sync()
{
    if (!kHasConstantTicks)
        return;
    constexpr int kTries = 5;
    Moment best;
    std::int64_t shortest = 0;
    for (int i = 0; i < kTries; ++i) {
        const std::int64_t before = ticksNow();
        const Ns realtime = realtimeNow();
        const std::int64_t length = ticksNow() - before;
        if (i == 0 || length < shortest) {
            shortest = length;
            best = {before + length / 2, realtime};
        }
    }
    sync(best.ticks, best.realtime);
}

void TickClock::sync(std::int64_t ticks, Ns realtime)
{
    if (!m_moments.empty() && ticks <= m_moments.back().ticks)
        return;
    m_line = {}; // it may end now
    m_moments.push_back({ticks, realtime});
    if (m_moments.size() > kMoments)
        m_moments.pop_front();
}

TickClock::Line TickClock::lineOf(std::int64_t ticks) const
{
    constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
    constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();
    if (m_moments.size() < 2)
        return {ticks, ticks, ticks, ticks, 0}; // itself, and of no other
    // The first moment after it, but never the very first one: before it and after the last one the line goes on.
    auto to = std::upper_bound(m_moments.begin(), m_moments.end(), ticks,
                               [](std::int64_t value, const Moment& moment) { return value < moment.ticks; });
    to = std::clamp(to, m_moments.begin() + 1, m_moments.end() - 1);
    const auto from = to - 1;
    const double rate =
        static_cast<double>(to->realtime - from->realtime) / static_cast<double>(to->ticks - from->ticks);
    return {from == m_moments.begin() ? kFirst : from->ticks, to == m_moments.end() - 1 ? kEnd : to->ticks, from->ticks,
            from->realtime, rate};
}

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
