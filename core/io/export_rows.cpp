// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/export_rows.h"

#include <algorithm>

namespace decodescope {

namespace {

constexpr std::int64_t kFirstFree = (std::int64_t{1} << 22) + 1; // Linux has no pid above 2^22
constexpr std::int64_t kLargest = 0x7fffffff;
constexpr std::size_t kStopEvery = 65'536;
constexpr std::int64_t kGpuSortIndex = 5'000'000; // as Kineto numbers them

bool isUsable(const RowKey& key, bool isPresent)
{
    return isPresent && key.text == kEmptyName && key.number > 0 && key.number < kLargest;
}

bool isHostTrack(TrackKind kind)
{
    return kind == TrackKind::step || kind == TrackKind::thread || kind == TrackKind::python ||
           kind == TrackKind::module;
}

bool isGpuTrack(TrackKind kind)
{
    return kind == TrackKind::stream || kind == TrackKind::gpuAnnotation;
}

} // namespace

std::uint32_t ExportRows::processOf(const Track& track) const
{
    return isGpuTrack(track.kind) ? m_gpuProcessOf[index(track.process)] : static_cast<std::uint32_t>(track.process);
}

ExportRows::Identity ExportRows::identityOf(const Track& track) const
{
    return {processOf(track), track.hasTid, track.tid.number, track.tid.text};
}

std::int64_t ExportRows::freeNumber()
{
    while (m_used.contains(m_nextNumber))
        ++m_nextNumber;
    return m_nextNumber++;
}

void ExportRows::numberProcesses()
{
    for (const Process& process : m_trace.processes())
        m_used.insert(process.pid.number);
    for (const Track& track : m_trace.tracks())
        m_used.insert(track.tid.number);
    const std::size_t count = m_trace.processes().size();
    std::vector<bool> hasHost(count);
    for (std::size_t i = 0; i < count; ++i)
        m_processes.push_back({static_cast<ProcessId>(i), 0, false, 0});
    for (const Track& track : m_trace.tracks()) {
        if (isGpuTrack(track.kind))
            m_processes[index(track.process)].isGpu = true;
        else if (isHostTrack(track.kind))
            hasHost[index(track.process)] = true;
    }
    for (std::size_t i = 0; i < count; ++i) {
        m_gpuProcessOf.push_back(static_cast<std::uint32_t>(i));
        if (!m_processes[i].isGpu || !hasHost[i])
            continue;
        m_processes[i].isGpu = false;
        m_gpuProcessOf[i] = static_cast<std::uint32_t>(m_processes.size());
        m_processes.push_back({static_cast<ProcessId>(i), 0, true, 0});
    }
    std::set<std::int64_t> taken;
    for (ExportProcess& process : m_processes) {
        const Process& known = m_trace.processes()[index(process.process)];
        const bool keep = isUsable(known.pid, known.hasPid) && taken.insert(known.pid.number).second;
        process.pid = keep ? known.pid.number : 0;
    }
    for (ExportProcess& process : m_processes) {
        const Process& known = m_trace.processes()[index(process.process)];
        if (process.pid == 0)
            process.pid = freeNumber();
        process.sortIndex = known.hasSortIndex ? known.sortIndex : process.isGpu ? kGpuSortIndex : process.pid;
    }
}

std::uint32_t ExportRows::addRow(TrackId id, std::uint32_t lane)
{
    const Track& track = m_trace.track(id);
    ExportRow row;
    row.process = processOf(track);
    row.track = id;
    row.lane = lane;
    const auto number = static_cast<std::uint32_t>(m_rows.size());
    const bool keep =
        lane == 0 && isUsable(track.tid, track.hasTid) && m_taken.insert({row.process, track.tid.number}).second;
    row.tid = keep ? track.tid.number : freeNumber();
    m_rows.push_back(row);
    return number;
}

std::uint32_t ExportRows::fitting(Lanes& lanes, TrackId track, const EventRow& slice, bool isGpuOperation)
{
    const std::size_t lane = lanes.placed.place(slice.range(), isGpuOperation);
    if (lane == lanes.rows.size())
        lanes.rows.push_back(addRow(track, static_cast<std::uint32_t>(lane)));
    return lanes.rows[lane];
}

ExportRows::ExportRows(const Trace& trace, std::span<const EventId> events, const std::stop_token& stop)
    : m_trace(trace)
    , m_nextNumber(kFirstFree)
{
    numberProcesses();
    // Numbers in use must not be given to others: rows first, in the order of the tracks.
    m_lanesOfTrack.resize(trace.tracks().size());
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        Lanes& lanes = m_lanes[identityOf(trace.tracks()[i])];
        m_lanesOfTrack[i] = &lanes;
        if (lanes.rows.empty())
            lanes.rows.push_back(addRow(static_cast<TrackId>(i), 0));
    }
    m_rowOf.reserve(events.size());
    for (const EventId event : events) {
        if (m_rowOf.size() % kStopEvery == 0 && stop.stop_requested())
            break;
        const EventRow row = trace.event(event);
        Lanes& lanes = *m_lanesOfTrack[index(row.track)];
        const bool nests = row.type == EventType::slice && trace.track(row.track).kind != TrackKind::async;
        m_rowOf.push_back(nests ? fitting(lanes, row.track, row, isGpuOperation(trace.kind(event))) : lanes.rows[0]);
    }
    sortRows();
}

// Sort indexes: the order the recording asks for, with each lane directly behind its row.
void ExportRows::sortRows()
{
    std::vector<std::uint32_t> order(m_rows.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        order[i] = i;
    const auto key = [&](std::uint32_t i) {
        const ExportRow& row = m_rows[i];
        const Track& track = m_trace.track(row.track);
        const std::int64_t wanted = track.hasSortIndex ? track.sortIndex : track.tid.number;
        return std::tuple(row.process, wanted, identityOf(track), row.lane);
    };
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
    for (std::size_t i = 0; i < order.size(); ++i)
        m_rows[order[i]].sortIndex = static_cast<std::int64_t>(i) + 1;
}

} // namespace decodescope
