// SPDX-License-Identifier: GPL-3.0-or-later
// What the pointer tells about a slice.
#pragma once

#include "core/trace/trace.h"
#include "ui/timeline/slice_colors.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace decodescope {

struct TipLine
{
    QString text;
    bool isDim = false;
};

// count: how many slices the pointer is on together, of which `event` stands for the others. from: the selected event,
// to say how far this one is away from it; kNoEvent: none. origin: the 0 of times.
std::vector<TipLine> sliceTip(const Trace& trace, const SliceColors& colors, EventId event, std::uint32_t count,
                              EventId from, Ns origin);

} // namespace decodescope
