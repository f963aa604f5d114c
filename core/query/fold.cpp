// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/fold.h"

#include <algorithm>

namespace decodescope {

namespace {

constexpr std::size_t kBlock = LaneSummary::slicesIn(0);
// A column is put together of at least so many blocks of the lane's summary, so that one at its edge is a quarter.
constexpr std::size_t kManyBlocks = 4;

// Several slices as one.
struct Group
{
    std::size_t first = 0;
    std::size_t next = 0; // behind the last one
    std::uint32_t longest = 0;
    EventId event = kNoEvent; // the longest; kNoEvent: not looked up
    double longestNs = -1;
    double covered = 0; // ns

    static Group from(std::size_t i) { return {i, i, static_cast<std::uint32_t>(i)}; }
    void add(const LaneSummary::Block& block, std::size_t slices)
    {
        covered += block.covered;
        next += slices;
        if (block.longestNs > longestNs) {
            longestNs = block.longestNs;
            longest = block.longest;
            event = block.event;
        }
    }
    void addNext(const Lane& lane)
    {
        const auto length = static_cast<double>(lane.range(next).length());
        covered += length;
        if (length > longestNs) {
            longestNs = length;
            longest = static_cast<std::uint32_t>(next);
            event = kNoEvent;
        }
        ++next;
    }
};

// Whether block i of a level begins before t as a whole: so it is when its follower begins no later.
bool isBefore(const LaneSummary& summary, std::size_t level, std::size_t i, Ns t)
{
    return i + 1 < summary.blockCount(level) && summary.block(level, i + 1).begin <= t;
}

bool areManyBefore(const LaneSummary& summary, std::size_t level, std::size_t position, Ns t)
{
    return isBefore(summary, level, position / LaneSummary::slicesIn(level) + kManyBlocks - 1, t);
}

// The coarsest level of which at least kManyBlocks blocks, from the one that holds `position` on, begin before t; 0 if
// none. `guess` is the neighbour's: every other level that is asked is memory to wait for.
std::size_t levelFor(const LaneSummary& summary, std::size_t position, Ns t, std::size_t guess)
{
    std::size_t level = guess;
    while (level > 0 && !areManyBefore(summary, level, position, t))
        --level;
    while (level + 1 < LaneSummary::kLevels && level >= guess && areManyBefore(summary, level + 1, position, t))
        ++level;
    return level;
}

// Adds whole blocks that begin before t: those of a level, and finer ones up to its first edge. They lie in memory one
// after the other, and memory is what a fold waits for. True: the next block begins at or after `notBefore`.
bool addBlocks(const LaneSummary& summary, std::size_t level, Ns t, Ns notBefore, Group& group)
{
    while (true) {
        std::size_t at = level;
        while (at > 0 && group.next % LaneSummary::slicesIn(at) != 0)
            --at;
        const std::size_t i = group.next / LaneSummary::slicesIn(at);
        if (!isBefore(summary, at, i, t))
            return i < summary.blockCount(at) && summary.block(at, i).begin >= notBefore;
        group.add(summary.block(at, i), LaneSummary::slicesIn(at));
    }
}

// The slices that begin in the column, to its quarter: what is left goes to the next one, but nothing that was left
// over once goes on again. Many blocks of the level begin in it, and `first` is at the edge of one of level 0.
Group groupOfBlocks(const Lane& lane, std::size_t first, TimeRange column, std::size_t level)
{
    Group group = Group::from(first);
    bool isDone = addBlocks(lane.summary(), level, column.end, column.begin, group);
    while (!isDone && level > 0)
        isDone = addBlocks(lane.summary(), --level, std::min(column.begin, column.end), column.begin, group);
    while (!isDone && group.next < lane.size() && lane.begin(group.next) < column.begin)
        group.addNext(lane);
    return group;
}

std::uint8_t share(double covered, double whole)
{
    return static_cast<std::uint8_t>(std::clamp(covered / std::max(whole, 1.0) * 255 + 0.5, 0.0, 255.0));
}

// One fold of one lane, column by column.
class Folding
{
public:
    // Of slice `first` and its followers, those that begin before `until`, which is the edge of column untilPx.
    Folding(const Lane& lane, const TimeScale& scale, int columnPx, std::size_t first, int untilPx, Ns until,
            std::vector<Run>& out)
        : m_lane(lane)
        , m_summary(lane.summary())
        , m_scale(scale)
        , m_columnPx(std::max(columnPx, 1))
        , m_nsPerPx(scale.nsPerPx())
        , m_out(out)
        , m_untilPx(untilPx)
        , m_until(until)
        , m_next(first)
        , m_firstRun(out.size())
    {
    }

