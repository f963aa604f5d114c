// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/trace_document.h"

#include "ui/model/gap_store.h"

#include <QFileInfo>
#include <QTimer>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace decodescope {

namespace {

constexpr int kProgressIntervalMs = 50;
constexpr qint64 kFirstSnapshotMs = 150; // what is read at once does not flash
constexpr qint64 kSnapshotIntervalMs = 250;
// Between labellings of a trace that grows: they take time from the decode that is being recorded.
constexpr int kLiveLabelIntervalMs = 1000;
// How often, and for how long, a trace that is no longer shown is held until nobody else holds it.
constexpr std::chrono::milliseconds kLookInterval{20};
constexpr int kMostLooks = 500;

QString titleOf(const QStringList& files)
{
    if (files.isEmpty())
        return {};
    const QString first = QFileInfo(files.front()).fileName();
    return files.size() == 1 ? first : TraceDocument::tr("%1 and %n more", nullptr, int(files.size()) - 1).arg(first);
}

// Why there is nothing in it.
QString warningsOf(const Trace& trace)
{
    QStringList sentences;
    for (const Warning& warning : trace.report().warnings())
        sentences += QString::fromStdString(warning.message);
    return sentences.join(QLatin1Char(' '));
}

} // namespace

struct TraceDocument::Mailbox
{
    std::mutex mutex;
    std::shared_ptr<const Trace> latest;

    void put(std::shared_ptr<const Trace> snapshot)
    {
        const std::lock_guard lock(mutex);
        latest.swap(snapshot); // the one from before goes when the lock is gone
    }
    std::shared_ptr<const Trace> take()
    {
        const std::lock_guard lock(mutex);
        return std::exchange(latest, nullptr);
    }
};

TraceDocument::TraceDocument(Opener opener, Labeller labeller, QObject* parent)
    : QObject(parent)
    , m_opener(std::move(opener))
    , m_labeller(std::move(labeller))
    , m_trace(std::make_shared<const Trace>())
    , m_labelledTrace(m_trace)
    , m_progressTimer(new QTimer(this))
    , m_labelTimer(new QTimer(this))
    , m_loader(this)
    , m_labelJob(this)
    , m_gaps(new GapStore(*this))
{
    m_progressTimer->setInterval(kProgressIntervalMs);
    m_labelTimer->setSingleShot(true);
    connect(m_labelTimer, &QTimer::timeout, this, &TraceDocument::label);
    connect(m_progressTimer, &QTimer::timeout, this, &TraceDocument::showProgress);
}

TraceDocument::~TraceDocument() = default;

TraceDocument* TraceDocument::makeSibling(QObject* parent) const
{
    return new TraceDocument(m_opener, m_labeller, parent);
}

void TraceDocument::setLabeller(Labeller labeller)
{
    m_labeller = std::move(labeller);
    m_labelJob.cancel();
    m_labelledTrace.reset();
    if (m_state == State::live)
        m_labelTimer->start(0);
    else
        label();
}

bool TraceDocument::isUnsaved() const
{
    return (m_isCapture && !isEmpty()) ||
           (m_beforeLive && m_beforeLive->isCapture && m_beforeLive->trace->eventCount() > 0);
}

double TraceDocument::progress() const
{
    const std::shared_ptr<const Progress> progress = m_loader.progress();
    if (!progress || progress->total() == 0)
        return -1.0;
    return std::min(1.0, double(progress->done()) / double(progress->total()));
}

void TraceDocument::open(const QStringList& files)
{
    if (m_state == State::live)
        return;
    dropLoading();
    std::vector<std::string> paths;
    for (const QString& file : files)
        paths.push_back(file.toStdString());
    m_loadingFiles = files;
    m_mailbox = std::make_shared<Mailbox>();
    m_sinceOpen.start();
    m_sinceSnapshot.invalidate();
    m_loader.start(
        [opener = m_opener, paths, mailbox = m_mailbox](std::stop_token stop, Progress& progress) {
            return opener(paths, progress, std::move(stop),
                          [&mailbox](std::shared_ptr<const Trace> snapshot) { mailbox->put(std::move(snapshot)); });
        },
        [this, files](const Result<std::shared_ptr<const Trace>>& result) { finishLoading(result, files); });
    setState(State::loading);
}

// Shows how far reading is, and what is there so far.
void TraceDocument::showProgress()
{
    Q_EMIT stateChanged();
    const bool isDue = !m_sinceSnapshot.isValid() || m_sinceSnapshot.elapsed() >= kSnapshotIntervalMs;
    if (!m_mailbox || !isDue || m_sinceOpen.elapsed() < kFirstSnapshotMs)
        return;
    std::shared_ptr<const Trace> snapshot = m_mailbox->take();
    if (!snapshot)
        return;
    m_sinceSnapshot.start();
    const bool isFirst = !m_before;
    if (isFirst) {
        m_before = Shown{m_trace, m_title, m_files, m_isCapture};
        forgetLabels();
        m_title = titleOf(m_loadingFiles);
        m_files.clear();
        m_isCapture = false;
    }
    m_trace = std::move(snapshot);
    if (isFirst)
        Q_EMIT traceReset();
    Q_EMIT traceChanged();
}

void TraceDocument::cancel()
{
    if (m_state != State::loading)
        return;
    m_loader.cancel();
    dropLoading();
}

