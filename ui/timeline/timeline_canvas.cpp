// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_canvas.h"

#include "core/label/labels.h"
#include "ui/model/gap_store.h"
#include "ui/model/number_text.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/track_layout.h"
#include "ui/timeline/time_ticks.h"
#include "ui/timeline/vector_rows.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPainter>
#include <QWindow>

#include <algorithm>
#include <cmath>
#include <utility>

namespace decodescope {

namespace {

constexpr int kTickSpacing = 110; // logical pixels

} // namespace

TimelineCanvas::TimelineCanvas(TraceDocument& document, TimelineState& state, TrackLayout& layout,
                               TimelineNavigator& navigator, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_state(state)
    , m_layout(layout)
    , m_gaps(document.gaps().index())
    , m_names(smallFont(font()))
    , m_matchJob(this)
    , m_mouse(state, navigator)
{
    for (QTimer* timer : {&m_stages, &m_rest}) {
        timer->setSingleShot(true);
        timer->setInterval(0);
    }
    connect(&m_rest, &QTimer::timeout, this, &TimelineCanvas::takePointer);
    connect(&m_stages, &QTimer::timeout, this, &TimelineCanvas::paintInStages);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAttribute(Qt::WA_NoSystemBackground);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(120, 60);
    takeStyle();
    takeTrace();

    connect(&document, &TraceDocument::traceReset, this, [this] {
        m_names.clear();
        m_profiles.clear();
    });
    connect(&document, &TraceDocument::traceChanged, this, &TimelineCanvas::takeTrace);
    connect(&document, &TraceDocument::labelsChanged, this, &TimelineCanvas::takeTrace);
    connect(&document.gaps(), &GapStore::changed, this, &TimelineCanvas::takeGaps);
    connect(&layout, &TrackLayout::changed, this, &TimelineCanvas::refold);
    connect(&state, &TimelineState::visibleRangeChanged, this, &TimelineCanvas::takeView);
    connect(&state, &TimelineState::highlightChanged, this, [this] {
        m_colors.setHighlight(m_state.highlight());
        m_matches.reset();
        m_matchJob.cancel();
        findMatches();
        refold();
    });
    connect(&state, &TimelineState::showsOnlyMatchesChanged, this, &TimelineCanvas::refold);
    connect(&state, &TimelineState::selectedRangeChanged, this, &TimelineCanvas::recolor);
    connect(&state, &TimelineState::timeOriginChanged, this, &TimelineCanvas::recolor);
    connect(&state, &TimelineState::selectedEventChanged, this, [this] {
        m_chain = linkChain(*m_trace, m_state.selectedEvent());
        describeSelection();
        update();
    });
    connect(&state, &TimelineState::selectedGapChanged, this, [this] {
        describeSelection();
        update();
    });
    connect(&state, &TimelineState::hoveredEventChanged, this, qOverload<>(&QWidget::update));
    connect(&state, &TimelineState::cursorTimeChanged, this, qOverload<>(&QWidget::update));
    connect(&state, &TimelineState::marksChanged, this, qOverload<>(&QWidget::update));
}

TimelineCanvas::~TimelineCanvas() = default;

CanvasMouse::Ground TimelineCanvas::ground()
{
    return {*m_trace, scene(), m_colors, *m_gaps, m_profiles};
}

void TimelineCanvas::takeGaps()
{
    m_gaps = m_document.gaps().index();
    refold();
}

void TimelineCanvas::takeTrace()
{
    m_trace = m_document.trace();
    m_colors.setTrace(m_trace, m_document.labels());
    m_chain = linkChain(*m_trace, m_state.selectedEvent());
    findMatches();
    refold();
}

void TimelineCanvas::findMatches()
{
    if (!m_colors.isHighlighting())
        return;
    if (m_matchJob.isRunning()) { // a growing trace would never let it come to its end
        m_areMatchesStale = true;
        return;
    }
    m_areMatchesStale = false;
    m_matchJob.start(
        [colors = m_colors](std::stop_token stop, Progress&) {
            return std::make_shared<const MatchedLanes>(colors.matches(stop));
        },
        [this](const std::shared_ptr<const MatchedLanes>& matches) {
            m_matches = matches;
            refold();
            if (m_areMatchesStale)
                findMatches();
        });
}

void TimelineCanvas::describeSelection()
{
    QString text;
    const EventId event = m_state.selectedEvent();
    if (event != kNoEvent && index(event) < m_trace->eventCount()) {
        const EventRow row = m_trace->event(event);
        text = tr("%1, %2, on %3")
                   .arg(SliceNames::shortName(m_trace->text(row.name), m_trace->kind(event)),
                        durationText(row.duration), trackTitle(*m_trace, row.track));
    } else if (const auto& gap = m_state.selectedGap()) {
        text = tr("idle %1, on %2").arg(durationText(gap->range.length()), trackTitle(*m_trace, gap->stream));
    }
    setAccessibleDescription(text);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

void TimelineCanvas::takeStyle()
{
    const QFont small = smallFont(font());
    m_names.setFont(small);
    m_raster.setFont(small);
    m_raster.setTheme(Theme::of(palette()));
    refold();
}

void TimelineCanvas::refold()
{
    m_tiles.clear();
    takeView();
}

void TimelineCanvas::takeView()
{
    m_isSceneStale = true;
    if (m_mouse.isInside() && !isFollowing())
        m_rest.start();
    recolor();
}

void TimelineCanvas::recolor()
{
    m_isImageStale = true;
    if (!isFollowing())
        update();
    else if (!m_stages.isActive())
        m_stages.start();
}

bool TimelineCanvas::isFollowing() const
{
    return m_document.state() == TraceDocument::State::live && m_state.follow();
}

// Nobody waits for the next picture of a trace that grows by itself: so other events come in between its making. None
// is made of a window that nobody sees.
void TimelineCanvas::paintInStages()
{
    if (!isVisible() || window()->windowHandle() == nullptr || !window()->windowHandle()->isExposed())
        return;
    if (!std::exchange(m_isFolded, !m_isFolded)) {
        scene();
        m_stages.start();
        return;
    }
    takePointer();
    if (m_isImageStale)
        paintImage();
    update();
}

void TimelineCanvas::takePointer()
{
    m_mouse.rest(ground());
    showPointer();
    update();
}

void TimelineCanvas::showPointer()
{
    if (!m_mouse.isPanning())
        setCursor(m_mouse.isOnEdge() ? Qt::SplitHCursor : Qt::ArrowCursor);
}

void TimelineCanvas::setScroll(int scroll)
{
    if (scroll == m_scroll)
        return;
    m_scroll = scroll;
    takeView();
}

void TimelineCanvas::setColorMode(ColorMode mode)
{
    m_colors.setMode(mode);
    refold();
}

void TimelineCanvas::setProfiles(std::vector<GpuProfile> profiles)
{
    m_profiles = std::move(profiles);
    refold();
}

TimeScale TimelineCanvas::scale() const
{
    return {m_state.visibleRange(), static_cast<int>(std::lround(width() * devicePixelRatioF()))};
}

const Scene& TimelineCanvas::scene()
{
    if (m_isSceneStale) {
        m_isSceneStale = false;
        m_scene.build(
            {scale(), static_cast<int>(std::lround(height() * devicePixelRatioF())), m_scroll, devicePixelRatioF()},
            {*m_trace, m_layout, m_colors, m_names, m_profiles, *m_gaps, m_matches.get(), m_state.showsOnlyMatches(),
             &m_tiles});
    }
    return m_scene;
}

int TimelineCanvas::scrollToShow(EventId event)
{
    const auto spot = scene().spotOf(*m_trace, m_layout, event);
    if (!spot || (!spot->isAbove && !spot->isBelow))
        return m_scroll;
    const double ratio = devicePixelRatioF();
    const int y = static_cast<int>(spot->rect.y() / ratio);
    const int laneHeight = static_cast<int>(spot->rect.height() / ratio) + 1;
    if (spot->isAbove)
        return std::max(0, m_scroll + y - m_layout.pinnedHeight() - laneHeight);
    return m_scroll + y + 2 * laneHeight - height();
}

RasterBackground TimelineCanvas::background()
{
    const double ratio = devicePixelRatioF();
    const Scene& scene = this->scene();
    RasterBackground background;
    for (const TimeTick& tick :
         timeTicks(scene.view().scale, m_state.timeOrigin(), static_cast<int>(kTickSpacing * ratio)))
        background.gridX.push_back(tick.x);
    background.rowsEndY = static_cast<int>(std::lround((m_layout.height() - m_scroll) * ratio));
    if (const auto range = m_state.selectedRange())
        background.rangeX = {scene.view().scale.pixelAt(range->begin), scene.view().scale.pixelAt(range->end)};
    background.rangeY = scene.rowsOf(m_layout, m_state.selectedTracks());
    if (m_document.state() == TraceDocument::State::live)
        background.completeUntilX = scene.view().scale.pixelAt(m_trace->gpuCompleteUntil());
    return background;
}

void TimelineCanvas::paintImage()
{
    const double ratio = devicePixelRatioF();
    const QSize size(static_cast<int>(std::lround(width() * ratio)), static_cast<int>(std::lround(height() * ratio)));
    if (m_image.size() != size)
        m_image = QImage(size, QImage::Format_RGB32);
    m_image.setDevicePixelRatio(ratio);
    const Scene& scene = this->scene();
    const RasterBackground background = this->background();
    for (const Scene::Band& band : scene.bands()) {
        if (band.bottom > band.top)
            m_raster.paint(m_image, band.top, band.bottom, band.list, background);
    }
    m_isImageStale = false;
}

QImage TimelineCanvas::rowsImage()
{
    if (m_isImageStale)
        paintImage();
    QImage image = m_image.copy();
    image.setDevicePixelRatio(devicePixelRatioF());
    QPainter painter(&image);
    OverlayInput input = overlayInput();
    input.tip.clear();
    Overlay().paint(painter, input);
    return image;
}

void TimelineCanvas::paintVector(QPainter& painter)
{
    paintVectorRows(painter, scene(), background(), Theme::of(palette()), smallFont(font()), size());
    OverlayInput input = overlayInput();
    input.tip.clear();
    Overlay().paint(painter, input);
}

OverlayInput TimelineCanvas::overlayInput()
{
    const Theme& theme = Theme::of(palette());
    return {*m_trace,
            m_layout,
            scene(),
            m_state,
            theme,
            m_chain,
            smallFont(font()),
            QSizeF(size()),
            m_mouse.snappedAt(),
            m_mouse.tip(),
            m_mouse.pointer()};
}

void TimelineCanvas::paintEvent(QPaintEvent*)
{
    if (m_isImageStale)
        paintImage();
    QPainter painter(this);
    painter.drawImage(QPointF(0, 0), m_image);
    m_overlay.paint(painter, overlayInput());
    if (m_showsFocus && hasFocus()) {
        painter.setPen(QPen(Theme::of(palette()).accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void TimelineCanvas::resizeEvent(QResizeEvent*)
{
    refold();
    Q_EMIT resized();
}

void TimelineCanvas::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
        event->type() == QEvent::StyleChange)
        takeStyle();
}

bool TimelineCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress)
        m_mouse.stopCoasting(); // any key, also those that move nothing
    if (event->type() == QEvent::NativeGesture) {
        auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture) {
            const TimeRange view = m_state.visibleRange();
            const Ns anchor =
                scene().view().scale.timeAt(static_cast<int>(gesture->position().x() * devicePixelRatioF()));
            m_state.setVisibleRange(zoomed(view, std::max(0.1, 1 + gesture->value()), anchor),
                                    TimelineState::Move::continuous);
            return true;
        }
    }
    return QWidget::event(event);
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    if (const EventId target = m_overlay.markerAt(event->position());
        target != kNoEvent && event->button() == Qt::LeftButton) {
        m_mouse.goTo(target);
        return;
    }
    m_mouse.press(*event, ground());
    if (m_mouse.isPanning())
        setCursor(Qt::ClosedHandCursor);
    update();
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const int rows = m_mouse.move(*event, ground());
    showPointer();
    if (rows != 0)
        Q_EMIT scrollRequested(rows);
    update();
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    m_mouse.release(*event, ground());
    setCursor(Qt::ArrowCursor);
    update();
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_mouse.doubleClick(*event, ground());
    if (m_state.selectedEvent() != kNoEvent)
        Q_EMIT detailsRequested(m_state.selectedEvent());
}

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    if (const int rows = m_mouse.wheel(*event, ground()))
        Q_EMIT scrollRequested(rows);
    event->accept();
}

void TimelineCanvas::focusInEvent(QFocusEvent* event)
{
    // A frame for those who come by keyboard; a click needs none.
    m_showsFocus = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    QWidget::focusInEvent(event);
}

void TimelineCanvas::leaveEvent(QEvent*)
{
    m_mouse.leave();
    update();
}

void TimelineCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    const double ratio = devicePixelRatioF();
    const auto hit = scene().hit((QPointF(event->pos()) * ratio).toPoint(), static_cast<int>(2 * ratio));
    const bool isBlock = hit && hit->lane != nullptr && hit->lane->track == kNoTrack; // of the row Model: no slice
    const EventId slice = hit && !isBlock ? hit->event : kNoEvent;
    if (slice != kNoEvent)
        m_state.setSelectedEvent(slice);
    Q_EMIT contextMenuRequested(slice, event->pos());
}

} // namespace decodescope
