// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/capture_worker.h"

#include "capture/model/torch_errors.h"
#include "capture/record/clock.h"
#include "capture/record/lib_torch.h"
#include "capture/record/op_observer.h"
#include "capture/record/record_pump.h"
#include "capture/record/step_timer.h"

#include <algorithm>
#include <memory>

namespace decodescope {

namespace {

constexpr int kSettlingSteps = 3; // untimed, since libraries choose their kernels and the allocator its blocks
constexpr int kStepsAfter = 30;   // timed again at the end, at most as many as before

// Notes the model's modules while a window is open.
class ModuleRecorder final : public ModuleScopeSink
{
public:
    explicit ModuleRecorder(OpStack& stack)
        : m_stack(stack)
    {
    }
    void enter(const ModuleScope& scope) noexcept override
    {
        m_stack.beginModule(scope.part, scope.layer, realtimeNow());
    }
    void leave() noexcept override { m_stack.endModule(realtimeNow()); }

private:
    OpStack& m_stack;
};

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
    Result<StepTimes> timePlainSteps(int steps, CapturePhase phase);
    Result<void> record();
    Result<void> recordPrefill();
    Result<void> recordSteps(StepTimer& timer);
    Result<void> changeTo(StepAction action);
    Result<void> runStep(std::int64_t step, StepTimer& timer);
    Result<void> openWindow();
    Result<void> closeWindow();
    void detach();

    const CaptureOptions& m_options;
    CaptureProgress& m_progress;
    BatchQueue& m_queue;
    CaptureFacts& m_facts;
    std::optional<CapturePlan> m_plan;
    std::unique_ptr<DecodeSession> m_session;

