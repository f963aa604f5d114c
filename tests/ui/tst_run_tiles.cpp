// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of a crowded lane while the view moves, and when it is dropped.
#include "core/trace/trace_builder.h"
#include "tests/support/strict_messages.h"
#include "tests/ui/three_steps_timeline.h"
#include "ui/timeline/run_tiles.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <random>

using namespace decodescope;

namespace {

// A picture: its pixels, and what they are of.
struct Setting
{
    int columnPx = 2;
    int widthPx = 1024;
    Ns length = 512'000;
    TimeScale scale(Ns begin) const { return {{begin, begin + length}, widthPx}; }
    double nsPerPx() const { return static_cast<double>(length) / widthPx; }
};

// Slices of up to mostNs and rests of as much, and now and then one of many columns.
Lane crowdedLane(int slices, Ns mostNs = 100)
{
    Lane lane;
    std::mt19937 random(11);
    Ns t = 0;
    for (int i = 0; i < slices; ++i) {
        const Ns length = random() % 2000 == 0 ? 40'000 : static_cast<Ns>(random()) % mostNs;
        lane.append(t, t + length, static_cast<EventId>(i));
        t += length + static_cast<Ns>(random()) % mostNs;
    }
    return lane;
}

void makeRuns(std::span<const Run> runs, std::vector<DrawnRun>& out)
{
    for (const Run& run : runs)
        out.push_back({run.x, run.width, run.event, run.count, 0, run.covered, false, false});
}

// What a view shows that a pan has come to.
std::vector<DrawnRun> pannedTo(RunTiles& tiles, const Lane& lane, const Setting& setting, Ns begin)
{
    std::vector<DrawnRun> runs;
    tiles.beginPicture(setting.scale(begin - 1), setting.columnPx);
    tiles.beginPicture(setting.scale(begin), setting.columnPx);
    if (!tiles.add(lane, makeRuns, runs))
        runs.clear();
    return runs;
}

std::size_t slicesOf(std::span<const DrawnRun> runs)
{
    return std::accumulate(runs.begin(), runs.end(), std::size_t{0},
                           [](std::size_t sum, const DrawnRun& run) { return sum + run.count; });
}

std::string text(const std::vector<DrawnRun>& runs, int fromPx, int toPx, int shift)
{
    std::string s;
    for (const DrawnRun& run : runs) {
        if (run.x >= fromPx && run.x + run.width <= toPx)
            s += std::to_string(run.x + shift) + "+" + std::to_string(run.width) + " #" +
                 std::to_string(index(run.event)) + " of " + std::to_string(run.count) + "\n";
    }
    return s;
}

// Slices of one thread, 100 ns from one to the next; `firstName` of three is that of the first hundred.
std::shared_ptr<const Trace> crowdedTrace(Ns firstName)
{
    TraceBuilder builder;
    EventBatch batch;
    const std::uint32_t category = batch.strings.add("cpu_op");
    const std::uint32_t names[] = {batch.strings.add("a"), batch.strings.add("b"), batch.strings.add("c")};
    const std::uint32_t thread = batch.threadNumber({{1, 0, true}, {1, 0, true}});
    for (Ns i = 0; i < 50'000; ++i) {
        BatchEvent event;
        event.time = i * 100;
        event.duration = 40 + i % 7;
        event.name = names[(i / 100 + firstName) % 3];
        event.category = category;
        event.thread = thread;
        batch.events.push_back(event);
    }
    builder.append(batch);
    builder.finish();
    return builder.snapshot();
}

} // namespace

class TestRunTiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void onlyPansOfCrowdedLanesAreKept();
    void everySliceIsInOneRunAtItsPlace_data();
    void everySliceIsInOneRunAtItsPlace();
    void columnsStayWhileTheViewMoves_data() { everySliceIsInOneRunAtItsPlace_data(); }
    void columnsStayWhileTheViewMoves();
    void wideSlicesAreExact();
    void aSliceMayReachAcrossTiles();
    void theEndsOfTimeAreNoDanger();
    void canvasDropsThemWithWhatTheyShow();
};

