// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/batch_queue.h"

#include <utility>

namespace decodescope {

bool BatchQueue::push(std::unique_ptr<EventBatch> batch)
{
    const std::size_t count = batch->events.size();
    const std::lock_guard lock(m_mutex);
    if (m_events + count > m_maxEvents) {
        m_dropped += count;
        return false;
    }
    m_events += count;
    m_batches.push_back(std::move(batch));
    return true;
}

std::vector<std::unique_ptr<EventBatch>> BatchQueue::takeAll()
{
    const std::lock_guard lock(m_mutex);
    m_events = 0;
    return std::exchange(m_batches, {});
}

bool BatchQueue::isEmpty() const
{
    const std::lock_guard lock(m_mutex);
    return m_batches.empty();
}

std::uint64_t BatchQueue::droppedEvents() const
{
    const std::lock_guard lock(m_mutex);
    return m_dropped;
}

} // namespace decodescope
