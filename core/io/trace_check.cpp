// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/trace_check.h"

#include "core/base/json_number.h"
#include "core/io/chrome_trace_reader.h"
#include "core/io/json_repair.h"
#include "core/io/json_text.h"
#include "core/io/microseconds.h"
#include "core/io/text_feed.h"
#include "core/io/trace_check_rows.h"
#include "core/trace/event.h"

#include <array>
#include <charconv>

namespace decodescope {

namespace {

constexpr std::int64_t kLargestId = (std::int64_t{1} << 53) - 1;
constexpr std::size_t kExample = 100;

std::optional<std::int64_t> wholeNumber(std::string_view json)
{
    std::int64_t value = 0;
    const auto parsed = std::from_chars(json.data(), json.data() + json.size(), value);
    if (parsed.ec != std::errc() || parsed.ptr != json.data() + json.size() || !isJsonNumber(json))
        return std::nullopt;
    return value;
}

// ^\d+\.\d{3}$
bool isMicroseconds(std::string_view json)
{
    if (json.size() < 5 || json[json.size() - 4] != '.')
        return false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        if (i != json.size() - 4 && (json[i] < '0' || json[i] > '9'))
            return false;
    }
    return true;
}

std::string_view inner(std::string_view json)
{
    return json.size() >= 2 && json.front() == '"' ? json.substr(1, json.size() - 2) : json;
}

// A number, or a text of one: Perfetto takes both, and "nan" for a gap.
bool isCounterValue(std::string_view json)
{
    const std::string_view text = inner(json);
    return isJsonNumber(text) || (text != json && (text == "nan" || text == "NaN"));
}

class Check
{
public:
    void take(const TextPiece& piece);
    std::vector<CheckRow> finish();

private:
    void breach(CheckRule rule) { m_report.add(rule, m_offset, m_event.substr(0, kExample)); }
    // JSON to the letter; numbers may have more digits than the fast parser takes.
    bool isSound(std::string_view json)
    {
        JsonRepair notes;
        return m_parser.isStrict(json) || (repairJson(json, notes) && notes.nonStandard.empty() && !notes.invalidUtf8);
    }
    void takeMember(const SplitPiece::Member& member);
    void takeOddity(const SplitPiece::Oddity& oddity);
    void takeEvent(std::string_view event, std::string_view before);
    void takeMetadata(const CheckedRow& row);
    void takeTimed(char phase, const CheckedRow& row);
    void takeSlice(const CheckedRow& row, Ns begin, Ns length);
    void takeFlow(char phase, const CheckedRow& row, Ns time);
    void takeCounter();
    std::optional<CheckedRow> rowOf();
    void checkOrder(Ns time, std::optional<Ns> length);

