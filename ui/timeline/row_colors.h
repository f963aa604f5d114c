// SPDX-License-Identifier: GPL-3.0-or-later
// How what rows draw looks, for pixels and for vectors alike.
#pragma once

#include "ui/style/theme.h"
#include "ui/timeline/draw_list.h"

namespace decodescope {

inline constexpr int kGapTint = 30; // of 256: a gap's colour over what is behind it
// Logical pixels.
inline constexpr double kLabelPadding = 5;
inline constexpr double kLabelFigureGap = 8;

// partOfB: of 256.
inline QRgb mixed(QRgb a, QRgb b, int partOfB)
{
    const auto from = static_cast<QRgb>(256 - partOfB);
    const auto to = static_cast<QRgb>(partOfB);
    // Red and blue lie far enough from each other to be mixed at once.
    const QRgb redBlue = (((a & 0xff00ff) * from + (b & 0xff00ff) * to) >> 8) & 0xff00ff;
    const QRgb green = (((a & 0x00ff00) * from + (b & 0x00ff00) * to) >> 8) & 0x00ff00;
    return 0xff000000u | redBlue | green;
}
// `palette` and `canvas` are those of the theme: asked once, for thousands of runs.
QRgb runColor(const Palette& palette, QRgb canvas, const DrawnRun& run);
QRgb barColor(const Theme& theme, BarColor color);

} // namespace decodescope
