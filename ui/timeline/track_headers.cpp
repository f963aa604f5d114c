// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/track_headers.h"

#include "ui/style/letter_width.h"
#include "ui/style/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace decodescope {

namespace {

constexpr int kEdgePx = 4;
constexpr int kIndent = 14;
constexpr int kLeft = 12;
constexpr int kArrowWidth = 14;
constexpr int kArrowMargin = 8;

bool canCollapse(const TrackRow& row)
{
    return row.id.kind == RowKind::group || (row.id.kind == RowKind::slices && row.laneCount > 1);
}

// What the keyboard does here rather than in the timeline.
bool isOwnKey(const QKeyEvent& event)
{
    static constexpr std::array kKeys{Qt::Key_Up,    Qt::Key_Down,   Qt::Key_Left,
                                      Qt::Key_Right, Qt::Key_Return, Qt::Key_Enter};
    return (event.modifiers() & ~Qt::KeypadModifier) == 0 && std::ranges::find(kKeys, event.key()) != kKeys.end();
}

} // namespace

TrackHeaders::TrackHeaders(TrackLayout& layout, QWidget* parent)
    : QWidget(parent)
    , m_layout(layout)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(&layout, &TrackLayout::changed, this, qOverload<>(&QWidget::update));
}

void TrackHeaders::setScroll(int scroll)
{
    m_scroll = scroll;
    update();
}

QSize TrackHeaders::sizeHint() const
{
    return {letterWidth(QFontMetrics(smallFont(font()))) * 30, 200};
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
    if (const auto beside = m_dropBeside ? m_layout.find(*m_dropBeside) : std::nullopt) {
        // After a heading means after its rows.
        std::size_t last = *beside;
        while (m_dropsAfter && m_layout.rows()[*beside].row.indent == 0 && last + 1 < m_layout.rows().size() &&
               m_layout.rows()[last + 1].row.indent > 0)
            ++last;
        const int y = m_dropsAfter ? yOf(last) + m_layout.rows()[last].height : yOf(*beside);
        painter.fillRect(QRect(0, y - 1, width() - 1, 2), theme.accent);
    }
    painter.fillRect(QRect(width() - 1, 0, 1, height()), theme.border);
}

void TrackHeaders::paintRow(QPainter& painter, std::size_t index)
{
    const Theme& theme = Theme::of(palette());
    const PlacedRow& placed = m_layout.rows()[index];
    const TrackRow& row = placed.row;
    const QRect box(0, yOf(index), width() - 1, placed.height);
    const bool isCurrent = m_current == row.id && hasFocus();
    painter.fillRect(box, m_hovered == index || isCurrent ? theme.windowAlt : theme.window);
    painter.fillRect(QRect(box.left(), box.bottom(), box.width(), 1), theme.rowLine);
    if (placed.isPinned)
        painter.fillRect(QRect(0, box.top(), 2, box.height() - 1), theme.accent);
    if (isCurrent) {
        painter.setPen(theme.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box.adjusted(0, 0, -1, -2));
    }
    paintRowText(painter, placed, box);
}

void TrackHeaders::paintRowText(QPainter& painter, const PlacedRow& placed, const QRect& box)
{
    const Theme& theme = Theme::of(palette());
    const TrackRow& row = placed.row;
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
    const int room = width() - x - (canCollapse(row) ? kArrowWidth + kArrowMargin : kArrowMargin);
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
    if (event->type() == QEvent::ShortcutOverride && isOwnKey(*static_cast<QKeyEvent*>(event))) {
        event->accept(); // the window's shortcuts step back
        return true;
    }
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
    if (const auto row = rowAt(y)) {
        m_drag = Drag::pressed;
        m_dragged = m_layout.rows()[*row].row.id;
        m_dragFrom = y;
        setCurrent(m_dragged);
    }
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
    if (m_drag == Drag::pressed && std::abs(y - m_dragFrom) >= QApplication::startDragDistance()) {
        m_drag = Drag::row;
        setCursor(Qt::ClosedHandCursor);
    }
    if (m_drag == Drag::row) {
        showDrop(y);
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
    else if (row && canCollapse(m_layout.rows()[*row].row) &&
             (m_layout.rows()[*row].row.id.kind == RowKind::group || isOnArrow(event->pos().x())))
        setCursor(Qt::PointingHandCursor);
    else
        setCursor(Qt::ArrowCursor);
}

void TrackHeaders::showDrop(int y)
{
    m_dropBeside.reset();
    const auto dragged = m_layout.find(m_dragged);
    if (const auto over = rowAt(std::clamp(y, 0, height() - 1)); over && dragged) {
        // A heading goes beside headings, a row beside rows of its own heading.
        const bool isHeading = m_layout.rows()[*dragged].row.indent == 0;
        const RowId own = m_layout.rows()[*over].row.id;
        const RowId beside = isHeading ? m_layout.headingOf(own) : own;
        if (isHeading ||
            (beside != m_layout.headingOf(beside) && m_layout.headingOf(beside) == m_layout.headingOf(m_dragged))) {
            m_dropBeside = beside;
            m_dropsAfter = *over > *dragged;
        }
    }
    update();
}

void TrackHeaders::collapse(const PlacedRow& placed)
{
    if (canCollapse(placed.row))
        m_layout.setCollapsed(placed.row.id, !placed.isCollapsed);
}

// A click on a name marks the row, for the keys; so only its arrow collapses a row. A heading has nothing else to do.
void TrackHeaders::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag drag = std::exchange(m_drag, Drag::none);
    const auto beside = std::exchange(m_dropBeside, std::nullopt);
    if (drag == Drag::pressed) {
        if (m_dragged.kind == RowKind::group || isOnArrow(event->pos().x()))
            collapseCurrent();
    } else if (drag == Drag::row) {
        setCursor(Qt::ArrowCursor);
        if (beside)
            m_layout.moveBeside(m_dragged, *beside, m_dropsAfter);
        update();
    }
}

