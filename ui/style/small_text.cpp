// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/small_text.h"

#include "ui/style/theme.h"

#include <QApplication>
#include <QEvent>
#include <QPointer>
#include <QWidget>

namespace decodescope {

namespace {

// A widget with a font of its own does not follow that of its parent.
class FontFollower : public QObject
{
public:
    explicit FontFollower(QWidget& widget)
        : QObject(&widget)
        , m_widget(widget)
    {
        widget.installEventFilter(this);
        takeParent();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == &m_widget && event->type() == QEvent::ParentChange)
            takeParent();
        else if (watched == m_parent && event->type() == QEvent::FontChange)
            takeFont();
        return QObject::eventFilter(watched, event);
    }

private:
    void takeParent()
    {
        if (m_parent)
            m_parent->removeEventFilter(this);
        m_parent = m_widget.parentWidget();
        if (m_parent)
            m_parent->installEventFilter(this);
        takeFont();
    }
    void takeFont() { m_widget.setFont(smallFont(m_parent ? m_parent->font() : QApplication::font())); }

    QWidget& m_widget;
    QPointer<QWidget> m_parent;
};

} // namespace

void keepSmall(QWidget& widget)
{
    new FontFollower(widget); // goes with the widget
}

} // namespace decodescope
