// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_widget.h"

#include "core/label/labels.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/track_layout.h"
#include "ui/style/theme.h"
#include "ui/timeline/overview_strip.h"
#include "ui/timeline/time_ruler.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_corner.h"
#include "ui/timeline/track_headers.h"

#include <QBuffer>
#include <QElapsedTimer>
#include <QEvent>
#include <QGridLayout>
#include <QGuiApplication>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>
#include <QSvgGenerator>
#include <QTimer>

#include <algorithm>
#include <optional>
#include <utility>

namespace decodescope {

namespace {

constexpr int kNarrowestHeaders = 60;
constexpr int kWidestHeaders = 600;
// Times as long as profiles have taken: the work of a capture's window is the decode's loss where cores are few.
constexpr int kProfilePause = 4;
constexpr int kSmoothMoveMs = 120;

// What there is to see at first: all rows but the profiler's own, which may go on long after the last operator.
TimeRange contentOf(const Trace& trace)
{
    std::optional<TimeRange> content;
    for (const Track& track : trace.tracks()) {
        if (track.kind == TrackKind::other || track.kind == TrackKind::counter)
            continue;
        for (const Lane& lane : track.lanes) {
            if (lane.empty())
                continue;
            const TimeRange lanes{lane.begin(0), lane.end(lane.size() - 1)};
            content =
                content ? TimeRange{std::min(content->begin, lanes.begin), std::max(content->end, lanes.end)} : lanes;
        }
    }
    const TimeRange whole = trace.contentSpan();
    const TimeRange shown = content ? content->intersected(whole) : whole;
    return shown.isEmpty() ? whole : shown;
}

// How long smooth moves take; none where the desktop asks for no motion, and in pictures and tests.
int animationMs(const QWidget& widget)
{
    const bool isWanted = widget.style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, &widget) > 0;
    return isWanted && QGuiApplication::platformName() != QLatin1String("offscreen") ? kSmoothMoveMs : 0;
}

} // namespace

