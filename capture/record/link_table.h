// SPDX-License-Identifier: GPL-3.0-or-later
// From a GPU record to the call that caused it, and on to the operator: by CUPTI's correlation id.
#pragma once

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
    bool expectsRecord = false;    // a kernel launch: one record at least must come
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

    // Begin of the oldest launch whose record has not come; kMaxNs when all have. A launch that nothing came of
    // although records of launches more than a second younger came counts as lost, since work of that age is never
    // outstanding.
    Ns oldestPending();
    std::uint64_t lost() const { return m_lost; }

private:
    struct Entry
    {
        Launch launch;
        bool answered = false;
    };
    std::unordered_map<std::uint32_t, Entry> m_entries;
    std::deque<std::uint32_t> m_order;   // all, for forgetting
    std::deque<std::uint32_t> m_pending; // those that expect a record
    Ns m_newestAnswered = kMinNs;
    std::uint64_t m_lost = 0;
};

} // namespace decodescope
