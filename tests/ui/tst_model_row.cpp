// SPDX-License-Identifier: GPL-3.0-or-later
// The row of layers and parts under the mouse.
#include "tests/support/strict_messages.h"
#include "tests/ui/labelled_window.h"
#include "ui/style/palette.h"
#include "ui/timeline/model_blocks.h"
#include "ui/timeline/timeline_canvas.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMouseEvent>
#include <QTest>

using namespace decodescope;
using test::LabelledWindow;

namespace {

// Layer 4 of ProfilerStep#4, from its first kernel to its last one's end, as the guide counts it by hand; the part that
// begins it is a norm.
constexpr TimeRange kLayer4{5098593727107124, 5098593728098219};

} // namespace

class TestModelRow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void init();
    void cleanup() { m_sample.reset(); }
    void dragOverALayerSnaps_data();
    void dragOverALayerSnaps();
    void controlFreesTheEdges();
    void clickSelectsTheLayer();
    void blocksAreNoSlices();
    void doubleClickZoomsToTheLayer();
    void dimsWhatIsNotLit();
    void tipNamesTheBlock();

private:
    TimelineCanvas& canvas() { return m_sample->find<TimelineCanvas>(); }
    double xOf(Ns t) { return canvas().scale().pixelAt(t) / canvas().devicePixelRatioF(); }
    // The middle of the row's upper lane, layers, or of its lower one, parts.
    double laneY(std::uint32_t lane);
    std::pair<int, int> litAndDim(std::uint32_t lane);
    void mouse(QEvent::Type type, QPointF at, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers = {});
    void drag(double fromX, double toX, double y, Qt::KeyboardModifiers modifiers = {});

    std::unique_ptr<LabelledWindow> m_sample;
};

void TestModelRow::init()
{
    m_sample = std::make_unique<LabelledWindow>();
    QVERIFY(m_sample->openSample());
    m_sample->state().setVisibleRange({kLayer4.begin - 300'000, kLayer4.end + 300'000});
    QVERIFY(m_sample->settle());
}

double TestModelRow::laneY(std::uint32_t lane)
{
    for (const Scene::Band& band : canvas().scene().bands()) {
        for (const DrawnLane& drawn : band.list.lanes)
            if (drawn.track == kNoTrack && drawn.lane == lane)
                return (drawn.y + drawn.height / 2.0) / canvas().devicePixelRatioF();
    }
    return -1;
}

void TestModelRow::mouse(QEvent::Type type, QPointF at, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers)
{
    const auto button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
    QMouseEvent event(type, at, canvas().mapToGlobal(at), button, buttons, modifiers);
    QApplication::sendEvent(&canvas(), &event);
}

void TestModelRow::drag(double fromX, double toX, double y, Qt::KeyboardModifiers modifiers)
{
    mouse(QEvent::MouseButtonPress, {fromX, y}, Qt::LeftButton, modifiers);
    for (int i = 1; i <= 4; ++i)
        mouse(QEvent::MouseMove, {fromX + (toX - fromX) * i / 4, y}, Qt::LeftButton, modifiers);
    mouse(QEvent::MouseButtonRelease, {toX, y}, Qt::NoButton, modifiers);
}

void TestModelRow::dragOverALayerSnaps_data()
{
    QTest::addColumn<double>("off"); // pixels outwards
    QTest::newRow("inside") << -5.0;
    QTest::newRow("at the edges") << 0.0;
    QTest::newRow("outside") << 3.0;
}

void TestModelRow::dragOverALayerSnaps()
{
    QFETCH(const double, off);
    const double y = laneY(0);
    QVERIFY(y > 0);
    drag(xOf(kLayer4.begin) - off, xOf(kLayer4.end) + off, y);
    QCOMPARE(m_sample->state().selectedRange(), std::optional(kLayer4));
}

void TestModelRow::controlFreesTheEdges()
{
    drag(xOf(kLayer4.begin) + 5, xOf(kLayer4.end) - 5, laneY(0), Qt::ControlModifier);
    const auto range = m_sample->state().selectedRange();
    QVERIFY(range && range->begin > kLayer4.begin && range->end < kLayer4.end);
}

void TestModelRow::clickSelectsTheLayer()
{
    const QPointF at((xOf(kLayer4.begin) + xOf(kLayer4.end)) / 2, laneY(0));
    mouse(QEvent::MouseButtonPress, at, Qt::LeftButton);
    mouse(QEvent::MouseButtonRelease, at, Qt::NoButton);
    QCOMPARE(m_sample->state().selectedRange(), std::optional(kLayer4));
    QCOMPARE(m_sample->state().selectedEvent(), kNoEvent);
    // A part of it: shorter, within the layer, from where the layer begins.
    const QPointF part(xOf(kLayer4.begin) + 6, laneY(1));
    mouse(QEvent::MouseButtonPress, part, Qt::LeftButton);
    mouse(QEvent::MouseButtonRelease, part, Qt::NoButton);
    const auto range = m_sample->state().selectedRange();
    QVERIFY(range && range->begin == kLayer4.begin && range->end < kLayer4.end);
}

