// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a live capture: from a source of batches into the document, while it goes on.
#pragma once

#include "core/live/live_source.h"
#include "core/live/live_trace.h"
#include "ui/model/job_runner.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>

class QTimer;

namespace decodescope {

class TraceDocument;

// Lives in the UI thread and never waits: the source is made on a worker (that may load large libraries), works on
// threads of its own, and is deleted on a worker too. Thirty times a second a worker appends what has arrived, unless
// it is still at it, and hands over a snapshot, which the UI thread publishes.
class LiveController : public QObject
{
    Q_OBJECT
public:
    enum class State { idle, preparing, running, stopping };
    using SourceFactory = std::function<Result<std::unique_ptr<LiveSource>>()>; // called on a worker

    LiveController(TraceDocument& document, SourceFactory factory, QObject* parent = nullptr);
    ~LiveController() override; // stops, and waits for the source

    // Ignored unless idle.
    void start(const CaptureOptions& options);
    // At any moment; what was recorded is kept.
    void requestStop();

    State state() const { return m_state; }
    bool isActive() const { return m_state != State::idle; }
    // Of the capture that runs, or of the last one.
    const CaptureStatus& status() const { return m_status; }
    // Of the last capture that ended: false, the document shows what it showed before.
    bool hasRecorded() const { return m_hasRecorded; }
    // Of that capture: the oldest steps, which had to go to keep the trace within its bound.
    std::size_t droppedSteps() const { return m_droppedSteps; }

Q_SIGNALS:
    void stateChanged();
    void statusChanged();
    // One sentence. What was recorded until then stays in the document.
    void failed(const QString& message);

private:
    void begin(Result<std::unique_ptr<LiveSource>> source, const CaptureOptions& options);
    struct Snapshot
    {
        std::shared_ptr<const Trace> trace;
        unsigned generation = 0;
        std::size_t droppedSteps = 0;
    };

    static Snapshot grown(LiveTrace& trace, BatchQueue& queue, Ns gpuCompleteUntil, const std::stop_token& stop);
    void tick();
    void append();
    void appendLast();
    void publish(Snapshot snapshot);
    void end();
    void setState(State state);

    TraceDocument& m_document;
    SourceFactory m_factory;
    State m_state = State::idle;
    CaptureStatus m_status;
    std::size_t m_droppedSteps = 0;
    bool m_hasRecorded = false;
    // The queue outlives the source, which pushes into it.
    std::shared_ptr<BatchQueue> m_queue;
    std::unique_ptr<LiveSource> m_source;
    std::shared_ptr<LiveTrace> m_trace; // used by one job of m_appender at a time
    unsigned m_generation = 0;          // of what the document shows
    QTimer* m_timer;
    JobRunner m_maker;
    JobRunner m_appender;
    JobRunner m_disposer;
};

} // namespace decodescope
