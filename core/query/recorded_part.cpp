// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/recorded_part.h"

#include "core/query/gpu_operations.h"
#include "core/trace/cut_out.h"
#include "core/trace/source_of.h"

#include <algorithm>

namespace decodescope {

namespace {

constexpr TimeRange kAllTime{kMinNs, kMaxNs};

std::uint32_t sourceOfStep(const Trace& trace, const Step& step)
{
    return sourceOf(trace, trace.events().track(step.event));
}

// What each source holds.
std::vector<TimeRange> heldBySource(const Trace& trace)
{
    std::vector<TimeRange> held;
    for (const TraceSource& source : trace.sources()) {
        const auto cut = cutOutOf(source);
        held.push_back(cut ? cut->range : kAllTime);
    }
    return held;
}

RecordedPart partOf(TimeRange asked, TimeRange held)
{
    const TimeRange part = asked.intersected(held);
    return {part, part == asked};
}

} // namespace

RecordedPart recordedPart(const Trace& trace, TimeRange asked)
{
    const std::vector<TimeRange> held = heldBySource(trace);
    if (held.empty())
        return {asked, true};
    for (const Step& step : trace.steps())
        if (step.range == asked)
            return partOf(asked, held[sourceOfStep(trace, step)]);
    TimeRange all = held.front();
    for (const TimeRange& one : held)
        all = {std::min(all.begin, one.begin), std::max(all.end, one.end)};
    return partOf(asked, all);
}

std::vector<RecordedPart> recordedSteps(const Trace& trace)
{
    const std::vector<TimeRange> held = heldBySource(trace);
    std::vector<RecordedPart> parts;
    for (const Step& step : trace.steps())
        parts.push_back(partOf(step.range, held[sourceOfStep(trace, step)]));
    return parts;
}

} // namespace decodescope
