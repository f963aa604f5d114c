// SPDX-License-Identifier: GPL-3.0-or-later
// Draws DrawLists with a painter, for pictures that can be scaled: what Raster does for the screen.
#pragma once

#include "ui/style/theme.h"
#include "ui/timeline/raster.h"
#include "ui/timeline/scene.h"

#include <QFont>

class QPainter;

namespace decodescope {

// In logical pixels of the canvas, which is `size` large. Cost: what is in sight.
void paintVectorRows(QPainter& painter, const Scene& scene, const RasterBackground& background, const Theme& theme,
                     const QFont& font, QSizeF size);

} // namespace decodescope
