// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/fold.h"
#include "ui/model/core_texts.h"
#include "ui/model/number_text.h"
#include "ui/timeline/model_blocks.h"
#include "ui/timeline/row_renderers.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(SliceRenderer)
};

// Logical pixels.
constexpr double kLeastLabelWidth = 22;
constexpr double kTextPadding = 5;
constexpr double kFigureGap = 10;

constexpr std::uint32_t kMostLooks = 8; // at slices of a run, for one that is highlighted

// A slice's own text; the figure only where both have room.
void addLabel(const RenderContext& context, const DrawnRun& run, const DrawnLane& lane, QString text, Ns duration,
              DrawList& out)
{
    if (text.isEmpty())
        return;
    DrawnLabel label{run.x, lane.y, run.width, lane.height, std::move(text), {}, run.color, run.isDim};
    const double room =
        run.width / context.pixelRatio - 2 * kTextPadding - kFigureGap - context.names.width(label.text);
    if (room > 30 && duration > 0) {
        const QString figure = durationText(duration);
        if (context.names.width(figure) <= room)
            label.figure = figure;
    }
    out.labels.push_back(std::move(label));
}

double textRoom(const RenderContext& context, int widthPx)
{
    return widthPx / context.pixelRatio - 2 * kTextPadding;
}

// Of the slices that a run stands for one that is highlighted; kNoEvent: none is. Until the matches are known some of
// them are looked at.
EventId highlightedIn(const RenderContext& context, const Lane& lane, const DrawnLane& drawn, const Run& run)
{
    if (context.matches != nullptr)
        return context.matches->firstBeginningIn(drawn.track, drawn.lane, lane.begin(run.first),
                                                 lane.begin(run.first + run.count - 1));
    const std::uint32_t looks = std::min(run.count, kMostLooks);
    for (std::uint32_t i = 0; i < looks; ++i) {
        const auto at = static_cast<std::size_t>(run.first) + static_cast<std::size_t>(i) * run.count / looks;
        if (context.colors.isHighlighted(lane.event(at)))
            return lane.event(at);
    }
    return kNoEvent;
}

// Runs with their colours. Each loop asks one column of memory, so that its misses overlap.
void makeRuns(const RenderContext& context, const Lane& lane, const DrawnLane& drawn, bool isFiltered,
              std::span<const Run> runs, std::vector<DrawnRun>& out)
{
    const std::size_t first = out.size();
    for (const Run& run : runs)
        out.push_back({run.x, run.width, run.event, run.count, 0, run.covered, false, false});
    const auto own = std::span(out).subspan(first);
    LaunchCursor operations(context.trace);
    for (DrawnRun& run : own)
        run.color = context.colors.colorOf(run.event, operations);
    if (context.colors.isHighlighting() && !isFiltered) {
        for (std::size_t i = 0; i < own.size(); ++i) {
            const EventId lit = highlightedIn(context, lane, drawn, runs[i]);
            own[i].isDim = lit == kNoEvent;
            if (lit != kNoEvent && !context.colors.isHighlighted(own[i].event)) // a narrow one among others
                own[i].color = context.colors.colorOf(lit);
        }
    }
}

void drawLane(const RenderContext& context, const Lane& all, DrawnLane drawn, DrawList& out)
{
    const bool isFiltered = context.showsOnlyMatches && context.matches != nullptr && context.colors.isHighlighting();
    const Lane& lane = isFiltered ? context.matches->of(drawn.track, drawn.lane) : all;
    const auto make = [&](std::span<const Run> runs, std::vector<DrawnRun>& made) {
        makeRuns(context, lane, drawn, isFiltered, runs, made);
    };
    drawn.firstRun = out.runs.size();
    if (context.tiles == nullptr || !context.tiles->add(lane, make, out.runs)) {
        // Used by the UI thread only; kept to save its memory from being asked for again in every frame.
        static std::vector<Run> runs;
        runs.clear();
        foldLane(lane, context.scale, context.columnPx, runs);
        make(runs, out.runs);
    }
    drawn.runCount = out.runs.size() - drawn.firstRun;
    const auto own = std::span(out.runs).subspan(drawn.firstRun);
    for (DrawnRun& run : own) {
        if (run.count > 1 || run.width / context.pixelRatio < kLeastLabelWidth)
            continue;
        const EventRow row = context.trace.event(run.event);
        run.isUnfinished = row.has(EventFlag::unfinished);
        addLabel(
            context, run, drawn,
            context.names.fitting(context.trace, row.name, context.trace.kind(run.event), textRoom(context, run.width)),
            row.duration, out);
    }
    out.lanes.push_back(drawn);
}

enum class LayerText { whole, brief, number, none };

QString layerText(LayerText how, int layer)
{
    switch (how) {
    case LayerText::whole:
        return Text::tr("layer %1").arg(layer);
    case LayerText::brief:
        return Text::tr("L%1", "layer, where there is little room").arg(layer);
    case LayerText::number:
        return QString::number(layer);
    case LayerText::none:
        break;
    }
    return {};
}

