// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/track_headers.h"

#include "ui/model/track_layout.h"
#include "ui/style/theme.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

constexpr int kEdgePx = 4;
constexpr int kIndent = 14;
constexpr int kLeft = 12;
constexpr int kArrowWidth = 14;

bool canCollapse(const TrackRow& row)
{
    return row.id.kind == RowKind::group || (row.id.kind == RowKind::slices && row.laneCount > 1);
}

} // namespace

TrackHeaders::TrackHeaders(TrackLayout& layout, QWidget* parent)
    : QWidget(parent)
    , m_layout(layout)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    connect(&layout, &TrackLayout::changed, this, qOverload<>(&QWidget::update));
}

void TrackHeaders::setScroll(int scroll)
{
    m_scroll = scroll;
    update();
}

QSize TrackHeaders::sizeHint() const
{
    return {QFontMetrics(smallFont(font())).averageCharWidth() * 30, 200};
}

int TrackHeaders::yOf(std::size_t row) const
{
    const PlacedRow& placed = m_layout.rows()[row];
    return placed.top - (placed.isPinned ? 0 : m_scroll);
}

std::optional<std::size_t> TrackHeaders::rowAt(int y) const
{
    return m_layout.rowAt(y < m_layout.pinnedHeight() ? y : y + m_scroll);
}

void TrackHeaders::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    for (std::size_t i = 0; i < m_layout.rows().size(); ++i) {
        if (!m_layout.rows()[i].isPinned && yOf(i) < height() && yOf(i) + m_layout.rows()[i].height > 0)
            paintRow(painter, i);
    }
    for (std::size_t i = 0; i < m_layout.rows().size() && m_layout.rows()[i].isPinned; ++i)
        paintRow(painter, i);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), theme.border);
}

void TrackHeaders::paintRow(QPainter& painter, std::size_t index)
{
    const Theme& theme = Theme::of(palette());
    const PlacedRow& placed = m_layout.rows()[index];
    const TrackRow& row = placed.row;
    const QRect box(0, yOf(index), width() - 1, placed.height);
    painter.fillRect(box, m_hovered == index ? theme.windowAlt : theme.window);
    painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), theme.rowLine);
    if (placed.isPinned)
        painter.fillRect(QRect(0, box.top(), 2, box.height() - 1), theme.accent);

    const QFont small = smallFont(font());
    const QFontMetrics metrics(small);
    painter.setFont(small);
    int x = kLeft + row.indent * kIndent;
    const bool hasSubtitle = !row.subtitle.isEmpty() && placed.height >= 2 * metrics.height() + 2;
    const int textHeight = metrics.height() * (hasSubtitle ? 2 : 1);
    const bool isTop = row.laneCount > 2 && placed.shownLanes > 2;
    const int y = isTop ? box.top() + 5 : box.top() + (box.height() - 1 - textHeight) / 2;
    if (canCollapse(row)) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.textFaint);
        painter.setRenderHint(QPainter::Antialiasing);
        const QPointF c(width() - kArrowWidth, y + metrics.height() / 2.0);
        if (placed.isCollapsed)
            painter.drawPolygon(QPolygonF({c + QPointF(-2, -4), c + QPointF(3, 0), c + QPointF(-2, 4)}));
        else
            painter.drawPolygon(QPolygonF({c + QPointF(-4, -2), c + QPointF(4, -2), c + QPointF(0, 3)}));
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    const int room = width() - x - (canCollapse(row) ? kArrowWidth + 8 : 8);
    painter.setPen(theme.text);
    painter.drawText(QRect(x, y, room, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(row.title, Qt::ElideRight, room));
    if (hasSubtitle) {
        painter.setPen(theme.textDim);
        painter.drawText(QRect(x, y + metrics.height(), room, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(row.subtitle, Qt::ElideRight, room));
    }
}

void TrackHeaders::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    update();
}

