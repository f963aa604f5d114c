// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/capture_run.h"

#include "core/trace/trace_builder.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <thread>
#include <time.h>

namespace decodescope::gpu {

namespace {

using Clock = std::chrono::steady_clock;

Ns realtimeNow()
{
    timespec time{};
    ::clock_gettime(CLOCK_REALTIME, &time);
    return Ns{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

class Drain
{
public:
    explicit Drain(CaptureRun& run)
        : m_run(run)
    {
    }

    // `completeUntil`: what the source said before the queue was looked at.
    void operator()(BatchQueue& queue, Ns baseTime, Ns completeUntil)
    {
        take(queue, baseTime);
        m_run.edgeMoves += completeUntil > m_completeUntil;
        m_completeUntil = std::max(m_completeUntil, completeUntil);
    }
    void finish(const TraceSource& description)
    {
        m_builder.source() = description;
        m_builder.finish();
        m_run.trace = m_builder.snapshot();
    }

private:
    // As LiveController's worker does in one tick.
    void take(BatchQueue& queue, Ns baseTime)
    {
        const auto begin = Clock::now();
        const auto taken = queue.takeAll();
        if (taken.empty())
            return;
        for (const auto& batch : taken)
            m_builder.append(*batch);
        m_run.trace = m_builder.snapshot();
        const double tick = std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
        m_run.longestTickNs = std::max(m_run.longestTickNs, tick);
        const Ns now = realtimeNow();
        for (const auto& batch : taken) {
            for (const BatchEvent& event : batch->events) {
                if (batch->strings.text(event.category) != "kernel")
                    continue;
                m_run.kernelDelaysNs.push_back(static_cast<double>(now - baseTime - event.time - event.duration));
                m_run.kernelsBehindEdge += event.time < m_completeUntil;
            }
        }
    }

    CaptureRun& m_run;
    TraceBuilder m_builder;
    Ns m_completeUntil = 0;
};

} // namespace

CreateLiveSource loadCaptureLibrary(const char* path)
{
    void* library = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
    auto* create =
        library != nullptr ? reinterpret_cast<CreateLiveSource>(::dlsym(library, kCreateLiveSourceSymbol)) : nullptr;
    if (create == nullptr) {
        std::fprintf(stderr, "The capture library could not be loaded: %s\n", ::dlerror());
        std::exit(2);
    }
    return create;
}

CaptureRun runCapture(CreateLiveSource create, const CaptureOptions& options,
                      const std::function<void(LiveSource&, const CaptureStatus&)>& watch)
{
    constexpr std::chrono::milliseconds kTick{33};
    CaptureRun run;
    BatchQueue queue;
    Drain drain(run);
    const auto begin = Clock::now();
    const std::unique_ptr<LiveSource> source(create());
    if (const auto started = source->start(options, queue); !started) {
        run.status.phase = CapturePhase::failed;
        run.status.error = started.error();
        return run;
    }
    for (;;) {
        run.status = source->status();
        if (watch)
            watch(*source, run.status);
        drain(queue, source->description().baseTime.value_or(0), run.status.gpuCompleteUntil);
        if (run.status.phase == CapturePhase::finished || run.status.phase == CapturePhase::failed)
            break;
        std::this_thread::sleep_for(kTick);
    }
    run.description = source->description();
    drain(queue, run.description.baseTime.value_or(0), run.status.gpuCompleteUntil);
    drain.finish(run.description);
    run.dropped = run.status.dropped + queue.droppedEvents();
    run.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    return run;
}

} // namespace decodescope::gpu
