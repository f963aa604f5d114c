// SPDX-License-Identifier: GPL-3.0-or-later
// Which pid and tid each event of an export gets.
#pragma once

#include "core/io/nesting_lanes.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <stop_token>
#include <tuple>
#include <vector>

namespace decodescope {

// One row of the written file.
struct ExportRow
{
    std::uint32_t process = 0; // in ExportRows::processes()
    std::int64_t tid = 0;
    TrackId track = kNoTrack; // any track of the row it stands for
    std::uint32_t lane = 0;   // 0: the row itself; 1...: what overlaps, in rows of their own
    std::int64_t sortIndex = 0;
};

struct ExportProcess
{
    ProcessId process{0};
    std::int64_t pid = 0;
    bool isGpu = false;
    std::int64_t sortIndex = 0;
};

// Readers of such files want whole numbers above zero as pids and tids, and slices of one row that nest: Perfetto drops
// or displaces what crosses. Numbers that already are so are kept; others get one beyond Linux's largest pid. Slices
// that cross another one of their row, and GPU operations that overlap at all, go to rows beside it; times are never
// changed.
class ExportRows
{
public:
    // `events`: those that are written, by (begin, longer first, id). When stopped, not all have a row. O(n log lanes).
    ExportRows(const Trace& trace, std::span<const EventId> events, const std::stop_token& stop = {});

    // By position in `events`; in rows().
    std::uint32_t rowOf(std::size_t position) const { return m_rowOf[position]; }
    const std::vector<ExportRow>& rows() const { return m_rows; }
    const std::vector<ExportProcess>& processes() const { return m_processes; }

private:
    // Rows that are written for one row of the recording.
    struct Lanes
    {
        std::vector<std::uint32_t> rows; // the first one, and one for each further lane
        NestingLanes placed;
    };
    using Identity = std::tuple<std::uint32_t, bool, std::int64_t, NameId>; // written process, has tid, tid

    std::uint32_t processOf(const Track& track) const;
    Identity identityOf(const Track& track) const;
    void numberProcesses();
    std::uint32_t addRow(TrackId track, std::uint32_t lane);
    std::uint32_t fitting(Lanes& lanes, TrackId track, const EventRow& slice, bool isGpuOperation);
    std::int64_t freeNumber();
    void sortRows();

    const Trace& m_trace;
    std::vector<std::uint32_t> m_gpuProcessOf; // by ProcessId: where its streams go
    std::vector<ExportProcess> m_processes;    // by ProcessId, then the GPU halves of mixed ones
    std::vector<ExportRow> m_rows;
    std::vector<std::uint32_t> m_rowOf;
    std::map<Identity, Lanes> m_lanes;
    std::vector<Lanes*> m_lanesOfTrack;                       // by TrackId
    std::set<std::int64_t> m_used;                            // numbers of the recording, as pid or tid
    std::set<std::pair<std::uint32_t, std::int64_t>> m_taken; // (process, tid)
    std::int64_t m_nextNumber;
};

} // namespace decodescope
