// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/launch_panel.h"

#include "core/query/gaps.h"
#include "core/query/gpu_profile.h"
#include "core/query/recorded_part.h"
#include "core/query/time_scale.h"
#include "ui/model/core_texts.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/panels/columns.h"
#include "ui/panels/delay_histogram.h"
#include "ui/panels/elided_label.h"
#include "ui/panels/figure_strip.h"
#include "ui/panels/table_view.h"
#include "ui/panels/verdict.h"
#include "ui/style/small_text.h"
#include "ui/style/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

using View = LaunchPanel::View;

constexpr int kColumns = 600; // of the plot over time: about as many as it has pixels

ElidedLabel* makeCaption(const QString& text)
{
    auto* label = new ElidedLabel;
    label->setText(text);
    keepSmall(*label);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

// Of all GPUs together: the worst of each column.
void fillColumns(const std::vector<GpuProfile>& profiles, View& view)
{
    const TimeScale scale(view.range, kColumns);
    view.columns.resize(kColumns);
    for (int x = 0; x < kColumns; ++x) {
        LaunchColumn& column = view.columns[std::size_t(x)];
        const TimeRange range{scale.timeAt(x), std::max(scale.timeAt(x + 1), scale.timeAt(x) + 1)};
        column.time = range.begin;
        for (const GpuProfile& profile : profiles) {
            const auto from = std::ranges::lower_bound(profile.delays, range.begin, {}, &LaunchDelay::time);
            for (auto delay = from; delay != profile.delays.end() && delay->time < range.end; ++delay)
                column.delay = std::max({column.delay, delay->delay, Ns{0}});
            column.depth = std::max(column.depth, profile.queueDepth.highest(range));
        }
        view.deepest = std::max(view.deepest, column.depth);
    }
}

std::shared_ptr<const View> makeView(const Trace& trace, const Labels* labels, std::optional<TimeRange> range,
                                     const std::stop_token& stop)
{
    auto view = std::make_shared<View>();
    const std::optional<TimeRange> asked = range;
    if (range) { // what is not in the file is no time in which nothing ran
        const RecordedPart part = recordedPart(trace, *range);
        view->isAll = part.isAll;
        range = part.range;
    }
    view->range = range ? *range : workSpan(trace);
    view->stats = launchStats(trace, stop, range);
    // A trace without steps is judged as a whole.
    view->verdict = judgePace(trace, stop, range || !trace.steps().empty() ? range : std::optional(view->range));
    std::optional<std::size_t> step;
    for (std::size_t i = 0; asked && view->isAll && i < trace.steps().size(); ++i)
        if (trace.steps()[i].range == *asked)
            step = i;
    if (step || !asked)
        view->estimates = whatIf(trace, labels, stop, step);
    view->bins = delayBins(view->stats.delays);
    fillColumns(gpuProfiles(trace, nullptr, stop), *view);
    return view;
}

} // namespace

LaunchPanel::LaunchPanel(const PanelContext& context, QWidget* parent)
    : Panel(context, parent)
    , m_job(this)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 10, 8, 4);
    layout->setSpacing(20);
    layout->addWidget(makeAnswer(), 6);
    layout->addWidget(makePlots(), 7);
    connect(&context.state, &TimelineState::selectedRangeChanged, this, &LaunchPanel::invalidate);
    connect(&context.document, &TraceDocument::traceChanged, this, &LaunchPanel::invalidate);
    connect(&context.document, &TraceDocument::labelsChanged, this, &LaunchPanel::invalidate);
}

QWidget* LaunchPanel::makeAnswer()
{
    auto* answer = new QWidget;
    auto* layout = new QVBoxLayout(answer);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    m_figures = new FigureStrip;
    m_verdict = new QLabel;
    m_verdict->setWordWrap(true);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_estimateCaption = makeCaption({});
    m_estimates = new TableView;
    m_estimates->setAccessibleName(tr("Estimates: how long a step would take"));
    layout->addWidget(m_figures);
    layout->addSpacing(2);
    layout->addWidget(m_verdict);
    layout->addSpacing(4);
    layout->addWidget(m_estimateCaption);
    layout->addWidget(m_estimates, 1);
    layout->addStretch(0);
    return answer;
}

