// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parts_panel.h"

#include "core/trace/cut_out.h"
#include "ui/model/core_texts.h"
#include "ui/model/number_text.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/panels/expected_chart.h"
#include "ui/panels/layer_heat_map.h"
#include "ui/panels/parts_tables.h"
#include "ui/panels/scope_text.h"
#include "ui/panels/share_chart.h"
#include "ui/panels/step_bars.h"
#include "ui/panels/table_view.h"
#include "ui/style/palette.h"
#include "ui/style/theme.h"

#include <QCoreApplication>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace decodescope {

namespace {

constexpr std::size_t kMostStepBars = 240; // more steps are put together
constexpr std::size_t kMostShareBars = 24;

QStringList stepNames(const Trace& trace, const StepParts& steps)
{
    QStringList names;
    const std::vector<bool> whole = wholeSteps(trace);
    for (const StepPartsRow& row : steps.rows) {
        const QString first = QString::number(trace.steps()[row.first].number);
        if (row.first == row.last && !whole[row.first])
            names.push_back(QCoreApplication::translate("decodescope::PartsPanel", "part of step %1").arg(first));
        else if (row.first == row.last)
            names.push_back(QCoreApplication::translate("decodescope::PartsPanel", "step %1").arg(first));
        else
            names.push_back(QCoreApplication::translate("decodescope::PartsPanel", "steps %1 to %2")
                                .arg(first)
                                .arg(trace.steps()[row.last].number));
    }
    return names;
}

// The time from the first to the last of these events, of those of the first one's step.
TimeRange spanOf(const Trace& trace, const std::vector<EventId>& events)
{
    const auto step = trace.stepOf(events.front());
    TimeRange span = trace.event(events.front()).range();
    for (const EventId event : events) {
        if (trace.stepOf(event) == step)
            span.end = std::max(span.end, trace.event(event).end());
    }
    return span;
}

// A line a row, however low the drawer is.
QScrollArea* makeScrolled(QWidget* content, const QString& name)
{
    auto* scroll = new QScrollArea;
    scroll->setAccessibleName(name);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    return scroll;
}

} // namespace

PartsPanel::PartsPanel(const PanelContext& context, QWidget* parent)
    : ListPanel(context, parent)
{
    addChoices({tr("Parts"), tr("Families"), tr("Layers"), tr("Steps"), tr("Expected")},
               {QStringLiteral("parts"), QStringLiteral("families"), QStringLiteral("layers"), QStringLiteral("steps"),
                QStringLiteral("expected")});
    addBeside(makeCharts());
    tableView().setAccessibleName(tr("GPU time by model part"));
    connect(&context.document, &TraceDocument::traceChanged, this, &PartsPanel::invalidate);
    connect(&context.document, &TraceDocument::labelsChanged, this, &PartsPanel::invalidate);
    connect(&context.state, &TimelineState::selectedRangeChanged, this, &PartsPanel::invalidate);
    connect(&context.state, &TimelineState::selectedEventChanged, this, &PartsPanel::markSelected);
    connect(&context.state, &TimelineState::highlightChanged, this, [this] { // taken back, or by something else
        if (m_isLighting)
            return;
        emphasize(std::nullopt);
        markSelected();
    });
    connect(&tableView(), &TableView::rowPicked, this, &PartsPanel::pick);
    connect(&tableView(), &TableView::rowActivated, this, &PartsPanel::activate);
}

QWidget* PartsPanel::makeCharts()
{
    m_charts = new QStackedWidget;
    m_shareChart = new ShareChart;
    m_heatMap = new LayerHeatMap;
    m_stepBars = new StepBars;
    m_expectedChart = new ExpectedChart;
    auto* expected = new QWidget;
    auto* layout = new QVBoxLayout(expected);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    m_question = new QLabel;
    m_question->setWordWrap(true);
    m_question->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_expectedChart, 1);
    layout->addWidget(m_question);
    m_charts->addWidget(m_shareChart);
    m_charts->addWidget(makeScrolled(m_heatMap, tr("Layers")));
    m_charts->addWidget(m_stepBars);
    m_charts->addWidget(makeScrolled(expected, tr("Expected shares")));
    for (Chart* chart : std::initializer_list<Chart*>{m_shareChart, m_heatMap, m_stepBars, m_expectedChart})
        connectChart(*chart);
    return m_charts;
}

// Points of a chart are rows of its table.
void PartsPanel::connectChart(Chart& chart)
{
    connect(&chart, &Chart::picked, this, [this](int point) {
        tableView().markRow(std::size_t(point));
        pick(std::size_t(point));
    });
    connect(&chart, &Chart::activated, this, [this](int point) { activate(std::size_t(point)); });
}

