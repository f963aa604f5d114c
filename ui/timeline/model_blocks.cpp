// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/model_blocks.h"

#include "ui/model/core_texts.h"
#include "ui/model/number_text.h"

#include <QCoreApplication>

namespace decodescope {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(ModelBlocks)
};

QString nameOf(const BlockSpot& spot)
{
    if (spot.isLayer)
        return Text::tr("layer %1").arg(spot.block.layer);
    const QString part = blockText(spot.block);
    return spot.block.layer < 0 ? part : Text::tr("layer %1, %2").arg(spot.block.layer).arg(part);
}

} // namespace

QString blockText(const ModelBlock& block)
{
    return block.isMixed ? partGroupText(block.part) : partText(block.part);
}

const Lane* blocksOf(const std::vector<GpuProfile>& profiles, const DrawnLane& lane)
{
    const GpuProfile* profile = lane.track == kNoTrack ? profileOf(profiles, lane.process) : nullptr;
    if (profile == nullptr)
        return nullptr;
    return lane.lane == 0 ? &profile->layers : &profile->parts;
}

std::optional<BlockSpot> blockAt(const std::vector<GpuProfile>& profiles, const DrawnLane& lane, const Trace& trace,
                                 EventId first)
{
    const Lane* blocks = blocksOf(profiles, lane);
    if (blocks == nullptr || first == kNoEvent || index(first) >= trace.eventCount())
        return std::nullopt;
    const std::size_t at = blocks->firstBeginningFrom(trace.events().begin(first));
    if (at >= blocks->size() || blocks->event(at) != first)
        return std::nullopt;
    const GpuProfile& profile = *profileOf(profiles, lane.process);
    const bool isLayer = lane.lane == 0;
    return BlockSpot{blocks->range(at), (isLayer ? profile.layerBlocks : profile.partBlocks)[at], isLayer};
}

std::vector<TipLine> blockTip(const BlockSpot& spot, std::uint32_t count, Ns origin)
{
    std::vector<TipLine> lines{
        {nameOf(spot), false},
        {exactDurationText(spot.range.length()) + QStringLiteral("   ") +
             Text::tr("at %1").arg(relativeTimeText(spot.range.begin, origin)),
         false},
        {Text::tr("%1 operations", nullptr, pluralOf(spot.block.count)).arg(countText(spot.block.count)), true}};
    if (count > 1)
        lines.push_back(
            {Text::tr("longest of %1 blocks here: zoom in", nullptr, pluralOf(count)).arg(countText(count)), true});
    return lines;
}

} // namespace decodescope
