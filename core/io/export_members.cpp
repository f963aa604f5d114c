// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/export_members.h"

#include "core/io/event_recovery.h"
#include "core/io/json_repair.h"
#include "core/io/json_text.h"
#include "core/trace/cut_out.h"

#include <algorithm>

namespace decodescope {

namespace {

constexpr Ns kLargestExact = Ns{9'000'000'000'000} * 1000; // microseconds with three decimals that a double holds
constexpr Ns kSecond = 1'000'000'000;
constexpr std::string_view kTraceName = "traceName";
constexpr std::string_view kMetadata = "metadata";

void appendMember(std::string& out, std::string_view key, std::string_view json)
{
    const std::string quoted = "\"" + std::string(key) + "\"";
    out += plainJson(quoted);
    out += ": ";
    out += hasPlainEscapes(json) ? std::string(json) : plainJson(json);
    out += ",\n";
}

void appendDerivedName(std::string& out)
{
    out.append(", \"").append(kDerivedName).append("\": 1");
}

void appendBase(std::string& out, const TraceSource& source, Ns shift)
{
    if (!source.baseTime && shift == 0)
        return;
    const std::string base = std::to_string(saturatingAdd(source.baseTime.value_or(0), shift));
    appendMember(out, "baseTimeNanoseconds", base);
    // Perfetto shows the members of "metadata", and of all others nothing.
    std::string metadata = std::string(kOwnMetadata) + base + "}";
    for (const auto& [key, json] : source.metadata) {
        const std::string plain = key == kMetadata ? plainJson(json) : std::string();
        if (plain.size() > 2 && plain.front() == '{')
            metadata.replace(metadata.size() - 1, 1, ", " + plain.substr(1));
    }
    appendMember(out, kMetadata, metadata);
    if (shift != 0)
        appendMember(out, kOriginalTimes,
                     "{\"add\": " + std::to_string(shift) +
                         ", \"base\": " + (source.baseTime ? std::to_string(*source.baseTime) : "\"\"") + "}");
}

// That the file is a stretch of a longer recording: of what the trace itself was cut to, the range.
void appendCutOut(std::string& out, const TraceSource& source, Ns shift, const std::optional<TimeRange>& range)
{
    std::optional<CutOut> cut = cutOutOf(source);
    if (cut && range) {
        cut->isCutOff = cut->isCutOff && range->end > cut->range.end; // or else all of the range was there
        cut->range = cut->range.intersected(*range);
    } else if (range) {
        cut = CutOut{*range, source.name.substr(source.name.find_last_of('/') + 1)};
    }
    if (cut)
        appendMember(out, kCutOutMember, cutOutJson(*cut, shift));
}

// What is known of the files that a recording was put together from.
std::string sourcesJson(const Trace& trace)
{
    std::string out = "[";
    for (const TraceSource& source : trace.sources()) {
        out += out.size() > 1 ? ",\n  {" : "\n  {";
        out += "\"name\": ";
        appendStrictString(out, source.name);
        out += ", \"shiftNanoseconds\": " + std::to_string(source.shift);
        for (const auto& [key, json] : source.metadata)
            out += ", " + plainJson("\"" + key + "\"") + ": " + plainJson(json);
        out += "}";
    }
    return out + "\n]";
}

} // namespace

Ns exportShift(const Trace& trace, std::span<const EventId> events)
{
    Ns first = kMaxNs;
    Ns last = kMinNs;
    std::size_t negative = 0;
    for (const EventId id : events) {
        const EventRow row = trace.event(id);
        negative += row.begin < 0 ? 1 : 0;
        first = std::min(first, row.begin);
        last = std::max(last, row.has(EventFlag::implausible) ? row.begin : row.end());
    }
    if (events.empty() || (first >= 0 && last < kLargestExact))
        return 0;
    // One time far from the others: no base helps, and times are not altered for it. Where 64 bits do not hold what
    // lies between, most keep their times.
    if (saturatingSub(last, first) >= kLargestExact)
        return first >= 0 || (saturatingSub(last, first) == kMaxNs && negative * 2 <= events.size()) ? 0 : first;
    const Ns below = first % kSecond;
    return saturatingSub(first, below < 0 ? below + kSecond : below);
}

void appendStrictString(std::string& out, std::string_view text)
{
    const std::size_t start = out.size();
    appendJsonString(out, text);
    for (std::size_t at = start; at < out.size(); ++at) {
        if (static_cast<unsigned char>(out[at]) < 0x80)
            continue;
        const Utf8Part part = utf8At(out, at);
        if (!part.isValid) {
            const std::string strict = plainJson(std::string_view(out).substr(start));
            out.replace(start, std::string::npos, strict);
            return;
        }
        at += part.size - 1;
    }
}

void appendOneLine(std::string& out, std::string_view json)
{
    if (!hasPlainEscapes(json)) {
        out += plainJson(json);
        return;
    }
    // A line break in strict JSON is never inside a string. A search for one byte is several times faster than one for
    // two, and this is most of what is written.
    const bool hasReturns = json.find('\r') != std::string_view::npos;
    while (!json.empty()) {
        std::size_t at = std::min(hasReturns ? json.find_first_of("\n\r") : json.find('\n'), json.size());
        out.append(json.substr(0, at));
        at = skipJsonSpace(json, at);
        json.remove_prefix(at);
    }
}

void appendRowKey(std::string& out, const Trace& trace, const RowKey& key, bool isPresent)
{
    if (!isPresent)
        out += "\"\""; // as Kineto writes "no process"; null is more than some readers take
    else if (key.text != kEmptyName)
        appendStrictString(out, trace.text(key.text));
    else
        out += std::to_string(key.number);
}

void appendTopLevelMembers(std::string& out, const Trace& trace, Ns shift, const std::optional<TimeRange>& range)
{
    if (trace.sources().empty())
        return;
    const TraceSource& source = trace.sources().front();
    const bool hasSchema =
        std::ranges::any_of(source.metadata, [](const auto& m) { return m.first == "schemaVersion"; });
    if (!hasSchema)
        appendMember(out, "schemaVersion", "1");
    for (const auto& [key, json] : source.metadata) {
        const bool isExtended = key == kMetadata && json.starts_with('{') && (source.baseTime || shift != 0);
        const bool isCutOut = key == kCutOutMember && cutOutOf(source); // written anew
        if (key != kTraceName && !isExtended && !isCutOut)
            appendMember(out, key, json);
    }
    if (trace.sources().size() > 1)
        appendMember(out, "sources", sourcesJson(trace));
    appendBase(out, source, shift);
    appendCutOut(out, source, shift, range);
}

void appendTraceName(std::string& out, const Trace& trace)
{
    if (trace.sources().empty())
        return;
    for (const auto& [key, json] : trace.sources().front().metadata) {
        if (key == kTraceName)
            out += ",\n\"traceName\": " + plainJson(json);
    }
}

void appendProcessName(std::string& out, const Trace& trace, const Process& process, const ExportProcess& written)
{
    if (process.name != kEmptyName) {
        appendStrictString(out, trace.text(process.name));
        return;
    }
    if (process.hasPid && process.pid.text != kEmptyName)
        appendStrictString(out, trace.text(process.pid.text));
    else
        appendStrictString(out, (written.isGpu ? "GPU " : "process ") + std::to_string(process.pid.number));
    appendDerivedName(out);
}

void appendRowName(std::string& out, const Trace& trace, const ExportRow& row)
{
    const Track& track = trace.track(row.track);
    std::string name;
    if (track.name != kEmptyName && track.hasTid)
        name = trace.text(track.name);
    else if (!track.hasTid)
        name = "other";
    else if (track.tid.text != kEmptyName)
        name = trace.text(track.tid.text);
    else
        name = (track.kind == TrackKind::stream || track.kind == TrackKind::gpuAnnotation ? "stream " : "thread ") +
               std::to_string(track.tid.number);
    if (row.lane > 0) {
        while (name.ends_with(' ')) // Kineto writes "stream 7 "
            name.pop_back();
        name += " (" + std::to_string(row.lane + 1) + ")";
    }
    appendStrictString(out, name);
    if (track.name == kEmptyName || !track.hasTid)
        appendDerivedName(out);
}

void appendOriginalProcess(std::string& out, const Trace& trace, const Process& process, const ExportProcess& written)
{
    const bool isSame = process.hasPid && process.pid.text == kEmptyName && process.pid.number == written.pid;
    if (isSame)
        return;
    out.append(", \"").append(kOriginalRow).append("\": {\"pid\": ");
    appendRowKey(out, trace, process.pid, process.hasPid);
    out += "}";
}

void appendOriginalRow(std::string& out, const Trace& trace, const ExportRow& row, const ExportProcess& process)
{
    const Track& track = trace.track(row.track);
    const Process& known = trace.processOf(track);
    const bool samePid = known.hasPid && known.pid.text == kEmptyName && known.pid.number == process.pid;
    const bool sameTid = track.hasTid && track.tid.text == kEmptyName && track.tid.number == row.tid;
    if (samePid && sameTid && row.lane == 0)
        return;
    out.append(", \"").append(kOriginalRow).append("\": {\"pid\": ");
    appendRowKey(out, trace, known.pid, known.hasPid);
    out += ", \"tid\": ";
    appendRowKey(out, trace, track.tid, track.hasTid);
    out += ", \"lane\": " + std::to_string(row.lane) + "}";
}

void appendOriginalSortIndex(std::string& out, const Trace& trace, const ExportRow& row)
{
    const Track& track = trace.track(row.track);
    out.append(", \"").append(kOriginalSortIndex).append("\": ");
    out += track.hasSortIndex ? std::to_string(track.sortIndex) : "\"\"";
}

} // namespace decodescope
