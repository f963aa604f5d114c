// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/track_layout.h"

#include <algorithm>

namespace decodescope {

namespace {

// How much taller rows may be than the font asks for, to use a large window.
constexpr double kMostPlotGrowth = 3;
constexpr double kMostStreamGrowth = 2;
constexpr double kMostLaneGrowth = 1.5;

bool isPlot(RowKind kind)
{
    return kind == RowKind::counter || kind == RowKind::gpuBusy || kind == RowKind::launchDelay ||
           kind == RowKind::queueDepth;
}

// The rows in the order that the user gave them, headings with theirs. A row that is not in it yet, of a trace that has
// grown, follows the one it naturally follows.
std::vector<TrackRow> inOrder(const std::vector<TrackRow>& natural, const std::vector<RowId>& order)
{
    std::map<RowId, std::size_t> ranks;
    for (std::size_t i = 0; i < order.size(); ++i)
        ranks.emplace(order[i], i);
    struct Block
    {
        std::size_t rank = 0;
        const TrackRow* first = nullptr;
        std::vector<std::pair<std::size_t, const TrackRow*>> rest;
    };
    std::vector<Block> blocks;
    std::size_t rank = 0;
    std::size_t innerRank = 0;
    for (const TrackRow& row : natural) {
        const auto known = ranks.find(row.id);
        if (row.indent == 0) {
            rank = known == ranks.end() ? rank : known->second;
            innerRank = 0;
            blocks.push_back({rank, &row, {}});
        } else if (!blocks.empty()) {
            innerRank = known == ranks.end() ? innerRank : known->second;
            blocks.back().rest.emplace_back(innerRank, &row);
        }
    }
    std::ranges::stable_sort(blocks, {}, &Block::rank);
    std::vector<TrackRow> rows;
    rows.reserve(natural.size());
    for (Block& block : blocks) {
        rows.push_back(*block.first);
        std::ranges::stable_sort(block.rest, {}, [](const auto& entry) { return entry.first; });
        for (const auto& [ignored, row] : block.rest)
            rows.push_back(*row);
    }
    return rows;
}

} // namespace

TrackLayout::TrackLayout(QObject* parent)
    : QObject(parent)
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
    m_arrangement = {};
    m_filter.clear();
    m_natural.clear();
    place();
}

void TrackLayout::setTrace(const Trace& trace, bool hasLabels)
{
    m_natural = rowsOf(trace, hasLabels);
    place();
}

void TrackLayout::setRoom(int height)
{
    if (height == m_room)
        return;
    m_room = height;
    place();
}

void TrackLayout::setArrangement(RowArrangement arrangement)
{
    m_arrangement = std::move(arrangement);
    place();
}

void TrackLayout::edit(const std::function<void(RowArrangement&)>& change)
{
    const RowArrangement before = m_arrangement;
    change(m_arrangement);
    if (m_arrangement == before)
        return;
    place();
    Q_EMIT arranged(before);
}

const RowArrangement::Choice& TrackLayout::choice(RowId id) const
{
    static const RowArrangement::Choice kNone;
    const auto found = m_arrangement.choices.find(id);
    return found == m_arrangement.choices.end() ? kNone : found->second;
}

bool TrackLayout::isHidden(RowId id) const
{
    const auto row = std::ranges::find(m_all, id, &TrackRow::id);
    return row != m_all.end() ? isHidden(*row) : choice(id).isHidden.value_or(false);
}

bool TrackLayout::isHidden(const TrackRow& row) const
{
    return choice(row.id).isHidden.value_or(row.id.kind == RowKind::slices && isKindHidden(row.trackKind));
}

void TrackLayout::setHidden(RowId id, bool hidden)
{
    edit([&](RowArrangement& rows) { rows.choices[id].isHidden = hidden; });
}

void TrackLayout::setKindHidden(TrackKind kind, bool hidden)
{
    edit([&](RowArrangement& rows) {
        if (hidden)
            rows.hiddenKinds.insert(kind);
        else
            rows.hiddenKinds.erase(kind);
        for (const TrackRow& row : m_all) {
            if (row.id.kind == RowKind::slices && row.trackKind == kind)
                rows.choices[row.id].isHidden.reset();
        }
    });
}

void TrackLayout::setCollapsed(RowId id, bool collapsed)
{
    edit([&](RowArrangement& rows) { rows.choices[id].isCollapsed = collapsed; });
}

void TrackLayout::setPinned(RowId id, bool pinned)
{
    edit([&](RowArrangement& rows) { rows.choices[id].isPinned = pinned; });
}

void TrackLayout::setStretch(RowId id, double stretch)
{
    edit([&](RowArrangement& rows) { rows.choices[id].stretch = std::clamp(stretch, 0.5, 6.0); });
}

void TrackLayout::restoreUsual()
{
    edit([](RowArrangement& rows) { rows = {}; });
}

