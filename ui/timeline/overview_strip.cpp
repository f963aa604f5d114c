// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/overview_strip.h"

#include "core/query/fold.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/style/theme.h"
#include "ui/timeline/slice_colors.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace decodescope {

namespace {

// Logical pixels.
constexpr double kGripPx = 5;
constexpr double kLeastWindowPx = 3;
constexpr int kStepHeight = 8;
constexpr int kLaneHeight = 14;
constexpr std::size_t kMostMarks = 20'000;

const Lane* firstLane(const Trace& trace, TrackKind kind)
{
    const Lane* most = nullptr;
    for (const Track& track : trace.tracks()) {
        if (track.kind == kind && !track.lanes.empty() &&
            (most == nullptr || track.lanes.front().size() > most->size()))
            most = &track.lanes.front();
    }
    return most;
}

} // namespace

OverviewStrip::OverviewStrip(TraceDocument& document, TimelineState& state, const SliceColors& colors, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_state(state)
    , m_colors(colors)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    connect(&state, &TimelineState::visibleRangeChanged, this, qOverload<>(&QWidget::update));
    connect(&state, &TimelineState::selectedRangeChanged, this, qOverload<>(&QWidget::update));
    connect(&state, &TimelineState::highlightChanged, this, &OverviewStrip::refresh);
}

QSize OverviewStrip::sizeHint() const
{
    return {200, kStepHeight + kLaneHeight + 14};
}

void OverviewStrip::refresh()
{
    m_isStale = true;
    update();
}

TimeScale OverviewStrip::scale() const
{
    return {m_state.content(), static_cast<int>(std::lround(width() * devicePixelRatioF()))};
}

Ns OverviewStrip::timeAt(double x) const
{
    return scale().timeAt(static_cast<int>(std::lround(x * devicePixelRatioF())));
}

QRectF OverviewStrip::window() const
{
    const double ratio = devicePixelRatioF();
    double left = scale().pixelAt(m_state.visibleRange().begin) / ratio;
    double right = scale().pixelAt(m_state.visibleRange().end) / ratio;
    if (right - left < kLeastWindowPx) {
        left = std::min(left, width() - kLeastWindowPx);
        right = left + kLeastWindowPx;
    }
    return {left, 0, right - left, static_cast<double>(height())};
}

void OverviewStrip::paintStrip()
{
    m_isStale = false;
    const double ratio = devicePixelRatioF();
    const QSize size(static_cast<int>(std::lround(width() * ratio)), static_cast<int>(std::lround(height() * ratio)));
    m_image = QImage(size, QImage::Format_RGB32);
    m_image.setDevicePixelRatio(ratio);
    const Theme& theme = Theme::of(palette());
    const Palette& slices = Palette::of(theme.isDark);
    m_image.fill(theme.window);
    const auto trace = m_document.trace();
    const auto paintLane = [&](const Lane* lane, double top, double height, bool isStep) {
        if (lane == nullptr)
            return;
        std::vector<Run> runs;
        foldLane(*lane, scale(), 1, runs);
        const int from = static_cast<int>(std::lround(top * ratio));
        const int to = std::min(static_cast<int>(std::lround((top + height) * ratio)), m_image.height());
        for (const Run& run : runs) {
            const bool hasGap = isStep && run.width > 2;
            const QRgb color = isStep ? slices.color(layerColorIndex(true))
                                      : slices.color(m_colors.colorOf(lane->event(run.position)));
            for (int y = from; y < to; ++y)
                std::fill_n(reinterpret_cast<QRgb*>(m_image.scanLine(y)) + run.x, run.width - (hasGap ? 1 : 0), color);
        }
    };
    paintLane(firstLane(*trace, TrackKind::step), 5, kStepHeight, true);
    const Lane* stream = firstLane(*trace, TrackKind::stream);
    const auto paintMarks = [&] { // what was found, where it is
        const std::vector<EventId>& found = m_state.highlight().events;
        const std::size_t looks = std::min(found.size(), kMostMarks);
        for (std::size_t i = 0; i < looks; ++i) {
            const EventId event = found[i * found.size() / looks];
            if (index(event) >= trace->eventCount())
                continue;
            const int x = std::min(scale().pixelAt(trace->events().begin(event)), m_image.width() - 1);
            for (int y = 0; y < static_cast<int>(4 * ratio); ++y)
                reinterpret_cast<QRgb*>(m_image.scanLine(y))[x] = theme.snapLine.rgb();
        }
    };
    paintMarks();
    paintLane(stream != nullptr ? stream : firstLane(*trace, TrackKind::thread), 5 + kStepHeight + 2, kLaneHeight,
              false);
}

