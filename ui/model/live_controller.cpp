// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/live_controller.h"

#include "ui/model/trace_document.h"

#include <QElapsedTimer>
#include <QTimer>

namespace decodescope {

namespace {

constexpr int kTickMs = 33;
// Of a tick; the rest waits for the next one. What was appended takes as long again to be placed and painted, and all
// of it is to be less than half of a tick.
constexpr qint64 kAppendBudgetMs = 5;

bool hasEnded(CapturePhase phase)
{
    return phase == CapturePhase::finished || phase == CapturePhase::failed;
}

} // namespace

LiveController::LiveController(TraceDocument& document, SourceFactory factory, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_factory(std::move(factory))
    , m_timer(new QTimer(this))
    , m_maker(this)
    , m_disposer(this)
{
    m_timer->setInterval(kTickMs);
    connect(m_timer, &QTimer::timeout, this, &LiveController::tick);
}

LiveController::~LiveController()
{
    if (m_source)
        m_source->requestStop();
    m_source.reset(); // before the queue
}

void LiveController::start(const CaptureOptions& options)
{
    if (isActive())
        return;
    m_status = {};
    m_status.phase = CapturePhase::loading;
    m_maker.start([factory = m_factory](std::stop_token, Progress&) { return factory(); },
                  [this, options](Result<std::unique_ptr<LiveSource>> source) { begin(std::move(source), options); });
    setState(State::preparing);
    Q_EMIT statusChanged();
}

void LiveController::requestStop()
{
    if (m_state == State::preparing) {
        m_maker.cancel();
        m_status = {};
        setState(State::idle);
    } else if (m_state == State::running) {
        m_source->requestStop();
        setState(State::stopping);
    }
    Q_EMIT statusChanged();
}

void LiveController::begin(Result<std::unique_ptr<LiveSource>> source, const CaptureOptions& options)
{
    m_queue = std::make_shared<BatchQueue>();
    Result<void> started;
    if (source) {
        m_source = std::move(*source);
        started = m_source->start(options, *m_queue);
    } else {
        started = tl::unexpected<Error>(source.error());
    }
    if (!started) {
        m_source.reset();
        m_status.phase = CapturePhase::failed;
        m_status.error = started.error();
        setState(State::idle);
        Q_EMIT statusChanged();
        Q_EMIT failed(QString::fromStdString(m_status.error.text()));
        return;
    }
    m_trace = std::make_unique<LiveTrace>(options.maxTraceBytes);
    m_generation = 0;
    m_droppedSteps = 0;
    m_document.beginLive(tr("Live capture"));
    m_timer->start();
    setState(State::running);
}

void LiveController::tick()
{
    // The status first: what was pushed before the source said that it has ended is then surely in the queue.
    CaptureStatus status = m_source->status();
    const bool ended = hasEnded(status.phase);
    m_status = std::move(status);
    drain(ended);
    if (ended && m_waiting.empty())
        end();
    Q_EMIT statusChanged();
}

void LiveController::drain(bool ended)
{
    for (auto& batch : m_queue->takeAll())
        m_waiting.push_back(std::move(batch));
    const bool grows = !m_waiting.empty();
    QElapsedTimer clock;
    clock.start();
    while (!m_waiting.empty() && clock.elapsed() < kAppendBudgetMs) {
        m_trace->append(*m_waiting.front());
        m_waiting.pop_front();
    }
    if (m_waiting.empty())
        m_trace->setGpuCompleteUntil(m_status.gpuCompleteUntil);
    m_droppedSteps = m_trace->droppedSteps();
    if (grows && !(ended && m_waiting.empty())) // end() publishes the last one
        publish(m_trace->snapshot());
}

void LiveController::publish(std::shared_ptr<const Trace> snapshot)
{
    if (m_trace->generation() == m_generation)
        m_document.publish(std::move(snapshot));
    else
        m_document.setTrace(std::move(snapshot), m_document.title()); // event ids mean other events now
    m_generation = m_trace->generation();
}

void LiveController::end()
{
    m_timer->stop();
    publish(m_trace->finish(m_source->description(), m_status.dropped + m_queue->droppedEvents()));
    m_trace.reset();
    m_document.endLive();
    // Giving back a model's memory takes a while.
    m_disposer.start(
        [source = std::shared_ptr<LiveSource>(std::move(m_source)), queue = m_queue](std::stop_token,
                                                                                     Progress&) mutable {
            source.reset();
            return true;
        },
        [](bool) {});
    setState(State::idle);
    if (m_status.phase == CapturePhase::failed)
        Q_EMIT failed(QString::fromStdString(m_status.error.text()));
}

void LiveController::setState(State state)
{
    m_state = state;
    Q_EMIT stateChanged();
}

} // namespace decodescope
