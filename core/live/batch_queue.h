// SPDX-License-Identifier: GPL-3.0-or-later
// From a live producer to the thread that owns the TraceBuilder.
#pragma once

#include "core/trace/event_batch.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace decodescope {

// Any number of producers, one consumer. Bounded by events: a batch that does not fit is dropped and its events are
// counted, so a producer never waits. The lock is held for a pointer move only.
class BatchQueue
{
public:
    explicit BatchQueue(std::size_t maxEvents = 4'000'000)
        : m_maxEvents(maxEvents)
    {
    }

    // Returns false when the batch was dropped.
    bool push(std::unique_ptr<EventBatch> batch);
    // Everything that has arrived, in order of arrival.
    std::vector<std::unique_ptr<EventBatch>> takeAll();
    bool isEmpty() const;
    std::uint64_t droppedEvents() const;

private:
    mutable std::mutex m_mutex;
    std::vector<std::unique_ptr<EventBatch>> m_batches;
    std::size_t m_events = 0;
    std::uint64_t m_dropped = 0;
    const std::size_t m_maxEvents;
};

} // namespace decodescope
