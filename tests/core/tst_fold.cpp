// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/fold.h"
#include "core/query/hit_test.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace decodescope;

namespace {

Lane laneOf(std::initializer_list<std::pair<Ns, Ns>> slices)
{
    Lane lane;
    std::uint32_t id = 0;
    for (const auto& [begin, end] : slices)
        lane.append(begin, end, EventId{id++});
    return lane;
}

std::string text(const std::vector<Run>& runs)
{
    std::string s;
    for (const Run& run : runs) {
        s += std::to_string(run.x) + "+" + std::to_string(run.width) + " #" + std::to_string(run.position);
        if (run.count > 1)
            s += " of " + std::to_string(run.count);
        s += "\n";
    }
    return s;
}

std::string fold(const Lane& lane, TimeRange range, int width, int columnPx = 1)
{
    std::vector<Run> runs;
    foldLane(lane, TimeScale(range, width), columnPx, runs);
    return text(runs);
}

// The rules of fold.h, by walking over every slice.
std::vector<Run> bruteForce(const Lane& lane, const TimeScale& scale, int columnPx)
{
    std::vector<Run> runs;
    int used = 0;
    int column = -1;
    for (std::size_t i = 0; i < lane.size(); ++i) {
        if (lane.end(i) <= scale.range().begin || lane.begin(i) >= scale.range().end)
            continue;
        const int x = scale.pixelAt(lane.begin(i));
        const int end = scale.pixelAt(lane.end(i));
        const auto at = static_cast<std::uint32_t>(i);
        if (end - x > columnPx) {
            runs.push_back({std::max(x, used), end - std::max(x, used), at, at, 1, 255});
            column = -1;
        } else if (column >= 0 && x / columnPx == column) {
            Run& run = runs.back();
            ++run.count;
            run.width = std::max(run.width, end - run.x);
            if (lane.range(i).length() > lane.range(run.position).length())
                run.position = at;
        } else {
            const int from = std::min(std::max(x, used), scale.widthPx() - 1);
            runs.push_back({from, std::max(from + 1, end) - from, at, at, 1, 0});
            column = x / columnPx;
        }
        used = runs.back().x + runs.back().width;
    }
    return runs;
}

Lane randomLane(std::mt19937& random, int slices)
{
    Lane lane;
    Ns t = static_cast<Ns>(random() % 1000);
    for (int i = 0; i < slices; ++i) {
        const Ns length = random() % 8 == 0 ? 0 : static_cast<Ns>(random() % (1u << (random() % 12)));
        lane.append(t, t + length, static_cast<EventId>(i));
        t += length + (random() % 3 == 0 ? 0 : static_cast<Ns>(random() % (1u << (random() % 12))));
        if (length == 0)
            ++t;
    }
    return lane;
}

} // namespace

class FoldTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wideSlicesStandAlone();
    void narrowSlicesShareAColumn();
    void aWideSliceFollowsAFoldedColumn();
    void isolatedSliceIsOnePixel();
    void slicesThatReachIn();
    void zeroLengthIsSeen();
    void coarseColumns();
    void coverageSaysHowFull();
    void agreesWithBruteForce_data();
    void agreesWithBruteForce();
    void runsNeverOverlap();
    void hitFindsTheRun();
    void nearestEdgeAgreesWithBruteForce();
};

void FoldTest::wideSlicesStandAlone()
{
    const Lane lane = laneOf({{0, 50}, {50, 70}, {90, 100}});
    QCOMPARE(fold(lane, {0, 100}, 10), "0+5 #0\n5+2 #1\n9+1 #2\n");
}

void FoldTest::narrowSlicesShareAColumn()
{
    const Lane lane = laneOf({{1, 2}, {3, 7}, {8, 9}, {22, 23}});
    QCOMPARE(fold(lane, {0, 100}, 10), "0+1 #1 of 3\n2+1 #3\n");
}

void FoldTest::aWideSliceFollowsAFoldedColumn()
{
    const Lane lane = laneOf({{1, 2}, {3, 4}, {5, 45}});
    QCOMPARE(fold(lane, {0, 100}, 10), "0+1 #0 of 2\n1+3 #2\n");
}

void FoldTest::isolatedSliceIsOnePixel()
{
    const Lane lane = laneOf({{500'000, 500'001}});
    QCOMPARE(fold(lane, {0, 1'000'000}, 1000), "500+1 #0\n");
    QCOMPARE(fold(lane, {0, 1'000'000}, 1000, 3), "500+1 #0\n");
}

void FoldTest::slicesThatReachIn()
{
    const Lane lane = laneOf({{-100, -50}, {-50, 30}, {80, 500}, {600, 700}});
    QCOMPARE(fold(lane, {0, 100}, 10), "0+3 #1\n8+2 #2\n");
}

