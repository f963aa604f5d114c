// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/table_model.h"

#include <algorithm>

namespace decodescope {

TableModel::TableModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void TableModel::setTable(std::vector<TableColumn> columns, std::size_t rows)
{
    beginResetModel();
    m_columns = std::move(columns);
    m_rows = rows;
    if (m_sortColumn >= int(m_columns.size()))
        m_sortColumn = -1;
    arrange();
    endResetModel();
}

void TableModel::setFilter(const QString& text)
{
    if (text == m_filter)
        return;
    beginResetModel();
    m_filter = text;
    arrange();
    endResetModel();
}

int TableModel::rowOf(std::size_t dataRow) const
{
    const auto it = std::find(m_order.begin(), m_order.end(), dataRow);
    return it == m_order.end() ? -1 : int(it - m_order.begin());
}

void TableModel::sort(int column, Qt::SortOrder order)
{
    if (column >= int(m_columns.size()))
        return;
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<std::size_t> rowsBefore;
    for (const QModelIndex& index : before)
        rowsBefore.push_back(dataRow(index.row()));
    m_sortColumn = column;
    m_sortOrder = order;
    arrange();
    for (qsizetype i = 0; i < before.size(); ++i)
        changePersistentIndex(before[i], index(rowOf(rowsBefore[std::size_t(i)]), before[i].column()));
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

void TableModel::arrange()
{
    m_order.clear();
    const auto matches = [this](std::size_t row) {
        return m_filter.isEmpty() ||
               std::any_of(m_columns.begin(), m_columns.end(), [this, row](const TableColumn& column) {
                   return !column.isNumber && (column.text(row).contains(m_filter, Qt::CaseInsensitive) ||
                                               valueAt(row, column).toString().contains(m_filter, Qt::CaseInsensitive));
               });
    };
    for (std::size_t row = 0; row < m_rows; ++row)
        if (matches(row))
            m_order.push_back(row);
    if (m_sortColumn < 0)
        return;
    std::vector<QVariant> keys(m_rows);
    for (const std::size_t row : m_order)
        keys[row] = valueAt(row, m_columns[std::size_t(m_sortColumn)]);
    const bool ascending = m_sortOrder == Qt::AscendingOrder;
    std::stable_sort(m_order.begin(), m_order.end(), [&keys, ascending](std::size_t a, std::size_t b) {
        return ascending ? QVariant::compare(keys[a], keys[b]) == QPartialOrdering::Less
                         : QVariant::compare(keys[b], keys[a]) == QPartialOrdering::Less;
    });
}

QVariant TableModel::valueAt(std::size_t dataRow, const TableColumn& column) const
{
    return column.value ? column.value(dataRow) : QVariant(column.text(dataRow));
}

QString TableModel::tabSeparated(const std::vector<int>& rows) const
{
    QStringList lines;
    QStringList cells;
    for (const TableColumn& column : m_columns)
        cells.push_back(column.title);
    lines.push_back(cells.join(QLatin1Char('\t')));
    for (const int row : rows) {
        cells.clear();
        for (const TableColumn& column : m_columns) {
            QString cell = valueAt(dataRow(row), column).toString();
            cells.push_back(
                cell.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' ')));
        }
        lines.push_back(cells.join(QLatin1Char('\t')));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

int TableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_order.size());
}

int TableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_columns.size());
}

QVariant TableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const TableColumn& column = m_columns[std::size_t(index.column())];
    const std::size_t row = dataRow(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return column.text(row);
    case Qt::ToolTipRole:
        return column.isNumber ? QVariant() : valueAt(row, column);
    case Qt::DecorationRole:
        return column.color && column.color(row).isValid() ? QVariant(column.color(row)) : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (column.isNumber ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= int(m_columns.size()))
        return {};
    const TableColumn& column = m_columns[std::size_t(section)];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
        return column.explanation.isEmpty() ? QVariant() : QVariant(column.explanation);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignVCenter | (column.isNumber ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

} // namespace decodescope
