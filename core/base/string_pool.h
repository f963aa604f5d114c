// SPDX-License-Identifier: GPL-3.0-or-later
// Every distinct text of a trace once.
#pragma once

#include "core/base/chunked_vector.h"
#include "core/base/ids.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace decodescope {

// Read side: id -> text. A copy is a snapshot that shares all memory; views stay valid as long as any copy lives.
class StringPool
{
public:
    StringPool();

    // O(1). `id` must be below size().
    std::string_view text(NameId id) const
    {
        const Entry& entry = m_entries[index(id)];
        return {entry.data, entry.size};
    }
    std::size_t size() const { return m_entries.size(); }
    std::size_t bytes() const { return m_entries.bytes() + m_blockBytes; }

private:
    friend class StringInterner;
    struct Entry
    {
        const char* data;
        std::size_t size;
    };
    ChunkedVector<Entry> m_entries;
    std::vector<std::shared_ptr<char[]>> m_blocks;
    std::size_t m_blockBytes = 0;
};

// Write side: text -> id, over the one pool that it owns. Used by one thread.
class StringInterner
{
public:
    StringInterner();

    // Amortised O(length). Copies the text.
    NameId intern(std::string_view text);
    // The id of a text that is already there, or kEmptyName.
    NameId find(std::string_view text) const;

    const StringPool& pool() const { return m_pool; }

private:
    std::size_t slotOf(std::string_view text, std::uint32_t hash) const;
    std::string_view store(std::string_view text);
    void rehash();

    struct Slot
    {
        std::uint32_t hash = 0;
        std::uint32_t id = 0; // 0: free, since the empty string is never looked up here
    };
    StringPool m_pool;
    std::vector<Slot> m_slots; // open addressing, power of two
    std::size_t m_used = 0;
    std::size_t m_blockLeft = 0;
    char* m_blockNext = nullptr;
};

} // namespace decodescope
