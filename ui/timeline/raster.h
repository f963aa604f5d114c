// SPDX-License-Identifier: GPL-3.0-or-later
// Paints DrawLists.
#pragma once

#include "ui/style/theme.h"
#include "ui/timeline/draw_list.h"

#include <QFont>
#include <QHash>
#include <QImage>
#include <QStaticText>

#include <optional>
#include <utility>
#include <vector>

namespace decodescope {

// What lies behind the rows; device pixels.
struct RasterBackground
{
    std::vector<int> gridX;
    std::optional<std::pair<int, int>> rangeX; // the selected range: begin, end
    int rowsEndY = 1 << 30;                    // nothing of this lies below the last row
    int completeUntilX = -1;                   // GPU records are still to come right of it; -1: none are
};

// Texts that were laid out once are kept; one per canvas.
class Raster
{
public:
    void setFont(const QFont& font);
    void setTheme(const Theme& theme) { m_theme = &theme; }

    // Fills rows [top, bottom) of the image, whose format is RGB32, with the list. O(pixels + runs): a lane's line is
    // made once and copied to its height, without a painter.
    void paint(QImage& image, int top, int bottom, const DrawList& list, const RasterBackground& background);

private:
    void paintLanes(QImage& image, int top, int bottom, const DrawList& list) const;
    void paintGaps(QImage& image, int top, int bottom, const DrawList& list) const;
    void paintBars(QImage& image, int top, int bottom, const DrawList& list) const;
    void paintTexts(QImage& image, int top, int bottom, const DrawList& list);
    const QStaticText& prepared(const QString& text);

    const Theme* m_theme = &Theme::light();
    QFont m_font;
    QHash<QString, QStaticText> m_texts;
    std::vector<QRgb> m_background; // one line
};

} // namespace decodescope
