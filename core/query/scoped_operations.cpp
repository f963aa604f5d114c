// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/scoped_operations.h"

#include <optional>

namespace decodescope {

namespace {

// What of an operation lies in the scope; empty ranges of operations without a duration count too.
std::optional<TimeRange> withinScope(const GpuOperationUse& use, const QueryScope& scope)
{
    if (scope.step && use.step != static_cast<std::int32_t>(*scope.step))
        return std::nullopt;
    if (!scope.range)
        return use.range;
    if (use.range.isEmpty() ? !scope.range->contains(use.range.begin) : !scope.range->overlaps(use.range))
        return std::nullopt;
    return scope.range->intersected(use.range);
}

} // namespace

ScopedOperations operationsInScope(const Trace& trace, const QueryScope& scope, std::stop_token stop)
{
    ScopedOperations result;
    std::vector<bool> isCounted(trace.steps().size());
    for (const std::size_t step : stepsOfScope(trace, scope)) {
        isCounted[step] = true;
        ++result.steps;
    }
    for (const GpuOperationUse& use : gpuOperationsByBegin(trace, stop)) {
        const std::optional<TimeRange> part = withinScope(use, scope);
        if (!part)
            continue;
        if (use.implausible)
            ++result.implausible;
        else
            result.uses.push_back(
                {use, part->length(), use.step >= 0 && isCounted[static_cast<std::size_t>(use.step)]});
    }
    return result;
}

} // namespace decodescope
