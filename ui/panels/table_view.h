// SPDX-License-Identifier: GPL-3.0-or-later
// A quiet table over a TableModel: sorts, copies, and says which row was picked.
#pragma once

#include "ui/panels/table_text.h"

#include <QTableView>

#include <cstddef>
#include <optional>
#include <vector>

class QMenu;

namespace decodescope {

class TableModel;
class TextSaver;

// Owns its model. Ctrl+C copies the selected rows, or all if none is, as text that spreadsheets take; the context menu
// has other formats and saves to a file.
class TableView : public QTableView
{
    Q_OBJECT
public:
    explicit TableView(QWidget* parent = nullptr);

    TableModel& table() { return *m_model; }
    // After setTable(): columns as wide as their contents; what room is left is shared out, half of it to the first
    // one.
    void fitColumns();
    // Shown in place of rows where there is none.
    void setEmptyText(const QString& text);
    const QString& emptyText() const { return m_emptyText; }
    void copyToClipboard() const;
    void copyAs(TableFormat format) const;
    // Asks for a file; its ending decides on the format.
    void saveRows();
    // The copy and save entries of the context menu.
    void fillExportMenu(QMenu& menu);
    // Selects a row and brings it into sight without rowPicked(); a row that is filtered out, or none: selects nothing.
    void markRow(std::optional<std::size_t> dataRow);
    // The whole text of a cell, and what stands for it where it is copied: a kernel's name in full.
    QString tipOf(const QModelIndex& index) const;
    TextSaver& saver() { return *m_saver; }

Q_SIGNALS:
    // By mouse or keyboard; dataRow as in TableModel.
    void rowPicked(std::size_t dataRow);
    // Double click or Enter.
    void rowActivated(std::size_t dataRow);

protected:
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void takeFont();
    void shareRoom();
    std::vector<int> rowsToCopy() const;

    TableModel* m_model;
    TextSaver* m_saver;
    QString m_emptyText;
    bool m_isMarking = false;
    bool m_isPickedByPress = false;   // so that the click that follows does not pick once more
    std::vector<int> m_contentWidths; // of the columns
};

} // namespace decodescope