void TestRunTiles::onlyPansOfCrowdedLanesAreKept()
{
    const Lane crowded = crowdedLane(100'000);
    Lane sparse;
    for (Ns t = 0; t < 100; ++t)
        sparse.append(t * 100'000, t * 100'000 + 50'000, static_cast<EventId>(t));
    RunTiles tiles;
    std::vector<DrawnRun> runs;
    const TimeScale scale({0, 512'000}, 1024);
    tiles.beginPicture(scale, 2);
    QVERIFY(!tiles.add(crowded, makeRuns, runs)); // the first one of its scale
    tiles.beginPicture(scale, 2);
    QVERIFY(!tiles.add(sparse, makeRuns, runs));
    QVERIFY(!tiles.add(Lane(), makeRuns, runs));
    QVERIFY(runs.empty());
    QVERIFY(tiles.add(crowded, makeRuns, runs));
    const TimeScale zoomed({0, 512'001}, 1024);
    tiles.beginPicture(zoomed, 2);
    QVERIFY(!tiles.add(crowded, makeRuns, runs));
    tiles.beginPicture(zoomed, 3); // more rows in sight
    QVERIFY(!tiles.add(crowded, makeRuns, runs));
    tiles.beginPicture(zoomed, 3);
    QVERIFY(tiles.add(crowded, makeRuns, runs));
    tiles.clear();
    tiles.beginPicture(zoomed, 3);
    QVERIFY(!tiles.add(crowded, makeRuns, runs));
}

void TestRunTiles::everySliceIsInOneRunAtItsPlace_data()
{
    QTest::addColumn<Setting>("setting");
    QTest::addColumn<Ns>("mostNs");
    QTest::newRow("a dozen slices a column") << Setting{2, 1024, Ns{512'000}} << Ns{100};
    QTest::newRow("a dozen, pixels of odd lengths") << Setting{2, 1000, Ns{503'503}} << Ns{100};
    QTest::newRow("fifty a pixel") << Setting{1, 1500, Ns{750'000}} << Ns{10};
    QTest::newRow("fifty a pixel of odd length") << Setting{1, 1501, Ns{750'003}} << Ns{10};
    QTest::newRow("hundreds a column") << Setting{4, 1920, Ns{9'600'001}} << Ns{60};
}

void TestRunTiles::everySliceIsInOneRunAtItsPlace()
{
    QFETCH(Setting, setting);
    QFETCH(Ns, mostNs);
    const auto [columnPx, widthPx, length] = setting;
    const Lane lane = crowdedLane(300'000, mostNs);
    RunTiles tiles;
    int pictures = 0;
    for (Ns begin = -length / 2; begin < lane.end(lane.size() - 1); begin += length / 4 + 77) {
        const TimeScale scale = setting.scale(begin);
        const std::vector<DrawnRun> runs = pannedTo(tiles, lane, setting, begin);
        if (runs.size() < 10)
            continue;
        ++pictures;
        // In order, so that what came before says which slices a run holds, once one of them is known: the first that
        // is a slice by itself, whose event is its position.
        std::size_t known = 0;
        while (known < runs.size() && runs[known].count > 1)
            ++known;
        if (known == runs.size())
            continue;
        std::size_t position = static_cast<std::size_t>(runs[known].event) - slicesOf(std::span(runs).first(known));
        int used = 0;
        for (const DrawnRun& run : runs) {
            QVERIFY(run.x >= used && run.width >= 1);
            used = run.x + run.width;
            const auto event = static_cast<std::size_t>(run.event);
            QVERIFY(event >= position && event < position + run.count);
            for (const std::size_t slice : {position, event, position + run.count - 1}) {
                const int x = scale.pixelAt(lane.begin(slice));
                // Of this column, or left over from the one before; rounded on the grid and in the view.
                QVERIFY2(x <= used && x > run.x - 2 * columnPx - 2, qPrintable(QString::number(x - run.x)));
            }
            position += run.count;
        }
        QVERIFY(used <= widthPx);
        QVERIFY(lane.size() == position || scale.pixelAt(lane.begin(position)) >= widthPx - columnPx - 1);
    }
    QVERIFY(pictures > 10);
}

void TestRunTiles::columnsStayWhileTheViewMoves()
{
    QFETCH(Setting, setting);
    QFETCH(Ns, mostNs);
    const auto [columnPx, widthPx, length] = setting;
    const Lane lane = crowdedLane(300'000, mostNs);
    RunTiles here;
    const std::vector<DrawnRun> before = pannedTo(here, lane, setting, length / 2);
    QVERIFY(before.size() > 100);
    for (const int px : {1, 2, 3, 255, 256, 700}) {
        const Ns begin = length / 2 + static_cast<Ns>(std::ceil(px * setting.nsPerPx())); // a pixel of the grid
        RunTiles elsewhere; // which has seen nothing of what came before
        const std::vector<DrawnRun> kept = pannedTo(here, lane, setting, begin);
        const std::vector<DrawnRun> made = pannedTo(elsewhere, lane, setting, begin);
        QCOMPARE(text(kept, 0, widthPx, 0), text(made, 0, widthPx, 0));
        const int edge = 2 * columnPx + 2; // what is cut there
        if (length % widthPx == 0)         // else edges of wide slices round in another way
            QCOMPARE(text(kept, edge, widthPx - px - edge, px), text(before, edge + px, widthPx - edge, 0));
    }
}

void TestRunTiles::wideSlicesAreExact()
{
    const Setting setting;
    const Lane lane = crowdedLane(100'000);
    RunTiles tiles;
    int seen = 0;
    for (Ns begin = 333; begin < lane.end(lane.size() - 1); begin += 12'345) {
        const TimeScale scale = setting.scale(begin);
        for (const DrawnRun& run : pannedTo(tiles, lane, setting, begin)) {
            const auto i = static_cast<std::size_t>(run.event);
            if (run.count > 1 || lane.range(i).length() < 40'000)
                continue;
            ++seen;
            const int x = scale.pixelAt(lane.begin(i));
            QVERIFY(run.x >= x && run.x <= x + setting.columnPx); // behind what shares its column
            QCOMPARE(run.x + run.width, std::max(scale.pixelAt(lane.end(i)), 1));
        }
    }
    QVERIFY(seen > 100);
}

void TestRunTiles::aSliceMayReachAcrossTiles()
{
    const Setting setting;
    Lane lane = crowdedLane(50'000);
    const Ns begin = lane.end(lane.size() - 1) + 1;
    const Ns end = begin + 10 * setting.length;
    lane.append(begin, end, EventId{50'000});
    for (int i = 0; i < 50'000; ++i)
        lane.append(end + Ns{i} * 10, end + Ns{i} * 10 + 5, EventId{60'000});
    RunTiles tiles;
    const std::vector<DrawnRun> inside = pannedTo(tiles, lane, setting, begin + 5 * setting.length + 77);
    QCOMPARE(text(inside, 0, setting.widthPx, 0), std::string("0+1024 #50000 of 1\n"));
    const std::vector<DrawnRun> atItsEnd = pannedTo(tiles, lane, setting, end - 500 * 100);
    QCOMPARE(text(atItsEnd, 0, 100, 0), std::string("0+100 #50000 of 1\n"));
    QVERIFY(atItsEnd.size() > 100);
}

void TestRunTiles::theEndsOfTimeAreNoDanger()
{
    const Setting setting;
    for (const Ns begin : {kMaxNs - 600'000, kMinNs + 88'000}) {
        Lane lane;
        for (Ns t = begin; t < begin + 512'000; t += 20)
            lane.append(t, t + 10, static_cast<EventId>(lane.size()));
        RunTiles tiles;
        const std::vector<DrawnRun> runs = pannedTo(tiles, lane, setting, begin);
        QVERIFY(runs.empty() || slicesOf(runs) == lane.size()); // folded directly, or whole
    }
}

// Pictures of a canvas that has panned before something changed equal those of one that never has, and differ from what
// they would be without the change.
void TestRunTiles::canvasDropsThemWithWhatTheyShow()
{
    const auto trace = crowdedTrace(0);
    const auto change = [](test::ThreeStepsTimeline& timeline, int which) {
        if (which == 0)
            timeline.canvas().setColorMode(ColorMode::name);
        else if (which == 1)
            timeline.state().setHighlight({Highlight::By::name, 1, {}});
        else
            timeline.document().setTrace(crowdedTrace(1), QStringLiteral("another"));
    };
    const auto picture = [](test::ThreeStepsTimeline& timeline, TimeRange range) {
        timeline.state().setVisibleRange(range);
        return QString::fromStdString(timeline.canvas().scene().bands()[1].list.text());
    };
    for (int which = 0; which < 3; ++which) {
        test::ThreeStepsTimeline panned;
        test::ThreeStepsTimeline fresh;
        QVERIFY(panned.open() && fresh.open());
        panned.document().setTrace(trace, QStringLiteral("crowded"));
        fresh.document().setTrace(trace, QStringLiteral("crowded"));
        for (const Ns shift : {1000, 2000, 3000})
            picture(panned, {shift, shift + 4'000'000});
        const QString unchanged = picture(panned, {5000, 4'005'000});
        change(panned, which);
        change(fresh, which);
        QTest::qWait(50); // matches are found on a worker
        picture(panned, {4000, 4'004'000});
        picture(fresh, {4000, 4'004'000});
        const QString changed = picture(panned, {5000, 4'005'000});
        QCOMPARE(changed, picture(fresh, {5000, 4'005'000}));
        QVERIFY(changed != unchanged);
    }
}

QTEST_MAIN(TestRunTiles)
#include "tst_run_tiles.moc"
