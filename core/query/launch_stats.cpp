// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/launch_stats.h"

#include "core/base/plain_number.h"
#include "core/query/card_bandwidth.h"
#include "core/query/distribution.h"
#include "core/query/gaps.h"
#include "core/query/interval_union.h"
#include "core/query/linear_weights.h"
#include "core/query/recording.h"
#include "core/query/steps.h"
#include "core/trace/cut_out.h"
#include "core/trace/launch_call.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace decodescope {

namespace {

constexpr std::size_t kStopEvery = 0xffff; // events between two looks at the stop token

// std::nullopt: everything.
using Window = std::optional<TimeRange>;

bool isIn(const Window& window, Ns t)
{
    return !window || window->contains(t);
}

void addDelays(const Trace& trace, const Window& window, LaunchStats& stats)
{
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
        const GpuOperation operation = trace.gpuOperation(i);
        if (operation.launch == kNoEvent || (trace.events().flags(operation.event) & EventFlag::implausible) != 0 ||
            !isIn(window, trace.events().begin(operation.launch)))
            continue;
        const Ns delay = saturatingSub(trace.events().begin(operation.event), trace.events().begin(operation.launch));
        stats.delays.push_back(std::max<Ns>(0, delay));
    }
    stats.medianDelay = median(stats.delays);
    stats.p90Delay = percentile(stats.delays, 0.90);
    stats.p99Delay = percentile(stats.delays, 0.99);
    std::ranges::sort(stats.delays);
}

// Judged by the numbers that the verdict already holds.
Pace paceOf(const PaceVerdict& verdict)
{
    if (verdict.step <= 0)
        return Pace::unknown;
    const double busyShare = static_cast<double>(verdict.busy) / static_cast<double>(verdict.step);
    const double waitShare = static_cast<double>(verdict.hostWait) / static_cast<double>(verdict.step);
    if (busyShare < kLaunchBoundBelow || waitShare > 0.5)
        return Pace::launchBound;
    if (busyShare < kBandwidthBoundFrom || !verdict.floor)
        return Pace::mixed;
    return *verdict.floor * 2 >= verdict.busy ? Pace::bandwidthBound : Pace::computeBound;
}

std::string sentenceOf(const PaceVerdict& verdict, bool isStep)
{
    if (verdict.pace == Pace::unknown)
        return isStep ? "Not known: the trace has no whole step with work on a GPU."
                      : "Not known: nothing ran on a GPU in that time.";
    const auto share = [&](Ns time) {
        return plainPercent(static_cast<double>(time) / static_cast<double>(verdict.step));
    };
    std::string text(paceName(verdict.pace));
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
    text += (isStep ? ": of a step of " : ": of ") + plainTime(verdict.step) + " the GPU works " +
            plainTime(verdict.busy) + " (" + share(verdict.busy) + ") and waits for launches " +
            plainTime(verdict.hostWait) + " (" + share(verdict.hostWait) + ")";
    if (verdict.floor)
        text += "; reading the weights once takes " + plainTime(*verdict.floor) + " at least";
    return text + ".";
}

} // namespace

LaunchStats launchStats(const Trace& trace, std::stop_token stop, std::optional<TimeRange> range)
{
    LaunchStats stats;
    std::vector<Ns> costs;
    Ns sum = 0;
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if ((i & kStopEvery) == 0 && stop.stop_requested())
            return {};
        const auto id = static_cast<EventId>(i);
        if (!isApiCall(trace.kind(id)) || !isIn(range, trace.events().begin(id)) ||
            (trace.events().flags(id) & EventFlag::implausible) != 0 || !isLaunchCall(trace, id))
            continue;
        costs.push_back(trace.events().duration(id));
        sum = saturatingAdd(sum, costs.back());
    }
    stats.launches = costs.size();
    stats.meanCost = costs.empty() ? 0 : sum / static_cast<Ns>(costs.size());
    stats.medianCost = median(costs);
    addDelays(trace, range, stats);
    std::vector<Ns> perStep;
    for (const StepSummary& row : stepSummaries(trace, stop)) {
        if (row.isWhole && isIn(range, trace.steps()[row.step].range.begin))
            perStep.push_back(static_cast<Ns>(row.launches));
    }
    if (!perStep.empty())
        stats.launchesPerStep = static_cast<double>(median(perStep));
    return stats;
}

std::vector<DelayBin> delayBins(std::span<const Ns> delays)
{
    std::vector<DelayBin> bins;
    std::size_t seen = 0;
    for (int i = 0; seen < delays.size(); ++i) {
        const Ns from = bins.empty() ? 0 : bins.back().to;
        const Ns to = std::llround(1e3 * std::pow(10.0, static_cast<double>(i) / kBinsPerDecade));
        const auto end = static_cast<std::size_t>(std::ranges::lower_bound(delays, to) - delays.begin());
        bins.push_back({from, to, end - seen});
        seen = end;
    }
    return bins;
}

