// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/table_text.h"

#include "ui/model/table_model.h"

#include <QStringList>

namespace decodescope {

namespace {

QString csvCell(QString cell)
{
    const bool needsQuotes = cell.contains(QLatin1Char(',')) || cell.contains(QLatin1Char('"')) ||
                             cell.contains(QLatin1Char('\n')) || cell.contains(QLatin1Char('\r'));
    if (!needsQuotes)
        return cell;
    return QLatin1Char('"') + cell.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
}

QString markdownCell(QString cell)
{
    cell.replace(QLatin1Char('\n'), QLatin1Char(' '));
    return cell.replace(QLatin1Char('|'), QStringLiteral("\\|"));
}

QString csvText(const TableModel& table, const std::vector<int>& rows)
{
    QStringList lines;
    QStringList cells;
    for (const TableColumn& column : table.columns())
        cells.push_back(csvCell(column.title));
    lines.push_back(cells.join(QLatin1Char(',')));
    for (const int row : rows) {
        cells.clear();
        const std::size_t data = table.dataRow(row);
        for (const TableColumn& column : table.columns())
            cells.push_back(csvCell(column.value ? column.value(data).toString() : column.text(data)));
        lines.push_back(cells.join(QLatin1Char(',')));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

QString markdownText(const TableModel& table, const std::vector<int>& rows)
{
    QString head = QStringLiteral("|");
    QString line = QStringLiteral("|");
    for (const TableColumn& column : table.columns()) {
        head += QLatin1Char(' ') + markdownCell(column.title) + QStringLiteral(" |");
        line += column.isNumber ? QStringLiteral(" ---: |") : QStringLiteral(" --- |");
    }
    QString text = head + QLatin1Char('\n') + line + QLatin1Char('\n');
    for (const int row : rows) {
        text += QLatin1Char('|');
        for (const TableColumn& column : table.columns())
            text += QLatin1Char(' ') + markdownCell(column.text(table.dataRow(row))) + QStringLiteral(" |");
        text += QLatin1Char('\n');
    }
    return text;
}

} // namespace

QString tableText(const TableModel& table, const std::vector<int>& rows, TableFormat format)
{
    switch (format) {
    case TableFormat::csv:
        return csvText(table, rows);
    case TableFormat::markdown:
        return markdownText(table, rows);
    case TableFormat::tsv:
        break;
    }
    return table.tabSeparated(rows);
}

TableFormat tableFormatOf(const QString& file)
{
    if (file.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return TableFormat::csv;
    if (file.endsWith(QLatin1String(".md"), Qt::CaseInsensitive))
        return TableFormat::markdown;
    return TableFormat::tsv;
}

} // namespace decodescope
