// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/step_timer.h"

namespace decodescope {

Result<void> StepTimer::start()
{
    m_isOpen = m_timers.size() < kMaxSteps;
    if (!m_isOpen)
        return {};
    m_cacheLengths.push_back(m_session.cacheLength());
    m_timers.emplace_back(m_session.info().device, m_session.info().deviceIndex);
    return m_timers.back().start();
}

Result<void> StepTimer::stop()
{
    return m_isOpen ? m_timers.back().stop() : Result<void>();
}

Result<StepTimes> StepTimer::read()
{
    StepTimes times;
    times.cacheLengths = m_cacheLengths;
    for (DeviceTimer& timer : m_timers) {
        const auto elapsed = timer.elapsedNs();
        if (!elapsed)
            return tl::unexpected(elapsed.error());
        times.stepNs.push_back(*elapsed);
    }
    return times;
}

Result<StepTimes> timeSteps(DecodeSession& session, int steps, bool synchronizeEach,
                            const std::function<bool(int step)>& goOn)
{
    StepTimer each(session);
    DeviceTimer whole(session.info().device, session.info().deviceIndex);
    Result<void> done = whole.start();
    for (int step = 0; done && step < steps && goOn(step); ++step) {
        done = each.start()
                   .and_then([&] { return session.decodeStep(); })
                   .and_then([&] { return each.stop(); })
                   .and_then([&] { return synchronizeEach ? session.synchronize() : Result<void>(); });
    }
    if (done)
        done = whole.stop();
    if (!done)
        return tl::unexpected(done.error());
    auto times = each.read();
    const auto total = whole.elapsedNs();
    if (times && total)
        times->totalNs = *total;
    return times;
}

} // namespace decodescope
