// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/gap_store.h"

#include "ui/model/trace_document.h"

#include <QTimer>

#include <utility>

namespace decodescope {

namespace {

constexpr int kLiveIntervalMs = 2000;

} // namespace

GapStore::GapStore(TraceDocument& document)
    : QObject(&document)
    , m_document(document)
    , m_index(std::make_shared<const GapIndex>())
    , m_timer(new QTimer(this))
    , m_job(this)
{
    m_timer->setSingleShot(true);
    connect(m_timer, &QTimer::timeout, this, &GapStore::find);
    connect(&document, &TraceDocument::traceReset, this, &GapStore::forget);
    connect(&document, &TraceDocument::traceChanged, this, [this] {
        if (m_document.state() == TraceDocument::State::idle)
            find();
        else if (!m_timer->isActive())
            m_timer->start(kLiveIntervalMs);
    });
    connect(&document, &TraceDocument::stateChanged, this, [this] { // the end of a capture
        if (m_document.state() == TraceDocument::State::idle)
            find();
    });
}

bool GapStore::isComplete() const
{
    return m_foundIn.lock() == m_document.trace();
}

void GapStore::forget()
{
    m_job.cancel();
    m_timer->stop();
    m_foundIn.reset();
    m_index = std::make_shared<const GapIndex>();
    Q_EMIT changed();
}

void GapStore::find()
{
    if (isComplete() || m_job.isRunning()) // a growing trace would never let a job come to its end
        return;
    m_job.start(
        [trace = m_document.trace()](std::stop_token stop, Progress&) {
            return std::pair(std::make_shared<const GapIndex>(findGaps(*trace, {}, stop)), trace);
        },
        [this](const std::pair<std::shared_ptr<const GapIndex>, std::shared_ptr<const Trace>>& found) {
            m_index = found.first;
            m_foundIn = found.second;
            Q_EMIT changed();
            if (!isComplete() && m_document.state() != TraceDocument::State::live)
                find();
        });
}

} // namespace decodescope
