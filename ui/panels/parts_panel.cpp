// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parts_panel.h"

#include "core/label/kernel_family.h"
#include "ui/model/core_texts.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/panels/columns.h"
#include "ui/panels/table_view.h"
#include "ui/style/palette.h"
#include "ui/style/theme.h"

#include <QLocale>

namespace decodescope {

PartsPanel::PartsPanel(const PanelContext& context, QWidget* parent)
    : ListPanel(context, parent)
{
    addChoices({tr("By part"), tr("By kernel family"), tr("By layer")});
    tableView().setAccessibleName(tr("GPU time by model part"));
    connect(&context.document, &TraceDocument::traceChanged, this, &PartsPanel::invalidate);
    connect(&context.document, &TraceDocument::labelsChanged, this, &PartsPanel::invalidate);
    connect(&tableView(), &TableView::rowPicked, this, [this](std::size_t i) {
        const PartRow& row = m_table->rows[i];
        if (PartGrouping(choice()) == PartGrouping::family)
            this->context().state.setHighlight({Highlight::By::family, std::uint32_t(row.family), {}});
        else
            this->context().state.setHighlight({Highlight::By::part, std::uint32_t(row.part), {}});
    });
}

void PartsPanel::refresh()
{
    const auto grouping = static_cast<PartGrouping>(choice());
    job().start(
        [trace = context().document.trace(), labels = context().document.labels(), grouping](std::stop_token stop,
                                                                                             Progress&) {
            return std::make_shared<const PartTable>(partTable(*trace, labels.get(), grouping, std::nullopt, stop));
        },
        [this](const std::shared_ptr<const PartTable>& table) { show(table); });
}

void PartsPanel::show(const std::shared_ptr<const PartTable>& table)
{
    m_table = table;
    const bool isDark = Theme::of(palette()).isDark;
    const auto grouping = static_cast<PartGrouping>(choice());
    const auto row = [table](std::size_t i) -> const PartRow& { return table->rows[i]; };
    const auto word = [row, grouping](std::size_t i) {
        return grouping == PartGrouping::family ? familyName(row(i).family) : partName(row(i).part);
    };
    std::vector<TableColumn> columns;
    TableColumn name = textColumn(grouping == PartGrouping::family ? tr("Kernel family") : tr("Model part"), {},
                                  [word](std::size_t i) { return coreText(word(i)); });
    name.color = [word, grouping, isDark](std::size_t i) {
        return grouping == PartGrouping::family ? familyColor(word(i), isDark) : partColor(word(i), isDark);
    };
    columns.push_back(std::move(name));
    if (grouping == PartGrouping::layer)
        columns.push_back({tr("Layer"),
                           {},
                           [row](std::size_t i) {
                               return row(i).layer < 0 ? QStringLiteral("\u2013") : QString::number(row(i).layer);
                           },
                           [row](std::size_t i) { return QVariant(row(i).layer); },
                           {},
                           true});
    columns.push_back(
        timeColumn(tr("Time"), tr("GPU time in the whole trace."), [row](std::size_t i) { return row(i).time; }));
    columns.push_back(shareColumn(tr("Share"), tr("Of the GPU time."), [row](std::size_t i) { return row(i).share; }));
    columns.push_back(countColumn(tr("Count"), tr("GPU operations."), [row](std::size_t i) { return row(i).count; }));
    columns.push_back(shareColumn(tr("Of count"), tr("Share of the number of operations."),
                                  [row](std::size_t i) { return row(i).countShare; }));
    if (table->steps > 0)
        columns.push_back({tr("Count per step"),
                           {},
                           [row](std::size_t i) {
                               const auto& count = row(i).countPerStep;
                               return count ? QLocale().toString(*count, 'f', *count == double(qint64(*count)) ? 0 : 1)
                                            : QString();
                           },
                           [row](std::size_t i) { return QVariant(row(i).countPerStep.value_or(0)); },
                           {},
                           true});
    tableView().table().setTable(std::move(columns), table->rows.size());
    tableView().fitColumns();
    setNote(tr("%1 of GPU time in %2 operations, whole trace", nullptr, pluralOf(table->count))
                .arg(durationText(table->time), countText(table->count)));
}

} // namespace decodescope
