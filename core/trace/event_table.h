// SPDX-License-Identifier: GPL-3.0-or-later
// All events of a trace, one column a field.
#pragma once

#include "core/base/chunked_vector.h"
#include "core/trace/event.h"

namespace decodescope {

// Append-only; a copy is a snapshot (see ChunkedVector). 32 bytes an event.
class EventTable
{
public:
    std::size_t size() const { return m_begin.size(); }

    EventRow row(EventId id) const
    {
        const std::size_t i = index(id);
        const Tail& tail = m_tail[i];
        return {m_begin[i], m_duration[i], m_name[i], m_track[i], m_args[i], tail.category, tail.type, tail.flags};
    }
    Ns begin(EventId id) const { return m_begin[index(id)]; }
    Ns duration(EventId id) const { return m_duration[index(id)]; }
    NameId name(EventId id) const { return m_name[index(id)]; }
    TrackId track(EventId id) const { return m_track[index(id)]; }
    ArgsId args(EventId id) const { return m_args[index(id)]; }
    CategoryId category(EventId id) const { return m_tail[index(id)].category; }
    EventType type(EventId id) const { return m_tail[index(id)].type; }
    std::uint8_t flags(EventId id) const { return m_tail[index(id)].flags; }

    EventId append(const EventRow& row)
    {
        const auto id = static_cast<EventId>(m_begin.size());
        m_begin.push_back(row.begin);
        m_duration.push_back(row.duration);
        m_name.push_back(row.name);
        m_track.push_back(row.track);
        m_args.push_back(row.args);
        m_tail.push_back({row.category, row.type, row.flags});
        return id;
    }

    std::size_t bytes() const
    {
        return m_begin.bytes() + m_duration.bytes() + m_name.bytes() + m_track.bytes() + m_args.bytes() +
               m_tail.bytes();
    }

private:
    struct Tail
    {
        CategoryId category;
        EventType type;
        std::uint8_t flags;
    };
    ChunkedVector<Ns> m_begin;
    ChunkedVector<Ns> m_duration;
    ChunkedVector<NameId> m_name;
    ChunkedVector<TrackId> m_track;
    ChunkedVector<ArgsId> m_args;
    ChunkedVector<Tail> m_tail;
};

} // namespace decodescope
