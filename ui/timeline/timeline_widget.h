// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline: overview, ruler, headers, rows and scroll bar in one widget.
#pragma once

#include "core/base/ids.h"
#include "core/query/gpu_profile.h"
#include "ui/model/job_runner.h"
#include "ui/timeline/slice_colors.h"

#include <QByteArray>
#include <QImage>
#include <QWidget>

#include <memory>
#include <vector>

class QPainter;
class QScrollBar;
class QTimer;

namespace decodescope {

class OverviewStrip;
class TimeRuler;
class TimelineCanvas;
class TimelineCorner;
class TimelineNavigator;
class TimelineState;
class TraceDocument;
class TrackHeaders;
class TrackLayout;

// Owns no shortcuts: actions call navigator(), rows() and the slots below. The mouse, wheel and gestures are handled
// here. Follows document and state by their signals, and tells the state how far the trace reaches; both must outlive
// it.
class TimelineWidget : public QWidget
{
    Q_OBJECT
public:
    TimelineWidget(TraceDocument& document, TimelineState& state, QWidget* parent = nullptr);
    ~TimelineWidget() override;

    // Moves through time and from slice to slice: zoom, pan, fit, next and previous step, kernel, gap, links.
    TimelineNavigator& navigator() { return *m_navigator; }
    // Which rows there are: hide, collapse, pin, heights, Python rows.
    TrackLayout& rows() { return *m_layout; }
    TimelineCanvas& canvas() { return *m_canvas; }
    // Their current row is what actions on rows mean: that of the selected slice, or the one chosen there.
    TrackHeaders& headers() { return *m_headers; }
    void focusRowFilter();

    ColorMode colorMode() const;
    void setColorMode(ColorMode mode);

    // The view as it is on screen, without pointer and tooltip.
    QImage image();
    QByteArray svg();

public Q_SLOTS:
    // Scrolls the rows until the event's lane is in sight; time stays.
    void scrollToEvent(decodescope::EventId event);
    void scrollRows(int pixels);

Q_SIGNALS:
    // Double click on a slice: show its details.
    void detailsRequested(decodescope::EventId event);
    // Where the pointer was, in screen coordinates.
    void contextMenuRequested(decodescope::EventId event, const QPoint& screenPosition);

protected:
    void changeEvent(QEvent* event) override;

private:
    void nameParts(); // for screen readers, in the language that holds
    void takeReset();
    void takeTrace();
    void takeTimeOrigin();
    void goToLiveEnd();
    void takeMetrics();
    void computeProfiles();
    void renderFrame(QPainter& painter);
    void takeRoom();
    void setHeaderWidth(int width);
    void updateScrollBar();

    TraceDocument& m_document;
    TimelineState& m_state;
    TimelineNavigator* m_navigator;
    TrackLayout* m_layout;
    TimelineCorner* m_corner = nullptr;
    OverviewStrip* m_overview = nullptr;
    TimeRuler* m_ruler = nullptr;
    TrackHeaders* m_headers = nullptr;
    TimelineCanvas* m_canvas = nullptr;
    QScrollBar* m_scrollBar = nullptr;
    JobRunner m_profileJob;
    Ns m_givenOrigin = 0;   // the time origin as long as nobody sets another one
    bool m_showsAll = true; // all of the trace was in view before it grew
    QTimer* m_profilePause;
    bool m_areProfilesStale = false; // another run is needed when this one, or the pause after it, has ended
};

} // namespace decodescope