void PartsPanel::refresh()
{
    Content wanted;
    wanted.trace = context().document.trace();
    wanted.labels = context().document.labels();
    wanted.view = View(choice());
    wanted.scope = scopeOfSelection(*wanted.trace, context().state.selectedRange());
    job().start(
        [wanted](std::stop_token stop, Progress&) {
            auto content = std::make_shared<Content>(wanted);
            const Trace& trace = *wanted.trace;
            const Labels* labels = wanted.labels.get();
            if (wanted.view == View::steps) {
                content->steps = std::make_shared<const StepParts>(partsByStep(trace, labels, kMostStepBars, stop));
            } else if (wanted.view == View::expected) {
                content->expected = std::make_shared<const std::vector<ExpectedShare>>(
                    expectedShares(trace, labels, wanted.scope, stop));
            } else {
                const PartGrouping grouping = wanted.view == View::parts      ? PartGrouping::part
                                              : wanted.view == View::families ? PartGrouping::family
                                                                              : PartGrouping::layer;
                content->table =
                    std::make_shared<const PartTable>(partTable(trace, labels, grouping, wanted.scope, stop));
            }
            return SharedContent(std::move(content));
        },
        [this](const SharedContent& content) { show(content); });
}

void PartsPanel::show(const SharedContent& content)
{
    m_content = content;
    switch (content->view) {
    case View::parts:
    case View::families:
        showShares();
        break;
    case View::layers:
        showLayers();
        break;
    case View::steps:
        showSteps();
        break;
    case View::expected:
        showExpected();
        break;
    }
    tableView().fitColumns();
    if (content->table)
        setNote(tr("%1 of GPU time in %2 operations, %3", nullptr, pluralOf(content->table->count))
                    .arg(durationText(content->table->time), countText(content->table->count),
                         scopeText(*content->trace, content->scope)));
    const bool isEmpty = tableView().table().rowCount() == 0 && content->trace->gpuOperationCount() == 0;
    m_charts->setVisible(!isEmpty);
    if (isEmpty)
        setNote(context().document.isComplete()
                    ? tr("Nothing ran on a GPU in this trace; the tab Kernels has its operators.")
                    : tr("The trace is still being read: nothing that ran on a GPU has come so far."));
    markSelected();
}

void PartsPanel::showShares()
{
    const bool isDark = Theme::of(palette()).isDark;
    const bool byFamily = m_content->view == View::families;
    std::vector<ShareChartEntry> entries;
    for (const PartRow& row : m_content->table->rows) {
        const std::string_view word = byFamily ? familyName(row.family) : partName(row.part); // of its colour
        const QString name = byFamily ? familyText(row.family) : partText(row.part);
        if (entries.size() < kMostShareBars)
            entries.push_back({name,
                               tr("%1\n%2, %3 of the GPU time\n%4 operations, %5 of all", nullptr, pluralOf(row.count))
                                   .arg(name, durationText(row.time), shareText(row.share), countText(row.count),
                                        shareText(row.countShare)),
                               byFamily ? familyColor(word, isDark) : partColor(word, isDark), row.share,
                               row.countShare});
    }
    m_shareChart->setEntries(std::move(entries));
    m_charts->setCurrentIndex(0);
    tableView().table().setTable(
        partTableColumns(m_content->table, byFamily ? PartGrouping::family : PartGrouping::part, isDark),
        m_content->table->rows.size());
}

void PartsPanel::showLayers()
{
    m_heatMap->setTable(m_content->table);
    m_charts->setCurrentIndex(1);
    tableView().table().setTable(partTableColumns(m_content->table, PartGrouping::layer, Theme::of(palette()).isDark),
                                 m_content->table->rows.size());
}

void PartsPanel::showSteps()
{
    const StepParts& steps = *m_content->steps;
    const QStringList names = stepNames(*m_content->trace, steps);
    std::optional<std::size_t> selected;
    for (std::size_t row = 0; row < steps.rows.size(); ++row)
        if (m_content->scope.step && steps.rows[row].first <= *m_content->scope.step &&
            *m_content->scope.step <= steps.rows[row].last)
            selected = row;
    m_stepBars->setSteps(m_content->steps, names, selected);
    m_charts->setCurrentIndex(2);
    tableView().table().setTable(stepTableColumns(m_content->steps, names, Theme::of(palette()).isDark),
                                 steps.rows.size() * steps.columns.size());
    setNote(steps.rows.empty() ? tr("The trace has no steps: nobody called prof.step().")
                               : tr("GPU time of what each step launched, all steps"));
}

