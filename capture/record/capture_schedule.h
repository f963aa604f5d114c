// SPDX-License-Identifier: GPL-3.0-or-later
// Which decode steps are recorded: torch.profiler.schedule() as a state machine.
#pragma once

#include "core/base/result.h"
#include "core/live/capture_options.h"

#include <cstdint>

namespace decodescope {

enum class StepAction : std::uint8_t {
    none,   // nothing attached
    warmup, // GPU records on and thrown away
    record, // everything on, kept
};

// What torch.profiler.schedule() answers for a step. step(k), k = 0, 1, ...: the first skipFirst steps are `none`; then
// cycles of wait, warm-up and active steps, `repeat` times (0: without end). Pure; torch/profiler/profiler.py has the
// rule.
class CaptureSchedule
{
public:
    // Error: format, one sentence that names the option (active below 1, a number below 0, too many steps).
    static Result<CaptureSchedule> create(const ScheduleOptions& options);

    StepAction action(std::int64_t step) const;
    std::int64_t firstRecordedStep() const;
    // The last active step of its cycle.
    bool endsCycle(std::int64_t step) const;
    // Steps until nothing is recorded any more; 0: without end.
    std::int64_t plannedSteps() const;

private:
    explicit CaptureSchedule(const ScheduleOptions& options)
        : m_options(options)
    {
    }
    std::int64_t cycleLength() const { return std::int64_t{m_options.wait} + m_options.warmup + m_options.active; }

    ScheduleOptions m_options;
};

} // namespace decodescope
