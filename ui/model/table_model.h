// SPDX-License-Identifier: GPL-3.0-or-later
// A table whose columns are data: what every list of figures in the window is made of.
#pragma once

#include <QAbstractTableModel>
#include <QColor>
#include <QString>
#include <QVariant>

#include <cstddef>
#include <functional>
#include <vector>

namespace decodescope {

// Functions of a row of the underlying rows, 0 .. rows-1; they share ownership of these rows.
struct TableColumn
{
    QString title;
    QString explanation;                        // tooltip of the header
    std::function<QString(std::size_t)> text;   // as shown
    std::function<QVariant(std::size_t)> value; // as sorted and copied: times in ns; null: the text
    std::function<QColor(std::size_t)> color;   // of a square before the text; may be null, or none for a row
    bool isNumber = false;                      // right-aligned, largest first at the first click
};

// Sorts and filters by itself, over row numbers; data() is O(1). Rows of the model are not those of the data: see
// dataRow().
class TableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    explicit TableModel(QObject* parent = nullptr);

    // Replaces everything; the order and the filter stay in force where the column still exists.
    void setTable(std::vector<TableColumn> columns, std::size_t rows);
    // Only rows in which the text of a column without numbers holds this text, in any case. Empty: all.
    void setFilter(const QString& text);
    std::size_t dataRow(int row) const { return m_order[std::size_t(row)]; }
    // The model's row of a row of data, or -1 when it is filtered out.
    int rowOf(std::size_t dataRow) const;
    const std::vector<TableColumn>& columns() const { return m_columns; }

    // A header line and the given rows of the model, as text that spreadsheets take: times are integers in ns.
    QString tabSeparated(const std::vector<int>& rows) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    void arrange();
    QVariant valueAt(std::size_t dataRow, const TableColumn& column) const;

    std::vector<TableColumn> m_columns;
    std::size_t m_rows = 0;
    std::vector<std::size_t> m_order;
    QString m_filter;
    int m_sortColumn = -1; // as the data come
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace decodescope