    // While recording; in the order in which they need each other.
    HostRecordQueue m_hostRecords;
    std::unique_ptr<OpStack> m_stack;
    std::unique_ptr<ModuleRecorder> m_modules;
    std::unique_ptr<GpuRecorder> m_gpu;
    std::unique_ptr<RecordBatcher> m_batcher;
    std::unique_ptr<RecordPump> m_pump;
    std::unique_ptr<OpObserver> m_ops; // there while a window is open
};

Result<void> CaptureWorker::load()
{
    m_progress.setPhase(CapturePhase::loading);
    auto plan = planCapture(m_options, libTorchHasCuda());
    if (!plan)
        return tl::unexpected(plan.error());
    m_plan = std::move(*plan);
    m_facts.gpu = m_plan->gpu;
    m_facts.note = m_plan->note;
    const std::int64_t planned = m_plan->schedule.plannedSteps();
    const int timed = m_options.timedSteps > 0 ? m_options.timedSteps + std::min(m_options.timedSteps, kStepsAfter) : 0;
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

Result<StepTimes> CaptureWorker::timePlainSteps(int steps, CapturePhase phase)
{
    if (steps == 0 || !goOn())
        return StepTimes();
    auto begun = prefill();
    m_progress.setPhase(phase);
    for (int step = 0; begun && step < kSettlingSteps && goOn(); ++step)
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

Result<void> CaptureWorker::openWindow()
{
    auto idle = m_session->synchronize(); // warm-up's work ends outside of the window
    if (!idle)
        return idle;
    m_ops = std::make_unique<OpObserver>(*m_stack, m_options.recordShapes);
    m_session->setScopeSink(m_modules.get());
    m_stack->openWindow(realtimeNow());
    return {};
}

// torch.profiler synchronizes before it stops, and that call is the last one in its traces.
Result<void> CaptureWorker::closeWindow()
{
    if (!m_ops)
        return {};
    auto idle = m_session->synchronize();
    m_stack->closeWindow(realtimeNow());
    m_session->setScopeSink(nullptr);
    m_ops.reset();
    return idle;
}

void CaptureWorker::detach()
{
    if (m_gpu)
        m_gpu->detach();
}

Result<void> CaptureWorker::changeTo(StepAction action)
{
    const auto attach = [this] { return m_gpu ? m_gpu->attach() : Result<void>(); };
    switch (action) {
    case StepAction::none:
        detach();
        m_progress.setPhase(CapturePhase::waiting);
        return {};
    case StepAction::warmup:
        m_progress.setPhase(CapturePhase::warmup);
        return attach();
    case StepAction::record:
        m_progress.setPhase(CapturePhase::active);
        if (m_ops)
            return {};
        return attach().and_then([this] { return openWindow(); });
    }
    return {};
}

Result<void> CaptureWorker::runStep(std::int64_t step, StepTimer& timer)
{
    const bool isRecorded = m_ops != nullptr;
    if (isRecorded) {
        if (auto started = timer.start(); !started)
            return started;
        m_stack->beginAnnotation("ProfilerStep", step, realtimeNow());
    }
    auto done = m_session->decodeStep();
    if (done && isRecorded)
        done = timer.stop();
    if (done && m_options.synchronizeEachStep)
        done = m_session->synchronize();
    if (isRecorded)
        m_stack->endAnnotation(realtimeNow());
    return done;
}

Result<void> CaptureWorker::recordPrefill()
{
    auto done = changeTo(StepAction::warmup)
                    .and_then([this] { return prefill(); }) // libraries load, the allocator grows
                    .and_then([this] { return openWindow(); });
    if (!done)
        return done;
    m_progress.setPhase(CapturePhase::prefill);
    m_stack->beginAnnotation("Prefill", -1, realtimeNow());
    done = prefill();
    m_stack->endAnnotation(realtimeNow());
    const auto closed = closeWindow();
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
            if (auto closed = closeWindow(); !closed)
                return closed;
        }
    }
    return {};
}

Result<void> CaptureWorker::record()
{
    if (!goOn())
        return {};
    if (m_plan->gpu) {
        // Not before: CUPTI would be in the process while the timer measures it without.
        auto gpu = GpuRecorder::open();
        if (!gpu)
            return tl::unexpected(gpu.error());
        m_gpu = std::move(*gpu);
        m_facts.cuptiVersion = m_gpu->cuptiVersion();
        m_facts.cuptiPath = m_gpu->cuptiPath();
    }
    const ClockPair begin = ClockPair::now();
    m_stack = std::make_unique<OpStack>(m_hostRecords);
    m_modules = std::make_unique<ModuleRecorder>(*m_stack);
    static const CallTable kNoCalls;
    m_batcher = std::make_unique<RecordBatcher>(
        BatcherOptions{m_facts.baseTime, m_options.recordShapes, m_plan->gpu, "decodescope"},
        m_gpu ? m_gpu->calls() : kNoCalls);
    m_pump = std::make_unique<RecordPump>(*m_batcher, m_hostRecords, m_gpu.get(), m_queue, [this](Ns until) {
        m_progress.update([until](CaptureStatus& status) { status.gpuCompleteUntil = until; });
    });

    StepTimer timer(*m_session);
    m_progress.setPhase(CapturePhase::prefill);
    auto done = m_options.includePrefill ? recordPrefill() : prefill();
    if (done)
        done = recordSteps(timer);
    m_progress.setPhase(CapturePhase::settling);
    const auto closed = closeWindow(); // also after an error: what was recorded is kept
    detach();
    m_pump->finish();
    m_facts.clockStep = clockStep(begin, ClockPair::now());
    m_facts.batches = m_batcher->counts();
    m_facts.droppedHostRecords = m_hostRecords.droppedRecords();
    if (m_gpu)
        m_facts.gpuRecords = m_gpu->counts();
    m_pump.reset();
    m_batcher.reset();
    m_gpu.reset();
    m_progress.update([this](CaptureStatus& status) { status.dropped = m_facts.dropped(); });
    if (auto times = timer.read())
        m_facts.recorded = std::move(*times);
    return done ? closed : done;
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
    return catchTorch("The capture failed", [&]() -> Result<void> {
        // Dies here with model and memory, also when something throws.
        return CaptureWorker(options, progress, queue, facts).run();
    });
}

} // namespace decodescope
