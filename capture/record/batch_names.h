// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of names in a batch, found without reading the names.
#pragma once

#include "core/trace/event_batch.h"

#include <array>
#include <cstdint>

namespace decodescope {

// A cache in front of BatchStrings, by pointer: a recorder's names are few, and each is at one address. Used by one
// thread.
class BatchNames
{
public:
    // Forgets all.
    void startBatch() { ++m_batch; }

    // strings.add(name), for names that stay where and as they are until the next batch. `strings` are those of one
    // batch. O(1); O(length) the first time.
    std::uint32_t add(BatchStrings& strings, const char* name)
    {
        const std::uint64_t hash = reinterpret_cast<std::uintptr_t>(name) * 0x9e3779b97f4a7c15ull;
        Entry& entry = m_entries[hash >> (64 - kBits)];
        if (entry.name != name || entry.batch != m_batch)
            entry = {name, m_batch, strings.add(name)};
        return entry.number;
    }

private:
    struct Entry
    {
        const char* name = nullptr;
        std::uint32_t batch = 0;
        std::uint32_t number = 0;
    };
    static constexpr unsigned kBits = 10;
    std::array<Entry, std::size_t{1} << kBits> m_entries; // a name that comes to another's place takes it over
    std::uint32_t m_batch = 1;
};

} // namespace decodescope
