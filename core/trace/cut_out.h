// SPDX-License-Identifier: GPL-3.0-or-later
// Files that hold a stretch of a longer recording, and the steps that they hold whole.
#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// The top-level member by which an exported range says what it is: {"source": file, "beginNanoseconds": ns,
// "endNanoseconds": ns}, in the times of the file's events. Reading gives it to a file that stops before its end too,
// with "cutOff": true besides, so that this stays known wherever the trace is written.
inline constexpr std::string_view kCutOutMember = "cutOut";

struct CutOut
{
    TimeRange range;       // in the trace's time; what lies outside was recorded, and is not here
    std::string source;    // the file that it was cut from, without folders; may be empty
    bool isCutOff = false; // nobody chose the range: the file stopped there, and held some of what comes later
};
// nullopt: the whole of a recording.
std::optional<CutOut> cutOutOf(const TraceSource& source);

// The member's value. `shift` is what is taken off the times of the file's events.
std::string cutOutJson(const CutOut& cut, Ns shift);

// What a source that stops before its end holds whole: from its first event until where operators, calls or GPU
// operations begin to be missing, whichever come first. Files are written by time or by kind, so what is missing may
// lie anywhere behind that. nullopt when it has no events. O(events).
std::optional<CutOut> heldByCutOff(const Trace& trace, std::uint32_t source);

// Of each of trace.steps(), whether all of it was recorded into the file: a step that reaches over an end of a cut-out
// keeps its slice, but not all that ran in it.
std::vector<bool> wholeSteps(const Trace& trace);

} // namespace decodescope