    void run()
    {
        while (m_next < m_lane.size() && m_used < m_untilPx && (foldBlocks() || foldSlices()))
            continue;
    }

    // Those that have found no column go to the last one, or behind a wide slice that ends it.
    void runOverflow()
    {
        Group group = Group::from(m_next);
        addAllBefore(m_until, group);
        if (group.next == group.first)
            return;
        const bool hasColumn = m_out.size() > m_firstRun && m_out.back().count > 1;
        if (!hasColumn) {
            emit(m_used, m_used + 1, group);
            return;
        }
        Run& last = m_out.back();
        last.count += static_cast<std::uint32_t>(group.next - group.first);
        last.covered = share(last.covered / 255.0 * last.width * m_nsPerPx + group.covered, last.width * m_nsPerPx);
        if (group.longestNs > static_cast<double>(m_lane.range(last.position).length())) {
            last.position = group.longest;
            last.event = group.event;
        }
        m_next = group.next;
    }

    // Asked for all at once, so that their misses overlap.
    void lookUpEvents()
    {
        for (std::size_t i = m_firstRun; i < m_out.size(); ++i) {
            if (m_out[i].event == kNoEvent)
                m_out[i].event = m_lane.event(m_out[i].position);
        }
    }

private:
    int columnEnd(int px) const { return std::min((px / m_columnPx + 1) * m_columnPx, m_scale.widthPx()); }

    void emit(int from, int to, const Group& group)
    {
        m_out.push_back({from, to - from, group.longest, static_cast<std::uint32_t>(group.first),
                         static_cast<std::uint32_t>(group.next - group.first),
                         share(group.covered, (to - from) * m_nsPerPx), group.event});
        m_used = to;
        m_next = group.next;
    }

    // A column of many blocks; false: it is none. Nothing but the summary is asked here.
    bool foldBlocks()
    {
        if (m_next % kBlock != 0 || m_next / kBlock + kManyBlocks >= m_summary.blockCount(0))
            return false;
        std::size_t at = m_level;
        while (at > 0 && (m_next % LaneSummary::slicesIn(at) != 0 ||
                          m_next / LaneSummary::slicesIn(at) >= m_summary.blockCount(at)))
            --at;
        const Ns begin = m_summary.block(at, m_next / LaneSummary::slicesIn(at)).begin;
        const int from = std::max(m_scale.pixelAt(begin), m_used);
        if (from >= m_untilPx)
            return false;
        const int to = columnEnd(from);
        const Ns end = std::min(m_scale.timeAt(to), m_until - 1); // slices of a block may begin with its follower
        m_level = levelFor(m_summary, m_next, end, m_level);
        if (m_level == 0 && !areManyBefore(m_summary, 0, m_next, end))
            return false;
        emit(from, to, groupOfBlocks(m_lane, m_next, {m_scale.timeAt(from / m_columnPx * m_columnPx), end}, m_level));
        return true;
    }