    CheckReport m_report;
    RowCheck m_rows;
    EventParser m_parser;
    EventMembers m_members;
    std::string_view m_event;
    std::int64_t m_offset = 0;
    bool m_sawTimed = false;
    Ns m_lastTime = kMinNs;
    std::optional<Ns> m_lastLength;
    bool m_hasBase = false;
    bool m_baseIsRepeated = false;
};

void Check::takeOddity(const SplitPiece::Oddity& oddity)
{
    const bool cut = oddity.kind == SplitPiece::Oddity::Kind::truncated;
    m_report.add(cut ? CheckRule::closed : CheckRule::strictJson, oddity.offset, oddity.excerpt, oddity.count);
}

void Check::takeMember(const SplitPiece::Member& member)
{
    std::string padded = member.json;
    padded.append(kTextPadding, ' ');
    const auto json = std::string_view(padded).substr(0, member.json.size());
    if (!isSound(json))
        m_report.add(CheckRule::strictJson, member.offset, member.key + ": " + std::string(json.substr(0, kExample)));
    if (!hasPlainEscapes(json))
        m_report.add(CheckRule::escapes, member.offset, member.key + ": " + std::string(json.substr(0, kExample)));
    if (member.key == kBaseTimeKey) {
        m_hasBase = true;
        if (!wholeNumber(json))
            m_report.add(CheckRule::baseTime, member.offset, "baseTimeNanoseconds is no whole number");
    }
    if (member.key == "metadata")
        m_baseIsRepeated = json.find(kBaseTimeKey) != std::string_view::npos;
}

void Check::take(const TextPiece& piece)
{
    const std::string_view text = piece.text();
    std::size_t behind = 0;
    for (const TextSpan& span : piece.split.events) {
        m_offset = piece.place.offset + static_cast<std::int64_t>(span.begin);
        const bool isFirst = behind == 0; // what is in front of it is in the last piece
        takeEvent(text.substr(span.begin, span.size),
                  isFirst ? std::string_view("\n") : text.substr(behind, span.begin - behind));
        behind = span.begin + span.size;
    }
    for (const SplitPiece::Member& member : piece.split.members)
        takeMember(member);
    for (const SplitPiece::Oddity& oddity : piece.split.oddities)
        takeOddity(oddity);
}

std::optional<CheckedRow> Check::rowOf()
{
    const std::optional<std::int64_t> pid = wholeNumber(m_members.pid);
    const std::optional<std::int64_t> tid = wholeNumber(m_members.tid);
    const bool bad = (!m_members.pid.empty() && (!pid || *pid < 0)) || (!m_members.tid.empty() && (!tid || *tid < 0));
    if (bad)
        breach(CheckRule::rowNumbers);
    if (!pid || !tid)
        return std::nullopt;
    return CheckedRow{*pid, *tid};
}

void Check::takeEvent(std::string_view event, std::string_view before)
{
    m_event = event;
    if (event.find('\n') != std::string_view::npos || before.find('\n') == std::string_view::npos)
        breach(CheckRule::oneLine);
    if (!m_parser.parse(event, m_members) || !isSound(event)) {
        breach(CheckRule::strictJson);
        return;
    }
    if (!hasPlainEscapes(event))
        breach(CheckRule::escapes);
    for (const std::string_view member :
         {m_members.phase, m_members.category, m_members.name, m_members.pid, m_members.tid, m_members.time,
          m_members.duration, m_members.id, m_members.args}) {
        if (member == "null")
            breach(CheckRule::nulls);
    }
    if (m_members.phase.empty() || m_members.pid.empty() || m_members.tid.empty() || m_members.name.empty())
        breach(CheckRule::members);
    const std::optional<CheckedRow> row = rowOf();
    constexpr std::string_view kPhases = "XBEbenisftCM";
    const std::string_view phase = inner(m_members.phase);
    if (phase.size() != 1 || kPhases.find(phase[0]) == std::string_view::npos) {
        breach(CheckRule::knownPhase);
        return;
    }
    if (phase == "M")
        takeMetadata(row.value_or(CheckedRow{}));
    else
        takeTimed(phase[0], row.value_or(CheckedRow{}));
}

void Check::takeMetadata(const CheckedRow& row)
{
    if (m_sawTimed || !m_members.time.empty())
        breach(CheckRule::order);
    const std::string_view what = inner(m_members.name);
    if (what.ends_with("_sort_index")) {
        std::string args(m_members.args);
        const std::size_t size = args.size();
        args.append(kTextPadding, ' ');
        EventMembers members;
        bool isNumber = false;
        if (m_parser.parse(std::string_view(args).substr(0, size), members)) {
            for (const auto& [key, value] : members.others)
                isNumber |= key == "sort_index" && wholeNumber(value).has_value();
        }
        if (!isNumber)
            breach(CheckRule::sortIndexes);
    }
    m_rows.addName(what, row);
}

void Check::checkOrder(Ns time, std::optional<Ns> length)
{
    const bool shorterFirst = time == m_lastTime && length && m_lastLength && *length > *m_lastLength;
    if (time < m_lastTime || shorterFirst)
        breach(CheckRule::order);
    if (length || time != m_lastTime)
        m_lastLength = length;
    m_lastTime = time;
}

void Check::takeTimed(char phase, const CheckedRow& row)
{
    m_sawTimed = true;
    const bool isSlice = phase == 'X';
    if (isSlice && m_members.duration.empty())
        breach(CheckRule::length);
    if (!isMicroseconds(m_members.time) || (!m_members.duration.empty() && !isMicroseconds(m_members.duration)))
        breach(CheckRule::timeFormat);
    const auto time = parseMicroseconds(inner(m_members.time));
    const auto length = parseMicroseconds(inner(m_members.duration));
    if (!time)
        return;
    checkOrder(time->ns, isSlice && length ? std::optional(length->ns) : std::nullopt);
    if (isSlice)
        takeSlice(row, time->ns, length ? length->ns : 0);
    else if (phase == 's' || phase == 't' || phase == 'f')
        takeFlow(phase, row, time->ns);
    else if (phase == 'C')
        takeCounter();
    else if (phase == 'i')
        m_rows.addPoint(row, m_offset);
    else if (phase == 'b' || phase == 'e' || phase == 'n') {
        if (m_members.id.empty() && m_members.id2.empty())
            breach(CheckRule::asyncPairs);
        else if (phase != 'n')
            m_rows.addAsync(phase, std::string(m_members.category) + " " + std::string(m_members.id), m_offset);
    }
}

void Check::takeSlice(const CheckedRow& row, Ns begin, Ns length)
{
    const EventKind kind = kindOfCategory(inner(m_members.category));
    if (isGpuOperation(kind) && (row.pid == 0 || row.tid == 0))
        breach(CheckRule::gpuRows);
    const bool isHost = kind == EventKind::cpuOp || isApiCall(kind) || kind == EventKind::pythonFunction;
    m_rows.addSlice(row, {begin, saturatingAdd(begin, std::max<Ns>(0, length))}, isGpuOperation(kind), isHost,
                    m_offset);
}

void Check::takeFlow(char phase, const CheckedRow& row, Ns time)
{
    const std::optional<std::int64_t> id = wholeNumber(m_members.id);
    if (!id || *id < 0 || *id > kLargestId)
        breach(CheckRule::flowIds);
    m_rows.addFlow(
        phase, std::string(m_members.id) + " " + std::string(m_members.category) + " " + std::string(m_members.name),
        row, time, m_offset);
}

void Check::takeCounter()
{
    std::string args(m_members.args);
    const std::size_t size = args.size();
    args.append(kTextPadding, ' ');
    EventMembers members;
    if (size == 0 || !m_parser.parse(std::string_view(args).substr(0, size), members)) {
        breach(CheckRule::counters);
        return;
    }
    for (const auto& [key, value] : members.others) {
        if (!isCounterValue(value)) {
            breach(CheckRule::counters);
            return;
        }
    }
}

std::vector<CheckRow> Check::finish()
{
    if (m_hasBase && !m_baseIsRepeated)
        m_report.add(CheckRule::baseTime, 0, "baseTimeNanoseconds is not repeated in \"metadata\"");
    m_rows.finish(m_report);
    return m_report.rows();
}

} // namespace

