// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/trace.h"

#include <cstdint>

namespace decodescope {

// The index in Trace::sources() of the file that a track is from.
inline std::uint32_t sourceOf(const Trace& trace, TrackId track)
{
    return trace.processOf(trace.track(track)).source;
}

} // namespace decodescope
