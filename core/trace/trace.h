// SPDX-License-Identifier: GPL-3.0-or-later
// A trace: everything that a recording holds, ready to be asked.
#pragma once

#include "core/base/string_pool.h"
#include "core/trace/args_table.h"
#include "core/trace/event_table.h"
#include "core/trace/import_report.h"
#include "core/trace/track.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace decodescope {

// A file or a live capture that events came from.
struct TraceSource
{
    std::string name;                                          // path as given, "-" for standard input
    std::uint64_t bytes = 0;                                   // size of the file as it lies on disk
    std::optional<Ns> baseTime;                                // baseTimeNanoseconds: the epoch time of this source's 0
    Ns shift = 0;                                              // added to this source's times to align several sources
    std::vector<std::pair<std::string, std::string>> metadata; // other top-level members: key, JSON text; in order
};

// One ProfilerStep#N.
struct Step
{
    EventId event = kNoEvent;
    NameId name = kEmptyName;
    std::int64_t number = 0;
    TimeRange range;
};

// A GPU operation and the API call that launched it.
struct GpuOperation
{
    EventId event = kNoEvent;
    EventId launch = kNoEvent; // kNoEvent: not in the trace
};

// One end of an arrow, as the file has it.
struct FlowPoint
{
    Ns time = 0;
    TrackId track = kNoTrack; // any track of its thread
    NameId name = kEmptyName;
    NameId category = kEmptyName;
    RowKey id;
    std::uint32_t source = 0;
    std::uint8_t phase = 0; // Phase::flowStart, flowStep, flowEnd
    bool bindEnclosing = false;
};

// An arrow between two slices that is not a launch -> GPU operation link.
struct Flow
{
    EventId from = kNoEvent;
    EventId to = kNoEvent;
    NameId name = kEmptyName;
    NameId category = kEmptyName;
    Ns fromTime = 0; // where on the slices its ends are
    Ns toTime = 0;
};

// An immutable value. TraceBuilder makes it; std::shared_ptr<const Trace> is how everybody else holds it. Snapshots of
// one builder share memory, so a snapshot of a growing trace costs no more than its tables of chunks. Any thread may
// read.
class Trace
{
public:
    // Events.
    std::size_t eventCount() const { return m_events.size(); }
    const EventTable& events() const { return m_events; }
    EventRow event(EventId id) const { return m_events.row(id); }
    EventKind kind(EventId id) const { return m_categories[index(m_events.category(id))].kind; }
    std::string_view category(EventId id) const { return text(m_categories[index(m_events.category(id))].name); }
    NameId categoryName(EventId id) const { return m_categories[index(m_events.category(id))].name; }
    std::string_view name(EventId id) const { return text(m_events.name(id)); }
    std::string_view text(NameId id) const { return m_strings.text(id); }
    const StringPool& strings() const { return m_strings; }
    const ArgsTable& args() const { return m_args; }
    // Members of the event outside of those this program knows, as a JSON object ("{}" if none): "tts", "cname", "s",
    // ...
    std::string extraMembers(EventId id) const;

    // Rows.
    std::span<const Process> processes() const { return m_processes; }
    std::span<const Track> tracks() const { return m_tracks; }
    const Track& track(TrackId id) const { return m_tracks[index(id)]; }
    const Process& processOf(const Track& track) const { return m_processes[index(track.process)]; }

    // Where a slice lies: lane and place in it; nullopt for instants, counters, slices too deep. O(lanes x log n).
    struct Place
    {
        std::uint32_t lane = 0;
        std::uint32_t position = 0;
    };
    std::optional<Place> place(EventId id) const;
    // The innermost slice of the same track that covers this one, or kNoEvent. O(lanes x log n).
    EventId parent(EventId id) const;
    // The innermost slice of a track at time t, or kNoEvent. O(lanes x log n).
    EventId innermostAt(TrackId track, Ns t) const;
    // The track of that kind that belongs to the same thread (or stream), or kNoTrack. O(1).
    TrackId sibling(TrackId track, TrackKind kind) const;

    // Links. GPU operations come in order of their event ids, not of time.
    std::size_t gpuOperationCount() const { return m_gpuOperations.size(); }
    GpuOperation gpuOperation(std::size_t i) const { return m_gpuOperations[i]; }
    // Index of an event among the GPU operations, or nullopt. O(log n).
    std::optional<std::size_t> gpuOperationIndex(EventId event) const;
    // The API call that launched a GPU operation, or kNoEvent. O(log n).
    EventId launchOf(EventId gpuOperation) const;
    // What an API call put on the GPU: none, one, or all kernels of a graph; by event id. O(log n + answers).
    std::vector<EventId> launchedBy(EventId apiCall) const;
    // The operator (cpuOp) around an API call or another operator, innermost, or kNoEvent. O(lanes x log n).
    EventId enclosingOp(EventId event) const;
    // The operator that launched a GPU operation: enclosingOp(launchOf()), else kNoEvent.
    EventId opOf(EventId gpuOperation) const;
    std::span<const Flow> flows() const { return m_flows; }
    const ChunkedVector<FlowPoint>& flowPoints() const { return m_flowPoints; }

    // Steps, by begin.
    std::span<const Step> steps() const { return m_steps; }
    // Index of the step that covers t; nullopt if none. O(log n).
    std::optional<std::size_t> stepAt(Ns t) const;
    // Index of the step in which a GPU operation was launched; nullopt where the launch is unknown or outside. O(log
    // n).
    std::optional<std::size_t> stepOf(EventId gpuOperation) const;

    // The whole.
    std::span<const TraceSource> sources() const { return m_sources; }
    const ImportReport& report() const { return m_report; }
    // From the first begin to the last end of all timed events but implausible ones; {0, 0} when there are none.
    TimeRange span() const { return m_span; }
    // The part to show first: span() without strays far from the rest.
    TimeRange contentSpan() const { return m_contentSpan; }
    // Until where a live capture's GPU records are complete; end of span() otherwise.
    Ns gpuCompleteUntil() const { return m_gpuCompleteUntil; }
    std::size_t bytes() const;

private:
    friend class TraceBuilder;
    struct Category
    {
        NameId name = kEmptyName;
        EventKind kind = EventKind::other;
    };
    struct ExtraMembers
    {
        EventId event = kNoEvent;
        ArgsId members = kNoArgs;
    };

    EventTable m_events;
    StringPool m_strings;
    ArgsTable m_args;
    ChunkedVector<ExtraMembers> m_extraMembers; // by event
    std::vector<Category> m_categories;
    std::vector<Process> m_processes;
    std::vector<Track> m_tracks;
    ChunkedVector<GpuOperation> m_gpuOperations; // by event
    ChunkedVector<GpuOperation> m_byLaunch;      // those with a launch, by (launch, event)
    ChunkedVector<FlowPoint> m_flowPoints;
    std::vector<Flow> m_flows;
    std::vector<Step> m_steps;
    std::vector<TraceSource> m_sources;
    ImportReport m_report;
    TimeRange m_span;
    TimeRange m_contentSpan;
    Ns m_gpuCompleteUntil = 0;
};

} // namespace decodescope
