// SPDX-License-Identifier: GPL-3.0-or-later
// What one event of a trace is.
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"

#include <cstdint>
#include <string_view>

namespace decodescope {

enum class EventType : std::uint8_t { slice, instant, counter };

// What an event stands for, read from its category ("cat" of the Chrome trace format).
enum class EventKind : std::uint8_t {
    other,
    cpuOp,          // cpu_op, operator
    annotation,     // user_annotation: ProfilerStep#N, record_function ranges
    gpuAnnotation,  // gpu_user_annotation: the same range on a stream
    kernel,         // kernel
    memcpy,         // gpu_memcpy
    memset,         // gpu_memset
    runtimeCall,    // cuda_runtime and its HIP, XPU namesakes
    driverCall,     // cuda_driver
    sync,           // cuda_sync: waits, on the GPU's side
    pythonFunction, // python_function
    overhead,       // overhead: the profiler's own time
    memory,         // cpu_instant_event [memory]
    module,         // module_scope: written by our own capture
};

// What runs on a stream.
constexpr bool isGpuOperation(EventKind kind)
{
    return kind == EventKind::kernel || kind == EventKind::memcpy || kind == EventKind::memset;
}
// A call into the runtime or the driver.
constexpr bool isApiCall(EventKind kind)
{
    return kind == EventKind::runtimeCall || kind == EventKind::driverCall;
}

EventKind kindOfCategory(std::string_view category);

namespace EventFlag {
enum : std::uint8_t {
    none = 0,
    unfinished = 1,     // no end in the source: runs to the end of the recording
    negativeLength = 2, // the source's length was below zero: kept with length 0
    implausible = 4,    // kept and shown, left out of totals and of the first view
    noLength = 8,       // a slice without "dur": kept with length 0
    fromBeginEnd = 16,  // came as a B/E pair
};
} // namespace EventFlag

// One row of EventTable, by value.
struct EventRow
{
    Ns begin = 0;
    Ns duration = 0; // 0 for instants and counters
    NameId name = kEmptyName;
    TrackId track = kNoTrack;
    ArgsId args = kNoArgs;
    CategoryId category{0};
    EventType type = EventType::slice;
    std::uint8_t flags = EventFlag::none;

    Ns end() const { return saturatingAdd(begin, duration); }
    TimeRange range() const { return {begin, end()}; }
    bool has(std::uint8_t flag) const { return (flags & flag) != 0; }
};

} // namespace decodescope
