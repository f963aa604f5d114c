// SPDX-License-Identifier: GPL-3.0-or-later
// Paints DrawLists.
#pragma once

#include "ui/style/theme.h"
#include "ui/timeline/draw_list.h"
#include "ui/timeline/glyph_texts.h"

#include <QFont>
#include <QImage>

#include <optional>
#include <utility>
#include <vector>

namespace decodescope {

// What lies behind the rows; device pixels.
struct RasterBackground
{
    std::vector<int> gridX;
    std::optional<std::pair<int, int>> rangeX; // the selected range: begin, end
    std::vector<std::pair<int, int>> rangeY;   // top and bottom of the rows it is limited to; empty: all
    int rowsEndY = 1 << 30;                    // nothing of this lies below the last row
    int completeUntilX = -1;                   // GPU records are still to come right of it; -1: none are
};

// One per canvas.
class Raster
{
public:
    void setFont(const QFont& font) { m_texts.setFont(font); }
    void setTheme(const Theme& theme) { m_theme = &theme; }

    // Fills rows [top, bottom) of the image, whose format is RGB32, with the list. O(pixels + runs): a lane's line is
    // made once and copied to its height, without a painter.
    void paint(QImage& image, int top, int bottom, const DrawList& list, const RasterBackground& background);

private:
    void makeBackground(int width, int bottom, const RasterBackground& background);
    void paintLanes(QImage& image, int top, int bottom, const DrawList& list) const;
    void paintGaps(QImage& image, int top, int bottom, const DrawList& list) const;
    void paintBars(QImage& image, int top, int bottom, const DrawList& list) const;
    void paintTexts(QImage& image, int top, int bottom, const DrawList& list);

    const Theme* m_theme = &Theme::light();
    GlyphTexts m_texts{QFont()};
    const std::vector<QRgb>& behind(int y) const
    {
        return m_isInRange[static_cast<std::size_t>(y)] ? m_background : m_outside;
    }

    std::vector<QRgb> m_background; // one line, the range in it
    std::vector<QRgb> m_outside;    // one line of the rows that the range is not of
    std::vector<bool> m_isInRange;  // by y
};

} // namespace decodescope
