// SPDX-License-Identifier: GPL-3.0-or-later
// Launches of many GPU operations, one after the other.
#pragma once

#include "core/trace/trace.h"

namespace decodescope {

// Operations that follow each other in time mostly follow each other in the table too, so the next row is tried before
// a search. The trace must outlive the cursor.
class LaunchCursor
{
public:
    explicit LaunchCursor(const Trace& trace)
        : m_trace(trace)
    {
    }

    // Index among Trace::gpuOperation(), or gpuOperationCount() for what is none. O(1) for the next one, else O(log n).
    std::size_t indexOf(EventId gpuOperation)
    {
        if (m_next < m_trace.gpuOperationCount() && m_trace.gpuOperation(m_next).event == gpuOperation)
            return m_next++;
        const std::size_t found = m_trace.gpuOperationIndex(gpuOperation).value_or(m_trace.gpuOperationCount());
        m_next = found + 1;
        return found;
    }

private:
    const Trace& m_trace;
    std::size_t m_next = 0;
};

} // namespace decodescope
