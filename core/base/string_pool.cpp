// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/string_pool.h"

#include "core/base/text_hash.h"

#include <algorithm>
#include <cstring>

namespace decodescope {

namespace {
constexpr std::size_t kLeastBlockSize = 4 * 1024; // of the first; each is as large as all before it
constexpr std::size_t kMostBlockSize = 64 * 1024;
constexpr std::size_t kFirstSlots = 1024;
} // namespace

StringPool::StringPool()
{
    m_entries.push_back({"", 0});
}

StringInterner::StringInterner()
    : m_slots(kFirstSlots)
{
}

std::size_t StringInterner::slotOf(std::string_view text, std::uint32_t hash) const
{
    const std::size_t mask = m_slots.size() - 1;
    std::size_t i = hash & mask;
    while (m_slots[i].id != 0 && (m_slots[i].hash != hash || m_pool.text(NameId{m_slots[i].id}) != text))
        i = (i + 1) & mask;
    return i;
}

NameId StringInterner::find(std::string_view text) const
{
    return text.empty() ? kEmptyName : NameId{m_slots[slotOf(text, hashOfText(text))].id};
}

NameId StringInterner::intern(std::string_view text)
{
    if (text.empty())
        return kEmptyName;
    const std::uint32_t hash = hashOfText(text);
    std::size_t slot = slotOf(text, hash);
    if (m_slots[slot].id != 0)
        return NameId{m_slots[slot].id};
    if ((m_used + 1) * 2 > m_slots.size()) {
        rehash();
        slot = slotOf(text, hash);
    }
    const std::string_view stored = store(text);
    const auto id = static_cast<std::uint32_t>(m_pool.m_entries.size());
    m_pool.m_entries.push_back({stored.data(), stored.size()});
    m_slots[slot] = {hash, id};
    ++m_used;
    return NameId{id};
}

std::string_view StringInterner::store(std::string_view text)
{
    if (text.size() > m_blockLeft) {
        const std::size_t size =
            std::max(std::clamp(m_pool.m_blockBytes, kLeastBlockSize, kMostBlockSize), text.size());
        m_pool.m_blocks.emplace_back(new char[size]);
        m_pool.m_blockBytes += size;
        m_blockNext = m_pool.m_blocks.back().get();
        m_blockLeft = size;
    }
    std::memcpy(m_blockNext, text.data(), text.size());
    const std::string_view stored(m_blockNext, text.size());
    m_blockNext += text.size();
    m_blockLeft -= text.size();
    return stored;
}

void StringInterner::rehash()
{
    std::vector<Slot> old(m_slots.size() * 2);
    old.swap(m_slots);
    const std::size_t mask = m_slots.size() - 1;
    for (const Slot& slot : old) {
        if (slot.id == 0)
            continue;
        std::size_t i = slot.hash & mask;
        while (m_slots[i].id != 0)
            i = (i + 1) & mask;
        m_slots[i] = slot;
    }
}

} // namespace decodescope
