// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/import_report.h"

#include <algorithm>

namespace decodescope {

std::string_view warningName(WarningKind kind)
{
    switch (kind) {
    case WarningKind::truncatedInput:
        return "truncated_input";
    case WarningKind::invalidJson:
        return "invalid_json";
    case WarningKind::nonStandardJson:
        return "non_standard_json";
    case WarningKind::invalidUtf8:
        return "invalid_utf8";
    case WarningKind::missingField:
        return "missing_field";
    case WarningKind::badField:
        return "bad_field";
    case WarningKind::negativeLength:
        return "negative_length";
    case WarningKind::implausibleLength:
        return "implausible_length";
    case WarningKind::strayTime:
        return "stray_time";
    case WarningKind::missingLength:
        return "missing_length";
    case WarningKind::unknownPhase:
        return "unknown_phase";
    case WarningKind::unknownMetadata:
        return "unknown_metadata";
    case WarningKind::unmatchedEnd:
        return "unmatched_end";
    case WarningKind::unfinishedSlice:
        return "unfinished_slice";
    case WarningKind::overlap:
        return "overlap";
    case WarningKind::tooDeep:
        return "too_deep";
    case WarningKind::ambiguousCorrelation:
        return "ambiguous_correlation";
    case WarningKind::launchNotRecorded:
        return "launch_not_recorded";
    case WarningKind::kernelBeforeLaunch:
        return "kernel_before_launch";
    case WarningKind::coveredKernel:
        return "covered_kernel";
    case WarningKind::danglingFlow:
        return "dangling_flow";
    case WarningKind::noTimedEvents:
        return "no_timed_events";
    case WarningKind::limitReached:
        return "limit_reached";
    case WarningKind::clocksNotAligned:
        return "clocks_not_aligned";
    case WarningKind::droppedRecords:
        return "dropped_records";
    case WarningKind::noGpuRows:
        return "no_gpu_rows";
    }
    return "unknown";
}

bool isLoss(WarningKind kind)
{
    return kind == WarningKind::truncatedInput || kind == WarningKind::invalidJson ||
           kind == WarningKind::missingField || kind == WarningKind::limitReached ||
           kind == WarningKind::droppedRecords;
}

void ImportReport::add(WarningKind kind, std::int64_t offset, std::string_view message, std::uint64_t count)
{
    if (count == 0)
        return;
    for (Warning& warning : m_warnings) {
        if (warning.kind == kind) {
            warning.count += count;
            return;
        }
    }
    m_warnings.push_back({kind, count, offset, std::string(message)});
}

void ImportReport::merge(const ImportReport& other)
{
    for (const Warning& theirs : other.m_warnings) {
        const auto ours =
            std::find_if(m_warnings.begin(), m_warnings.end(), [&](const Warning& w) { return w.kind == theirs.kind; });
        if (ours == m_warnings.end()) {
            m_warnings.push_back(theirs);
            continue;
        }
        ours->count += theirs.count;
        if (theirs.firstOffset >= 0 && (ours->firstOffset < 0 || theirs.firstOffset < ours->firstOffset)) {
            ours->firstOffset = theirs.firstOffset;
            ours->message = theirs.message;
        }
    }
}

std::uint64_t ImportReport::count(WarningKind kind) const
{
    for (const Warning& warning : m_warnings) {
        if (warning.kind == kind)
            return warning.count;
    }
    return 0;
}

} // namespace decodescope
