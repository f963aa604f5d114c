// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/gaps_panel.h"

#include "core/query/gpu_operations.h"
#include "core/trace/source_of.h"
#include "ui/model/gap_store.h"
#include "ui/model/gap_text.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/panels/columns.h"
#include "ui/panels/stacked_bars.h"
#include "ui/panels/table_view.h"
#include "ui/panels/verdict.h"
#include "ui/style/palette.h"
#include "ui/style/theme.h"

#include <algorithm>
#include <numeric>

namespace decodescope {

namespace {

using View = GapsPanel::View;

// Those of steps that are not whole, cut at the part that is in the file: of the rest nobody knows.
std::vector<Gap> recordedGaps(std::span<const Gap> gaps, const std::vector<RecordedPart>& parts)
{
    std::vector<Gap> recorded;
    recorded.reserve(gaps.size());
    for (Gap gap : gaps) {
        if (gap.step >= 0 && !parts[std::size_t(gap.step)].isAll)
            gap.range = gap.range.intersected(parts[std::size_t(gap.step)].range);
        if (!gap.range.isEmpty())
            recorded.push_back(gap);
    }
    return recorded;
}

// The stream that rests least in the work of its source is the one that a step's length is asked about.
void fillChart(const GapIndex& index, View& view)
{
    Ns least = kMaxNs;
    const GapIndex::StreamGaps* chosen = nullptr;
    for (const GapIndex::StreamGaps& stream : index.streams()) {
        const auto own = index.gaps().subspan(stream.first, stream.lane.size());
        const Ns all = totalsOf(own).all;
        if (all < least) {
            least = all;
            chosen = &stream;
        }
    }
    if (chosen == nullptr)
        return;
    view.chartStream = chosen->stream;
    const Trace& trace = *view.trace;
    for (std::size_t i = 0; i < trace.steps().size(); ++i) {
        if (sourceOf(trace, trace.events().track(trace.steps()[i].event)) != sourceOf(trace, chosen->stream))
            continue;
        // All that the stream rests in the step's window: where steps overlap, a gap counts in each of them.
        const TimeRange window = view.parts[i].range;
        GapTotals totals;
        for (std::size_t k = chosen->lane.firstEndingAfter(window.begin);
             k < chosen->lane.size() && chosen->lane.begin(k) < window.end; ++k) {
            Gap gap = index.gaps()[chosen->first + k];
            gap.range = gap.range.intersected(window);
            totals.add(gap);
        }
        view.barSteps.push_back(i);
        view.barTotals.push_back(totals);
    }
}

std::shared_ptr<const View> makeView(std::shared_ptr<const Trace> trace, const GapIndex& index,
                                     std::optional<TimeRange> range)
{
    auto view = std::make_shared<View>();
    view->asked = range ? *range : workSpan(*trace);
    view->part = recordedPart(*trace, view->asked);
    view->parts = recordedSteps(*trace);
    view->trace = std::move(trace);
    const std::vector<std::size_t> numbers = index.numbersWithin(view->part.range);
    std::vector<Gap> gaps = index.within(view->part.range);
    view->totals = totalsOf(gaps);
    std::vector<std::size_t> order(gaps.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return gaps[a].range.length() > gaps[b].range.length(); });
    for (const std::size_t i : order) {
        view->gaps.push_back(gaps[i]);
        view->numbers.push_back(numbers[i]);
    }
    view->steps = gapTotalsByStep(recordedGaps(index.gaps(), view->parts), view->trace->steps().size());
    fillChart(index, *view);
    return view;
}

// As the command line and the documents call a cause: what is copied, and what the tip adds.
QVariant gapKey(GapCause cause)
{
    return fromUtf8View(gapCauseName(cause));
}

} // namespace

GapsPanel::GapsPanel(const PanelContext& context, QWidget* parent)
    : ListPanel(context, parent)
    , m_bars(new StackedBars)
{
    addChoices({tr("By cause"), tr("By step"), tr("One by one")},
               {QStringLiteral("cause"), QStringLiteral("step"), QStringLiteral("each")});
    tableView().setAccessibleName(tr("Idle stretches of the GPU"));
    m_bars->setAccessibleName(tr("What each step's time is made of"));
    addBeside(m_bars, 2); // causes are sentences
    connect(&context.document.gaps(), &GapStore::changed, this, &GapsPanel::invalidate);
    connect(&context.state, &TimelineState::selectedRangeChanged, this, &GapsPanel::invalidate);
    connect(&tableView(), &TableView::rowPicked, this, &GapsPanel::pick);
    connect(&tableView(), &TableView::rowActivated, this, [this] {
        if (choice() == oneByOne)
            this->context().navigator.zoomToSelection();
    });
    connect(m_bars, &StackedBars::barClicked, this, [this](int bar) {
        if (m_view && std::size_t(bar) < m_view->barSteps.size())
            this->context().navigator.selectStep(m_view->barSteps[std::size_t(bar)]);
    });
}

