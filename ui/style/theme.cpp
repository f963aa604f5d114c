// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/theme.h"

#include "ui/style/quiet_style.h"

#include <QApplication>
#include <QStyle>
#include <QStyleFactory>

namespace decodescope {

namespace {

QColor rgb(QRgb value)
{
    return QColor(QRgb(0xff000000u | value));
}

QColor rgba(QRgb value, int alpha)
{
    QColor color = rgb(value);
    color.setAlpha(alpha);
    return color;
}

Theme makeDark()
{
    Theme t;
    t.isDark = true;
    t.window = rgb(0x1b1e24);
    t.windowAlt = rgb(0x20232a);
    t.control = rgb(0x2a2e37);
    t.border = rgb(0x101216);
    t.text = rgb(0xe4e7ec);
    t.textDim = rgb(0x9aa1ad);
    t.textFaint = rgb(0x6b727e);
    t.accent = rgb(0x3d6ab0);
    t.accentText = rgb(0xffffff);
    t.record = rgb(0x24704c);
    t.recordText = rgb(0xffffff);
    t.warning = rgb(0xe8a33d);
    t.error = rgb(0xe8695b);
    t.link = rgb(0x86b4f0);
    t.canvas = rgb(0x15171c);
    t.rowLine = rgb(0x22252c);
    t.grid = rgb(0x23272e);
    t.rangeFill = rgb(0x1e2533);
    t.rangeEdge = rgb(0x8fb3ea);
    t.outsideShade = rgba(0x0b0c0f, 110);
    t.selectedOutline = rgb(0xffffff);
    t.hoveredOutline = rgb(0xc3cad6);
    t.chain = rgb(0xf2d38a);
    t.cursorLine = rgba(0xaab4c4, 90);
    t.snapLine = rgb(0xf2d38a);
    t.busy = rgb(0x4b9a78);
    t.dot = rgb(0xd6a84a);
    t.counter = rgb(0x6f9bd1);
    t.liveEdge = rgb(0x4fb286);
    t.tooltip = rgb(0x2a2e37);
    t.tooltipText = rgb(0xe4e7ec);
    t.overviewWindow = rgba(0x8fb3ea, 40);
    return t;
}

Theme makeLight()
{
    Theme t;
    t.isDark = false;
    t.window = rgb(0xf3f4f6);
    t.windowAlt = rgb(0xe9ebef);
    t.control = rgb(0xe1e4e9);
    t.border = rgb(0xcdd2d9);
    t.text = rgb(0x1d2127);
    t.textDim = rgb(0x5a626e);
    t.textFaint = rgb(0x8d95a1);
    t.accent = rgb(0x2f63b5);
    t.accentText = rgb(0xffffff);
    t.record = rgb(0x1f7a4f);
    t.recordText = rgb(0xffffff);
    t.warning = rgb(0xa35f00);
    t.error = rgb(0xb3261e);
    t.link = rgb(0x1f5fbf);
    t.canvas = rgb(0xffffff);
    t.rowLine = rgb(0xe4e7eb);
    t.grid = rgb(0xeceef1);
    t.rangeFill = rgb(0xe6eefb);
    t.rangeEdge = rgb(0x2f63b5);
    t.outsideShade = rgba(0xf3f4f6, 130);
    t.selectedOutline = rgb(0x000000);
    t.hoveredOutline = rgb(0x3c4350);
    t.chain = rgb(0x8a5a00);
    t.cursorLine = rgba(0x3c4350, 90);
    t.snapLine = rgb(0x8a5a00);
    t.busy = rgb(0x3d8f6a);
    t.dot = rgb(0xa8741a);
    t.counter = rgb(0x3f74b8);
    t.liveEdge = rgb(0x1f7a4f);
    t.tooltip = rgb(0xffffff);
    t.tooltipText = rgb(0x1d2127);
    t.overviewWindow = rgba(0x2f63b5, 36);
    return t;
}

// Whether the desktop came up dark.
bool desktopIsDark(const QApplication& application)
{
    static const bool dark = application.palette().color(QPalette::Window).lightness() < 128; // at the first call
    return dark;
}

} // namespace

const Theme& Theme::dark()
{
    static const Theme theme = makeDark();
    return theme;
}

const Theme& Theme::light()
{
    static const Theme theme = makeLight();
    return theme;
}

const Theme& Theme::of(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128 ? dark() : light();
}

QPalette Theme::palette() const
{
    QPalette p(control, window);
    p.setColor(QPalette::Window, window);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, isDark ? canvas : rgb(0xffffff));
    p.setColor(QPalette::AlternateBase, windowAlt);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::PlaceholderText, textDim);
    p.setColor(QPalette::Button, control);
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::BrightText, error);
    p.setColor(QPalette::Highlight, accent);
    p.setColor(QPalette::HighlightedText, accentText);
    p.setColor(QPalette::ToolTipBase, tooltip);
    p.setColor(QPalette::ToolTipText, tooltipText);
    p.setColor(QPalette::Link, link);
    p.setColor(QPalette::LinkVisited, link);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, textFaint);
    p.setColor(QPalette::Disabled, QPalette::Highlight, control);
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, textFaint);
    return p;
}

void applyTheme(QApplication& application, ThemeMode mode)
{
    const bool desktopDark = desktopIsDark(application);
    const bool dark = mode == ThemeMode::system ? desktopDark : mode == ThemeMode::dark;
    if (!qobject_cast<QuietStyle*>(QApplication::style()))
        QApplication::setStyle(new QuietStyle);
    QApplication::setPalette((dark ? Theme::dark() : Theme::light()).palette());
}

QFont smallFont(const QFont& base)
{
    QFont font = base;
    if (base.pixelSize() > 0)
        font.setPixelSize(qMax(9, qRound(base.pixelSize() * 0.9)));
    else
        font.setPointSizeF(qMax(7.0, base.pointSizeF() * 0.9));
    return font;
}

} // namespace decodescope
