// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/form_area.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QLayout>
#include <QScreen>
#include <QScrollBar>

namespace decodescope {

FormArea::FormArea(QWidget* form)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus); // Tab goes from field to field, and scrolls to them
    setWidget(form);
    for (QWidget* field : form->findChildren<QWidget*>()) {
        if (qobject_cast<QComboBox*>(field) || qobject_cast<QAbstractSpinBox*>(field))
            field->installEventFilter(this);
    }
}

// What the screen leaves when the dialog has everything else at its least height, and a frame.
QSize FormArea::room() const
{
    const QLayout* const around = parentWidget() ? parentWidget()->layout() : nullptr;
    if (!around)
        return {QWIDGETSIZE_MAX, QWIDGETSIZE_MAX};
    const QMargins margins = around->contentsMargins();
    QSize room = screen()->availableSize();
    room.rwidth() -= margins.left() + margins.right();
    room.rheight() -= margins.top() + margins.bottom() + 2 * fontMetrics().height();
    for (int i = 0; i < around->count(); ++i) {
        if (const QLayoutItem* item = around->itemAt(i); item->widget() != this)
            room.rheight() -= item->minimumSize().height() + around->spacing();
    }
    return room;
}

QSize FormArea::fitted(QSize size) const
{
    const QSize room = this->room();
    // A bar takes room of its own, which must not make the other bar necessary.
    if (size.height() > room.height())
        size.rwidth() += verticalScrollBar()->sizeHint().width();
    if (size.width() > room.width())
        size.rheight() += horizontalScrollBar()->sizeHint().height();
    return size.boundedTo(room);
}

QSize FormArea::sizeHint() const
{
    return fitted(widget()->sizeHint().expandedTo(widget()->minimumSize()));
}

QSize FormArea::minimumSizeHint() const
{
    return fitted(widget()->minimumSizeHint().expandedTo(widget()->minimumSize()));
}

bool FormArea::event(QEvent* event)
{
    // The form's size has changed, as with the font, or its screen is known now.
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        updateGeometry();
    return QScrollArea::event(event);
}

bool FormArea::eventFilter(QObject* watched, QEvent* event)
{
    const bool scrolls = verticalScrollBar()->maximum() > 0 || horizontalScrollBar()->maximum() > 0;
    if (event->type() == QEvent::Wheel && scrolls && watched != widget()) {
        event->ignore(); // so it comes to what lies behind
        return true;
    }
    return QScrollArea::eventFilter(watched, event);
}

} // namespace decodescope
