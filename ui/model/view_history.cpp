// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/view_history.h"

namespace decodescope {

void ViewHistory::clear(TimeRange first)
{
    m_views.assign(1, first);
    m_at = 0;
}

void ViewHistory::add(TimeRange view)
{
    if (m_views[m_at] == view)
        return;
    m_views.resize(m_at + 1);
    m_views.push_back(view);
    if (m_views.size() > kMost)
        m_views.erase(m_views.begin());
    m_at = m_views.size() - 1;
}

void ViewHistory::replace(TimeRange view)
{
    m_views.resize(m_at + 1);
    m_views[m_at] = view;
}

} // namespace decodescope
