// SPDX-License-Identifier: GPL-3.0-or-later
// Idle stretches of a stream, and what the GPU waited for.
#pragma once

#include "core/query/gpu_operations.h"
#include "core/trace/trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace decodescope {

// How a gap [b, e) before an operation K that was launched at l is explained:
//
// - l <= b: K was in the queue before the stream fell idle. When K began within kLatencyFactor times the trace's
// typical
//   launch latency (median of launch begin to operation begin over operations that were launched while their stream was
//   idle; kDefaultLatencyNs without any) it was still on its way: launchLatency. Else it waited for another
//   stream, an event or a resource, or is the time from one kernel to the next: queued.
// - l > b: the host was late. The time up to l is split over what the launching thread did (the causes from synchronize
// to
//   python below, each counted once, in that order), the rest, from l on, is launchLatency. The largest of these names
//   the gap; of equal ones the first.
// - No launch in the trace: unknown. No later operation: the same split, over the whole gap.
//
// Holistic Trace Analysis divides by the same two questions: `l > b` is its host wait; of the rest what is shorter than
// 30 ns is its kernel wait, what is longer is its other wait.
enum class GapCause : std::uint8_t {
    profiler,       // the profiler's own work, where the recording shows it
    synchronize,    // the host waited for the GPU (..Synchronize)
    allocation,     // in cudaMalloc, cudaFree, cuMemMap and their like
    copy,           // in a call that copies memory
    stepBoundary,   // between two steps
    opBeforeLaunch, // in the outermost operator that then launches K, before the launch
    otherOp,        // in operators that do not launch K: views, shapes, the rest of the operator before
    python,         // between operators: Python and dispatch
    launchLatency,  // the launch was made and the stream was idle: K came as soon as it could
    queued,         // K was in the queue and did not begin
    unknown,        // K's launch is not in the trace
};
inline constexpr std::size_t kGapCauseCount = static_cast<std::size_t>(GapCause::unknown) + 1;

inline constexpr int kLatencyFactor = 2;
inline constexpr Ns kDefaultLatencyNs = 10'000;
// So often are gaps cut at the ends of steps, in all; later ones stay whole and count for the step that they begin in.
// Only traces of thousands of streams and of steps at once have more, and their gaps would not fit into memory.
inline constexpr std::size_t kMostCuts = 1'000'000;

// "step_boundary" and so on: the words of the tables.
std::string_view gapCauseName(GapCause cause);
// One sentence for people.
std::string_view gapCauseMeaning(GapCause cause);

struct Gap
{
    TimeRange range;
    TrackId stream = kNoTrack;
    std::int32_t step =
        -1; // among Trace::steps(); -1: outside of all. A gap that reaches over a step's end is cut there
    GapCause cause = GapCause::unknown;
    EventId before = kNoEvent;    // the operation that ran before, if any
    EventId after = kNoEvent;     // the one that ended the gap, if any
    EventId launch = kNoEvent;    // of `after`
    EventId busiestOp = kNoEvent; // the outermost operator that the host spent most of the gap in, if any
    bool hostWait = false;        // `after` was launched only after the stream fell idle
};

// The same of one gap. What the host did before a launch is several causes, but one reason: where these together took
// longer than the launch's way to the GPU, that is said, though the way is the largest single cause.
std::string_view gapMeaning(const Trace& trace, const Gap& gap);
inline constexpr std::string_view kLateLaunchMeaning =
    "the host was late with the launch for most of this gap; the way from the launch to the kernel took the rest";

struct GapOptions
{
    std::optional<std::size_t> step; // only this one of trace.steps()
};

// Gaps of each stream from the first to the last operation or step of its source, by stream, then by begin. For each
// step (that is whole) and stream: lengths of its gaps + busy time of the stream in the step's window = length of the
// step, exactly. Implausible operations count as absent. Empty when stopped. O(n log n).
std::vector<Gap> findGaps(const Trace& trace, const GapOptions& options = {}, std::stop_token stop = {});

// What a gap's time is made of, by cause: the largest names the gap, all add up to its length. O(events).
std::array<Ns, kGapCauseCount> gapEvidence(const Trace& trace, const Gap& gap);

// From the begin of the first step or GPU operation to the end of the last one, over all sources: the time that gaps
// lie in. What a recording holds before and after it is the profiler's own start and stop, or a model that was loaded;
// it is not counted as gap of the whole trace. All of contentSpan() without both. O(GPU operations).
TimeRange workSpan(const Trace& trace);

// Summed lengths by cause.
struct GapTotals
{
    std::array<Ns, kGapCauseCount> time{};
    std::array<std::uint64_t, kGapCauseCount> count{};
    Ns hostWait = 0;
    Ns all = 0;

    void add(const Gap& gap);
};
GapTotals totalsOf(std::span<const Gap> gaps);

// Median of launch begin to operation begin over operations whose stream was idle at the launch; kDefaultLatencyNs
// when there is none. `operations` by begin.
Ns typicalLaunchLatency(const Trace& trace, std::span<const GpuOperationUse> operations);

} // namespace decodescope