void FoldTest::zeroLengthIsSeen()
{
    const Lane lane = laneOf({{40, 40}, {99, 99}});
    QCOMPARE(fold(lane, {0, 100}, 10), "4+1 #0\n9+1 #1\n");
    QCOMPARE(fold(lane, {38, 48}, 100), "20+1 #0\n");
}

void FoldTest::coarseColumns()
{
    // Columns [0, 3), [3, 6), ... of 10 ns pixels.
    const Lane lane = laneOf({{0, 5}, {10, 18}, {20, 22}, {30, 31}, {61, 62}, {70, 130}});
    QCOMPARE(fold(lane, {0, 200}, 20, 3), "0+2 #1 of 3\n3+1 #3\n6+1 #4\n7+6 #5\n");
}

void FoldTest::coverageSaysHowFull()
{
    std::vector<Run> runs;
    foldLane(laneOf({{0, 5}, {5, 10}, {20, 21}}), TimeScale({0, 100}, 10), 1, runs);
    QCOMPARE(runs.size(), 2u);
    QCOMPARE(runs[0].covered, std::uint8_t{255});
    QCOMPARE(runs[1].covered, std::uint8_t{26}); // a tenth of 255
}

void FoldTest::agreesWithBruteForce_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 40; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void FoldTest::agreesWithBruteForce()
{
    QFETCH(unsigned, seed);
    std::mt19937 random(seed);
    const Lane lane = randomLane(random, 3000);
    const Ns last = lane.end(lane.size() - 1);
    for (int round = 0; round < 30; ++round) {
        Ns a = static_cast<Ns>(random()) % (last + 2000) - 1000;
        Ns b = a + 1 + static_cast<Ns>(random()) % (last >> (random() % 12));
        const int columnPx = 1 + static_cast<int>(random() % 4);
        const TimeScale scale({a, b}, 1 + static_cast<int>(random() % 2000));
        std::vector<Run> found;
        foldLane(lane, scale, columnPx, found);
        const std::vector<Run> expected = bruteForce(lane, scale, columnPx);
        QCOMPARE(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            QCOMPARE(found[i].x, expected[i].x);
            QCOMPARE(found[i].width, expected[i].width);
            QCOMPARE(found[i].first, expected[i].first);
            QCOMPARE(found[i].count, expected[i].count);
            if (found[i].count <= kFoldLooksAt)
                QCOMPARE(found[i].position, expected[i].position);
            else
                QVERIFY(found[i].position >= found[i].first && found[i].position < found[i].first + found[i].count);
        }
    }
}

void FoldTest::runsNeverOverlap()
{
    std::mt19937 random(99);
    for (int round = 0; round < 100; ++round) {
        const Lane lane = randomLane(random, 500);
        const int width = 1 + static_cast<int>(random() % 300);
        std::vector<Run> runs;
        foldLane(lane, TimeScale({0, lane.end(lane.size() - 1)}, width), 1 + static_cast<int>(random() % 3), runs);
        int used = 0;
        std::size_t slices = 0;
        for (const Run& run : runs) {
            QVERIFY(run.x >= used && run.width >= 1);
            used = run.x + run.width;
            slices += run.count;
        }
        QVERIFY(used <= width);
        QVERIFY(slices >= lane.size() - 2); // but for zero lengths at the very ends
        QVERIFY(static_cast<int>(runs.size()) <= width);
    }
}

void FoldTest::hitFindsTheRun()
{
    std::vector<Run> runs;
    foldLane(laneOf({{0, 50}, {70, 71}, {80, 100}}), TimeScale({0, 100}, 10), 1, runs);
    QCOMPARE(runAt(runs, 0, 0)->position, 0u);
    QCOMPARE(runAt(runs, 4, 0)->position, 0u);
    QVERIFY(!runAt(runs, 5, 0));
    QCOMPARE(runAt(runs, 5, 1)->position, 0u);
    QCOMPARE(runAt(runs, 6, 1)->position, 1u);
    QCOMPARE(runAt(runs, 7, 3)->position, 1u);
    QCOMPARE(runAt(runs, 9, 0)->position, 2u);
    QVERIFY(!runAt({}, 3, 5));
}

void FoldTest::nearestEdgeAgreesWithBruteForce()
{
    std::mt19937 random(5);
    const Lane lane = randomLane(random, 400);
    for (int round = 0; round < 3000; ++round) {
        const Ns t = static_cast<Ns>(random()) % (lane.end(lane.size() - 1) + 200) - 100;
        const Ns within = static_cast<Ns>(random() % 300);
        std::optional<Ns> expected;
        for (std::size_t i = 0; i < lane.size(); ++i) {
            for (const Ns edge : {lane.begin(i), lane.end(i)}) {
                if (std::abs(edge - t) <= within && (!expected || std::abs(edge - t) < std::abs(*expected - t)))
                    expected = edge;
            }
        }
        QCOMPARE(nearestEdge(lane, t, within), expected);
    }
}

QTEST_APPLESS_MAIN(FoldTest)
#include "tst_fold.moc"
