// SPDX-License-Identifier: GPL-3.0-or-later
// Which step a moment of a process belongs to.
#pragma once

#include "core/trace/trace.h"

#include <optional>
#include <vector>

namespace decodescope {

// Trace::stepAt() asks the whole trace; several ranks in one trace have steps that overlap, so each process is asked
// for itself here. Holds no reference to the trace.
class StepIndex
{
public:
    explicit StepIndex(const Trace& trace);

    // Index among trace.steps() of the step of `process` that covers t; nullopt when there is none. O(log steps).
    std::optional<std::size_t> at(ProcessId process, Ns t) const;

private:
    struct Entry
    {
        TimeRange range;
        std::size_t step;
    };
    std::vector<std::vector<Entry>> m_byProcess; // by begin
};

} // namespace decodescope
