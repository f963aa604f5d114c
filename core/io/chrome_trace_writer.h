// SPDX-License-Identifier: GPL-3.0-or-later
// Writes traces that Perfetto, chrome://tracing, HTA and TensorBoard's plugin read, and this program without any loss.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/io/byte_sink.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace decodescope {

// What others know about an event, to be written among its args.
class EventFacts
{
public:
    virtual ~EventFacts() = default;
    // Appends members of a JSON object in UTF-8, each as `"key": value`, ", " between them; nothing for none.
    virtual void appendMembers(EventId event, std::string& out) const = 0;
};

// A row of slices that lies beside a thread or a stream: the model part of each kernel, for example.
struct ExtraRow
{
    struct Slice
    {
        TimeRange range;
        std::string name; // UTF-8
    };
    TrackId beside = kNoTrack;
    std::string name;          // UTF-8
    std::vector<Slice> slices; // by begin, disjoint
};

struct WriteOptions
{
    // Only what overlaps it, and the launches and operators of its GPU operations. All when empty.
    std::optional<TimeRange> range;
    const EventFacts* facts = nullptr; // may be null; must outlive the call
    std::vector<ExtraRow> extraRows;
};

struct WrittenTrace
{
    std::uint64_t events = 0; // slices, instants, counter samples
    std::uint64_t arrows = 0; // pairs of flow events
    std::uint64_t bytes = 0;  // before packing
};

// The object form, one event a line, sorted by time; integer nanoseconds as microseconds with three decimals on a base
// that keeps them below 2^53 ns and above zero; arguments as they were read, in strict JSON; pids, tids and overlap
// rows as export_rows.h says; an ac2g arrow for each launch whose GPU operation is written, other arrows where both
// slices are. What other readers need to have changed (base, rows) is noted so that readTrace() undoes it.
//
// A file appears whole or not at all (see createFile()). Fails when it cannot be written, or with ErrorCode::cancelled.
// progress: events written, of all that are. Any thread; memory: 40 bytes an event.
Result<WrittenTrace> writeTrace(const Trace& trace, const std::string& path, const WriteOptions& options,
                                Progress& progress, std::stop_token stop = {});
Result<WrittenTrace> writeTrace(const Trace& trace, ByteSink& sink, const WriteOptions& options, Progress& progress,
                                std::stop_token stop = {});

} // namespace decodescope
