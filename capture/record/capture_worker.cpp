// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/capture_worker.h"

#include "capture/model/torch_errors.h"
#include "capture/record/clock.h"
#include "capture/record/gpu_recorder.h"
#include "capture/record/lib_torch.h"
#include "capture/record/step_recorder.h"
#include "capture/record/step_timer.h"

#include <algorithm>
#include <memory>

namespace decodescope {

namespace {

constexpr int kSettlingSteps = 3; // untimed at least, since libraries choose their kernels and the allocator its blocks
constexpr auto kCuptiBeforeTimer =
    "An earlier capture left CUPTI in this program, which may slow the timer's steps by a tenth: restart the program "
    "for the plain figure.";
constexpr int kStepsAfter = 30; // timed again at the end, at most as many as before

class CaptureWorker
{
public:
    CaptureWorker(const CaptureOptions& options, CaptureProgress& progress, BatchQueue& queue, CaptureFacts& facts)
        : m_options(options)
        , m_progress(progress)
        , m_queue(queue)
        , m_facts(facts)
    {
    }

    Result<void> run();

private:
    bool goOn() const { return !m_progress.isStopRequested(); }
    Result<void> load();
    Result<void> prefill();
    int settlingSteps() const;
    Result<StepTimes> timePlainSteps(int steps, CapturePhase phase);
    Result<void> record();
    Result<void> recordPrefill();
    Result<void> recordSteps(StepTimer& timer);
    Result<void> changeTo(StepAction action);
    Result<void> runStep(std::int64_t step, StepTimer& timer);

