// SPDX-License-Identifier: GPL-3.0-or-later
// What was odd in an input: counted by kind, never a reason to give up.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

enum class WarningKind : std::uint8_t {
    truncatedInput,       // the text or the gzip stream stops before its end
    invalidJson,          // an event or a part of the file that is not JSON: skipped
    nonStandardJson,      // read, though JSON does not allow it: NaN, control bytes, bad escapes, trailing commas
    invalidUtf8,          // names with bytes that are no UTF-8
    missingField,         // an event without ph or ts: skipped
    badField,             // a value that is not what it should be
    negativeLength,       // kept with length 0
    implausibleLength,    // kept, left out of totals
    strayTime,            // far from all other events: kept, left out of the first view
    missingLength,        // X without dur: kept with length 0
    unknownPhase,         // counted, not shown
    unknownMetadata,      // an M event that names nothing this program shows: counted
    unmatchedEnd,         // E or e without its begin
    unfinishedSlice,      // B or b without its end: runs to the end of the recording
    overlap,              // slices of one row that cross: laid out in lanes
    tooDeep,              // nested deeper than the lanes go: kept, not drawn
    ambiguousCorrelation, // one correlation id on calls of several processes: no link
    launchNotRecorded,    // GPU operations whose launch is not in the input
    kernelBeforeLaunch,   // clock skew: the link is kept
    coveredKernel,        // a GPU operation that covers later ones of its own stream
    danglingFlow,         // flow events without a slice or a partner
    noTimedEvents,        // nothing to show
    limitReached,         // something was left out for size
    clocksNotAligned,     // several inputs of which not all say when they began
    droppedRecords,       // live capture: records that CUPTI or a queue could not deliver
    noGpuRows,            // operators of the CPU, and nothing of a GPU
};

// The kind's stable name, as `info` prints it.
std::string_view warningName(WarningKind kind);

// Something that was recorded is missing, so that sums are too small.
bool isLoss(WarningKind kind);

struct Warning
{
    WarningKind kind{};
    std::uint64_t count = 0;
    std::int64_t firstOffset = -1; // byte in the (unpacked) input; -1: not from a place
    std::string message;           // one sentence with an example, from the first occurrence
};

class ImportReport
{
public:
    // `message` is taken from the first occurrence only.
    void add(WarningKind kind, std::int64_t offset, std::string_view message, std::uint64_t count = 1);
    // Adds all of the other's counts, keeping the smaller first offset.
    void merge(const ImportReport& other);

    const std::vector<Warning>& warnings() const { return m_warnings; } // in order of first occurrence
    std::uint64_t count(WarningKind kind) const;

private:
    std::vector<Warning> m_warnings;
};

} // namespace decodescope
