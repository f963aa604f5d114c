// SPDX-License-Identifier: GPL-3.0-or-later
// What is under the pointer, and which edge is near it.
#pragma once

#include "core/query/fold.h"

#include <optional>
#include <span>

namespace decodescope {

// The run at pixel x, else the nearest one at most slackPx away; nullptr if none. O(log runs).
const Run* runAt(std::span<const Run> runs, int x, int slackPx);

// The begin or end of a slice that is nearest to t, at most `within` ns away; the earlier of two that are equally near.
// O(log slices).
std::optional<Ns> nearestEdge(const Lane& lane, Ns t, Ns within);

} // namespace decodescope
