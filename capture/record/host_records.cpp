// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/host_records.h"

#include <algorithm>

namespace decodescope {

static_assert(sizeof(HostRecord) <= 64);

void WordBuffer::grow(std::size_t needed)
{
    const std::size_t capacity = std::max(needed, 2 * m_capacity);
    std::unique_ptr<std::int64_t[]> words(new std::int64_t[capacity]); // not make_unique, which would write it
    std::copy_n(m_words.get(), m_size, words.get());
    m_words = std::move(words);
    m_capacity = capacity;
}

HostLog::HostLog(std::size_t maxBlocks)
    : m_maxBlocks(std::max<std::size_t>(maxBlocks, 1))
{
    prepare(1);
    openBlock();
    m_begun.block = m_complete.block = m_current;
}

HostLog::~HostLog()
{
    for (Block* block = m_complete.block; block != nullptr;) {
        Block* next = block->next.load();
        delete block;
        block = next;
    }
    for (Block* block : m_free)
        delete block;
}

void HostLog::prepare(std::size_t blocks)
{
    const std::lock_guard lock(m_mutex);
    m_free.reserve(m_maxBlocks); // so that recycle() never allocates
    while (m_free.size() < blocks && m_blocks < m_maxBlocks) {
        m_free.push_back(new Block);
        ++m_blocks;
    }
}

bool HostLog::openBlock()
{
    Block* block = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_free.empty()) {
            block = m_free.back();
            m_free.pop_back();
        } else if (m_blocks < m_maxBlocks) {
            ++m_blocks;
        } else {
            return false;
        }
    }
    if (block == nullptr)
        block = new Block;
    block->lists = m_lists;
    if (m_current != nullptr)
        m_current->next.store(block, std::memory_order_release);
    m_current = block;
    return true;
}

HostRecord* HostLog::firstOfNextBlock()
{
    m_isAppended = openBlock();
    if (m_isAppended)
        return &m_current->records[0];
    m_dropped.fetch_add(1, std::memory_order_relaxed);
    return &m_spare;
}

bool HostLog::hasRecord(Cursor& cursor)
{
    while (cursor.next == cursor.block->published.load(std::memory_order_acquire)) {
        Block* next = cursor.block->next.load(std::memory_order_acquire);
        if (next == nullptr)
            return false;
        if (cursor.next != cursor.block->published.load(std::memory_order_acquire)) // it came in between
            return true;
        cursor = {next, 0};
    }
    return true;
}

void HostLog::takeBegun(std::vector<HostRecord>& out)
{
    for (; hasRecord(m_begun); ++m_begun.next) {
        const HostRecord& from = m_begun.block->records[m_begun.next];
        if (from.kind == HostRecordKind::op || from.kind == HostRecordKind::module ||
            from.kind == HostRecordKind::annotation)
            continue;
        HostRecord& to = out.emplace_back(); // all but `end`, which the decode thread may be writing
        to.begin = from.begin;
        to.id = from.id;
        to.annotation = from.annotation;
        to.number = from.number;
        to.correlation = from.correlation;
        to.cbid = from.cbid;
        to.kind = from.kind;
        to.domain = from.domain;
    }
}

void HostLog::take(std::vector<HostRecord>& begun, HostChunk& complete, bool last)
{
    begun.clear();
    takeBegun(begun);
    complete.threadId = m_threadId.load(std::memory_order_relaxed);
    complete.records.clear();
    complete.lists.clear();
    while (m_complete != m_begun && complete.records.size() < kMostAtOnce) {
        Block& block = *m_complete.block;
        if (m_complete.next == block.published.load(std::memory_order_acquire)) {
            m_complete = {block.next.load(std::memory_order_acquire), 0};
            recycle(&block);
            continue;
        }
        HostRecord& from = block.records[m_complete.next];
        const Ns end = std::atomic_ref<Ns>(from.end).load(std::memory_order_acquire);
        if (end == HostRecord::kOpen && !last)
            return;
        HostRecord& to = complete.records.emplace_back(from);
        to.end = end == HostRecord::kOpen ? from.begin : end;
        if (complete.lists.empty() || complete.lists.back() != block.lists)
            complete.lists.push_back(block.lists);
        ++m_complete.next;
    }
}

void HostLog::recycle(Block* block)
{
    block->lists.reset();
    block->published.store(0, std::memory_order_relaxed);
    block->next.store(nullptr, std::memory_order_relaxed);
    const std::lock_guard lock(m_mutex);
    m_free.push_back(block);
}

} // namespace decodescope
