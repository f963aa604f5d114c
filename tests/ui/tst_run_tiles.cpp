// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept of a crowded lane while the view moves, and when it is dropped.
#include "core/trace/trace_builder.h"
#include "tests/support/strict_messages.h"
#include "tests/ui/three_steps_timeline.h"
#include "ui/timeline/run_tiles.h"

#include <QTest>

#include <numeric>
#include <random>

using namespace decodescope;

namespace {

constexpr int kColumnPx = 2;
constexpr int kTilePx = 128 * kColumnPx;
constexpr int kWidthPx = 4 * kTilePx;
constexpr Ns kLength = Ns{kWidthPx} * 500; // 1 us a column

// Narrow slices, a dozen to a column, and now and then one of many columns.
Lane crowdedLane(int slices)
{
    Lane lane;
    std::mt19937 random(11);
    Ns t = 0;
    for (int i = 0; i < slices; ++i) {
        const Ns length = random() % 2000 == 0 ? 40'000 : static_cast<Ns>(random() % 100);
        lane.append(t, t + length, static_cast<EventId>(i));
        t += length + 1 + static_cast<Ns>(random() % 60);
    }
    return lane;
}

void makeRuns(std::span<const Run> runs, std::vector<DrawnRun>& out)
{
    for (const Run& run : runs)
        out.push_back({run.x, run.width, run.event, run.count, 0, run.covered, false, false});
}

// What a view shows that a pan has come to.
std::vector<DrawnRun> pannedTo(RunTiles& tiles, const Lane& lane, Ns begin)
{
    std::vector<DrawnRun> runs;
    tiles.beginPicture(TimeScale({begin - 1, begin - 1 + kLength}, kWidthPx), kColumnPx);
    tiles.beginPicture(TimeScale({begin, begin + kLength}, kWidthPx), kColumnPx);
    if (!tiles.add(lane, makeRuns, runs))
        runs.clear();
    return runs;
}

std::size_t slicesOf(const std::vector<DrawnRun>& runs)
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

} // namespace

class TestRunTiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void onlyPansOfCrowdedLanesAreKept();
    void everySliceIsInOneRun();
    void columnsStayWhileTheViewMoves();
    void wideSlicesAreExact();
    void aSliceMayReachAcrossTiles();
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
    const TimeScale scale({0, kLength}, kWidthPx);
    tiles.beginPicture(scale, kColumnPx);
    QVERIFY(!tiles.add(crowded, makeRuns, runs)); // the first one of its scale
    tiles.beginPicture(scale, kColumnPx);
    QVERIFY(!tiles.add(sparse, makeRuns, runs));
    QVERIFY(!tiles.add(Lane(), makeRuns, runs));
    QVERIFY(runs.empty());
    QVERIFY(tiles.add(crowded, makeRuns, runs));
    tiles.beginPicture(TimeScale({0, kLength + 1}, kWidthPx), kColumnPx); // zoomed
    QVERIFY(!tiles.add(crowded, makeRuns, runs));
    tiles.beginPicture(TimeScale({0, kLength + 1}, kWidthPx), kColumnPx + 1); // more rows in sight
    QVERIFY(!tiles.add(crowded, makeRuns, runs));
    tiles.beginPicture(TimeScale({0, kLength + 1}, kWidthPx), kColumnPx + 1);
    QVERIFY(tiles.add(crowded, makeRuns, runs));
    tiles.clear();
    tiles.beginPicture(TimeScale({0, kLength + 1}, kWidthPx), kColumnPx + 1);
    QVERIFY(!tiles.add(crowded, makeRuns, runs));
}

