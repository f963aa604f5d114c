// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/live_controller.h"

#include "ui/model/trace_document.h"

#include <QTimer>

#include <utility>

namespace decodescope {

namespace {

constexpr int kTickMs = 33;

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
    , m_appender(this)
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
    m_trace = std::make_shared<LiveTrace>(options.maxTraceBytes);
    m_generation = 0;
    m_droppedSteps = 0;
    m_document.beginLive(tr("Live capture"));
    m_timer->start();
    setState(State::running);
}

void LiveController::tick()
{
    // The status first: what was pushed before the source said that it has ended is then surely in the queue.
    m_status = m_source->status();
    if (!m_appender.isRunning()) {
        if (hasEnded(m_status.phase))
            appendLast();
        else if (!m_queue->isEmpty())
            append();
    }
    Q_EMIT statusChanged();
}

LiveController::Snapshot LiveController::grown(LiveTrace& trace, BatchQueue& queue, Ns gpuCompleteUntil,
                                               const std::stop_token& stop)
{
    for (const auto& batch : queue.takeAll()) {
        if (stop.stop_requested()) // the window goes: nobody will see it
            break;
        trace.append(*batch);
    }
    trace.setGpuCompleteUntil(gpuCompleteUntil);
    return {trace.snapshot(), trace.generation(), trace.droppedSteps()};
}

void LiveController::append()
{
    m_appender.start([trace = m_trace, queue = m_queue, until = m_status.gpuCompleteUntil](
                         const std::stop_token& stop, Progress&) { return grown(*trace, *queue, until, stop); },
                     [this](Snapshot snapshot) { publish(std::move(snapshot)); });
}

void LiveController::appendLast()
{
    m_timer->stop();
    m_appender.start( // and gives back what it knows of millions of events there, which takes a while
        [trace = std::exchange(m_trace, nullptr), queue = m_queue, until = m_status.gpuCompleteUntil,
         dropped = m_status.dropped, description = m_source->description()](const std::stop_token& stop, Progress&) {
            Snapshot last = grown(*trace, *queue, until, stop);
            if (!stop.stop_requested())
                last.trace = trace->finish(description, dropped + queue->droppedEvents());
            return last;
        },
        [this](Snapshot snapshot) {
            publish(std::move(snapshot));
            end();
        });
}

void LiveController::publish(Snapshot snapshot)
{
    m_droppedSteps = snapshot.droppedSteps;
    if (snapshot.generation == m_generation)
        m_document.publish(std::move(snapshot.trace));
    else
        m_document.setTrace(std::move(snapshot.trace), m_document.title()); // event ids mean other events now
    m_generation = snapshot.generation;
}

void LiveController::end()
{
    m_hasRecorded = !m_document.isEmpty();
    m_document.endLive();
    // Giving back a model's memory takes a while.
    m_disposer.start([source = std::shared_ptr<LiveSource>(std::move(m_source)),
                      queue = m_queue](std::stop_token, Progress&) { return true; },
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
