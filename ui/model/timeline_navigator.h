// SPDX-License-Identifier: GPL-3.0-or-later
// Moves through a trace: what keys, menus and the canvas ask for, as changes of TimelineState.
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "ui/model/timeline_state.h"
#include "ui/model/view_animation.h"

#include <QObject>

#include <cstddef>

namespace decodescope {

class TraceDocument;

enum class Direction { previous, next };

// Nothing happens where there is nothing to go to. Moves that select an event also bring it into view.
class TimelineNavigator : public QObject
{
    Q_OBJECT
public:
    TimelineNavigator(TraceDocument& document, TimelineState& state, QObject* parent = nullptr);

    // How long smooth moves take; 0, as at first: they jump.
    void setAnimation(int ms) { m_animation.setDuration(ms); }
    // Smooth moves are for what comes in large steps: keys, notches of a wheel. What follows a finger is direct.
    enum class Manner { direct, smooth };
    // factor above 1 shows more detail. The anchor keeps its place on screen: the pointer's time, else the middle.
    void zoom(double factor, Manner manner = Manner::direct);
    void zoomAt(double factor, Ns anchor, Manner manner = Manner::direct);
    // By a part of what is visible; below 0 towards the begin.
    void pan(double part, Manner manner = Manner::direct);
    // The view that was flung by hand goes on and comes to rest, where moves are smooth at all; above 0 to later times.
    void coast(double partsPerMs)
    {
        m_state.setFollow(false);
        m_animation.coast(partsPerMs);
    }
    void stopCoasting() { m_animation.stopCoasting(); }
    // Moves this time to the middle, unless it is well in view.
    void center(Ns time);
    // All of the trace.
    void fit();
    // What was selected last of a range and a slice or gap; nothing selected: all.
    void zoomToSelection();
    // All of this range.
    void zoomTo(TimeRange range);
    // Where the user looks: the selected range while some of it is in view, else what is visible.
    TimeRange lookedAt() const;

    void goTo(EventId event);
    // By lane: the slice beside the selected one. By tree: the slice around it, or the first one inside it.
    void goToNeighbour(Direction direction);
    void goToLevel(Direction outwardsOrInwards);
    void goToKernel(Direction direction);
    void goToSameName(Direction direction);
    // The next idle stretch of the stream of what is selected (else of the first one) that is wide enough to see at
    // this zoom; where there is none any more, the next one of any length.
    void goToGap(Direction direction);
    // This one of GapIndex::gaps(): selects it and brings it into view.
    void goToGap(std::size_t number);
    // previous: kernel -> launch -> operator -> operator around it; next: back down the same way.
    void followLink(Direction direction);
    void goToStep(Direction direction);
    // Range, view and time origin become this ProfilerStep's; index in Trace::steps().
    void selectStep(std::size_t step);
    // The selected slice's or gap's time becomes the selected range.
    void selectRangeOfEvent();
    // The selected range, else the selected slice's time, of the row of the selected slice alone.
    void limitRangeToRow();

Q_SIGNALS:
    // The rows should scroll until this event is in sight.
    void eventRevealed(decodescope::EventId event);

private:
    void show(TimeRange range);
    void move(TimeRange range, Manner manner);
    EventId firstInSight() const;

    TraceDocument& m_document;
    TimelineState& m_state;
    ViewAnimation m_animation;
    bool m_isRangeNewest = false; // of what is selected
};

} // namespace decodescope
