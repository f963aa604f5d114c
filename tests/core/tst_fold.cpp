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
            run.width = std::max(run.width, std::max(end, x + 1) - run.x);
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

class FoldTest : public QObject
{
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
    void denseLanesKeepTheRules();
    void longSlicesStandOutOfCrowds();
    void rangesSideBySideShareNoSlice();
    void summaryAgreesWithItsLane();
    void runsNeverOverlap();
    void hitFindsTheRun();
    void nearestEdgeAgreesWithBruteForce();

private:
    static void compareDense(const Lane& lane, const TimeScale& scale, int columnPx, const std::vector<Run>& runs);
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
    QCOMPARE(fold(lane, {0, 200}, 20, 3), "0+3 #1 of 3\n3+1 #3\n6+1 #4\n7+6 #5\n");
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
        const bool isSparse = std::ranges::all_of(expected, [](const Run& run) { return run.count <= 32; });
        if (!isSparse) {
            compareDense(lane, scale, columnPx, found);
            continue;
        }
        QCOMPARE(found.size(), expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            QCOMPARE(found[i].x, expected[i].x);
            QCOMPARE(found[i].width, expected[i].width);
            QCOMPARE(found[i].first, expected[i].first);
            QCOMPARE(found[i].count, expected[i].count);
            QCOMPARE(found[i].position, expected[i].position);
            QCOMPARE(found[i].event, lane.event(found[i].position));
        }
    }
}

// What holds however many slices a column has.
void FoldTest::compareDense(const Lane& lane, const TimeScale& scale, int columnPx, const std::vector<Run>& runs)
{
    int used = 0;
    std::size_t next = lane.firstEndingAfter(scale.range().begin);
    for (const Run& run : runs) {
        QVERIFY(run.x >= used && run.width >= 1);
        QCOMPARE(std::size_t{run.first}, next); // every slice is in one run
        Ns longest = -1;
        Ns covered = 0;
        for (std::size_t i = run.first; i < run.first + run.count; ++i) {
            const int x = scale.pixelAt(lane.begin(i));
            QVERIFY(x < run.x + run.width);
            QVERIFY(x / columnPx >= run.x / columnPx - 1); // of this column, or left over from the one before
            longest = std::max(longest, lane.range(i).length());
            covered += lane.range(i).length();
        }
        QCOMPARE(lane.range(run.position).length(), longest);
        QCOMPARE(run.event, lane.event(run.position));
        if (run.count > 1)
            QVERIFY(std::abs(std::min(1.0, static_cast<double>(covered) / (run.width * scale.nsPerPx())) -
                             run.covered / 255.0) < 0.01);
        used = run.x + run.width;
        next += run.count;
    }
    QVERIFY(used <= scale.widthPx());
    QVERIFY(next == lane.size() || lane.begin(next) >= scale.timeAt(scale.widthPx() - columnPx));
    QVERIFY(runs.size() <= static_cast<std::size_t>(2 * (scale.widthPx() / columnPx + 1)));
}

void FoldTest::denseLanesKeepTheRules()
{
    std::mt19937 random(3);
    for (const int slices : {100, 1000, 20'000, 200'000}) {
        const Lane lane = randomLane(random, slices);
        const Ns last = lane.end(lane.size() - 1);
        for (int round = 0; round < 20; ++round) {
            const Ns a = static_cast<Ns>(random()) % (last / 2);
            const int columnPx = 1 + static_cast<int>(random() % 4);
            const TimeScale scale({a, a + last / (1 + static_cast<Ns>(random() % 4))},
                                  100 + static_cast<int>(random() % 900));
            std::vector<Run> runs;
            foldLane(lane, scale, columnPx, runs);
            compareDense(lane, scale, columnPx, runs);
        }
    }
}

