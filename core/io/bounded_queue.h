// SPDX-License-Identifier: GPL-3.0-or-later
// Hands items from one thread to another, a few at a time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace decodescope {

// One producer that waits while the queue is full, one consumer that waits while it is empty.
template <class T>
class BoundedQueue
{
public:
    explicit BoundedQueue(std::size_t capacity)
        : m_capacity(capacity)
    {
    }

    // False when the queue was closed: the item is lost.
    bool push(T item)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_closed || m_items.size() < m_capacity; });
        if (m_closed)
            return false;
        m_items.push_back(std::move(item));
        lock.unlock();
        m_changed.notify_all();
        return true;
    }

    // Waits until pop() need not wait, but no longer than this; false when it would have to.
    bool waitFor(std::chrono::milliseconds patience)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, patience, [&] { return m_closed || m_finished || !m_items.empty(); });
    }

    // nullopt when the queue was finished and is empty, or was closed.
    std::optional<T> pop()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_closed || m_finished || !m_items.empty(); });
        if (m_closed || m_items.empty())
            return std::nullopt;
        std::optional<T> item(std::move(m_items.front()));
        m_items.pop_front();
        lock.unlock();
        m_changed.notify_all();
        return item;
    }

    // No more items come; those that are there are still delivered.
    void finish()
    {
        const std::lock_guard lock(m_mutex);
        m_finished = true;
        m_changed.notify_all();
    }

    // Gives up: both sides return at once.
    void close()
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        m_changed.notify_all();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<T> m_items;
    const std::size_t m_capacity;
    bool m_finished = false;
    bool m_closed = false;
};

} // namespace decodescope
