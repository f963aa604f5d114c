// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/averages_panel.h"

#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/panels/columns.h"
#include "ui/panels/table_view.h"

#include <algorithm>

namespace decodescope {

AveragesPanel::AveragesPanel(const PanelContext& context, QWidget* parent)
    : ListPanel(context, parent)
{
    addChoices({tr("Kernels"), tr("Operators"), tr("Operators by shape")});
    tableView().setAccessibleName(tr("Averages by name"));
    connect(&context.document, &TraceDocument::traceChanged, this, &AveragesPanel::invalidate);
    connect(&context.document, &TraceDocument::stateChanged, this, [this] { // a CPU recording has operators only
        const auto trace = this->context().document.trace();
        if (choice() == kernels && trace->eventCount() > 0 && trace->gpuOperationCount() == 0)
            setChoice(operators);
    });
    connect(&context.state, &TimelineState::selectedRangeChanged, this, &AveragesPanel::invalidate);
    connect(&tableView(), &TableView::rowPicked, this, [this](std::size_t row) {
        std::vector<EventId> events = (*m_rows)[row].events;
        std::sort(events.begin(), events.end());
        this->context().state.setHighlight({Highlight::By::events, 0, std::move(events)});
    });
    connect(&tableView(), &TableView::rowActivated, this, [this](std::size_t row) {
        if (!(*m_rows)[row].events.empty())
            this->context().navigator.goTo((*m_rows)[row].events.front());
    });
}

std::optional<std::size_t> AveragesPanel::selectedStep() const
{
    const auto range = context().state.selectedRange();
    const auto trace = context().document.trace();
    if (range)
        if (const auto step = trace->stepAt(range->begin); step && trace->steps()[*step].range == *range)
            return step;
    return std::nullopt;
}

void AveragesPanel::refresh()
{
    AverageOptions options;
    options.byShape = choice() == operatorsByShape;
    options.step = selectedStep();
    const bool onDevice = choice() == kernels;
    const auto trace = context().document.trace();
    job().start(
        [trace, options, onDevice](std::stop_token stop, Progress&) {
            std::vector<AverageRow> rows = keyAverages(*trace, options, stop);
            std::erase_if(rows, [onDevice](const AverageRow& row) {
                return row.onDevice != onDevice || (onDevice && row.isAnnotation);
            });
            const auto weight = [onDevice](const AverageRow& row) { return onDevice ? row.selfDevice : row.cpuTotal; };
            std::stable_sort(rows.begin(), rows.end(),
                             [weight](const AverageRow& a, const AverageRow& b) { return weight(a) > weight(b); });
            return std::make_shared<const std::vector<AverageRow>>(std::move(rows));
        },
        [this, options, trace](const Rows& rows) {
            show(rows);
            const QString what =
                options.step ? fromUtf8View(trace->text(trace->steps()[*options.step].name)) : tr("whole trace");
            setNote(tr("%n names, %1", nullptr, int(rows->size())).arg(what));
        });
}

void AveragesPanel::show(const Rows& rows)
{
    m_rows = rows;
    const auto row = [rows](std::size_t i) -> const AverageRow& { return (*rows)[i]; };
    Ns all = 0;
    for (const AverageRow& r : *rows)
        all += r.selfDevice;
    std::vector<TableColumn> columns;
    if (choice() == kernels)
        columns.push_back(kernelColumn(tr("Kernel"), [row](std::size_t i) { return std::string_view(row(i).name); }));
    else
        columns.push_back(
            textColumn(tr("Operator"), {}, [row](std::size_t i) { return QString::fromStdString(row(i).name); }));
    const auto time = [&](const QString& title, const QString& explanation, Ns AverageRow::*member) {
        columns.push_back(timeColumn(title, explanation, [row, member](std::size_t i) { return row(i).*member; }));
    };
    const auto mean = [&](const QString& title, Ns AverageRow::*member) {
        columns.push_back(timeColumn(title, tr("Per call."), [row, member](std::size_t i) {
            return Ns(double(row(i).*member) / double(std::max<std::uint64_t>(row(i).calls, 1)) + 0.5);
        }));
    };
    if (choice() == kernels) {
        time(tr("Self CUDA"), tr("Time on the GPU."), &AverageRow::selfDevice);
        columns.push_back(shareColumn(tr("Share"), tr("Of all GPU time in this table."), [row, all](std::size_t i) {
            return shareOf(double(row(i).selfDevice), double(all));
        }));
        columns.push_back(countColumn(tr("Calls"), {}, [row](std::size_t i) { return row(i).calls; }));
        mean(tr("Mean"), &AverageRow::selfDevice);
    } else {
        if (choice() == operatorsByShape)
            columns.push_back(textColumn(tr("Input shapes"), {},
                                         [row](std::size_t i) { return QString::fromStdString(row(i).shapes); }));
        time(tr("Self CPU"), tr("Without the operators inside."), &AverageRow::selfCpu);
        time(tr("CPU total"), tr("With the operators inside: from entering to leaving. No GPU time."),
             &AverageRow::cpuTotal);
        time(tr("Self CUDA"), tr("Kernels that this operator itself launched."), &AverageRow::selfDevice);
        time(tr("CUDA total"), tr("With those of the operators inside."), &AverageRow::deviceTotal);
        columns.push_back(countColumn(tr("Calls"), {}, [row](std::size_t i) { return row(i).calls; }));
        mean(tr("Mean CPU"), &AverageRow::cpuTotal);
    }
    tableView().table().setTable(std::move(columns), rows->size());
    tableView().fitColumns();
}

} // namespace decodescope
