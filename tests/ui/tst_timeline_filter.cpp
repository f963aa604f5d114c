// SPDX-License-Identifier: GPL-3.0-or-later
// What is lit and what is left out, ranges of some rows, smooth moves, pictures: DrawLists compared as text.
#include "tests/support/strict_messages.h"
#include "tests/support/trace_dsl.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/track_layout.h"
#include "ui/model/view_animation.h"
#include "ui/timeline/drag_speed.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_corner.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/window/search_box.h"

#include <QAnimationDriver>
#include <QApplication>
#include <QImage>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTest>
#include <QWheelEvent>

using namespace decodescope;
using test::eventNamed;
using test::traceOf;

namespace {

constexpr const char* kTwoStreams = R"(
    cpu 1 1
    step    0 3000 ProfilerStep#3
    op    100  300 aten::linear
    op   1100 1300 aten::mul
    gpu 0 7
    kernel  200  400 gemm
    kernel 1200 1203 tiny
    kernel 1205 1209 gemm
    kernel 2200 2300 elementwise
    gpu 0 20
    memcpy 600 650 "Memcpy HtoD"
)";

} // namespace

class TestTimelineFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void init();
    void cleanup();
    void whatIsNotLitIsDimmed();
    void aLitSliceInAGroupLightsIt();
    void onlyWhatIsLitIsDrawn();
    void searchLightsAndItsEndIsSeen();
    void anotherHighlightEndsTheSearch();
    void theCornerSaysWhatIsLit();
    void rowsAreFilteredByName();
    void altDragTakesTheRowsItCrosses();
    void smoothZoomKeepsThePointersTime();
    void anyOtherMoveEndsASmoothOne();
    void aFlungViewCoasts();
    void speedIsThatOfTheLastMoment();
    void handsFlingTheView();
    void fingersScrollByPixels();
    void svgHoldsWhatIsSeen();

private:
    TimelineCanvas& canvas() { return m_widget->canvas(); }
    TrackId trackOf(const char* name) const
    {
        return m_document->trace()->event(eventNamed(*m_document->trace(), name)).track;
    }
    // The runs of a track, as "name" or "name x count", dim ones in brackets.
    QString drawn(TrackId track);
    void light(const char* name);
    QPointF centreOf(const char* name);
    void drag(QPointF from, QPointF to, Qt::KeyboardModifiers modifiers);

    std::unique_ptr<TraceDocument> m_document;
    std::unique_ptr<TimelineState> m_state;
    std::unique_ptr<TimelineWidget> m_widget;
};

void TestTimelineFilter::init()
{
    m_document = std::make_unique<TraceDocument>([](const std::vector<std::string>&, Progress&, std::stop_token,
                                                    const auto&) -> Result<std::shared_ptr<const Trace>> {
        return failure(ErrorCode::unsupported, "no files here");
    });
    m_state = std::make_unique<TimelineState>();
    m_widget = std::make_unique<TimelineWidget>(*m_document, *m_state);
    m_widget->resize(1200, 600);
    m_widget->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_widget.get()));
    m_document->setTrace(traceOf(kTwoStreams), QStringLiteral("streams"));
    m_state->setVisibleRange({0, 3000});
    QApplication::processEvents();
}

void TestTimelineFilter::cleanup()
{
    m_widget.reset();
    m_state.reset();
    m_document.reset();
}

QString TestTimelineFilter::drawn(TrackId track)
{
    QStringList parts;
    for (const Scene::Band& band : canvas().scene().bands()) {
        for (const DrawnLane& lane : band.list.lanes) {
            if (lane.track != track)
                continue;
            for (const DrawnRun& run : band.list.runsOf(lane)) {
                const std::string_view name = m_document->trace()->name(run.event);
                QString text = QString::fromUtf8(name.data(), qsizetype(name.size()));
                if (run.count > 1)
                    text += QStringLiteral(" x %1").arg(run.count);
                parts += run.isDim ? QLatin1Char('[') + text + QLatin1Char(']') : text;
            }
        }
    }
    return parts.join(QLatin1Char(' '));
}

