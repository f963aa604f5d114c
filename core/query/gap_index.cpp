// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/gap_index.h"

#include <algorithm>
#include <utility>

namespace decodescope {

GapIndex::GapIndex(std::vector<Gap> gaps)
    : m_gaps(std::move(gaps))
{
    for (std::size_t i = 0; i < m_gaps.size(); ++i) {
        const Gap& gap = m_gaps[i];
        if (m_streams.empty() || m_streams.back().stream != gap.stream)
            m_streams.push_back({gap.stream, i, {}});
        m_streams.back().lane.append(gap.range.begin, gap.range.end, gap.after);
    }
}

const GapIndex::StreamGaps* GapIndex::ofStream(TrackId stream) const
{
    const auto found =
        std::ranges::lower_bound(m_streams, stream, {}, &StreamGaps::stream); // as findGaps() orders them
    return found == m_streams.end() || found->stream != stream ? nullptr : &*found;
}

std::optional<std::size_t> GapIndex::find(TrackId stream, TimeRange range) const
{
    const StreamGaps* gaps = ofStream(stream);
    if (gaps == nullptr)
        return std::nullopt;
    const std::size_t at = gaps->lane.firstBeginningFrom(range.begin);
    if (at < gaps->lane.size() && gaps->lane.range(at) == range)
        return gaps->first + at;
    return std::nullopt;
}

std::optional<std::size_t> GapIndex::next(TrackId stream, Ns from, Ns least) const
{
    const StreamGaps* gaps = ofStream(stream);
    if (gaps == nullptr)
        return std::nullopt;
    for (std::size_t i = gaps->lane.firstBeginningFrom(saturatingAdd(from, 1)); i < gaps->lane.size(); ++i) {
        if (gaps->lane.range(i).length() >= least)
            return gaps->first + i;
    }
    return std::nullopt;
}

std::optional<std::size_t> GapIndex::previous(TrackId stream, Ns from, Ns least) const
{
    const StreamGaps* gaps = ofStream(stream);
    if (gaps == nullptr)
        return std::nullopt;
    for (std::size_t i = gaps->lane.firstBeginningFrom(from); i-- > 0;) {
        if (gaps->lane.range(i).length() >= least)
            return gaps->first + i;
    }
    return std::nullopt;
}

std::vector<std::size_t> GapIndex::numbersWithin(TimeRange window) const
{
    std::vector<std::size_t> found;
    if (window.isEmpty())
        return found;
    for (const StreamGaps& gaps : m_streams) {
        for (std::size_t i = gaps.lane.firstEndingAfter(window.begin);
             i < gaps.lane.size() && gaps.lane.begin(i) < window.end; ++i)
            found.push_back(gaps.first + i);
    }
    return found;
}

std::vector<Gap> GapIndex::within(TimeRange window) const
{
    std::vector<Gap> found;
    for (const std::size_t number : numbersWithin(window)) {
        found.push_back(m_gaps[number]);
        found.back().range = found.back().range.intersected(window);
    }
    return found;
}

std::vector<GapTotals> gapTotalsByStep(std::span<const Gap> gaps, std::size_t stepCount)
{
    std::vector<GapTotals> steps(stepCount);
    for (const Gap& gap : gaps) {
        if (gap.step >= 0 && static_cast<std::size_t>(gap.step) < stepCount)
            steps[static_cast<std::size_t>(gap.step)].add(gap);
    }
    return steps;
}

} // namespace decodescope
