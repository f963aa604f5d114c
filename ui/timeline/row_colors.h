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

QRgb mixed(QRgb a, QRgb b, int partOfB); // of 256
QRgb runColor(const Theme& theme, const DrawnRun& run);
QRgb barColor(const Theme& theme, BarColor color);

} // namespace decodescope