void TestTimelineFilter::light(const char* name)
{
    const auto trace = m_document->trace();
    const auto key = static_cast<std::uint32_t>(trace->event(eventNamed(*trace, name)).name);
    m_state->setHighlight({Highlight::By::name, key, {}});
}

QPointF TestTimelineFilter::centreOf(const char* name)
{
    const auto trace = m_document->trace();
    const auto spot = canvas().scene().spotOf(*trace, m_widget->rows(), eventNamed(*trace, name));
    return QPointF(spot.value().rect.center()) / canvas().devicePixelRatioF();
}

void TestTimelineFilter::drag(QPointF from, QPointF to, Qt::KeyboardModifiers modifiers)
{
    const auto send = [&](QEvent::Type type, QPointF at, Qt::MouseButton button, Qt::MouseButtons buttons) {
        QMouseEvent event(type, at, canvas().mapToGlobal(at), button, buttons, modifiers);
        QApplication::sendEvent(&canvas(), &event);
    };
    send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
    for (int i = 1; i <= 4; ++i)
        send(QEvent::MouseMove, from + (to - from) * i / 4, Qt::NoButton, Qt::LeftButton);
    send(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
}

void TestTimelineFilter::whatIsNotLitIsDimmed()
{
    m_state->setVisibleRange({0, 1000});
    light("gemm");
    QTRY_COMPARE(drawn(trackOf("gemm")), QStringLiteral("gemm"));
    QCOMPARE(drawn(trackOf("aten::linear")), QStringLiteral("[aten::linear]"));
    m_state->setHighlight({});
    QCOMPARE(drawn(trackOf("aten::linear")), QStringLiteral("aten::linear"));
}

void TestTimelineFilter::aLitSliceInAGroupLightsIt()
{
    // Two slices in one column of hundreds of ns.
    m_document->setTrace(traceOf("gpu 0 7\nkernel 0 200000 gemm\nkernel 600000 600001 tiny\nkernel 600002 600009 gemm\n"
                                 "kernel 900000 999999 elementwise\n"),
                         {});
    QCOMPARE(drawn(trackOf("gemm")), QStringLiteral("gemm gemm x 2 elementwise"));
    light("tiny");
    QTRY_COMPARE(drawn(trackOf("gemm")), QStringLiteral("[gemm] gemm x 2 [elementwise]"));
}

void TestTimelineFilter::onlyWhatIsLitIsDrawn()
{
    light("tiny");
    m_state->setShowsOnlyMatches(true);
    QTRY_COMPARE(drawn(trackOf("gemm")), QStringLiteral("tiny"));
    QTRY_COMPARE(drawn(trackOf("aten::linear")), QString());
    m_state->setShowsOnlyMatches(false);
    QVERIFY(drawn(trackOf("aten::linear")).startsWith(QLatin1Char('[')));
    m_state->setShowsOnlyMatches(true);
    m_state->setHighlight({}); // nothing is lit: everything is shown
    QVERIFY(!drawn(trackOf("aten::linear")).isEmpty());
}

void TestTimelineFilter::searchLightsAndItsEndIsSeen()
{
    SearchBox search(*m_document, *m_state, m_widget->navigator());
    QSignalSpy searched(&search, &SearchBox::searched);
    search.setText(QStringLiteral("dur<3ns"));
    QTRY_COMPARE(searched.count(), 1);
    QCOMPARE(search.matchCount(), std::size_t{1});
    m_state->setShowsOnlyMatches(true);
    QTRY_COMPARE(drawn(trackOf("gemm")), QStringLiteral("tiny"));
    search.setText(QStringLiteral("dur<4parsec")); // not understood: nothing is lit, and it says so
    QVERIFY(search.error().startsWith(QLatin1String("dur<4parsec: ")));
    QVERIFY(m_state->highlight().isEmpty());
    search.setText(QStringLiteral("cat:memcpy"));
    QTRY_COMPARE(searched.count(), 2);
    QCOMPARE(search.matchCount(), std::size_t{1});
    QVERIFY(search.error().isEmpty());
    QTRY_COMPARE(drawn(trackOf("Memcpy HtoD")), QStringLiteral("Memcpy HtoD"));
    QTRY_COMPARE(drawn(trackOf("gemm")), QString());
    m_state->setHighlight({}); // as Esc on the timeline does
    QVERIFY(search.text().isEmpty());
}

void TestTimelineFilter::anotherHighlightEndsTheSearch()
{
    SearchBox search(*m_document, *m_state, m_widget->navigator());
    search.setText(QStringLiteral("gemm"));
    QTRY_COMPARE(search.matchCount(), std::size_t{2});
    light("tiny");
    QVERIFY(search.text().isEmpty());
    QCOMPARE(m_state->highlight().by, Highlight::By::name);
}

void TestTimelineFilter::theCornerSaysWhatIsLit()
{
    const auto* corner = m_widget->findChild<TimelineCorner*>();
    QCOMPARE(corner->litText(), QString());
    light("elementwise");
    QCOMPARE(corner->litText(), QStringLiteral("elementwise"));
    m_state->setHighlight({Highlight::By::part, static_cast<std::uint32_t>(Part::attention), {}});
    QCOMPARE(corner->litText(), QStringLiteral("attention"));
}

void TestTimelineFilter::rowsAreFilteredByName()
{
    const auto shown = [&] { return m_widget->rows().rows().size(); };
    const std::size_t all = shown();
    m_widget->focusRowFilter();
    QTRY_VERIFY(QApplication::focusWidget() != nullptr);
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("stream 2"));
    QCOMPARE(shown(), std::size_t{2}); // the row and its heading
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QCOMPARE(shown(), all);
}

