// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/trace_document.h"

#include "ui/model/gap_store.h"

#include <QFileInfo>
#include <QTimer>

namespace decodescope {

namespace {

constexpr int kProgressIntervalMs = 50;
// Between labellings of a trace that grows: they take time from the decode that is being recorded.
constexpr int kLiveLabelIntervalMs = 1000;

QString titleOf(const QStringList& files)
{
    if (files.isEmpty())
        return {};
    const QString first = QFileInfo(files.front()).fileName();
    return files.size() == 1 ? first : TraceDocument::tr("%1 and %n more", nullptr, int(files.size()) - 1).arg(first);
}

} // namespace

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
    connect(m_progressTimer, &QTimer::timeout, this, &TraceDocument::stateChanged);
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

double TraceDocument::progress() const
{
    const std::shared_ptr<const Progress> progress = m_loader.progress();
    if (!progress || progress->total() == 0)
        return -1.0;
    return std::min(1.0, double(progress->done()) / double(progress->total()));
}

void TraceDocument::open(const QStringList& files)
{
    std::vector<std::string> paths;
    for (const QString& file : files)
        paths.push_back(file.toStdString());
    m_loadingFiles = files;
    m_loader.start(
        [opener = m_opener, paths](std::stop_token stop, Progress& progress) { return opener(paths, progress, stop); },
        [this, files](const Result<std::shared_ptr<const Trace>>& result) { finishLoading(result, files); });
    setState(State::loading);
}

void TraceDocument::cancel()
{
    if (m_state != State::loading)
        return;
    m_loader.cancel();
    m_loadingFiles.clear();
    setState(State::idle);
}

void TraceDocument::finishLoading(const Result<std::shared_ptr<const Trace>>& result, const QStringList& files)
{
    m_loadingFiles.clear();
    if (result) {
        m_state = State::idle; // before the views ask
        setTrace(*result, titleOf(files), files);
        m_progressTimer->stop();
        Q_EMIT stateChanged();
        return;
    }
    setState(State::idle);
    if (result.error().code != ErrorCode::cancelled)
        Q_EMIT loadFailed(QString::fromStdString(result.error().text()));
}

void TraceDocument::setTrace(std::shared_ptr<const Trace> trace, const QString& title, const QStringList& files)
{
    m_trace = std::move(trace);
    m_labels.reset();
    m_labelledTrace.reset();
    m_labelJob.cancel();
    m_labelTimer->stop();
    m_title = title;
    m_files = files;
    Q_EMIT traceReset();
    Q_EMIT traceChanged();
    label();
}

void TraceDocument::beginLive(const QString& title)
{
    cancel();
    m_state = State::live;
    setTrace(std::make_shared<const Trace>(), title);
    Q_EMIT stateChanged();
}

void TraceDocument::publish(std::shared_ptr<const Trace> snapshot)
{
    m_trace = std::move(snapshot);
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
    label();
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
