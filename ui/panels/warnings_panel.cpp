// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/warnings_panel.h"

#include "ui/model/core_texts.h"
#include "ui/model/trace_document.h"
#include "ui/panels/columns.h"
#include "ui/panels/table_view.h"

#include <algorithm>

namespace decodescope {

WarningsPanel::WarningsPanel(const PanelContext& context, QWidget* parent)
    : ListPanel(context, parent)
{
    tableView().setAccessibleName(tr("What was odd in the input"));
    connect(&context.document, &TraceDocument::traceChanged, this, &WarningsPanel::invalidate);
    connect(&context.document, &TraceDocument::stateChanged, this, [this] { // which the end of a capture alone tells
        if (this->context().document.state() == TraceDocument::State::idle)
            invalidate();
    });
}

void WarningsPanel::refresh()
{
    const auto trace = context().document.trace();
    const auto warning = [trace](std::size_t row) -> const Warning& { return trace->report().warnings()[row]; };
    std::vector<TableColumn> columns;
    columns.push_back(textColumn(tr("What"), tr("The first one of its kind."),
                                 [warning](std::size_t row) { return QString::fromStdString(warning(row).message); }));
    columns.push_back(
        textColumn(tr("Kind"), {}, [warning](std::size_t row) { return warningText(warning(row).kind); }));
    columns.push_back(countColumn(tr("Count"), {}, [warning](std::size_t row) { return warning(row).count; }));
    // Some have a place in the file, and others come of all of it.
    const auto& warnings = trace->report().warnings();
    if (std::any_of(warnings.begin(), warnings.end(), [](const Warning& one) { return one.firstOffset >= 0; }))
        columns.push_back({tr("First at byte"),
                           tr("In the unpacked file."),
                           [warning](std::size_t row) {
                               const auto offset = warning(row).firstOffset;
                               return offset < 0 ? QString() : countText(std::uint64_t(offset));
                           },
                           [warning](std::size_t row) { return QVariant(qlonglong(warning(row).firstOffset)); },
                           {},
                           true});
    const std::size_t count = trace->report().warnings().size();
    tableView().table().setTable(std::move(columns), count);
    tableView().fitColumns();
    setNote(context().document.isEmpty()                  ? QString()
            : count == 0 && isGrowing(context().document) ? tr("Nothing was odd so far.")
            : count == 0                                  ? tr("Nothing was odd; every event could be used.")
                                                          : tr("Counted and kept where possible; see each row."));
}

} // namespace decodescope