void OverviewStrip::paintEvent(QPaintEvent*)
{
    const QSize wanted(static_cast<int>(std::lround(width() * devicePixelRatioF())),
                       static_cast<int>(std::lround(height() * devicePixelRatioF())));
    if (m_isStale || m_image.size() != wanted)
        paintStrip();
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.drawImage(QPointF(0, 0), m_image);
    const QRectF view = window();
    painter.fillRect(QRectF(0, 0, view.left(), height()), theme.outsideShade);
    painter.fillRect(QRectF(view.right(), 0, width() - view.right(), height()), theme.outsideShade);
    if (const auto range = m_state.selectedRange()) {
        const double ratio = devicePixelRatioF();
        const double left = scale().pixelAt(range->begin) / ratio;
        const double right = scale().pixelAt(range->end) / ratio;
        painter.fillRect(QRectF(left, height() - 3, std::max(1.0, right - left), 2), theme.rangeEdge);
    }
    painter.fillRect(view, theme.overviewWindow);
    painter.setPen(QPen(theme.rangeEdge, 1));
    painter.drawRect(view.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.border);
}

void OverviewStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

OverviewStrip::Drag OverviewStrip::gripAt(double x) const
{
    const QRectF view = window();
    const bool isWide = view.width() > 3 * kGripPx;
    if (isWide && std::abs(x - view.left()) <= kGripPx)
        return Drag::left;
    if (isWide && std::abs(x - view.right()) <= kGripPx)
        return Drag::right;
    return x >= view.left() - kGripPx && x <= view.right() + kGripPx ? Drag::middle : Drag::fresh;
}

void OverviewStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_drag = gripAt(event->position().x());
    m_dragFrom = event->position().x();
    m_viewAtPress = m_state.visibleRange();
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    if (m_drag == Drag::none) {
        const Drag grip = gripAt(x);
        setCursor(grip == Drag::left || grip == Drag::right ? Qt::SizeHorCursor
                  : grip == Drag::middle                    ? Qt::OpenHandCursor
                                                            : Qt::CrossCursor);
        return;
    }
    m_state.setFollow(false);
    TimeRange view = m_viewAtPress;
    if (m_drag == Drag::middle) {
        const double nsPerPx = scale().nsPerPx() * devicePixelRatioF();
        const Ns by = static_cast<Ns>(std::llround((x - m_dragFrom) * nsPerPx));
        view = {saturatingAdd(view.begin, by), saturatingAdd(view.end, by)};
    } else if (m_drag == Drag::left) {
        view.begin = std::min(timeAt(x), view.end - TimelineState::kShortestView);
    } else if (m_drag == Drag::right) {
        view.end = std::max(timeAt(x), view.begin + TimelineState::kShortestView);
    } else if (std::abs(x - m_dragFrom) >= kLeastWindowPx) {
        view = {timeAt(std::min(x, m_dragFrom)), timeAt(std::max(x, m_dragFrom))};
    }
    m_state.setVisibleRange(view, TimelineState::Move::continuous);
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_drag == Drag::fresh && std::abs(event->position().x() - m_dragFrom) < kLeastWindowPx) {
        // A click: the window moves there.
        const Ns middle = timeAt(event->position().x());
        const Ns length = m_state.visibleRange().length();
        m_state.setFollow(false);
        m_state.setVisibleRange({saturatingSub(middle, length / 2), saturatingAdd(middle, length - length / 2)});
    }
    m_drag = Drag::none;
}

void OverviewStrip::wheelEvent(QWheelEvent* event)
{
    const double factor = std::pow(1.25, event->angleDelta().y() / 120.0);
    m_state.setVisibleRange(zoomed(m_state.visibleRange(), factor, timeAt(event->position().x())),
                            TimelineState::Move::continuous);
    event->accept();
}

} // namespace decodescope
