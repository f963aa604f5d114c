// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/canvas_mouse.h"

#include "core/query/hit_test.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/timeline/gap_tip.h"

#include <QApplication>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>

namespace decodescope {

namespace {

// Logical pixels.
constexpr double kSnapPx = 8;
constexpr double kEdgePx = 4;
constexpr double kHitSlackPx = 2;

constexpr double kZoomPerNotch = 1.25;
constexpr double kPanPerNotch = 0.1; // of the view
constexpr double kUnitsPerNotch = 120;

} // namespace

CanvasMouse::CanvasMouse(TimelineState& state, TimelineNavigator& navigator)
    : m_state(state)
    , m_navigator(navigator)
{
}

Ns CanvasMouse::timeAt(double x, const Ground& ground) const
{
    return ground.scene.view().scale.timeAt(static_cast<int>(std::lround(x * ground.scene.view().pixelRatio)));
}

std::optional<Ns> CanvasMouse::rangeEdgeAt(double x, const Ground& ground) const
{
    if (!m_state.selectedRange())
        return std::nullopt;
    const TimeScale& scale = ground.scene.view().scale;
    const TimeRange range = *m_state.selectedRange();
    const double ratio = ground.scene.view().pixelRatio;
    const auto isNear = [&](Ns edge) {
        return edge >= scale.range().begin && edge <= scale.range().end &&
               std::abs(scale.pixelAt(edge) / ratio - x) <= kEdgePx;
    };
    if (isNear(range.end))
        return range.begin;
    if (isNear(range.begin))
        return range.end;
    return std::nullopt;
}

// The time at a position, or the edge of a slice or block of the row under it, or of a step, that is near.
Ns CanvasMouse::snapped(QPointF position, bool isFree, const Ground& ground)
{
    const Ns time = timeAt(position.x(), ground);
    m_snappedAt.reset();
    if (isFree)
        return time;
    const double ratio = ground.scene.view().pixelRatio;
    const Ns within = static_cast<Ns>(ground.scene.view().scale.nsPerPx() * kSnapPx * ratio);
    const auto consider = [&](const Lane& lane) {
        const auto edge = nearestEdge(lane, time, within);
        if (edge && (!m_snappedAt || std::abs(*edge - time) < std::abs(*m_snappedAt - time)))
            m_snappedAt = edge;
    };
    if (const DrawnLane* drawn = ground.scene.laneAt(static_cast<int>(position.y() * ratio))) {
        if (drawn->track != kNoTrack)
            consider(ground.trace.track(drawn->track).lanes[drawn->lane]);
        else if (const Lane* blocks = blocksOf(ground.profiles, *drawn))
            consider(*blocks);
    }
    if (!m_snappedAt) {
        for (const Track& track : ground.trace.tracks()) {
            if (track.kind == TrackKind::step && !track.lanes.empty())
                consider(track.lanes.front());
        }
    }
    return m_snappedAt.value_or(time);
}

void CanvasMouse::press(const QMouseEvent& event, const Ground& ground)
{
    stopCoasting();
    m_speed.clear();
    m_pressedAt = event.position();
    m_viewAtPress = m_state.visibleRange();
    m_tip.clear();
    const bool isLeft = event.button() == Qt::LeftButton;
    if (event.button() == Qt::MiddleButton || (isLeft && (event.modifiers() & Qt::ShiftModifier) != 0)) {
        m_gesture = Gesture::pan;
    } else if (isLeft) {
        const auto other = rangeEdgeAt(event.position().x(), ground);
        m_gesture = other ? Gesture::range : Gesture::pressed;
        m_tracks = m_state.selectedTracks(); // an edge that is moved keeps them
        m_fixed = other ? *other : snapped(event.position(), (event.modifiers() & Qt::ControlModifier) != 0, ground);
        m_snappedAt.reset();
    }
}

int CanvasMouse::move(const QMouseEvent& event, const Ground& ground)
{
    const QPointF before = m_pointer;
    m_pointer = event.position();
    m_isInside = true;
    m_state.setCursorTime(timeAt(event.position().x(), ground));
    if (m_gesture == Gesture::none) {
        hover(event.position(), ground);
        return 0;
    }
    const QPointF moved = event.position() - m_pressedAt;
    if (m_gesture == Gesture::pan) {
        m_speed.add(event.timestamp(), event.position().x());
        const double nsPerPx = ground.scene.view().scale.nsPerPx() * ground.scene.view().pixelRatio;
        const Ns by = static_cast<Ns>(std::llround(-moved.x() * nsPerPx));
        m_state.setFollow(false);
        m_state.setVisibleRange({saturatingAdd(m_viewAtPress.begin, by), saturatingAdd(m_viewAtPress.end, by)},
                                TimelineState::Move::continuous);
        return static_cast<int>(std::lround(before.y() - event.position().y()));
    }
    if (m_gesture == Gesture::pressed && std::abs(moved.x()) >= QApplication::startDragDistance()) {
        m_gesture = Gesture::range;
        m_tracks.clear();
    }
    if (m_gesture == Gesture::range) {
        const Ns time = snapped(event.position(), (event.modifiers() & Qt::ControlModifier) != 0, ground);
        if ((event.modifiers() & Qt::AltModifier) != 0) {
            const double ratio = ground.scene.view().pixelRatio;
            m_tracks = ground.scene.tracksBetween(static_cast<int>(m_pressedAt.y() * ratio),
                                                  static_cast<int>(event.position().y() * ratio));
        }
        m_state.setSelectedRange(TimeRange{m_fixed, time}, m_tracks);
    }
    return 0;
}

void CanvasMouse::release(const QMouseEvent& event, const Ground& ground)
{
    const Gesture gesture = m_gesture;
    m_gesture = Gesture::none;
    m_snappedAt.reset();
    if (gesture == Gesture::pan)
        coast(m_speed.at(event.timestamp()), ground);
    if (gesture == Gesture::range && m_state.selectedRange() && m_state.selectedRange()->isEmpty())
        m_state.setSelectedRange(std::nullopt);
    if (gesture != Gesture::pressed)
        return;
    const double ratio = ground.scene.view().pixelRatio;
    const auto hit = ground.scene.hit((event.position() * ratio).toPoint(), static_cast<int>(kHitSlackPx * ratio));
    if (hit)
        select(*hit, ground);
    else if (m_state.selectedEvent() != kNoEvent)
        m_state.setSelectedEvent(kNoEvent);
    else if (m_state.selectedGap())
        m_state.setSelectedGap(std::nullopt);
    else
        m_state.setSelectedRange(std::nullopt);
}

std::optional<BlockSpot> CanvasMouse::blockOf(const Scene::Hit& hit, const Ground& ground)
{
    return hit.lane == nullptr ? std::nullopt : blockAt(ground.profiles, *hit.lane, ground.trace, hit.event);
}

void CanvasMouse::select(const Scene::Hit& hit, const Ground& ground)
{
    if (const auto block = blockOf(hit, ground)) {
        m_state.setSelectedEvent(kNoEvent);
        m_state.setSelectedGap(std::nullopt);
        m_state.setSelectedRange(block->range);
        return;
    }
    if (hit.gap == nullptr) {
        m_state.setSelectedEvent(hit.event);
        return;
    }
    const Gap& gap = ground.gaps.gaps()[hit.gap->number];
    m_state.setSelectedGap(SelectedGap{gap.stream, gap.range});
}

void CanvasMouse::doubleClick(const QMouseEvent& event, const Ground& ground)
{
    m_gesture = Gesture::none;
    const double ratio = ground.scene.view().pixelRatio;
    const auto hit = ground.scene.hit((event.position() * ratio).toPoint(), static_cast<int>(kHitSlackPx * ratio));
    if (!hit || event.button() != Qt::LeftButton)
        return;
    select(*hit, ground);
    if (const auto block = blockOf(*hit, ground)) {
        zoomTo(block->range);
        return;
    }
    if (hit->gap != nullptr) {
        zoomTo(ground.gaps.gaps()[hit->gap->number].range);
        return;
    }
    for (std::size_t i = 0; i < ground.trace.steps().size(); ++i) {
        if (ground.trace.steps()[i].event == hit->event) {
            m_navigator.selectStep(i);
            return;
        }
    }
    zoomTo(ground.trace.event(hit->event).range());
}

void CanvasMouse::zoomTo(TimeRange slice)
{
    const Ns margin = std::max<Ns>(slice.length() / 5, 2);
    m_state.setFollow(false);
    m_state.setVisibleRange({saturatingSub(slice.begin, margin), saturatingAdd(slice.end, margin)});
}

int CanvasMouse::wheel(const QWheelEvent& event, const Ground& ground)
{
    const QPointF pixels = event.pixelDelta();
    const QPointF notches = QPointF(event.angleDelta()) / kUnitsPerNotch;
    // A finger is followed directly; a notch is a large step, which the eye follows better when it is spread out.
    using enum TimelineNavigator::Manner;
    const bool isNotched = pixels.isNull() && event.phase() == Qt::NoScrollPhase &&
                           notches.x() == std::round(notches.x()) && notches.y() == std::round(notches.y());
    const auto manner = isNotched ? smooth : direct;
    if ((event.modifiers() & Qt::ControlModifier) != 0) {
        const double by = notches.y() != 0 ? notches.y() : notches.x();
        m_navigator.zoomAt(std::pow(kZoomPerNotch, by), timeAt(event.position().x(), ground), manner);
        return 0;
    }
    const double ratio = ground.scene.view().pixelRatio;
    const double width = ground.scene.view().scale.widthPx() / ratio;
    const bool isSideways = (event.modifiers() & Qt::ShiftModifier) != 0;
    double panPx = 0;
    double rowsPx = 0;
    if (!pixels.isNull()) {
        panPx = isSideways ? pixels.y() + pixels.x() : pixels.x();
        rowsPx = isSideways ? 0 : pixels.y();
    } else {
        panPx = (isSideways ? notches.y() + notches.x() : notches.x()) * kPanPerNotch * width;
        rowsPx = isSideways ? 0 : notches.y() * QApplication::wheelScrollLines() * 18;
    }
    if (panPx != 0 && width > 0)
        m_navigator.pan(-panPx / width, manner);
    if (event.phase() == Qt::ScrollUpdate) {
        m_fingersAt += panPx;
        m_speed.add(event.timestamp(), m_fingersAt);
    } else {
        if (event.phase() == Qt::ScrollEnd)
            coast(m_speed.at(event.timestamp()), ground);
        m_speed.clear();
    }
    // Slow fingers move by parts of a pixel: what is left over counts for the next event.
    m_rowsLeft = event.phase() == Qt::ScrollBegin ? 0 : m_rowsLeft;
    m_rowsLeft -= rowsPx;
    const int rows = static_cast<int>(m_rowsLeft);
    m_rowsLeft -= rows;
    return rows;
}

void CanvasMouse::coast(double pxPerMs, const Ground& ground)
{
    const double width = ground.scene.view().scale.widthPx() / ground.scene.view().pixelRatio;
    if (pxPerMs != 0)
        m_navigator.coast(-pxPerMs / width);
}

void CanvasMouse::hover(QPointF position, const Ground& ground)
{
    const double ratio = ground.scene.view().pixelRatio;
    m_isOnEdge = rangeEdgeAt(position.x(), ground).has_value();
    const auto hit = ground.scene.hit((position * ratio).toPoint(), static_cast<int>(kHitSlackPx * ratio));
    m_tip.clear();
    if (!hit || m_isOnEdge) {
        m_state.setHoveredEvent(kNoEvent);
        return;
    }
    if (const auto block = blockOf(*hit, ground)) {
        m_state.setHoveredEvent(kNoEvent);
        m_tip = blockTip(*block, hit->run != nullptr ? hit->run->count : 1, m_state.timeOrigin());
        return;
    }
    m_state.setHoveredEvent(hit->event);
    if (hit->gap != nullptr) {
        m_tip = gapTip(ground.trace, ground.gaps.gaps()[hit->gap->number], m_state.timeOrigin());
        return;
    }
    m_tip = sliceTip(ground.trace, ground.colors, hit->event, hit->run != nullptr ? hit->run->count : 1,
                     m_state.selectedEvent(), m_state.timeOrigin());
}

void CanvasMouse::goTo(EventId event)
{
    m_gesture = Gesture::none;
    m_navigator.goTo(event);
}

void CanvasMouse::stopCoasting()
{
    m_navigator.stopCoasting();
}

void CanvasMouse::leave()
{
    m_tip.clear();
    m_isInside = false;
    m_isOnEdge = false;
    m_state.setHoveredEvent(kNoEvent);
    m_state.setCursorTime(std::nullopt);
}

void CanvasMouse::rest(const Ground& ground)
{
    if (!m_isInside || m_gesture != Gesture::none)
        return;
    m_state.setCursorTime(timeAt(m_pointer.x(), ground));
    hover(m_pointer, ground);
}

} // namespace decodescope
