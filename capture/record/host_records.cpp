// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/host_records.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace decodescope {

static_assert(sizeof(HostRecord) <= 64);

void WordBuffer::prepare(std::size_t count)
{
    if (count > m_capacity)
        grow(count);
    std::fill_n(m_words.get() + m_size, m_capacity - m_size, 0);
}

void WordBuffer::grow(std::size_t needed)
{
    const std::size_t capacity = std::max(needed, 2 * m_capacity);
    std::unique_ptr<std::int64_t[]> words(new std::int64_t[capacity]); // not make_unique, which would write it
    std::copy_n(m_words.get(), m_size, words.get());
    m_words = std::move(words);
    m_capacity = capacity;
}

void HostRecordQueue::prepare(std::size_t chunks)
{
    std::vector<std::unique_ptr<HostChunk>> made(chunks);
    for (auto& chunk : made) {
        chunk = std::make_unique<HostChunk>();
        chunk->prepare();
    }
    recycle(std::move(made));
}

std::unique_ptr<HostChunk> HostRecordQueue::exchange(std::unique_ptr<HostChunk> full)
{
    m_wanted.store(false, std::memory_order_relaxed);
    std::unique_ptr<HostChunk> empty;
    {
        const std::lock_guard lock(m_mutex);
        if (full && !full->records.empty()) {
            const std::size_t count = full->records.size();
            if (m_records + count <= m_maxRecords) {
                m_records += count;
                m_full.push_back(std::move(full));
            } else {
                m_dropped += count;
            }
        }
        if (!full && !m_free.empty()) {
            empty = std::move(m_free.back());
            m_free.pop_back();
        }
    }
    if (full) // it was empty, or did not fit
        empty = std::move(full);
    if (!empty)
        empty = std::make_unique<HostChunk>();
    empty->clear();
    return empty;
}

std::vector<std::unique_ptr<HostChunk>> HostRecordQueue::takeAll()
{
    const std::lock_guard lock(m_mutex);
    m_records = 0;
    return std::exchange(m_full, {});
}

void HostRecordQueue::recycle(std::vector<std::unique_ptr<HostChunk>> used)
{
    constexpr std::size_t kKeep = 8;
    const std::lock_guard lock(m_mutex);
    for (auto& chunk : used) {
        if (m_free.size() < kKeep)
            m_free.push_back(std::move(chunk));
    }
}

std::uint64_t HostRecordQueue::droppedRecords() const
{
    const std::lock_guard lock(m_mutex);
    return m_dropped;
}

} // namespace decodescope