void FoldTest::longSlicesStandOutOfCrowds()
{
    // 5000 slices of 1 ns, one of 300 ns among them: it is seen, as wide as it is.
    Lane lane;
    for (Ns t = 0; t < 5000; ++t)
        lane.append(2 * t, 2 * t + 1, static_cast<EventId>(t));
    lane.append(10'000, 10'300, EventId{5000});
    for (Ns t = 0; t < 5000; ++t)
        lane.append(10'400 + 2 * t, 10'401 + 2 * t, static_cast<EventId>(5001 + t));
    std::vector<Run> runs;
    foldLane(lane, TimeScale({0, 20'400}, 204), 1, runs); // 100 ns a pixel
    const auto found = std::ranges::find(runs, 5000u, &Run::position);
    QVERIFY(found != runs.end());
    QVERIFY(found->x == 100 || found->x == 101); // what is left over of the column before it may take a pixel
    QCOMPARE(found->x + found->width, 103);
    QCOMPARE(found->count, 1u);
    QVERIFY(runs.size() > 200);
}

void FoldTest::rangesSideBySideShareNoSlice()
{
    std::mt19937 random(5);
    for (const int slices : {1, 50, 3000, 60'000}) {
        const Lane lane = randomLane(random, slices);
        const Ns last = lane.end(lane.size() - 1);
        for (int round = 0; round < 10; ++round) {
            const int columnPx = 1 + static_cast<int>(random() % 4);
            std::size_t next = 0;
            for (Ns from = -100; from <= last;) {
                const TimeScale scale({from, from + 1 + static_cast<Ns>(random()) % (last / 2 + 1)},
                                      columnPx * (1 + static_cast<int>(random() % 500)));
                const int untilPx = columnPx * (1 + static_cast<int>(random()) % (scale.widthPx() / columnPx));
                const Ns to = std::max(scale.timeAt(untilPx) + static_cast<Ns>(random() % 3) - 1, from + 1);
                std::vector<Run> runs;
                foldBeginsIn(lane, scale, columnPx, untilPx, to, runs);
                int used = 0;
                for (const Run& run : runs) {
                    QCOMPARE(std::size_t{run.first}, next);
                    QVERIFY(lane.begin(run.first) >= from && lane.begin(run.first + run.count - 1) < to);
                    QVERIFY(run.x >= used && run.width >= 1);
                    QCOMPARE(run.event, lane.event(run.position));
                    QVERIFY(run.position >= run.first && run.position < run.first + run.count);
                    used = run.x + run.width;
                    next += run.count;
                }
                from = to;
            }
            QCOMPARE(next, lane.size());
        }
    }
}

void FoldTest::summaryAgreesWithItsLane()
{
    std::mt19937 random(11);
    Lane lane;
    Ns t = 0;
    for (int i = 0; i < 10'000; ++i) {
        const Ns length = static_cast<Ns>(random() % 1000);
        lane.append(t, t + length, static_cast<EventId>(i));
        t += length + static_cast<Ns>(random() % 50);
        if (random() % 400 == 0) { // as late events do
            lane.truncate(lane.size() - std::min<std::size_t>(lane.size(), random() % 300));
            t = lane.empty() ? 0 : lane.end(lane.size() - 1);
        }
    }
    const LaneSummary& summary = lane.summary();
    for (std::size_t level = 0; level < LaneSummary::kLevels; ++level) {
        const std::size_t size = LaneSummary::slicesIn(level);
        QCOMPARE(summary.blockCount(level), lane.size() / size);
        for (std::size_t b = 0; b < summary.blockCount(level); ++b) {
            Ns covered = 0;
            std::size_t longest = b * size;
            for (std::size_t i = b * size; i < (b + 1) * size; ++i) {
                covered += lane.range(i).length();
                if (lane.range(i).length() > lane.range(longest).length())
                    longest = i;
            }
            QCOMPARE(summary.block(level, b).begin, lane.begin(b * size));
            QCOMPARE(std::size_t{summary.block(level, b).longest}, longest);
            QCOMPARE(summary.block(level, b).event, lane.event(longest));
            QCOMPARE(static_cast<double>(summary.block(level, b).covered), static_cast<double>(covered));
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
        for (const Run& run : runs) {
            QVERIFY(run.x >= used && run.width >= 1);
            used = run.x + run.width;
        }
        QVERIFY(used <= width);
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
