// SPDX-License-Identifier: GPL-3.0-or-later
// Icons of our own, drawn in the colours of a palette.
#pragma once

#include <QIcon>

class QPalette;
class QColor;

namespace decodescope {

// resources/icons/NAME.svg, which is drawn with `currentColor`: in the palette's button text colours, normal and
// disabled.
QIcon paletteIcon(const QString& name, const QPalette& palette);
// The same in one colour.
QIcon colorIcon(const QString& name, const QColor& color);

} // namespace decodescope
