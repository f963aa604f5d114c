// SPDX-License-Identifier: GPL-3.0-or-later
// A live source that a test drives by hand.
#pragma once

#include "core/live/live_source.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace decodescope::test {

// What the test holds after the source itself has gone to its new owner.
struct FakeLiveControl
{
    BatchQueue* queue = nullptr; // after start()
    CaptureOptions options;
    std::atomic<bool> stopRequested = false;
    std::atomic<bool> destroyed = false;
    Result<void> startResult;
    TraceSource description;

    void setStatus(const CaptureStatus& status)
    {
        const std::scoped_lock lock(m_mutex);
        m_status = status;
    }
    CaptureStatus status() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_status;
    }

private:
    mutable std::mutex m_mutex;
    CaptureStatus m_status;
};

class FakeLiveSource : public LiveSource
{
public:
    explicit FakeLiveSource(std::shared_ptr<FakeLiveControl> control)
        : m_control(std::move(control))
    {
    }
    ~FakeLiveSource() override { m_control->destroyed = true; }

    Result<void> start(const CaptureOptions& options, BatchQueue& queue) override
    {
        m_control->options = options;
        m_control->queue = &queue;
        return m_control->startResult;
    }
    void requestStop() override { m_control->stopRequested = true; }
    CaptureStatus status() const override { return m_control->status(); }
    TraceSource description() const override { return m_control->description; }

private:
    std::shared_ptr<FakeLiveControl> m_control;
};

// Operators of 50 ns, one each 100 ns, on one thread.
inline std::unique_ptr<EventBatch> batchOf(int first, int count)
{
    auto batch = std::make_unique<EventBatch>();
    BatchThread thread;
    thread.pid = {7, 0, true};
    thread.tid = {7, 0, true};
    for (int i = first; i < first + count; ++i) {
        BatchEvent event;
        event.time = i * 100;
        event.duration = 50;
        event.name = batch->strings.add("aten::add");
        event.category = batch->strings.add("cpu_op");
        event.thread = batch->threadNumber(thread);
        batch->events.push_back(event);
    }
    return batch;
}

} // namespace decodescope::test
