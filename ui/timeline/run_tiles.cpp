// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/run_tiles.h"

#include <algorithm>

namespace decodescope {

namespace {

constexpr int kTileColumns = 128;
constexpr std::size_t kMostKept = 1'000'000; // runs: 20 MB, and as much again for what vectors have free
constexpr double kCrowded = 4;               // slices a column

__extension__ using Wide = __int128;

// b > 0.
Wide flooredQuotient(Wide a, Wide b)
{
    return a >= 0 ? a / b : -((-a + b - 1) / b);
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
    m_scale = scale;
    m_columnPx = columnPx;
    // Where the pixels' numbers and the tiles' times are far from the ends of 64 bits; others have no grid.
    constexpr Ns kLongest = Ns{1} << 50;
    constexpr Ns kFarthest = Ns{1} << 61;
    const Wide origin = flooredQuotient(Wide{scale.range().begin} * scale.widthPx(), scale.range().length());
    m_isPan = isSame && scale.range().length() < kLongest && scale.range().begin > -kFarthest &&
              scale.range().end < kFarthest && origin > -kFarthest && origin < kFarthest;
    m_originPx = m_isPan ? static_cast<std::int64_t>(origin) : 0;
}

std::int64_t RunTiles::tilePx() const
{
    return std::int64_t{kTileColumns} * m_columnPx;
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
    return static_cast<Ns>(-flooredQuotient(-Wide{absolutePx} * m_scale.range().length(), m_scale.widthPx()));
}

bool RunTiles::add(const Lane& lane, const MakeRuns& makeRuns, std::vector<DrawnRun>& out)
{
    if (!m_isPan || !isCrowded(lane))
        return false;
    const auto first = static_cast<std::int64_t>(flooredQuotient(m_originPx, tilePx()));
    const auto last = static_cast<std::int64_t>(flooredQuotient(m_originPx + m_scale.widthPx() - 1, tilePx()));
    Tiles& tiles = m_lanes[&lane];
    m_used = 0;
    m_crowdedOut.count = 0;
    addSliceReachingIn(lane, timeAt(first * tilePx()), makeRuns, out);
    for (std::int64_t number = first; number <= last; ++number)
        addTile(tile(tiles, lane, number, makeRuns), number * tilePx() - m_originPx, out);
    placeCrowdedOut(out);
    return true;
}

const RunTiles::Tile& RunTiles::tile(Tiles& tiles, const Lane& lane, std::int64_t number, const MakeRuns& makeRuns)
{
    const auto [at, isNew] = tiles.try_emplace(number);
    Tile& tile = at->second;
    if (!isNew)
        return tile;
    m_folded.clear();
    // Twice as long, so that a slice that begins in the last column is as wide as it is.
    const TimeScale scale({timeAt(number * tilePx()), timeAt((number + 2) * tilePx())}, static_cast<int>(2 * tilePx()));
    foldBeginsIn(lane, scale, m_columnPx, static_cast<int>(tilePx()), timeAt((number + 1) * tilePx()), m_folded);
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
    const std::size_t i = lane.firstEndingAfter(m_scale.range().begin);
    if (i == lane.size() || lane.begin(i) >= until)
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
            place(*run, m_scale.pixelAt(wide->second.begin), std::max(m_scale.pixelAt(wide->second.end), 1), true, out);
        else
            place(*run, run->x + shift, run->x + run->width + shift, false, out);
    }
}

// A pixel is not shared: what lies in one that is taken goes with the next column, so that this one keeps its place.
void RunTiles::place(const DrawnRun& run, std::int64_t from, std::int64_t to, bool isWide, std::vector<DrawnRun>& out)
{
    if (to <= m_used) {
        const std::uint32_t before = m_crowdedOut.count;
        m_crowdedOut = run;
        m_crowdedOut.count += before;
        return;
    }
    if (isWide)
        placeCrowdedOut(out);
    const auto x = static_cast<int>(std::max<std::int64_t>(from, m_used));
    if (x >= m_scale.widthPx())
        return;
    m_used = static_cast<int>(std::clamp<std::int64_t>(to, x + 1, m_scale.widthPx()));
    DrawnRun& placed = out.emplace_back(run);
    placed.x = x;
    placed.width = m_used - x;
    placed.count += std::exchange(m_crowdedOut.count, 0);
}

void RunTiles::placeCrowdedOut(std::vector<DrawnRun>& out)
{
    if (m_crowdedOut.count == 0 || m_used >= m_scale.widthPx())
        return;
    DrawnRun& placed = out.emplace_back(m_crowdedOut);
    placed.x = m_used++;
    placed.width = 1;
    m_crowdedOut.count = 0;
}

} // namespace decodescope