RowId TrackLayout::headingOf(RowId id) const
{
    RowId heading = id;
    for (const TrackRow& row : m_all) {
        if (row.indent == 0)
            heading = row.id;
        if (row.id == id)
            return row.indent == 0 ? id : heading;
    }
    return id;
}

std::optional<RowId> TrackLayout::sibling(RowId id, int direction) const
{
    const auto own = std::ranges::find(m_all, id, &TrackRow::id);
    if (own == m_all.end())
        return std::nullopt;
    const RowId ownHeading = headingOf(id);
    std::optional<RowId> before;
    RowId heading = id;
    bool isPast = false;
    for (const TrackRow& row : m_all) {
        if (row.indent == 0)
            heading = row.id;
        if (row.id == id) {
            if (direction < 0)
                return before;
            isPast = true;
            continue;
        }
        const bool isSibling =
            row.indent == own->indent && (row.indent == 0 || heading == ownHeading) && !isHidden(row);
        if (isSibling && isPast)
            return row.id;
        if (isSibling)
            before = row.id;
    }
    return std::nullopt;
}

void TrackLayout::moveBeside(RowId id, RowId sibling, bool isAfter)
{
    const auto own = std::ranges::find(m_all, id, &TrackRow::id);
    const auto other = std::ranges::find(m_all, sibling, &TrackRow::id);
    if (id == sibling || own == m_all.end() || other == m_all.end() || own->indent != other->indent ||
        (own->indent > 0 && headingOf(id) != headingOf(sibling)))
        return;
    // The row alone: rows follow their heading by themselves.
    std::vector<RowId> order;
    for (const TrackRow& row : m_all) {
        if (row.id != id)
            order.push_back(row.id);
    }
    const auto at = std::ranges::find(order, sibling);
    order.insert(isAfter ? at + 1 : at, id);
    edit([&](RowArrangement& rows) { rows.order = std::move(order); });
}

void TrackLayout::setFilter(const QString& text)
{
    m_filter = text;
    place();
}

void TrackLayout::append(const TrackRow& row, double growth)
{
    const RowArrangement::Choice& chosen = choice(row.id);
    PlacedRow placed{row, m_height, 0, 0, 0, 0, chosen.isCollapsed, chosen.isPinned};
    // growth: 0 as the font asks, 1 as tall as rows of this kind may become by themselves.
    const auto stretched = [&](int px, double most) {
        return std::max(4, static_cast<int>(px * chosen.stretch * (1 + (most - 1) * growth)));
    };
    if (row.id.kind == RowKind::group) {
        placed.height = m_metrics.group;
    } else if (isPlot(row.id.kind)) {
        placed.laneHeight = stretched(m_metrics.plot, kMostPlotGrowth);
        placed.shownLanes = 1;
        placed.height = std::max(placed.laneHeight + 2 * m_metrics.gap, m_metrics.header);
    } else {
        placed.shownLanes = chosen.isCollapsed ? std::min(1, row.laneCount) : row.laneCount;
        const bool isStream = row.trackKind == TrackKind::stream; // where something is computed
        placed.laneHeight = stretched(isStream && row.laneCount == 1 ? m_metrics.singleLane : m_metrics.lane,
                                      isStream ? kMostStreamGrowth : kMostLaneGrowth);
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
    m_all = inOrder(m_natural, m_arrangement.order);
    placeGrown(0);
    if (m_height < m_room) {
        const int least = m_height;
        placeGrown(1);
        // Heights grow about evenly, but for rows that their titles hold open.
        double growth = static_cast<double>(m_room - least) / std::max(1, m_height - least);
        for (; m_height > m_room && growth > 0.01; growth *= 0.9)
            placeGrown(growth);
        if (m_height > m_room)
            placeGrown(0);
    }
    Q_EMIT changed();
}

void TrackLayout::placeGrown(double growth)
{
    m_rows.clear();
    m_height = 0;
    const auto isWanted = [&](const TrackRow& row) {
        return !isHidden(row) && (m_filter.isEmpty() || row.id.kind == RowKind::group ||
                                  row.title.contains(m_filter, Qt::CaseInsensitive) ||
                                  row.subtitle.contains(m_filter, Qt::CaseInsensitive));
    };
    for (const TrackRow& row : m_all) {
        if (choice(row.id).isPinned && isWanted(row))
            append(row, growth);
    }
    m_pinnedHeight = m_height;
    const TrackRow* group = nullptr;
    for (const TrackRow& row : m_all) {
        if (row.indent == 0)
            group = row.id.kind == RowKind::group ? &row : nullptr;
        const bool isFolded = row.indent > 0 && group != nullptr && (choice(group->id).isCollapsed || isHidden(*group));
        if (!choice(row.id).isPinned && !isFolded && isWanted(row))
            append(row, growth);
    }
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
