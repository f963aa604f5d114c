// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/slice_colors.h"

#include "core/label/kernel_family.h"
#include "core/label/labels.h"

#include <algorithm>
#include <array>
#include <utility>

namespace decodescope {

namespace {

ColorIndex colorOfPart(Part part)
{
    static const auto colors = [] {
        std::array<ColorIndex, kPartCount> all{};
        for (std::size_t i = 0; i < kPartCount; ++i)
            all[i] = partColorIndex(partName(static_cast<Part>(i)));
        return all;
    }();
    return colors[static_cast<std::size_t>(part)];
}

} // namespace

void SliceColors::setTrace(std::shared_ptr<const Trace> trace, std::shared_ptr<const Labels> labels)
{
    // Snapshots of a growing trace keep their names; another trace begins anew.
    const bool isGrown = m_trace != nullptr && trace->strings().size() >= m_hashes.size() && !m_hashes.empty() &&
                         trace->strings().text(NameId{0}).data() == m_trace->strings().text(NameId{0}).data() &&
                         (m_hashes.size() < 2 || trace->text(NameId{1}).data() == m_trace->text(NameId{1}).data());
    if (!isGrown)
        m_hashes.clear();
    m_trace = std::move(trace);
    if (m_labels != labels) // counted once for each labelling: a growing trace comes thirty times a second
        m_knowsParts = labels != nullptr && labels->knowsParts();
    m_labels = std::move(labels);
    for (std::size_t i = m_hashes.size(); i < m_trace->strings().size(); ++i)
        m_hashes.push_back(stableHash(m_trace->text(static_cast<NameId>(i))));
}

Label SliceColors::labelOf(EventId event) const
{
    if (m_labels == nullptr)
        return {};
    const auto operation = m_trace->gpuOperationIndex(event);
    return operation ? m_labels->of(*operation) : Label{};
}

ColorIndex SliceColors::colorOf(EventId event) const
{
    LaunchCursor operations(*m_trace);
    return colorOf(event, operations);
}

ColorIndex SliceColors::colorOf(EventId event, LaunchCursor& operations) const
{
    const EventTable& events = m_trace->events();
    switch (m_mode) {
    case ColorMode::name:
        return nameColorIndex(hashOf(events.name(event)));
    case ColorMode::duration:
        return durationColorIndex(events.duration(event));
    case ColorMode::category:
        return kindColorIndex(m_trace->kind(event), 1);
    case ColorMode::part:
        break;
    }
    const EventKind kind = m_trace->kind(event);
    if (!isGpuOperation(kind))
        return kindColorIndex(kind, hashOf(events.name(event)));
    if (m_knowsParts) {
        const std::size_t operation = operations.indexOf(event);
        const bool isKnown = operation < m_trace->gpuOperationCount();
        return colorOfPart(isKnown ? m_labels->of(operation).part : Part::other);
    }
    return kind == EventKind::kernel ? nameColorIndex(hashOf(events.name(event)))
                                     : kindColorIndex(kind, hashOf(events.name(event)));
}

bool SliceColors::isHighlighted(EventId event) const
{
    switch (m_highlight.by) {
    case Highlight::By::nothing:
        return true;
    case Highlight::By::name:
        return static_cast<std::uint32_t>(m_trace->events().name(event)) == m_highlight.key;
    case Highlight::By::part:
        return isGpuOperation(m_trace->kind(event)) &&
               static_cast<std::uint32_t>(labelOf(event).part) == m_highlight.key;
    case Highlight::By::family:
        return isGpuOperation(m_trace->kind(event)) &&
               static_cast<std::uint32_t>(labelOf(event).family) == m_highlight.key;
    case Highlight::By::events:
        return std::ranges::binary_search(m_highlight.events, event);
    }
    return true;
}

MatchedLanes SliceColors::matches(std::stop_token stop) const
{
    if (m_highlight.by != Highlight::By::events)
        return MatchedLanes(
            *m_trace, [this](EventId event) { return isHighlighted(event); }, stop);
    std::vector<bool> isWanted(m_trace->eventCount()); // a look at a bit costs less than a search in millions
    for (const EventId event : m_highlight.events) {
        if (index(event) < isWanted.size())
            isWanted[index(event)] = true;
    }
    return MatchedLanes(
        *m_trace, [&](EventId event) { return isWanted[index(event)]; }, stop);
}

} // namespace decodescope
