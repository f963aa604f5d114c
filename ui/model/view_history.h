// SPDX-License-Identifier: GPL-3.0-or-later
// Back and forward through the parts of time that were looked at.
#pragma once

#include "core/base/time.h"

#include <cstddef>
#include <vector>

namespace decodescope {

// A list of views and a place in it, as a browser's. Never empty after clear().
class ViewHistory
{
public:
    static constexpr std::size_t kMost = 200;

    void clear(TimeRange first);
    // After the current view; what was ahead is forgotten, and beyond kMost the oldest.
    void add(TimeRange view);
    // The current view becomes this one.
    void replace(TimeRange view);

    bool canGoBack() const { return m_at > 0; }
    bool canGoForward() const { return m_at + 1 < m_views.size(); }
    // Both need can...() and return the view to show.
    TimeRange goBack() { return m_views[--m_at]; }
    TimeRange goForward() { return m_views[++m_at]; }
    std::size_t size() const { return m_views.size(); }

private:
    std::vector<TimeRange> m_views{TimeRange{}};
    std::size_t m_at = 0;
};

} // namespace decodescope
