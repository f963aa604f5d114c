// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be painted of the rows in sight, as plain data: renderers make it, raster.h paints it, tests read it.
#pragma once

#include "core/base/ids.h"
#include "ui/style/palette.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace decodescope {

// All in device pixels of the canvas.
struct DrawnRun
{
    int x = 0;
    int width = 1;
    EventId event = kNoEvent; // of several slices the one that stands for them
    std::uint32_t count = 1;
    ColorIndex color = 0;
    std::uint8_t covered = 255; // share of its time that slices cover, of 255
    bool isDim = false;         // something is highlighted, and it is not this
    bool isUnfinished = false;
};

struct DrawnLane
{
    TrackId track = kNoTrack; // kNoTrack: a model row, of `process`
    std::uint32_t lane = 0;
    int y = 0;
    int height = 0;
    std::size_t firstRun = 0;
    std::size_t runCount = 0;
    ProcessId process{0};
};

struct DrawnLabel
{
    int x = 0; // the box that the text is in, padding included
    int y = 0;
    int width = 0;
    int height = 0;
    QString text;
    QString figure; // after the text, fainter: a duration
    ColorIndex on = 0;
    bool isDim = false;
};

// A column of a plot.
enum class BarColor : std::uint8_t { busy, counter, counterFill, dot, instant, axis };
struct DrawnBar
{
    int x = 0;
    int y = 0;
    int width = 1;
    int height = 1;
    BarColor color = BarColor::busy;
    EventId event = kNoEvent; // a dot's operation
};

struct DrawnNote
{
    int x = 0; // right end of the text
    int y = 0; // its middle
    QString text;
};

// An idle stretch, drawn by itself.
struct DrawnGap
{
    int x = 0;
    int y = 0;
    int width = 1;
    int height = 1;
    std::size_t number = 0; // among GapIndex::gaps()
    ColorIndex color = 0;   // of its cause
    QString text;           // empty: no room
};

struct DrawList
{
    std::vector<DrawnRun> runs;
    std::vector<DrawnLane> lanes; // from top to bottom
    std::vector<DrawnGap> gaps;
    std::vector<DrawnBar> bars;
    std::vector<DrawnLabel> labels;
    std::vector<DrawnNote> notes; // values on a plot's axis
    std::vector<int> rowLines;    // y of the line below each row

    void clear();
    std::span<const DrawnRun> runsOf(const DrawnLane& lane) const
    {
        return std::span(runs).subspan(lane.firstRun, lane.runCount);
    }
    // One line an item, for tests.
    std::string text() const;
};

} // namespace decodescope
