// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/fold.h"

#include <algorithm>

namespace decodescope {

namespace {

// A column is put together of at least so many blocks of the lane's summary, but for those at its ends.
constexpr std::size_t kManyBlocks = 4;
constexpr std::size_t kFewestBlocks = 2; // that are read in place of slices
constexpr std::size_t kBlock = LaneSummary::slicesIn(0);

// Several slices as one.
struct Group
{
    std::size_t first = 0;
    std::size_t next = 0; // behind the last one
    std::uint32_t longest = 0;
    double longestNs = -1;
    double covered = 0; // ns

    void add(std::uint32_t position, double longestOfIt, double coveredNs)
    {
        covered += coveredNs;
        if (longestOfIt > longestNs) {
            longestNs = longestOfIt;
            longest = position;
        }
    }
};

// The slices from `first` on that begin before t, one by one; at least the first, at most `most`.
Group walkSlices(const Lane& lane, std::size_t first, Ns t, std::size_t most)
{
    Group group{first, first, static_cast<std::uint32_t>(first), -1, 0};
    const std::size_t end = std::min(lane.size(), first + most);
    do {
        const auto length = static_cast<double>(lane.range(group.next).length());
        group.add(static_cast<std::uint32_t>(group.next), length, length);
        ++group.next;
    } while (group.next < end && lane.begin(group.next) < t);
    return group;
}

// Whether block i of a level begins before t as a whole: so it is when its follower begins no later.
bool isBefore(const LaneSummary& summary, std::size_t level, std::size_t i, Ns t)
{
    return i + 1 < summary.blockCount(level) && summary.block(level, i + 1).begin <= t;
}

// The coarsest level of which at least kManyBlocks blocks, from the one that holds `position` on, begin before t.
std::size_t levelFor(const LaneSummary& summary, std::size_t position, Ns t)
{
    std::size_t level = 0;
    while (level + 1 < LaneSummary::kLevels &&
           isBefore(summary, level + 1, position / LaneSummary::slicesIn(level + 1) + kManyBlocks - 1, t))
        ++level;
    return level;
}

// The same by blocks, as large ones as fit, but none smaller than it takes to be right to a quarter: memory is what a
// fold waits for. Ends at a block's edge; what is left of the column goes to the next one, but nothing that was left
// over once goes on again. `group` is empty, at the edge of a block of level 0.
void walkBlocks(const Lane& lane, TimeRange column, Group& group)
{
    const Ns t = column.end;
    const LaneSummary& summary = lane.summary();
    std::size_t least = levelFor(summary, group.first, t);
    std::size_t level = 0;
    while (true) {
        const std::size_t size = LaneSummary::slicesIn(level);
        const std::size_t i = group.next / size;
        const bool canClimb = level + 1 < LaneSummary::kLevels && group.next % LaneSummary::slicesIn(level + 1) == 0;
        if (canClimb &&
            (level < least || isBefore(summary, level + 1, group.next / LaneSummary::slicesIn(level + 1), t))) {
            ++level;
            continue;
        }
        if (!isBefore(summary, level, i, t)) {
            const bool isOfColumn = i < summary.blockCount(level) && summary.block(level, i).begin >= column.begin;
            if (level <= least && group.next > group.first && isOfColumn)
                return;
            if (level == 0)
                break;
            --level;
            least = std::min(least, level);
            continue;
        }
        const LaneSummary::Block& block = summary.block(level, i);
        group.add(block.longest, block.longestNs, block.covered);
        group.next = (i + 1) * size;
    }
    for (; group.next < lane.size() && lane.begin(group.next) < std::min(column.begin, t); ++group.next) {
        const auto length = static_cast<double>(lane.range(group.next).length());
        group.add(static_cast<std::uint32_t>(group.next), length, length);
    }
}

std::uint8_t share(double covered, double whole)
{
    return static_cast<std::uint8_t>(std::clamp(covered / std::max(whole, 1.0) * 255 + 0.5, 0.0, 255.0));
}

} // namespace

void foldLane(const Lane& lane, const TimeScale& scale, int columnPx, std::vector<Run>& out)
{
    const TimeRange range = scale.range();
    const LaneSummary& summary = lane.summary();
    const double nsPerPx = scale.nsPerPx();
    columnPx = std::max(columnPx, 1);
    int used = 0; // pixels below this one are taken
    std::size_t i = lane.firstEndingAfter(range.begin);
    const auto emit = [&](int from, int to, const Group& group) {
        out.push_back({from, to - from, group.longest, static_cast<std::uint32_t>(group.first),
                       static_cast<std::uint32_t>(group.next - group.first),
                       share(group.covered, (to - from) * nsPerPx)});
        used = to;
        i = group.next;
    };
    const auto columnEndOf = [&](int px) { return std::min((px / columnPx + 1) * columnPx, scale.widthPx()); };
    while (i < lane.size() && used < scale.widthPx()) {
        const std::size_t block = i / kBlock;
        if (i % kBlock == 0 && block + kFewestBlocks < summary.blockCount(0)) {
            // Nothing but the summary is asked here: memory is what a fold waits for.
            const int from = std::max(scale.pixelAt(summary.block(0, block).begin), used);
            const int columnEnd = columnEndOf(from);
            if (from < scale.widthPx() && summary.block(0, block + kFewestBlocks).begin < scale.timeAt(columnEnd)) {
                Group group{i, i, static_cast<std::uint32_t>(i), -1, 0};
                walkBlocks(lane, {scale.timeAt(from / columnPx * columnPx), scale.timeAt(columnEnd)}, group);
                emit(from, columnEnd, group);
                continue;
            }
        }
        if (lane.begin(i) >= range.end)
            break;
        const int x = scale.pixelAt(lane.begin(i));
        const int end = scale.pixelAt(lane.end(i));
        const int from = std::max(x, used);
        if (end - x > columnPx) {
            emit(from, end, {i, i + 1, static_cast<std::uint32_t>(i), 0, 1e18});
            continue;
        }
        const Ns columnEnd = scale.timeAt(columnEndOf(from));
        Group group = walkSlices(lane, i, columnEnd, kBlock * (kFewestBlocks + 1) - i % kBlock);
        int lastX = scale.pixelAt(lane.begin(group.next - 1));
        int groupEnd = scale.pixelAt(lane.end(group.next - 1));
        const bool isLastWide = group.next > i + 1 && groupEnd - lastX > columnPx;
        if (isLastWide) { // reaches far out of the column: a run of its own, next
            group = walkSlices(lane, i, kMaxNs, group.next - 1 - i);
            lastX = scale.pixelAt(lane.begin(group.next - 1));
            groupEnd = scale.pixelAt(lane.end(group.next - 1));
        }
        groupEnd = std::max({groupEnd, lastX + 1, from + 1});
        if (!isLastWide && group.next < lane.size() && lane.begin(group.next) < columnEnd)
            groupEnd = columnEndOf(from); // more than are walked at once: the others go to the next column
        emit(from, groupEnd, group);
    }
}

} // namespace decodescope
