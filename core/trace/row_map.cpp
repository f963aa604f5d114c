// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/row_map.h"

namespace decodescope {

std::uint32_t RowMap::rowNumber(std::uint32_t source, const RowKey& pid, bool hasPid, const RowKey& tid, bool hasTid,
                                bool isBookkeeping)
{
    const auto [process, newProcess] =
        m_processNumbers.try_emplace(keyOf(source, pid, hasPid), static_cast<std::uint32_t>(m_processes.size()));
    if (newProcess) {
        Process& added = m_processes.emplace_back();
        added.source = source;
        added.pid = pid;
        added.hasPid = hasPid;
    }
    const auto [row, newRow] =
        m_rowNumbers.try_emplace(keyOf(process->second, tid, hasTid), static_cast<std::uint32_t>(m_rows.size()));
    if (newRow) {
        Row& added = m_rows.emplace_back();
        added.process = static_cast<ProcessId>(process->second);
        added.tid = tid;
        added.hasTid = hasTid;
        added.isBookkeeping = isBookkeeping;
    }
    return row->second;
}

TrackId RowMap::track(std::uint32_t rowNumber, TrackKind kind)
{
    Row& row = m_rows[rowNumber];
    TrackId& id = row.tracks[static_cast<std::size_t>(kind)];
    if (id == kNoTrack) {
        const TrackId known = anyTrack(rowNumber);
        id = static_cast<TrackId>(m_tracks.size());
        Track& added = m_tracks.emplace_back();
        if (known != kNoTrack) {
            TrackId& next = m_tracks[index(known)].nextOfThread;
            added.nextOfThread = next == kNoTrack ? known : next;
            next = id;
        }
        added.kind = kind;
        added.process = row.process;
        added.tid = row.tid;
        added.hasTid = row.hasTid;
        added.name = row.name;
        added.sortIndex = row.sortIndex;
        added.hasSortIndex = row.hasSortIndex;
    }
    return id;
}

TrackId RowMap::processTrack(std::uint32_t rowNumber, TrackKind kind, NameId name, const RowKey& id)
{
    const ProcessId process = m_rows[rowNumber].process;
    const auto [found, isNew] = m_processTracks.try_emplace(
        {static_cast<std::uint32_t>(process), kind, name, id.number, id.text}, static_cast<TrackId>(m_tracks.size()));
    if (isNew) {
        Track& added = m_tracks.emplace_back();
        added.kind = kind;
        added.process = process;
        added.tid = id;
        added.hasTid = false;
        added.name = name;
    }
    return found->second;
}

TrackId RowMap::anyTrack(std::uint32_t rowNumber) const
{
    for (const TrackId id : m_rows[rowNumber].tracks) {
        if (id != kNoTrack)
            return id;
    }
    return kNoTrack;
}

void RowMap::setThreadName(std::uint32_t rowNumber, NameId name)
{
    m_rows[rowNumber].name = name;
    for (const TrackId id : m_rows[rowNumber].tracks) {
        if (id != kNoTrack)
            m_tracks[index(id)].name = name;
    }
}

void RowMap::setThreadSortIndex(std::uint32_t rowNumber, std::int64_t sortIndex)
{
    m_rows[rowNumber].sortIndex = sortIndex;
    m_rows[rowNumber].hasSortIndex = true;
    for (const TrackId id : m_rows[rowNumber].tracks) {
        if (id == kNoTrack)
            continue;
        m_tracks[index(id)].sortIndex = sortIndex;
        m_tracks[index(id)].hasSortIndex = true;
    }
}

} // namespace decodescope
