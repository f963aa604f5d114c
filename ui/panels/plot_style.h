// SPDX-License-Identifier: GPL-3.0-or-later
// What the plots of the panels have in common.
#pragma once

#include <QFont>
#include <QString>

class QCustomPlot;

namespace decodescope {

struct Theme;

// Once, of a plot within a widget: it takes no keys, and a layout without room leaves it a pixel. With none at all Qt
// and QCustomPlot complain at length.
void preparePlot(QCustomPlot& plot);

// Colours and fonts of the theme for all axes of a plot; nothing can be dragged or picked. Call again when the palette
// or the font changes, then replot.
void stylePlot(QCustomPlot& plot, const Theme& theme, const QFont& font);

// Draws a plot anew. One without any room waits for it: there, Qt and QCustomPlot complain at length.
void drawPlot(QCustomPlot& plot);

// What a tick of an axis in decades from 1 us says: 0 is "1 us", 4 "10 ms"; from -3 to 6.
QString decadeText(int decades);

} // namespace decodescope
