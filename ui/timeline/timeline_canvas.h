// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of the timeline.
#pragma once

#include "core/query/gpu_profile.h"
#include "core/query/link_chain.h"
#include "core/query/matched_lanes.h"
#include "ui/model/job_runner.h"
#include "ui/timeline/canvas_mouse.h"
#include "ui/timeline/overlay.h"
#include "ui/timeline/raster.h"
#include "ui/timeline/run_tiles.h"
#include "ui/timeline/scene.h"

#include <QImage>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <vector>

class QPainter;

namespace decodescope {

class TimelineNavigator;
class TimelineState;
class TraceDocument;
class TrackLayout;

// As large as the viewport. What is in sight is folded when time, rows or trace change, painted to an image when its
// looks change too, and copied to the screen with the overlay on it for all else. Nothing moves by itself.
class TimelineCanvas : public QWidget
{
    Q_OBJECT
public:
    TimelineCanvas(TraceDocument& document, TimelineState& state, TrackLayout& layout, TimelineNavigator& navigator,
                   QWidget* parent = nullptr);
    ~TimelineCanvas() override;

    // Rows are scrolled by so many logical pixels.
    int scroll() const { return m_scroll; }
    void setScroll(int scroll);
    // The scroll at which an event's lane is in sight; the present one if it is, or if its row is not shown.
    int scrollToShow(EventId event);

    ColorMode colorMode() const { return m_colors.mode(); }
    void setColorMode(ColorMode mode);
    void setProfiles(std::vector<GpuProfile> profiles);
    const SliceColors& colors() const { return m_colors; }

    // Of what is on screen; folded anew if need be.
    const Scene& scene();
    TimeScale scale() const;
    // Rows without pointer and tooltip.
    QImage rowsImage();
    void paintVector(QPainter& painter);

Q_SIGNALS:
    void resized();
    void scrollRequested(int pixels);
    void detailsRequested(decodescope::EventId event);
    void contextMenuRequested(decodescope::EventId event, const QPoint& position);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    CanvasMouse::Ground ground();
    void takeTrace();
    void takeGaps();
    void takeStyle();
    void describeSelection(); // to screen readers
    void refold();            // rows, trace, colours or the highlight have changed
    void takeView();          // the visible range has, or what is scrolled to
    void recolor();           // the background has
    bool isFollowing() const;
    void paintInStages(); // what is followed
    void takePointer();   // what lies below it has moved
    void showPointer();
    void findMatches(); // of the highlight, off this thread
    RasterBackground background();
    void paintImage();
    OverlayInput overlayInput();

    TraceDocument& m_document;
    TimelineState& m_state;
    TrackLayout& m_layout;
    std::shared_ptr<const Trace> m_trace;
    std::shared_ptr<const GapIndex> m_gaps;
    SliceColors m_colors;
    SliceNames m_names;
    std::vector<GpuProfile> m_profiles;
    JobRunner m_matchJob;
    std::shared_ptr<const MatchedLanes> m_matches; // null: nothing is highlighted, or they are being looked for
    bool m_areMatchesStale = false;                // the trace has grown while they were looked for
    RunTiles m_tiles;
    Scene m_scene;
    bool m_isSceneStale = true;
    bool m_isImageStale = true;
    QTimer m_rest;           // due: what lies below a pointer that rests has moved
    QTimer m_stages;         // due: the next step towards a picture of what is followed
    bool m_isFolded = false; // the first of them is done
    QImage m_image;
    Raster m_raster;
    Overlay m_overlay;
    LinkChain m_chain;
    int m_scroll = 0;
    bool m_showsFocus = false;
    CanvasMouse m_mouse;
};

} // namespace decodescope
