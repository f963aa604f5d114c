// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/selection_panel.h"

#include "core/query/gaps.h"
#include "core/query/gpu_operations.h"
#include "core/query/recording.h"
#include "ui/model/gap_store.h"
#include "ui/model/gap_text.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/track_rows.h"
#include "ui/panels/columns.h"
#include "ui/panels/figure_strip.h"
#include "ui/panels/table_view.h"
#include "ui/panels/verdict.h"
#include "ui/style/small_text.h"
#include "ui/style/theme.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace decodescope {

namespace {

QLabel* makeCaption(const QString& text)
{
    auto* label = new QLabel(text);
    keepSmall(*label);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

// The shortest one that the range lies in.
std::optional<Gap> gapAround(const GapIndex& index, TimeRange range)
{
    std::optional<Gap> around;
    for (const std::size_t number : index.numbersWithin(range)) {
        const Gap& gap = index.gaps()[number];
        if (gap.range.contains(range) && (!around || gap.range.length() < around->range.length()))
            around = gap;
    }
    return around;
}

} // namespace

SelectionPanel::SelectionPanel(const PanelContext& context, QWidget* parent)
    : Panel(context, parent)
    , m_job(this)
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 10, 4, 4);
    layout->setSpacing(20);
    layout->addWidget(makeAnswer(), 5);
    m_tableArea = makeTable();
    layout->addWidget(m_tableArea, 8);
    connect(&context.state, &TimelineState::selectedRangeChanged, this, &SelectionPanel::invalidate);
    connect(&context.document, &TraceDocument::traceChanged, this, &SelectionPanel::invalidate);
    connect(&context.document, &TraceDocument::labelsChanged, this, &SelectionPanel::invalidate);
    connect(&context.document.gaps(), &GapStore::changed, this, [this] {
        if (m_summary && m_summary->gpuOps == 0)
            invalidate();
    });
}

