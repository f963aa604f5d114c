// SPDX-License-Identifier: GPL-3.0-or-later
// What the details say while nothing is selected: what was recorded, and where to begin.
#pragma once

#include "ui/panels/event_details.h"

namespace decodescope {

class TraceDocument;

// O(steps + tracks).
EventDetails describeTrace(const TraceDocument& document);

} // namespace decodescope
