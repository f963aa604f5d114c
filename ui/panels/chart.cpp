// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/chart.h"

#include "ui/style/theme.h"

#include <QHelpEvent>
#include <QToolTip>

namespace decodescope {

namespace {

// Moves within a chart, or picks in it.
bool isOwnKey(const QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return event.modifiers() == Qt::NoModifier || event.modifiers() == Qt::KeypadModifier;
    default:
        return false;
    }
}

} // namespace

Chart::Chart(QWidget* parent)
    : QCustomPlot(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setNoAntialiasingOnDrag(true);
    plotLayout()->setMargins({});
}

const Theme& Chart::theme() const
{
    return Theme::of(palette());
}

QFont Chart::labelFont() const
{
    return smallFont(font());
}

void Chart::applyTheme()
{
    const Theme& t = theme();
    setBackground(t.window);
    for (QCPAxis* axis : {xAxis, yAxis, xAxis2, yAxis2}) {
        axis->setBasePen(QPen(t.textFaint));
        axis->setTickPen(Qt::NoPen);
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelFont(labelFont());
        axis->setTickLabelColor(t.textDim);
        axis->setLabelFont(labelFont());
        axis->setLabelColor(t.textDim);
        axis->grid()->setPen(QPen(t.grid.isValid() ? t.control : t.border));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    legend->setBrush(Qt::NoBrush);
    legend->setBorderPen(Qt::NoPen);
    legend->setFont(labelFont());
    legend->setTextColor(t.textDim);
}

void Chart::setCurrent(int point)
{
    m_current = point;
    showCurrent(point);
}

void Chart::addCursor(double left, double right, double bottom, double top)
{
    auto* frame = new QCPItemRect(this);
    frame->topLeft->setCoords(left, top);
    frame->bottomRight->setCoords(right, bottom);
    frame->setPen(QPen(theme().selectedOutline));
    frame->setBrush(Qt::NoBrush);
}

bool Chart::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && isOwnKey(*static_cast<QKeyEvent*>(event))) {
        event->accept(); // the window has these keys too
        return true;
    }
    if (event->type() != QEvent::ToolTip)
        return QCustomPlot::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int point = pointAt(help->pos());
    if (point < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), tipOf(point), this);
    return true;
}

void Chart::changeEvent(QEvent* event)
{
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        restyle();
}

void Chart::resizeEvent(QResizeEvent* event)
{
    if (event->size().isEmpty()) // there QCustomPlot complains at length; see preparePlot()
        return;
    QCustomPlot::resizeEvent(event);
    restyle(); // how labels lie depends on the room for them
}

void Chart::mousePressEvent(QMouseEvent* event)
{
    const int point = event->button() == Qt::LeftButton ? pointAt(event->position()) : -1;
    if (point < 0)
        return;
    setCurrent(point);
    Q_EMIT picked(point);
}

void Chart::mouseDoubleClickEvent(QMouseEvent* event)
{
    const int point = event->button() == Qt::LeftButton ? pointAt(event->position()) : -1;
    if (point >= 0)
        Q_EMIT activated(point);
}

void Chart::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const int next = neighbour(m_current, event->key());
        if (next < 0)
            break;
        setCurrent(next);
        QToolTip::showText(mapToGlobal(rect().topLeft()), tipOf(next), this);
        setAccessibleDescription(tipOf(next));
        return;
    }
    case Qt::Key_Space:
        if (m_current >= 0)
            Q_EMIT picked(m_current);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current >= 0)
            Q_EMIT activated(m_current);
        return;
    default:
        break;
    }
    event->ignore();
}

} // namespace decodescope
