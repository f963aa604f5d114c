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
        const Nature& nature = m_nature[i];
        return {m_begin[i], m_duration[i],   nature.name, m_track[i],
                m_args[i],  nature.category, nature.type, nature.flags};
    }
    Ns begin(EventId id) const { return m_begin[index(id)]; }
    Ns duration(EventId id) const { return m_duration[index(id)]; }
    NameId name(EventId id) const { return m_nature[index(id)].name; }
    TrackId track(EventId id) const { return m_track[index(id)]; }
    ArgsId args(EventId id) const { return m_args[index(id)]; }
    CategoryId category(EventId id) const { return m_nature[index(id)].category; }
    EventType type(EventId id) const { return m_nature[index(id)].type; }
    std::uint8_t flags(EventId id) const { return m_nature[index(id)].flags; }

    EventId append(const EventRow& row)
    {
        const auto id = static_cast<EventId>(m_begin.size());
        m_begin.push_back(row.begin);
        m_duration.push_back(row.duration);
        m_track.push_back(row.track);
        m_args.push_back(row.args);
        m_nature.push_back({row.name, row.category, row.type, row.flags});
        return id;
    }

    void shrink()
    {
        m_begin.shrink();
        m_duration.shrink();
        m_track.shrink();
        m_args.shrink();
        m_nature.shrink();
    }
    std::size_t bytes() const
    {
        return m_begin.bytes() + m_duration.bytes() + m_track.bytes() + m_args.bytes() + m_nature.bytes();
    }

private:
    // What a slice's colour is made of, side by side: a picture asks it of thousands of events far apart.
    struct Nature
    {
        NameId name;
        CategoryId category;
        EventType type;
        std::uint8_t flags;
    };
    ChunkedVector<Ns> m_begin;
    ChunkedVector<Ns> m_duration;
    ChunkedVector<TrackId> m_track;
    ChunkedVector<ArgsId> m_args;
    ChunkedVector<Nature> m_nature;
};

} // namespace decodescope