    const CaptureOptions& m_options;
    CaptureProgress& m_progress;
    BatchQueue& m_queue;
    CaptureFacts& m_facts;
    std::optional<CapturePlan> m_plan;
    std::unique_ptr<DecodeSession> m_session;
    std::unique_ptr<StepRecorder> m_recorder; // there while record() runs
};

Result<void> CaptureWorker::load()
{
    m_progress.setPhase(CapturePhase::loading);
    auto plan = planCapture(m_options, libTorchHasCuda());
    if (!plan)
        return tl::unexpected(plan.error());
    m_plan = std::move(*plan);
    m_plan->model.stop = m_progress.stopToken();
    m_facts.gpu = m_plan->gpu;
    m_facts.isCuptiBeforeTimer = m_plan->gpu && GpuRecorder::isInProcess();
    if (m_facts.isCuptiBeforeTimer)
        m_plan->note += kCuptiBeforeTimer;
    m_facts.note = m_plan->note;
    const std::int64_t planned = m_plan->schedule.plannedSteps();
    const int passesBefore = m_plan->gpu ? 2 : 1;
    const int timed = passesBefore * m_options.timedSteps + std::min(m_options.timedSteps, kStepsAfter);
    m_progress.update([&](CaptureStatus& status) {
        status.device = m_plan->gpu ? m_plan->gpu->name : "CPU";
        status.note = m_plan->note;
        status.steps = planned == 0 ? 0 : static_cast<int>(planned) + timed;
    });
    auto session = DecodeSession::create(m_plan->model);
    if (!session)
        return tl::unexpected(session.error());
    m_session = std::move(*session);
    m_facts.session = m_session->info();
    return {};
}

Result<void> CaptureWorker::prefill()
{
    return m_session->prefill().and_then([this] { return m_session->synchronize(); });
}

// So many that the timed steps begin at the cache length of the first recorded one: the two are compared.
int CaptureWorker::settlingSteps() const
{
    const std::int64_t fitting = m_plan->cachePositions - m_options.timedSteps - 1;
    return static_cast<int>(
        std::max<std::int64_t>(kSettlingSteps, std::min(m_plan->schedule.firstRecordedStep(), fitting)));
}

Result<StepTimes> CaptureWorker::timePlainSteps(int steps, CapturePhase phase)
{
    if (steps == 0 || !goOn())
        return StepTimes();
    auto begun = prefill();
    m_progress.setPhase(phase);
    for (int step = 0; begun && step < settlingSteps() && goOn(); ++step)
        begun = m_session->decodeStep();
    if (begun)
        begun = m_session->synchronize();
    if (!begun)
        return tl::unexpected(begun.error());
    return timeSteps(*m_session, steps, m_options.synchronizeEachStep, [this](int) {
        if (!goOn())
            return false;
        m_progress.countStep();
        return true;
    });
}

Result<void> CaptureWorker::changeTo(StepAction action)
{
    switch (action) {
    case StepAction::none:
        m_progress.setPhase(CapturePhase::waiting);
        m_recorder->detach();
        return {};
    case StepAction::warmup:
        m_progress.setPhase(CapturePhase::warmup);
        return m_recorder->attach();
    case StepAction::record:
        m_progress.setPhase(CapturePhase::active);
        return m_recorder->attach().and_then([this] { return m_recorder->openWindow(); });
    }
    return {};
}

Result<void> CaptureWorker::runStep(std::int64_t step, StepTimer& timer)
{
    const bool isRecorded = m_recorder->isRecording();
    if (isRecorded) {
        if (auto started = timer.start(); !started)
            return started;
        m_recorder->beginAnnotation("ProfilerStep", step);
    }
    auto done = m_session->decodeStep();
    if (done && isRecorded)
        done = timer.stop();
    if (done && m_options.synchronizeEachStep)
        done = m_session->synchronize();
    if (isRecorded)
        m_recorder->endAnnotation();
    return done;
}

Result<void> CaptureWorker::recordPrefill()
{
    m_progress.setPhase(CapturePhase::prefill);
    auto done = m_recorder->attach()
                    .and_then([this] { return prefill(); }) // libraries load, the allocator grows
                    .and_then([this] { return m_recorder->openWindow(); });
    if (!done)
        return done;
    m_recorder->beginAnnotation("Prefill", -1);
    done = prefill();
    if (done) // what was given up gets no row
        m_recorder->endAnnotation();
    const auto closed = m_recorder->closeWindow();
    return done ? closed : done;
}

Result<void> CaptureWorker::recordSteps(StepTimer& timer)
{
    const std::int64_t planned = m_plan->schedule.plannedSteps();
    const std::int64_t prompt = m_session->cacheLength();
    for (std::int64_t step = 0; (planned == 0 || step < planned) && goOn(); ++step) {
        auto done = changeTo(m_plan->schedule.action(step));
        if (done && m_session->cacheLength() - prompt >= m_plan->cachePositions)
            done = prefill();
        if (done)
            done = runStep(step, timer);
        if (!done)
            return done;
        m_progress.countStep();
        if (m_plan->schedule.endsCycle(step)) {
            if (auto closed = m_recorder->closeWindow(); !closed)
                return closed;
        }
    }
    return {};
}

Result<void> CaptureWorker::record()
{
    if (!goOn())
        return {};
    // Not before: CUPTI would be in the process while the timer measures it without.
    auto recorder = StepRecorder::create(
        *m_session, {m_facts.baseTime, m_options.recordShapes, m_plan->gpu}, m_queue,
        [this](Ns until) { m_progress.update([until](CaptureStatus& status) { status.gpuCompleteUntil = until; }); });
    if (!recorder)
        return tl::unexpected(recorder.error());
    m_recorder = std::move(*recorder);
    if (const GpuRecorder* gpu = m_recorder->gpuRecorder()) {
        m_facts.cuptiVersion = gpu->cuptiVersion();
        m_facts.cuptiPath = gpu->cuptiPath();
    }
    const ClockPair begin = ClockPair::now();
    StepTimer timer(*m_session);
    m_progress.setPhase(CapturePhase::prefill);
    auto done = m_options.includePrefill ? recordPrefill() : prefill();
    if (done)
        done = recordSteps(timer);
    m_progress.setPhase(CapturePhase::settling);
    const auto finished = m_recorder->finish(); // also after an error: what was recorded is kept
    m_facts.clockStep = clockStep(begin, ClockPair::now());
    m_facts.batches = m_recorder->batchCounts();
    m_facts.gpuRecords = m_recorder->gpuCounts();
    m_facts.droppedHostRecords = m_recorder->droppedHostRecords();
    m_recorder.reset();
    m_progress.update([this](CaptureStatus& status) { status.dropped = m_facts.dropped(); });
    if (auto times = timer.read())
        m_facts.recorded = std::move(*times);
    return done ? finished : done;
}

Result<void> CaptureWorker::run()
{
    if (auto loaded = load(); !loaded)
        return loaded;
    if (!goOn())
        return {};
    m_progress.setPhase(CapturePhase::prefill);
    if (auto first = prefill(); !first)
        return first;
    // On a GPU a first pass, for itself: cuDNN's attention plans anew for every cache length (TinyLlama on an H200: 40
    // ms a step), which a later step of the same length does not pay.
    if (m_plan->gpu) {
        auto firstPass = timePlainSteps(m_options.timedSteps, CapturePhase::timing);
        if (!firstPass)
            return tl::unexpected(firstPass.error());
        m_facts.first = std::move(*firstPass);
    }
    auto before = timePlainSteps(m_options.timedSteps, CapturePhase::timing);
    if (!before)
        return tl::unexpected(before.error());
    m_facts.before = std::move(*before);
    if (auto recorded = record(); !recorded)
        return recorded;
    auto after = timePlainSteps(std::min(m_options.timedSteps, kStepsAfter), CapturePhase::settling);
    if (!after)
        return tl::unexpected(after.error());
    m_facts.after = std::move(*after);
    m_progress.setPhase(CapturePhase::settling);
    return {};
}

} // namespace

Result<void> runCapture(const CaptureOptions& options, CaptureProgress& progress, BatchQueue& queue,
                        CaptureFacts& facts) noexcept
{
    const auto result = catchTorch("The capture failed", [&]() -> Result<void> {
        // Dies here with model and memory, also when something throws.
        return CaptureWorker(options, progress, queue, facts).run();
    });
    return !result && result.error().code == ErrorCode::cancelled ? Result<void>() : result; // a stop is no failure
}

} // namespace decodescope
