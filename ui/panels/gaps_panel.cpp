// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/gaps_panel.h"

#include "core/query/gpu_operations.h"
#include "ui/model/gap_text.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/panels/columns.h"
#include "ui/panels/table_view.h"

#include <algorithm>

namespace decodescope {

GapsPanel::GapsPanel(const PanelContext& context, QWidget* parent)
    : ListPanel(context, parent)
{
    addChoices({tr("By cause"), tr("One by one")});
    tableView().setAccessibleName(tr("Idle stretches of the GPU"));
    connect(&context.document, &TraceDocument::traceChanged, this, &GapsPanel::invalidate);
    connect(&tableView(), &TableView::rowPicked, this, [this](std::size_t row) {
        if (choice() == oneByOne)
            this->context().state.setSelectedRange((*m_gaps)[row].range);
    });
    connect(&tableView(), &TableView::rowActivated, this, [this] {
        if (choice() == oneByOne)
            this->context().navigator.zoomToSelection();
    });
}

void GapsPanel::refresh()
{
    job().start(
        [trace = context().document.trace()](std::stop_token stop, Progress&) {
            std::vector<Gap> gaps = findGaps(*trace, {}, stop);
            std::stable_sort(gaps.begin(), gaps.end(),
                             [](const Gap& a, const Gap& b) { return a.range.length() > b.range.length(); });
            return std::make_shared<const std::vector<Gap>>(std::move(gaps));
        },
        [this](const Gaps& gaps) {
            m_gaps = gaps;
            choice() == byCause ? showCauses(gaps) : showGaps(gaps);
            tableView().fitColumns();
        });
}

void GapsPanel::showCauses(const Gaps& gaps)
{
    const auto totals = std::make_shared<const GapTotals>(totalsOf(*gaps));
    m_causes.clear();
    for (std::size_t i = 0; i < kGapCauseCount; ++i)
        if (totals->count[i] > 0)
            m_causes.push_back(static_cast<GapCause>(i));
    std::stable_sort(m_causes.begin(), m_causes.end(), [&](GapCause a, GapCause b) {
        return totals->time[std::size_t(a)] > totals->time[std::size_t(b)];
    });
    const auto cause = [causes = m_causes](std::size_t row) { return std::size_t(causes[row]); };
    std::vector<TableColumn> columns;
    columns.push_back(textColumn(tr("What the GPU waited for"), {},
                                 [cause](std::size_t row) { return gapCauseSentence(GapCause(cause(row))); }));
    columns.push_back(timeColumn(tr("Idle"), tr("Over all streams."),
                                 [cause, totals](std::size_t row) { return totals->time[cause(row)]; }));
    columns.push_back(shareColumn(tr("Share"), tr("Of all idle time."), [cause, totals](std::size_t row) {
        return shareOf(double(totals->time[cause(row)]), double(totals->all));
    }));
    columns.push_back(
        countColumn(tr("Gaps"), {}, [cause, totals](std::size_t row) { return totals->count[cause(row)]; }));
    columns.push_back(timeColumn(tr("Mean"), tr("Per gap."), [cause, totals](std::size_t row) {
        return totals->time[cause(row)] / Ns(std::max<std::uint64_t>(totals->count[cause(row)], 1));
    }));
    tableView().table().setTable(std::move(columns), m_causes.size());
    setNote(tr("%1 idle in %2 gaps, whole trace", nullptr, pluralOf(gaps->size()))
                .arg(durationText(totals->all), countText(gaps->size())));
}

void GapsPanel::showGaps(const Gaps& gaps)
{
    const auto trace = context().document.trace();
    const Ns origin = context().state.timeOrigin();
    const auto gap = [gaps](std::size_t row) -> const Gap& { return (*gaps)[row]; };
    const auto nameOf = [trace](EventId event) {
        return event == kNoEvent ? QStringLiteral("\u2013") : fromUtf8View(trace->name(event));
    };
    std::vector<TableColumn> columns;
    columns.push_back(
        textColumn(tr("What the GPU waited for"), {}, [gap](std::size_t row) { return gapCauseSentence(gap(row).cause); }));
    columns.push_back(timeColumn(tr("Idle"), {}, [gap](std::size_t row) { return gap(row).range.length(); }));
    columns.push_back({tr("Begin"),
                       tr("From the time origin."),
                       [gap, origin](std::size_t row) { return relativeTimeText(gap(row).range.begin, origin); },
                       [gap](std::size_t row) { return QVariant(qlonglong(gap(row).range.begin)); },
                       {},
                       true});
    columns.push_back(textColumn(tr("Stream"), {}, [gap, trace](std::size_t row) {
        return QString::fromStdString(streamName(*trace, trace->track(gap(row).stream)));
    }));
    columns.push_back(textColumn(tr("Before"), tr("The operation that ran before."),
                                 [gap, nameOf](std::size_t row) { return nameOf(gap(row).before); }));
    columns.push_back(textColumn(tr("After"), tr("The operation that ended it."),
                                 [gap, nameOf](std::size_t row) { return nameOf(gap(row).after); }));
    columns.push_back(textColumn(tr("Busiest operator"), tr("What the host spent most of it in."),
                                 [gap, nameOf](std::size_t row) { return nameOf(gap(row).busiestOp); }));
    tableView().table().setTable(std::move(columns), gaps->size());
}

} // namespace decodescope
