// SPDX-License-Identifier: GPL-3.0-or-later
// What a TraceBuilder has in its hands; for trace_builder*.cpp alone. Events come in through trace_builder.cpp, what is
// derived from them is brought up to date by trace_builder_derive.cpp.
#pragma once

#include "core/trace/launch_linker.h"
#include "core/trace/row_map.h"
#include "core/trace/slice_pairing.h"
#include "core/trace/trace_builder.h"

#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace decodescope {

// N of "ProfilerStep#N".
std::optional<std::int64_t> stepNumber(std::string_view name);

struct TraceBuilder::State
{
    // What one event row needs, with all ids of the trace.
    struct Incoming
    {
        const BatchEvent& event;
        Ns time;
        NameId name;
        CategoryId category;
        EventKind kind;
        std::uint32_t row;
        ArgsId args;
        ArgsId extra;
    };
    using AsyncKey = std::tuple<ProcessId, CategoryId, std::int64_t, NameId>;

    Trace trace;
    StringInterner strings;
    ArgsStore args;
    RowMap rows{trace.m_processes, trace.m_tracks};
    LaunchLinker linker;
    std::unordered_map<std::uint32_t, CategoryId> categoryOfName;
    std::vector<std::vector<PlacedSlice>> newSlices; // by track, since the last snapshot
    std::vector<std::vector<std::pair<Ns, EventId>>> newPoints;
    std::unordered_map<std::uint32_t, OpenSlices> openByRow;
    std::map<AsyncKey, OpenSlices> openAsync;
    std::uint32_t source = 0;
    bool hasSpan = false;
    std::vector<ArgsId> batchArgs;
    std::uint64_t launchesByFlow = 0;
    std::vector<std::pair<std::uint32_t, FlowPoint>> earlyFlows; // by row

    State() { trace.m_sources.emplace_back(); }

    CategoryId categoryId(NameId name);
    RowKey rowKey(const BatchKey& key, const std::vector<NameId>& names) const;
    TrackId trackFor(const Incoming& in);
    EventId store(const Incoming& in, TrackId track, EventType type, Ns begin, Ns duration, std::uint8_t flags);
    void widen(TimeRange range);
    void take(const Incoming& in, const std::vector<NameId>& names);
    void takeSlice(const Incoming& in);
    void takePoint(const Incoming& in, const std::vector<NameId>& names);
    void takeEnd(const Incoming& in, OpenSlices& open);
    void closeSlice(const Incoming& in, const OpenSlice& opened);
    void takeFlow(const Incoming& in, const std::vector<NameId>& names);
    void placeEarlyFlows();
    void takeMetadata(const BatchMetadata& what, const std::vector<NameId>& names, std::uint32_t row);
    void link(const Incoming& in, EventId id, TrackId track);
    ArgsId merged(ArgsId first, ArgsId second);
    void closeUnfinished();
    void placeNew();
    void addLaunches(const std::vector<GpuOperation>& found);
    void reportOdd();
    void reportNoGpu();
    void shrink(); // memory, to what the trace needs
};

} // namespace decodescope
