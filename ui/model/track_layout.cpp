// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/track_layout.h"

#include <algorithm>

namespace decodescope {

namespace {

const std::set<TrackKind> kHiddenAtFirst{TrackKind::python, TrackKind::gpuAnnotation, TrackKind::other};

bool isPlot(RowKind kind)
{
    return kind == RowKind::counter || kind == RowKind::gpuBusy || kind == RowKind::launchDelay ||
           kind == RowKind::queueDepth;
}

} // namespace

TrackLayout::TrackLayout(QObject* parent)
    : QObject(parent)
    , m_hiddenKinds(kHiddenAtFirst)
{
}

void TrackLayout::setMetrics(const RowMetrics& metrics)
{
    if (metrics == m_metrics)
        return;
    m_metrics = metrics;
    place();
}

void TrackLayout::reset()
{
    m_choices.clear();
    m_hiddenKinds = kHiddenAtFirst;
    m_filter.clear();
    m_all.clear();
    place();
}

void TrackLayout::setTrace(const Trace& trace, bool hasLabels)
{
    m_all = rowsOf(trace, hasLabels);
    place();
}

const TrackLayout::Choice& TrackLayout::choice(RowId id) const
{
    static const Choice kNone;
    const auto found = m_choices.find(id);
    return found == m_choices.end() ? kNone : found->second;
}

bool TrackLayout::isHidden(RowId id) const
{
    const auto row = std::ranges::find(m_all, id, &TrackRow::id);
    const bool byKind = row != m_all.end() && id.kind == RowKind::slices && m_hiddenKinds.contains(row->trackKind);
    return choice(id).isHidden.value_or(byKind);
}

void TrackLayout::setHidden(RowId id, bool hidden)
{
    m_choices[id].isHidden = hidden;
    place();
}

void TrackLayout::setKindHidden(TrackKind kind, bool hidden)
{
    if (hidden)
        m_hiddenKinds.insert(kind);
    else
        m_hiddenKinds.erase(kind);
    for (const TrackRow& row : m_all) {
        if (row.id.kind == RowKind::slices && row.trackKind == kind)
            m_choices[row.id].isHidden.reset();
    }
    place();
}

void TrackLayout::setCollapsed(RowId id, bool collapsed)
{
    m_choices[id].isCollapsed = collapsed;
    place();
}

void TrackLayout::setPinned(RowId id, bool pinned)
{
    m_choices[id].isPinned = pinned;
    place();
}

void TrackLayout::setStretch(RowId id, double stretch)
{
    m_choices[id].stretch = std::clamp(stretch, 0.5, 6.0);
    place();
}

void TrackLayout::setFilter(const QString& text)
{
    m_filter = text;
    place();
}

void TrackLayout::append(const TrackRow& row)
{
    const Choice& chosen = choice(row.id);
    PlacedRow placed{row, m_height, 0, 0, 0, 0, chosen.isCollapsed, chosen.isPinned};
    const auto stretched = [&](int px) { return std::max(4, static_cast<int>(px * chosen.stretch)); };
    if (row.id.kind == RowKind::group) {
        placed.height = m_metrics.group;
    } else if (isPlot(row.id.kind)) {
        placed.laneHeight = stretched(m_metrics.plot);
        placed.shownLanes = 1;
        placed.height = std::max(placed.laneHeight + 2 * m_metrics.gap, m_metrics.header);
    } else {
        placed.shownLanes = chosen.isCollapsed ? std::min(1, row.laneCount) : row.laneCount;
        const bool isSingle = row.laneCount == 1 && row.trackKind == TrackKind::stream;
        placed.laneHeight = stretched(isSingle ? m_metrics.singleLane : m_metrics.lane);
        const int least = row.subtitle.isEmpty() ? m_metrics.group : m_metrics.header;
        placed.height = std::max(placed.shownLanes * placed.laneHeight + 2 * m_metrics.gap, least);
    }
    const int lanes = placed.shownLanes * placed.laneHeight;
    placed.lanesTop = m_height + (placed.shownLanes == 1 ? (placed.height - lanes) / 2 : m_metrics.gap);
    m_height += placed.height;
    m_rows.push_back(std::move(placed));
}

void TrackLayout::place()
{
    m_rows.clear();
    m_height = 0;
    const auto isWanted = [&](const TrackRow& row) {
        return !isHidden(row.id) && (m_filter.isEmpty() || row.id.kind == RowKind::group ||
                                     row.title.contains(m_filter, Qt::CaseInsensitive) ||
                                     row.subtitle.contains(m_filter, Qt::CaseInsensitive));
    };
    for (const TrackRow& row : m_all) {
        if (choice(row.id).isPinned && isWanted(row))
            append(row);
    }
    m_pinnedHeight = m_height;
    const TrackRow* group = nullptr;
    for (const TrackRow& row : m_all) {
        if (row.indent == 0)
            group = row.id.kind == RowKind::group ? &row : nullptr;
        const bool isFolded =
            row.indent > 0 && group != nullptr && (choice(group->id).isCollapsed || isHidden(group->id));
        if (!choice(row.id).isPinned && !isFolded && isWanted(row))
            append(row);
    }
    Q_EMIT changed();
}

std::optional<std::size_t> TrackLayout::rowAt(int y) const
{
    const auto after = std::ranges::upper_bound(m_rows, y, {}, &PlacedRow::top);
    if (y < 0 || after == m_rows.begin() || (after - 1)->bottom() <= y)
        return std::nullopt;
    return static_cast<std::size_t>(after - m_rows.begin()) - 1;
}

std::optional<std::size_t> TrackLayout::find(RowId id) const
{
    const auto found = std::ranges::find(m_rows, id, [](const PlacedRow& placed) { return placed.row.id; });
    if (found == m_rows.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - m_rows.begin());
}

} // namespace decodescope
