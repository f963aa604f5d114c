// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/slice_summary.h"

#include <algorithm>
#include <utility>

namespace decodescope {

namespace {

constexpr std::size_t kStopEvery = 0x3fff; // slices between two looks at the stop token

class Summarizer
{
public:
    Summarizer(const Trace& trace, TimeRange range, std::stop_token stop)
        : m_trace(trace)
        , m_stop(std::move(stop))
        , m_slots(trace.strings().size(), 0)
    {
        m_summary.range = range;
    }

    // False when stopped. `below`: the next lane of the same track, or nullptr.
    bool add(const Lane& lane, const Lane* below)
    {
        const TimeRange window = m_summary.range;
        std::size_t child = below != nullptr ? below->firstEndingAfter(window.begin) : 0;
        for (std::size_t i = firstInWindow(lane); i < lane.size() && lane.begin(i) < window.end; ++i) {
            if ((++m_seen & kStopEvery) == 0 && m_stop.stop_requested())
                return false;
            const EventId event = lane.event(i);
            if ((m_trace.events().flags(event) & EventFlag::implausible) != 0) {
                ++m_summary.implausible;
                continue;
            }
            const TimeRange cut = lane.range(i).intersected(window);
            Ns covered = 0;
            while (below != nullptr && child < below->size() && below->begin(child) < cut.end) {
                covered += below->range(child).intersected(cut).length();
                if (below->end(child) > cut.end)
                    break; // reaches into the next slice
                ++child;
            }
            addSlice(event, lane.range(i).length(), cut.length(), cut.length() - covered);
        }
        return true;
    }

    SliceSummary take()
    {
        std::ranges::sort(m_summary.uses, [](const SliceUse& a, const SliceUse& b) {
            return a.self != b.self ? a.self > b.self : a.name < b.name;
        });
        return std::move(m_summary);
    }

private:
    // Those of length 0 at the window's very begin included.
    std::size_t firstInWindow(const Lane& lane) const
    {
        const Ns begin = m_summary.range.begin;
        std::size_t i = lane.firstEndingAfter(begin);
        while (i > 0 && lane.begin(i - 1) == begin && lane.end(i - 1) == begin)
            --i;
        return i;
    }

    void addSlice(EventId event, Ns whole, Ns total, Ns self)
    {
        const NameId name = m_trace.events().name(event);
        std::uint32_t& slot = m_slots[index(name)];
        if (slot == 0) {
            m_summary.uses.push_back({name, 0, 0, 0, 0, event});
            slot = static_cast<std::uint32_t>(m_summary.uses.size());
        }
        SliceUse& use = m_summary.uses[slot - 1];
        ++use.count;
        use.total = saturatingAdd(use.total, total);
        use.self = saturatingAdd(use.self, self);
        if (whole > use.max) {
            use.max = whole;
            use.longest = event;
        }
        ++m_summary.slices;
        m_summary.self = saturatingAdd(m_summary.self, self);
    }

    const Trace& m_trace;
    std::stop_token m_stop;
    SliceSummary m_summary;
    std::vector<std::uint32_t> m_slots; // by name: index among the uses + 1; 0: none
    std::size_t m_seen = 0;
};

} // namespace

Result<SliceSummary> summarizeSlices(const Trace& trace, TimeRange range, std::span<const TrackId> tracks,
                                     std::stop_token stop)
{
    Summarizer summarizer(trace, range, std::move(stop));
    for (const TrackId id : tracks) {
        const Track& track = trace.track(id);
        if (track.kind == TrackKind::stream)
            continue;
        for (std::size_t i = 0; i < track.lanes.size(); ++i) {
            if (!summarizer.add(track.lanes[i], i + 1 < track.lanes.size() ? &track.lanes[i + 1] : nullptr))
                return failure(ErrorCode::cancelled, "The summary was stopped.");
        }
    }
    return summarizer.take();
}

std::vector<TrackId> threadTracks(const Trace& trace)
{
    std::vector<TrackId> found;
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        if (trace.tracks()[i].kind == TrackKind::thread)
            found.push_back(static_cast<TrackId>(i));
    }
    return found;
}

} // namespace decodescope
