// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/link_table.h"

#include <algorithm>

namespace decodescope {

void LinkTable::add(std::uint32_t correlation, const Launch& launch)
{
    if (!m_entries.try_emplace(correlation, Entry{launch, false}).second)
        return;
    m_order.push_back(correlation);
    if (launch.expectsRecord)
        m_pending.push_back(correlation);
    while (m_order.size() > kMaxLaunches) {
        m_entries.erase(m_order.front());
        m_order.pop_front();
    }
}

void LinkTable::addNested(std::uint32_t inner, std::uint32_t outer)
{
    const auto found = m_entries.find(outer);
    if (found == m_entries.end())
        return;
    Launch launch = found->second.launch;
    launch.expectsRecord = false; // the outer one waits for it
    add(inner, launch);
}

const Launch* LinkTable::find(std::uint32_t correlation)
{
    const auto found = m_entries.find(correlation);
    if (found == m_entries.end())
        return nullptr;
    found->second.answered = true;
    const Launch& launch = found->second.launch;
    m_newestAnswered = std::max(m_newestAnswered, launch.begin);
    if (launch.correlation != correlation) {
        const auto outer = m_entries.find(launch.correlation);
        if (outer != m_entries.end())
            outer->second.answered = true;
    }
    return &launch;
}

Ns LinkTable::oldestPending()
{
    constexpr Ns kLostAfter = 1'000'000'000;
    while (!m_pending.empty()) {
        const auto found = m_entries.find(m_pending.front());
        if (found != m_entries.end() && !found->second.answered) {
            if (found->second.launch.begin >= saturatingSub(m_newestAnswered, kLostAfter))
                return found->second.launch.begin;
            ++m_lost;
        }
        m_pending.pop_front();
    }
    return kMaxNs;
}

} // namespace decodescope
