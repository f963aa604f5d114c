// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/range_summary.h"

#include "core/query/distribution.h"
#include "core/query/launch_cursor.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

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

// Length of a union of ranges that come by begin.
struct RunningUnion
{
    Ns length = 0;
    Ns end = kMinNs;

    void add(TimeRange range)
    {
        if (range.end <= end)
            return;
        length += range.end - std::max(range.begin, end);
        end = range.end;
    }
};

// Where one lane of a stream has come to.
struct LaneCursor
{
    const Lane* lane;
    std::size_t at;
    std::size_t stream; // among the summary's streams

    Ns begin() const { return lane->begin(at); }
    friend bool operator<(const LaneCursor& a, const LaneCursor& b)
    {
        return a.begin() > b.begin();
    } // a heap's top is first
};

// Goes through all streams' operations of the window in order of their begins, so that unions need no memory.
class Summarizer
{
public:
    Summarizer(const Trace& trace, TimeRange range, const Labels* labels, std::stop_token stop,
               std::span<const TrackId> tracks)
        : m_trace(trace)
        , m_labels(labels)
        , m_stop(std::move(stop))
        , m_tracks(tracks)
        , m_launches(trace)
        , m_slots(trace.strings().size(), 0)
    {
        m_summary.range = range;
    }

    Result<RangeSummary> run()
    {
        addStreams();
        if (!addOperations())
            return failure(ErrorCode::cancelled, "The summary was stopped.");
        for (std::size_t i = 0; i < m_summary.streams.size(); ++i) {
            StreamUse& use = m_summary.streams[i];
            use.busy = m_busyOfStream[i].length;
            use.idle = m_summary.range.length() - use.busy;
            m_summary.kernelSum = saturatingAdd(m_summary.kernelSum, use.kernelSum);
            m_summary.kernelCount += use.kernels;
            m_summary.gpuOps += use.gpuOps;
        }
        m_summary.busy = m_busy.length;
        addSteps();
        addParts();
        for (KernelSamples& samples : m_kernels)
            addKernel(samples);
        std::ranges::sort(m_summary.kernels, [](const KernelUse& a, const KernelUse& b) {
            return a.total != b.total ? a.total > b.total : std::pair(a.name, a.kind) < std::pair(b.name, b.kind);
        });
        return std::move(m_summary);
    }

private:
    void addStreams()
    {
        std::vector<bool> isWanted(m_trace.tracks().size(), m_tracks.empty());
        for (const TrackId track : m_tracks)
            isWanted[index(track)] = true;
        for (std::size_t i = 0; i < m_trace.tracks().size(); ++i) {
            const Track& track = m_trace.tracks()[i];
            if (track.kind != TrackKind::stream || !isWanted[i])
                continue;
            for (const Lane& lane : track.lanes) {
                const std::size_t first = firstInWindow(lane, m_summary.range);
                if (first < lane.size())
                    m_cursors.push_back({&lane, first, m_summary.streams.size()});
            }
            m_summary.streams.push_back({});
            m_summary.streams.back().track = static_cast<TrackId>(i);
        }
        m_busyOfStream.resize(m_summary.streams.size());
        std::make_heap(m_cursors.begin(), m_cursors.end());
    }

    // False when stopped.
    bool addOperations()
    {
        std::size_t seen = 0;
        while (!m_cursors.empty()) {
            std::pop_heap(m_cursors.begin(), m_cursors.end());
            LaneCursor cursor = m_cursors.back();
            m_cursors.pop_back();
            // As long as no other lane's next slice comes first.
            const Ns until = m_cursors.empty() ? kMaxNs : m_cursors.front().begin();
            const Lane& lane = *cursor.lane;
            for (; cursor.at < lane.size() && cursor.begin() <= until; ++cursor.at) {
                if ((++seen & kStopEvery) == 0 && m_stop.stop_requested())
                    return false;
                if (cursor.begin() >= m_summary.range.end) {
                    cursor.at = lane.size();
                    break;
                }
                addOperation(lane.event(cursor.at), lane.range(cursor.at), cursor.stream);
            }
            if (cursor.at < lane.size()) {
                m_cursors.push_back(cursor);
                std::push_heap(m_cursors.begin(), m_cursors.end());
            }
        }
        return true;
    }

    void addOperation(EventId event, TimeRange range, std::size_t stream)
    {
        if ((m_trace.events().flags(event) & EventFlag::implausible) != 0) {
            ++m_summary.implausible;
            return;
        }
        const EventKind kind = m_trace.kind(event);
        if (!isGpuOperation(kind))
            return;
        const TimeRange cut = range.intersected(m_summary.range);
        m_busy.add(cut);
        m_busyOfStream[stream].add(cut);
        StreamUse& use = m_summary.streams[stream];
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
            m_partDurations[static_cast<std::size_t>(m_labels->of(index).part)].push_back(range.length());
        }
        addSample(event, kind, range, cut, index);
    }

    std::uint32_t newSamples(NameId name, EventKind kind)
    {
        m_kernels.emplace_back();
        m_kernels.back().use.name = name;
        m_kernels.back().use.kind = kind;
        return static_cast<std::uint32_t>(m_kernels.size());
    }

    // The samples of a name and kind. Nearly every name is of one kind, so that one is found by the name alone.
    KernelSamples& samplesOf(NameId name, EventKind kind)
    {
        std::uint32_t& slot = m_slots[index(name)];
        if (slot == 0)
            slot = newSamples(name, kind);
        if (m_kernels[slot - 1].use.kind == kind)
            return m_kernels[slot - 1];
        std::uint32_t& other = m_slotsOfOtherKinds[{name, kind}];
        if (other == 0)
            other = newSamples(name, kind);
        return m_kernels[other - 1];
    }

    void addSample(EventId event, EventKind kind, TimeRange range, TimeRange cut, std::size_t index)
    {
        KernelSamples& samples = samplesOf(m_trace.events().name(event), kind);
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
            m_parts[i].median = median(m_partDurations[i]);
            m_parts[i].p99 = percentile(m_partDurations[i], 0.99);
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

    const Trace& m_trace;
    const Labels* m_labels;
    std::stop_token m_stop;
    std::span<const TrackId> m_tracks; // empty: all
    LaunchCursor m_launches;
    RangeSummary m_summary;
    std::vector<LaneCursor> m_cursors; // a heap
    RunningUnion m_busy;
    std::vector<RunningUnion> m_busyOfStream;
    Ns m_total = 0; // of all operations, cut
    std::array<PartUse, kPartCount> m_parts{};
    std::array<std::vector<Ns>, kPartCount> m_partDurations;
    std::vector<KernelSamples> m_kernels;
    std::vector<std::uint32_t> m_slots; // by name: index among m_kernels + 1; 0: none
    std::map<std::pair<NameId, EventKind>, std::uint32_t> m_slotsOfOtherKinds; // of names that have several
};

} // namespace

Result<RangeSummary> summarizeRange(const Trace& trace, TimeRange range, const Labels* labels, std::stop_token stop,
                                    std::span<const TrackId> tracks)
{
    return Summarizer(trace, range, labels, std::move(stop), tracks).run();
}

} // namespace decodescope
