// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/number_text.h"
#include "ui/timeline/row_renderers.h"

#include <algorithm>
#include <cmath>

namespace decodescope {

void drawQueueDepth(const RenderContext& context, const GpuProfile& profile, const RowBox& box, DrawList& out)
{
    const auto logical = [&](double px) { return std::max(1, static_cast<int>(std::lround(px * context.pixelRatio))); };
    const int width = context.scale.widthPx();
    const int column = logical(1);
    // The view's highest is the row's height, so that a short queue can be seen too.
    const std::int32_t highest = profile.queueDepth.highest(context.scale.range());
    const int bottom = box.y + box.laneHeight;
    const int thickness = logical(1);
    if (highest > 0) {
        for (int x = 0; x < width; x += column) {
            const std::int32_t depth =
                profile.queueDepth.highest({context.scale.timeAt(x), context.scale.timeAt(x + column)});
            if (depth <= 0)
                continue;
            const int height = std::max(
                thickness, static_cast<int>(std::lround(static_cast<double>(depth) / highest * (box.laneHeight - 1))));
            const int y = bottom - height;
            const int right = std::min(x + column, width);
            // Neighbours of equal height become one bar.
            if (out.bars.size() >= 2) {
                DrawnBar& line = out.bars.back();
                DrawnBar& fill = out.bars[out.bars.size() - 2];
                if (line.color == BarColor::counter && line.y == y && line.x + line.width == x && fill.y == y) {
                    line.width = fill.width = right - line.x;
                    continue;
                }
            }
            out.bars.push_back({x, y, right - x, height, BarColor::counterFill, kNoEvent});
            out.bars.push_back({x, y, right - x, thickness, BarColor::counter, kNoEvent});
        }
    }
    out.notes.push_back({width - logical(4), box.y + logical(6), countText(static_cast<std::uint64_t>(highest))});
}

} // namespace decodescope