TimelineWidget::TimelineWidget(TraceDocument& document, TimelineState& state, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_state(state)
    , m_navigator(new TimelineNavigator(document, state, this))
    , m_layout(new TrackLayout(this))
    , m_profileJob(this)
    , m_profilePause(new QTimer(this))
{
    m_profilePause->setSingleShot(true);
    connect(m_profilePause, &QTimer::timeout, this, [this] {
        if (m_areProfilesStale)
            computeProfiles();
    });
    takeMetrics();
    m_navigator->setAnimation(animationMs(*this));
    m_canvas = new TimelineCanvas(document, state, *m_layout, *m_navigator, this);
    m_overview = new OverviewStrip(document, state, m_canvas->colors(), this);
    m_ruler = new TimeRuler(state, *m_navigator, this);
    m_corner = new TimelineCorner(document, state, *m_layout, this);
    m_headers = new TrackHeaders(*m_layout, this);
    setHeaderWidth(m_headers->sizeHint().width());
    m_scrollBar = new QScrollBar(Qt::Vertical, this);
    nameParts();

    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(0);
    grid->addWidget(m_corner, 0, 0, 2, 1);
    grid->addWidget(m_overview, 0, 1);
    grid->addWidget(m_ruler, 1, 1);
    grid->addWidget(m_headers, 2, 0);
    grid->addWidget(m_canvas, 2, 1);
    grid->addWidget(m_scrollBar, 2, 2);
    grid->setRowStretch(2, 1);
    grid->setColumnStretch(1, 1);
    setFocusProxy(m_canvas);
    setAutoFillBackground(true);

    connect(&document, &TraceDocument::traceReset, this, &TimelineWidget::takeReset);
    connect(&document, &TraceDocument::traceChanged, this, &TimelineWidget::takeTrace);
    connect(&document, &TraceDocument::labelsChanged, this, &TimelineWidget::takeTrace);
    connect(m_layout, &TrackLayout::changed, this, &TimelineWidget::updateScrollBar);
    connect(m_navigator, &TimelineNavigator::eventRevealed, this, &TimelineWidget::scrollToEvent);
    connect(m_scrollBar, &QScrollBar::valueChanged, this, [this](int value) {
        m_canvas->setScroll(value);
        m_headers->setScroll(value);
    });
    connect(m_canvas, &TimelineCanvas::scrollRequested, this, &TimelineWidget::scrollRows);
    connect(m_headers, &TrackHeaders::scrollRequested, this, &TimelineWidget::scrollRows);
    connect(m_headers, &TrackHeaders::widthRequested, this,
            [this](int width) { setHeaderWidth(std::clamp(width, kNarrowestHeaders, kWidestHeaders)); });
    connect(m_canvas, &TimelineCanvas::resized, this, &TimelineWidget::takeRoom);
    connect(&state, &TimelineState::selectedEventChanged, this, [this] {
        const EventId event = m_state.selectedEvent();
        const auto trace = m_document.trace();
        if (event != kNoEvent && index(event) < trace->eventCount())
            m_headers->setCurrent({RowKind::slices, static_cast<std::uint32_t>(trace->event(event).track)});
    });
    connect(m_canvas, &TimelineCanvas::detailsRequested, this, &TimelineWidget::detailsRequested);
    connect(m_canvas, &TimelineCanvas::contextMenuRequested, this, [this](EventId event, const QPoint& position) {
        Q_EMIT contextMenuRequested(event, m_canvas->mapToGlobal(position));
    });
    connect(&state, &TimelineState::followChanged, this, [this] {
        m_showsAll = m_state.visibleRange().contains(m_state.content());
        goToLiveEnd();
    });
    takeReset();
    takeTrace();
}

TimelineWidget::~TimelineWidget() = default;

void TimelineWidget::nameParts()
{
    m_overview->setAccessibleName(tr("Overview of the whole trace"));
    m_ruler->setAccessibleName(tr("Time ruler"));
    m_headers->setAccessibleName(tr("Row names"));
    m_canvas->setAccessibleName(tr("Timeline rows"));
    m_scrollBar->setAccessibleName(tr("Scroll the rows"));
}

void TimelineWidget::takeReset()
{
    const auto trace = m_document.trace();
    m_profileJob.cancel();
    m_profilePause->stop();
    m_areProfilesStale = false;
    m_layout->reset();
    if (m_document.state() == TraceDocument::State::live && !m_document.isEmpty()) {
        // A capture's oldest steps had to go: the view stays, but event ids mean other events now.
        m_state.setSelectedEvent(kNoEvent);
        m_state.setSelectedGap(std::nullopt);
        m_state.setHoveredEvent(kNoEvent);
        m_state.setHighlight({});
        return;
    }
    m_state.reset(trace->span(), contentOf(*trace));
    m_givenOrigin = m_state.timeOrigin();
    takeTimeOrigin();
    m_scrollBar->setValue(0);
}

// Unless the user, or what is remembered of the file, has set another one.
void TimelineWidget::takeTimeOrigin()
{
    if (m_state.timeOrigin() != m_givenOrigin)
        return;
    const auto trace = m_document.trace();
    m_givenOrigin = trace->steps().empty() ? contentOf(*trace).begin : trace->steps().front().range.begin;
    m_state.setTimeOrigin(m_givenOrigin);
}

void TimelineWidget::takeTrace()
{
    const auto trace = m_document.trace();
    const bool isFirst = m_state.content().length() <= 1;
    m_showsAll = isFirst || m_state.visibleRange().contains(m_state.content());
    const TimeRange content = contentOf(*trace);
    if (m_document.state() == TraceDocument::State::live) {
        m_state.setReachable(trace->span(), content);
        if (isFirst && !content.isEmpty()) { // a capture's first events
            m_givenOrigin = content.begin;
            m_state.setTimeOrigin(m_givenOrigin);
            m_state.setVisibleRange(content, TimelineState::Move::continuous);
        }
        goToLiveEnd();
    } else { // a file, or the part of it that has been read
        m_state.grow(trace->span(), content);
        takeTimeOrigin();
    }
    m_layout->setTrace(*trace, m_document.labels() != nullptr);
    m_overview->refresh();
    computeProfiles();
}

void TimelineWidget::goToLiveEnd()
{
    if (!m_state.follow())
        return;
    const TimeRange content = m_state.content();
    const Ns length = m_state.visibleRange().length();
    // Who sees all of it goes on seeing all of it; else the view keeps its length.
    const Ns end = saturatingAdd(content.end, length / 50);
    const TimeRange view{m_showsAll ? content.begin : saturatingSub(end, length), m_showsAll ? content.end : end};
    m_state.setVisibleRange(view, TimelineState::Move::continuous);
}

void TimelineWidget::computeProfiles()
{
    const bool isGrowing = m_document.state() != TraceDocument::State::idle;
    if (m_profileJob.isRunning() || (isGrowing && m_profilePause->isActive())) {
        m_areProfilesStale = true; // a growing trace would never let a job come to its end
        return;
    }
    m_areProfilesStale = false;
    m_profilePause->stop();
    QElapsedTimer clock;
    clock.start();
    m_profileJob.start([trace = m_document.trace(), labels = m_document.labels()](
                           std::stop_token stop, Progress&) { return gpuProfiles(*trace, labels.get(), stop); },
                       [this, clock](std::vector<GpuProfile> profiles) {
                           m_canvas->setProfiles(std::move(profiles));
                           m_profilePause->start(int(clock.elapsed()) * kProfilePause);
                           if (m_areProfilesStale && m_document.state() == TraceDocument::State::idle)
                               computeProfiles();
                       });
}

void TimelineWidget::takeMetrics()
{
    const QFontMetrics metrics(smallFont(font()));
    const int line = metrics.height();
    m_layout->setMetrics({line + 3, line + 11, line * 2, line + 8, 4, 2 * line + 6});
}

void TimelineWidget::setHeaderWidth(int width)
{
    m_headers->setFixedWidth(width);
    m_corner->setFixedWidth(width);
}

void TimelineWidget::focusRowFilter()
{
    m_corner->focusFilter();
}

// Two lines are left for the selected range's length.
void TimelineWidget::takeRoom()
{
    m_layout->setRoom(m_canvas->height() - QFontMetrics(font()).height() * 2);
    updateScrollBar();
}

void TimelineWidget::updateScrollBar()
{
    const int room = m_canvas->height();
    const int most = std::max(0, m_layout->height() + QFontMetrics(font()).height() * 2 - room);
    m_scrollBar->setRange(0, most);
    m_scrollBar->setPageStep(room);
    m_scrollBar->setSingleStep(QFontMetrics(font()).height());
    m_scrollBar->setVisible(most > 0);
}

void TimelineWidget::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_scrollBar != nullptr)
        nameParts();
    if (event->type() == QEvent::FontChange && m_headers != nullptr) {
        takeMetrics();
        setHeaderWidth(m_headers->sizeHint().width());
        takeRoom();
    }
}

