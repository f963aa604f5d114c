// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/step_index.h"

#include <algorithm>

namespace decodescope {

StepIndex::StepIndex(const Trace& trace)
    : m_byProcess(trace.processes().size())
{
    const auto steps = trace.steps();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Track& track = trace.track(trace.events().track(steps[i].event));
        m_byProcess[index(track.process)].push_back({steps[i].range, i});
    }
}

std::optional<std::size_t> StepIndex::at(ProcessId process, Ns t) const
{
    const std::vector<Entry>& entries = m_byProcess[index(process)];
    const auto next =
        std::ranges::upper_bound(entries, t, std::ranges::less{}, [](const Entry& e) { return e.range.begin; });
    if (next == entries.begin() || !std::prev(next)->range.contains(t))
        return std::nullopt;
    return std::prev(next)->step;
}

} // namespace decodescope