QWidget* LaunchPanel::makePlots()
{
    m_plots = new QWidget;
    m_histogram = new DelayHistogram;
    m_histogram->setAccessibleName(tr("Distribution of launch delays"));
    m_overTime = new LaunchPlot;
    m_overTime->setAccessibleName(tr("Launch delay and queue depth over time"));
    auto* layout = new QHBoxLayout(m_plots);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    for (const auto& [title, plot] : {std::pair<QString, QWidget*>{tr("Launch delays, launch to start"), m_histogram},
                                      {tr("Over time: longest delay, deepest queue"), m_overTime}}) {
        auto* column = new QVBoxLayout;
        column->setSpacing(0);
        column->addWidget(makeCaption(title));
        column->addWidget(plot, 1);
        layout->addLayout(column, 1);
    }
    return m_plots;
}

QString LaunchPanel::verdict() const
{
    return m_verdict->text();
}

void LaunchPanel::refresh()
{
    m_job.start([trace = context().document.trace(), labels = context().document.labels(),
                 range = context().state.selectedRange()](
                    std::stop_token stop, Progress&) { return makeView(*trace, labels.get(), range, stop); },
                [this](const std::shared_ptr<const View>& view) {
                    m_view = view;
                    QString sentence = coreSentence(view->verdict.sentence);
                    if (!view->isAll)
                        sentence += QLatin1Char(' ') + partNote();
                    m_verdict->setText(context().document.isComplete() ? sentence : noVerdictYet());
                    showFigures();
                    showEstimates();
                    showPlots();
                });
}

void LaunchPanel::showFigures()
{
    const LaunchStats& stats = m_view->stats;
    std::vector<Figure> figures;
    figures.push_back({tr("launches"), {countText(stats.launches), {}}, tr("API calls that put work on the GPU.")});
    if (stats.launchesPerStep)
        figures.push_back({tr("a step"),
                           {countText(std::uint64_t(std::llround(*stats.launchesPerStep))), {}},
                           tr("Launches of the median step.")});
    if (stats.launches > 0)
        figures.push_back(
            {tr("mean launch"), durationParts(stats.meanCost),
             tr("Length of a launch call on the CPU; the median is %1.").arg(exactDurationText(stats.medianCost))});
    if (!stats.delays.empty()) {
        figures.push_back({tr("median delay"), durationParts(stats.medianDelay),
                           tr("From the begin of the call to the begin of the operation.")});
        figures.push_back({tr("99 %"), durationParts(stats.p99Delay), tr("99 % of all delays are no longer.")});
        figures.push_back({tr("deepest queue"),
                           {countText(std::uint64_t(m_view->deepest)), {}},
                           tr("Operations that were launched and had not begun.")});
    }
    m_figures->setFigures(std::move(figures));
}

void LaunchPanel::showEstimates()
{
    const auto& table = m_view->estimates;
    m_estimates->setVisible(table.has_value());
    m_estimateCaption->setVisible(table.has_value());
    if (!table)
        return;
    const auto trace = context().document.trace();
    const Step& step = trace->steps()[table->step];
    m_estimateCaption->setText(tr("What if? Estimates for %1, which takes %2; nothing here was measured")
                                   .arg(fromUtf8View(trace->text(step.name)), durationText(table->now)));
    const auto row = [view = m_view](std::size_t i) -> const WhatIf& { return view->estimates->rows[i]; };
    std::vector<TableColumn> columns;
    columns.push_back(textColumn(tr("If"), {}, [row](std::size_t i) { return coreSentence(row(i).change); }));
    columns.push_back(timeColumn(tr("Step"), tr("Estimated."), [row](std::size_t i) { return row(i).step; }));
    columns.push_back(
        {tr("Faster"),
         tr("The step as it is by the estimate."),
         [row](std::size_t i) { return QLocale().toString(row(i).speedup, 'f', 1) + QStringLiteral(" \u00d7"); },
         [row](std::size_t i) { return QVariant(row(i).speedup); },
         {},
         true});
    columns.push_back(textColumn(tr("Rests on"), {}, [row](std::size_t i) { return coreSentence(row(i).assumption); }));
    m_estimates->table().setTable(std::move(columns), table->rows.size());
    m_estimates->fitColumns();
}

void LaunchPanel::showPlots()
{
    const LaunchStats& stats = m_view->stats;
    m_plots->setVisible(!stats.delays.empty());
    m_histogram->setDelays(m_view->bins, stats.medianDelay, stats.p90Delay, stats.p99Delay);
    m_overTime->setColumns(m_view->columns, m_view->range, context().state.timeOrigin());
}

} // namespace decodescope
