// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/top_bar.h"

#include "ui/actions.h"
#include "ui/style/icons.h"
#include "ui/style/letter_width.h"
#include "ui/style/quiet_style.h"
#include "ui/style/theme.h"
#include "ui/window/search_box.h"
#include "ui/window/step_chips.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>

namespace decodescope {

TopBar::TopBar(const Actions& actions, StepChips* chips, SearchBox* search, QWidget* parent)
    : QWidget(parent)
    , m_actions(actions)
    , m_menu(new QToolButton)
    , m_capture(new QPushButton)
    , m_color(new QToolButton)
{
    auto* all = new QMenu(m_menu);
    using enum ActionMenu;
    for (const ActionMenu menu : {file, capture, view, rows, go, select, panels, help})
        actions.fillMenu(menu, all->addMenu(Actions::menuTitle(menu)));
    m_menu->setMenu(all);
    m_menu->setPopupMode(QToolButton::InstantPopup);
    m_menu->setAutoRaise(true);
    m_menu->setToolTip(tr("Menu (F10)"));
    m_menu->setAccessibleName(tr("Menu"));

    m_capture->setFocusPolicy(Qt::TabFocus);
    connect(m_capture, &QPushButton::clicked, this, [this] {
        m_actions
            .action(m_capture->property("capturing").toBool() ? QStringLiteral("stop-capture")
                                                              : QStringLiteral("capture"))
            ->trigger();
    });

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 7, 12, 7);
    layout->setSpacing(8);
    layout->addWidget(m_menu);
    layout->addWidget(m_capture);
    layout->addWidget(addButton(QStringLiteral("open")));
    auto* exportButton = new QToolButton;
    exportButton->setText(tr("Export \u25be"));
    exportButton->setAccessibleName(tr("Export"));
    exportButton->setPopupMode(QToolButton::InstantPopup);
    auto* exportMenu = new QMenu(exportButton);
    for (const char* id : {"export-all", "export-range", "save-image", "copy-image"})
        exportMenu->addAction(actions.action(QLatin1String(id)));
    exportButton->setMenu(exportMenu);
    layout->addWidget(exportButton);
    layout->addSpacing(16);
    layout->addWidget(chips);
    layout->addStretch(1);

    auto* colorMenu = new QMenu(m_color);
    for (const char* id : {"color-part", "color-name", "color-category", "color-duration"})
        colorMenu->addAction(actions.action(QLatin1String(id)));
    m_color->setMenu(colorMenu);
    m_color->setPopupMode(QToolButton::InstantPopup);
    layout->addWidget(m_color);
    search->setMinimumWidth(letterWidth(fontMetrics()) * 24);
    search->setMaximumWidth(letterWidth(fontMetrics()) * 44);
    search->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    layout->addWidget(search, 1);
    setCapturing(false);
}

QToolButton* TopBar::addButton(const QString& actionId)
{
    auto* button = new QToolButton;
    button->setDefaultAction(m_actions.action(actionId));
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    return button;
}

void TopBar::setCapturing(bool capturing)
{
    m_capture->setProperty("capturing", capturing);
    m_capture->setProperty(QuietStyle::kRecordProperty, !capturing);
    m_capture->setText(capturing ? tr("Stop") : tr("Capture"));
    m_capture->setToolTip(
        m_actions.action(capturing ? QStringLiteral("stop-capture") : QStringLiteral("capture"))->toolTip());
    updateIcons();
}

void TopBar::setColorModeText(const QString& mode)
{
    m_color->setText(tr("Colour: %1 \u25be").arg(mode));
    m_color->setToolTip(tr("What the colour of a slice says"));
}

void TopBar::updateIcons()
{
    const Theme& theme = Theme::of(palette());
    const bool capturing = m_capture->property("capturing").toBool();
    m_menu->setIcon(paletteIcon(QStringLiteral("menu"), palette()));
    m_capture->setIcon(capturing ? colorIcon(QStringLiteral("stop"), theme.error)
                                 : colorIcon(QStringLiteral("record"), theme.recordText));
    m_capture->update();
}

void TopBar::openMenu()
{
    m_menu->showMenu();
}

void TopBar::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(0, height() - 1, width(), 1, theme.border);
}

} // namespace decodescope
