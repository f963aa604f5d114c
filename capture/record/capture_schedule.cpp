// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/capture_schedule.h"

namespace decodescope {

Result<CaptureSchedule> CaptureSchedule::create(const ScheduleOptions& options)
{
    const auto outside = [](int value) { return value < 0 || value > kMostScheduledSteps; };
    if (options.active < 1 || options.active > kMostScheduledSteps)
        return failure(ErrorCode::format, "The schedule needs at least one active step (and at most 1000000).");
    if (outside(options.skipFirst) || outside(options.wait) || outside(options.warmup) || outside(options.repeat))
        return failure(ErrorCode::format,
                       "The schedule's skip-first, wait, warm-up and repeat must lie between 0 and 1000000.");
    return CaptureSchedule(options);
}

StepAction CaptureSchedule::action(std::int64_t step) const
{
    step -= m_options.skipFirst;
    if (step < 0)
        return StepAction::none;
    const std::int64_t cycle = cycleLength();
    if (m_options.repeat > 0 && step / cycle >= m_options.repeat)
        return StepAction::none;
    const std::int64_t position = step % cycle;
    if (position < m_options.wait)
        return StepAction::none;
    return position < std::int64_t{m_options.wait} + m_options.warmup ? StepAction::warmup : StepAction::record;
}

std::int64_t CaptureSchedule::firstRecordedStep() const
{
    return std::int64_t{m_options.skipFirst} + m_options.wait + m_options.warmup;
}

bool CaptureSchedule::endsCycle(std::int64_t step) const
{
    return action(step) == StepAction::record && (step - m_options.skipFirst) % cycleLength() == cycleLength() - 1;
}

std::int64_t CaptureSchedule::plannedSteps() const
{
    return m_options.repeat == 0 ? 0 : m_options.skipFirst + cycleLength() * m_options.repeat;
}

} // namespace decodescope
