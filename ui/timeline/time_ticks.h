// SPDX-License-Identifier: GPL-3.0-or-later
// Round times for rulers and grids.
#pragma once

#include "core/query/time_scale.h"

#include <QString>

#include <vector>

namespace decodescope {

struct TimeTick
{
    Ns time = 0;
    int x = 0;    // device pixels
    QString text; // distance from the origin, "+4.6 ms"
};

// 1, 2 or 5 times a power of ten from the origin, at least leastPx device pixels apart.
std::vector<TimeTick> timeTicks(const TimeScale& scale, Ns origin, int leastPx);

} // namespace decodescope