ColorMode TimelineWidget::colorMode() const
{
    return m_canvas->colorMode();
}

void TimelineWidget::setColorMode(ColorMode mode)
{
    m_canvas->setColorMode(mode);
    m_overview->refresh();
}

void TimelineWidget::scrollToEvent(EventId event)
{
    m_scrollBar->setValue(m_canvas->scrollToShow(event));
}

void TimelineWidget::scrollRows(int pixels)
{
    m_scrollBar->setValue(m_scrollBar->value() + pixels);
}

QImage TimelineWidget::image()
{
    QImage image(size() * devicePixelRatioF(), QImage::Format_RGB32);
    image.setDevicePixelRatio(devicePixelRatioF());
    image.fill(Theme::of(palette()).window);
    QPainter painter(&image);
    renderFrame(painter);
    painter.drawImage(m_canvas->pos(), m_canvas->rowsImage());
    return image;
}

QByteArray TimelineWidget::svg()
{
    QByteArray text;
    QBuffer buffer(&text);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size());
    generator.setViewBox(rect());
    generator.setTitle(m_document.title());
    generator.setResolution(96);
    QPainter painter(&generator);
    painter.fillRect(rect(), Theme::of(palette()).window);
    renderFrame(painter);
    painter.translate(m_canvas->pos());
    painter.setClipRect(m_canvas->rect());
    m_canvas->paintVector(painter);
    painter.end();
    return text;
}

// What is around the rows; without what is for the pointer.
void TimelineWidget::renderFrame(QPainter& painter)
{
    for (QWidget* part :
         {static_cast<QWidget*>(m_overview), static_cast<QWidget*>(m_ruler), static_cast<QWidget*>(m_headers)})
        part->render(&painter, part->pos());
}

} // namespace decodescope
