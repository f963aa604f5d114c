// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/buffer_pool.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace decodescope {

namespace {

constexpr std::size_t kAlignment = 64; // CUPTI asks for 8

} // namespace

BufferPool::BufferPool(std::size_t blockBytes, std::size_t maxBlocks)
    : m_blockBytes((blockBytes + kAlignment - 1) / kAlignment * kAlignment)
    , m_maxBlocks(maxBlocks)
{
}

BufferPool::~BufferPool()
{
    for (std::uint8_t* block : m_free)
        std::free(block);
    for (const Filled& block : m_filled)
        std::free(block.data);
}

std::uint8_t* BufferPool::allocate(std::size_t bytes)
{
    auto* block = static_cast<std::uint8_t*>(std::aligned_alloc(kAlignment, bytes));
    if (block != nullptr)
        std::memset(block, 0, bytes);
    return block;
}

void BufferPool::prepare(std::size_t count)
{
    const std::lock_guard lock(m_mutex);
    while (m_free.size() < count && m_blocks < m_maxBlocks) {
        std::uint8_t* block = allocate(m_blockBytes);
        if (block == nullptr)
            return;
        m_free.push_back(block);
        ++m_blocks;
    }
}

std::uint8_t* BufferPool::acquire()
{
    const std::lock_guard lock(m_mutex);
    std::uint8_t* block = nullptr;
    if (!m_free.empty()) {
        block = m_free.back();
        m_free.pop_back();
    } else if (m_blocks < m_maxBlocks) {
        block = allocate(m_blockBytes);
        m_blocks += block != nullptr;
    }
    if (block != nullptr)
        m_lent.push_back(block);
    else
        ++m_refused;
    return block;
}

void BufferPool::complete(std::uint8_t* block, std::size_t bytes)
{
    const std::lock_guard lock(m_mutex);
    const auto found = std::find(m_lent.begin(), m_lent.end(), block);
    if (found == m_lent.end())
        return;
    m_lent.erase(found);
    m_filled.push_back({block, std::min(bytes, m_blockBytes)});
}

std::vector<BufferPool::Filled> BufferPool::takeFilled()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_filled, {});
}

void BufferPool::release(const Filled& block)
{
    std::memset(block.data, 0, block.bytes);
    const std::lock_guard lock(m_mutex);
    m_free.push_back(block.data);
}

void BufferPool::trim()
{
    std::vector<std::uint8_t*> free;
    {
        const std::lock_guard lock(m_mutex);
        free.swap(m_free);
        m_blocks -= free.size();
    }
    for (std::uint8_t* block : free)
        std::free(block);
}

std::size_t BufferPool::lent() const
{
    const std::lock_guard lock(m_mutex);
    return m_lent.size();
}

std::size_t BufferPool::allocatedBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_blocks * m_blockBytes;
}

std::uint64_t BufferPool::refused() const
{
    const std::lock_guard lock(m_mutex);
    return m_refused;
}

} // namespace decodescope
