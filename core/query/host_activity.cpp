// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/host_activity.h"

#include "core/query/interval_union.h"

#include <algorithm>
#include <initializer_list>

namespace decodescope {

namespace {

bool containsAny(std::string_view name, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

// The cause that a call to the runtime or driver of this name stands for. Names of CUDA and HIP differ in their prefix
// only.
GapCause causeOfCall(std::string_view name)
{
    if (containsAny(name, {"Synchronize"}))
        return GapCause::synchronize;
    if (containsAny(name, {"Memcpy"}))
        return GapCause::copy;
    if (containsAny(name, {"Malloc", "Free", "MemAlloc", "MemCreate", "MemMap", "MemUnmap", "MemRelease",
                           "MemSetAccess", "HostAlloc", "HostRegister", "MemAddressReserve"}))
        return GapCause::allocation;
    return GapCause::python;
}

constexpr std::size_t at(GapCause cause)
{
    return static_cast<std::size_t>(cause);
}

} // namespace

HostActivity::HostActivity(const Trace& trace)
    : m_trace(trace)
    , m_overhead(trace.sources().size())
    , m_causeOfName(trace.strings().size(), GapCause::python)
{
    for (std::size_t i = 0; i < m_causeOfName.size(); ++i)
        m_causeOfName[i] = causeOfCall(trace.text(static_cast<NameId>(i)));
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const auto id = static_cast<EventId>(i);
        if (trace.kind(id) != EventKind::overhead)
            continue;
        const EventRow row = trace.event(id);
        if (row.type == EventType::slice && !row.has(EventFlag::implausible))
            m_overhead[sourceOf(trace, row.track)].push_back(row.range());
    }
    for (std::vector<TimeRange>& ranges : m_overhead)
        std::ranges::sort(ranges, std::ranges::less{}, &TimeRange::begin);
}

void HostActivity::collect(TrackId thread, TimeRange stretch, EventId launch)
{
    for (std::vector<Covered>& found : m_found)
        found.clear();
    for (const TimeRange& range : m_overhead[sourceOf(m_trace, thread)]) {
        if (range.begin >= stretch.end)
            break;
        if (range.overlaps(stretch))
            m_found[at(GapCause::profiler)].push_back({range.intersected(stretch), kNoEvent});
    }
    // Nested operators are taken too: in a union they add nothing to what is around them.
    for (const Lane& lane : m_trace.track(thread).lanes) {
        for (std::size_t i = lane.firstEndingAfter(stretch.begin); i < lane.size() && lane.begin(i) < stretch.end;
             ++i) {
            const EventId event = lane.event(i);
            const EventKind kind = m_trace.kind(event);
            const TimeRange cut = lane.range(i).intersected(stretch);
            if (kind == EventKind::cpuOp) {
                const bool launches = launch != kNoEvent && lane.range(i).contains(m_trace.event(launch).range());
                m_found[at(launches ? GapCause::opBeforeLaunch : GapCause::otherOp)].push_back({cut, event});
            } else if (isApiCall(kind)) {
                const GapCause cause = m_causeOfName[index(m_trace.events().name(event))];
                if (cause != GapCause::python)
                    m_found[at(cause)].push_back({cut, event});
            }
        }
    }
}

// Adds ranges to the union of what has been counted; returns by how much it grew.
Ns HostActivity::addToUnion(const std::vector<Covered>& more)
{
    if (more.empty())
        return 0;
    Ns before = 0;
    for (const TimeRange& range : m_union)
        before += range.length();
    for (const Covered& covered : more)
        m_union.push_back(covered.range);
    std::ranges::sort(m_union, std::ranges::less{}, &TimeRange::begin);
    IntervalUnion all;
    for (const TimeRange& range : m_union)
        all.add(range);
    m_union.assign(all.ranges().begin(), all.ranges().end());
    return all.length() - before;
}

HostActivity::Split HostActivity::split(TrackId thread, TimeRange stretch, EventId launch, bool outsideSteps)
{
    Split result;
    if (stretch.isEmpty())
        return result;
    collect(thread, stretch, launch);
    m_union.clear();
    Ns rest = stretch.length();
    for (const GapCause cause : {GapCause::profiler, GapCause::synchronize, GapCause::allocation, GapCause::copy,
                                 GapCause::opBeforeLaunch, GapCause::otherOp}) {
        const Ns grown = addToUnion(m_found[at(cause)]);
        result.time[at(cause)] = grown;
        rest -= grown;
    }
    result.time[at(outsideSteps ? GapCause::stepBoundary : GapCause::python)] = rest;
    Ns longest = 0;
    for (const GapCause cause : {GapCause::opBeforeLaunch, GapCause::otherOp}) {
        for (const Covered& covered : m_found[at(cause)]) {
            if (covered.range.length() > longest) {
                longest = covered.range.length();
                result.busiestOp = covered.event;
            }
        }
    }
    return result;
}

} // namespace decodescope
