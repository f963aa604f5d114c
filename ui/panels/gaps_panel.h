// SPDX-License-Identifier: GPL-3.0-or-later
// The idle stretches of the streams and what the GPU waited for.
#pragma once

#include "core/query/gap_index.h"
#include "core/query/recorded_part.h"
#include "ui/panels/list_panel.h"

#include <memory>
#include <optional>

namespace decodescope {

class StackedBars;

// Of the selected range, else of the whole trace; a gap that reaches over the range's ends counts with what lies
// inside. Summed by cause, a row a step, or one by one, the longest first; beside it a bar a step. A click on a gap
// goes to it, one on a step or a bar selects the step.
class GapsPanel : public ListPanel
{
    Q_OBJECT
public:
    GapsPanel(const PanelContext& context, QWidget* parent);

    enum Choice { byCause, byStep, oneByOne };
    void show(Choice choice) { setChoice(choice); }
    StackedBars& chart() { return *m_bars; }

    // What the tables are made of.
    struct View
    {
        std::shared_ptr<const Trace> trace;
        TimeRange asked;
        RecordedPart part;                 // of it: what all here is about
        std::vector<Gap> gaps;             // cut at the range, the longest first
        std::vector<std::size_t> numbers;  // of them, in the index
        GapTotals totals;                  // of them
        std::vector<RecordedPart> parts;   // of all steps
        std::vector<GapTotals> steps;      // of these, over all streams
        TrackId chartStream = kNoTrack;    // that idles least
        std::vector<std::size_t> barSteps; // steps that stream ran in
        std::vector<GapTotals> barTotals;  // of that stream alone
    };

protected:
    void refresh() override;

private:
    using SharedView = std::shared_ptr<const View>;

    void showAll();
    void showCauses();
    void showSteps();
    void showGaps();
    void showChart();
    void pick(std::size_t row);
    std::optional<std::size_t> selectedStep() const;
    QString rangeText() const;

    SharedView m_view;
    std::vector<GapCause> m_causes; // of the table by cause
    StackedBars* m_bars;
};

} // namespace decodescope