void TestTimelineFilter::altDragTakesTheRowsItCrosses()
{
    const QPointF from(centreOf("aten::linear").x() - 40, centreOf("gemm").y());
    drag(from, QPointF(from.x() + 300, centreOf("Memcpy HtoD").y()), Qt::AltModifier);
    std::vector<TrackId> expected{trackOf("gemm"), trackOf("Memcpy HtoD")};
    std::ranges::sort(expected);
    QVERIFY(m_state->selectedRange());
    QCOMPARE(m_state->selectedTracks(), expected);
    drag(from, QPointF(from.x() + 300, centreOf("Memcpy HtoD").y()), Qt::NoModifier); // all rows
    QVERIFY(m_state->selectedTracks().empty());
    m_state->setSelectedEvent(eventNamed(*m_document->trace(), "tiny"));
    m_widget->navigator().limitRangeToRow();
    QCOMPARE(m_state->selectedTracks(), std::vector<TrackId>{trackOf("gemm")});
}

void TestTimelineFilter::smoothZoomKeepsThePointersTime()
{
    m_widget->navigator().setAnimation(60);
    QSignalSpy moved(m_state.get(), &TimelineState::visibleRangeChanged);
    m_widget->navigator().zoomAt(2, 1000, TimelineNavigator::Manner::smooth);
    m_widget->navigator().zoomAt(2, 1000, TimelineNavigator::Manner::smooth); // goes on from where that would end
    QTRY_COMPARE(m_state->visibleRange().length(), 750);
    QVERIFY(std::abs(m_state->visibleRange().begin - 750) <= 1); // a third of the view lies before the anchor
    QVERIFY(moved.count() >= 1);
    m_widget->navigator().setAnimation(0);
    m_widget->navigator().zoomAt(0.5, 1000, TimelineNavigator::Manner::smooth);
    QCOMPARE(m_state->visibleRange().length(), 1500); // at once
}

