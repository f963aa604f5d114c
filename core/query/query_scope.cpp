// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query_scope.h"

#include "core/trace/cut_out.h"

namespace decodescope {

QueryScope scopeOfSelection(const Trace& trace, std::optional<TimeRange> selected)
{
    if (!selected)
        return {};
    if (const auto step = trace.stepAt(selected->begin); step && trace.steps()[*step].range == *selected)
        return {step, std::nullopt};
    return {std::nullopt, selected};
}

std::vector<std::size_t> stepsOfScope(const Trace& trace, const QueryScope& scope)
{
    if (scope.step)
        return {*scope.step};
    const std::vector<bool> whole = wholeSteps(trace);
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < trace.steps().size(); ++i) {
        if (!whole[i])
            continue;
        if (!scope.range || scope.range->contains(trace.steps()[i].range))
            steps.push_back(i);
    }
    return steps;
}

} // namespace decodescope
