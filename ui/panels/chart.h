// SPDX-License-Identifier: GPL-3.0-or-later
// What the charts of the drawer have in common.
#pragma once

#include "ui/panels/plot_library.h"

#include <QString>

namespace decodescope {

struct Theme;

// A quiet plot in the colours and the font of the window. Points are explained in a tooltip, picked by click or with
// the arrow keys, and activated by double click or Enter. What they are is the subclass's.
class Chart : public QCustomPlot
{
    Q_OBJECT
public:
    explicit Chart(QWidget* parent = nullptr);

    // The point that the keyboard is at; -1: none.
    int current() const { return m_current; }

Q_SIGNALS:
    void picked(int point);
    void activated(int point);

protected:
    // Paints again with the theme's colours; called at changes of palette, font and size.
    virtual void restyle() = 0;
    // The point under a place of the widget; -1: none.
    virtual int pointAt(const QPointF& place) const = 0;
    virtual QString tipOf(int point) const = 0;
    // From one point to the next by an arrow key; the same where there is none. `point` -1: to the first one.
    virtual int neighbour(int point, int key) const = 0;
    // `point` has become current.
    virtual void showCurrent(int point) = 0;

    // Sets pens, fonts and background of plot, axes and legend.
    void applyTheme();
    const Theme& theme() const;
    QFont labelFont() const;
    void setCurrent(int point);
    // A frame around the current point, in coordinates of the axes.
    void addCursor(double left, double right, double bottom, double top);

    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int m_current = -1;
};

} // namespace decodescope
