// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts the text of a Chrome trace into its events, without reading what is in them.
#pragma once

#include "core/base/result.h"
#include "core/io/event_recovery.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// Readable bytes that must follow a text given to split() and to the decoder.
inline constexpr std::size_t kTextPadding = 64;

// A part of the text given to split().
struct TextSpan
{
    std::size_t begin = 0;
    std::size_t size = 0;
};

// What split() found in one piece of text.
struct SplitPiece
{
    struct Member
    {
        std::string key;  // as written between its quotes
        std::string json; // the value's text
        std::int64_t offset = 0;
    };
    // Something that is not as JSON or the format has it. offset: byte in the whole input.
    struct Oddity
    {
        enum class Kind {
            broken,    // text where an event should be that is none: skipped
            foreign,   // an element of traceEvents that is no object: skipped
            comma,     // a comma too many or too few between events
            tooLong,   // an event or a member longer than kMaxItem: skipped
            truncated, // the input stops before its end
            trailing,  // text behind the end: not read
            unwrapped, // traceEvents lay one level deeper than they should
        };
        Kind kind;
        std::int64_t offset;
        std::string excerpt;     // the first bytes of the place
        std::uint64_t count = 1; // this place and later ones of the kind: beyond kMostOddities they are only counted
    };
    static constexpr std::size_t kMostOddities = 64;

    std::vector<TextSpan> events; // objects whose braces pair; not checked further
    std::vector<Member> members;  // top-level members but traceEvents
    std::vector<Oddity> oddities;

    void clear();
};

// Takes the object form ({"traceEvents": [...], ...}, keys in any order) and the bare array. Bytes outside of strings
// are looked at for structure only, at memory speed; a broken event costs that event: the splitter finds the next one.
//
// Use: give a piece of text; present what was not consumed again in front of the next piece. An item longer than the
// piece consumes nothing: present more text at once (twice as much, to stay linear). Memory is the caller's piece;
// items beyond kMaxItem are skipped.
class EventSplitter
{
public:
    static constexpr std::size_t kMaxItem = std::size_t{64} << 20;

    // Returns how many bytes of `text` are done with. `offset`: of text[0] in the whole input. kTextPadding bytes
    // behind the text must be readable. `last`: no more text follows. Fails (format) when the text is no JSON object or
    // array.
    Result<std::size_t> split(std::string_view text, std::int64_t offset, bool last, SplitPiece& out);

    // traceEvents (or a bare array) was found.
    bool sawEvents() const { return m_sawEvents; }

private:
    enum class State : std::uint8_t {
        start,
        member,      // before a key of a top-level object, or its end
        events,      // between elements of traceEvents
        behindArray, // behind a ] that may have been part of a broken event
        skipItem,    // inside an item beyond kMaxItem
        skipBroken,  // looking for the next event
        done,
    };
    enum class Gap : std::uint8_t { first, behindElement, behindComma };
    struct Cursor;

    // Each returns false when more text is needed.
    bool step(Cursor& at);
    bool start(Cursor& at);
    bool member(Cursor& at);
    bool takeMember(Cursor& at, std::size_t keyEnd);
    bool between(Cursor& at);
    bool takeEvents(Cursor& at);
    bool takeWithCare(Cursor& at);
    bool takeForeign(Cursor& at);
    bool behindArray(Cursor& at);
    bool unfinishedItem(Cursor& at);
    bool skipItem(Cursor& at);
    bool skipBroken(Cursor& at);
    void breakAt(Cursor& at, std::size_t fault, std::size_t suspect);
    void finish(Cursor& at);

    State m_state = State::start;
    State m_behindSkip = State::events; // where skipItem and skipBroken go on
    Gap m_gap = Gap::first;
    bool m_bareArray = false;
    bool m_sawEvents = false;
    int m_depth = 0; // of top-level objects: more than 1 when they are wrapped
    // skipItem: where in the item we are.
    std::uint64_t m_skipBrackets = 0;
    bool m_skipInString = false;
    bool m_skipEscaped = false;
    std::int64_t m_carefulUntil = 0; // events that begin before this offset are scanned with care
};

} // namespace decodescope
