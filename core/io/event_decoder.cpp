// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/event_decoder.h"

#include "core/io/event_recovery.h"
#include "core/io/event_splitter.h"
#include "core/io/json_text.h"
#include "core/io/microseconds.h"

#include <algorithm>
#include <array>

namespace decodescope {

namespace {

constexpr std::size_t kExcerpt = 80;
constexpr std::size_t kMaxBadNames = 10'000;
constexpr std::string_view kBoundFlow = "bind_id"; // name and category of arrows that came as bind_id

std::optional<Phase> phaseOf(char letter)
{
    switch (letter) {
    case 'X':
        return Phase::complete;
    case 'B':
        return Phase::begin;
    case 'E':
        return Phase::end;
    case 'i':
    case 'I':
    case 'R':
        return Phase::instant;
    case 'C':
        return Phase::counter;
    case 'b':
    case 'S':
        return Phase::asyncBegin;
    case 'n':
        return Phase::asyncInstant;
    case 'e':
    case 'F':
        return Phase::asyncEnd;
    case 's':
        return Phase::flowStart;
    case 't':
        return Phase::flowStep;
    case 'f':
        return Phase::flowEnd;
    default:
        return std::nullopt;
    }
}

bool isFlow(Phase phase)
{
    return phase == Phase::flowStart || phase == Phase::flowStep || phase == Phase::flowEnd;
}

} // namespace

std::string TextPlace::describe(std::int64_t at) const
{
    std::int64_t number = line;
    std::int64_t start = lineStart;
    const auto size = static_cast<std::size_t>(std::max<std::int64_t>(0, at - offset));
    const std::string_view before = text.substr(0, size);
    for (std::size_t i = before.find('\n'); i != std::string_view::npos; i = before.find('\n', i + 1)) {
        ++number;
        start = offset + static_cast<std::int64_t>(i) + 1;
    }
    return "line " + std::to_string(number) + ", column " + std::to_string(at - start + 1);
}

void EventDecoder::startBatch(EventBatch& batch, ImportReport& report, const TextPlace& place)
{
    m_batch = &batch;
    m_report = &report;
    m_place = place;
    m_args.startBatch(batch.args);
    m_hasLast = false;
    m_lastCategory.clear();
    m_lastCategoryNumber = 0;
}

void EventDecoder::report(WarningKind kind, std::string_view what, std::string_view event)
{
    if (m_report->count(kind) > 0) {
        m_report->add(kind, m_offset, {});
        return;
    }
    JsonRepair ignored;
    std::string excerpt;
    appendJsonString(excerpt, event.substr(0, kExcerpt));
    excerpt = repairJson(excerpt, ignored).value_or("\"\"");
    const std::string shown = unescapeJson(std::string_view(excerpt).substr(1, excerpt.size() - 2)).value_or("");
    m_report->add(kind, m_offset, std::string(what) + " (" + m_place.describe(m_offset) + "): " + shown);
}

void EventDecoder::decode(std::string_view event)
{
    m_event = event;
    m_offset = m_place.offset + (event.data() - m_place.text.data());
    if (m_parser.parse(event, m_members))
        emit(m_members, nullptr);
    else if (!repairFirst())
        recoverFrom(event);
}

// Decodes the current event from a repaired text. False when it cannot be repaired: nothing was done.
bool EventDecoder::repairFirst()
{
    const std::string_view event = m_event;
    JsonRepair notes;
    std::optional<std::string> repaired = repairJson(event, notes);
    if (!repaired)
        return false;
    repaired->append(kTextPadding, ' ');
    const auto text = std::string_view(*repaired).substr(0, repaired->size() - kTextPadding);
    if (!m_parser.parse(text, m_members))
        return false;
    if (!notes.nonStandard.empty())
        report(WarningKind::nonStandardJson, "An event holds " + notes.nonStandard, event);
    if (notes.invalidUtf8)
        report(WarningKind::invalidUtf8, "An event holds bytes that are no UTF-8", event);
    emit(m_members, &notes);
    return true;
}

// Args that are no JSON cost no more than themselves.
std::uint32_t EventDecoder::keepAsText(std::string_view args)
{
    report(WarningKind::invalidJson, "An event's args are not JSON, or too deeply nested: kept as a text", m_event);
    return m_args.learn("{\"args\": " + plainJson(args) + "}");
}

// The text is no event. It may be a broken one that has swallowed sound ones.
void EventDecoder::recoverFrom(std::string_view event)
{
    const ValueScan scan = scanValue(event, 0);
    const std::size_t fault = scan.status == ValueScan::Status::broken ? scan.end : 0;
    m_offset += static_cast<std::int64_t>(fault);
    report(WarningKind::invalidJson, "An event is not JSON and was skipped", event.substr(fault));
    if (scan.status != ValueScan::Status::broken)
        return;
    for (std::size_t at = findEventStart(event, scan.suspect); at != std::string_view::npos;) {
        const ValueScan inner = scanValue(event, at);
        if (inner.status == ValueScan::Status::whole)
            decode(event.substr(at, inner.end - at));
        else
            report(WarningKind::invalidJson, "An event is not JSON and was skipped", event.substr(at));
        const bool broken = inner.status == ValueScan::Status::broken;
        at = findEventStart(event, std::max(broken ? inner.suspect : inner.end, at + 1));
    }
}

// A string's text, another value as it is written. False for invalid escapes.
bool EventDecoder::textOf(std::string_view raw, std::string_view& out)
{
    if (!isJsonString(raw)) {
        out = raw;
        return true;
    }
    out = raw.substr(1, raw.size() - 2);
    if (out.find('\\') == std::string_view::npos)
        return true;
    std::optional<std::string> text = unescapeJson(out);
    if (!text)
        return false;
    m_scratch = std::move(*text);
    out = m_scratch;
    return true;
}

void EventDecoder::emit(const EventMembers& members, const JsonRepair* repair)
{
    if (isAbsent(members.phase)) {
        report(WarningKind::missingField, "An event has no phase (ph) and was skipped", m_event);
        return;
    }
    const char letter = isJsonString(members.phase) && members.phase.size() == 3 ? members.phase[1] : '\0';
    if (letter == 'M') {
        emitMetadata(members);
        return;
    }
    const std::optional<Phase> phase = phaseOf(letter);
    if (!phase) {
        report(WarningKind::unknownPhase, "An event has a phase that this program does not know", m_event);
        return;
    }
    if (const OriginalRow* original = originalRow(members); original != nullptr && original->isDerived)
        return; // computed once more from what is read
    BatchEvent event;
    event.phase = *phase;
    event.offset = m_offset;
    std::string_view text;
    const bool sound = textOf(members.name, text) && textOf(members.category, text) && textOf(members.pid, text) &&
                       textOf(members.tid, text) && textOf(members.id, text);
    std::optional<std::uint32_t> args = sound ? takeArgs(members.args) : std::nullopt;
    if (!args && repair == nullptr && repairFirst())
        return;
    if (!args)
        args = keepAsText(members.args);
    if (!takeTime(members, event))
        return;
    event.args = *args;
    event.name = takeName(members.name, repair);
    event.category = takeCategory(members.category);
    event.thread = takeThread(members);
    event.bindEnclosing = members.bindPoint == "\"e\"";
    if (*phase == Phase::complete)
        takeDuration(members, event);
    if (!members.id.empty() || !members.id2.empty())
        event.id = takeFlowId(members);
    if (!members.others.empty() && !isFlow(*phase))
        event.extra = takeExtra(members);
    m_batch->events.push_back(event);
    if (!members.bindId.empty() && !isFlow(*phase))
        emitBoundFlow(members, event);
}

bool EventDecoder::takeTime(const EventMembers& members, BatchEvent& event)
{
    if (isAbsent(members.time)) {
        report(WarningKind::missingField, "An event has no time (ts) and was skipped", m_event);
        return false;
    }
    const bool quoted = isJsonString(members.time);
    const auto parsed = parseMicroseconds(quoted ? members.time.substr(1, members.time.size() - 2) : members.time);
    if (!parsed) {
        report(WarningKind::badField, "An event's time (ts) is no number; it was skipped", m_event);
        return false;
    }
    if (parsed->outOfRange) {
        report(WarningKind::badField, "An event's time (ts) is beyond what 64 bits hold", m_event);
        event.flags |= EventFlag::implausible;
    }
    event.time = parsed->ns;
    return true;
}

void EventDecoder::takeDuration(const EventMembers& members, BatchEvent& event)
{
    if (isAbsent(members.duration)) {
        report(WarningKind::missingLength, "A slice has no length (dur): kept with length 0", m_event);
        event.flags |= EventFlag::noLength;
        return;
    }
    const bool quoted = isJsonString(members.duration);
    const auto parsed =
        parseMicroseconds(quoted ? members.duration.substr(1, members.duration.size() - 2) : members.duration);
    if (!parsed) {
        report(WarningKind::badField, "A slice's length (dur) is no number: kept with length 0", m_event);
        event.flags |= EventFlag::noLength;
        return;
    }
    event.duration = parsed->ns;
    if (parsed->ns < 0) {
        report(WarningKind::negativeLength, "A slice's length is below zero: kept with length 0", m_event);
        event.flags |= EventFlag::negativeLength;
        event.duration = 0;
    }
}

// kNoBatchArgs for none; nullopt when the text needs repair.
std::optional<std::uint32_t> EventDecoder::takeArgs(std::string_view args)
{
    if (isAbsent(args) || args == "{}")
        return kNoBatchArgs;
    if (args.front() != '{') {
        report(WarningKind::badField, "An event's args are no object: left out", m_event);
        return kNoBatchArgs;
    }
    if (const std::optional<std::uint32_t> known = m_args.addKnown(args))
        return known;
    // Strict for simdjson, or for our own grammar (numbers of any length).
    JsonRepair notes;
    if (m_parser.isStrict(args) || (repairJson(args, notes) && notes.nonStandard.empty() && !notes.invalidUtf8))
        return m_args.learn(args);
    return std::nullopt;
}

std::uint32_t EventDecoder::takeExtra(const EventMembers& members)
{
    std::string object = "{";
    for (const auto& [key, value] : members.others) {
        JsonRepair notes;
        const std::optional<std::string> sound = repairJson(value, notes);
        if (!sound)
            continue;
        JsonRepair ignored;
        const std::optional<std::string> name = repairJson("\"" + std::string(key) + "\"", ignored);
        if (!name)
            continue;
        object += object.size() > 1 ? ", " : "";
        object.append(*name).append(": ").append(*sound);
    }
    object += '}';
    if (object.size() == 2)
        return kNoBatchArgs;
    if (const std::optional<std::uint32_t> known = m_args.addKnown(object))
        return *known;
    return m_args.learn(object);
}

std::uint32_t EventDecoder::takeName(std::string_view raw, const JsonRepair* repair)
{
    std::string_view text;
    if (isAbsent(raw) || !textOf(raw, text))
        return 0;
    if (repair != nullptr) {
        for (const auto& [shown, badBytes] : repair->replaced) {
            if (shown == text)
                return m_batch->strings.add(distinctName(shown, badBytes));
        }
    }
    return m_batch->strings.add(text);
}

// Names that differ in their bad bytes alone must not become one: all but the first one show these bytes.
std::string EventDecoder::distinctName(const std::string& shown, const std::string& badBytes)
{
    const auto known = m_badNames.find(shown);
    if (known != m_badNames.end() ? known->second == badBytes : m_badNames.size() < kMaxBadNames) {
        m_badNames.emplace(shown, badBytes);
        return shown;
    }
    return shown + " [bytes " + badBytes + "]";
}

std::uint32_t EventDecoder::takeCategory(std::string_view raw)
{
    if (isAbsent(raw))
        return 0;
    if (raw == m_lastCategory)
        return m_lastCategoryNumber;
    std::string_view text;
    if (!textOf(raw, text))
        return 0;
    m_lastCategory = raw;
    m_lastCategoryNumber = m_batch->strings.add(text);
    return m_lastCategoryNumber;
}

// A number, or a text. An empty text counts as absent, as Kineto writes it for "no process".
BatchKey EventDecoder::takeKey(std::string_view raw)
{
    std::string_view text;
    if (isAbsent(raw) || !textOf(raw, text) || text.empty())
        return {};
    const std::optional<std::int64_t> number = isJsonString(raw) ? std::nullopt : jsonInteger(text);
    if (number)
        return {*number, 0, true};
    return {0, m_batch->strings.add(text), true};
}

std::uint32_t EventDecoder::takeThread(const EventMembers& members)
{
    if (m_hasLast && members.tid == m_lastTid && members.pid == m_lastPid)
        return m_lastThread;
    std::string_view pid = members.pid;
    std::string_view tid = members.tid;
    if (const OriginalRow* original = originalRow(members)) {
        pid = original->pid;
        tid = original->tid;
    } else if (const auto found = m_originalPids.find(std::string(pid)); found != m_originalPids.end()) {
        pid = found->second;
    }
    const BatchKey pidKey = takeKey(pid);
    m_lastThread = m_batch->threadNumber({pidKey, takeKey(tid)});
    m_lastPid = members.pid;
    m_lastTid = members.tid;
    m_hasLast = true;
    return m_lastThread;
}

// id, or id2: {"global": ...} or {"local": ...}; a local one is unique within its process only.
BatchKey EventDecoder::takeFlowId(const EventMembers& members)
{
    if (members.id2.empty() || !members.id.empty())
        return takeKey(members.id);
    const std::string_view object = members.id2;
    const std::size_t colon = object.find(':');
    const std::size_t open = colon == std::string_view::npos ? colon : object.find('"', colon);
    const std::size_t close = open == std::string_view::npos ? open : object.find('"', open + 1);
    if (close == std::string_view::npos)
        return {};
    std::string text(object.substr(open + 1, close - open - 1));
    if (object.find("\"local\"") != std::string_view::npos)
        text = std::string(members.pid) + "/" + text;
    return {0, m_batch->strings.add(text), true};
}

// Arrows of the newer kind lie on the slices themselves: written out as flow events that bind to these slices.
void EventDecoder::emitBoundFlow(const EventMembers& members, const BatchEvent& slice)
{
    const bool in = members.flowIn == "true";
    const bool out = members.flowOut == "true";
    if (!in && !out)
        return;
    BatchEvent flow;
    flow.phase = in && out ? Phase::flowStep : in ? Phase::flowEnd : Phase::flowStart;
    flow.time = slice.time;
    flow.thread = slice.thread;
    flow.name = m_batch->strings.add(kBoundFlow);
    flow.category = flow.name;
    flow.id = takeKey(members.bindId);
    flow.bindEnclosing = true;
    flow.offset = m_offset;
    m_batch->events.push_back(flow);
}

} // namespace decodescope
