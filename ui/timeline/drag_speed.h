// SPDX-License-Identifier: GPL-3.0-or-later
// How fast a finger or the pointer moves at the moment it lets go.
#pragma once

#include <cstdint>
#include <deque>

namespace decodescope {

// Times are those that the events carry, in milliseconds; positions in pixels.
class DragSpeed
{
public:
    void clear() { m_samples.clear(); }
    void add(std::uint64_t ms, double position)
    {
        m_samples.push_back({ms, position});
        while (m_samples.front().ms + kWindowMs < ms)
            m_samples.pop_front();
    }
    // Pixels a millisecond over the last tenth of a second; 0 where it rested before it let go, or moved too briefly
    // to tell.
    double at(std::uint64_t ms) const
    {
        if (m_samples.empty() || m_samples.back().ms + kRestMs < ms)
            return 0;
        const std::uint64_t time = m_samples.back().ms - m_samples.front().ms;
        if (time < kLeastMs)
            return 0;
        return (m_samples.back().position - m_samples.front().position) / static_cast<double>(time);
    }

private:
    static constexpr std::uint64_t kWindowMs = 100;
    static constexpr std::uint64_t kRestMs = 50;
    static constexpr std::uint64_t kLeastMs = 12;

    struct Sample
    {
        std::uint64_t ms;
        double position;
    };
    std::deque<Sample> m_samples;
};

} // namespace decodescope
