// SPDX-License-Identifier: GPL-3.0-or-later
// What the user looks at and has picked: the one place that every view reads and sets.
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "ui/model/view_history.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace decodescope {

// Which slices stand out while the others step back.
struct Highlight
{
    enum class By : std::uint8_t {
        nothing,
        name,   // key: NameId
        part,   // key: number of the model part
        family, // key: number of the kernel family
        events, // the list
    };
    By by = By::nothing;
    std::uint32_t key = 0;
    std::vector<EventId> events; // sorted

    bool isEmpty() const { return by == By::nothing; }
    friend bool operator==(const Highlight&, const Highlight&) = default;
};

// An idle stretch of a stream, as GapIndex has it.
struct SelectedGap
{
    TrackId stream = kNoTrack;
    TimeRange range;
    friend bool operator==(const SelectedGap&, const SelectedGap&) = default;
};

// A time or a range that the user has marked, with a text.
struct Mark
{
    TimeRange range;             // empty: a point in time
    QString text;                // may be empty
    std::vector<TrackId> tracks; // the rows that a range is limited to; empty: all
    bool isRange() const { return !range.isEmpty(); }
    friend bool operator==(const Mark&, const Mark&) = default;
};

// Lives in the UI thread. Setters that change nothing emit nothing; each signal comes after the new value holds.
class TimelineState : public QObject
{
    Q_OBJECT
public:
    static constexpr Ns kShortestView = 10; // ns across the whole view

    explicit TimelineState(QObject* parent = nullptr);

    // Forgets selection, highlight, marks and history and shows `content`: another trace was opened. `reachable`
    // is where the view may go, at least `content`.
    void reset(TimeRange reachable, TimeRange content);
    // The same trace has grown.
    void setReachable(TimeRange reachable, TimeRange content);
    // The same, and who saw all of it goes on seeing all of it; nothing lies before that in the history.
    void grow(TimeRange reachable, TimeRange content);
    TimeRange reachable() const { return m_reachable; }
    TimeRange content() const { return m_content; }

    // At least kShortestView long, at most reachable() and 1 % more; outside of these it is moved or cut. A jump makes
    // an entry of the history; continuous moves that follow each other within half a second make one together.
    enum class Move { jump, continuous };
    TimeRange visibleRange() const { return m_visible; }
    void setVisibleRange(TimeRange range, Move move = Move::jump);
    TimeRange reached(TimeRange range) const { return clamped(range); } // what setVisibleRange(range) would show
    bool canGoBack() const { return m_history.canGoBack(); }
    bool canGoForward() const { return m_history.canGoForward(); }
    void goBack();
    void goForward();

    // kNoEvent: nothing.
    EventId selectedEvent() const { return m_selectedEvent; }
    void setSelectedEvent(EventId event);
    // Either an event is selected, or a gap, or nothing.
    const std::optional<SelectedGap>& selectedGap() const { return m_selectedGap; }
    void setSelectedGap(std::optional<SelectedGap> gap);
    EventId hoveredEvent() const { return m_hoveredEvent; }
    void setHoveredEvent(EventId event);

    // `tracks`: the rows that the range is limited to, sorted; empty: all rows.
    std::optional<TimeRange> selectedRange() const { return m_selectedRange; }
    const std::vector<TrackId>& selectedTracks() const { return m_selectedTracks; }
    void setSelectedRange(std::optional<TimeRange> range, std::vector<TrackId> tracks = {});
    // In the order in which they were made.
    const std::vector<Mark>& marks() const { return m_marks; }
    void setMarks(std::vector<Mark> marks);

    const Highlight& highlight() const { return m_highlight; }
    void setHighlight(Highlight highlight);
    // Lights nothing, and shows everything again: what is lit next is not to empty the rows.
    void endHighlight();
    // What is not highlighted is left out rather than dimmed.
    bool showsOnlyMatches() const { return m_showsOnlyMatches; }
    void setShowsOnlyMatches(bool only);

    // The view sticks to the live end.
    bool follow() const { return m_follow; }
    void setFollow(bool follow);

    // Where the pointer is on the time axis; nullopt: not over the timeline.
    std::optional<Ns> cursorTime() const { return m_cursorTime; }
    void setCursorTime(std::optional<Ns> time);
    // The 0 of times as they are shown: the begin of the selected, else of the first step.
    Ns timeOrigin() const { return m_timeOrigin; }
    void setTimeOrigin(Ns origin);

Q_SIGNALS:
    void visibleRangeChanged();
    void historyChanged();
    void selectedEventChanged();
    void selectedGapChanged();
    void hoveredEventChanged();
    void selectedRangeChanged();
    void marksChanged();
    void highlightChanged();
    void showsOnlyMatchesChanged();
    void followChanged();
    void cursorTimeChanged();
    void timeOriginChanged();

private:
    TimeRange clamped(TimeRange range) const;
    void show(TimeRange range);

    TimeRange m_reachable{0, 1};
    TimeRange m_content{0, 1};
    TimeRange m_visible{0, kShortestView};
    ViewHistory m_history;
    QElapsedTimer m_sinceContinuous;
    EventId m_selectedEvent = kNoEvent;
    std::optional<SelectedGap> m_selectedGap;
    EventId m_hoveredEvent = kNoEvent;
    std::optional<TimeRange> m_selectedRange;
    std::vector<TrackId> m_selectedTracks;
    std::vector<Mark> m_marks;
    Highlight m_highlight;
    bool m_showsOnlyMatches = false;
    bool m_follow = false;
    std::optional<Ns> m_cursorTime;
    Ns m_timeOrigin = 0;
};

} // namespace decodescope
