// SPDX-License-Identifier: GPL-3.0-or-later
// What a CPU thread did in a stretch of time.
#pragma once

#include "core/query/gaps.h"

#include <array>
#include <vector>

namespace decodescope {

// Splits stretches of time over the causes of gaps, by the slices of a thread. Made once a trace; holds a reference to
// it. Used by one thread.
class HostActivity
{
public:
    explicit HostActivity(const Trace& trace);

    struct Split
    {
        std::array<Ns, kGapCauseCount> time{}; // sums up to the stretch's length
        EventId busiestOp = kNoEvent;
    };
    // `thread`: a track of the thread. `launch`: the call that ended the waiting, or kNoEvent. `outsideSteps`: what no
    // slice covers is then stepBoundary, else python. O(lanes x log n + slices in the stretch).
    Split split(TrackId thread, TimeRange stretch, EventId launch, bool outsideSteps);

private:
    struct Covered
    {
        TimeRange range;
        EventId event;
    };
    void collect(TrackId thread, TimeRange stretch, EventId launch);
    Ns addToUnion(const std::vector<Covered>& more);

    const Trace& m_trace;
    std::vector<std::vector<TimeRange>> m_overhead; // by source, by begin
    std::vector<GapCause> m_causeOfName;            // for API calls; python: no special one
    std::array<std::vector<Covered>, kGapCauseCount> m_found;
    std::vector<TimeRange> m_union;
};

} // namespace decodescope
