// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a timeline: who they belong to and what lies in them.
#pragma once

#include "core/trace/lane.h"

#include <cstdint>
#include <vector>

namespace decodescope {

enum class TrackKind : std::uint8_t {
    step,          // ProfilerStep#N of one thread
    thread,        // operators and API calls of a CPU thread
    python,        // Python functions of a CPU thread
    module,        // module scopes of our own capture, of a CPU thread
    stream,        // kernels, copies, memsets of a GPU stream
    gpuAnnotation, // annotation ranges of a GPU stream
    async,         // begin/end pairs that belong to no thread
    counter,       // one counter, or the memory events of one device
    other,         // whatever else a file holds
};

// A pid or tid as a file gives it: a number, or a text when `text` is not empty. A text that is a plain decimal number
// counts as that number.
struct RowKey
{
    std::int64_t number = 0;
    NameId text = kEmptyName;
    friend constexpr bool operator==(const RowKey&, const RowKey&) = default;
};

struct Process
{
    std::uint32_t source = 0; // which of several files
    RowKey pid;
    bool hasPid = true; // false: the events named no process
    NameId name = kEmptyName;
    NameId labels = kEmptyName;
    std::int64_t sortIndex = 0;
    bool hasSortIndex = false;
};

struct Track
{
    TrackKind kind = TrackKind::other;
    ProcessId process{0};
    RowKey tid; // tracks of one thread share it
    bool hasTid = true;
    TrackId nextOfThread = kNoTrack; // another one with this process and tid, round and round; kNoTrack: there is none
    NameId name = kEmptyName;        // thread_name, counter or async name; may be empty
    std::int64_t sortIndex = 0;
    bool hasSortIndex = false;

    // Slices, by nesting depth. On stream tracks lanes beyond the first hold what overlaps: see nesting.h.
    std::vector<Lane> lanes;
    // Instants and counter samples by time; counters are stepwise: a value holds until the next sample.
    EventSeries points;

    std::size_t sliceCount() const
    {
        std::size_t count = 0;
        for (const Lane& lane : lanes)
            count += lane.size();
        return count;
    }
};

} // namespace decodescope
