// SPDX-License-Identifier: GPL-3.0-or-later
// What of a stretch of time is in a file that does not hold all of its recording.
#pragma once

#include "core/trace/trace.h"

#include <vector>

namespace decodescope {

struct RecordedPart
{
    TimeRange range;   // of what was asked for; empty: nothing of it is in the file
    bool isAll = true; // the range is what was asked for

    friend bool operator==(const RecordedPart&, const RecordedPart&) = default;
};

// A cut-out (see cut_out.h) holds the range that it says. A range that is just a step's goes by the step's own source,
// any other by all sources together. O(steps).
RecordedPart recordedPart(const Trace& trace, TimeRange asked);

// Of each of trace.steps().
std::vector<RecordedPart> recordedSteps(const Trace& trace);

} // namespace decodescope