void TestTimelineFilter::anyOtherMoveEndsASmoothOne()
{
    ViewAnimation animation(*m_state);
    animation.setDuration(10'000);
    animation.moveTo({1000, 1100});
    QVERIFY(animation.isRunning());
    QCOMPARE(animation.target(), (TimeRange{1000, 1100}));
    m_state->setVisibleRange({500, 900});
    QVERIFY(!animation.isRunning());
    QCOMPARE(m_state->visibleRange(), (TimeRange{500, 900}));
    QCOMPARE(animation.target(), (TimeRange{500, 900}));
}

namespace {

// Animations go by this clock alone.
class FakeClock : public QAnimationDriver
{
public:
    FakeClock() { install(); }
    ~FakeClock() override { uninstall(); }
    void pass(int ms)
    {
        QCoreApplication::processEvents(); // animations begin when events are next looked at
        m_ms += ms;
        advance();
    }
    void start() override
    {
        m_ms = 0; // counted from here
        QAnimationDriver::start();
    }
    void advance() override { advanceAnimation(); }
    qint64 elapsed() const override { return m_ms; }

private:
    qint64 m_ms = 0;
};

} // namespace

void TestTimelineFilter::aFlungViewCoasts()
{
    FakeClock clock;
    ViewAnimation animation(*m_state);
    m_state->setVisibleRange({500, 700}); // 200 ns
    animation.coast(0.001);
    QVERIFY(!animation.isRunning()); // moves are jumps
    animation.setDuration(100);
    animation.coast(0.001); // 0.2 ns a millisecond
    QVERIFY(animation.isCoasting());
    clock.pass(0);
    QCOMPARE(m_state->visibleRange(), (TimeRange{500, 700}));
    clock.pass(100); // 0.2 * 325 * (1 - exp(-100 / 325)) = 17.2; the last percent of the way is cut
    QVERIFY(std::abs(m_state->visibleRange().begin - 517) <= 1);
    QCOMPARE(m_state->visibleRange().length(), 200);
    clock.pass(225); // 0.2 * 325 * (1 - exp(-1)) = 41.1
    QVERIFY(std::abs(m_state->visibleRange().begin - 541) <= 1);
    clock.pass(2000);
    QCOMPARE(m_state->visibleRange(), (TimeRange{565, 765})); // 0.2 * 325
    QVERIFY(!animation.isRunning());
    animation.coast(-0.001);
    clock.pass(100);
    animation.stopCoasting();
    const TimeRange rest = m_state->visibleRange();
    QVERIFY(rest.begin < 565);
    clock.pass(1000);
    QCOMPARE(m_state->visibleRange(), rest);
    animation.coast(-0.001);
    m_state->setVisibleRange({100, 200}); // anything else that moves the view
    QVERIFY(!animation.isRunning());
}

void TestTimelineFilter::speedIsThatOfTheLastMoment()
{
    DragSpeed speed;
    QCOMPARE(speed.at(1000), 0.0);
    speed.add(1000, 50);
    QCOMPARE(speed.at(1000), 0.0); // one place is no speed
    for (std::uint64_t ms = 1010; ms <= 1200; ms += 10)
        speed.add(ms, 50 + 2.0 * static_cast<double>(ms - 1000));
    QCOMPARE(speed.at(1205), 2.0);
    QCOMPARE(speed.at(1300), 0.0); // it had rested
    for (std::uint64_t ms = 1210; ms <= 1400; ms += 10)
        speed.add(ms, 450 - static_cast<double>(ms - 1200));
    QCOMPARE(speed.at(1400), -1.0); // what was before is forgotten
}

void TestTimelineFilter::handsFlingTheView()
{
    FakeClock clock;
    m_widget->navigator().setAnimation(100);
    const auto send = [&](QEvent::Type type, double x, std::uint64_t ms) {
        const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::MiddleButton;
        const auto buttons = type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::MiddleButton;
        const QPointF at(x, 100);
        QMouseEvent event(type, at, canvas().mapToGlobal(at), button, buttons, Qt::NoModifier);
        event.setTimestamp(ms);
        QApplication::sendEvent(&canvas(), &event);
    };
    const auto fling = [&] {
        m_state->setVisibleRange({1000, 1500});
        send(QEvent::MouseButtonPress, 300, 1000);
        for (std::uint64_t i = 1; i <= 5; ++i)
            send(QEvent::MouseMove, 300 - 4.0 * static_cast<double>(i), 1000 + 10 * i);
        send(QEvent::MouseButtonRelease, 280, 1050);
        return m_state->visibleRange().begin;
    };
    const Ns released = fling();
    QVERIFY(released > 1000);
    clock.pass(0);
    clock.pass(300);
    const Ns later = m_state->visibleRange().begin;
    QVERIFY(later > released);
    send(QEvent::MouseButtonPress, 400, 3000); // a hand on it
    send(QEvent::MouseButtonRelease, 400, 3500);
    clock.pass(500);
    QCOMPARE(m_state->visibleRange().begin, later);
    fling();
    clock.pass(0);
    clock.pass(100);
    const Ns beforeKey = m_state->visibleRange().begin;
    QTest::keyClick(&canvas(), Qt::Key_Shift);
    clock.pass(500);
    QCOMPARE(m_state->visibleRange().begin, beforeKey);

    m_state->setVisibleRange({1000, 1500});
    const auto scroll = [&](int x, Qt::ScrollPhase phase, std::uint64_t ms) {
        QWheelEvent event(QPointF(300, 100), canvas().mapToGlobal(QPointF(300, 100)), {x, 0}, {}, Qt::NoButton,
                          Qt::NoModifier, phase, false);
        event.setTimestamp(ms);
        QApplication::sendEvent(&canvas(), &event);
    };
    scroll(0, Qt::ScrollBegin, 5000);
    for (std::uint64_t i = 1; i <= 5; ++i)
        scroll(-4, Qt::ScrollUpdate, 5000 + 10 * i);
    const Ns lifted = m_state->visibleRange().begin;
    scroll(0, Qt::ScrollEnd, 5055);
    clock.pass(0);
    clock.pass(300);
    QVERIFY(m_state->visibleRange().begin > lifted);
    m_widget->navigator().setAnimation(0);
}

void TestTimelineFilter::fingersScrollByPixels()
{
    QSignalSpy scrolled(&canvas(), &TimelineCanvas::scrollRequested);
    const auto scroll = [&](QPoint pixels, QPoint angle, Qt::ScrollPhase phase) {
        QWheelEvent event(QPointF(300, 100), canvas().mapToGlobal(QPointF(300, 100)), pixels, angle, Qt::NoButton,
                          Qt::NoModifier, phase, false);
        QApplication::sendEvent(&canvas(), &event);
    };
    m_state->setVisibleRange({1000, 2000});
    scroll({0, -7}, {0, -28}, Qt::ScrollUpdate);
    QCOMPARE(scrolled.count(), 1);
    QCOMPARE(scrolled.front().front().toInt(), 7);
    const Ns before = m_state->visibleRange().begin;
    scroll({-canvas().width() / 10, 0}, {-100, 0}, Qt::ScrollUpdate);
    QVERIFY(std::abs(m_state->visibleRange().begin - before - 100) <= 2); // a tenth of the width, a tenth of the time
    // Devices that tell parts of notches and no pixels: what is less than a pixel adds up.
    scrolled.clear();
    for (int i = 0; i < 20; ++i)
        scroll({}, {0, -1}, Qt::ScrollUpdate);
    int pixels = 0;
    for (const QList<QVariant>& arguments : scrolled)
        pixels += arguments.front().toInt();
    const int expected = 20 * QApplication::wheelScrollLines() * 18 / 120;
    QVERIFY(std::abs(pixels - expected) <= 1);
}

void TestTimelineFilter::svgHoldsWhatIsSeen()
{
    const QByteArray svg = m_widget->svg();
    QVERIFY(svg.contains("<svg"));
    for (const char* text : {"stream 20", "GPU busy", "linear"})
        QVERIFY2(svg.contains(text), text);
    // Drawn from the file, it is the picture on screen but for the edges of letters.
    QSvgRenderer renderer(svg);
    QVERIFY(renderer.isValid());
    QCOMPARE(renderer.viewBox().size(), m_widget->size());
    QImage drawn(m_widget->size(), QImage::Format_RGB32);
    drawn.fill(Qt::black);
    QPainter painter(&drawn);
    renderer.render(&painter);
    painter.end();
    const QImage screen = m_widget->image();
    int same = 0;
    int all = 0;
    const QPoint origin = canvas().pos();
    for (int y = 0; y < canvas().height(); y += 3) {
        for (int x = 0; x < canvas().width(); x += 3) {
            const QColor a(drawn.pixel(origin + QPoint(x, y)));
            const QColor b(screen.pixel(origin + QPoint(x, y)));
            same += std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue()) < 24;
            ++all;
        }
    }
    QVERIFY2(same > all * 97 / 100, qPrintable(QStringLiteral("%1 of %2").arg(same).arg(all)));
}

QTEST_MAIN(TestTimelineFilter)
#include "tst_timeline_filter.moc"
