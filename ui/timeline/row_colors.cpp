// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/row_colors.h"

namespace decodescope {

QRgb barColor(const Theme& theme, BarColor color)
{
    switch (color) {
    case BarColor::busy:
        return theme.busy.rgb();
    case BarColor::counter:
        return theme.counter.rgb();
    case BarColor::counterFill:
        return mixed(theme.canvas.rgb(), theme.counter.rgb(), 70);
    case BarColor::dot:
        return theme.dot.rgb();
    case BarColor::instant:
        return theme.text.rgb();
    case BarColor::axis:
        break;
    }
    return theme.rowLine.rgb();
}

QRgb runColor(const Palette& palette, QRgb canvas, const DrawnRun& run)
{
    QRgb color = palette.color(run.color);
    if (run.covered < 255) // never faint: a single short slice stays in sight
        color = mixed(canvas, color, 160 + run.covered * 96 / 255);
    if (run.isDim)
        color = mixed(canvas, color, 64);
    return color;
}

} // namespace decodescope
