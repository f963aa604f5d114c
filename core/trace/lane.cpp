// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/lane.h"

namespace decodescope {

namespace {

// First i in [from, size) for which !before(i); before() must be true first and false then.
template <class Before>
std::size_t gallop(std::size_t from, std::size_t size, Before before)
{
    if (from >= size || !before(from))
        return std::min(from, size);
    std::size_t low = from; // before(low)
    std::size_t step = 1;
    while (low + step < size && before(low + step)) {
        low += step;
        step *= 2;
    }
    std::size_t high = std::min(low + step, size); // size, or !before(high)
    while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        if (before(middle))
            low = middle;
        else
            high = middle;
    }
    return high;
}

} // namespace

std::size_t Lane::firstEndingAfter(Ns t, std::size_t from) const
{
    return gallop(from, size(), [&](std::size_t i) { return m_end[i] <= t; });
}

std::size_t Lane::firstBeginningFrom(Ns t, std::size_t from) const
{
    return gallop(from, size(), [&](std::size_t i) { return m_begin[i] < t; });
}

std::size_t Lane::at(Ns t) const
{
    const std::size_t next = gallop(0, size(), [&](std::size_t i) { return m_begin[i] <= t; });
    if (next == 0)
        return size();
    const std::size_t i = next - 1;
    return t < m_end[i] || (m_begin[i] == t && m_end[i] == t) ? i : size();
}

std::size_t EventSeries::firstFrom(Ns t) const
{
    return gallop(0, size(), [&](std::size_t i) { return m_time[i] < t; });
}

} // namespace decodescope