    // A wide slice, or the narrow ones of a column; false: the view is at its end.
    bool foldSlices()
    {
        const std::size_t i = m_next;
        if (m_lane.begin(i) >= m_until)
            return false;
        const int x = m_scale.pixelAt(m_lane.begin(i));
        const int end = m_scale.pixelAt(m_lane.end(i));
        const int from = std::max(x, m_used);
        if (end - x > m_columnPx) {
            emit(from, end, {i, i + 1, static_cast<std::uint32_t>(i), kNoEvent, 0, 1e18});
            return true;
        }
        const Ns columnEndNs = std::min(m_scale.timeAt(columnEnd(from)), m_until);
        Group group = walkSlices(columnEndNs, kBlock * (kManyBlocks + 1) - i % kBlock);
        int lastX = m_scale.pixelAt(m_lane.begin(group.next - 1));
        int groupEnd = m_scale.pixelAt(m_lane.end(group.next - 1));
        const bool isLastWide = group.next > i + 1 && groupEnd - lastX > m_columnPx;
        if (isLastWide) { // reaches far out of the column: a run of its own, next
            group = walkSlices(kMaxNs, group.next - 1 - i);
            lastX = m_scale.pixelAt(m_lane.begin(group.next - 1));
            groupEnd = m_scale.pixelAt(m_lane.end(group.next - 1));
        }
        groupEnd = std::max({groupEnd, lastX + 1, from + 1});
        if (!isLastWide && group.next < m_lane.size() && m_lane.begin(group.next) < columnEndNs)
            groupEnd = columnEnd(from); // more than are walked at once: the others go to the next column
        emit(from, groupEnd, group);
        return true;
    }

    // O(log slices).
    void addAllBefore(Ns t, Group& group) const
    {
        const auto isEdge = [&] { return group.next % kBlock == 0; };
        const auto hasNext = [&] { return group.next < m_lane.size() && m_lane.begin(group.next) < t; };
        while (hasNext() && !isEdge())
            group.addNext(m_lane);
        for (std::size_t level = LaneSummary::kLevels; level-- > 0 && hasNext();)
            addBlocks(m_summary, level, t - 1, t, group); // slices of a block may begin with its follower
        while (hasNext())
            group.addNext(m_lane);
    }

    // The slices that begin before t, at least one, at most `most`: by blocks where these lie before t, else one by
    // one. Of more than kManyBlocks blocks the last few are left, so that what follows can go on by blocks alone.
    Group walkSlices(Ns t, std::size_t most) const
    {
        Group group = Group::from(m_next);
        const std::size_t end = std::min(m_lane.size(), m_next + most);
        do {
            const std::size_t block = group.next / kBlock;
            const bool isEdge = group.next % kBlock == 0 && group.next + kBlock <= end;
            if (isEdge && isBefore(m_summary, 0, block, t))
                group.add(m_summary.block(0, block), kBlock);
            else if (isEdge && group.next - group.first >= kManyBlocks * kBlock)
                break;
            else
                group.addNext(m_lane);
        } while (group.next < end && m_lane.begin(group.next) < t);
        return group;
    }

    const Lane& m_lane;
    const LaneSummary& m_summary;
    const TimeScale& m_scale;
    const int m_columnPx;
    const double m_nsPerPx;
    std::vector<Run>& m_out;
    const int m_untilPx;
    const Ns m_until;
    std::size_t m_next;      // slice
    std::size_t m_firstRun;  // in m_out
    int m_used = 0;          // pixels below this one are taken
    std::size_t m_level = 0; // of the summary, in the column before
};

} // namespace

void foldLane(const Lane& lane, const TimeScale& scale, int columnPx, std::vector<Run>& out)
{
    Folding folding(lane, scale, columnPx, lane.firstEndingAfter(scale.range().begin), scale.widthPx(),
                    scale.range().end, out);
    folding.run();
    folding.lookUpEvents();
}

void foldBeginsIn(const Lane& lane, const TimeScale& scale, int columnPx, int untilPx, Ns until, std::vector<Run>& out)
{
    Folding folding(lane, scale, columnPx, lane.firstBeginningFrom(scale.range().begin), untilPx, until, out);
    folding.run();
    folding.runOverflow();
    folding.lookUpEvents();
}

} // namespace decodescope
