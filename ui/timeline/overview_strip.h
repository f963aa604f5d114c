// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/time_scale.h"

#include <QImage>
#include <QWidget>

namespace decodescope {

class SliceColors;
class TimelineState;
class TraceDocument;

// The whole trace in a strip: steps, the busiest CPU thread, streams, and the visible window, which can be dragged by
// its middle and its edges; a drag beside it draws a new one.
class OverviewStrip : public QWidget
{
    Q_OBJECT
public:
    // colors: as the rows have them; must outlive the strip.
    OverviewStrip(TraceDocument& document, TimelineState& state, const SliceColors& colors, QWidget* parent = nullptr);
    QSize sizeHint() const override;

public Q_SLOTS:
    void refresh(); // trace or colours have changed

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    enum class Drag { none, middle, left, right, fresh };
    TimeScale scale() const; // device pixels
    Ns timeAt(double x) const;
    QRectF window() const;
    Drag gripAt(double x) const;
    void paintStrip();

    TraceDocument& m_document;
    TimelineState& m_state;
    const SliceColors& m_colors;
    QImage m_image;
    bool m_isStale = true;
    Drag m_drag = Drag::none;
    double m_dragFrom = 0;
    TimeRange m_viewAtPress;
};

} // namespace decodescope
