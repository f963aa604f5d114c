// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/matched_lanes.h"

namespace decodescope {

const Lane& MatchedLanes::of(TrackId track, std::size_t lane) const
{
    static const Lane kNone;
    if (index(track) >= m_tracks.size() || lane >= m_tracks[index(track)].size())
        return kNone;
    return m_tracks[index(track)][lane];
}

EventId MatchedLanes::firstBeginningIn(TrackId track, std::size_t lane, Ns first, Ns last) const
{
    const Lane& matches = of(track, lane);
    const std::size_t i = matches.firstBeginningFrom(first);
    return i < matches.size() && matches.begin(i) <= last ? matches.event(i) : kNoEvent;
}

std::size_t MatchedLanes::count() const
{
    std::size_t sum = 0;
    for (const std::vector<Lane>& lanes : m_tracks)
        for (const Lane& lane : lanes)
            sum += lane.size();
    return sum;
}

} // namespace decodescope
