// SPDX-License-Identifier: GPL-3.0-or-later
// Which calls into CUDA a trace shows, and their names.
#pragma once

#include "capture/record/host_records.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// A function's name without CUPTI's endings: "cudaLaunchKernel" for "cudaLaunchKernel_ptsz_v7000". torch drops the
// version and keeps the rest of a driver function's name ("cuMemcpyAsync_ptsz"), and so does this.
std::string plainCallName(std::string_view cuptiName);

// Whether a call puts work on the GPU or waits for it: launches, copies, sets, graph launches, synchronizations, waits
// for events. Takes CUPTI's name or the plain one.
bool isWorkCall(std::string_view name);
// What the GPU does because of a call, and so which records come of it.
enum class Launches : std::uint8_t {
    nothing,
    kernel, // one record
    copy,   // or set: one record, or none when there is nothing to copy
    graph,  // one at least; how many is not said by the call
};
Launches launchesOf(std::string_view name);
// What the call waits for, as a CUpti_ActivitySynchronizationType: 1 an event, 2 a stream for an event, 3 a stream, 4
// the device; 0: it waits for nothing.
std::uint32_t syncTypeOf(std::string_view name);

// The calls that are recorded, by domain and CUPTI's number.
class CallTable
{
public:
    void add(CallDomain domain, std::uint32_t cbid, std::string_view cuptiName);
    // "" for a number that was not added. A zero stands behind it; it lives as long as the table.
    std::string_view name(CallDomain domain, std::uint32_t cbid) const;
    Launches launches(CallDomain domain, std::uint32_t cbid) const;
    std::uint32_t syncType(CallDomain domain, std::uint32_t cbid) const;

private:
    struct Call
    {
        std::string name;
        Launches launches = Launches::nothing;
        std::uint32_t syncType = 0;
    };
    const Call* find(CallDomain domain, std::uint32_t cbid) const;
    std::array<std::vector<Call>, 2> m_calls; // by domain, by cbid
};

} // namespace decodescope
