// SPDX-License-Identifier: GPL-3.0-or-later
// The slices that somebody asked for, as lanes of their own: they fold and are searched as fast as all.
#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace decodescope {

class MatchedLanes
{
public:
    MatchedLanes() = default;

    // Of the slices for which isMatch(EventId) holds. Stopped: empty. O(slices).
    template <class IsMatch>
    MatchedLanes(const Trace& trace, IsMatch isMatch, std::stop_token stop = {})
    {
        for (const Track& track : trace.tracks()) {
            std::vector<Lane>& lanes = m_tracks.emplace_back();
            for (const Lane& lane : track.lanes) {
                Lane& matches = lanes.emplace_back();
                for (std::size_t i = 0; i < lane.size(); ++i) {
                    if ((i & kStopEvery) == 0 && stop.stop_requested()) {
                        m_tracks.clear();
                        return;
                    }
                    if (isMatch(lane.event(i)))
                        matches.append(lane.begin(i), lane.end(i), lane.event(i));
                }
            }
        }
    }

    // Those of one lane of the trace; nothing where the trace has grown a lane since. O(1).
    const Lane& of(TrackId track, std::size_t lane) const;
    // The first of them that begins in [first, last], both of the same lane as they are; kNoEvent: none does. O(log
    // matches).
    EventId firstBeginningIn(TrackId track, std::size_t lane, Ns first, Ns last) const;
    std::size_t count() const;

private:
    static constexpr std::size_t kStopEvery = 0xffff; // slices between two looks at the stop token

    std::vector<std::vector<Lane>> m_tracks; // by TrackId, lane
};

} // namespace decodescope
