// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/trace_info.h"

#include "core/query/gpu_operations.h"
#include "core/query/recording.h"

#include <set>
#include <tuple>

namespace decodescope {

namespace {

bool isOfCpuThread(TrackKind kind)
{
    return kind == TrackKind::step || kind == TrackKind::thread || kind == TrackKind::python ||
           kind == TrackKind::module;
}

void countTracks(const Trace& trace, TraceInfo& info)
{
    std::set<std::tuple<ProcessId, bool, std::int64_t, NameId>> threads;
    for (const Track& track : trace.tracks()) {
        if (isOfCpuThread(track.kind) && track.sliceCount() > 0)
            threads.emplace(track.process, track.hasTid, track.tid.number, track.tid.text);
        else if (track.kind == TrackKind::stream)
            ++info.streams;
    }
    info.threads = threads.size();
}

} // namespace

TraceInfo traceInfo(const Trace& trace)
{
    TraceInfo info;
    info.events = trace.eventCount();
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        switch (trace.events().type(static_cast<EventId>(i))) {
        case EventType::slice:
            ++info.slices;
            break;
        case EventType::instant:
            ++info.instants;
            break;
        case EventType::counter:
            ++info.counters;
            break;
        }
    }
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i)
        info.flows += trace.gpuOperation(i).launch != kNoEvent;
    info.flows += trace.flows().size();
    countTracks(trace, info);
    for (const TraceSource& source : trace.sources()) {
        info.file += (info.file.empty() ? "" : ", ") + source.name;
        info.bytes += source.bytes;
        for (const DeviceInfo& device : devicesOf(source))
            info.devices.push_back(device.name);
    }
    if (!trace.sources().empty())
        info.baseTime = trace.sources().front().baseTime;
    info.span = trace.span();
    info.steps = trace.steps().size();
    info.warnings = trace.report().warnings();
    return info;
}

std::string_view trackKindWord(TrackKind kind)
{
    switch (kind) {
    case TrackKind::step:
        return "step";
    case TrackKind::thread:
        return "thread";
    case TrackKind::stream:
        return "stream";
    case TrackKind::counter:
        return "counter";
    default:
        return "other";
    }
}

std::string rowKeyText(const Trace& trace, const RowKey& key, bool present)
{
    if (!present)
        return {};
    if (key.text != kEmptyName)
        return std::string(trace.text(key.text));
    return std::to_string(key.number);
}

std::string trackName(const Trace& trace, const Track& track)
{
    if (track.kind == TrackKind::stream)
        return streamName(trace, track);
    std::string name(withoutBlanks(trace.text(track.name)));
    const std::string tid = rowKeyText(trace, track.tid, track.hasTid);
    if (name.empty() && !tid.empty())
        name = (track.kind == TrackKind::gpuAnnotation ? "stream " : "thread ") + tid;
    if (name.empty())
        name = "without a name";
    switch (track.kind) {
    case TrackKind::step:
        return "ProfilerStep (" + name + ")";
    case TrackKind::python:
        return "Python (" + name + ")";
    case TrackKind::module:
        return "modules (" + name + ")";
    case TrackKind::gpuAnnotation:
        return "annotations (" + name + ")";
    default:
        return name;
    }
}

} // namespace decodescope
