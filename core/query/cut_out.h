// SPDX-License-Identifier: GPL-3.0-or-later
// Files that hold a stretch of a longer recording, and the steps that they hold whole.
#pragma once

#include "core/trace/trace.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// The top-level member by which an exported range says what it is: {"source": file, "beginNanoseconds": ns,
// "endNanoseconds": ns}, in the times of the file's events.
inline constexpr std::string_view kCutOutMember = "cutOut";

struct CutOut
{
    TimeRange range;    // in the trace's time; what lies outside was recorded, and is not here
    std::string source; // the file that it was cut from, without folders; may be empty
};
// nullopt: the whole of a recording.
std::optional<CutOut> cutOutOf(const TraceSource& source);

// The member's value. `shift` is what is taken off the times of the file's events.
std::string cutOutJson(const CutOut& cut, Ns shift);

// Of each of trace.steps(), whether all of it was recorded into the file: a step that reaches over an end of a cut-out
// keeps its slice, but not all that ran in it.
std::vector<bool> wholeSteps(const Trace& trace);

} // namespace decodescope
