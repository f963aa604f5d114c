// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/model_rows.h"

#include "core/query/gpu_profile.h"

#include <string>
#include <utility>
#include <vector>

namespace decodescope {

namespace {

// By process.
std::vector<TrackId> firstStreams(const Trace& trace)
{
    std::vector<TrackId> first(trace.processes().size(), kNoTrack);
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        TrackId& known = first[index(trace.tracks()[i].process)];
        if (trace.tracks()[i].kind == TrackKind::stream && known == kNoTrack)
            known = static_cast<TrackId>(i);
    }
    return first;
}

std::string_view partNameOf(const ModelBlock& block)
{
    return block.isMixed ? partGroupName(block.part) : partName(block.part);
}

std::string layerNameOf(const ModelBlock& block)
{
    return block.layer < 0 ? std::string(partNameOf(block)) : "layer " + std::to_string(block.layer);
}

ExtraRow rowOf(TrackId beside, std::string name, const Lane& lane)
{
    ExtraRow row{beside, std::move(name), {}};
    row.slices.reserve(lane.size());
    for (std::size_t i = 0; i < lane.size(); ++i)
        row.slices.push_back({lane.range(i), {}});
    return row;
}

} // namespace

std::vector<ExtraRow> modelRows(const Trace& trace, const Labels* labels, std::stop_token stop)
{
    std::vector<ExtraRow> rows;
    const std::vector<TrackId> streams = firstStreams(trace);
    for (const GpuProfile& profile : gpuProfiles(trace, labels, stop)) {
        const TrackId beside = streams[index(profile.process)];
        if (beside == kNoTrack || profile.parts.empty())
            continue;
        ExtraRow layers = rowOf(beside, "Model layers", profile.layers);
        for (std::size_t i = 0; i < layers.slices.size(); ++i)
            layers.slices[i].name = layerNameOf(profile.layerBlocks[i]);
        ExtraRow parts = rowOf(beside, "Model parts", profile.parts);
        for (std::size_t i = 0; i < parts.slices.size(); ++i)
            parts.slices[i].name = partNameOf(profile.partBlocks[i]);
        rows.push_back(std::move(layers));
        rows.push_back(std::move(parts));
    }
    return rows;
}

} // namespace decodescope
