// SPDX-License-Identifier: GPL-3.0-or-later
// From a GPU record to the call that caused it, and on to the operator: by CUPTI's correlation id.
#pragma once

#include "capture/record/api_calls.h"
#include "core/base/time.h"

#include <cstdint>
#include <deque>
#include <unordered_map>

namespace decodescope {

// What a call knew when it was made.
struct Launch
{
    Ns begin = 0;
    std::uint64_t op = 0;          // External id of the innermost operator; 0: none was open
    std::uint64_t annotation = 0;  // External id of the ProfilerStep around it; 0: none
    std::uint32_t correlation = 0; // of the outermost call, where calls are nested
    Launches launches = Launches::nothing;
};

// Bounded: the oldest launches are forgotten beyond kMaxLaunches. Used by one thread.
class LinkTable
{
public:
    static constexpr std::size_t kMaxLaunches = std::size_t{1} << 19;

    // A launch that is there already stays as it is.
    void add(std::uint32_t correlation, const Launch& launch);
    // A call inside another one: its records belong to the outer one.
    void addNested(std::uint32_t inner, std::uint32_t outer);
    // nullptr: no call with this id was noted. Valid until the next add. Marks the launch as answered.
    const Launch* find(std::uint32_t correlation);

    // Begin of the oldest launch whose records have not all come; kMaxNs when all have. A graph's have when one of a
    // younger launch came, since a stream works in order, or when there are as many as of an earlier replay. (That the
    // host has waited for the device says nothing: CUPTI delivers a graph's last records later.) Copies, too, are done
    // when something younger came. A kernel or a graph that nothing came of although records of launches more than a
    // second younger came counts as lost, since work of that age is never outstanding.
    Ns oldestPending();
    std::uint64_t lost() const { return m_lost; }

private:
    struct Entry
    {
        Launch launch;
        std::size_t records = 0; // that were found
    };
    bool isDone(const Entry& entry);
    std::unordered_map<std::uint32_t, Entry> m_entries;
    std::deque<std::uint32_t> m_order;   // all, for forgetting
    std::deque<std::uint32_t> m_pending; // those that expect a record
    Ns m_newestAnswered = kMinNs;
    std::size_t m_graphRecords = 0; // of one replay; 0: not known
    std::uint64_t m_lost = 0;
};

} // namespace decodescope
