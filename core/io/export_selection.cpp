// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/export_selection.h"

#include "core/base/stoppable_sort.h"

namespace decodescope {

namespace {

constexpr std::uint32_t kNowhere = 0xffffffffu;

bool isInRange(const EventRow& row, const TimeRange& range)
{
    return row.duration > 0 ? row.range().overlaps(range) : range.contains(row.begin);
}

std::vector<bool> chosenEvents(const Trace& trace, const TimeRange& range)
{
    std::vector<bool> chosen(trace.eventCount());
    for (std::size_t i = 0; i < chosen.size(); ++i)
        chosen[i] = isInRange(trace.event(static_cast<EventId>(i)), range);
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
        const GpuOperation operation = trace.gpuOperation(i);
        const bool wasLaunchedInRange = operation.launch != kNoEvent && isInRange(trace.event(operation.launch), range);
        if (wasLaunchedInRange)
            chosen[index(operation.event)] = true;
        if (!chosen[index(operation.event)])
            continue;
        for (EventId at = operation.launch; at != kNoEvent && !chosen[index(at)]; at = trace.parent(at))
            chosen[index(at)] = true;
    }
    return chosen;
}

} // namespace

ExportSelection selectForExport(const Trace& trace, const std::optional<TimeRange>& range, const std::stop_token& stop)
{
    ExportSelection out;
    const std::vector<bool> chosen = range ? chosenEvents(trace, *range) : std::vector<bool>(trace.eventCount(), true);
    struct Key
    {
        Ns begin;
        Ns duration;
        EventId event;
    };
    std::vector<Key> keys;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        const auto id = static_cast<EventId>(i);
        if (chosen[i])
            keys.push_back({trace.events().begin(id), trace.events().duration(id), id});
    }
    const auto isBefore = [](const Key& a, const Key& b) {
        if (a.begin != b.begin)
            return a.begin < b.begin;
        return a.duration != b.duration ? a.duration > b.duration : a.event < b.event;
    };
    if (!sortUnlessStopped(keys, isBefore, stop))
        return out;
    std::vector<std::uint32_t> position(trace.eventCount(), kNowhere);
    out.events.reserve(keys.size());
    for (const Key& key : keys) {
        position[index(key.event)] = static_cast<std::uint32_t>(out.events.size());
        out.events.push_back(key.event);
    }
    const auto add = [&](EventId from, EventId to, Ns fromTime, Ns toTime, bool isLaunch, NameId name,
                         NameId category) {
        if (from == kNoEvent || to == kNoEvent || position[index(from)] == kNowhere || position[index(to)] == kNowhere)
            return;
        out.arrows.push_back({position[index(from)], position[index(to)], fromTime, toTime, isLaunch, name, category});
    };
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
        const GpuOperation operation = trace.gpuOperation(i);
        if (operation.launch != kNoEvent)
            add(operation.launch, operation.event, trace.events().begin(operation.launch),
                trace.events().begin(operation.event), true, kEmptyName, kEmptyName);
    }
    for (const Flow& flow : trace.flows())
        add(flow.from, flow.to, flow.fromTime, flow.toTime, false, flow.name, flow.category);
    return out;
}

} // namespace decodescope
