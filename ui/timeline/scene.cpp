// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/scene.h"

#include "ui/model/track_layout.h"
#include "ui/timeline/row_renderers.h"

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

// More runs than this in a picture are not worth their time: narrow slices are folded into wider columns then.
constexpr int kMostRuns = 30'000;
constexpr int kWidestColumn = 4;

int toDevice(int logical, double ratio)
{
    return static_cast<int>(std::lround(logical * ratio));
}

void drawRow(const RenderContext& context, const SceneSource& source, const PlacedRow& placed, const RowBox& box,
             DrawList& out)
{
    const TrackRow& row = placed.row;
    const GpuProfile* profile = nullptr;
    switch (row.id.kind) {
    case RowKind::group:
        return;
    case RowKind::slices:
        drawSlices(context, source.trace.track(row.track()), row.track(), box, out);
        drawInstants(context, source.trace.track(row.track()), box, out);
        if (row.trackKind == TrackKind::stream && !context.colors.isHighlighting()) // what is lit is what is seen
            drawGaps(context, source.gaps, row.track(), box, out);
        return;
    case RowKind::counter:
        drawCounter(context, source.trace.track(row.track()), box, out);
        return;
    case RowKind::model:
    case RowKind::gpuBusy:
    case RowKind::launchDelay:
    case RowKind::queueDepth:
        profile = profileOf(source.profiles, row.process());
        break;
    }
    if (profile == nullptr)
        return;
    if (row.id.kind == RowKind::model)
        drawModel(context, *profile, box, out);
    else if (row.id.kind == RowKind::gpuBusy)
        drawGpuBusy(context, *profile, box, out);
    else if (row.id.kind == RowKind::queueDepth)
        drawQueueDepth(context, *profile, box, out);
    else
        drawLaunchDelay(context, *profile, box, out);
}

} // namespace

void Scene::build(const SceneView& view, const SceneSource& source)
{
    m_view = view;
    const int pinned = std::min(toDevice(source.layout.pinnedHeight(), view.pixelRatio), view.heightPx);
    m_bands[0].top = 0;
    m_bands[0].bottom = pinned;
    m_bands[1].top = pinned;
    m_bands[1].bottom = view.heightPx;
    for (Band& band : m_bands)
        band.list.clear();

    std::vector<std::size_t> inSight;
    int lanes = 0;
    for (std::size_t i = 0; i < source.layout.rows().size(); ++i) {
        const PlacedRow& placed = source.layout.rows()[i];
        const Band& band = m_bands[placed.isPinned ? 0 : 1];
        const int offset = placed.isPinned ? 0 : view.scroll;
        const int top = toDevice(placed.top - offset, view.pixelRatio);
        const int bottom = toDevice(placed.bottom() - offset, view.pixelRatio);
        if (bottom <= band.top || top >= band.bottom)
            continue;
        inSight.push_back(i);
        lanes += placed.shownLanes;
    }
    const int columnPx = std::clamp((lanes * view.scale.widthPx() + kMostRuns - 1) / kMostRuns, 1, kWidestColumn);
    if (source.tiles != nullptr)
        source.tiles->beginPicture(view.scale, columnPx);
    const RenderContext context{source.trace, source.colors,   source.names,   view.scale,
                                columnPx,     view.pixelRatio, source.matches, source.showsOnlyMatches,
                                source.tiles};
    for (const std::size_t i : inSight) {
        const PlacedRow& placed = source.layout.rows()[i];
        DrawList& list = m_bands[placed.isPinned ? 0 : 1].list;
        const RowBox box{rowTop(source.layout, i), toDevice(placed.laneHeight, view.pixelRatio), placed.shownLanes};
        drawRow(context, source, placed, box, list);
        list.rowLines.push_back(toDevice(placed.bottom() - (placed.isPinned ? 0 : view.scroll), view.pixelRatio));
    }
}

int Scene::rowTop(const TrackLayout& layout, std::size_t row) const
{
    const PlacedRow& placed = layout.rows()[row];
    return toDevice(placed.lanesTop - (placed.isPinned ? 0 : m_view.scroll), m_view.pixelRatio);
}

std::optional<Scene::Spot> Scene::spotOf(const Trace& trace, const TrackLayout& layout, EventId event) const
{
    if (event == kNoEvent || index(event) >= trace.eventCount())
        return std::nullopt;
    const auto place = trace.place(event);
    if (!place)
        return std::nullopt;
    const EventRow slice = trace.event(event);
    return spotOf(layout, slice.track, static_cast<std::uint32_t>(place->lane), slice.range());
}

