// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture_run.h"

#include "app/capture_library.h"
#include "app/cli/command.h"
#include "core/base/plain_number.h"
#include "core/live/live_trace.h"

#include <array>
#include <chrono>
#include <csignal>
#include <thread>

namespace decodescope::cli {

namespace {

constexpr std::array kInterrupts = {SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t g_interrupted = 0; // all that a signal handler may write

void onInterrupt(int)
{
    g_interrupted = 1;
    for (const int signal : kInterrupts) // the second one ends the program
        std::signal(signal, SIG_DFL);
}

const char* phaseText(CapturePhase phase)
{
    switch (phase) {
    case CapturePhase::idle:
        return "starting";
    case CapturePhase::loading:
        return "loading the model";
    case CapturePhase::prefill:
        return "prefill";
    case CapturePhase::timing:
        return "timing steps with nothing attached";
    case CapturePhase::waiting:
        return "waiting";
    case CapturePhase::warmup:
        return "warming up";
    case CapturePhase::active:
        return "recording";
    case CapturePhase::settling:
        return "fetching records and timing again";
    case CapturePhase::finished:
        return "finished";
    case CapturePhase::failed:
        break;
    }
    return "failed";
}

// A line when the phase changes, not for every step, and none when it fails: the reason is said instead.
void tellPhase(const CaptureStatus& status, CapturePhase& last)
{
    if (status.phase == last || status.phase == CapturePhase::failed)
        return;
    last = status.phase;
    std::string line = status.device.empty() ? "" : status.device + ": ";
    line += phaseText(status.phase);
    if (status.steps > 0)
        line += ", step " + std::to_string(status.step) + " of " + std::to_string(status.steps);
    printMessage(line);
}

// What runs may take minutes, as a long prefill does: who does not want to wait is told how not to.
void tellStop(CapturePhase phase, bool hasEvents)
{
    printMessage(std::string("stopping after what runs now (") + phaseText(phase) + "); " +
                 (hasEvents ? "what was recorded is kept" : "nothing has been recorded yet") +
                 "; press Ctrl+C again to end at once");
}

// Takes over what the source delivers until it has ended; returns its last status.
CaptureStatus drain(LiveSource& source, BatchQueue& queue, LiveTrace& trace)
{
    CapturePhase told = CapturePhase::idle;
    bool isStopping = false;
    bool hasEvents = false;
    for (;;) {
        CaptureStatus status = source.status(); // before the queue: what came until then is in it
        for (const auto& batch : queue.takeAll()) {
            trace.append(*batch);
            hasEvents = hasEvents || !batch->events.empty();
        }
        tellPhase(status, told);
        if (status.phase == CapturePhase::finished || status.phase == CapturePhase::failed)
            return status;
        if (g_interrupted && !isStopping) {
            isStopping = true;
            tellStop(status.phase, hasEvents);
            source.requestStop();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

} // namespace

void stopOnInterrupt()
{
    for (const int signal : kInterrupts)
        std::signal(signal, onInterrupt);
}

bool wasInterrupted()
{
    return g_interrupted != 0;
}

Result<std::shared_ptr<const Trace>> captureTrace(const CaptureOptions& options)
{
    auto source = createLiveSource("/proc/self/exe");
    if (!source)
        return tl::unexpected(source.error());
    BatchQueue queue;
    LiveTrace trace(options.maxTraceBytes);
    if (const auto started = (*source)->start(options, queue); !started)
        return tl::unexpected(started.error());
    const CaptureStatus status = drain(**source, queue, trace);
    if (status.phase == CapturePhase::failed)
        return tl::unexpected(status.error);
    const std::uint64_t lost = status.dropped + queue.droppedEvents();
    const std::string dropped = trace.droppedText();
    auto finished = trace.finish((*source)->description(), lost);
    if (wasInterrupted() && finished->eventCount() == 0)
        return failure(ErrorCode::cancelled, "This capture was stopped before anything was recorded.");
    if (!status.note.empty())
        printMessage(status.note);
    if (lost > 0)
        printMessage(plainCount(lost, "record was", "records were") + " lost");
    if (!dropped.empty())
        printMessage(dropped);
    return finished;
}

} // namespace decodescope::cli
