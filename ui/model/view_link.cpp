// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/view_link.h"

#include "ui/model/timeline_state.h"

#include <QScopedValueRollback>

#include <algorithm>

namespace decodescope {

namespace {

TimeRange moved(TimeRange range, Ns by)
{
    return {saturatingAdd(range.begin, by), saturatingAdd(range.end, by)};
}

} // namespace

ViewLink::ViewLink(TimelineState& a, TimelineState& b, QObject* parent)
    : QObject(parent)
    , m_a(a)
    , m_b(b)
{
    connect(&a, &TimelineState::visibleRangeChanged, this, [this] { mirror(m_a, m_originA, m_b, m_originB); });
    connect(&b, &TimelineState::visibleRangeChanged, this, [this] { mirror(m_b, m_originB, m_a, m_originA); });
    connect(&a, &TimelineState::cursorTimeChanged, this, [this] { mirrorPointer(m_a, m_originA, m_b, m_originB); });
    connect(&b, &TimelineState::cursorTimeChanged, this, [this] { mirrorPointer(m_b, m_originB, m_a, m_originA); });
}

void ViewLink::setOrigins(Ns originA, Ns originB)
{
    m_originA = originA;
    m_originB = originB;
    m_a.setTimeOrigin(originA);
    m_b.setTimeOrigin(originB);
    widen();
    mirror(m_a, m_originA, m_b, m_originB);
}

void ViewLink::widen()
{
    const TimeRange a = moved(m_a.content(), -m_originA);
    const TimeRange b = moved(m_b.content(), -m_originB);
    const TimeRange both{std::min(a.begin, b.begin), std::max(a.end, b.end)};
    m_a.setReachable(moved(both, m_originA), m_a.content());
    m_b.setReachable(moved(both, m_originB), m_b.content());
}

void ViewLink::show(Ns from, Ns length)
{
    const Ns begin = saturatingAdd(m_originA, from);
    m_a.setVisibleRange({begin, saturatingAdd(begin, length)});
    mirror(m_a, m_originA, m_b, m_originB);
}

void ViewLink::mirror(TimelineState& from, Ns fromOrigin, TimelineState& to, Ns toOrigin)
{
    if (m_isMirroring)
        return;
    const QScopedValueRollback<bool> guard(m_isMirroring, true);
    to.setVisibleRange(moved(from.visibleRange(), saturatingSub(toOrigin, fromOrigin)),
                       TimelineState::Move::continuous);
}

void ViewLink::mirrorPointer(TimelineState& from, Ns fromOrigin, TimelineState& to, Ns toOrigin)
{
    if (m_isMirroring)
        return;
    const QScopedValueRollback<bool> guard(m_isMirroring, true);
    std::optional<Ns> time = from.cursorTime();
    if (time)
        time = saturatingAdd(*time, saturatingSub(toOrigin, fromOrigin));
    to.setCursorTime(time);
}

} // namespace decodescope
