// SPDX-License-Identifier: GPL-3.0-or-later
// What a CPU thread did in a stretch of time.
#pragma once

#include "core/query/gaps.h"
#include "core/query/interval_union.h"

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

namespace decodescope {

// Splits stretches of time over the causes of gaps, by the slices of a thread. Made once a trace; holds a reference to
// it. Used by one thread. Making it takes O(events).
class HostActivity
{
public:
    explicit HostActivity(const Trace& trace);
    HostActivity(const HostActivity&) = delete;
    HostActivity& operator=(const HostActivity&) = delete;
    ~HostActivity();

    struct Split
    {
        std::array<Ns, kGapCauseCount> time{}; // sums up to the stretch's length
        EventId busiestOp = kNoEvent;
    };
    // `thread`: a track of the thread. `launch`: the call that ended the waiting, or kNoEvent. `outsideSteps`: what no
    // slice covers is then stepBoundary, else python. O(log n), and once a thread O(n log n), for its n slices.
    Split split(TrackId thread, TimeRange stretch, EventId launch, bool outsideSteps);

private:
    class Thread;
    const Thread& thread(TrackId id);

    const Trace& m_trace;
    std::vector<IntervalUnion> m_overhead;                                // of the profiler, by source
    std::vector<GapCause> m_causeOfName;                                  // for API calls; python: no special one
    std::unordered_map<TrackId, std::unique_ptr<const Thread>> m_threads; // those that were asked for
};

} // namespace decodescope
