// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/step_recorder.h"

#include "capture/record/clock.h"
#include "capture/record/op_observer.h"
#include "capture/record/op_stack.h"

#include <utility>

namespace decodescope {

namespace {

// Notes the model's modules while a window is open.
class ModuleRecorder final : public ModuleScopeSink
{
public:
    explicit ModuleRecorder(OpStack& stack)
        : m_stack(stack)
    {
    }
    void enter(const ModuleScope& scope) noexcept override { m_stack.beginModule(scope.part, scope.layer, ticksNow()); }
    void leave() noexcept override { m_stack.endModule(ticksNow()); }

private:
    OpStack& m_stack;
};

const CallTable& noCalls()
{
    static const CallTable table;
    return table;
}

} // namespace

// In the order in which they need each other.
struct StepRecorder::Parts
{
    Parts(const StepRecorderOptions& options, std::vector<ModuleScope> graphNodes,
          std::unique_ptr<GpuRecorder> recorder, BatchQueue& queue, RecordPump::OnRound onRound)
        : shapes(options.shapes)
        , gpu(std::move(recorder))
        , stack(log)
        , modules(stack)
        , batcher({options.baseTime, options.shapes, options.gpu, "decodescope", std::move(graphNodes)},
                  gpu ? gpu->calls() : noCalls())
        , pump(batcher, log, gpu.get(), queue, std::move(onRound))
    {
        constexpr std::size_t kBlocks = 8; // four are in use while the pump keeps up
        log.prepare(kBlocks);
    }

    bool shapes;
    HostLog log;
    std::unique_ptr<GpuRecorder> gpu;
    OpStack stack;
    ModuleRecorder modules;
    RecordBatcher batcher;
    RecordPump pump;
    std::unique_ptr<OpObserver> ops; // there while a window is open
};

Result<std::unique_ptr<StepRecorder>> StepRecorder::create(DecodeSession& session, const StepRecorderOptions& options,
                                                           BatchQueue& queue, RecordPump::OnRound onRound)
{
    std::unique_ptr<GpuRecorder> gpu;
    if (options.gpu) {
        auto opened = GpuRecorder::open();
        if (!opened)
            return tl::unexpected(opened.error());
        gpu = std::move(*opened);
    }
    auto parts = std::make_unique<Parts>(options, session.graphNodeScopes(), std::move(gpu), queue, std::move(onRound));
    return std::unique_ptr<StepRecorder>(new StepRecorder(session, std::move(parts)));
}

StepRecorder::StepRecorder(DecodeSession& session, std::unique_ptr<Parts> parts)
    : m_session(session)
    , m_parts(std::move(parts))
{
}

StepRecorder::~StepRecorder()
{
    static_cast<void>(closeWindow());
    detach();
}

Result<void> StepRecorder::attach()
{
    return m_parts->gpu ? m_parts->gpu->attach() : Result<void>();
}

void StepRecorder::detach()
{
    if (m_parts->gpu)
        m_parts->gpu->detach();
}

Result<void> StepRecorder::openWindow()
{
    if (m_isRecording)
        return {};
    auto idle = m_session.synchronize();
    if (!idle)
        return idle;
    m_parts->ops = std::make_unique<OpObserver>(m_parts->stack, m_parts->shapes);
    m_session.setScopeSink(&m_parts->modules);
    m_parts->stack.openWindow(ticksNow());
    m_isRecording = true;
    return {};
}

// torch.profiler synchronizes before it stops, and that call is the last one in its traces; so it is here.
Result<void> StepRecorder::closeWindow()
{
    if (!m_isRecording)
        return {};
    m_isRecording = false;
    auto idle = m_session.synchronize();
    m_parts->stack.closeWindow(ticksNow());
    m_session.setScopeSink(nullptr);
    m_parts->ops.reset();
    return idle;
}

void StepRecorder::beginAnnotation(const char* name, std::int64_t number)
{
    m_parts->stack.beginAnnotation(name, number, ticksNow());
}

void StepRecorder::endAnnotation()
{
    m_parts->stack.endAnnotation(ticksNow());
}

Result<void> StepRecorder::finish()
{
    auto closed = closeWindow();
    detach();
    m_parts->pump.finish();
    m_batchCounts = m_parts->batcher.counts();
    if (m_parts->gpu)
        m_gpuCounts = m_parts->gpu->counts();
    return closed;
}

std::uint64_t StepRecorder::droppedHostRecords() const
{
    return m_parts->log.droppedRecords();
}

const GpuRecorder* StepRecorder::gpuRecorder() const
{
    return m_parts->gpu.get();
}

} // namespace decodescope
