// SPDX-License-Identifier: GPL-3.0-or-later
// What launching costs, how far the host runs ahead, and whether that or the memory sets the pace.
#pragma once

#include "core/label/labels.h"
#include "core/query/gpu_operations.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

struct LaunchStats
{
    std::uint64_t launches = 0;            // API calls that put work on the GPU
    std::optional<double> launchesPerStep; // median over steps
    Ns meanCost = 0;                       // length of a launch call
    Ns medianCost = 0;
    std::vector<Ns>
        delays; // sorted: begin of the launch call to begin of the operation, of each linked operation; never < 0
    Ns medianDelay = 0, p90Delay = 0, p99Delay = 0;
};
// Of the calls that begin in `range`, and of the steps that do; nullopt: of all. Implausible operations are left out.
// Empty when stopped. O(events + operations x log).
LaunchStats launchStats(const Trace& trace, std::stop_token stop = {}, std::optional<TimeRange> range = {});

// How many delays are in [from, to).
struct DelayBin
{
    Ns from = 0;
    Ns to = 0;
    std::uint64_t count = 0;
};
// kBinsPerDecade bins of equal width on a logarithmic scale from 1 us on; the first one begins at 0, the last one holds
// the longest delay. `delays` sorted. O(bins x log n).
inline constexpr int kBinsPerDecade = 5;
std::vector<DelayBin> delayBins(std::span<const Ns> delays);

// Operations of one stream that were launched and have not begun, as Holistic Trace Analysis counts them: +1 when the
// launch call begins, -1 when the operation begins. Stepwise: a depth holds until the next sample.
struct QueueSample
{
    Ns time = 0;
    std::int32_t depth = 0;
};
struct QueueDepth
{
    TrackId stream = kNoTrack;
    std::vector<QueueSample> samples; // by time, one a time
    std::int32_t deepest = 0;
};
// A row a stream that has linked operations, by track. O(operations x log).
std::vector<QueueDepth> queueDepths(const Trace& trace, std::stop_token stop = {});

// Median step: by median of each number over the trace's steps. The GPU is busy for `busyShare` of the step:
// - launch-bound when less than kLaunchBoundBelow of the step, or when host waits are more than half of it;
// - bandwidth-bound when at least kBandwidthBoundFrom of it, and the floor (reading all weights once) is at least half
// of
//   the busy time;
// - compute-bound where busy like that, but the floor is known and less than half of the busy time;
// - mixed otherwise.
enum class Pace : std::uint8_t { unknown, launchBound, bandwidthBound, computeBound, mixed };
inline constexpr double kLaunchBoundBelow = 0.5;
inline constexpr double kBandwidthBoundFrom = 0.8;
std::string_view paceName(Pace pace);

struct PaceVerdict
{
    Pace pace = Pace::unknown;
    Ns step = 0; // all of the median step, or of the range
    Ns busy = 0;
    Ns hostWait = 0;         // gaps whose next operation was launched only after the stream fell idle
    std::optional<Ns> floor; // bytes of weights / bandwidth of the card
    std::string sentence;    // the verdict and its numbers in one line
};
// The same of one stretch of time, as a step or a part of one: its own length, what the GPUs work in it and wait in it.
// O(events + operations x log).
PaceVerdict judgePace(const Trace& trace, std::stop_token stop = {}, std::optional<TimeRange> range = {});

// Time to read the weights of the median step once at the card's peak bandwidth; nullopt without shapes or for an
// unknown card. Any of the trace's devices: the first one named.
struct BandwidthFloor
{
    Ns time = 0;
    std::int64_t weightBytes = 0; // a step
    double gbPerS = 0;
    std::string device;
};
std::optional<BandwidthFloor> bandwidthFloor(const Trace& trace, std::stop_token stop = {});

} // namespace decodescope
