// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a source piece by piece, each cut into its events.
#pragma once

#include "core/io/byte_source.h"
#include "core/io/event_decoder.h"
#include "core/io/event_splitter.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace decodescope {

// Some text of the input with the events that end in it. Self-contained, and reused from piece to piece.
struct TextPiece
{
    std::vector<char> bytes; // the text and kTextPadding more
    std::size_t size = 0;    // of the text
    TextPlace place;
    SplitPiece split;
    std::uint64_t stored = 0; // bytes of the input as it is stored that were read for it

    std::string_view text() const { return {bytes.data(), size}; }
};

// Used by one thread. Memory: two pieces, each as long as the longest event at most (EventSplitter::kMaxItem).
class TextFeed
{
public:
    explicit TextFeed(ByteSource& source)
        : m_source(source)
    {
    }

    // Fills `piece`. False at the end, when there is nothing in the piece. Fails with errors of the source and the
    // splitter.
    Result<bool> next(TextPiece& piece);

    bool sawEvents() const { return m_splitter.sawEvents(); }
    // The last piece was the last one.
    bool isAtEnd() const { return m_done; }

private:
    Result<bool> fill(TextPiece& piece);
    void keepRest(const TextPiece& piece, std::size_t consumed);

    ByteSource& m_source;
    EventSplitter m_splitter;
    std::string m_rest; // what the last piece did not consume
    std::int64_t m_offset = 0;
    std::int64_t m_line = 1;
    std::int64_t m_lineStart = 0;
    std::size_t m_pieceSize = kFirstPiece;
    std::uint64_t m_consumed = 0;
    bool m_sourceEnded = false;
    bool m_done = false;

    static constexpr std::size_t kFirstPiece = 64 * 1024; // so that there is something to show soon
    static constexpr std::size_t kPiece = 1024 * 1024;
};

} // namespace decodescope
