// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline: overview, ruler, headers, rows and scroll bar in one widget.
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"

#include <QImage>
#include <QWidget>

#include <cstdint>
#include <memory>

class QScrollBar;

namespace decodescope {

class OverviewStrip;
class TimeRuler;
class TimelineCanvas;
class TimelineNavigator;
class TrackLayout;
class TimelineState;
class TraceDocument;
class TrackHeaders;


// Owns no shortcuts: actions call navigator() and the slots below. The mouse, wheel and gestures are handled here.
// Follows document and state by their signals; both must outlive it.
class TimelineWidget : public QWidget {
    Q_OBJECT
public:
    TimelineWidget(TraceDocument& document, TimelineState& state, QWidget* parent = nullptr);
    ~TimelineWidget() override;

    // Moves through time and from slice to slice: zoom, pan, fit, next and previous step, kernel, gap, links.
    TimelineNavigator& navigator() { return *m_navigator; }

    // Which rows there are: hide, collapse, pin, order, heights, Python rows.
    TrackLayout& rows() { return *m_rows; }

    ColorMode colorMode() const;
    void setColorMode(ColorMode mode);

    // The view as it is on screen, without pointer and tooltip.
    QImage image() const;

public Q_SLOTS:
    // Scrolls the rows until the event's lane is in sight; time stays.
    void scrollToEvent(decodescope::EventId event);
    void scrollRows(int lines);

Q_SIGNALS:
    // Double click on a slice or Enter: show its details.
    void detailsRequested(decodescope::EventId event);
    // Where the pointer was, in this widget's coordinates.
    void contextMenuRequested(decodescope::EventId event, const QPoint& position);

protected:
    void changeEvent(QEvent* event) override;

private:
    TraceDocument& m_document;
    TimelineState& m_state;
    std::unique_ptr<TimelineNavigator> m_navigator;
    std::unique_ptr<TrackLayout> m_rows;
    OverviewStrip* m_overview = nullptr;
    TimeRuler* m_ruler = nullptr;
    TrackHeaders* m_headers = nullptr;
    TimelineCanvas* m_canvas = nullptr;
    QScrollBar* m_scrollBar = nullptr;
};

} // namespace decodescope
