// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/lane.h"

namespace decodescope {

namespace {

// First i in [from, size) for which !before(i); before() must be true first and false then. From 0 on the answer may be
// anywhere; from elsewhere it is near.
template <class Before>
std::size_t firstNot(std::size_t from, std::size_t size, Before before)
{
    std::size_t low = from;
    std::size_t high = size; // the answer is in [low, high]
    if (from > 0) {
        std::size_t step = 1;
        for (high = from; high < size && before(high); step *= 2) {
            low = high + 1;
            high += step;
        }
        high = std::min(high, size);
    }
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (before(middle))
            low = middle + 1;
        else
            high = middle;
    }
    return std::min(low, size);
}

} // namespace

std::size_t Lane::firstEndingAfter(Ns t, std::size_t from) const
{
    return firstNot(from, size(), [&](std::size_t i) { return m_end[i] <= t; });
}

std::size_t Lane::firstBeginningFrom(Ns t, std::size_t from) const
{
    return firstNot(from, size(), [&](std::size_t i) { return m_begin[i] < t; });
}

std::size_t Lane::at(Ns t) const
{
    const std::size_t next = firstNot(0, size(), [&](std::size_t i) { return m_begin[i] <= t; });
    if (next == 0)
        return size();
    const std::size_t i = next - 1;
    return t < m_end[i] || (m_begin[i] == t && m_end[i] == t) ? i : size();
}

std::size_t EventSeries::firstFrom(Ns t) const
{
    return firstNot(0, size(), [&](std::size_t i) { return m_time[i] < t; });
}

} // namespace decodescope
