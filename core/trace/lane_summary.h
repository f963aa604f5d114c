// SPDX-License-Identifier: GPL-3.0-or-later
// What blocks of a lane's slices have in common, so that a picture of millions of slices reads thousands of blocks.
#pragma once

#include "core/base/chunked_vector.h"
#include "core/base/ids.h"
#include "core/base/time.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace decodescope {

// Blocks of 8 slices, of 2 such blocks, of 2 of those, and so on, each made when its last slice comes: 6 bytes and a
// few nanoseconds a slice. A copy is a snapshot (see ChunkedVector).
class LaneSummary
{
public:
    static constexpr std::size_t kLevels = 16;

    struct Block
    {
        Ns begin = 0;      // of its first slice
        float covered = 0; // ns, sum of the lengths
        float longestNs = 0;
        std::uint32_t longest = 0; // position in the lane, the first of equal ones
        EventId event = kNoEvent;  // that slice, so that a picture of blocks reads nothing else of the lane
    };

    // Slices a block of level 0, 1, ... stands for.
    static constexpr std::size_t slicesIn(std::size_t level) { return kFirst << (kBits * level); }

    std::size_t blockCount(std::size_t level) const { return m_levels[level].size(); }
    const Block& block(std::size_t level, std::size_t i) const { return m_levels[level][i]; }

    // To be called when the lane has got another slice.
    void extend(const ChunkedVector<Ns>& begins, const ChunkedVector<Ns>& ends, const ChunkedVector<EventId>& events)
    {
        if (begins.size() % slicesIn(0) == 0)
            addBlock(begins, ends, events);
    }
    // The lane keeps its first `slices`.
    void truncate(std::size_t slices)
    {
        for (std::size_t level = 0; level < kLevels; ++level)
            m_levels[level].truncate(std::min(slices / slicesIn(level), m_levels[level].size()));
    }
    void shrink();
    std::size_t bytes() const;

private:
    static constexpr std::size_t kFirst = 8;
    static constexpr std::size_t kBits = 1;

    void addBlock(const ChunkedVector<Ns>& begins, const ChunkedVector<Ns>& ends, const ChunkedVector<EventId>& events);

    std::array<ChunkedVector<Block>, kLevels> m_levels;
};

} // namespace decodescope
