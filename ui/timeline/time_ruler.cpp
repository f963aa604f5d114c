// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/time_ruler.h"

#include "core/query/time_scale.h"
#include "ui/model/number_text.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/style/theme.h"
#include "ui/timeline/time_ticks.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

constexpr int kTickSpacing = 110; // logical pixels
constexpr int kTickHeight = 5;
constexpr int kLongestMarkPx = 160; // of a mark's text

} // namespace

TimeRuler::TimeRuler(TimelineState& state, TimelineNavigator& navigator, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_navigator(navigator)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::OpenHandCursor);
    for (const auto signal :
         {&TimelineState::visibleRangeChanged, &TimelineState::cursorTimeChanged, &TimelineState::timeOriginChanged,
          &TimelineState::selectedRangeChanged, &TimelineState::marksChanged})
        connect(&state, signal, this, qOverload<>(&QWidget::update));
}

QSize TimeRuler::sizeHint() const
{
    return {200, QFontMetrics(smallFont(font())).height() + 12};
}

void TimeRuler::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(palette());
    const double ratio = devicePixelRatioF();
    const TimeScale scale(m_state.visibleRange(), static_cast<int>(std::lround(width() * ratio)));
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.setFont(smallFont(font()));
    if (const auto range = m_state.selectedRange(); range && range->overlaps(m_state.visibleRange())) {
        const double left = scale.pixelAt(range->begin) / ratio;
        const double right = scale.pixelAt(range->end) / ratio;
        painter.fillRect(QRectF(left, height() - 3, std::max(1.0, right - left), 3), theme.rangeEdge);
    }
    std::vector<Label> labels; // the first ones have the room
    addCursor(painter, scale, labels);
    addMarks(painter, scale, labels);
    addTicks(painter, scale, labels);
    for (const Label& label : labels) {
        if (label.isChip)
            painter.fillRect(label.box, theme.control);
        painter.setPen(label.isChip ? theme.text : theme.textDim);
        painter.drawText(label.box, Qt::AlignCenter, label.text);
    }
    painter.fillRect(QRectF(0, height() - 1, width(), 1), theme.border);
}

bool TimeRuler::isFree(const QRectF& box, const std::vector<Label>& labels)
{
    return std::ranges::none_of(labels, [&box](const Label& label) { return label.box.intersects(box); });
}

// The pointer's time.
void TimeRuler::addCursor(QPainter& painter, const TimeScale& scale, std::vector<Label>& labels) const
{
    const auto cursor = m_state.cursorTime();
    if (!cursor)
        return;
    const double x = scale.pixelAt(*cursor) / devicePixelRatioF();
    const QString text = relativeTimeText(*cursor, m_state.timeOrigin());
    const double chipWidth = painter.fontMetrics().horizontalAdvance(text) + 12;
    labels.push_back({QRectF(std::clamp(x - chipWidth / 2, 0.0, std::max(0.0, width() - chipWidth)), 2, chipWidth,
                             height() - kTickHeight - 3),
                      text, true});
    painter.fillRect(QRectF(x, height() - kTickHeight, 1, kTickHeight), Theme::of(palette()).text);
}

// A flag at a time with its text beside it, a bar over a range.
void TimeRuler::addMarks(QPainter& painter, const TimeScale& scale, std::vector<Label>& labels) const
{
    const Theme& theme = Theme::of(palette());
    const QFontMetrics metrics = painter.fontMetrics();
    for (const Mark& mark : m_state.marks()) {
        if (mark.range.end < m_state.visibleRange().begin || mark.range.begin > m_state.visibleRange().end)
            continue;
        const double left = scale.pixelAt(mark.range.begin) / devicePixelRatioF();
        const double right = scale.pixelAt(mark.range.end) / devicePixelRatioF();
        if (mark.isRange()) {
            painter.fillRect(QRectF(left, 0, std::max(1.0, right - left), 2), theme.chain);
            continue;
        }
        painter.fillRect(QRectF(left - 2, 0, 5, 6), theme.chain);
        if (mark.text.isEmpty())
            continue;
        const QString text = metrics.elidedText(mark.text, Qt::ElideRight, kLongestMarkPx);
        QRectF box(left + 4, 2, metrics.horizontalAdvance(text) + 8, height() - kTickHeight - 3);
        if (box.right() > width())
            box.moveRight(left - 3);
        if (isFree(box, labels))
            labels.push_back({box, text, true});
    }
}

void TimeRuler::addTicks(QPainter& painter, const TimeScale& scale, std::vector<Label>& labels) const
{
    const double ratio = devicePixelRatioF();
    const double bottom = height();
    for (const TimeTick& tick : timeTicks(scale, m_state.timeOrigin(), static_cast<int>(kTickSpacing * ratio))) {
        const double x = tick.x / ratio;
        painter.fillRect(QRectF(x, bottom - kTickHeight, 1, kTickHeight), Theme::of(palette()).textFaint);
        const double textWidth = painter.fontMetrics().horizontalAdvance(tick.text);
        QRectF box(x - textWidth / 2, 0, textWidth + 1, bottom - kTickHeight);
        // At the ends a text stands beside its tick rather than not at all.
        if (box.left() < 2)
            box.moveLeft(2);
        if (box.right() > width() - 2)
            box.moveRight(width() - 2);
        if (x >= 0 && x <= width() && isFree(box, labels))
            labels.push_back({box, tick.text, false});
    }
}

void TimeRuler::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    update();
}

void TimeRuler::mousePressEvent(QMouseEvent* event)
{
    m_lastX = event->position().x();
}

void TimeRuler::mouseMoveEvent(QMouseEvent* event)
{
    if ((event->buttons() & (Qt::LeftButton | Qt::MiddleButton)) == 0 || width() == 0)
        return;
    m_navigator.pan((m_lastX - event->position().x()) / width());
    m_lastX = event->position().x();
}

void TimeRuler::wheelEvent(QWheelEvent* event)
{
    const TimeScale scale(m_state.visibleRange(), width());
    const double notches = event->angleDelta().y() / 120.0;
    m_navigator.zoomAt(std::pow(1.25, notches), scale.timeAt(static_cast<int>(event->position().x())));
    event->accept();
}

} // namespace decodescope
