// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/time_ruler.h"

#include "ui/model/number_text.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/style/theme.h"
#include "ui/timeline/time_ticks.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <cmath>

namespace decodescope {

namespace {

constexpr int kTickSpacing = 110; // logical pixels
constexpr int kTickHeight = 5;

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
    const QFont small = smallFont(font());
    painter.setFont(small);
    const QFontMetricsF metrics(small);
    const double bottom = height();
    if (const auto range = m_state.selectedRange(); range && range->overlaps(m_state.visibleRange())) {
        const double left = scale.pixelAt(range->begin) / ratio;
        const double right = scale.pixelAt(range->end) / ratio;
        painter.fillRect(QRectF(left, bottom - 3, std::max(1.0, right - left), 3), theme.rangeEdge);
    }
    for (const Mark& mark : m_state.marks()) { // a flag at a time, a bar over a range
        const double left = scale.pixelAt(mark.range.begin) / ratio;
        const double right = scale.pixelAt(mark.range.end) / ratio;
        if (mark.range.end < m_state.visibleRange().begin || mark.range.begin > m_state.visibleRange().end)
            continue;
        if (mark.isRange())
            painter.fillRect(QRectF(left, 0, std::max(1.0, right - left), 2), theme.chain);
        else
            painter.fillRect(QRectF(left - 2, 0, 5, 6), theme.chain);
    }
    QRectF chip; // the pointer's time; no tick is written where it is
    QString chipText;
    if (const auto cursor = m_state.cursorTime()) {
        const double x = scale.pixelAt(*cursor) / ratio;
        chipText = relativeTimeText(*cursor, m_state.timeOrigin());
        const double chipWidth = metrics.horizontalAdvance(chipText) + 12;
        chip = QRectF(std::clamp(x - chipWidth / 2, 0.0, std::max(0.0, width() - chipWidth)), 2, chipWidth,
                      bottom - kTickHeight - 3);
        painter.fillRect(QRectF(x, bottom - kTickHeight, 1, kTickHeight), theme.text);
    }
    for (const TimeTick& tick : timeTicks(scale, m_state.timeOrigin(), static_cast<int>(kTickSpacing * ratio))) {
        const double x = tick.x / ratio;
        painter.fillRect(QRectF(x, bottom - kTickHeight, 1, kTickHeight), theme.textFaint);
        const double textWidth = metrics.horizontalAdvance(tick.text);
        QRectF box(x - textWidth / 2, 0, textWidth + 1, bottom - kTickHeight);
        // At the ends a text stands beside its tick rather than not at all.
        if (box.left() < 2)
            box.moveLeft(2);
        if (box.right() > width() - 2)
            box.moveRight(width() - 2);
        if (x < 0 || x > width() || box.intersects(chip))
            continue;
        painter.setPen(theme.textDim);
        painter.drawText(box, Qt::AlignCenter, tick.text);
    }
    if (!chipText.isEmpty()) {
        painter.fillRect(chip, theme.control);
        painter.setPen(theme.text);
        painter.drawText(chip, Qt::AlignCenter, chipText);
    }
    painter.fillRect(QRectF(0, bottom - 1, width(), 1), theme.border);
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
