// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/track_layout.h"

#include <QWidget>

#include <optional>

class QMenu;

namespace decodescope {

// The names of the rows. A click on a heading or on a row of several lanes collapses it; a drag moves a row among those
// of its heading; the lower edge of a row changes its height; the right edge changes the width of all; the menu pins
// and hides. One row is current: keys act on it. With the keyboard here, arrows go from row to row.
class TrackHeaders : public QWidget
{
    Q_OBJECT
public:
    explicit TrackHeaders(TrackLayout& layout, QWidget* parent = nullptr);
    void setScroll(int scroll);
    QSize sizeHint() const override;
    std::optional<RowId> current() const { return m_current; }
    void setCurrent(RowId row);
    // Nothing happens where no row is current. By -1: up, by 1: down.
    void moveCurrent(int by);
    void pinCurrent();
    void collapseCurrent();
    void hideCurrent();
    void stretchCurrent(double factor);
    // What can be done to a row, and which rows are hidden. nullptr: no row.
    void fillMenu(QMenu& menu, const TrackRow* row);

Q_SIGNALS:
    void currentChanged();
    void widthRequested(int width);
    void scrollRequested(int pixels);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::optional<std::size_t> rowAt(int y) const;
    int yOf(std::size_t row) const;
    void paintRow(QPainter& painter, std::size_t row);
    void paintRowText(QPainter& painter, const PlacedRow& placed, const QRect& box);
    std::optional<std::size_t> currentIndex() const;
    void showDrop(int y);
    bool isOnArrow(int x) const;
    void collapse(const PlacedRow& placed);

    TrackLayout& m_layout;
    int m_scroll = 0;
    std::optional<std::size_t> m_hovered;
    std::optional<RowId> m_current;
    enum class Drag { none, width, height, pressed, row } m_drag = Drag::none;
    RowId m_dragged;
    std::optional<RowId> m_dropBeside; // where a dragged row would go
    bool m_dropsAfter = false;
    int m_dragFrom = 0;
    double m_stretchFrom = 1;
    int m_heightFrom = 1;
};

} // namespace decodescope
