// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/trace_difference.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace decodescope::gpu {

namespace {

bool sameRow(const Trace& a, EventId inA, const Trace& b, EventId inB)
{
    const EventRow left = a.event(inA);
    const EventRow right = b.event(inB);
    return left.begin == right.begin && left.duration == right.duration && a.name(inA) == b.name(inB) &&
           a.category(inA) == b.category(inB);
}

} // namespace

std::size_t differingRows(const Trace& a, const Trace& b)
{
    const auto sorted = [](const Trace& trace) {
        std::vector<EventId> ids(trace.eventCount());
        for (std::uint32_t i = 0; i < ids.size(); ++i)
            ids[i] = EventId{i};
        std::sort(ids.begin(), ids.end(), [&trace](EventId left, EventId right) {
            const EventRow l = trace.event(left);
            const EventRow r = trace.event(right);
            return std::tuple(l.begin, l.duration, trace.category(left), trace.name(left)) <
                   std::tuple(r.begin, r.duration, trace.category(right), trace.name(right));
        });
        return ids;
    };
    const auto inA = sorted(a);
    const auto inB = sorted(b);
    std::size_t differing = std::max(inA.size(), inB.size()) - std::min(inA.size(), inB.size());
    for (std::size_t i = 0; i < std::min(inA.size(), inB.size()); ++i)
        differing += !sameRow(a, inA[i], b, inB[i]);
    return differing;
}

} // namespace decodescope::gpu