std::optional<Scene::Spot> Scene::spotOf(const TrackLayout& layout, TrackId track, std::uint32_t lane,
                                         TimeRange range) const
{
    const auto row = layout.find({RowKind::slices, static_cast<std::uint32_t>(track)});
    if (!row)
        return std::nullopt;
    const PlacedRow& placed = layout.rows()[*row];
    const Band& band = m_bands[placed.isPinned ? 0 : 1];
    const int height = toDevice(placed.laneHeight, m_view.pixelRatio);
    const int y = rowTop(layout, *row) + std::min(static_cast<int>(lane), placed.shownLanes - 1) * height;
    const int x = m_view.scale.pixelAt(range.begin);
    Spot spot;
    spot.rect = QRect(x, y, std::max(1, m_view.scale.pixelAt(range.end) - x), height - 1);
    spot.isLeft = range.end <= m_view.scale.range().begin && range.begin < m_view.scale.range().begin;
    spot.isRight = range.begin >= m_view.scale.range().end;
    spot.isAbove = y + height <= band.top;
    spot.isBelow = y >= band.bottom;
    return spot;
}

const DrawnLane* Scene::laneAt(int y) const
{
    for (const Band& band : m_bands) {
        if (y < band.top || y >= band.bottom)
            continue;
        for (const DrawnLane& lane : band.list.lanes) {
            if (y >= lane.y && y < lane.y + lane.height)
                return &lane;
        }
    }
    return nullptr;
}

std::vector<std::pair<int, int>> Scene::rowsOf(const TrackLayout& layout, const std::vector<TrackId>& tracks) const
{
    std::vector<std::pair<int, int>> found;
    for (const TrackId track : tracks) {
        const auto row = layout.find({RowKind::slices, static_cast<std::uint32_t>(track)});
        if (!row)
            continue;
        const PlacedRow& placed = layout.rows()[*row];
        const Band& band = m_bands[placed.isPinned ? 0 : 1];
        const int scroll = placed.isPinned ? 0 : m_view.scroll;
        const int top = std::max(toDevice(placed.top - scroll, m_view.pixelRatio), band.top);
        const int bottom = std::min(toDevice(placed.bottom() - scroll, m_view.pixelRatio), band.bottom);
        // An empty one is kept: the range is limited to rows that are out of sight.
        found.emplace_back(top, std::max(top, bottom));
    }
    return found;
}

std::vector<TrackId> Scene::tracksBetween(int y1, int y2) const
{
    std::vector<TrackId> found;
    for (const Band& band : m_bands) {
        for (const DrawnLane& lane : band.list.lanes) {
            const int top = std::max(lane.y, band.top);
            const int bottom = std::min(lane.y + lane.height, band.bottom);
            if (lane.track != kNoTrack && top < bottom && top <= std::max(y1, y2) && bottom > std::min(y1, y2))
                found.push_back(lane.track);
        }
    }
    std::ranges::sort(found);
    // Not std::ranges::unique: clang 14, of clang-tidy, cannot read libstdc++ 12's subrange.
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::optional<Scene::Hit> Scene::hit(QPoint px, int slackPx) const
{
    for (const Band& band : m_bands) {
        if (px.y() < band.top || px.y() >= band.bottom)
            continue;
        if (const DrawnLane* lane = laneAt(px.y())) {
            const auto runs = band.list.runsOf(*lane);
            const auto after = std::ranges::upper_bound(runs, px.x(), {}, &DrawnRun::x);
            const DrawnRun* best = nullptr;
            int distance = slackPx + 1;
            if (after != runs.begin()) {
                const DrawnRun& run = *(after - 1);
                distance = std::min(distance, std::max(0, px.x() - (run.x + run.width - 1)));
                best = distance <= slackPx ? &run : nullptr;
            }
            if (after != runs.end() && after->x - px.x() < distance)
                best = &*after;
            if (best != nullptr)
                return Hit{lane, best, best->event, nullptr};
            const auto gap = std::ranges::find_if(band.list.gaps, [&](const DrawnGap& drawn) {
                return QRect(drawn.x, drawn.y, drawn.width, drawn.height).contains(px);
            });
            if (gap == band.list.gaps.end())
                return std::nullopt;
            return Hit{lane, nullptr, kNoEvent, &*gap};
        }
        const DrawnBar* nearest = nullptr;
        int distance = 4 * slackPx + 1;
        for (const DrawnBar& bar : band.list.bars) {
            if (bar.event == kNoEvent)
                continue;
            const int away = std::abs(bar.x + bar.width / 2 - px.x()) + std::abs(bar.y + bar.height / 2 - px.y());
            if (away < distance) {
                nearest = &bar;
                distance = away;
            }
        }
        if (nearest != nullptr)
            return Hit{nullptr, nullptr, nearest->event, nullptr};
    }
    return std::nullopt;
}

} // namespace decodescope
