// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/range_summary.h"

#include "core/query/distribution.h"
#include "core/query/interval_union.h"
#include "core/query/launch_cursor.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace decodescope {

namespace {

constexpr std::size_t kStopEvery = 0x3fff; // operations between two looks at the stop token

struct KernelSamples
{
    KernelUse use;
    Ns sum = 0; // of whole durations
    std::vector<Ns> durations;
    std::vector<Ns> launchDelays;
    std::size_t longestIndex = 0;
};

// First slice of a lane that has a part in the window, those of length 0 at its very begin included.
std::size_t firstInWindow(const Lane& lane, TimeRange window)
{
    std::size_t i = lane.firstEndingAfter(window.begin);
    while (i > 0 && lane.begin(i - 1) == window.begin && lane.end(i - 1) == window.begin)
        --i;
    return i;
}

class Summarizer
{
public:
    Summarizer(const Trace& trace, TimeRange range, const Labels* labels, std::stop_token stop)
        : m_trace(trace)
        , m_labels(labels)
        , m_stop(std::move(stop))
        , m_launches(trace)
    {
        m_summary.range = range;
    }

    Result<RangeSummary> run()
    {
        for (std::size_t i = 0; i < m_trace.tracks().size(); ++i) {
            if (m_trace.tracks()[i].kind == TrackKind::stream && !addStream(static_cast<TrackId>(i)))
                return failure(ErrorCode::cancelled, "The summary was stopped.");
        }
        m_summary.busy = unionOf(m_all, m_usedLanes > 1);
        addSteps();
        addParts();
        for (auto& [key, samples] : m_kernels)
            addKernel(samples);
        std::ranges::sort(m_summary.kernels, [](const KernelUse& a, const KernelUse& b) {
            return a.total != b.total ? a.total > b.total : std::pair(a.name, a.kind) < std::pair(b.name, b.kind);
        });
        return std::move(m_summary);
    }

private:
    // False when stopped.
    bool addStream(TrackId id)
    {
        const Track& track = m_trace.track(id);
        StreamUse use;
        use.track = id;
        const std::size_t firstRange = m_all.size();
        for (const Lane& lane : track.lanes) {
            const std::size_t before = m_all.size();
            for (std::size_t i = firstInWindow(lane, m_summary.range);
                 i < lane.size() && lane.begin(i) < m_summary.range.end; ++i) {
                if ((++m_seen & kStopEvery) == 0 && m_stop.stop_requested())
                    return false;
                addOperation(lane.event(i), lane.range(i), use);
            }
            m_usedLanes += m_all.size() > before;
        }
        std::vector<TimeRange> own(m_all.begin() + static_cast<std::ptrdiff_t>(firstRange), m_all.end());
        use.busy = unionOf(own, track.lanes.size() > 1);
        use.idle = m_summary.range.length() - use.busy;
        m_summary.kernelSum = saturatingAdd(m_summary.kernelSum, use.kernelSum);
        m_summary.kernelCount += use.kernels;
        m_summary.gpuOps += use.gpuOps;
        m_summary.streams.push_back(use);
        return true;
    }

    void addOperation(EventId event, TimeRange range, StreamUse& use)
    {
        if ((m_trace.events().flags(event) & EventFlag::implausible) != 0) {
            ++m_summary.implausible;
            return;
        }
        const EventKind kind = m_trace.kind(event);
        if (!isGpuOperation(kind))
            return;
        const TimeRange cut = range.intersected(m_summary.range);
        m_all.push_back(cut);
        ++use.gpuOps;
        if (kind == EventKind::kernel) {
            ++use.kernels;
            use.kernelSum = saturatingAdd(use.kernelSum, cut.length());
        }
        const std::size_t index = m_launches.indexOf(event);
        if (m_labels) {
            PartUse& part = m_parts[static_cast<std::size_t>(m_labels->of(index).part)];
            part.time = saturatingAdd(part.time, cut.length());
            ++part.count;
        }
        addSample(event, kind, range, cut, index);
    }

    void addSample(EventId event, EventKind kind, TimeRange range, TimeRange cut, std::size_t index)
    {
        const NameId name = m_trace.events().name(event);
        const std::uint64_t key = (static_cast<std::uint64_t>(name) << 8) | static_cast<std::uint64_t>(kind);
        KernelSamples& samples = m_kernels[key];
        samples.use.name = name;
        samples.use.kind = kind;
        samples.use.total = saturatingAdd(samples.use.total, cut.length());
        m_total = saturatingAdd(m_total, cut.length());
        if (samples.durations.empty() || range.length() > samples.use.max) {
            samples.use.max = range.length();
            samples.use.longest = event;
            samples.longestIndex = index;
        }
        samples.sum = saturatingAdd(samples.sum, range.length());
        samples.durations.push_back(range.length());
        const EventId launch = index < m_trace.gpuOperationCount() ? m_trace.gpuOperation(index).launch : kNoEvent;
        if (launch != kNoEvent) {
            const Ns launched = m_trace.events().begin(launch);
            samples.launchDelays.push_back(std::max<Ns>(0, saturatingSub(range.begin, launched)));
        }
    }

    void addKernel(KernelSamples& samples)
    {
        KernelUse& use = samples.use;
        use.count = samples.durations.size();
        use.mean = samples.sum / static_cast<Ns>(use.count);
        use.min = *std::ranges::min_element(samples.durations);
        use.median = median(samples.durations);
        use.p90 = percentile(samples.durations, 0.90);
        use.p99 = percentile(samples.durations, 0.99);
        if (!samples.launchDelays.empty())
            use.launchDelay = median(samples.launchDelays);
        use.share = m_total > 0 ? static_cast<double>(use.total) / static_cast<double>(m_total) : 0;
        if (m_labels)
            use.part = m_labels->of(samples.longestIndex).part;
        m_summary.kernels.push_back(use);
    }

    void addParts()
    {
        for (std::size_t i = 0; i < kPartCount; ++i) {
            if (m_parts[i].count == 0)
                continue;
            m_parts[i].part = static_cast<Part>(i);
            m_summary.parts.push_back(m_parts[i]);
        }
    }

    void addSteps()
    {
        const auto steps = m_trace.steps();
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const Ns overlap = steps[i].range.intersected(m_summary.range).length();
            if (overlap > 0)
                m_summary.steps.push_back({i, overlap});
        }
    }

    static Ns unionOf(std::vector<TimeRange>& ranges, bool unsorted)
    {
        if (unsorted)
            std::ranges::sort(ranges, std::ranges::less{}, &TimeRange::begin);
        IntervalUnion all;
        for (const TimeRange& range : ranges)
            all.add(range);
        return all.length();
    }

    const Trace& m_trace;
    const Labels* m_labels;
    std::stop_token m_stop;
    LaunchCursor m_launches;
    RangeSummary m_summary;
    std::vector<TimeRange> m_all; // of all operations, cut, stream after stream
    std::size_t m_usedLanes = 0;
    Ns m_total = 0; // of all operations, cut
    std::size_t m_seen = 0;
    std::array<PartUse, kPartCount> m_parts{};
    std::unordered_map<std::uint64_t, KernelSamples> m_kernels;
};

} // namespace

Result<RangeSummary> summarizeRange(const Trace& trace, TimeRange range, const Labels* labels, std::stop_token stop)
{
    return Summarizer(trace, range, labels, std::move(stop)).run();
}

} // namespace decodescope
