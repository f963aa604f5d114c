// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/run_tiles.h"

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

constexpr int kTileColumns = 128;
constexpr std::size_t kMostKept = 1'000'000; // runs: 24 MB
constexpr double kCrowded = 4;               // slices a column

__extension__ using Wide = __int128;

std::int64_t flooredQuotient(Wide a, Wide b)
{
    return static_cast<std::int64_t>(a >= 0 ? a / b : -((-a + b - 1) / b));
}

} // namespace

void RunTiles::clear()
{
    m_lanes.clear();
    m_keptRuns = 0;
    m_isPan = false;
    m_columnPx = 0;
}

void RunTiles::beginPicture(const TimeScale& scale, int columnPx)
{
    const bool isSame = m_columnPx == columnPx && m_scale.widthPx() == scale.widthPx() &&
                        m_scale.range().length() == scale.range().length();
    if (!isSame || m_keptRuns > kMostKept)
        clear();
    m_isPan = isSame;
    m_scale = scale;
    m_columnPx = columnPx;
    m_originPx = flooredQuotient(Wide{scale.range().begin} * scale.widthPx(), scale.range().length());
}

bool RunTiles::isCrowded(const Lane& lane) const
{
    if (lane.empty())
        return false;
    // On the average of the whole lane: so it is the same wherever the view is.
    const auto span = static_cast<double>(saturatingSub(lane.end(lane.size() - 1), lane.begin(0)));
    const double perColumn = static_cast<double>(lane.size()) * m_scale.nsPerPx() * m_columnPx / std::max(span, 1.0);
    return perColumn >= kCrowded;
}

// The first ns at or behind a pixel of the grid.
Ns RunTiles::timeAt(std::int64_t absolutePx) const
{
    return -flooredQuotient(-Wide{absolutePx} * m_scale.range().length(), m_scale.widthPx());
}

bool RunTiles::add(const Lane& lane, const MakeRuns& makeRuns, std::vector<DrawnRun>& out)
{
    if (!m_isPan || !isCrowded(lane))
        return false;
    const std::int64_t tilePx = std::int64_t{kTileColumns} * m_columnPx;
    const std::int64_t first = flooredQuotient(m_originPx, tilePx);
    const std::int64_t last = flooredQuotient(m_originPx + m_scale.widthPx() - 1, tilePx);
    Tiles& tiles = m_lanes[&lane];
    m_used = 0;
    addSliceReachingIn(lane, timeAt(first * tilePx), makeRuns, out);
    for (std::int64_t number = first; number <= last; ++number)
        addTile(tile(tiles, lane, number, makeRuns), number * tilePx - m_originPx, out);
    return true;
}

const RunTiles::Tile& RunTiles::tile(Tiles& tiles, const Lane& lane, std::int64_t number, const MakeRuns& makeRuns)
{
    const auto [at, isNew] = tiles.try_emplace(number);
    Tile& tile = at->second;
    if (!isNew)
        return tile;
    const int tilePx = kTileColumns * m_columnPx;
    m_folded.clear();
    // Twice as long, so that a slice that begins in the last column is as wide as it is.
    const TimeScale scale({timeAt(number * tilePx), timeAt((number + 2) * tilePx)}, 2 * tilePx);
    foldBeginsIn(lane, scale, m_columnPx, tilePx, m_folded);
    for (std::uint32_t i = 0; i < m_folded.size(); ++i) {
        if (m_folded[i].count == 1 && m_folded[i].width > m_columnPx)
            tile.wide.emplace_back(i, lane.range(m_folded[i].position));
    }
    makeRuns(m_folded, tile.runs);
    m_keptRuns += tile.runs.size();
    return tile;
}

// The one that began before the first tile and lasts into the view, if there is one.
void RunTiles::addSliceReachingIn(const Lane& lane, Ns until, const MakeRuns& makeRuns, std::vector<DrawnRun>& out)
{
    const Ns begin = m_scale.range().begin;
    const std::size_t i = lane.firstEndingAfter(begin);
    if (i == lane.size() || lane.begin(i) >= std::min(until, begin))
        return;
    const auto position = static_cast<std::uint32_t>(i);
    const Run run{0, std::max(1, m_scale.pixelAt(lane.end(i))), position, position, 1, 255, lane.event(i)};
    makeRuns(std::span(&run, 1), out);
    m_used = run.width;
}

void RunTiles::addTile(const Tile& tile, std::int64_t shift, std::vector<DrawnRun>& out)
{
    const auto firstInSight = std::ranges::partition_point(
        tile.runs, [shift](const DrawnRun& run) { return run.x + run.width + shift <= 0; });
    auto wide = tile.wide.begin();
    for (auto run = firstInSight; run != tile.runs.end() && run->x + shift < m_scale.widthPx(); ++run) {
        const auto at = static_cast<std::uint32_t>(run - tile.runs.begin());
        while (wide != tile.wide.end() && wide->first < at)
            ++wide;
        if (wide != tile.wide.end() && wide->first == at)
            place(*run, m_scale.pixelAt(wide->second.begin), m_scale.pixelAt(wide->second.end), out);
        else
            place(*run, run->x + shift, run->x + run->width + shift, out);
    }
}

void RunTiles::place(DrawnRun run, std::int64_t from, std::int64_t to, std::vector<DrawnRun>& out)
{
    run.x = static_cast<int>(std::max<std::int64_t>(from, m_used));
    if (run.x >= m_scale.widthPx())
        return;
    m_used = static_cast<int>(std::clamp<std::int64_t>(to, run.x + 1, m_scale.widthPx()));
    run.width = m_used - run.x;
    out.push_back(run);
}

} // namespace decodescope
