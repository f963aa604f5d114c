// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/track_rows.h"

#include <QWidget>

#include <optional>

class QMenu;

namespace decodescope {

class TrackLayout;

// The names of the rows. A click on a heading or on a row of several lanes collapses it; the lower edge of a row
// changes its height; the right edge changes the width of all; the menu pins and hides.
class TrackHeaders : public QWidget
{
    Q_OBJECT
public:
    explicit TrackHeaders(TrackLayout& layout, QWidget* parent = nullptr);
    void setScroll(int scroll);
    QSize sizeHint() const override;
    // What can be done to a row, and which rows are hidden. nullptr: no row.
    void fillMenu(QMenu& menu, const TrackRow* row);

Q_SIGNALS:
    void widthRequested(int width);
    void scrollRequested(int pixels);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::optional<std::size_t> rowAt(int y) const;
    int yOf(std::size_t row) const;
    void paintRow(QPainter& painter, std::size_t row);

    TrackLayout& m_layout;
    int m_scroll = 0;
    std::optional<std::size_t> m_hovered;
    enum class Drag { none, width, height } m_drag = Drag::none;
    RowId m_dragged;
    int m_dragFrom = 0;
    double m_stretchFrom = 1;
    int m_heightFrom = 1;
};

} // namespace decodescope
