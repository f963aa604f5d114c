// SPDX-License-Identifier: GPL-3.0-or-later
// GPU time and number of operations by model part, kernel family, layer and step, and beside what was expected: a chart
// and its table.
#pragma once

#include "core/query/expected_shares.h"
#include "core/query/parts.h"
#include "ui/panels/list_panel.h"

#include <memory>
#include <optional>

class QLabel;
class QStackedWidget;

namespace decodescope {

class Chart;
class ExpectedChart;
class LayerHeatMap;
class ShareChart;
class StepBars;
struct Highlight;

// Of the selected step or range, else of the whole trace; by step: always of all steps. A click lights the row's
// slices, once more takes that back; a double click goes there. A slice that is selected on the timeline marks its row.
class PartsPanel : public ListPanel
{
    Q_OBJECT
public:
    PartsPanel(const PanelContext& context, QWidget* parent);

protected:
    void refresh() override;

private:
    enum class View { parts, families, layers, steps, expected };
    // What a job computes; of the three the one that the view shows.
    struct Content
    {
        std::shared_ptr<const Trace> trace;
        std::shared_ptr<const Labels> labels;
        View view = View::parts;
        QueryScope scope;
        std::shared_ptr<const PartTable> table;
        std::shared_ptr<const StepParts> steps;
        std::shared_ptr<const std::vector<ExpectedShare>> expected;
    };
    using SharedContent = std::shared_ptr<const Content>;

    QWidget* makeCharts();
    void connectChart(Chart& chart);
    void show(const SharedContent& content);
    void showShares();
    void showLayers();
    void showSteps();
    void showExpected();
    void showQuestion(std::size_t row);
    // `row`: of the table.
    void pick(std::size_t row);
    void activate(std::size_t row);
    Highlight highlightOf(std::size_t row) const;
    void emphasize(std::optional<std::size_t> row);
    void markSelected();

    QStackedWidget* m_charts = nullptr;
    ShareChart* m_shareChart = nullptr;
    LayerHeatMap* m_heatMap = nullptr;
    StepBars* m_stepBars = nullptr;
    ExpectedChart* m_expectedChart = nullptr;
    QLabel* m_question = nullptr;
    SharedContent m_content;
    bool m_isLighting = false; // what is lit is being changed by a row here
};

} // namespace decodescope
