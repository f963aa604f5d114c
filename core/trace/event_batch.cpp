// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/event_batch.h"

#include "core/base/text_hash.h"

#include <algorithm>

namespace decodescope {

namespace {
constexpr std::size_t kFirstSlots = 256;
}

BatchStrings::BatchStrings()
    : m_begins{0, 0}
    , m_slots(kFirstSlots)
{
}

std::uint32_t BatchStrings::add(std::string_view text)
{
    if (text.empty())
        return 0;
    const std::uint32_t hash = hashOfText(text);
    std::size_t mask = m_slots.size() - 1;
    std::size_t i = hash & mask;
    for (; m_slots[i].number != 0; i = (i + 1) & mask) {
        if (m_slots[i].hash == hash && this->text(m_slots[i].number) == text)
            return m_slots[i].number;
    }
    const auto number = static_cast<std::uint32_t>(size());
    m_text.append(text);
    m_begins.push_back(m_text.size());
    m_slots[i] = {hash, number};
    if (size() * 2 > m_slots.size())
        rehash();
    return number;
}

void BatchStrings::rehash()
{
    std::vector<Slot> old(m_slots.size() * 2);
    old.swap(m_slots);
    const std::size_t mask = m_slots.size() - 1;
    for (const Slot& slot : old) {
        if (slot.number == 0)
            continue;
        std::size_t i = slot.hash & mask;
        while (m_slots[i].number != 0)
            i = (i + 1) & mask;
        m_slots[i] = slot;
    }
}

std::uint32_t EventBatch::threadNumber(const BatchThread& thread)
{
    // Few threads alternate, so the newest are the likeliest.
    const auto found = std::find(threads.rbegin(), threads.rend(), thread);
    if (found != threads.rend())
        return static_cast<std::uint32_t>(threads.rend() - found - 1);
    threads.push_back(thread);
    return static_cast<std::uint32_t>(threads.size() - 1);
}

} // namespace decodescope
