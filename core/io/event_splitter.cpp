// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/event_splitter.h"

#include "core/io/byte_masks.h"
#include "core/io/file_signature.h"

#include <algorithm>
#include <bit>

namespace decodescope {

namespace {

constexpr std::size_t kExcerpt = 60;
// An event longer than this may be a broken one that has swallowed others: worth a careful look.
constexpr std::size_t kSuspicious = std::size_t{1} << 20;
// How long to stay careful after a fault. As long as kSuspicious, so that looking twice costs a constant factor.
constexpr std::int64_t kCareful = std::int64_t{1} << 20;
// Kept of skipped text: findEventStart() looks at what is around an event's brace.
constexpr std::size_t kKeep = 256;
constexpr int kMaxWrapping = 8;
constexpr std::string_view kEventsKey = "\"traceEvents\"";

using Oddity = SplitPiece::Oddity;

// True when the text between two events is a comma and white space.
bool isOneComma(std::string_view gap)
{
    std::size_t commas = 0;
    for (const char c : gap) {
        if (c == ',')
            ++commas;
        else if (!isJsonSpace(c))
            return false;
    }
    return commas == 1;
}

// Takes objects from text[from] == '{' on, as long as they are whole and one comma apart. Returns what is behind the
// last one, or `from` when the first is not whole.
std::size_t takeObjects(std::string_view text, std::size_t from, std::vector<TextSpan>& out)
{
    std::size_t behind = from;
    std::size_t begin = from;
    std::uint64_t depth = 0;
    std::uint64_t escapeCarry = 0;
    std::uint64_t inString = 0; // all ones when the last block ended in a string
    for (std::size_t at = from; at < text.size(); at += kMaskBlock) {
        ByteMasks masks = byteMasks(text.data() + at);
        if ((masks.backslashes | escapeCarry) != 0)
            masks.quotes &= ~escapedBytes(masks.backslashes, escapeCarry);
        const std::uint64_t strings = prefixXor(masks.quotes) ^ inString;
        inString = static_cast<std::uint64_t>(static_cast<std::int64_t>(strings) >> 63);
        std::uint64_t braces = (masks.opens | masks.closes) & ~strings;
        if (text.size() - at < kMaskBlock)
            braces &= (std::uint64_t{1} << (text.size() - at)) - 1;
        for (; braces != 0; braces &= braces - 1) {
            const auto bit = static_cast<std::size_t>(std::countr_zero(braces));
            if (((masks.opens >> bit) & 1) != 0) {
                if (depth++ > 0)
                    continue;
                begin = at + bit;
                if (begin != from && !isOneComma(text.substr(behind, begin - behind)))
                    return behind;
            } else if (depth == 0) {
                return behind;
            } else if (--depth == 0) {
                behind = at + bit + 1;
                out.push_back({begin, behind - begin});
            }
        }
    }
    return behind;
}

} // namespace

void SplitPiece::clear()
{
    events.clear();
    members.clear();
    oddities.clear();
}

struct EventSplitter::Cursor
{
    std::string_view text;
    std::size_t pos;
    std::int64_t offset;
    bool last;
    SplitPiece& out;
    std::string error;

