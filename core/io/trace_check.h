// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a trace keeps to what Perfetto, HTA and others expect of one.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/io/byte_source.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// What an exporter must keep to, one value a rule; ruleName() is its name in reports.
enum class CheckRule : std::uint8_t {
    strictJson,  // the file and each event parse, by the strict grammar and in UTF-8
    closed,      // the file ends properly
    oneLine,     // each event is one line
    members,     // every event has ph, pid, tid and name
    knownPhase,  // a phase that readers know
    timeFormat,  // ts and dur are digits, a point and three digits
    length,      // X has dur
    rowNumbers,  // pid and tid are whole numbers from 0 on
    gpuRows,     // GPU operations have a pid and a tid above 0, and a pid of their own
    nesting,     // slices of one row nest or are disjoint
    order,       // by ts, then the longer first; M events first, without ts
    flowIds,     // ids are whole numbers below 2^53
    flowPairs,   // each s has an f with its id, cat and name, each f an s; one s a key
    flowSlices,  // a slice lies where a flow begins or ends
    rowNames,    // process_name, thread_name and both sort indexes are there
    sortIndexes, // and these are whole numbers
    escapes,     // \" \\ \n \t and \u00XX of control bytes alone
    nulls,       // no null
    counters,    // counter values are numbers
    asyncPairs,  // b and e have an id, and come in pairs
    baseTime,    // baseTimeNanoseconds is a whole number, and repeated in "metadata"
};
std::string_view ruleName(CheckRule rule);

// Breaches of one rule.
struct CheckRow
{
    CheckRule rule{};
    std::uint64_t count = 0;
    std::int64_t firstOffset = -1; // byte of the unpacked input
    std::string example;
};

// Empty: none. In the order of CheckRule. Fails when the input cannot be read, is no trace at all, or is cancelled.
// Time O(n log n), memory 40 bytes a slice and the longest event.
Result<std::vector<CheckRow>> checkTrace(ByteSource& source, Progress& progress, std::stop_token stop = {});
Result<std::vector<CheckRow>> checkTraceFile(const std::string& path, Progress& progress, std::stop_token stop = {});

} // namespace decodescope
