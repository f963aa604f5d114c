// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace decodescope {

class TimelineNavigator;
class TimelineState;

// Times above the rows, from the time origin on. Dragging moves the view, the wheel zooms.
class TimeRuler : public QWidget
{
    Q_OBJECT
public:
    TimeRuler(TimelineState& state, TimelineNavigator& navigator, QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    TimelineState& m_state;
    TimelineNavigator& m_navigator;
    double m_lastX = 0;
};

} // namespace decodescope
