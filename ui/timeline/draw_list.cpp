// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/draw_list.h"

namespace decodescope {

void DrawList::clear()
{
    runs.clear();
    lanes.clear();
    gaps.clear();
    bars.clear();
    labels.clear();
    notes.clear();
    rowLines.clear();
}

std::string DrawList::text() const
{
    const auto number = [](auto value) { return std::to_string(value); };
    std::string s;
    for (const DrawnLane& lane : lanes) {
        s += "lane " + number(lane.lane) + " y " + number(lane.y) + "+" + number(lane.height) + "\n";
        for (const DrawnRun& run : runsOf(lane)) {
            s += "  " + number(run.x) + "+" + number(run.width) + " event " + number(index(run.event));
            if (run.count > 1)
                s += " of " + number(run.count);
            s += " color " + number(int{run.color});
            if (run.isDim)
                s += " dim";
            if (run.isUnfinished)
                s += " unfinished";
            s += "\n";
        }
    }
    for (const DrawnGap& gap : gaps)
        s += "gap " + number(gap.number) + " " + number(gap.x) + "+" + number(gap.width) + " \"" +
             gap.text.toStdString() + "\"\n";
    for (const DrawnBar& bar : bars)
        s += "bar " + number(bar.x) + "," + number(bar.y) + " " + number(bar.width) + "x" + number(bar.height) + "\n";
    for (const DrawnLabel& label : labels) {
        s += "label " + number(label.x) + "," + number(label.y) + " \"" + label.text.toStdString() + "\"";
        if (!label.figure.isEmpty())
            s += " \"" + label.figure.toStdString() + "\"";
        s += "\n";
    }
    return s;
}

} // namespace decodescope
