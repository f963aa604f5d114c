// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a written trace that are not events: top-level members, names of rows, and the notes by which reading
// the file again gives back the rows and times of the recording.
#pragma once

#include "core/io/export_rows.h"
#include "core/trace/trace.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace decodescope {

// Names of those notes. kOriginalRow lies in the args of process_name and thread_name: {"pid": ..., "tid": ..., "lane":
// ...}, "" for what was absent; kOriginalTimes is a top-level member: {"add": ns, "base": ns or ""}.
inline constexpr std::string_view kOriginalRow = "original row";
inline constexpr std::string_view kOriginalSortIndex = "original sort_index";
inline constexpr std::string_view kDerivedRow = "derived row"; // in thread_name: computed, not recorded
inline constexpr std::string_view kDerivedName =
    "derived name"; // in process_name and thread_name: the recording has none
inline constexpr std::string_view kOriginalTimes = "originalTimes";
// How "metadata" begins where the base is repeated for Perfetto.
inline constexpr std::string_view kOwnMetadata = "{\"baseTimeNanoseconds\": ";

// What is taken off all times, so that they are neither negative nor so large that a reader's double rounds them.
Ns exportShift(const Trace& trace, std::span<const EventId> events);

// Appends text as a JSON string, with U+FFFD for bytes that are no UTF-8.
void appendStrictString(std::string& out, std::string_view text);
// Appends strict JSON text with plain escapes and without line breaks; spaces may change.
void appendOneLine(std::string& out, std::string_view json);
// Appends a pid, tid or id as JSON; an empty text when absent.
void appendRowKey(std::string& out, const Trace& trace, const RowKey& key, bool isPresent);

// All members in front of traceEvents, each followed by ",\n". `range`: what alone is written of the trace.
void appendTopLevelMembers(std::string& out, const Trace& trace, Ns shift,
                           const std::optional<TimeRange>& range = std::nullopt);
// traceName, as Kineto has it at the end, with a comma in front; nothing if there is none.
void appendTraceName(std::string& out, const Trace& trace);

void appendProcessName(std::string& out, const Trace& trace, const Process& process, const ExportProcess& written);
void appendRowName(std::string& out, const Trace& trace, const ExportRow& row);
// Notes, each with a comma in front; nothing where the file says the same as the recording.
void appendOriginalProcess(std::string& out, const Trace& trace, const Process& process, const ExportProcess& written);
void appendOriginalRow(std::string& out, const Trace& trace, const ExportRow& row, const ExportProcess& process);
void appendOriginalSortIndex(std::string& out, const Trace& trace, const ExportRow& row);

} // namespace decodescope
