// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/job_runner.h"

#include <algorithm>
#include <utility>

namespace decodescope {

struct JobRunner::Job
{
    std::jthread thread; // destroying it asks to stop and joins
};

JobRunner::JobRunner(QObject* parent)
    : QObject(parent)
{
}

JobRunner::~JobRunner()
{
    for (const auto& job : m_jobs)
        job->thread.request_stop(); // all first, then wait for all
    m_jobs.clear();
}

void JobRunner::run(Work work)
{
    const bool wasRunning = isRunning();
    if (m_current)
        m_current->thread.request_stop();
    m_progress = std::make_shared<Progress>();
    m_jobs.push_back(std::make_unique<Job>());
    Job* job = m_jobs.back().get();
    m_current = job;
    job->thread =
        std::jthread([this, job, work = std::move(work), progress = m_progress](std::stop_token stop) mutable noexcept {
            // What the work holds goes here, before anybody joins this thread.
            Delivery delivery = std::exchange(work, {})(std::move(stop), *progress);
            QMetaObject::invokeMethod(
                this, [this, job, delivery = std::move(delivery)] { retire(job, delivery); }, Qt::QueuedConnection);
        });
    if (!wasRunning)
        Q_EMIT runningChanged();
}

void JobRunner::cancel()
{
    if (!m_current)
        return;
    m_current->thread.request_stop();
    m_current = nullptr;
    m_progress.reset();
    Q_EMIT runningChanged();
}

void JobRunner::retire(Job* job, const Delivery& delivery)
{
    const auto it = std::find_if(m_jobs.begin(), m_jobs.end(), [job](const auto& owned) { return owned.get() == job; });
    const std::unique_ptr<Job> ended = std::move(*it); // its thread has nothing left to do: joining is immediate
    m_jobs.erase(it);
    if (job != m_current)
        return;
    m_current = nullptr;
    m_progress.reset();
    Q_EMIT runningChanged();
    delivery();
}

} // namespace decodescope
