// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/overlay.h"

#include "ui/model/number_text.h"
#include "ui/model/timeline_state.h"
#include "ui/model/track_layout.h"
#include "ui/timeline/slice_names.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace decodescope {

namespace {

constexpr double kArrowHead = 7;
constexpr double kTextMargin = 10; // of a length's text beside its line
constexpr std::size_t kMostArrows = 48;
constexpr std::size_t kMostNamesakes = 1000;

class Placer
{
public:
    explicit Placer(const OverlayInput& in)
        : m_in(in)
    {
    }
    double x(Ns t) const { return m_in.scene.view().scale.pixelAt(t) / m_in.scene.view().pixelRatio; }
    std::optional<Scene::Spot> spot(EventId event) const { return m_in.scene.spotOf(m_in.trace, m_in.layout, event); }
    QRectF rect(const Scene::Spot& spot) const
    {
        const double ratio = m_in.scene.view().pixelRatio;
        return {spot.rect.x() / ratio, spot.rect.y() / ratio, spot.rect.width() / ratio, spot.rect.height() / ratio};
    }

private:
    const OverlayInput& m_in;
};

void outline(QPainter& painter, QRectF rect, const QColor& color, double width)
{
    if (rect.width() < 3)
        rect.adjust(-1.5, 0, 1.5, 0);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(rect.adjusted(-width / 2, -width / 2, width / 2, width / 2));
}

// From the launch to the operation, down or up.
void arrow(QPainter& painter, const QRectF& from, const QRectF& to, const QColor& color)
{
    const bool isDown = to.top() >= from.bottom();
    const QPointF begin(from.center().x(), isDown ? from.bottom() : from.top());
    const QPointF end(to.center().x(), isDown ? to.top() - 1 : to.bottom() + 1);
    const double sign = isDown ? 1 : -1;
    const QPointF neck(end.x(), end.y() - sign * kArrowHead);
    const double bend = std::max(12.0, std::abs(neck.y() - begin.y()) * 0.5);
    QPainterPath path(begin);
    path.cubicTo(begin + QPointF(0, sign * bend), neck - QPointF(0, sign * bend), neck);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.5));
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF({end, neck + QPointF(-kArrowHead * 0.6, 0), neck + QPointF(kArrowHead * 0.6, 0)}));
}

// A length between two x, on a line with its text in a gap or beside it.
void lengthLine(QPainter& painter, const OverlayInput& in, double left, double right, double y, const QString& text)
{
    const QFontMetricsF metrics(in.font);
    const double width = metrics.horizontalAdvance(text);
    left = std::max(left, 0.0);
    right = std::min(right, in.size.width());
    const bool fits = right - left > width + 24;
    double textX = fits ? (left + right - width) / 2 : right + 6;
    if (!fits && textX + width > in.size.width())
        textX = std::max(0.0, left - 6 - width);
    const QRectF box(textX - 4, y - metrics.height() / 2, width + 8, metrics.height());
    painter.setPen(QPen(in.theme.rangeEdge, 1));
    if (fits) {
        painter.drawLine(QPointF(left, y), QPointF(box.left() - 6, y));
        painter.drawLine(QPointF(box.right() + 6, y), QPointF(right, y));
    } else if (right > left) {
        painter.drawLine(QPointF(left, y), QPointF(right, y));
    }
    painter.fillRect(box, in.theme.canvas);
    painter.setPen(in.theme.text);
    painter.drawText(box, Qt::AlignCenter, text);
}

} // namespace

EventId Overlay::markerAt(QPointF position) const
{
    for (const Marker& marker : m_markers) {
        if (marker.box.contains(position))
            return marker.target;
    }
    return kNoEvent;
}

