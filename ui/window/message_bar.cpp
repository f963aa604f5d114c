// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/message_bar.h"

#include "ui/style/icons.h"
#include "ui/style/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace decodescope {

MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent)
    , m_icon(new QLabel)
    , m_text(new QLabel)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 8, 4);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton;
    close->setAutoRaise(true);
    close->setText(QStringLiteral("\u00d7"));
    close->setToolTip(tr("Close this message"));
    close->setAccessibleName(tr("Close this message"));
    connect(close, &QToolButton::clicked, this, &MessageBar::clear);
    layout->addWidget(m_icon);
    layout->addWidget(m_text, 1);
    layout->addWidget(close, 0, Qt::AlignTop);
    hide();
}

void MessageBar::showError(const QString& sentence)
{
    showSentence(sentence, true);
}

void MessageBar::showNote(const QString& sentence)
{
    showSentence(sentence, false);
}

void MessageBar::showSentence(const QString& sentence, bool isError)
{
    m_isError = isError;
    m_text->setText(sentence);
    setAccessibleName(sentence);
    updateIcon();
    show();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void MessageBar::clear()
{
    m_text->clear();
    hide();
}

QString MessageBar::text() const
{
    return m_text->text();
}

void MessageBar::updateIcon()
{
    const Theme& theme = Theme::of(palette());
    const int size = fontMetrics().height();
    m_icon->setPixmap(
        colorIcon(m_isError ? QStringLiteral("warning") : QStringLiteral("help"), m_isError ? theme.error : theme.link)
            .pixmap(size, size));
}

void MessageBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.control);
    painter.fillRect(0, 0, 3, height(), m_isError ? theme.error : theme.accent);
}

void MessageBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateIcon();
}

} // namespace decodescope
