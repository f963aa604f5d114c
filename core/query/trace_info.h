// SPDX-License-Identifier: GPL-3.0-or-later
// A trace at a glance: what it holds and what was odd in it.
#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace decodescope {

struct TraceInfo
{
    std::string file; // name; of several sources all of them, with commas between
    std::uint64_t bytes = 0;
    std::uint64_t events = 0; // slices, instants and counter samples
    std::uint64_t slices = 0;
    std::uint64_t instants = 0;
    std::uint64_t counters = 0; // samples
    std::uint64_t flows = 0;    // arrows: launches of GPU operations, and all others
    std::uint64_t threads = 0;  // CPU threads with slices
    std::uint64_t streams = 0;
    std::vector<std::string> devices; // names, as the recording lists them
    std::optional<Ns> baseTime;
    TimeRange span;
    std::uint64_t steps = 0;
    std::vector<Warning> warnings;
};

// O(events).
TraceInfo traceInfo(const Trace& trace);

// "step", "thread", "stream", "counter" or "other": the kinds of rows that the tables name.
std::string_view trackKindWord(TrackKind kind);
// What a row is called: its thread's or stream's name, or made from its kind and tid.
std::string trackName(const Trace& trace, const Track& track);
// A pid or tid as text; empty where the file gave none.
std::string rowKeyText(const Trace& trace, const RowKey& key, bool present);

} // namespace decodescope
