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

// A range that the user keeps by name.
struct KeptRange
{
    TimeRange range;
    QString name;
    friend bool operator==(const KeptRange&, const KeptRange&) = default;
};

// Lives in the UI thread. Setters that change nothing emit nothing; each signal comes after the new value holds.
class TimelineState : public QObject
{
    Q_OBJECT
public:
    static constexpr Ns kShortestView = 10; // ns across the whole view

    explicit TimelineState(QObject* parent = nullptr);

    // Forgets selection, highlight, kept ranges and history and shows `content`: another trace was opened. `reachable`
    // is where the view may go, at least `content`.
    void reset(TimeRange reachable, TimeRange content);
    // The same trace has grown.
    void setReachable(TimeRange reachable, TimeRange content);
    TimeRange reachable() const { return m_reachable; }
    TimeRange content() const { return m_content; }

    // At least kShortestView long, at most reachable() and 1 % more; outside of these it is moved or cut. A jump makes
    // an entry of the history; continuous moves that follow each other within half a second make one together.
    enum class Move { jump, continuous };
    TimeRange visibleRange() const { return m_visible; }
    void setVisibleRange(TimeRange range, Move move = Move::jump);
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

    std::optional<TimeRange> selectedRange() const { return m_selectedRange; }
    void setSelectedRange(std::optional<TimeRange> range);
    const std::vector<KeptRange>& keptRanges() const { return m_keptRanges; }
    void setKeptRanges(std::vector<KeptRange> ranges);

    const Highlight& highlight() const { return m_highlight; }
    void setHighlight(Highlight highlight);

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
    void keptRangesChanged();
    void highlightChanged();
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
    std::vector<KeptRange> m_keptRanges;
    Highlight m_highlight;
    bool m_follow = false;
    std::optional<Ns> m_cursorTime;
    Ns m_timeOrigin = 0;
};

} // namespace decodescope
