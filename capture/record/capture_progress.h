// SPDX-License-Identifier: GPL-3.0-or-later
// How far a capture is: written by its threads, read by whoever shows it.
#pragma once

#include "core/live/live_source.h"

#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

namespace decodescope {

// Any thread.
class CaptureProgress
{
public:
    void requestStop() { m_stop.request_stop(); }
    bool isStopRequested() const { return m_stop.stop_requested(); }
    std::stop_token stopToken() const { return m_stop.get_token(); }

    CaptureStatus status() const
    {
        const std::lock_guard lock(m_mutex);
        return m_status;
    }
    // `change` gets the status by reference, under the lock.
    template <class Change>
    void update(Change change)
    {
        const std::lock_guard lock(m_mutex);
        change(m_status);
    }
    void setPhase(CapturePhase phase)
    {
        update([phase](CaptureStatus& status) { status.phase = phase; });
    }
    void countStep()
    {
        update([](CaptureStatus& status) { ++status.step; });
    }

private:
    std::stop_source m_stop;
    mutable std::mutex m_mutex;
    CaptureStatus m_status;
};

} // namespace decodescope
