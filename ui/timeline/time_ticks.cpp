// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/time_ticks.h"

#include <QLocale>

#include <array>
#include <cmath>

namespace decodescope {

namespace {

struct Unit
{
    Ns ns;
    const char* name;
};
constexpr std::array<Unit, 4> kUnits{{{1, "ns"}, {1000, "µs"}, {1'000'000, "ms"}, {1'000'000'000, "s"}}};

Ns roundStep(double leastNs)
{
    Ns power = 1;
    while (power < 1'000'000'000'000'000'000 && static_cast<double>(power) * 10 <= leastNs)
        power *= 10;
    for (const Ns factor : {1, 2, 5}) {
        if (static_cast<double>(power * factor) >= leastNs)
            return power * factor;
    }
    return power >= 1'000'000'000'000'000'000 ? power : power * 10;
}

// Of a distance that is a multiple of step, in the unit that fits the distances on screen.
QString tickText(Ns distance, Ns step, Ns largest)
{
    std::size_t unit = 0;
    while (unit + 1 < kUnits.size() && kUnits[unit + 1].ns <= std::max(largest, step))
        ++unit;
    int decimals = 0;
    for (Ns digit = kUnits[unit].ns; digit > 1 && step % digit != 0; digit /= 10)
        ++decimals;
    const double value = static_cast<double>(distance) / static_cast<double>(kUnits[unit].ns);
    const QString sign = distance > 0 ? QStringLiteral("+") : distance < 0 ? QStringLiteral("\u2212") : QString();
    return sign + QLocale().toString(std::abs(value), 'f', decimals) + QChar(0x00a0) +
           QString::fromUtf8(kUnits[unit].name);
}

} // namespace

std::vector<TimeTick> timeTicks(const TimeScale& scale, Ns origin, int leastPx)
{
    const Ns step = roundStep(std::max(scale.nsPerPx() * std::max(leastPx, 1), 1.0));
    const TimeRange range = scale.range();
    const Ns from = saturatingSub(range.begin, origin);
    const Ns to = saturatingSub(range.end, origin);
    const Ns largest = std::max(from > 0 ? from : -std::max(from, -kMaxNs), to > 0 ? to : -std::max(to, -kMaxNs));
    std::vector<TimeTick> ticks;
    Ns distance = from / step * step;
    if (distance < from)
        distance = saturatingAdd(distance, step);
    while (distance < to) {
        const Ns time = saturatingAdd(origin, distance);
        ticks.push_back({time, scale.pixelAt(time), tickText(distance, step, largest)});
        const Ns next = saturatingAdd(distance, step);
        if (next <= distance)
            break;
        distance = next;
    }
    return ticks;
}

} // namespace decodescope
