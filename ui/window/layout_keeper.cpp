// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/layout_keeper.h"

#include "ui/model/settings.h"
#include "ui/window/screen_size.h"

#include <QEvent>
#include <QMainWindow>
#include <QSplitter>
#include <QTabWidget>
#include <QTimer>

#include <algorithm>

namespace decodescope {

namespace {

constexpr int kWriteAfterMs = 1000;
const QString kWindowLayout = QStringLiteral("window");
const QString kColumnsLayout = QStringLiteral("columns");
const QString kRowsLayout = QStringLiteral("rows");

} // namespace

LayoutKeeper::LayoutKeeper(const Parts& parts, Settings& settings)
    : QObject(parts.window)
    , m_parts(parts)
    , m_settings(settings)
    , m_timer(new QTimer(this))
{
    m_timer->setSingleShot(true);
    m_timer->setInterval(kWriteAfterMs);
    connect(m_timer, &QTimer::timeout, this, &LayoutKeeper::save);
    const auto changed = [this] { m_timer->start(); };
    connect(parts.columns, &QSplitter::splitterMoved, this, changed);
    connect(parts.rows, &QSplitter::splitterMoved, this, changed);
    connect(parts.drawer, &QTabWidget::currentChanged, this, changed);
    parts.window->installEventFilter(this);
    parts.rows->installEventFilter(this);
}

bool LayoutKeeper::eventFilter(QObject* object, QEvent* event)
{
    if (object == m_parts.rows && event->type() == QEvent::Show && m_areRowsNew) {
        m_areRowsNew = false;
        QTimer::singleShot(0, this, &LayoutKeeper::shareRows); // when they have their height
    }
    if (object == m_parts.window && m_parts.window->isVisible() &&
        (event->type() == QEvent::Resize || event->type() == QEvent::Move))
        m_timer->start();
    return QObject::eventFilter(object, event);
}

void LayoutKeeper::restore()
{
    QMainWindow& window = *m_parts.window;
    const int line = window.fontMetrics().height();
    if (!window.restoreGeometry(m_settings.layout(kWindowLayout)))
        window.resize(withinScreen(window, {1440, 900}));
    if (!m_parts.columns->restoreState(m_settings.layout(kColumnsLayout)))
        m_parts.columns->setSizes({line * 80, line * 20});
    m_areRowsNew = !m_parts.rows->restoreState(m_settings.layout(kRowsLayout));
}

// The timeline has what it needs first: in a low window the drawer is less than a third.
void LayoutKeeper::shareRows()
{
    const int line = m_parts.window->fontMetrics().height();
    const int height = m_parts.rows->height();
    const int drawer = std::clamp((height - line * 16) / 2, line * 10, line * 18);
    m_parts.rows->setSizes({std::max(height - drawer, drawer), drawer});
}

void LayoutKeeper::save()
{
    m_timer->stop();
    m_settings.setLayout(kWindowLayout, m_parts.window->saveGeometry());
    m_settings.setLayout(kColumnsLayout, m_parts.columns->saveState());
    m_settings.setLayout(kRowsLayout, m_parts.rows->saveState());
    m_settings.setDrawerPanel(m_parts.panelInFront());
}

} // namespace decodescope