void TrackHeaders::mouseDoubleClickEvent(QMouseEvent* event)
{
    mousePressEvent(event);
    if (m_drag != Drag::pressed || m_dragged.kind == RowKind::group || isOnArrow(event->pos().x()))
        return;
    m_drag = Drag::none;
    collapseCurrent();
}

bool TrackHeaders::isOnArrow(int x) const
{
    return x >= width() - kArrowWidth - kArrowMargin;
}

std::optional<std::size_t> TrackHeaders::currentIndex() const
{
    return m_current ? m_layout.find(*m_current) : std::nullopt;
}

void TrackHeaders::setCurrent(RowId row)
{
    if (m_current == row)
        return;
    m_current = row;
    if (const auto index = currentIndex()) {
        const TrackRow& shown = m_layout.rows()[*index].row;
        setAccessibleDescription(shown.subtitle.isEmpty() ? shown.title
                                                          : shown.title + QStringLiteral(", ") + shown.subtitle);
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
    update();
    Q_EMIT currentChanged();
}

void TrackHeaders::moveCurrent(int by)
{
    if (!m_current)
        return;
    if (const auto sibling = m_layout.sibling(*m_current, by))
        m_layout.moveBeside(*m_current, *sibling, by > 0);
}

void TrackHeaders::pinCurrent()
{
    if (const auto row = currentIndex(); row && m_layout.rows()[*row].row.id.kind != RowKind::group)
        m_layout.setPinned(*m_current, !m_layout.rows()[*row].isPinned);
}

void TrackHeaders::collapseCurrent()
{
    if (const auto row = currentIndex())
        collapse(m_layout.rows()[*row]);
}

void TrackHeaders::hideCurrent()
{
    const auto row = currentIndex();
    if (!row)
        return;
    const RowId hidden = *m_current;
    // The keyboard stays where it was: on the row below, else above.
    const std::size_t next = *row + 1 < m_layout.rows().size() ? *row + 1 : *row > 0 ? *row - 1 : *row;
    const RowId after = m_layout.rows()[next].row.id;
    m_layout.setHidden(hidden, true);
    setCurrent(after);
}

void TrackHeaders::stretchCurrent(double factor)
{
    if (currentIndex())
        m_layout.setStretch(*m_current, m_layout.stretch(*m_current) * factor);
}

void TrackHeaders::focusInEvent(QFocusEvent* event)
{
    if (!currentIndex() && !m_layout.rows().empty())
        setCurrent(m_layout.rows().front().row.id);
    QWidget::focusInEvent(event);
    update();
}

void TrackHeaders::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

void TrackHeaders::keyPressEvent(QKeyEvent* event)
{
    const auto row = currentIndex();
    if (!isOwnKey(*event) || !row) {
        QWidget::keyPressEvent(event);
        return;
    }
    const PlacedRow placed = m_layout.rows()[*row];
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const std::size_t next =
            event->key() == Qt::Key_Up ? (*row > 0 ? *row - 1 : 0) : std::min(*row + 1, m_layout.rows().size() - 1);
        setCurrent(m_layout.rows()[next].row.id);
        const int y = yOf(next);
        const int rowHeight = m_layout.rows()[next].height;
        if (!m_layout.rows()[next].isPinned && y < m_layout.pinnedHeight())
            Q_EMIT scrollRequested(y - m_layout.pinnedHeight());
        else if (y + rowHeight > height())
            Q_EMIT scrollRequested(y + rowHeight - height());
        return;
    }
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (canCollapse(placed.row))
            m_layout.setCollapsed(placed.row.id, event->key() == Qt::Key_Left);
        return;
    default:
        collapse(placed);
    }
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
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const auto row = isByKey ? currentIndex() : rowAt(event->pos().y());
    fillMenu(menu, row ? &m_layout.rows()[*row].row : nullptr);
    menu.exec(isByKey && row ? mapToGlobal(QPoint(kLeft, yOf(*row) + m_layout.rows()[*row].height))
                             : event->globalPos());
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
