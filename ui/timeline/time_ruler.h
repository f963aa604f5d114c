// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QString>
#include <QWidget>

#include <vector>

class QPainter;

namespace decodescope {

class TimelineNavigator;
class TimelineState;
class TimeScale;

// Times above the rows, from the time origin on, and the marks' texts. Dragging moves the view, the wheel zooms.
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
    struct Label
    {
        QRectF box;
        QString text;
        bool isChip = false; // on a ground of its own
    };
    static bool isFree(const QRectF& box, const std::vector<Label>& labels);
    void addCursor(QPainter& painter, const TimeScale& scale, std::vector<Label>& labels) const;
    void addMarks(QPainter& painter, const TimeScale& scale, std::vector<Label>& labels) const;
    void addTicks(QPainter& painter, const TimeScale& scale, std::vector<Label>& labels) const;

    TimelineState& m_state;
    TimelineNavigator& m_navigator;
    double m_lastX = 0;
};

} // namespace decodescope
