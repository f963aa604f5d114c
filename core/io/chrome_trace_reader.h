// SPDX-License-Identifier: GPL-3.0-or-later
// Reads traces of PyTorch's profiler and others in the Chrome trace format.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/io/byte_source.h"
#include "core/trace/trace_builder.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>

namespace decodescope {

inline constexpr std::string_view kBaseTimeKey = "baseTimeNanoseconds";

// A whole number as a top-level member has it, with quotes or without.
std::optional<std::int64_t> topLevelInteger(std::string_view json);

// What puts the sources of one trace, the ranks of a job, on one clock: `base` is the first one's baseTimeNanoseconds.
struct CommonClock
{
    std::optional<Ns> base;
    bool cameLate = false; // set when a source said its base behind its first event: its times are not on the clock
};

using TraceSnapshot = std::function<void(std::shared_ptr<const Trace>)>;

// Adds one source's events to `builder`, as its current source. Reading, decoding and building run on three threads,
// the last one being the caller's, and all on that one what is shorter than 64 KiB; nothing of them is left when the
// function returns. What was odd goes into the
// builder's report; only input that is no such trace at all, or none that can be read, fails. Cancelling keeps what was
// read in the builder and fails with ErrorCode::cancelled, within some ten milliseconds.
//
// progress: the stored bytes that were read are added. onSnapshot (may be empty): called on the caller's thread with
// what is there so far, soon after the start and then at growing intervals, so that it costs little. clock (may be
// null): when its base and the source's are known, the source's shift grows by the difference.
Result<void> readTrace(ByteSource& source, TraceBuilder& builder, Progress& progress, std::stop_token stop = {},
                       const TraceSnapshot& onSnapshot = {}, CommonClock* clock = nullptr);

} // namespace decodescope
