// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows a trace has, in their natural order and with their names.
#pragma once

#include "core/trace/trace.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace decodescope {

enum class RowKind : std::uint8_t {
    group,       // a heading: a GPU, or a process where there are several
    slices,      // the lanes of one track
    counter,     // the samples of one counter track
    model,       // layers and parts of one GPU
    gpuBusy,     // share of time in which one GPU works
    launchDelay, // from launch to start, of one GPU's operations
    queueDepth,  // operations of one GPU that were launched and have not begun
};

// What a row shows; stays the same while a trace grows.
struct RowId
{
    RowKind kind = RowKind::group;
    std::uint32_t key = 0;                         // TrackId of slices and counter, ProcessId of all others
    TrackId track() const { return TrackId{key}; } // of slices and counter
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the 0 of a defaulted <=> for a pointer
    friend auto operator<=>(const RowId&, const RowId&) = default;
};

struct TrackRow
{
    RowId id;
    int indent = 0; // 1: below a heading
    QString title;
    QString subtitle;
    TrackKind trackKind = TrackKind::other; // of slices and counter
    int laneCount = 1;

    TrackId track() const { return TrackId{id.key}; }
    ProcessId process() const { return ProcessId{id.key}; }
};

// Steps; model rows; CPU threads, those with steps first; GPUs with their streams and what is derived from them;
// counters; the rest. Tracks without events have no row. O(tracks log tracks).
std::vector<TrackRow> rowsOf(const Trace& trace, bool hasLabels);

// "rank 1", or the name of the file where it does not say its rank: what tells rows of several files apart. Empty when
// the trace is of one file.
QString sourceTitle(const Trace& trace, std::uint32_t source);

// What a row is called in a file that outlives the program: the same for the same row of the same trace.
QString rowKey(const Trace& trace, RowId id);

// "stream 7", "python3  thread 468", "ProfilerStep": how a track is called wherever it is named.
QString trackTitle(const Trace& trace, TrackId track);

} // namespace decodescope
