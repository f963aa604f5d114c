// SPDX-License-Identifier: GPL-3.0-or-later
// What blocks of a lane's slices have in common, so that a picture of millions of slices reads thousands of blocks.
#pragma once

#include "core/base/chunked_vector.h"
#include "core/base/time.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace decodescope {

// Blocks of 16 slices, of 16 such blocks, and so on, each made when its last slice comes: 1.7 bytes and a few
// nanoseconds a slice. A copy is a snapshot (see ChunkedVector).
class LaneSummary
{
public:
    static constexpr std::size_t kBits = 4;
    static constexpr std::size_t kLevels = 5;

    struct Block
    {
        Ns begin = 0;      // of its first slice
        float covered = 0; // ns, sum of the lengths
        float longestNs = 0;
        std::uint32_t longest = 0; // position in the lane, the first of equal ones
    };

    // Slices a block of level 0, 1, ... stands for.
    static constexpr std::size_t slicesIn(std::size_t level) { return std::size_t{1} << (kBits * (level + 1)); }

    std::size_t blockCount(std::size_t level) const { return m_levels[level].size(); }
    const Block& block(std::size_t level, std::size_t i) const { return m_levels[level][i]; }

    // To be called when the lane has got another slice.
    void extend(const ChunkedVector<Ns>& begins, const ChunkedVector<Ns>& ends)
    {
        if (begins.size() % slicesIn(0) == 0)
            addBlock(begins, ends);
    }
    // The lane keeps its first `slices`.
    void truncate(std::size_t slices)
    {
        for (std::size_t level = 0; level < kLevels; ++level)
            m_levels[level].truncate(std::min(slices / slicesIn(level), m_levels[level].size()));
    }
    std::size_t bytes() const;

private:
    void addBlock(const ChunkedVector<Ns>& begins, const ChunkedVector<Ns>& ends);

    std::array<ChunkedVector<Block>, kLevels> m_levels;
};

} // namespace decodescope