    bool atEnd() const { return pos >= text.size(); }
    char current() const { return text[pos]; }
    void skipSpace() { pos = skipJsonSpace(text, pos); }
    void note(Oddity::Kind kind, std::size_t where)
    {
        if (out.oddities.size() >= SplitPiece::kMostOddities) {
            const auto known = std::ranges::find(out.oddities, kind, &Oddity::kind);
            if (known != out.oddities.end()) {
                ++known->count;
                return;
            }
        }
        out.oddities.push_back({kind, offset + static_cast<std::int64_t>(where),
                                std::string(text.substr(std::min(where, text.size()), kExcerpt)), 1});
    }
};

Result<std::size_t> EventSplitter::split(std::string_view text, std::int64_t offset, bool last, SplitPiece& out)
{
    Cursor at{text, 0, offset, last, out, {}};
    while (step(at)) {
    }
    if (at.error.empty() && last)
        finish(at);
    if (!at.error.empty())
        return failure(ErrorCode::format, std::move(at.error));
    return at.pos;
}

bool EventSplitter::step(Cursor& at)
{
    switch (m_state) {
    case State::start:
        return start(at);
    case State::member:
        return member(at);
    case State::events:
        return between(at);
    case State::behindArray:
        return behindArray(at);
    case State::skipItem:
        return skipItem(at);
    case State::skipBroken:
        return skipBroken(at);
    case State::done:
        break;
    }
    at.skipSpace();
    if (!at.atEnd()) {
        // NUL padding is common behind text that came through fixed-size buffers.
        if (m_gap != Gap::first && at.text.find_first_not_of('\0', at.pos) != std::string_view::npos)
            at.note(Oddity::Kind::trailing, at.pos);
        m_gap = Gap::first; // said once
        at.pos = at.text.size();
    }
    return false;
}

bool EventSplitter::start(Cursor& at)
{
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (at.text.size() < 512 && !at.last)
        return false; // too little to say what it is, when it is no JSON
    if (at.text.substr(at.pos).starts_with(kByteOrderMark))
        at.pos += kByteOrderMark.size();
    at.skipSpace();
    if (at.atEnd()) {
        if (at.last)
            at.error = at.text.empty() ? "is empty: there is no trace in it"
                                       : "holds nothing but white space: there is no trace in it";
        return false;
    }
    if (at.current() == '[') {
        m_bareArray = true;
        m_sawEvents = true;
        m_state = State::events;
    } else if (at.current() == '{') {
        m_depth = 1;
        m_state = State::member;
        const std::size_t next = skipJsonSpace(at.text, at.pos + 1);
        m_sawEvents = next < at.text.size() && at.text[next] == '}'; // {} is a trace of nothing
    } else {
        at.error = "is not a JSON trace: it begins with " + describeFirstBytes(at.text);
        return false;
    }
    ++at.pos;
    return true;
}

bool EventSplitter::member(Cursor& at)
{
    while (!at.atEnd() && (isJsonSpace(at.current()) || at.current() == ','))
        ++at.pos;
    if (at.atEnd())
        return false;
    if (at.current() == '}') {
        ++at.pos;
        if (--m_depth == 0) {
            m_state = State::done;
            m_gap = Gap::behindElement;
        }
        return true;
    }
    const ValueScan key =
        at.current() == '"' ? scanValue(at.text, at.pos) : ValueScan{ValueScan::Status::broken, at.pos};
    if (key.status == ValueScan::Status::unfinished)
        return unfinishedItem(at);
    if (key.status == ValueScan::Status::whole)
        return takeMember(at, key.end);
    breakAt(at, at.pos, at.pos);
    return true;
}

bool EventSplitter::takeMember(Cursor& at, std::size_t keyEnd)
{
    const std::string_view key = at.text.substr(at.pos + 1, keyEnd - at.pos - 2);
    const std::size_t colon = skipJsonSpace(at.text, keyEnd);
    const std::size_t value = skipJsonSpace(at.text, colon + 1);
    if (colon >= at.text.size() || value >= at.text.size())
        return unfinishedItem(at);
    if (at.text[colon] != ':') {
        breakAt(at, colon, colon);
        return true;
    }
    if (key == "traceEvents" && at.text[value] == '[') {
        m_sawEvents = true;
        m_state = State::events;
        m_gap = Gap::first;
        at.pos = value + 1;
        return true;
    }
    if (key == "traceEvents" && at.text[value] == '{' && m_depth < kMaxWrapping) {
        at.note(Oddity::Kind::unwrapped, at.pos);
        ++m_depth;
        at.pos = value + 1;
        return true;
    }
    const ValueScan scan = scanValue(at.text, value);
    if (scan.status == ValueScan::Status::unfinished)
        return unfinishedItem(at);
    if (scan.status == ValueScan::Status::broken) {
        breakAt(at, scan.end, scan.suspect);
        return true;
    }
    at.out.members.push_back({std::string(key), std::string(at.text.substr(value, scan.end - value)),
                              at.offset + static_cast<std::int64_t>(at.pos)});
    at.pos = scan.end;
    return true;
}

bool EventSplitter::between(Cursor& at)
{
    at.skipSpace();
    if (at.atEnd())
        return false;
    const char c = at.current();
    if (c == '{' || c == ',') {
        if ((c == ',') != (m_gap == Gap::behindElement) && !(c == '{' && m_gap == Gap::first))
            at.note(Oddity::Kind::comma, at.pos);
        if (c == '{')
            return takeEvents(at);
        m_gap = Gap::behindComma;
        ++at.pos;
        return true;
    }
    if (c == ']') {
        if (m_gap == Gap::behindComma)
            at.note(Oddity::Kind::comma, at.pos);
        ++at.pos;
        m_state = State::behindArray;
        return true;
    }
    return takeForeign(at);
}

bool EventSplitter::takeEvents(Cursor& at)
{
    if (at.offset + static_cast<std::int64_t>(at.pos) < m_carefulUntil)
        return takeWithCare(at);
    const std::size_t behind = takeObjects(at.text, at.pos, at.out.events);
    if (behind == at.pos)
        return at.last || at.text.size() - at.pos >= kSuspicious ? takeWithCare(at) : false;
    at.pos = behind;
    m_gap = Gap::behindElement;
    return true;
}

bool EventSplitter::takeWithCare(Cursor& at)
{
    const ValueScan scan = scanValue(at.text, at.pos);
    if (scan.status == ValueScan::Status::unfinished)
        return unfinishedItem(at);
    if (scan.status == ValueScan::Status::broken) {
        breakAt(at, scan.end, scan.suspect);
        return true;
    }
    at.out.events.push_back({at.pos, scan.end - at.pos});
    at.pos = scan.end;
    m_gap = Gap::behindElement;
    return true;
}

bool EventSplitter::takeForeign(Cursor& at)
{
    const ValueScan scan = scanValue(at.text, at.pos);
    if (scan.status == ValueScan::Status::unfinished)
        return unfinishedItem(at);
    if (scan.status == ValueScan::Status::broken) {
        breakAt(at, scan.end, scan.suspect);
        return true;
    }
    at.note(Oddity::Kind::foreign, at.pos);
    at.pos = scan.end;
    m_gap = Gap::behindElement;
    return true;
}

bool EventSplitter::behindArray(Cursor& at)
{
    at.skipSpace();
    if (at.atEnd())
        return false;
    const char c = at.current();
    if (!m_bareArray && (c == ',' || c == '}')) {
        m_state = State::member;
        return true;
    }
    if (m_bareArray && c == '\0') {
        m_state = State::done;
        m_gap = Gap::behindElement;
        return true;
    }
    m_state = State::events; // the ] was part of something broken
    breakAt(at, at.pos, at.pos);
    return true;
}

// The item at the cursor does not end in this text.
bool EventSplitter::unfinishedItem(Cursor& at)
{
    if (at.last) {
        at.note(Oddity::Kind::truncated, at.pos);
        m_state = State::done;
        at.pos = at.text.size();
        return false;
    }
    if (at.text.size() - at.pos < kMaxItem)
        return false;
    at.note(Oddity::Kind::tooLong, at.pos);
    m_behindSkip = m_state;
    m_state = State::skipItem;
    m_skipBrackets = 0;
    m_skipInString = false;
    m_skipEscaped = false;
    return true;
}

bool EventSplitter::skipItem(Cursor& at)
{
    for (; !at.atEnd(); ++at.pos) {
        const char c = at.current();
        if (m_skipInString) {
            if (m_skipEscaped)
                m_skipEscaped = false;
            else if (c == '\\')
                m_skipEscaped = true;
            else if (c == '"')
                m_skipInString = false;
            continue;
        }
        if (m_skipBrackets == 0 && (c == ',' || c == '}' || c == ']')) {
            m_state = m_behindSkip;
            m_gap = Gap::behindElement;
            return true;
        }
        m_skipInString = c == '"';
        if (c == '{' || c == '[')
            ++m_skipBrackets;
        else if (c == '}' || c == ']')
            --m_skipBrackets;
    }
    return false;
}

void EventSplitter::breakAt(Cursor& at, std::size_t fault, std::size_t suspect)
{
    at.note(Oddity::Kind::broken, std::max(fault, at.pos));
    m_behindSkip = m_state;
    m_state = State::skipBroken;
    m_carefulUntil = at.offset + static_cast<std::int64_t>(at.pos) + kCareful;
    at.pos = std::min(std::max(suspect, at.pos + 1), at.text.size());
}

bool EventSplitter::skipBroken(Cursor& at)
{
    const bool inMembers = m_behindSkip == State::member;
    const std::size_t found = inMembers ? at.text.find(kEventsKey, at.pos) : findEventStart(at.text, at.pos);
    if (found == std::string_view::npos) {
        if (at.text.size() > kKeep)
            at.pos = std::max(at.pos, at.text.size() - kKeep);
        return false;
    }
    at.pos = found;
    m_state = m_behindSkip;
    m_gap = Gap::behindComma;
    return true;
}

// No more text follows and nothing more can be taken.
void EventSplitter::finish(Cursor& at)
{
    const bool mayEndHere = m_state == State::done || m_state == State::skipBroken ||
                            (m_bareArray && (m_state == State::events || m_state == State::behindArray));
    if (!mayEndHere)
        at.note(Oddity::Kind::truncated, at.text.size());
    at.pos = at.text.size();
    m_state = State::done;
}

} // namespace decodescope
