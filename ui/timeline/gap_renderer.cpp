// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/fold.h"
#include "ui/model/gap_text.h"
#include "ui/model/number_text.h"
#include "ui/timeline/row_renderers.h"

namespace decodescope {

namespace {

// Logical pixels.
constexpr double kLeastWidth = 4;
constexpr double kTextPadding = 6;

QString textFor(const RenderContext& context, const Gap& gap, double room)
{
    const QString length = durationText(gap.range.length());
    const double lengthWidth = context.names.width(length);
    if (lengthWidth > room)
        return {};
    QString whole = length + QStringLiteral("  ") + gapReason(context.trace, gap);
    if (context.names.width(whole) <= room)
        return whole;
    const QString brief = length + QStringLiteral("  ") + gapCauseWord(gap.cause);
    return context.names.width(brief) <= room ? brief : length;
}

} // namespace

void drawGaps(const RenderContext& context, const GapIndex& index, TrackId stream, const RowBox& box, DrawList& out)
{
    const GapIndex::StreamGaps* gaps = index.ofStream(stream);
    if (gaps == nullptr || box.laneCount == 0)
        return;
    static std::vector<Run> runs; // the UI thread's; keeps its memory from frame to frame
    runs.clear();
    foldLane(gaps->lane, context.scale, context.columnPx, runs);
    for (const Run& run : runs) {
        const double width = run.width / context.pixelRatio;
        if (run.count > 1 || width < kLeastWidth)
            continue;
        const std::size_t number = gaps->first + run.position;
        const Gap& gap = index.gaps()[number];
        out.gaps.push_back({run.x, box.y, run.width, box.laneHeight, number, gapColorIndex(gapCauseName(gap.cause)),
                            textFor(context, gap, width - 2 * kTextPadding)});
    }
}

} // namespace decodescope
