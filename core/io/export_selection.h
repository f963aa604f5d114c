// SPDX-License-Identifier: GPL-3.0-or-later
// Which events and arrows an export holds.
#pragma once

#include "core/trace/trace.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace decodescope {

// An arrow to be written: from a place on one written event to a place on another.
struct ExportArrow
{
    std::uint32_t from = 0; // positions among the selected events
    std::uint32_t to = 0;
    Ns fromTime = 0;
    Ns toTime = 0;
    bool isLaunch = false; // launch -> GPU operation: named by the format, not by the recording
    NameId name = kEmptyName;
    NameId category = kEmptyName;
};

struct ExportSelection
{
    std::vector<EventId> events; // by (begin, longer first, id)
    std::vector<ExportArrow> arrows;
};

// All events, or those that overlap a half-open range, with the GPU operations that were launched in it (a step that
// ends there has work that is still to run), the launches of all of these and the slices around the launches on their
// track. Arrows whose both ends are selected. When stopped, anything. O(n log n).
ExportSelection selectForExport(const Trace& trace, const std::optional<TimeRange>& range,
                                const std::stop_token& stop = {});

} // namespace decodescope