bool TrackHeaders::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto row = rowAt(help->pos().y())) {
            const TrackRow& what = m_layout.rows()[*row].row;
            QToolTip::showText(help->globalPos(),
                               what.subtitle.isEmpty() ? what.title : what.title + QLatin1Char('\n') + what.subtitle,
                               this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

void TrackHeaders::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const int y = event->pos().y();
    if (event->pos().x() >= width() - kEdgePx) {
        m_drag = Drag::width;
        return;
    }
    if (const auto row = rowAt(y - kEdgePx); row && rowAt(y + kEdgePx) != row) {
        const PlacedRow& placed = m_layout.rows()[*row];
        if (placed.row.id.kind != RowKind::group && placed.laneHeight > 0) {
            m_drag = Drag::height;
            m_dragged = placed.row.id;
            m_dragFrom = y;
            m_stretchFrom = m_layout.stretch(placed.row.id);
            m_heightFrom = std::max(1, placed.shownLanes * placed.laneHeight);
            return;
        }
    }
    if (const auto row = rowAt(y); row && canCollapse(m_layout.rows()[*row].row))
        m_layout.setCollapsed(m_layout.rows()[*row].row.id, !m_layout.rows()[*row].isCollapsed);
}

void TrackHeaders::mouseMoveEvent(QMouseEvent* event)
{
    const int y = event->pos().y();
    if (m_drag == Drag::width) {
        Q_EMIT widthRequested(event->pos().x());
        return;
    }
    if (m_drag == Drag::height) {
        m_layout.setStretch(m_dragged, m_stretchFrom * (m_heightFrom + y - m_dragFrom) / m_heightFrom);
        return;
    }
    const auto row = rowAt(y);
    if (row != m_hovered) {
        m_hovered = row;
        update();
    }
    const auto above = rowAt(y - kEdgePx);
    if (event->pos().x() >= width() - kEdgePx)
        setCursor(Qt::SplitHCursor);
    else if (above && rowAt(y + kEdgePx) != above && m_layout.rows()[*above].row.id.kind != RowKind::group)
        setCursor(Qt::SplitVCursor);
    else
        setCursor(Qt::ArrowCursor);
}

void TrackHeaders::mouseReleaseEvent(QMouseEvent*)
{
    m_drag = Drag::none;
}

void TrackHeaders::leaveEvent(QEvent*)
{
    m_hovered.reset();
    update();
}

void TrackHeaders::wheelEvent(QWheelEvent* event)
{
    const int pixels = event->pixelDelta().isNull() ? event->angleDelta().y() / 2 : event->pixelDelta().y();
    Q_EMIT scrollRequested(-pixels);
    event->accept();
}

void TrackHeaders::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    const auto row = rowAt(event->pos().y());
    fillMenu(menu, row ? &m_layout.rows()[*row].row : nullptr);
    menu.exec(event->globalPos());
}

void TrackHeaders::fillMenu(QMenu& menu, const TrackRow* row)
{
    TrackLayout* layout = &m_layout;
    if (row != nullptr) {
        const RowId id = row->id;
        const auto placed = m_layout.find(id);
        const bool isPinned = placed && m_layout.rows()[*placed].isPinned;
        if (id.kind != RowKind::group)
            menu.addAction(isPinned ? tr("Unpin") : tr("Pin to the top"), this,
                           [layout, id, isPinned] { layout->setPinned(id, !isPinned); });
        menu.addAction(tr("Hide \"%1\"").arg(row->title), this, [layout, id] { layout->setHidden(id, true); });
        menu.addAction(tr("Usual height"), this, [layout, id] { layout->setStretch(id, 1); });
        menu.addSeparator();
    }
    const auto kind = [&](const QString& text, TrackKind what) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(!m_layout.isKindHidden(what));
        connect(action, &QAction::toggled, this, [layout, what](bool on) { layout->setKindHidden(what, !on); });
    };
    kind(tr("Python functions"), TrackKind::python);
    kind(tr("GPU annotations"), TrackKind::gpuAnnotation);
    kind(tr("Rows of the profiler itself"), TrackKind::other);
    QMenu* hidden = menu.addMenu(tr("Hidden rows"));
    for (const TrackRow& other : m_layout.allRows()) {
        if (m_layout.isHidden(other.id)) {
            const RowId id = other.id;
            const QString text =
                other.subtitle.isEmpty() ? other.title : other.title + QStringLiteral(", ") + other.subtitle;
            hidden->addAction(text, this, [layout, id] { layout->setHidden(id, false); });
        }
    }
    hidden->setEnabled(!hidden->isEmpty());
}

} // namespace decodescope
