// SPDX-License-Identifier: GPL-3.0-or-later
// Work off the UI thread of which only the latest counts.
#pragma once

#include "core/base/progress.h"

#include <QObject>

#include <functional>
#include <memory>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace decodescope {

// One kind of job: a new one asks its predecessor to stop and takes its place; what a superseded or cancelled job
// returns is thrown away. All calls from the thread that this object lives in, which never waits: threads that were
// asked to stop are joined when they have said good-bye. Only the destructor waits for them (jobs look at their stop
// token often).
class JobRunner : public QObject
{
    Q_OBJECT
public:
    explicit JobRunner(QObject* parent = nullptr);
    ~JobRunner() override;

    // work(std::stop_token, Progress&) -> R runs on a thread of its own and must not throw; deliver(R) is then called
    // from the event loop of this object's thread, unless the job was superseded or cancelled. `work`, with what it
    // holds, is destroyed on its thread.
    template <class Work, class Deliver>
    void start(Work work, Deliver deliver)
    {
        run([work = std::move(work), deliver = std::move(deliver)](std::stop_token stop,
                                                                   Progress& progress) mutable -> Delivery {
            using R = std::invoke_result_t<Work&, std::stop_token, Progress&>;
            auto result = std::make_shared<R>(work(stop, progress));
            return [result, deliver] { deliver(std::move(*result)); };
        });
    }
    void cancel();

    bool isRunning() const { return m_current != nullptr; }
    // Of the job that runs; null when none does.
    std::shared_ptr<const Progress> progress() const { return m_progress; }

Q_SIGNALS:
    // isRunning() has changed. After a job that was not superseded: just before its delivery.
    void runningChanged();

private:
    using Delivery = std::function<void()>;
    using Work = std::function<Delivery(std::stop_token, Progress&)>;
    struct Job;

    void run(Work work);
    void retire(Job* job, const Delivery& delivery);

    std::vector<std::unique_ptr<Job>> m_jobs; // the current one and those that have not ended yet
    Job* m_current = nullptr;
    std::shared_ptr<Progress> m_progress;
};

} // namespace decodescope