void GapsPanel::refresh()
{
    job().start([trace = context().document.trace(), index = context().document.gaps().index(),
                 range = context().state.selectedRange()](std::stop_token,
                                                          Progress&) { return makeView(trace, *index, range); },
                [this](const SharedView& view) {
                    m_view = view;
                    showAll();
                });
}

std::optional<std::size_t> GapsPanel::selectedStep() const
{
    const auto steps = m_view->trace->steps();
    for (std::size_t i = 0; i < steps.size(); ++i)
        if (steps[i].range == m_view->asked)
            return i;
    return std::nullopt;
}

QString GapsPanel::rangeText() const
{
    const auto step = selectedStep();
    const bool whole = !context().state.selectedRange();
    const bool isPart = !m_view->part.isAll;
    const QString what = step    ? fromUtf8View(m_view->trace->text(m_view->trace->steps()[*step].name))
                         : whole ? (isPart ? tr("the recording") : tr("the whole trace"))
                                 : tr("the selection");
    return isPart ? partInFileText(what) : what;
}

void GapsPanel::showAll()
{
    switch (choice()) {
    case byCause:
        showCauses();
        break;
    case byStep:
        showSteps();
        break;
    default:
        showGaps();
    }
    tableView().fitColumns();
    showChart();
    if (m_view->trace->gpuOperationCount() == 0) {
        setNote(context().document.isComplete()
                    ? tr("Nothing ran on a GPU in this trace, so no stream of it could be idle.")
                    : tr("The trace is still being read: nothing that ran on a GPU has come so far."));
        return;
    }
    QString note = tr("%1 idle in %2 gaps of %3 (%4)", nullptr, pluralOf(m_view->gaps.size()))
                       .arg(durationText(m_view->totals.all), countText(m_view->gaps.size()), rangeText(),
                            durationText(m_view->part.range.length()));
    std::vector<TrackId> streams;
    for (const Gap& gap : m_view->gaps)
        if (std::find(streams.begin(), streams.end(), gap.stream) == streams.end())
            streams.push_back(gap.stream);
    if (streams.size() > 1)
        note += tr(", summed over %n streams", nullptr, int(streams.size()));
    setNote(note);
}

void GapsPanel::showCauses()
{
    const SharedView view = m_view;
    m_causes.clear();
    for (std::size_t i = 0; i < kGapCauseCount; ++i)
        if (view->totals.count[i] > 0)
            m_causes.push_back(static_cast<GapCause>(i));
    std::stable_sort(m_causes.begin(), m_causes.end(), [&](GapCause a, GapCause b) {
        return view->totals.time[std::size_t(a)] > view->totals.time[std::size_t(b)];
    });
    const auto cause = [causes = m_causes](std::size_t row) { return std::size_t(causes[row]); };
    const bool isDark = Theme::of(palette()).isDark;
    std::vector<TableColumn> columns;
    columns.push_back(textColumn(tr("What the GPU waited for"), {},
                                 [cause](std::size_t row) { return gapCauseSentence(GapCause(cause(row))); }));
    columns.back().value = [cause](std::size_t row) { return gapKey(GapCause(cause(row))); };
    columns.back().color = [cause, isDark](std::size_t row) {
        return gapColor(gapCauseName(GapCause(cause(row))), isDark);
    };
    columns.push_back(timeColumn(tr("Idle"), tr("Over all streams."),
                                 [cause, view](std::size_t row) { return view->totals.time[cause(row)]; }));
    columns.push_back(shareColumn(tr("Share"), tr("Of all idle time."), [cause, view](std::size_t row) {
        return shareOf(double(view->totals.time[cause(row)]), double(view->totals.all));
    }));
    columns.push_back(
        countColumn(tr("Gaps"), {}, [cause, view](std::size_t row) { return view->totals.count[cause(row)]; }));
    columns.push_back(timeColumn(tr("Mean"), tr("Per gap."), [cause, view](std::size_t row) {
        return view->totals.time[cause(row)] / Ns(std::max<std::uint64_t>(view->totals.count[cause(row)], 1));
    }));
    tableView().table().setTable(std::move(columns), m_causes.size());
}

