// SPDX-License-Identifier: GPL-3.0-or-later
// Launches of many GPU operations, one after the other.
#pragma once

#include "core/trace/trace.h"

#include <algorithm>
#include <cstddef>

namespace decodescope {

// Operations that follow each other in time mostly follow each other in the table too, so each is looked for from the
// last one on. The trace must outlive the cursor.
class LaunchCursor
{
public:
    explicit LaunchCursor(const Trace& trace)
        : m_trace(trace)
    {
    }

    // Index among Trace::gpuOperation(), or gpuOperationCount() for what is none. O(log distance) to one further on,
    // else O(log n).
    std::size_t indexOf(EventId gpuOperation)
    {
        const std::size_t count = m_trace.gpuOperationCount();
        std::size_t low = m_next; // the one looked for is in [low, high)
        if (low > 0 && (low >= count || eventOf(low - 1) >= gpuOperation))
            low = 0;
        std::size_t step = 1;
        std::size_t high = low;
        for (; high < count && eventOf(high) < gpuOperation; step *= 2) {
            low = high + 1;
            high += step;
        }
        high = std::min(high, count);
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            if (eventOf(middle) < gpuOperation)
                low = middle + 1;
            else
                high = middle;
        }
        m_next = low + 1;
        return low < count && eventOf(low) == gpuOperation ? low : count;
    }

private:
    EventId eventOf(std::size_t i) const { return m_trace.gpuOperation(i).event; }

    const Trace& m_trace;
    std::size_t m_next = 0;
};

} // namespace decodescope
