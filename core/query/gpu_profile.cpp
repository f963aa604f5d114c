// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/gpu_profile.h"

#include "core/query/gpu_operations.h"

#include <algorithm>
#include <map>
#include <utility>

namespace decodescope {

namespace {

// Longer rests part two blocks.
constexpr Ns kRest = 1'000'000;

// Makes blocks of one kind: one lane, no overlaps (a block is cut where the next begins).
class BlockMaker
{
public:
    BlockMaker(Lane& lane, std::vector<ModelBlock>& blocks)
        : m_lane(lane)
        , m_blocks(blocks)
    {
    }

    void add(const GpuOperationUse& use, std::int32_t layer, Part part, bool isSameBlock)
    {
        if (m_isOpen && isSameBlock && use.range.begin - m_range.end <= kRest) {
            m_block.isMixed |= part != m_block.part;
            ++m_block.count;
            m_range.end = std::max(m_range.end, use.range.end);
            return;
        }
        close(use.range.begin);
        m_isOpen = true;
        m_range = use.range;
        m_event = use.event;
        m_block = {layer, part, false, 1};
    }

    void close(Ns nextBegin)
    {
        if (!m_isOpen)
            return;
        m_lane.append(m_range.begin, std::max(m_range.begin, std::min(m_range.end, nextBegin)), m_event);
        m_blocks.push_back(m_block);
        m_isOpen = false;
    }

    const ModelBlock* open() const { return m_isOpen ? &m_block : nullptr; }

private:
    Lane& m_lane;
    std::vector<ModelBlock>& m_blocks;
    bool m_isOpen = false;
    TimeRange m_range;
    EventId m_event = kNoEvent;
    ModelBlock m_block;
};

void addBlocks(GpuProfile& profile, const std::vector<const GpuOperationUse*>& operations, const Labels& labels)
{
    BlockMaker layers(profile.layers, profile.layerBlocks);
    BlockMaker parts(profile.parts, profile.partBlocks);
    std::int32_t step = -1;
    for (const GpuOperationUse* use : operations) {
        const Label& label = labels.of(use->index);
        const bool isNewStep = use->step != step;
        step = use->step;
        if (label.layer < 0)
            layers.close(use->range.begin);
        else
            layers.add(*use, label.layer, label.part,
                       !isNewStep && layers.open() != nullptr && layers.open()->layer == label.layer);
        if (label.source == LabelSource::none) {
            parts.close(use->range.begin);
            continue;
        }
        const ModelBlock* open = parts.open();
        parts.add(*use, label.layer, label.part,
                  !isNewStep && open != nullptr && open->layer == label.layer &&
                      partGroupName(open->part) == partGroupName(label.part));
    }
    layers.close(kMaxNs);
    parts.close(kMaxNs);
}

void addQueueDepth(const Trace& trace, GpuProfile& profile, const std::vector<const GpuOperationUse*>& operations)
{
    std::vector<std::pair<Ns, std::int32_t>> changes;
    for (const GpuOperationUse* use : operations) {
        if (use->implausible || use->launch == kNoEvent)
            continue;
        changes.emplace_back(std::min(trace.events().begin(use->launch), use->range.begin), 1);
        changes.emplace_back(use->range.begin, -1);
    }
    std::ranges::sort(changes);
    std::int32_t depth = 0;
    for (const auto& [time, change] : changes)
        profile.queueDepth.append(time, depth += change);
}

} // namespace

const GpuProfile* profileOf(const std::vector<GpuProfile>& profiles, ProcessId process)
{
    const auto found = std::ranges::find(profiles, process, &GpuProfile::process);
    return found == profiles.end() ? nullptr : &*found;
}

std::string_view partGroupName(Part part)
{
    switch (part) {
    case Part::qProj:
    case Part::kProj:
    case Part::vProj:
    case Part::qkvProj:
        return "attn proj";
    case Part::gateProj:
    case Part::upProj:
    case Part::gateUpProj:
    case Part::fcIn:
        return "FFN in";
    case Part::activation:
    case Part::gateMul:
        return "activation";
    default:
        return partName(part);
    }
}

std::vector<GpuProfile> gpuProfiles(const Trace& trace, const Labels* labels, std::stop_token stop)
{
    std::map<ProcessId, std::vector<const GpuOperationUse*>> byProcess;
    const std::vector<GpuOperationUse> operations = gpuOperationsByBegin(trace, stop);
    for (const GpuOperationUse& use : operations)
        byProcess[trace.track(use.track).process].push_back(&use);
    std::vector<GpuProfile> profiles;
    for (const auto& [process, own] : byProcess) {
        if (stop.stop_requested())
            return {};
        GpuProfile profile;
        profile.process = process;
        for (const GpuOperationUse* use : own) {
            if (!use->implausible)
                profile.busy.add(use->range);
            if (use->launch != kNoEvent)
                profile.delays.push_back(
                    {use->range.begin, saturatingSub(use->range.begin, trace.events().begin(use->launch)), use->event});
        }
        addQueueDepth(trace, profile, own);
        if (labels != nullptr)
            addBlocks(profile, own, *labels);
        profiles.push_back(std::move(profile));
    }
    return profiles;
}

} // namespace decodescope