// It is no slice: the menu offers nothing of one, and a gap that was selected is not any more.
void TestModelRow::blocksAreNoSlices()
{
    const QPoint at = QPointF((xOf(kLayer4.begin) + xOf(kLayer4.end)) / 2, laneY(0)).toPoint();
    EventId offered{0};
    QObject::disconnect(&canvas(), &TimelineCanvas::contextMenuRequested, nullptr, nullptr); // a menu would wait
    connect(&canvas(), &TimelineCanvas::contextMenuRequested, this, [&](EventId event) { offered = event; });
    QContextMenuEvent menu(QContextMenuEvent::Mouse, at, canvas().mapToGlobal(at));
    QApplication::sendEvent(&canvas(), &menu);
    QCOMPARE(offered, kNoEvent);
    QCOMPARE(m_sample->state().selectedEvent(), kNoEvent);
    m_sample->press(Qt::Key_G);
    QVERIFY(m_sample->state().selectedGap());
    mouse(QEvent::MouseButtonPress, at, Qt::LeftButton);
    mouse(QEvent::MouseButtonRelease, at, Qt::NoButton);
    QVERIFY(!m_sample->state().selectedGap());
}

void TestModelRow::doubleClickZoomsToTheLayer()
{
    mouse(QEvent::MouseButtonDblClick, {(xOf(kLayer4.begin) + xOf(kLayer4.end)) / 2, laneY(0)}, Qt::LeftButton);
    const TimeRange view = m_sample->state().visibleRange();
    QVERIFY(view.contains(kLayer4));
    QVERIFY(view.length() < kLayer4.length() * 3 / 2);
}

// The parts lane or the layers lane as it is drawn: how many blocks are lit and how many are dim.
std::pair<int, int> TestModelRow::litAndDim(std::uint32_t lane)
{
    std::pair<int, int> counts;
    for (const Scene::Band& band : canvas().scene().bands())
        for (const DrawnLane& drawn : band.list.lanes)
            if (drawn.track == kNoTrack && drawn.lane == lane)
                for (const DrawnRun& run : band.list.runsOf(drawn))
                    ++(run.isDim ? counts.second : counts.first);
    return counts;
}

void TestModelRow::dimsWhatIsNotLit()
{
    m_sample->state().setVisibleRange(kLayer4);
    const auto [parts, none] = litAndDim(1);
    QVERIFY(parts > 5);
    QCOMPARE(none, 0);
    m_sample->state().setHighlight({Highlight::By::part, static_cast<std::uint32_t>(Part::attention), {}});
    QTRY_COMPARE(litAndDim(1), std::pair(1, parts - 1)); // one attention a layer
    QCOMPARE(litAndDim(0), std::pair(1, 0));
    m_sample->state().setShowsOnlyMatches(true);
    QCOMPARE(litAndDim(1), std::pair(1, 0));
    QCOMPARE(litAndDim(0), std::pair(1, 0));
    // From afar, where a column holds several parts: it has the colour of what is lit in it.
    m_sample->state().setVisibleRange(m_sample->document().trace()->contentSpan());
    int columns = 0;
    for (const Scene::Band& band : canvas().scene().bands()) {
        for (const DrawnLane& drawn : band.list.lanes) {
            for (const DrawnRun& run : band.list.runsOf(drawn)) {
                if (drawn.track != kNoTrack || drawn.lane != 1)
                    continue;
                ++columns;
                QCOMPARE(run.color, partColorIndex("attention"));
            }
        }
    }
    QCOMPARE(columns, 66); // 22 layers of three steps
}

void TestModelRow::tipNamesTheBlock()
{
    const auto trace = m_sample->document().trace();
    const auto profiles = gpuProfiles(*trace, m_sample->document().labels().get());
    QCOMPARE(profiles.size(), std::size_t{1});
    const auto spotIn = [&](std::uint32_t lane) {
        const DrawnLane drawn{kNoTrack, lane, 0, 10, 0, 0, profiles[0].process};
        const Lane& blocks = *blocksOf(profiles, drawn);
        return blockAt(profiles, drawn, *trace, blocks.event(blocks.at(kLayer4.begin)));
    };
    const auto layer = spotIn(0);
    QVERIFY(layer);
    QCOMPARE(layer->range, kLayer4);
    const auto lines = blockTip(*layer, 1, kLayer4.begin);
    QCOMPARE(lines.size(), std::size_t{3});
    QCOMPARE(lines[0].text, QStringLiteral("layer 4"));
    QVERIFY(lines[1].text.startsWith(QStringLiteral("991.095\u00a0\u00b5s")));
    QCOMPARE(lines[2].text, QStringLiteral("41 operations"));
    QCOMPARE(blockTip(*layer, 3, 0).size(), std::size_t{4});
    const auto part = spotIn(1);
    QVERIFY(part);
    QCOMPARE(blockTip(*part, 1, 0)[0].text, QStringLiteral("layer 4, norm"));
    QVERIFY(!blockAt(profiles, DrawnLane{TrackId{0}, 0, 0, 10, 0, 0, {}}, *trace, EventId{0}));
    QVERIFY(!blockAt(profiles, DrawnLane{kNoTrack, 0, 0, 10, 0, 0, profiles[0].process}, *trace, kNoEvent));
}

QTEST_MAIN(TestModelRow)
#include "tst_model_row.moc"
