// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/live_capture.h"

#include "capture/record/capture_plan.h"
#include "capture/record/capture_worker.h"
#include "capture/record/clock.h"
#include "capture/record/decode_threads.h"

#include <exception>
#include <future>
#include <mutex>

namespace decodescope {

namespace {

class LiveCapture final : public LiveSource
{
public:
    LiveCapture() = default;
    ~LiveCapture() override
    {
        requestStop();
        if (m_done.valid())
            m_done.wait();
    }
    LiveCapture(const LiveCapture&) = delete;
    LiveCapture& operator=(const LiveCapture&) = delete;

    Result<void> start(const CaptureOptions& options, BatchQueue& queue) override;
    void requestStop() override { m_progress.requestStop(); }
    CaptureStatus status() const override { return m_progress.status(); }
    TraceSource description() const override;

private:
    void run(CaptureOptions options, BatchQueue& queue) noexcept;

    CaptureProgress m_progress;
    mutable std::mutex m_mutex; // over m_description
    TraceSource m_description;
    std::future<void> m_done;
};

Result<void> LiveCapture::start(const CaptureOptions& options, BatchQueue& queue)
{
    if (m_done.valid())
        return failure(ErrorCode::internal, "This capture has been started before.");
    if (auto checked = checkCaptureOptions(options); !checked)
        return checked;
    m_progress.setPhase(CapturePhase::loading);
    try {
        m_done = runOnDecodeThread([this, options, &queue] { run(options, queue); });
    } catch (const std::exception& exception) {
        return failure(ErrorCode::internal, std::string("No thread could be started: ") + exception.what());
    }
    return {};
}

TraceSource LiveCapture::description() const
{
    const std::lock_guard lock(m_mutex);
    return m_description;
}

void LiveCapture::run(CaptureOptions options, BatchQueue& queue) noexcept
{
    CaptureFacts facts;
    facts.options = options;
    facts.baseTime = torchBaseTime(realtimeNow());
    const auto describe = [&] {
        TraceSource description = describeCapture(facts);
        const std::lock_guard lock(m_mutex);
        m_description = std::move(description);
    };
    describe(); // the base time is known from the beginning
    const auto result = runCapture(options, m_progress, queue, facts);
    facts.isStopped = m_progress.isStopRequested();
    describe();
    m_progress.update([&result](CaptureStatus& status) {
        status.phase = result ? CapturePhase::finished : CapturePhase::failed;
        if (!result)
            status.error = result.error();
    });
}

} // namespace

std::unique_ptr<LiveSource> makeLiveCapture()
{
    return std::make_unique<LiveCapture>();
}

} // namespace decodescope
