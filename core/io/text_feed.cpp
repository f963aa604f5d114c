// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/text_feed.h"

#include "core/io/byte_masks.h"

#include <algorithm>
#include <cstring>

namespace decodescope {

// Puts the rest of the last piece and fresh bytes into the piece.
Result<bool> TextFeed::fill(TextPiece& piece)
{
    const std::size_t wanted = std::max(m_pieceSize, m_rest.size());
    if (piece.bytes.size() < wanted + kTextPadding)
        piece.bytes.resize(wanted + kTextPadding);
    std::memcpy(piece.bytes.data(), m_rest.data(), m_rest.size());
    piece.size = m_rest.size();
    if (!m_sourceEnded) {
        const Result<std::size_t> got = m_source.read(piece.bytes.data() + piece.size, wanted - piece.size);
        if (!got)
            return tl::unexpected(got.error());
        m_sourceEnded = *got < wanted - piece.size;
        piece.size += *got;
    }
    std::memset(piece.bytes.data() + piece.size, 0, kTextPadding);
    return true;
}

void TextFeed::keepRest(const TextPiece& piece, std::size_t consumed)
{
    const std::string_view done = piece.text().substr(0, consumed);
    m_line += static_cast<std::int64_t>(countByte(done.data(), done.size(), '\n'));
    if (const std::size_t last = done.rfind('\n'); last != std::string_view::npos)
        m_lineStart = m_offset + static_cast<std::int64_t>(last) + 1;
    m_offset += static_cast<std::int64_t>(consumed);
    m_rest.assign(piece.text().substr(consumed));
}

Result<bool> TextFeed::next(TextPiece& piece)
{
    piece.split.clear();
    while (!m_done) {
        Result<bool> filled = fill(piece);
        if (!filled)
            return filled;
        piece.place = {piece.text(), m_offset, m_line, m_lineStart};
        const Result<std::size_t> consumed = m_splitter.split(piece.text(), m_offset, m_sourceEnded, piece.split);
        if (!consumed)
            return tl::unexpected(consumed.error());
        m_done = m_sourceEnded;
        keepRest(piece, *consumed);
        // An item longer than the piece: look at it again with twice as much of it.
        if (*consumed == 0 && !m_done)
            m_pieceSize = std::max(m_pieceSize, m_rest.size()) * 2;
        else
            m_pieceSize = std::max(kPiece, m_rest.size() * 2);
        const std::uint64_t stored = m_source.consumedBytes();
        piece.stored = stored - m_consumed;
        if (*consumed > 0 || m_done) {
            m_consumed = stored;
            return true;
        }
    }
    return false;
}

} // namespace decodescope
