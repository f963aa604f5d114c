// SPDX-License-Identifier: GPL-3.0-or-later
// What the pointer tells about a gap.
#pragma once

#include "core/query/gaps.h"
#include "ui/timeline/slice_tip.h"

#include <vector>

namespace decodescope {

// origin: the 0 of times.
std::vector<TipLine> gapTip(const Trace& trace, const Gap& gap, Ns origin);

} // namespace decodescope
