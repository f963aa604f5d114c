// SPDX-License-Identifier: GPL-3.0-or-later
// Finds events by their names.
#pragma once

#include "core/trace/trace.h"

#include <stop_token>
#include <string_view>
#include <vector>

namespace decodescope {

// Slices whose name holds `text`, in any ASCII case, by begin; empty for an empty text or when stopped. First the
// distinct names are looked at (thousands), then the names column is scanned. O(text of all names + events + matches
// log matches).
std::vector<EventId> searchSlices(const Trace& trace, std::string_view text, std::stop_token stop = {});

} // namespace decodescope
