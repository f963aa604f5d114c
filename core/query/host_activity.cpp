// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/host_activity.h"

#include "core/trace/source_of.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

namespace decodescope {

namespace {

bool containsAny(std::string_view name, std::initializer_list<std::string_view> words)
{
    return std::ranges::any_of(words, [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

// The cause that a call to the runtime or driver of this name stands for. Names of CUDA and HIP differ in their prefix
// only.
GapCause causeOfCall(std::string_view name)
{
    if (containsAny(name, {"Synchronize"}))
        return GapCause::synchronize;
    if (containsAny(name, {"Memcpy"}))
        return GapCause::copy;
    if (containsAny(name, {"Malloc", "Free", "MemAlloc", "MemCreate", "MemMap", "MemUnmap", "MemRelease",
                           "MemSetAccess", "HostAlloc", "HostRegister", "MemAddressReserve"}))
        return GapCause::allocation;
    return GapCause::python;
}

constexpr std::size_t at(GapCause cause)
{
    return static_cast<std::size_t>(cause);
}

// What counts before what, the profiler's own work aside: a range counts for the first that covers it.
constexpr std::array kRanks{GapCause::synchronize, GapCause::allocation, GapCause::copy, GapCause::otherOp};
constexpr std::size_t kOpRank = kRanks.size() - 1;

// A union of which what the profiler covers is left out when it is measured.
class NetUnion
{
public:
    void add(TimeRange range) { m_union.add(range); }
    // All has been added.
    void finish(const IntervalUnion& profiler)
    {
        m_before.reserve(m_union.ranges().size());
        Ns sum = 0;
        for (const TimeRange& range : m_union.ranges()) {
            m_before.push_back(sum);
            sum += net(range, profiler);
        }
    }
    static Ns net(TimeRange range, const IntervalUnion& profiler)
    {
        return range.length() - profiler.lengthWithin(range);
    }
    // O(log n).
    Ns within(TimeRange window, const IntervalUnion& profiler) const
    {
        return until(window.end, profiler) - until(window.begin, profiler);
    }

private:
    Ns until(Ns t, const IntervalUnion& profiler) const
    {
        const auto ranges = m_union.ranges();
        const auto next = std::ranges::lower_bound(ranges, t, std::ranges::less{}, &TimeRange::begin);
        if (next == ranges.begin())
            return 0;
        const auto last = static_cast<std::size_t>(next - ranges.begin()) - 1;
        return m_before[last] + net({ranges[last].begin, std::min(t, ranges[last].end)}, profiler);
    }

    IntervalUnion m_union;
    std::vector<Ns> m_before; // net length of the ranges before each
};

// Operators that lie in no other one: their begins ascend, and so do their ends.
class OutermostOps
{
public:
    struct Op
    {
        TimeRange range;
        EventId event = kNoEvent;
    };

    // By begin, of equal ones the longest first.
    void add(const Op& op)
    {
        if (m_ops.empty() || op.range.end > m_ops.back().range.end)
            m_ops.push_back(op);
    }
    // All has been added.
    void finish()
    {
        const std::size_t count = m_ops.size();
        m_longest.resize(2 * count);
        for (std::size_t i = 0; i < count; ++i)
            m_longest[count + i] = static_cast<std::uint32_t>(i);
        for (std::size_t i = count; i-- > 1;)
            m_longest[i] = longer(m_longest[2 * i], m_longest[2 * i + 1]);
    }

    // From the begin of the first to the end of the last operator that holds the range; all that lies between is in
    // one of them. Op::event: the first one's. O(log n).
    std::optional<Op> around(TimeRange range) const
    {
        const std::size_t first = firstWithEnd(range.end);
        const std::size_t behind = firstBeginning(saturatingAdd(range.begin, 1));
        if (first >= behind)
            return std::nullopt;
        return Op{{m_ops[first].range.begin, m_ops[behind - 1].range.end}, m_ops[first].event};
    }

    // The one with the largest part in the window, of equal ones the first; nullopt without any. O(log n).
    std::optional<Op> longestIn(TimeRange window) const
    {
        const std::size_t first = firstWithEnd(saturatingAdd(window.begin, 1));
        const std::size_t inside = std::max(first, firstBeginning(window.begin)); // those before begin earlier
        const std::size_t behind = firstBeginning(window.end);
        const std::size_t crossing =
            std::clamp(firstWithEnd(saturatingAdd(window.end, 1)), inside, std::max(inside, behind));
        std::optional<Op> best;
        const auto offer = [&](std::size_t i) {
            const TimeRange cut = m_ops[i].range.intersected(window);
            if (!best || cut.length() > best->range.length())
                best = Op{cut, m_ops[i].event};
        };
        if (first < std::min(inside, behind))
            offer(std::min(inside - 1, firstWithEnd(window.end)));
        if (inside < crossing)
            offer(longestOf(inside, crossing));
        if (crossing < behind)
            offer(crossing);
        return best;
    }

private:
    std::size_t firstWithEnd(Ns end) const
    {
        return static_cast<std::size_t>(
            std::ranges::lower_bound(m_ops, end, {}, [](const Op& op) { return op.range.end; }) - m_ops.begin());
    }
    std::size_t firstBeginning(Ns begin) const
    {
        return static_cast<std::size_t>(
            std::ranges::lower_bound(m_ops, begin, {}, [](const Op& op) { return op.range.begin; }) - m_ops.begin());
    }
    std::uint32_t longer(std::uint32_t a, std::uint32_t b) const
    {
        const Ns lengthA = m_ops[a].range.length();
        const Ns lengthB = m_ops[b].range.length();
        return lengthA != lengthB ? (lengthA > lengthB ? a : b) : std::min(a, b);
    }
    // Of [from, to), which is not empty.
    std::size_t longestOf(std::size_t from, std::size_t to) const
    {
        auto best = static_cast<std::uint32_t>(from);
        for (std::size_t low = from + m_ops.size(), high = to + m_ops.size(); low < high; low /= 2, high /= 2) {
            if (low % 2 == 1)
                best = longer(best, m_longest[low++]);
            if (high % 2 == 1)
                best = longer(best, m_longest[--high]);
        }
        return best;
    }

    std::vector<Op> m_ops;
    std::vector<std::uint32_t> m_longest; // a tree: each of the second half is an op, each other the longer of its two
};

} // namespace

// The slices of one thread, put in order so that any stretch is a few look-ups.
class HostActivity::Thread
{
public:
    Thread(const Trace& trace, const Track& track, const std::vector<GapCause>& causeOfName,
           const IntervalUnion& profiler)
        : m_profiler(profiler)
    {
        struct Item
        {
            TimeRange range;
            std::size_t rank;
            EventId event;
        };
        std::vector<Item> items;
        for (const Lane& lane : track.lanes) {
            for (std::size_t i = 0; i < lane.size(); ++i) {
                const EventKind kind = trace.kind(lane.event(i));
                if (kind == EventKind::cpuOp)
                    items.push_back({lane.range(i), kOpRank, lane.event(i)});
                if (!isApiCall(kind))
                    continue;
                const GapCause cause = causeOfName[index(trace.events().name(lane.event(i)))];
                const auto rank = static_cast<std::size_t>(std::ranges::find(kRanks, cause) - kRanks.begin());
                if (rank < kOpRank)
                    items.push_back({lane.range(i), rank, lane.event(i)});
            }
        }
        std::ranges::stable_sort(items, {},
                                 [](const Item& item) { return std::pair(item.range.begin, -item.range.length()); });
        for (const Item& item : items) {
            for (std::size_t rank = item.rank; rank < kRanks.size(); ++rank)
                m_upTo[rank].add(item.range);
            if (item.rank == kOpRank)
                m_ops.add({item.range, item.event});
        }
        for (NetUnion& covered : m_upTo)
            covered.finish(profiler);
        m_ops.finish();
    }

    Ns upTo(std::size_t rank, TimeRange window) const { return m_upTo[rank].within(window, m_profiler); }
    const OutermostOps& ops() const { return m_ops; }

private:
    const IntervalUnion& m_profiler;
    std::array<NetUnion, kRanks.size()> m_upTo; // what slices of a rank or of one before it cover
    OutermostOps m_ops;
};

HostActivity::HostActivity(const Trace& trace)
    : m_trace(trace)
    , m_overhead(trace.sources().size())
    , m_causeOfName(trace.strings().size(), GapCause::python)
{
    for (std::size_t i = 0; i < m_causeOfName.size(); ++i)
        m_causeOfName[i] = causeOfCall(trace.text(static_cast<NameId>(i)));
    std::vector<std::vector<TimeRange>> overhead(trace.sources().size());
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const auto id = static_cast<EventId>(i);
        if (trace.kind(id) != EventKind::overhead)
            continue;
        const EventRow row = trace.event(id);
        if (row.type == EventType::slice && !row.has(EventFlag::implausible))
            overhead[sourceOf(trace, row.track)].push_back(row.range());
    }
    for (std::size_t source = 0; source < overhead.size(); ++source) {
        std::ranges::sort(overhead[source], std::ranges::less{}, &TimeRange::begin);
        for (const TimeRange& range : overhead[source])
            m_overhead[source].add(range);
    }
}

HostActivity::~HostActivity() = default;

const HostActivity::Thread& HostActivity::thread(TrackId id)
{
    std::unique_ptr<const Thread>& known = m_threads[id];
    if (!known)
        known = std::make_unique<const Thread>(m_trace, m_trace.track(id), m_causeOfName,
                                               m_overhead[sourceOf(m_trace, id)]);
    return *known;
}

HostActivity::Split HostActivity::split(TrackId thread, TimeRange stretch, EventId launch, bool outsideSteps)
{
    Split result;
    if (stretch.isEmpty())
        return result;
    const Thread& host = this->thread(thread);
    const IntervalUnion& profiler = m_overhead[sourceOf(m_trace, thread)];
    result.time[at(GapCause::profiler)] = profiler.lengthWithin(stretch);
    Ns covered = 0;
    for (std::size_t rank = 0; rank < kRanks.size(); ++rank) {
        const Ns grown = host.upTo(rank, stretch);
        result.time[at(kRanks[rank])] = grown - std::exchange(covered, grown);
    }
    // Of the operators, those around the launch. They lie in one range that ends with the stretch or behind it.
    Ns longest = 0;
    if (launch != kNoEvent) {
        if (const auto around = host.ops().around(m_trace.event(launch).range())) {
            const TimeRange cut = around->range.intersected(stretch);
            const Ns before = NetUnion::net(cut, profiler) - host.upTo(kOpRank - 1, cut);
            result.time[at(GapCause::opBeforeLaunch)] = before;
            result.time[at(GapCause::otherOp)] -= before;
            longest = cut.length();
            result.busiestOp = longest > 0 ? around->event : kNoEvent;
        }
    }
    if (const auto longestOp = host.ops().longestIn(stretch); longestOp && longestOp->range.length() > longest)
        result.busiestOp = longestOp->event;
    result.time[at(outsideSteps ? GapCause::stepBoundary : GapCause::python)] =
        stretch.length() - result.time[at(GapCause::profiler)] - covered;
    return result;
}

} // namespace decodescope