void Overlay::paint(QPainter& painter, const OverlayInput& in)
{
    m_markers.clear();
    painter.setFont(in.font);
    const Placer place(in);
    if (in.state.cursorTime() && in.tip.empty()) {
        painter.setPen(QPen(in.theme.cursorLine, 1));
        const double x = place.x(*in.state.cursorTime());
        painter.drawLine(QPointF(x, 0), QPointF(x, in.size.height()));
    }
    if (in.snappedAt) {
        painter.setPen(QPen(in.theme.snapLine, 1, Qt::DashLine));
        const double x = place.x(*in.snappedAt);
        painter.drawLine(QPointF(x, 0), QPointF(x, in.size.height()));
    }
    paintMarks(painter, in); // its texts, and the range's length, over those lines
    paintRange(painter, in);
    paintNamesakes(painter, in);
    painter.setClipping(false);
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintLinks(painter, in);
    if (const auto spot = place.spot(in.state.hoveredEvent()); spot && spot->isInView())
        outline(painter, place.rect(*spot), in.theme.hoveredOutline, 1);
    if (const auto spot = place.spot(in.state.selectedEvent())) {
        if (spot->isInView())
            outline(painter, place.rect(*spot), in.theme.selectedOutline, 2);
        else
            paintMarker(painter, in, *spot, in.state.selectedEvent());
    }
    if (const auto& gap = in.state.selectedGap()) {
        const auto spot = in.scene.spotOf(in.layout, gap->stream, 0, gap->range);
        if (spot && spot->isInView())
            outline(painter, place.rect(*spot), in.theme.selectedOutline, 1.5);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (!in.tip.empty())
        paintTip(painter, in);
}

// The others of the name that the pointer is on, of those that are drawn by themselves.
void Overlay::paintNamesakes(QPainter& painter, const OverlayInput& in)
{
    const EventId hovered = in.state.hoveredEvent();
    if (hovered == kNoEvent || index(hovered) >= in.trace.eventCount())
        return;
    const NameId name = in.trace.event(hovered).name;
    const double ratio = in.scene.view().pixelRatio;
    QColor light = in.theme.selectedOutline;
    light.setAlpha(70);
    std::size_t left = kMostNamesakes;
    for (const Scene::Band& band : in.scene.bands()) {
        painter.setClipRect(QRectF(0, band.top / ratio, in.size.width(), (band.bottom - band.top) / ratio));
        for (const DrawnLane& lane : band.list.lanes) {
            if (lane.track == kNoTrack)
                continue;
            for (const DrawnRun& run : band.list.runsOf(lane)) {
                if (run.count > 1 || in.trace.events().name(run.event) != name)
                    continue;
                painter.fillRect(
                    QRectF(run.x / ratio, lane.y / ratio, run.width / ratio, (lane.height - ratio) / ratio), light);
                if (--left == 0)
                    return;
            }
        }
    }
}

// A range: dotted edges, named at the foot; a point in time: a line with its text at the top.
void Overlay::paintMarks(QPainter& painter, const OverlayInput& in)
{
    m_markTexts.clear();
    const Placer place(in);
    const double height = in.size.height();
    const QFontMetricsF metrics(in.font);
    const TimeRange view = in.scene.view().scale.range();
    for (const Mark& mark : in.state.marks()) {
        if (mark.range.end < view.begin || mark.range.begin > view.end)
            continue;
        const double left = place.x(mark.range.begin);
        const double right = place.x(mark.range.end);
        painter.setPen(QPen(in.theme.chain, 1, mark.isRange() ? Qt::DotLine : Qt::SolidLine));
        painter.drawLine(QPointF(left, 0), QPointF(left, height));
        if (mark.isRange())
            painter.drawLine(QPointF(right, 0), QPointF(right, height));
        if (!mark.isRange()) // its text is in the ruler, where it covers no slice
            continue;
        const QString text = mark.text + QStringLiteral("  ") + durationText(mark.range.length());
        const double textWidth = metrics.horizontalAdvance(text) + 6;
        if (textWidth + 2 > right - left)
            continue;
        const QRectF box(left + 2, height - metrics.height() - 4, textWidth, metrics.height());
        painter.fillRect(box, in.theme.canvas);
        painter.setPen(in.theme.textDim);
        painter.drawText(box, Qt::AlignCenter, text);
        m_markTexts.push_back(box);
    }
}

void Overlay::paintRange(QPainter& painter, const OverlayInput& in) const
{
    if (!in.state.selectedRange())
        return;
    const Placer place(in);
    const double height = in.size.height();
    const double rowsEnd = in.layout.height() - in.scene.view().scroll;
    const QFontMetricsF metrics(in.font);
    const TimeRange range = *in.state.selectedRange();
    const TimeRange view = in.scene.view().scale.range();
    const double left = place.x(range.begin);
    const double right = place.x(range.end);
    painter.setPen(QPen(in.theme.rangeEdge, 1));
    const double ratio = in.scene.view().pixelRatio;
    std::vector<std::pair<double, double>> rows;
    for (const auto& [top, bottom] : in.scene.rowsOf(in.layout, in.state.selectedTracks()))
        rows.emplace_back(top / ratio, bottom / ratio);
    if (in.state.selectedTracks().empty())
        rows.emplace_back(0, std::min(height, std::max(rowsEnd, 0.0)));
    for (const auto& [top, bottom] : rows) {
        if (range.begin >= view.begin && range.begin <= view.end)
            painter.drawLine(QPointF(left, top), QPointF(left, bottom));
        if (range.end >= view.begin && range.end <= view.end)
            painter.drawLine(QPointF(right, top), QPointF(right, bottom));
    }
    if (!range.overlaps(view))
        return;
    // Below the rows where there is room, else over the lowest ones.
    const QString text = durationText(range.length());
    double y = std::min(rowsEnd + metrics.height() * 0.8, height - metrics.height() * 0.8);
    const double beside = metrics.horizontalAdvance(text) + kTextMargin; // where its text may be
    const QRectF line(QPointF(left - beside, y - metrics.height() / 2),
                      QPointF(right + beside, y + metrics.height() / 2));
    // The texts of marks are in one row; the line goes above it.
    if (const auto mark = std::ranges::find_if(m_markTexts, [&](const QRectF& box) { return box.intersects(line); });
        mark != m_markTexts.end())
        y = mark->top() - metrics.height() / 2 - 2;
    lengthLine(painter, in, left, right, y, text);
}

void Overlay::paintLinks(QPainter& painter, const OverlayInput& in)
{
    const Placer place(in);
    const EventId selected = in.state.selectedEvent();
    for (const EventId scope : in.chain.scopes) {
        if (const auto spot = place.spot(scope); spot && spot->isInView())
            outline(painter, place.rect(*spot), in.theme.chain, 1);
    }
    const auto launch = place.spot(in.chain.launch);
    if (launch && in.chain.launch != selected) {
        if (launch->isInView())
            outline(painter, place.rect(*launch), in.theme.selectedOutline, 1.5);
        else
            paintMarker(painter, in, *launch, in.chain.launch);
    }
    std::size_t arrows = 0;
    for (const EventId operation : in.chain.operations) {
        const auto spot = place.spot(operation);
        if (!spot)
            continue;
        if (operation != selected) {
            if (spot->isInView())
                outline(painter, place.rect(*spot), in.theme.chain, 1);
            else if (m_markers.size() < 4)
                paintMarker(painter, in, *spot, operation);
        }
        if (launch && launch->isInView() && spot->isInView() && ++arrows <= kMostArrows)
            arrow(painter, place.rect(*launch), place.rect(*spot), in.theme.selectedOutline);
    }
}

void Overlay::paintMarker(QPainter& painter, const OverlayInput& in, const Scene::Spot& spot, EventId target)
{
    const QFontMetricsF metrics(in.font);
    QString name = SliceNames::shortName(in.trace.name(target), in.trace.kind(target));
    name = metrics.elidedText(name, Qt::ElideRight, 220);
    const QChar direction = spot.isLeft    ? QChar(0x25c0)
                            : spot.isRight ? QChar(0x25b6)
                            : spot.isAbove ? QChar(0x25b2)
                                           : QChar(0x25bc);
    const QString text = direction + QStringLiteral(" ") + name;
    const double width = metrics.horizontalAdvance(text) + 14;
    const double height = metrics.height() + 4;
    const QRectF rect = Placer(in).rect(spot);
    double x = spot.isLeft ? 4 : spot.isRight ? in.size.width() - width - 4 : rect.center().x() - width / 2;
    double y = spot.isAbove ? 4 : spot.isBelow ? in.size.height() - height - 4 : rect.center().y() - height / 2;
    x = std::clamp(x, 4.0, std::max(4.0, in.size.width() - width - 4));
    QRectF box(x, y, width, height);
    for (const Marker& other : m_markers) { // not over one another
        if (other.box.intersects(box))
            box.moveTop(other.box.bottom() + 2);
    }
    painter.setPen(QPen(in.theme.selectedOutline, 1));
    painter.setBrush(in.theme.tooltip);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(in.theme.tooltipText);
    painter.drawText(box, Qt::AlignCenter, text);
    m_markers.push_back({box, target});
}

void Overlay::paintTip(QPainter& painter, const OverlayInput& in)
{
    const QFontMetricsF metrics(in.font);
    const double lineHeight = metrics.height() + 2;
    double width = 0;
    for (const TipLine& line : in.tip)
        width = std::max(width, metrics.horizontalAdvance(line.text));
    QRectF box(0, 0, width + 18, lineHeight * static_cast<double>(in.tip.size()) + 10);
    box.moveTopLeft(in.pointer + QPointF(14, 18));
    if (box.right() > in.size.width() - 2)
        box.moveRight(std::max(box.width() + 2, in.pointer.x() - 10));
    if (box.bottom() > in.size.height() - 2)
        box.moveBottom(in.pointer.y() - 8);
    box.moveLeft(std::max(2.0, box.left()));
    box.moveTop(std::max(2.0, box.top()));
    painter.fillRect(box, in.theme.tooltip);
    painter.setPen(QPen(in.theme.border, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box);
    double y = box.top() + 5;
    for (const TipLine& line : in.tip) {
        painter.setPen(line.isDim ? in.theme.textDim : in.theme.tooltipText);
        painter.drawText(QRectF(box.left() + 9, y, width + 2, lineHeight), Qt::AlignVCenter | Qt::AlignLeft, line.text);
        y += lineHeight;
    }
}

} // namespace decodescope
