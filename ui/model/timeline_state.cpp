// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/timeline_state.h"

#include <algorithm>
#include <utility>

namespace decodescope {

namespace {

// Moves within this time of each other are one for the history.
constexpr qint64 kOneMoveMs = 500;

TimeRange widened(TimeRange range)
{
    const Ns margin = std::max<Ns>(range.length() / 100, 1);
    return {saturatingSub(range.begin, margin), saturatingAdd(range.end, margin)};
}

TimeRange atLeastOneNs(TimeRange range)
{
    return {range.begin, std::max(range.end, saturatingAdd(range.begin, 1))};
}

} // namespace

TimelineState::TimelineState(QObject* parent)
    : QObject(parent)
{
}

void TimelineState::reset(TimeRange reachable, TimeRange content)
{
    m_content = atLeastOneNs(content);
    m_reachable = {std::min(reachable.begin, m_content.begin), std::max(reachable.end, m_content.end)};
    m_sinceContinuous.invalidate();
    setFollow(false);
    setSelectedEvent(kNoEvent);
    setSelectedGap(std::nullopt);
    setHoveredEvent(kNoEvent);
    setSelectedRange(std::nullopt);
    endHighlight();
    setMarks({});
    setCursorTime(std::nullopt);
    const TimeRange view = clamped(widened(m_content));
    m_history.clear(view);
    show(view);
    Q_EMIT historyChanged();
}

void TimelineState::setReachable(TimeRange reachable, TimeRange content)
{
    m_content = atLeastOneNs(content);
    m_reachable = {std::min(reachable.begin, m_content.begin), std::max(reachable.end, m_content.end)};
}

void TimelineState::grow(TimeRange reachable, TimeRange content)
{
    const bool showedAll = m_visible.contains(m_content);
    const TimeRange before = m_content;
    setReachable(reachable, content);
    if (!showedAll || m_content == before)
        return;
    const TimeRange view = clamped(widened(m_content));
    m_history.clear(view);
    show(view);
    Q_EMIT historyChanged();
}

TimeRange TimelineState::clamped(TimeRange range) const
{
    const TimeRange limit = widened(m_reachable);
    const Ns longest = std::max(limit.length(), kShortestView);
    Ns length = range.length();
    if (length < kShortestView) { // grows around its middle
        range.begin = saturatingSub(range.begin, (kShortestView - length) / 2);
        length = kShortestView;
    }
    length = std::min(length, longest);
    const Ns latest = saturatingSub(limit.end, length);
    const Ns begin = std::clamp(range.begin, std::min(limit.begin, latest), std::max(limit.begin, latest));
    return {begin, saturatingAdd(begin, length)};
}

void TimelineState::show(TimeRange range)
{
    if (range == m_visible)
        return;
    m_visible = range;
    Q_EMIT visibleRangeChanged();
}

void TimelineState::setVisibleRange(TimeRange range, Move move)
{
    range = clamped(range);
    if (range == m_visible)
        return;
    const bool sameMove =
        move == Move::continuous && m_sinceContinuous.isValid() && m_sinceContinuous.elapsed() < kOneMoveMs;
    if (sameMove)
        m_history.replace(range);
    else
        m_history.add(range);
    if (move == Move::continuous)
        m_sinceContinuous.start();
    else
        m_sinceContinuous.invalidate();
    show(range);
    Q_EMIT historyChanged();
}

void TimelineState::goBack()
{
    if (!canGoBack())
        return;
    m_sinceContinuous.invalidate();
    show(clamped(m_history.goBack()));
    Q_EMIT historyChanged();
}

void TimelineState::goForward()
{
    if (!canGoForward())
        return;
    m_sinceContinuous.invalidate();
    show(clamped(m_history.goForward()));
    Q_EMIT historyChanged();
}

void TimelineState::setSelectedEvent(EventId event)
{
    if (event != kNoEvent)
        setSelectedGap(std::nullopt);
    if (std::exchange(m_selectedEvent, event) != event)
        Q_EMIT selectedEventChanged();
}

void TimelineState::setSelectedGap(std::optional<SelectedGap> gap)
{
    if (gap)
        setSelectedEvent(kNoEvent);
    if (std::exchange(m_selectedGap, gap) != gap)
        Q_EMIT selectedGapChanged();
}

void TimelineState::setHoveredEvent(EventId event)
{
    if (std::exchange(m_hoveredEvent, event) != event)
        Q_EMIT hoveredEventChanged();
}

void TimelineState::setSelectedRange(std::optional<TimeRange> range, std::vector<TrackId> tracks)
{
    if (range && range->end < range->begin)
        std::swap(range->begin, range->end);
    if (!range)
        tracks.clear();
    std::ranges::sort(tracks);
    if (range == m_selectedRange && tracks == m_selectedTracks)
        return;
    m_selectedRange = range;
    m_selectedTracks = std::move(tracks);
    Q_EMIT selectedRangeChanged();
}

void TimelineState::setMarks(std::vector<Mark> marks)
{
    if (marks == m_marks)
        return;
    m_marks = std::move(marks);
    Q_EMIT marksChanged();
}

void TimelineState::setShowsOnlyMatches(bool only)
{
    if (std::exchange(m_showsOnlyMatches, only) != only)
        Q_EMIT showsOnlyMatchesChanged();
}

void TimelineState::setHighlight(Highlight highlight)
{
    if (highlight == m_highlight)
        return;
    m_highlight = std::move(highlight);
    Q_EMIT highlightChanged();
}

void TimelineState::endHighlight()
{
    setHighlight({});
    setShowsOnlyMatches(false);
}

void TimelineState::setFollow(bool follow)
{
    if (std::exchange(m_follow, follow) != follow)
        Q_EMIT followChanged();
}

void TimelineState::setCursorTime(std::optional<Ns> time)
{
    if (std::exchange(m_cursorTime, time) != time)
        Q_EMIT cursorTimeChanged();
}

void TimelineState::setTimeOrigin(Ns origin)
{
    if (std::exchange(m_timeOrigin, origin) != origin)
        Q_EMIT timeOriginChanged();
}

} // namespace decodescope