std::vector<QueueDepth> queueDepths(const Trace& trace, std::stop_token stop)
{
    std::map<TrackId, std::vector<std::pair<Ns, std::int32_t>>> changes;
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
        if ((i & kStopEvery) == 0 && stop.stop_requested())
            return {};
        const GpuOperation operation = trace.gpuOperation(i);
        if (operation.launch == kNoEvent || (trace.events().flags(operation.event) & EventFlag::implausible) != 0)
            continue;
        // Where clocks are so far apart that an operation seems to begin before its launch, it was never waiting.
        const Ns begin = trace.events().begin(operation.event);
        const Ns launched = std::min(trace.events().begin(operation.launch), begin);
        auto& ofStream = changes[trace.events().track(operation.event)];
        ofStream.emplace_back(launched, 1);
        ofStream.emplace_back(begin, -1);
    }
    std::vector<QueueDepth> rows;
    for (auto& [stream, ofStream] : changes) {
        std::ranges::sort(ofStream);
        QueueDepth row;
        row.stream = stream;
        std::int32_t depth = 0;
        for (const auto& [time, change] : ofStream) {
            depth += change;
            if (!row.samples.empty() && row.samples.back().time == time)
                row.samples.back().depth = depth;
            else
                row.samples.push_back({time, depth});
        }
        for (const QueueSample& sample : row.samples)
            row.deepest = std::max(row.deepest, sample.depth);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::string_view paceName(Pace pace)
{
    switch (pace) {
    case Pace::launchBound:
        return "launch-bound";
    case Pace::bandwidthBound:
        return "bandwidth-bound";
    case Pace::computeBound:
        return "compute-bound";
    case Pace::mixed:
        return "mixed";
    case Pace::unknown:
        break;
    }
    return "not known";
}

std::optional<BandwidthFloor> bandwidthFloor(const Trace& trace, std::stop_token stop)
{
    BandwidthFloor floor;
    for (const TraceSource& source : trace.sources()) {
        for (const DeviceInfo& device : devicesOf(source)) {
            const auto gbPerS = peakBandwidthGbPerS(device.name, device.memoryBytes);
            if (!gbPerS || floor.gbPerS > 0)
                continue;
            floor.gbPerS = *gbPerS;
            floor.device = device.name;
        }
    }
    std::vector<Ns> bytes;
    const std::vector<bool> whole = wholeSteps(trace);
    const std::vector<StepWeights> weights = weightsByStep(trace, linearCalls(trace, stop));
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i].bytes > 0 && whole[i])
            bytes.push_back(weights[i].bytes);
    }
    floor.weightBytes = median(bytes);
    if (floor.gbPerS <= 0 || floor.weightBytes <= 0)
        return std::nullopt;
    floor.time = static_cast<Ns>(static_cast<double>(floor.weightBytes) / floor.gbPerS); // 1 GB/s is 1 byte a ns
    return floor;
}

namespace {

// Several streams may wait at once: no more than the GPU rests.
void measureRange(const Trace& trace, TimeRange range, PaceVerdict& verdict, std::stop_token stop)
{
    IntervalUnion busy;
    for (const GpuOperationUse& use : gpuOperationsByBegin(trace, stop)) {
        if (!use.implausible)
            busy.add(use.range.intersected(range));
    }
    if (busy.length() == 0)
        return;
    verdict.step = range.length();
    verdict.busy = busy.length();
    for (const Gap& gap : findGaps(trace, {}, stop)) {
        if (gap.hostWait)
            verdict.hostWait = saturatingAdd(verdict.hostWait, gap.range.intersected(range).length());
    }
    verdict.hostWait = std::min(verdict.hostWait, verdict.step - verdict.busy);
}

void measureMedianStep(const Trace& trace, PaceVerdict& verdict, std::stop_token stop)
{
    std::vector<Ns> waitOfStep(trace.steps().size());
    for (const Gap& gap : findGaps(trace, {}, stop)) {
        if (gap.step >= 0 && gap.hostWait)
            waitOfStep[static_cast<std::size_t>(gap.step)] += gap.range.length();
    }
    std::vector<Ns> step, busy, waits;
    for (const StepSummary& row : stepSummaries(trace, stop)) {
        if (row.gpuOps == 0 || !row.isWhole)
            continue;
        step.push_back(trace.steps()[row.step].range.length());
        busy.push_back(row.gpuBusyInStep);
        waits.push_back(std::min(waitOfStep[row.step], row.gap)); // several streams may wait at once
    }
    verdict.step = median(step);
    verdict.busy = median(busy);
    verdict.hostWait = median(waits);
}

} // namespace

PaceVerdict judgePace(const Trace& trace, std::stop_token stop, std::optional<TimeRange> range)
{
    PaceVerdict verdict;
    if (range)
        measureRange(trace, *range, verdict, stop);
    else
        measureMedianStep(trace, verdict, stop);
    const bool isStep = !range || std::ranges::any_of(trace.steps(), [&](const Step& s) { return s.range == *range; });
    if (const auto floor = bandwidthFloor(trace, stop); floor && isStep)
        verdict.floor = floor->time;
    verdict.pace = paceOf(verdict);
    verdict.sentence = sentenceOf(verdict, isStep);
    return verdict;
}

} // namespace decodescope
