// SPDX-License-Identifier: GPL-3.0-or-later
// Finds or makes the processes and tracks that events belong to.
#pragma once

#include "core/trace/trace.h"

#include <array>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace decodescope {

// A thread or a stream, as one pid and tid of one source name it. Its events are spread over tracks by kind.
struct Row
{
    ProcessId process{0};
    RowKey tid;
    bool hasTid = true;
    bool isBookkeeping = false; // "Spans", "Traces" and the nameless rows that Kineto adds
    std::array<TrackId, 9> tracks{kNoTrack, kNoTrack, kNoTrack, kNoTrack, kNoTrack,
                                  kNoTrack, kNoTrack, kNoTrack, kNoTrack}; // by TrackKind, made when needed
    NameId name = kEmptyName;
    std::int64_t sortIndex = 0;
    bool hasSortIndex = false;
};

class RowMap
{
public:
    RowMap(std::vector<Process>& processes, std::vector<Track>& tracks)
        : m_processes(processes)
        , m_tracks(tracks)
    {
    }

    std::uint32_t rowNumber(std::uint32_t source, const RowKey& pid, bool hasPid, const RowKey& tid, bool hasTid,
                            bool isBookkeeping);
    const Row& row(std::uint32_t number) const { return m_rows[number]; }

    TrackId track(std::uint32_t rowNumber, TrackKind kind);
    // Tracks of a process that belong to no thread: counters by (name, id), async by category.
    TrackId processTrack(std::uint32_t rowNumber, TrackKind kind, NameId name, const RowKey& id);
    // A track of the row whatever its kind; kNoTrack if it has none.
    TrackId anyTrack(std::uint32_t rowNumber) const;

    void setThreadName(std::uint32_t rowNumber, NameId name);
    void setThreadSortIndex(std::uint32_t rowNumber, std::int64_t sortIndex);
    Process& process(std::uint32_t rowNumber) { return m_processes[index(m_rows[rowNumber].process)]; }

private:
    using Key =
        std::tuple<std::uint32_t, bool, std::int64_t, std::uint32_t>; // source or process, present, number, text
    static Key keyOf(std::uint32_t owner, const RowKey& key, bool present)
    {
        return {owner, present, key.number, static_cast<std::uint32_t>(key.text)};
    }

    std::vector<Process>& m_processes;
    std::vector<Track>& m_tracks;
    std::vector<Row> m_rows;
    std::map<Key, std::uint32_t> m_processNumbers;
    std::map<Key, std::uint32_t> m_rowNumbers;
    std::map<std::tuple<std::uint32_t, TrackKind, NameId, std::int64_t, NameId>, TrackId> m_processTracks;
};

} // namespace decodescope
