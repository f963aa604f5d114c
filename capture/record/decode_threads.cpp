// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/decode_threads.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace decodescope {

namespace {

struct Task
{
    std::function<void()> work;
    std::promise<void> done;
};

class DecodeThreads
{
public:
    std::future<void> run(std::function<void()> work)
    {
        const std::lock_guard lock(m_mutex);
        Task& task = m_tasks.emplace_back(Task{std::move(work), {}});
        auto done = task.done.get_future();
        if (m_tasks.size() > m_idle) {
            try {
                std::thread([this] { serve(); }).detach();
            } catch (...) {
                m_tasks.pop_back();
                throw;
            }
            ++m_idle;
        }
        m_wake.notify_one();
        return done;
    }

private:
    void serve()
    {
        std::unique_lock lock(m_mutex);
        for (;;) {
            m_wake.wait(lock, [this] { return !m_tasks.empty(); });
            Task task = std::move(m_tasks.front());
            m_tasks.pop_front();
            --m_idle;
            lock.unlock();
            task.work();
            task.work = nullptr;
            lock.lock();
            ++m_idle; // before anybody can know that the work is done and bring more
            task.done.set_value();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Task> m_tasks;
    std::size_t m_idle = 0; // threads that wait or are about to
};

} // namespace

std::future<void> runOnDecodeThread(std::function<void()> work)
{
    static auto* threads = new DecodeThreads; // never destroyed: its threads live until the process ends
    return threads->run(std::move(work));
}

} // namespace decodescope
