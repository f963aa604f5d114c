// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/fold.h"

#include <algorithm>

namespace decodescope {

namespace {

// First slice from `from` on that begins at or after t. `guess` is about how far away that is: columns of a lane hold
// about as many slices each, so the answer is mostly found in a few steps.
std::size_t firstBeginningFrom(const Lane& lane, Ns t, std::size_t from, std::size_t guess)
{
    const std::size_t size = lane.size();
    std::size_t low = from;  // begins before t, or is `from`
    std::size_t high = size; // begins at or after t, or is the end
    std::size_t step = std::max<std::size_t>(guess / 8, 1);
    std::size_t at = from + std::max<std::size_t>(guess, 1);
    while (at < high && lane.begin(at) < t) {
        low = at;
        at += step;
        step *= 2;
    }
    if (at < high)
        high = at;
    step = std::max<std::size_t>(guess / 8, 1);
    // Not beyond the guess: step back from it.
    while (high > low + step && high - step > from && lane.begin(high - step) >= t) {
        high -= step;
        step *= 2;
    }
    if (high > low + step)
        low = high - step;
    while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        if (lane.begin(middle) < t)
            low = middle;
        else
            high = middle;
    }
    return high;
}

struct Look
{
    std::uint32_t longest = 0;
    double covered = 0; // ns
};

// What slices [first, first + count) are like.
Look lookAt(const Lane& lane, std::size_t first, std::size_t count)
{
    const std::size_t looks = std::min<std::size_t>(count, kFoldLooksAt);
    Look look{static_cast<std::uint32_t>(first), 0};
    Ns longest = -1;
    for (std::size_t i = 0; i < looks; ++i) {
        const std::size_t at = first + i * count / looks;
        const Ns length = lane.end(at) - lane.begin(at);
        look.covered += static_cast<double>(length);
        if (length > longest) {
            longest = length;
            look.longest = static_cast<std::uint32_t>(at);
        }
    }
    look.covered *= static_cast<double>(count) / static_cast<double>(looks);
    return look;
}

std::uint8_t share(double covered, double whole)
{
    return static_cast<std::uint8_t>(std::clamp(covered / std::max(whole, 1.0) * 255 + 0.5, 0.0, 255.0));
}

} // namespace

void foldLane(const Lane& lane, const TimeScale& scale, int columnPx, std::vector<Run>& out)
{
    const TimeRange range = scale.range();
    const std::size_t size = lane.size();
    const double nsPerPx = scale.nsPerPx();
    columnPx = std::max(columnPx, 1);
    int used = 0; // pixels below this one are taken
    std::size_t lastCount = 1;
    std::size_t i = lane.firstEndingAfter(range.begin);
    while (i < size && lane.begin(i) < range.end) {
        const int x = scale.pixelAt(lane.begin(i));
        const int end = scale.pixelAt(lane.end(i));
        if (end - x > columnPx) {
            const int from = std::max(x, used);
            out.push_back({from, end - from, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i), 1, 255});
            used = end;
            ++i;
            continue;
        }
        const int columnEnd = (x / columnPx + 1) * columnPx;
        std::size_t next = i + 1;
        if (next < size && lane.begin(next) < scale.timeAt(columnEnd))
            next = firstBeginningFrom(lane, scale.timeAt(columnEnd), i, lastCount);
        lastCount = next - i;
        int groupEnd = end;
        if (next > i + 1) { // the last one may reach far out of the column: it is a run of its own, next
            groupEnd = scale.pixelAt(lane.end(next - 1));
            if (groupEnd - scale.pixelAt(lane.begin(next - 1)) > columnPx) {
                --next;
                groupEnd = scale.pixelAt(lane.end(next - 1));
            }
        }
        const int from = std::min(std::max(x, used), scale.widthPx() - 1);
        const int to = std::max(from + 1, groupEnd);
        const Look look = lookAt(lane, i, next - i);
        out.push_back({from, to - from, look.longest, static_cast<std::uint32_t>(i),
                       static_cast<std::uint32_t>(next - i), share(look.covered, (to - from) * nsPerPx)});
        used = to;
        i = next;
    }
}

} // namespace decodescope
