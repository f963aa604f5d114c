// SPDX-License-Identifier: GPL-3.0-or-later
// Which part of a recording to show first.
#pragma once

#include "core/trace/event_table.h"

#include <cstdint>
#include <vector>

namespace decodescope {

struct ContentSpan
{
    TimeRange content;        // what the first view shows
    std::uint64_t strays = 0; // events outside of it (estimated from a sample in very long traces)
    EventId firstStray = kNoEvent;
};

// `span` without groups of events that are far from the rest: a group at either end that holds at most a tenth of all
// events (or two) and is apart from the rest by more than a thousand times the length of both and a millisecond each.
// Looks at no more than 2^17 events, evenly chosen. Events flagged implausible do not count.
ContentSpan contentSpanOf(const EventTable& events, TimeRange span);

} // namespace decodescope
