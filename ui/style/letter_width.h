// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>

namespace decodescope {

// Of a small Latin letter, for widths that are told in letters. QFontMetrics::averageCharWidth() will not do: in a font
// with ideographs it is that of one of those, twice as much.
inline int letterWidth(const QFontMetrics& metrics)
{
    return metrics.horizontalAdvance(QLatin1Char('x'));
}

} // namespace decodescope