// What is being read is no longer wanted: back to what was shown before.
void TraceDocument::dropLoading()
{
    m_loadingFiles.clear();
    m_mailbox.reset();
    if (m_state == State::loading)
        setState(State::idle);
    if (const std::optional<Shown> before = std::exchange(m_before, std::nullopt))
        show(*before);
}

// "": it was cancelled.
void TraceDocument::fail(const QString& message)
{
    dropLoading();
    if (!message.isEmpty())
        Q_EMIT loadFailed(message);
}

void TraceDocument::finishLoading(const Result<std::shared_ptr<const Trace>>& result, const QStringList& files)
{
    if (!result) {
        fail(result.error().code != ErrorCode::cancelled ? QString::fromStdString(result.error().text()) : QString());
        return;
    }
    if ((*result)->eventCount() == 0) { // half written, perhaps: what is shown is worth more
        fail(titleOf(files) + QStringLiteral(": ") + warningsOf(**result));
        return;
    }
    m_loadingFiles.clear();
    m_mailbox.reset();
    m_state = State::idle; // before the views ask
    m_progressTimer->stop();
    if (std::optional<Shown> before = std::exchange(m_before, std::nullopt)) { // what is looked at stays where it is
        dispose(std::move(before->trace));
        m_trace = *result;
        m_files = files;
        Q_EMIT traceChanged();
        Q_EMIT opened();
        label();
    } else {
        setTrace(*result, titleOf(files), files);
    }
    Q_EMIT stateChanged();
}

void TraceDocument::forgetLabels()
{
    m_labels.reset();
    m_labelledTrace.reset();
    m_labelJob.cancel();
    m_labelTimer->stop();
}

void TraceDocument::setTrace(std::shared_ptr<const Trace> trace, const QString& title, const QStringList& files)
{
    if (m_state == State::live && trace->eventCount() > 0)
        forgetBeforeLive();
    show({std::move(trace), title, files, m_state == State::live});
}

void TraceDocument::show(const Shown& shown)
{
    std::shared_ptr<const Trace> before = std::exchange(m_trace, shown.trace);
    forgetLabels();
    m_title = shown.title;
    m_files = shown.files;
    m_isCapture = shown.isCapture;
    Q_EMIT traceReset();
    Q_EMIT traceChanged();
    if (!m_files.isEmpty())
        Q_EMIT opened();
    label();
    dispose(std::move(before)); // when the views have let go of it
}

// Something was recorded.
void TraceDocument::forgetBeforeLive()
{
    if (std::optional<Shown> before = std::exchange(m_beforeLive, std::nullopt))
        dispose(std::move(before->trace));
}

// A trace of gigabytes takes a while to give back: so the last one to let go of it shall be another thread, also where
// a job that is no longer wanted comes back with it.
void TraceDocument::dispose(std::shared_ptr<const Trace> trace)
{
    if (!trace)
        return;
    m_disposer.start(
        [trace = std::move(trace)](const std::stop_token& stop, Progress&) {
            std::mutex mutex;
            std::condition_variable_any ended;
            std::unique_lock lock(mutex);
            for (int i = 0; i < kMostLooks && trace.use_count() > 1 && !stop.stop_requested(); ++i)
                ended.wait_for(lock, stop, kLookInterval, [] { return false; });
            return true;
        },
        [](bool) {});
}

void TraceDocument::beginLive(const QString& title)
{
    cancel();
    m_beforeLive = Shown{m_trace, m_title, m_files, m_isCapture};
    m_state = State::live;
    setTrace(std::make_shared<const Trace>(), title);
    Q_EMIT stateChanged();
}

void TraceDocument::publish(std::shared_ptr<const Trace> snapshot)
{
    m_trace = std::move(snapshot);
    if (m_trace->eventCount() > 0 || m_trace->report().count(WarningKind::droppedRecords) > 0)
        forgetBeforeLive();
    Q_EMIT traceChanged();
    if (!m_labelTimer->isActive())
        m_labelTimer->start(kLiveLabelIntervalMs);
}

void TraceDocument::label()
{
    if (isLabelled() || m_labelJob.isRunning()) // a growing trace would never let a job come to its end
        return;
    m_labelJob.start([labeller = m_labeller, trace = m_trace](
                         std::stop_token stop, Progress&) { return std::pair(labeller(*trace, stop), trace); },
                     [this](const std::pair<std::shared_ptr<const Labels>, std::shared_ptr<const Trace>>& result) {
                         m_labels = result.first;
                         m_labelledTrace = result.second;
                         Q_EMIT labelsChanged();
                         if (m_labelledTrace != m_trace && m_state != State::live)
                             label();
                     });
}

void TraceDocument::endLive()
{
    setState(State::idle);
    if (const std::optional<Shown> before = std::exchange(m_beforeLive, std::nullopt))
        show(*before);
    else
        label();
}

void TraceDocument::noteSaved(const QString& file)
{
    m_files = {file};
    m_title = titleOf(m_files);
    m_isCapture = false;
    Q_EMIT saved();
}

void TraceDocument::setState(State state)
{
    m_state = state;
    if (state == State::loading)
        m_progressTimer->start();
    else
        m_progressTimer->stop();
    Q_EMIT stateChanged();
}

} // namespace decodescope