void TestRunTiles::everySliceIsInOneRun()
{
    const Lane lane = crowdedLane(100'000);
    RunTiles tiles;
    for (Ns begin = -kLength; begin < lane.end(lane.size() - 1); begin += kLength / 4) { // tiles fill the view exactly
        const std::vector<DrawnRun> runs = pannedTo(tiles, lane, begin);
        const std::size_t first = lane.firstBeginningFrom(begin);
        const std::size_t next = lane.firstBeginningFrom(begin + kLength);
        const bool reachesIn = first > 0 && lane.end(first - 1) > begin;
        int used = 0;
        for (const DrawnRun& run : runs) {
            QVERIFY(run.x >= used && run.width >= 1);
            used = run.x + run.width;
        }
        QVERIFY(used <= kWidthPx);
        QCOMPARE(slicesOf(runs), next - first + (reachesIn ? 1 : 0));
    }
}

void TestRunTiles::columnsStayWhileTheViewMoves()
{
    const Lane lane = crowdedLane(100'000);
    RunTiles here;
    const std::vector<DrawnRun> before = pannedTo(here, lane, kLength);
    QVERIFY(before.size() > 100);
    for (const int px : {1, 2, 3, 255, 256, 700}) {
        RunTiles elsewhere; // which has seen nothing of what came before
        const std::vector<DrawnRun> kept = pannedTo(here, lane, kLength + Ns{px} * 500);
        const std::vector<DrawnRun> made = pannedTo(elsewhere, lane, kLength + Ns{px} * 500);
        QCOMPARE(text(kept, 0, kWidthPx, 0), text(made, 0, kWidthPx, 0));
        const int edge = 2 * kColumnPx; // what is cut there
        QCOMPARE(text(kept, edge, kWidthPx - px - edge, px), text(before, edge + px, kWidthPx - edge, 0));
    }
}

void TestRunTiles::wideSlicesAreExact()
{
    const Lane lane = crowdedLane(100'000);
    RunTiles tiles;
    int seen = 0;
    for (Ns begin = 333; begin < lane.end(lane.size() - 1); begin += 12'345) {
        const TimeScale scale({begin, begin + kLength}, kWidthPx);
        for (const DrawnRun& run : pannedTo(tiles, lane, begin)) {
            const auto i = static_cast<std::size_t>(run.event);
            if (run.count > 1 || lane.range(i).length() < 40'000)
                continue;
            ++seen;
            const int x = scale.pixelAt(lane.begin(i));
            QVERIFY(run.x >= x && run.x <= x + kColumnPx); // behind what shares its column
            QCOMPARE(run.x + run.width, std::max(scale.pixelAt(lane.end(i)), 1));
        }
    }
    QVERIFY(seen > 100);
}

void TestRunTiles::aSliceMayReachAcrossTiles()
{
    Lane lane = crowdedLane(50'000);
    const Ns begin = lane.end(lane.size() - 1) + 1;
    lane.append(begin, begin + 10 * kLength, EventId{50'000});
    for (int i = 0; i < 50'000; ++i)
        lane.append(begin + 10 * kLength + Ns{i} * 10, begin + 10 * kLength + Ns{i} * 10 + 5, EventId{60'000});
    RunTiles tiles;
    const std::vector<DrawnRun> inside = pannedTo(tiles, lane, begin + 5 * kLength + 77);
    QCOMPARE(text(inside, 0, kWidthPx, 0), std::string("0+1024 #50000 of 1\n"));
    const std::vector<DrawnRun> atItsEnd = pannedTo(tiles, lane, begin + 10 * kLength - 500 * 100);
    QCOMPARE(text(atItsEnd, 0, 100, 0), std::string("0+100 #50000 of 1\n"));
    QVERIFY(atItsEnd.size() > 100);
}

// Pictures of a canvas that has panned before something changed equal those of one that never has.
void TestRunTiles::canvasDropsThemWithWhatTheyShow()
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
        event.name = names[i / 100 % 3];
        event.category = category;
        event.thread = thread;
        batch.events.push_back(event);
    }
    builder.append(batch);
    builder.finish();
    const auto trace = builder.snapshot();

    const auto change = [](test::ThreeStepsTimeline& timeline, int which) {
        if (which == 0)
            timeline.canvas().setColorMode(ColorMode::name);
        else if (which == 1)
            timeline.state().setHighlight({Highlight::By::name, 1, {}});
        else
            timeline.document().setTrace(timeline.document().trace(), QStringLiteral("again"));
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
        QString before;
        for (const Ns shift : {1000, 2000, 3000})
            before = picture(panned, {shift, shift + 4'000'000});
        change(panned, which);
        change(fresh, which);
        QTest::qWait(50); // matches are found on a worker
        picture(panned, {4000, 4'004'000});
        picture(fresh, {4000, 4'004'000});
        const QString kept = picture(panned, {5000, 4'005'000});
        QCOMPARE(kept, picture(fresh, {5000, 4'005'000}));
        QVERIFY(kept != before);
    }
}

QTEST_MAIN(TestRunTiles)
#include "tst_run_tiles.moc"
