// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/marks_panel.h"

#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/track_rows.h"
#include "ui/model/view_editor.h"
#include "ui/panels/columns.h"
#include "ui/panels/table_view.h"

#include <memory>

namespace decodescope {

MarksPanel::MarksPanel(const PanelContext& context, QWidget* parent)
    : ListPanel(context, parent)
{
    tableView().setAccessibleName(tr("Marked times and ranges"));
    connect(&context.state, &TimelineState::marksChanged, this, &MarksPanel::invalidate);
    connect(&context.state, &TimelineState::timeOriginChanged, this, &MarksPanel::invalidate);
    connect(&tableView(), &TableView::rowPicked, this, [this](std::size_t row) { this->context().editor.goTo(row); });
}

void MarksPanel::refresh()
{
    const auto marks = std::make_shared<const std::vector<Mark>>(context().state.marks());
    const auto trace = context().document.trace();
    const Ns origin = context().state.timeOrigin();
    const auto mark = [marks](std::size_t row) -> const Mark& { return (*marks)[row]; };
    std::vector<TableColumn> columns;
    columns.push_back(textColumn(tr("Text"), {}, [mark](std::size_t row) { return mark(row).text; }));
    columns.push_back({tr("Time"),
                       tr("From the time origin."),
                       [mark, origin](std::size_t row) { return relativeTimeText(mark(row).range.begin, origin); },
                       [mark](std::size_t row) { return QVariant(qlonglong(mark(row).range.begin)); },
                       {},
                       true});
    columns.push_back(
        {tr("Length"),
         {},
         [mark](std::size_t row) { return mark(row).isRange() ? durationText(mark(row).range.length()) : QString(); },
         [mark](std::size_t row) { return QVariant(qlonglong(mark(row).range.length())); },
         {},
         true});
    columns.push_back(textColumn(tr("Rows"), tr("Those that a range is limited to."), [mark, trace](std::size_t row) {
        QStringList names;
        for (const TrackId track : mark(row).tracks)
            names += trackTitle(*trace, track);
        return names.join(QStringLiteral(", "));
    }));
    tableView().table().setTable(std::move(columns), marks->size());
    tableView().fitColumns();
    setNote(marks->empty() ? tr("M marks a time, Shift+M keeps the selected range.")
                           : tr("F2 renames, Delete takes away, Ctrl+Z brings back."));
}

} // namespace decodescope
