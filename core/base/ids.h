// SPDX-License-Identifier: GPL-3.0-or-later
// Row numbers with types of their own, so that an event is never mistaken for a track.
#pragma once

#include <cstddef>
#include <cstdint>

namespace decodescope {

enum class EventId : std::uint32_t {};    // row of EventTable; stable for the life of a trace
enum class NameId : std::uint32_t {};     // entry of StringPool; 0 is the empty string
enum class ArgsId : std::uint32_t {};     // record of ArgsTable
enum class CategoryId : std::uint16_t {}; // row of CategoryTable
enum class TrackId : std::uint32_t {};    // row of Trace::tracks(); stable for the life of a trace
enum class ProcessId : std::uint32_t {};  // row of Trace::processes()

inline constexpr EventId kNoEvent{0xffffffffu};
inline constexpr ArgsId kNoArgs{0xffffffffu};
inline constexpr TrackId kNoTrack{0xffffffffu};
inline constexpr NameId kEmptyName{0};

template <class Id>
constexpr std::size_t index(Id id)
{
    return static_cast<std::size_t>(id);
}

} // namespace decodescope
