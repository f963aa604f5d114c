// SPDX-License-Identifier: GPL-3.0-or-later
// Colours by what they are for. No other file names a colour, but palette.cpp for what slices mean.
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

#include <cstdint>

class QApplication;

namespace decodescope {

enum class ThemeMode : std::uint8_t { system, light, dark };

struct Theme
{
    bool isDark = false;

    // Chrome: two greys and lines between them.
    QColor window;    // bars, headers, panels
    QColor windowAlt; // every other table row, wells of bars
    QColor control;   // buttons, chips
    QColor border;
    QColor text;
    QColor textDim;    // subtitles, units, labels of fields
    QColor textFaint;  // disabled, placeholders
    QColor accent;     // the one colour of what is active
    QColor accentText; // on accent
    QColor record;     // the Capture button
    QColor recordText;
    QColor warning; // figures that deserve a look: gap
    QColor error;
    QColor link;

    // Timeline.
    QColor canvas;          // behind the rows
    QColor rowLine;         // between rows
    QColor grid;            // vertical lines of the ruler
    QColor rangeFill;       // behind the rows, within the selected range
    QColor rangeEdge;       // its two edges, length and handles
    QColor outsideShade;    // over what the selected range leaves out
    QColor selectedOutline; // around the selected slice, its arrow
    QColor hoveredOutline;
    QColor chain; // what the selected slice is linked to
    QColor cursorLine;
    QColor snapLine;
    QColor busy; // GPU busy
    QColor dot;  // launch delay
    QColor counter;
    QColor liveEdge; // up to where GPU records are complete
    QColor tooltip;
    QColor tooltipText;
    QColor overviewWindow; // the visible part, in the overview

    static const Theme& light();
    static const Theme& dark();
    // The one that fits a widget's palette: react to QEvent::PaletteChange by asking again.
    static const Theme& of(const QPalette& palette);

    QPalette palette() const;
};

// Sets QuietStyle and the theme's palette; system: light or dark as the desktop came up. Call once before the first
// window.
void applyTheme(QApplication& application, ThemeMode mode);

// For labels of rows and rulers, a little smaller than the font of the desktop.
QFont smallFont(const QFont& base);

} // namespace decodescope
