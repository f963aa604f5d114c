// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/panel.h"

#include "ui/model/trace_document.h"

#include <QEvent>
#include <QTimer>

namespace decodescope {

namespace {

constexpr qint64 kLiveIntervalMs = 500;

} // namespace

bool isGrowing(const TraceDocument& document)
{
    return document.state() == TraceDocument::State::live || !document.isComplete();
}

Panel::Panel(const PanelContext& context, QWidget* parent)
    : QWidget(parent)
    , m_context(context)
    , m_timer(new QTimer(this))
{
    m_timer->setSingleShot(true);
    connect(m_timer, &QTimer::timeout, this, &Panel::refreshIfDue);
}

void Panel::invalidate()
{
    m_isStale = true;
    if (!isVisible() || m_timer->isActive())
        return;
    const bool grows = isGrowing(m_context.document);
    const qint64 since = m_sinceRefresh.isValid() ? m_sinceRefresh.elapsed() : kLiveIntervalMs;
    m_timer->start(grows ? int(std::max<qint64>(0, kLiveIntervalMs - since)) : 0);
}

void Panel::refreshIfDue()
{
    if (!m_isStale || !isVisible())
        return;
    m_isStale = false;
    m_sinceRefresh.start();
    refresh();
}

void Panel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        invalidate();
}

void Panel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) // colours are part of what is shown
        invalidate();
}

} // namespace decodescope
