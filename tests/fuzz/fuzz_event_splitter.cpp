// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/event_splitter.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

using namespace decodescope;

// Whatever the text and however it is cut, every event lies within it and the walk ends.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::size_t step = size == 0 ? 1 : 1 + data[0] % 97;
    EventSplitter splitter;
    std::size_t begin = 0;
    for (std::size_t end = 0; end < text.size();) {
        end = std::min(end + step, text.size());
        std::string piece(text.substr(begin, end - begin));
        const std::size_t pieceSize = piece.size();
        piece.append(kTextPadding, '"');
        SplitPiece out;
        const auto done = splitter.split(std::string_view(piece).substr(0, pieceSize), static_cast<std::int64_t>(begin),
                                         end == text.size(), out);
        if (!done)
            return 0;
        for (const TextSpan& span : out.events) {
            if (span.size < 2 || span.begin + span.size > *done || piece[span.begin] != '{' ||
                piece[span.begin + span.size - 1] != '}')
                std::abort();
        }
        if (*done > pieceSize)
            std::abort();
        begin += *done;
    }
    return 0;
}
