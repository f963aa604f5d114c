// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that CUPTI writes its records into.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace decodescope {

// Blocks of one size, each in one of three places: free here, lent to CUPTI, or filled and waiting for the pump.
// Bounded: beyond `maxBlocks` acquire() refuses and counts. Free blocks are zero, so that CUPTI need not clear them.
// Any thread; the lock is never held across a foreign call.
class BufferPool
{
public:
    struct Filled
    {
        std::uint8_t* data = nullptr;
        std::size_t bytes = 0; // written
    };

    BufferPool(std::size_t blockBytes, std::size_t maxBlocks);
    // Blocks that are still lent are not freed: CUPTI may write to them.
    ~BufferPool();
    BufferPool(const BufferPool&) = delete;
    BufferPool& operator=(const BufferPool&) = delete;

    std::size_t blockBytes() const { return m_blockBytes; }

    // Makes `count` blocks ready, so that none is made on a hot path.
    void prepare(std::size_t count);
    // A block to write into; nullptr when the bound is reached.
    std::uint8_t* acquire();
    // The writer is done; `bytes` of it are valid. A block that is not lent is ignored.
    void complete(std::uint8_t* block, std::size_t bytes);
    std::vector<Filled> takeFilled();
    // The reader is done. Clears the block.
    void release(const Filled& block);
    // Frees the free blocks.
    void trim();

    std::size_t lent() const;
    std::size_t allocatedBytes() const;
    std::uint64_t refused() const;

private:
    static std::uint8_t* allocate(std::size_t bytes);

    const std::size_t m_blockBytes;
    const std::size_t m_maxBlocks;
    mutable std::mutex m_mutex;
    std::vector<std::uint8_t*> m_free;
    std::vector<std::uint8_t*> m_lent;
    std::vector<Filled> m_filled;
    std::size_t m_blocks = 0;
    std::uint64_t m_refused = 0;
};

} // namespace decodescope
