// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/link_table.h"

#include <algorithm>

namespace decodescope {

void LinkTable::add(std::uint32_t correlation, const Launch& launch)
{
    if (!m_entries.try_emplace(correlation, Entry{launch, 0}).second)
        return;
    m_order.push_back(correlation);
    if (launch.launches != Launches::nothing)
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
    launch.launches = Launches::nothing; // the outer one waits for it
    add(inner, launch);
}

const Launch* LinkTable::find(std::uint32_t correlation)
{
    const auto found = m_entries.find(correlation);
    if (found == m_entries.end())
        return nullptr;
    ++found->second.records;
    const Launch& launch = found->second.launch;
    m_newestAnswered = std::max(m_newestAnswered, launch.begin);
    if (launch.correlation != correlation) {
        const auto outer = m_entries.find(launch.correlation);
        if (outer != m_entries.end())
            ++outer->second.records;
    }
    return &launch;
}

bool LinkTable::isDone(const Entry& entry)
{
    const bool isOlder = entry.launch.begin < m_newestAnswered;
    switch (entry.launch.launches) {
    case Launches::copy:
        return entry.records > 0 || isOlder;
    case Launches::graph:
        if (isOlder)
            m_graphRecords = std::max(m_graphRecords, entry.records);
        return entry.records > 0 && (isOlder || entry.records == m_graphRecords);
    case Launches::nothing:
    case Launches::kernel:
        break;
    }
    return entry.records > 0;
}

Ns LinkTable::oldestPending()
{
    constexpr Ns kLostAfter = 1'000'000'000;
    while (!m_pending.empty()) {
        const auto found = m_entries.find(m_pending.front());
        if (found != m_entries.end() && !isDone(found->second)) {
            if (found->second.launch.begin >= saturatingSub(m_newestAnswered, kLostAfter))
                return found->second.launch.begin;
            ++m_lost;
        }
        m_pending.pop_front();
    }
    return kMaxNs;
}

} // namespace decodescope
