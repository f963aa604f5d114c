// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/message_bar.h"

#include "ui/style/icons.h"
#include "ui/style/theme.h"

#include <QAccessible>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QTimer>
#include <QToolButton>

namespace decodescope {

namespace {

constexpr int kDoneMs = 10'000; // long enough to read a path

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QWidget(parent)
    , m_icon(new QLabel)
    , m_text(new QLabel)
    , m_end(new QTimer(this))
{
    m_end->setSingleShot(true);
    m_end->setInterval(kDoneMs);
    connect(m_end, &QTimer::timeout, this, &MessageBar::clear);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 8, 4);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText); // names of files are in it
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
    showSentence(sentence, Kind::error);
}

void MessageBar::showNote(const QString& sentence)
{
    showSentence(sentence, Kind::note);
}

void MessageBar::showDone(const QString& sentence)
{
    showSentence(sentence, Kind::done);
}

void MessageBar::showSentence(const QString& sentence, Kind kind)
{
    m_kind = kind;
    m_end->stop();
    if (kind == Kind::done)
        m_end->start();
    m_text->setText(sentence);
    setAccessibleName(sentence);
    updateIcon();
    update(); // the stripe
    show();
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void MessageBar::clear()
{
    m_end->stop();
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
    const QString icon = m_kind == Kind::error  ? QStringLiteral("warning")
                         : m_kind == Kind::note ? QStringLiteral("info")
                                                : QStringLiteral("check");
    m_icon->setPixmap(colorIcon(icon, m_kind == Kind::error ? theme.error : theme.link).pixmap(size, size));
}

void MessageBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.control);
    painter.fillRect(0, 0, 3, height(), m_kind == Kind::error ? theme.error : theme.accent);
}

void MessageBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateIcon();
}

} // namespace decodescope
