// SPDX-License-Identifier: GPL-3.0-or-later
// Slices of one track that do not overlap, in order.
#pragma once

#include "core/base/chunked_vector.h"
#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/trace/lane_summary.h"

#include <cstddef>

namespace decodescope {

// Sorted by begin; a slice begins no earlier than its predecessor ends, so the ends are sorted too and every look-up is
// a binary search. 26 bytes a slice. A copy is a snapshot.
class Lane
{
public:
    std::size_t size() const { return m_begin.size(); }
    bool empty() const { return m_begin.empty(); }
    Ns begin(std::size_t i) const { return m_begin[i]; }
    Ns end(std::size_t i) const { return m_end[i]; }
    TimeRange range(std::size_t i) const { return {m_begin[i], m_end[i]}; }
    EventId event(std::size_t i) const { return m_event[i]; }

    // First slice that ends after t; size() if none. `from` is where to start: galloping, so a near answer is cheap.
    // O(log distance). Slices of length 0 at t count as ending after t only when they begin after t.
    std::size_t firstEndingAfter(Ns t, std::size_t from = 0) const;
    // First slice that begins at or after t. O(log distance).
    std::size_t firstBeginningFrom(Ns t, std::size_t from = 0) const;
    // The slice that covers t, or size(). A slice of length 0 covers its begin.
    std::size_t at(Ns t) const;

    void append(Ns begin, Ns end, EventId event)
    {
        m_begin.push_back(begin);
        m_end.push_back(end);
        m_event.push_back(event);
        m_summary.extend(m_begin, m_end, m_event);
    }
    void truncate(std::size_t size)
    {
        m_begin.truncate(size);
        m_end.truncate(size);
        m_event.truncate(size);
        m_summary.truncate(size);
    }
    void shrink()
    {
        m_begin.shrink();
        m_end.shrink();
        m_event.shrink();
        m_summary.shrink();
    }
    std::size_t bytes() const { return m_begin.bytes() + m_end.bytes() + m_event.bytes() + m_summary.bytes(); }

    // Of all but the last few slices.
    const LaneSummary& summary() const { return m_summary; }

private:
    ChunkedVector<Ns> m_begin;
    ChunkedVector<Ns> m_end;
    ChunkedVector<EventId> m_event;
    LaneSummary m_summary;
};

// Points in time of one track, in order: instants, counter samples. 12 bytes a point.
class EventSeries
{
public:
    std::size_t size() const { return m_time.size(); }
    bool empty() const { return m_time.empty(); }
    Ns time(std::size_t i) const { return m_time[i]; }
    EventId event(std::size_t i) const { return m_event[i]; }
    // First point at or after t. O(log n).
    std::size_t firstFrom(Ns t) const;

    void append(Ns time, EventId event)
    {
        m_time.push_back(time);
        m_event.push_back(event);
    }
    void truncate(std::size_t size)
    {
        m_time.truncate(size);
        m_event.truncate(size);
    }
    void shrink()
    {
        m_time.shrink();
        m_event.shrink();
    }
    std::size_t bytes() const { return m_time.bytes() + m_event.bytes(); }

private:
    ChunkedVector<Ns> m_time;
    ChunkedVector<EventId> m_event;
};

} // namespace decodescope
