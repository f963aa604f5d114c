// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as the window shows them, in the user's locale.
#pragma once

#include "core/base/time.h"

#include <QString>

#include <cstdint>

namespace decodescope {

// A figure and its unit apart, so that the unit can be set small: {"30.29", "ms"}.
struct NumberAndUnit
{
    QString number;
    QString unit;
    QString text() const; // with a no-break space between
};

// Four significant digits in ns, us, ms or s: "812 ns", "5.57 us", "30.29 ms".
NumberAndUnit durationParts(Ns duration);
QString durationText(Ns duration);
// To the nanosecond, in the unit that fits: "30.288645 ms". For details and tooltips.
QString exactDurationText(Ns duration);
// A time as its distance from the origin, with a sign and to the nanosecond: "+11.723326 ms".
QString relativeTimeText(Ns time, Ns origin);
// Of a part 0..1: "22.3 %".
NumberAndUnit shareParts(double share);
QString shareText(double share);
// With the locale's group separators: "12,607".
QString countText(std::uint64_t count);
// A number that takes the same plural form as `count` in every language: for tr("%1 kernels", nullptr,
// pluralOf(count)).
int pluralOf(std::uint64_t count);
// "23.1 MB", by powers of 1000.
QString bytesText(std::uint64_t bytes);

} // namespace decodescope
