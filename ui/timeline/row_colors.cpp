// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/row_colors.h"

namespace decodescope {

QRgb mixed(QRgb a, QRgb b, int partOfB) // of 256
{
    const int partOfA = 256 - partOfB;
    const auto channel = [&](int shift) {
        const int x = static_cast<int>((a >> shift) & 0xff);
        const int y = static_cast<int>((b >> shift) & 0xff);
        return static_cast<QRgb>((x * partOfA + y * partOfB) >> 8) << shift;
    };
    return 0xff000000u | channel(16) | channel(8) | channel(0);
}

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

QRgb runColor(const Theme& theme, const DrawnRun& run)
{
    QRgb color = Palette::of(theme.isDark).color(run.color);
    if (run.covered < 255) // never faint: a single short slice stays in sight
        color = mixed(theme.canvas.rgb(), color, 160 + run.covered * 96 / 255);
    if (run.isDim)
        color = mixed(theme.canvas.rgb(), color, 64);
    return color;
}

} // namespace decodescope