std::string_view ruleName(CheckRule rule)
{
    static constexpr auto kNames = std::to_array<std::string_view>(
        {"strict_json", "closed",     "one_line", "members", "known_phase", "time_format", "length",
         "row_numbers", "gpu_rows",   "nesting",  "order",   "flow_ids",    "flow_pairs",  "flow_slices",
         "row_names",   "sort_index", "escapes",  "nulls",   "counters",    "async_pairs", "base_time"});
    return kNames[static_cast<std::size_t>(rule)];
}

Result<std::vector<CheckRow>> checkTrace(ByteSource& source, Progress& progress, std::stop_token stop)
{
    progress.setTotal(source.storedBytes());
    TextFeed feed(source);
    TextPiece piece;
    Check check;
    for (;;) {
        if (stop.stop_requested())
            return failure(ErrorCode::cancelled, "checking was cancelled");
        const Result<bool> more = feed.next(piece);
        if (!more)
            return tl::unexpected(more.error());
        if (!*more)
            break;
        check.take(piece);
        progress.add(piece.stored);
    }
    if (!feed.sawEvents())
        return failure(ErrorCode::format, "has no traceEvents: it is JSON, but not a trace");
    if (const std::string damage = source.damage(); !damage.empty())
        return failure(ErrorCode::format, "could not be unpacked to its end: " + damage);
    return check.finish();
}

Result<std::vector<CheckRow>> checkTraceFile(const std::string& path, Progress& progress, std::stop_token stop)
{
    return openByteSource(path)
        .and_then(
            [&](const std::unique_ptr<ByteSource>& source) { return checkTrace(*source, progress, std::move(stop)); })
        .map_error([&](Error error) {
            if (error.where.empty())
                error.where = path;
            return error;
        });
}

} // namespace decodescope
