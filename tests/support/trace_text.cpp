// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_text.h"

#include "core/io/json_repair.h"

#include <algorithm>

namespace decodescope::test {

namespace {

std::string keyText(const Trace& trace, const RowKey& key, bool isPresent)
{
    if (!isPresent)
        return "-";
    return key.text == kEmptyName ? std::to_string(key.number) : "'" + std::string(trace.text(key.text)) + "'";
}

std::string eventText(const Trace& trace, EventId id)
{
    if (id == kNoEvent)
        return "none";
    const EventRow row = trace.event(id);
    const Track& track = trace.track(row.track);
    const Process& process = trace.processOf(track);
    return std::to_string(row.begin) + " +" + std::to_string(row.duration) + " type " +
           std::to_string(static_cast<int>(row.type)) + " " + std::string(trace.category(id)) + " | " +
           std::string(trace.name(id)) + " | kind " + std::to_string(static_cast<int>(track.kind)) + " pid " +
           keyText(trace, process.pid, process.hasPid) + " tid " + keyText(trace, track.tid, track.hasTid);
}

} // namespace

std::vector<std::string> eventLines(const Trace& trace)
{
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const auto id = static_cast<EventId>(i);
        lines.push_back(eventText(trace, id) + " " + plainJson(trace.args().text(trace.event(id).args)) + " " +
                        plainJson(trace.extraMembers(id)));
    }
    std::ranges::sort(lines);
    return lines;
}

std::vector<std::string> linkLines(const Trace& trace)
{
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
        const GpuOperation operation = trace.gpuOperation(i);
        lines.push_back("launch " + eventText(trace, operation.event) + " <- " + eventText(trace, operation.launch) +
                        " <- " + eventText(trace, trace.opOf(operation.event)));
    }
    for (const Flow& flow : trace.flows())
        lines.push_back("arrow " + std::string(trace.text(flow.category)) + " " + std::string(trace.text(flow.name)) +
                        " " + eventText(trace, flow.from) + " -> " + eventText(trace, flow.to));
    std::ranges::sort(lines);
    return lines;
}

std::vector<std::string> rowLines(const Trace& trace)
{
    std::vector<std::string> lines;
    for (const Track& track : trace.tracks()) {
        const Process& process = trace.processOf(track);
        lines.push_back("pid " + keyText(trace, process.pid, process.hasPid) + " '" +
                        std::string(trace.text(process.labels)) + "' tid " + keyText(trace, track.tid, track.hasTid) +
                        " kind " + std::to_string(static_cast<int>(track.kind)) + " lanes " +
                        std::to_string(track.lanes.size()) + " slices " + std::to_string(track.sliceCount()) +
                        " points " + std::to_string(track.points.size()) + " index " +
                        (track.hasSortIndex ? std::to_string(track.sortIndex) : "-"));
    }
    std::ranges::sort(lines);
    return lines;
}

std::string firstDifference(const std::vector<std::string>& a, const std::vector<std::string>& b)
{
    const auto [inA, inB] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    if (inA == a.end() && inB == b.end())
        return {};
    return std::to_string(a.size()) + " and " + std::to_string(b.size()) + " lines\n  " +
           (inA == a.end() ? "(end)" : *inA) + "\n  " + (inB == b.end() ? "(end)" : *inB);
}

} // namespace decodescope::test