QWidget* SelectionPanel::makeAnswer()
{
    auto* answer = new QWidget;
    auto* layout = new QVBoxLayout(answer);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    m_figures = new FigureStrip;
    m_timeCaption = makeCaption(tr("Share of GPU time"));
    m_countCaption = makeCaption(tr("Share of GPU operations"));
    m_timeBar = new ShareBar;
    m_timeBar->setAccessibleName(m_timeCaption->text());
    m_countBar = new ShareBar;
    m_countBar->setAccessibleName(m_countCaption->text());
    m_verdict = new QLabel;
    m_verdict->setWordWrap(true);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_figures);
    layout->addSpacing(4);
    layout->addWidget(m_timeCaption);
    layout->addWidget(m_timeBar);
    layout->addWidget(m_countCaption);
    layout->addWidget(m_countBar);
    layout->addSpacing(2);
    layout->addWidget(m_verdict);
    layout->addStretch(1);
    for (ShareBar* bar : {m_timeBar, m_countBar})
        connect(bar, &ShareBar::segmentClicked, this, [this](int segment) {
            if (m_summary)
                highlightPart(partsByTime(*m_summary)[std::size_t(segment)]);
        });
    auto* scroll = new QScrollArea; // a low drawer scrolls rather than squeezes
    scroll->setAccessibleName(tr("Numbers of the selection"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(answer);
    return scroll;
}

QWidget* SelectionPanel::makeTable()
{
    auto* area = new QWidget;
    auto* layout = new QVBoxLayout(area);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto* row = new QHBoxLayout;
    row->setSpacing(2);
    m_byButtons = new QButtonGroup(this);
    const std::pair<By, QString> choices[] = {{By::part, tr("By model part")},
                                              {By::kernel, tr("By kernel")},
                                              {By::stream, tr("By stream")},
                                              {By::slice, tr("By slice")}};
    for (const auto& [by, text] : choices) {
        auto* button = new QToolButton;
        button->setText(text);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setChecked(by == m_by);
        m_byButtons->addButton(button, int(by));
        row->addWidget(button);
    }
    row->addStretch(1);
    connect(m_byButtons, &QButtonGroup::idClicked, this, [this](int by) { setBy(By(by)); });
    m_table = new TableView;
    m_table->setAccessibleName(tr("Figures of the selection"));
    connect(m_table, &TableView::rowPicked, this, &SelectionPanel::highlightRow);
    connect(&context().state, &TimelineState::highlightChanged, this, [this] { // taken back, or by something else
        if (m_isLighting)
            return;
        m_timeBar->setHighlighted(-1);
        m_countBar->setHighlighted(-1);
        m_table->markRow(std::nullopt);
    });
    connect(m_table, &TableView::rowActivated, this, [this](std::size_t dataRow) {
        if (m_by == By::kernel && m_summary)
            context().navigator.goTo(m_summary->kernels[dataRow].longest);
        else if (m_by == By::slice && m_slices)
            context().navigator.goTo(m_slices->uses[dataRow].longest);
    });
    layout->addLayout(row);
    layout->addWidget(m_table, 1);
    return area;
}

void SelectionPanel::setBy(By by)
{
    m_by = by;
    m_byButtons->button(int(by))->setChecked(true);
    if (m_summary)
        showTable();
}

void SelectionPanel::refresh()
{
    const SharedTrace trace = context().document.trace();
    const std::shared_ptr<const Labels> labels = context().document.labels();
    const std::optional<TimeRange> range = context().state.selectedRange();
    m_tracks = context().state.selectedTracks();
    m_job.start(
        [trace, labels, range, tracks = m_tracks](std::stop_token stop, Progress&) {
            // The whole trace: not the profiler's own start and stop, which would count as gap.
            return summarize(*trace, range ? *range : workSpan(*trace), labels.get(), tracks, stop);
        },
        [this, trace](const Answer& answer) {
            if (answer.summary)
                show(answer, trace);
        });
}

SelectionPanel::Answer SelectionPanel::summarize(const Trace& trace, TimeRange asked, const Labels* labels,
                                                 const std::vector<TrackId>& tracks, const std::stop_token& stop)
{
    const auto isHostRow = [&](TrackId track) { return trace.track(track).kind != TrackKind::stream; };
    // Of rows of the CPU alone nothing is said to idle.
    const bool countsStreams = tracks.empty() || !std::all_of(tracks.begin(), tracks.end(), isHostRow);
    Answer answer{asked, countsStreams ? recordedPart(trace, asked) : RecordedPart{asked, true}, nullptr, nullptr};
    const TimeRange range = answer.part.range;
    auto summary = summarizeRange(trace, range, labels, stop, tracks);
    if (!summary)
        return answer;
    const bool countsHostRows =
        tracks.empty() ? trace.gpuOperationCount() == 0 : std::any_of(tracks.begin(), tracks.end(), isHostRow);
    if (countsHostRows) {
        auto slices = summarizeSlices(trace, range, tracks.empty() ? threadTracks(trace) : tracks, stop);
        if (!slices)
            return answer;
        answer.slices = std::make_shared<const SliceSummary>(std::move(*slices));
    }
    answer.summary = std::make_shared<const RangeSummary>(std::move(*summary));
    return answer;
}

void SelectionPanel::show(const Answer& answer, const SharedTrace& trace)
{
    m_summary = answer.summary;
    m_slices = answer.slices;
    m_trace = trace;
    m_asked = answer.asked;
    m_isPart = !answer.part.isAll;
    const bool isDark = Theme::of(palette()).isDark;
    ShareBars bars = shareBars(*m_summary, isDark);
    const bool hasParts = !bars.time.empty();
    for (QWidget* widget : std::initializer_list<QWidget*>{m_timeCaption, m_countCaption, m_timeBar, m_countBar})
        widget->setVisible(hasParts);
    m_timeBar->setSegments(std::move(bars.time));
    m_countBar->setSegments(std::move(bars.count));
    offerTables();
    showFigures();
    showTable();
}

// Only tables that have rows; the one in front stays if it is among them.
void SelectionPanel::offerTables()
{
    const bool hasSlices = m_slices && m_slices->slices > 0;
    const bool hasGpu = m_summary->gpuOps > 0;
    m_tableArea->setVisible(hasGpu || hasSlices);
    for (const By by : {By::part, By::kernel, By::stream})
        m_byButtons->button(int(by))->setVisible(hasGpu);
    m_byButtons->button(int(By::slice))->setVisible(hasSlices);
    if (hasGpu && !hasSlices && m_by == By::slice)
        m_by = By::part;
    else if (hasSlices && !hasGpu)
        m_by = By::slice;
    m_byButtons->button(int(m_by))->setChecked(true);
}

std::optional<std::size_t> SelectionPanel::selectedStep() const
{
    const auto steps = m_trace->steps();
    const auto found = std::ranges::find(steps, m_asked, &Step::range);
    return found != steps.end() ? std::optional(std::size_t(found - steps.begin())) : std::nullopt;
}

QString SelectionPanel::heading(std::optional<std::size_t> step) const
{
    if (step) {
        const QString name = fromUtf8View(m_trace->text(m_trace->steps()[*step].name));
        return m_isPart ? tr("part of %1").arg(name) : name;
    }
    if (!context().state.selectedRange())
        return m_isPart ? tr("part of a recording") : tr("whole trace");
    return m_isPart ? tr("part of the selection") : tr("selection");
}

// "stream 7", or how many rows the range is limited to.
QString SelectionPanel::rowsText() const
{
    return m_tracks.size() == 1 ? trackTitle(*m_trace, m_tracks.front()) : tr("%n rows", nullptr, int(m_tracks.size()));
}

void SelectionPanel::showFigures()
{
    const RangeSummary& summary = *m_summary;
    const auto step = selectedStep();
    const bool whole = !context().state.selectedRange();
    const Ns length = summary.range.length();
    std::vector<Figure> figures;
    QString what = heading(step);
    QString explanation = exactDurationText(length);
    if (m_isPart)
        explanation = tr("%1 of %2; the rest is not in the file").arg(explanation, exactDurationText(m_asked.length()));
    if (!m_tracks.empty()) {
        what += QStringLiteral(", ") + rowsText();
        QStringList names;
        for (const TrackId track : m_tracks)
            names += trackTitle(*m_trace, track);
        explanation += QLatin1Char('\n') + tr("Only of: %1").arg(names.join(QStringLiteral(", ")));
    }
    figures.push_back({what, durationParts(length), explanation});
    const std::vector<Figure> ofGpu = gpuFigures();
    figures.insert(figures.end(), ofGpu.begin(), ofGpu.end());
    if (const auto gap = gapOfIdleRange())
        figures.push_back({tr("in a gap of"), durationParts(gap->range.length()), gapCauseSentence(gap->cause)});
    if (m_slices && m_slices->slices > 0) {
        figures.push_back({tr("slices"),
                           {countText(m_slices->slices), {}},
                           m_tracks.empty() ? tr("On the rows of threads; steps and Python functions have rows of "
                                                 "their own and are not counted.")
                                            : tr("On rows that are no streams.")});
        figures.push_back(
            {tr("in slices"), durationParts(m_slices->self),
             tr("Time of the rows in which they have slices: %1").arg(exactDurationText(m_slices->self))});
    }
    for (const TraceSource& source : m_trace->sources()) {
        const auto timer = timerFactsOf(source);
        if (!timer || timer->tpot <= 0)
            continue;
        figures.push_back(
            {tr("timer TPOT"), durationParts(timer->tpot),
             tr("Time per output token by a timer, over %n steps with nothing attached.", nullptr, int(timer->steps))});
        break;
    }
    m_figures->setFigures(std::move(figures));
    m_verdict->setText(verdict(step       ? tr("the step")
                               : !whole   ? tr("the selection")
                               : m_isPart ? tr("the recording")
                                          : tr("the trace")));
}

QString SelectionPanel::verdict(const QString& asked) const
{
    if (m_trace->eventCount() == 0)
        return {};
    if (m_summary->gpuOps == 0 && !context().document.isComplete())
        return tr("The trace is still being read: nothing that ran on a GPU in %1 has come so far.").arg(asked);
    if (m_slices && !m_tracks.empty() && m_summary->gpuOps == 0)
        return {}; // CPU rows were asked for
    if (!context().document.isComplete())
        return noVerdictYet();
    if (m_summary->range.isEmpty() && m_isPart)
        return tr("Nothing that ran on a GPU in %1 is in the file, which holds a part of a recording.").arg(asked);
    const QString what = m_isPart ? partInFileText(asked) : asked;
    if (const auto gap = gapOfIdleRange())
        return tr("Nothing ran on a GPU in %1, which lies in a gap of %2 on %3: %4. The tab Gaps has all of them.")
            .arg(what, exactDurationText(gap->range.length()),
                 QString::fromStdString(streamName(*m_trace, m_trace->track(gap->stream))),
                 gapCauseSentence(gap->cause));
    return m_isPart ? verdictText(*m_summary, what) + QLatin1Char(' ') + partNote() : verdictText(*m_summary, what);
}

std::optional<Gap> SelectionPanel::gapOfIdleRange() const
{
    const GapStore& gaps = context().document.gaps();
    if (m_summary->gpuOps > 0 || m_summary->range.isEmpty() || !gaps.isComplete())
        return std::nullopt;
    return gapAround(*gaps.index(), m_summary->range);
}

std::vector<Figure> SelectionPanel::gpuFigures() const
{
    const RangeSummary& summary = *m_summary;
    if (summary.gpuOps == 0)
        return {};
    const Ns length = summary.range.length();
    const bool whole = !context().state.selectedRange();
    std::vector<Figure> figures;
    std::vector<const StreamUse*> used;
    for (const StreamUse& stream : summary.streams)
        if (stream.gpuOps > 0)
            used.push_back(&stream);
    const QString stream = used.size() == 1
                               ? QString::fromStdString(streamName(*m_trace, m_trace->track(used.front()->track)))
                               : tr("%n streams", nullptr, int(used.size()));
    const Ns gap = length - summary.busy;
    const double busy = double(summary.busy) / double(std::max<Ns>(length, 1));
    figures.push_back(
        {tr("%1, kernel sum").arg(stream), durationParts(summary.kernelSum),
         tr("Sum of the kernels' durations within the range: %1").arg(exactDurationText(summary.kernelSum))});
    figures.push_back({tr("busy"), shareParts(busy),
                       tr("At least one GPU operation ran for %1 of the range.").arg(exactDurationText(summary.busy))});
    figures.push_back(
        {tr("gap"), durationParts(gap), tr("No GPU operation ran: %1").arg(exactDurationText(gap)), busy < 0.5});
    const Ns margins = m_trace->contentSpan().length() - length;
    if (whole && margins > 0 && !m_isPart)
        figures.push_back({tr("before and after"), durationParts(margins),
                           tr("Recorded before the first and after the last step or GPU operation, as the "
                              "profiler starts and stops: %1. Not counted as gap.")
                               .arg(exactDurationText(margins))});
    figures.push_back({tr("kernels"),
                       {countText(summary.kernelCount), {}},
                       tr("%1 GPU operations with copies and memsets", nullptr, pluralOf(summary.gpuOps))
                           .arg(countText(summary.gpuOps))});
    return figures;
}

void SelectionPanel::showTable()
{
    const bool isDark = Theme::of(palette()).isDark;
    switch (m_by) {
    case By::part:
        m_table->table().setTable(partColumns(m_summary, isDark), m_summary->parts.size());
        break;
    case By::kernel:
        m_table->table().setTable(kernelColumns(m_summary, m_trace, isDark), m_summary->kernels.size());
        break;
    case By::stream:
        m_table->table().setTable(streamColumns(m_summary, m_trace), m_summary->streams.size());
        break;
    case By::slice:
        if (m_slices)
            m_table->table().setTable(sliceColumns(m_slices, m_trace), m_slices->uses.size());
        break;
    }
    m_table->fitColumns();
}

void SelectionPanel::light(Highlight highlight)
{
    m_isLighting = true;
    context().state.setHighlight(std::move(highlight));
    m_isLighting = false;
}

void SelectionPanel::highlightRow(std::size_t row)
{
    if (m_by == By::part)
        return highlightPart(partsByTime(*m_summary)[row]);
    m_timeBar->setHighlighted(-1);
    m_countBar->setHighlighted(-1);
    if (m_by == By::kernel)
        light({Highlight::By::name, std::uint32_t(index(m_summary->kernels[row].name)), {}});
    else if (m_by == By::slice && m_slices)
        light({Highlight::By::name, std::uint32_t(index(m_slices->uses[row].name)), {}});
}

void SelectionPanel::highlightPart(std::size_t part)
{
    const Highlight wanted{Highlight::By::part, std::uint32_t(m_summary->parts[part].part), {}};
    const bool off = context().state.highlight() == wanted; // a second click takes it back
    const auto order = partsByTime(*m_summary);
    const int segment = off ? -1 : int(std::find(order.begin(), order.end(), part) - order.begin());
    m_timeBar->setHighlighted(segment);
    m_countBar->setHighlighted(segment);
    light(off ? Highlight{} : wanted);
    if (off)
        m_table->markRow(std::nullopt);
}

} // namespace decodescope