void PartsPanel::showExpected()
{
    const std::vector<ExpectedShare>& rows = *m_content->expected;
    m_expectedChart->setRows(m_content->expected);
    m_charts->setCurrentIndex(3);
    tableView().table().setTable(expectedTableColumns(m_content->expected), rows.size());
    setNote(coreText(expectationBasis()));
    m_question->clear();
    // The one that is farthest off comes first.
    const auto distance = [](const ExpectedShare& row) {
        return row.verdict == ExpectedShare::Verdict::below   ? row.low - row.share
               : row.verdict == ExpectedShare::Verdict::above ? row.share - row.high
                                                              : 0.0;
    };
    const auto farthest = std::max_element(rows.begin(), rows.end(),
                                           [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
    if (farthest != rows.end())
        showQuestion(std::size_t(farthest - rows.begin()));
}

void PartsPanel::showQuestion(std::size_t row)
{
    const ExpectedShare& share = (*m_content->expected)[row];
    const QString found = tr("%1: %2 of the GPU time, expected %3.")
                              .arg(coreText(groupName(share.group)), shareText(share.share), expectedRangeText(share));
    m_question->setText(share.question.empty() ? found : found + QLatin1Char(' ') + coreSentence(share.question));
}

Highlight PartsPanel::highlightOf(std::size_t row) const
{
    std::vector<EventId> events;
    switch (m_content->view) {
    case View::parts:
        return {Highlight::By::part, std::uint32_t(m_content->table->rows[row].part), {}};
    case View::families:
        return {Highlight::By::family, std::uint32_t(m_content->table->rows[row].family), {}};
    case View::steps:
        return {
            Highlight::By::part, std::uint32_t(m_content->steps->columns[row % m_content->steps->columns.size()]), {}};
    case View::layers:
        events = m_content->table->rows[row].events;
        break;
    case View::expected:
        events = (*m_content->expected)[row].events;
        break;
    }
    std::sort(events.begin(), events.end());
    return {Highlight::By::events, 0, std::move(events)};
}

void PartsPanel::pick(std::size_t row)
{
    if (m_content->view == View::expected)
        showQuestion(row);
    const Highlight wanted = highlightOf(row);
    const bool off = context().state.highlight() == wanted; // a second click takes it back
    emphasize(off ? std::nullopt : std::optional(row));
    m_isLighting = true;
    context().state.setHighlight(off ? Highlight{} : wanted);
    m_isLighting = false;
    if (off)
        markSelected();
}

void PartsPanel::emphasize(std::optional<std::size_t> row)
{
    if (!m_content)
        return;
    if (m_content->table && m_content->view != View::layers)
        m_shareChart->setHighlighted(row ? int(*row) : -1);
    if (m_content->steps && !m_content->steps->columns.empty())
        m_stepBars->setHighlighted(
            row ? std::optional(m_content->steps->columns[*row % m_content->steps->columns.size()]) : std::nullopt);
}

void PartsPanel::activate(std::size_t row)
{
    if (m_content->view == View::steps) {
        context().navigator.selectStep(m_content->steps->rows[row / m_content->steps->columns.size()].first);
        return;
    }
    const std::vector<EventId>& events =
        m_content->view == View::expected ? (*m_content->expected)[row].events : m_content->table->rows[row].events;
    if (events.empty())
        return;
    context().navigator.goTo(events.front());
    if (m_content->view == View::layers)
        context().state.setVisibleRange(spanOf(*m_content->trace, events));
}

// The row of the slice that is selected on the timeline.
void PartsPanel::markSelected()
{
    if (!m_content || !m_content->labels)
        return;
    const EventId event = context().state.selectedEvent();
    const auto operation = event == kNoEvent ? std::nullopt : m_content->trace->gpuOperationIndex(event);
    if (!operation)
        return tableView().markRow(std::nullopt);
    const Label& label = m_content->labels->of(*operation);
    std::optional<std::size_t> found;
    if (m_content->expected && !m_content->expected->empty())
        found = std::size_t(groupOf(label));
    if (m_content->table) {
        for (std::size_t i = 0; i < m_content->table->rows.size() && !found; ++i) {
            const PartRow& row = m_content->table->rows[i];
            const bool same = m_content->view == View::families ? row.family == label.family
                              : m_content->view == View::layers ? row.part == label.part && row.layer == label.layer
                                                                : row.part == label.part;
            if (same)
                found = i;
        }
    }
    tableView().markRow(found);
}

} // namespace decodescope
