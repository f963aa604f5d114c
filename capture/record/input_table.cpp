// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/input_table.h"

#include <array>
#include <utility>

namespace decodescope {

namespace {

constexpr std::size_t kFirstEntries = 1024;

// Four sums side by side, so that no multiplication waits for the one before. Sizes differ in their lowest bits, which
// the multiplication carries up; the table looks at the upper ones.
std::uint64_t hashOf(std::span<const std::int64_t> words)
{
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15ull;
    std::array<std::uint64_t, 4> sums{words.size(), 1, 2, 3};
    std::size_t i = 0;
    for (; i + 4 <= words.size(); i += 4) {
        for (std::size_t lane = 0; lane < 4; ++lane)
            sums[lane] = (sums[lane] ^ static_cast<std::uint64_t>(words[i + lane])) * kOdd;
    }
    for (; i < words.size(); ++i)
        sums[0] = (sums[0] ^ static_cast<std::uint64_t>(words[i])) * kOdd;
    std::uint64_t hash = 0;
    for (const std::uint64_t sum : sums)
        hash = (hash ^ sum ^ (sum >> 32)) * kOdd;
    return hash;
}

} // namespace

InputTable::InputTable()
    : m_lists(std::make_shared<Lists>())
    , m_entries(kFirstEntries)
{
}

InputList* InputTable::find(std::span<const std::int64_t> words)
{
    const std::uint64_t hash = hashOf(words);
    const std::size_t mask = m_entries.size() - 1;
    for (std::size_t at = hash >> 32 & mask; m_entries[at].list != nullptr; at = (at + 1) & mask) {
        const Entry& entry = m_entries[at];
        if (entry.hash == hash && isOf(*entry.list, words))
            return entry.list;
    }
    return add(hash, words);
}

InputList* InputTable::add(std::uint64_t hash, std::span<const std::int64_t> words)
{
    if (2 * (m_lists->size() + 1) > m_entries.size()) {
        const std::vector<Entry> old = std::exchange(m_entries, std::vector<Entry>(2 * m_entries.size()));
        for (const Entry& entry : old) {
            if (entry.list != nullptr)
                place(entry);
        }
    }
    InputList& list = m_lists->emplace_back();
    list.words.assign(words.begin(), words.end());
    place({hash, &list});
    return &list;
}

void InputTable::place(const Entry& entry)
{
    const std::size_t mask = m_entries.size() - 1;
    std::size_t at = entry.hash >> 32 & mask;
    while (m_entries[at].list != nullptr)
        at = (at + 1) & mask;
    m_entries[at] = entry;
}

void InputTable::renew()
{
    m_lists = std::make_shared<Lists>();
    m_entries.assign(kFirstEntries, {});
    m_none.follower = nullptr;
    m_last = &m_none;
}

} // namespace decodescope
