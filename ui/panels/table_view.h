// SPDX-License-Identifier: GPL-3.0-or-later
// A quiet table over a TableModel: sorts, copies, and says which row was picked.
#pragma once

#include <QTableView>

#include <cstddef>
#include <vector>

namespace decodescope {

class TableModel;

// Owns its model. Ctrl+C copies the selected rows, or all if none is, as text that spreadsheets take.
class TableView : public QTableView
{
    Q_OBJECT
public:
    explicit TableView(QWidget* parent = nullptr);

    TableModel& table() { return *m_model; }
    // After setTable(): columns as wide as their contents; what room is left is shared out, half of it to the first
    // one.
    void fitColumns();
    void copyToClipboard() const;

Q_SIGNALS:
    // By mouse or keyboard; dataRow as in TableModel.
    void rowPicked(std::size_t dataRow);
    // Double click or Enter.
    void rowActivated(std::size_t dataRow);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void shareRoom();

    TableModel* m_model;
    std::vector<int> m_contentWidths; // of the columns
};

} // namespace decodescope
