// SPDX-License-Identifier: GPL-3.0-or-later
// What launching costs, what sets the pace, and what would change it.
#pragma once

#include "core/query/launch_stats.h"
#include "core/query/what_if.h"
#include "ui/model/job_runner.h"
#include "ui/panels/launch_plot.h"
#include "ui/panels/panel.h"

#include <memory>
#include <optional>
#include <vector>

class QLabel;

namespace decodescope {

class DelayHistogram;
class ElidedLabel;
class FigureStrip;
class TableView;

// Of the selected range, else of the whole trace, whose median step is judged then.
class LaunchPanel : public Panel
{
    Q_OBJECT
public:
    LaunchPanel(const PanelContext& context, QWidget* parent);

    struct View
    {
        bool isAll = true; // of the range that was asked for; else the part that is in the file
        TimeRange range;
        LaunchStats stats;
        PaceVerdict verdict;
        std::optional<WhatIfTable> estimates; // of the selected step, else of the median one; none of other ranges
        std::vector<DelayBin> bins;
        std::vector<LaunchColumn> columns;
        std::int32_t deepest = 0;
    };
    // Null before the first result.
    const std::shared_ptr<const View>& view() const { return m_view; }
    FigureStrip& figures() { return *m_figures; }
    TableView& estimates() { return *m_estimates; }
    QString verdict() const;

protected:
    void refresh() override;

private:
    QWidget* makeAnswer();
    QWidget* makePlots();
    void showFigures();
    void showEstimates();
    void showPlots();

    JobRunner m_job;
    std::shared_ptr<const View> m_view;
    QLabel* m_verdict = nullptr;
    FigureStrip* m_figures = nullptr;
    ElidedLabel* m_estimateCaption = nullptr;
    TableView* m_estimates = nullptr;
    QWidget* m_plots = nullptr;
    DelayHistogram* m_histogram = nullptr;
    LaunchPlot* m_overTime = nullptr;
};

} // namespace decodescope
