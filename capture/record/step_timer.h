// SPDX-License-Identifier: GPL-3.0-or-later
// How long decode steps take, by a timer and not by a recorder.
#pragma once

#include "capture/model/decode_session.h"
#include "capture/model/device_timer.h"
#include "capture/record/step_times.h"

#include <deque>
#include <functional>
#include <vector>

namespace decodescope {

// One timer a step, read when all steps are done, so that reading does not disturb them.
class StepTimer
{
public:
    explicit StepTimer(const DecodeSession& session)
        : m_session(session)
    {
    }
    // Around one step. Beyond kMaxSteps steps are not timed.
    Result<void> start();
    Result<void> stop();
    // Waits for the device.
    Result<StepTimes> read();

private:
    static constexpr std::size_t kMaxSteps = 1000;
    const DecodeSession& m_session;
    std::deque<DeviceTimer> m_timers;
    std::vector<std::int64_t> m_cacheLengths; // at each one's start
    bool m_isOpen = false;
};

// Runs `steps` decode steps with nothing attached. `goOn` is asked before each step with its number.
Result<StepTimes> timeSteps(DecodeSession& session, int steps, bool synchronizeEach,
                            const std::function<bool(int step)>& goOn);

} // namespace decodescope