void GapsPanel::showSteps()
{
    const SharedView view = m_view;
    std::vector<TableColumn> columns;
    columns.push_back(textColumn(tr("Step"), {}, [view](std::size_t row) {
        const QString name = fromUtf8View(view->trace->text(view->trace->steps()[row].name));
        return view->parts[row].isAll ? name : tr("part of %1").arg(name);
    }));
    columns.push_back(
        timeColumn(tr("Length"), {}, [view](std::size_t row) { return view->parts[row].range.length(); }));
    columns.push_back(
        timeColumn(tr("Idle"), tr("Over all streams."), [view](std::size_t row) { return view->steps[row].all; }));
    columns.push_back(timeColumn(tr("Host waits"), tr("The next launch came only after the stream fell idle."),
                                 [view](std::size_t row) { return view->steps[row].hostWait; }));
    for (std::size_t cause = 0; cause < kGapCauseCount; ++cause) {
        if (std::all_of(view->steps.begin(), view->steps.end(),
                        [&](const GapTotals& step) { return step.count[cause] == 0; }))
            continue;
        columns.push_back(timeColumn(gapCauseWord(GapCause(cause)), gapCauseSentence(GapCause(cause)),
                                     [view, cause](std::size_t row) { return view->steps[row].time[cause]; }));
    }
    tableView().table().setTable(std::move(columns), view->steps.size());
    if (const auto step = selectedStep()) // so that the arrow keys go on from there
        tableView().selectRow(tableView().table().rowOf(*step));
}

void GapsPanel::showGaps()
{
    const SharedView view = m_view;
    const Ns origin = context().state.timeOrigin();
    const bool isDark = Theme::of(palette()).isDark;
    const auto gap = [view](std::size_t row) -> const Gap& { return view->gaps[row]; };
    const auto nameOf = [view](EventId event) {
        return event == kNoEvent ? QStringLiteral("\u2013") : fromUtf8View(view->trace->name(event));
    };
    std::vector<TableColumn> columns;
    columns.push_back(textColumn(tr("What the GPU waited for"), {},
                                 [gap, view](std::size_t row) { return gapReason(*view->trace, gap(row)); }));
    columns.back().value = [gap](std::size_t row) { return gapKey(gap(row).cause); };
    columns.back().color = [gap, isDark](std::size_t row) { return gapColor(gapCauseName(gap(row).cause), isDark); };
    columns.push_back(timeColumn(tr("Idle"), {}, [gap](std::size_t row) { return gap(row).range.length(); }));
    columns.push_back({tr("Begin"),
                       tr("From the time origin."),
                       [gap, origin](std::size_t row) { return relativeTimeText(gap(row).range.begin, origin); },
                       [gap](std::size_t row) { return QVariant(qlonglong(gap(row).range.begin)); },
                       {},
                       true});
    columns.push_back(textColumn(tr("Stream"), {}, [gap, view](std::size_t row) {
        return QString::fromStdString(streamName(*view->trace, view->trace->track(gap(row).stream)));
    }));
    columns.push_back(kernelColumn(tr("Then"), [gap, view](std::size_t row) {
        return gap(row).after == kNoEvent ? std::string_view("\u2013") : view->trace->name(gap(row).after);
    }));
    columns.push_back(textColumn(tr("Busiest operator"), tr("What the host spent most of it in."),
                                 [gap, nameOf](std::size_t row) { return nameOf(gap(row).busiestOp); }));
    tableView().table().setTable(std::move(columns), view->gaps.size());
}

void GapsPanel::showChart()
{
    const Theme& theme = Theme::of(palette());
    const View& view = *m_view;
    m_bars->setVisible(!view.barSteps.empty());
    std::vector<StackedSeries> series{{tr("busy"), theme.busy, {}}};
    QStringList labels;
    int current = -1;
    for (std::size_t i = 0; i < view.barSteps.size(); ++i) {
        const Step& step = view.trace->steps()[view.barSteps[i]];
        labels.push_back(QStringLiteral("#%1").arg(step.number));
        const Ns length = view.parts[view.barSteps[i]].range.length();
        series[0].times.push_back(length - view.barTotals[i].all); // exactly: gaps and busy make the step
        if (step.range == view.asked)
            current = int(i);
    }
    for (std::size_t cause = 0; cause < kGapCauseCount; ++cause) {
        StackedSeries one{gapCauseWord(GapCause(cause)), gapColor(gapCauseName(GapCause(cause)), theme.isDark), {}};
        Ns all = 0;
        for (const GapTotals& totals : view.barTotals) {
            one.times.push_back(totals.time[cause]);
            all = saturatingAdd(all, totals.time[cause]);
        }
        if (all > 0)
            series.push_back(std::move(one));
    }
    m_bars->setSeries(std::move(series), labels, current);
    if (view.chartStream != kNoTrack)
        m_bars->setTitle(tr("%1 by step: <span style='color:%2'>\u25a0</span> busy, else idle by cause")
                             .arg(QString::fromStdString(streamName(*view.trace, view.trace->track(view.chartStream)))
                                      .toHtmlEscaped(),
                                  theme.busy.name()));
}

void GapsPanel::pick(std::size_t row)
{
    if (!m_view)
        return;
    if (choice() == oneByOne)
        context().navigator.goToGap(m_view->numbers[row]);
    else if (choice() == byStep && selectedStep() != row)
        context().navigator.selectStep(row);
}

} // namespace decodescope
