// SPDX-License-Identifier: GPL-3.0-or-later
// What the mouse does on the rows.
#pragma once

#include "core/base/time.h"
#include "core/query/gap_index.h"
#include "core/query/time_scale.h"
#include "core/trace/trace.h"
#include "ui/timeline/drag_speed.h"
#include "ui/timeline/model_blocks.h"
#include "ui/timeline/scene.h"
#include "ui/timeline/slice_tip.h"

#include <QPointF>

#include <optional>
#include <vector>

class QMouseEvent;
class QWheelEvent;

namespace decodescope {

class TimelineNavigator;
class TimelineState;

// Press and release on a slice or a gap: selects it; on a block of a model row: selects its range. Drag: selects a
// range whose edges stick to those of slices and blocks (Ctrl: they do not; Alt: only of the rows between press and
// pointer); from an edge of the range: moves that edge. Shift or the middle button: moves the view, which coasts on
// when it was flung, as it does from a trackpad; a press stops it. Positions are logical pixels of the canvas.
class CanvasMouse
{
public:
    CanvasMouse(TimelineState& state, TimelineNavigator& navigator);

    // What a gesture needs to know about the canvas at that moment.
    struct Ground
    {
        const Trace& trace;
        const Scene& scene;
        const SliceColors& colors;
        const GapIndex& gaps;
        const std::vector<GpuProfile>& profiles;
    };
    // Pixels that the rows should be scrolled by.
    int move(const QMouseEvent& event, const Ground& ground);
    void press(const QMouseEvent& event, const Ground& ground);
    void release(const QMouseEvent& event, const Ground& ground);
    void doubleClick(const QMouseEvent& event, const Ground& ground);
    int wheel(const QWheelEvent& event, const Ground& ground);
    void leave();
    // The rows have moved below a pointer that rests.
    void rest(const Ground& ground);
    void goTo(EventId event);
    void stopCoasting();

    bool isOnEdge() const { return m_isOnEdge; } // of the selected range: the pointer moves it
    bool isInside() const { return m_isInside; } // the pointer is over the canvas
    bool isPanning() const { return m_gesture == Gesture::pan; }
    std::optional<Ns> snappedAt() const { return m_snappedAt; }
    const std::vector<TipLine>& tip() const { return m_tip; }
    QPointF pointer() const { return m_pointer; }

private:
    enum class Gesture { none, pressed, range, pan };
    Ns timeAt(double x, const Ground& ground) const;
    Ns snapped(QPointF position, bool isFree, const Ground& ground);
    static std::optional<BlockSpot> blockOf(const Scene::Hit& hit, const Ground& ground);
    void select(const Scene::Hit& hit, const Ground& ground);
    void zoomTo(TimeRange slice);
    void hover(QPointF position, const Ground& ground);
    void coast(double pxPerMs, const Ground& ground);
    std::optional<Ns> rangeEdgeAt(double x, const Ground& ground) const; // the other edge: what stays

    TimelineState& m_state;
    TimelineNavigator& m_navigator;
    Gesture m_gesture = Gesture::none;
    QPointF m_pressedAt;
    QPointF m_pointer;
    DragSpeed m_speed;             // of the view under the hand
    double m_fingersAt = 0;        // logical pixels that a trackpad has moved the view by
    Ns m_fixed = 0;                // the edge of the range that does not move
    std::vector<TrackId> m_tracks; // rows that the range is limited to
    double m_rowsLeft = 0;         // of a pixel, still to be scrolled
    TimeRange m_viewAtPress;
    bool m_isInside = false;
    bool m_isOnEdge = false;
    std::optional<Ns> m_snappedAt;
    std::vector<TipLine> m_tip;
};

} // namespace decodescope