// Layers are all written alike: "layer 7", or "L7" as soon as one that is whole in sight has no room for "layer 17",
// or "7". Where more than one in ten has no room for that either, what is left would be holes in a row of numbers: none
// is.
LayerText layerTextFor(const RenderContext& context, const std::vector<Run>& runs)
{
    std::vector<double> rooms;
    for (const Run& run : runs) {
        const bool isCut = run.x == 0 || run.x + run.width >= context.scale.widthPx(); // by the view
        const bool hasRoom = run.count == 1 && run.width / context.pixelRatio >= kLeastLabelWidth;
        if (!isCut)
            rooms.push_back(hasRoom ? textRoom(context, run.width) : 0);
    }
    const auto misfits = [&](LayerText how) {
        constexpr int kTwoDigits = 88;
        const double wanted = context.names.width(layerText(how, kTwoDigits));
        return static_cast<std::size_t>(std::ranges::count_if(rooms, [&](double room) { return room < wanted; }));
    };
    if (misfits(LayerText::whole) == 0)
        return LayerText::whole;
    for (const LayerText how : {LayerText::brief, LayerText::number}) {
        if (misfits(how) * 10 <= rooms.size())
            return how;
    }
    return LayerText::none;
}

// Of the blocks that a run stands for the one to show: the first that holds something highlighted. nullopt: none does.
// The longest where nothing is highlighted, or where that is not known yet.
std::optional<std::size_t> shownBlock(const RenderContext& context, const std::vector<TrackId>& streams,
                                      const Lane& blocks, const Run& run)
{
    if (!context.colors.isHighlighting() || context.matches == nullptr)
        return run.position;
    const TimeRange range{blocks.begin(run.first), blocks.end(run.first + run.count - 1)};
    Ns first = kMaxNs;
    for (const TrackId stream : streams) {
        for (std::size_t lane = 0; lane < context.trace.track(stream).lanes.size(); ++lane) {
            const EventId lit = context.matches->firstBeginningIn(stream, lane, range.begin, range.end - 1);
            if (lit != kNoEvent)
                first = std::min(first, context.trace.events().begin(lit));
        }
    }
    const std::size_t block = first == kMaxNs ? blocks.size() : blocks.at(first);
    return block < blocks.size() ? std::optional(block) : std::nullopt;
}

void drawBlocks(const RenderContext& context, const std::vector<TrackId>& streams, const Lane& lane,
                const std::vector<ModelBlock>& blocks, bool isLayer, DrawnLane drawn, DrawList& out)
{
    static std::vector<Run> runs;
    runs.clear();
    foldLane(lane, context.scale, context.columnPx, runs);
    const LayerText how = isLayer ? layerTextFor(context, runs) : LayerText::none;
    drawn.firstRun = out.runs.size();
    for (const Run& run : runs) {
        const auto shown = shownBlock(context, streams, lane, run);
        if (!shown && context.showsOnlyMatches)
            continue;
        const ModelBlock& block = blocks[shown.value_or(run.position)];
        const ColorIndex color = isLayer ? layerColorIndex(block.layer % 2 == 0) : partColorIndex(partName(block.part));
        out.runs.push_back({run.x, run.width, run.event, run.count, color, run.covered, !shown.has_value(), false});
        if (run.count > 1 || run.width / context.pixelRatio < kLeastLabelWidth)
            continue;
        QString text = isLayer ? layerText(how, block.layer) : blockText(block);
        text = context.names.fitting(text, textRoom(context, run.width));
        addLabel(context, out.runs.back(), drawn, text, lane.range(run.position).length(), out);
    }
    drawn.runCount = out.runs.size() - drawn.firstRun;
    out.lanes.push_back(drawn);
}

} // namespace

void drawSlices(const RenderContext& context, const Track& track, TrackId id, const RowBox& box, DrawList& out)
{
    for (int i = 0; i < box.laneCount && i < static_cast<int>(track.lanes.size()); ++i) {
        drawLane(context, track.lanes[static_cast<std::size_t>(i)],
                 {id, static_cast<std::uint32_t>(i), box.y + i * box.laneHeight, box.laneHeight, 0, 0}, out);
    }
}

void drawModel(const RenderContext& context, const GpuProfile& profile, const RowBox& box, DrawList& out)
{
    std::vector<TrackId> streams;
    for (std::size_t i = 0; i < context.trace.tracks().size(); ++i) {
        const Track& track = context.trace.tracks()[i];
        if (track.kind == TrackKind::stream && track.process == profile.process)
            streams.push_back(static_cast<TrackId>(i));
    }
    if (box.laneCount > 0)
        drawBlocks(context, streams, profile.layers, profile.layerBlocks, true,
                   {kNoTrack, 0, box.y, box.laneHeight, 0, 0, profile.process}, out);
    if (box.laneCount > 1)
        drawBlocks(context, streams, profile.parts, profile.partBlocks, false,
                   {kNoTrack, 1, box.y + box.laneHeight, box.laneHeight, 0, 0, profile.process}, out);
}

} // namespace decodescope
