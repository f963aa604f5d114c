// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/clock.h"

#include <QTest>

#include <cmath>
#include <random>
#include <vector>

using namespace decodescope;

class ClockTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ticksAreConvertedAlongLines();
    void fewMomentsConvertNothing();
    void laterTicksAreNeverEarlier();
    void orderOfTicksDoesNotMatter();
    void ticksOfNowAreNow();
    void baseTimeIsTorchs();
};

void ClockTest::ticksAreConvertedAlongLines()
{
    TickClock clock;
    clock.sync(1000, 5'000'000);
    clock.sync(3000, 5'001'000); // two ticks a ns
    clock.sync(3500, 5'002'000); // the wall clock ran faster: one tick is two ns
    clock.sync(3500, 7);         // no new moment
    QCOMPARE(clock.realtime(1000), Ns{5'000'000});
    QCOMPARE(clock.realtime(2000), Ns{5'000'500});
    QCOMPARE(clock.realtime(3000), Ns{5'001'000});
    QCOMPARE(clock.realtime(3250), Ns{5'001'500});
    QCOMPARE(clock.realtime(3500), Ns{5'002'000});
    QCOMPARE(clock.realtime(3600), Ns{5'002'200}); // beyond either end the line goes on
    QCOMPARE(clock.realtime(400), Ns{4'999'700});
}

void ClockTest::fewMomentsConvertNothing()
{
    TickClock clock;
    QCOMPARE(clock.realtime(42), Ns{42});
    clock.sync(1000, 5'000'000);
    QCOMPARE(clock.realtime(42), Ns{42});
}

void ClockTest::laterTicksAreNeverEarlier()
{
    TickClock clock;
    const Ns base = 1'790'857'026'000'000'000;
    for (std::int64_t i = 0; i < 6000; ++i) // the oldest moments are forgotten
        clock.sync(i * 99'999'937, base + i * 33'333'333 + (i % 3) * 40);
    Ns last = clock.realtime(0);
    for (std::int64_t ticks = 0; ticks < 6001ll * 99'999'937; ticks += 7'654'321'123) {
        for (std::int64_t i = 0; i < 5; ++i) {
            const Ns now = clock.realtime(ticks + i);
            QVERIFY(now >= last);
            last = now;
        }
    }
}

// Back and forth over many moments while more of them come, each time against a walk from the first one.
void ClockTest::orderOfTicksDoesNotMatter()
{
    std::mt19937 random(3);
    TickClock clock;
    std::vector<std::pair<std::int64_t, Ns>> moments;
    const auto expected = [&moments](std::int64_t ticks) {
        std::size_t to = 1;
        while (to + 1 < moments.size() && moments[to].first <= ticks)
            ++to;
        const auto& [fromTicks, fromTime] = moments[to - 1];
        const auto& [toTicks, toTime] = moments[to];
        const double rate = static_cast<double>(toTime - fromTime) / static_cast<double>(toTicks - fromTicks);
        return fromTime + std::llround(static_cast<double>(ticks - fromTicks) * rate);
    };
    std::int64_t lastTicks = 1'000'000;
    for (int i = 0; i < 300; ++i) {
        lastTicks += 1 + static_cast<std::int64_t>(random() % 1000);
        moments.emplace_back(lastTicks, 5'000'000 + 300 * i + static_cast<Ns>(random() % 200));
        clock.sync(moments.back().first, moments.back().second);
        if (i == 0)
            continue;
        std::vector<std::int64_t> asked{lastTicks + 500, moments.front().first - 500}; // beyond either end
        for (int k = 0; k < 20; ++k) {
            const std::int64_t ticks = moments[random() % moments.size()].first; // where a line ends
            asked.insert(asked.end(), {ticks - 1, ticks, ticks + 1, ticks});
        }
        for (const std::int64_t ticks : asked)
            QCOMPARE(clock.realtime(ticks), expected(ticks));
    }
}

// A millisecond is generous: a thread may stand still between two readings.
void ClockTest::ticksOfNowAreNow()
{
    constexpr Ns kMs = 1'000'000;
    TickClock clock;
    clock.sync();
    std::vector<std::pair<Ns, std::int64_t>> moments;
    Ns end = realtimeNow() + 5 * kMs;
    while (realtimeNow() < end)
        moments.emplace_back(realtimeNow(), ticksNow());
    clock.sync();
    int close = 0;
    for (const auto& [time, ticks] : moments)
        close += std::abs(clock.realtime(ticks) - time) < kMs;
    QVERIFY(close > static_cast<int>(moments.size()) / 2);
}

// h200-tinyllama-b1-sdpa.pt.trace.json: recorded on 2026-11-28, baseTimeNanoseconds 1790857026000000000.
void ClockTest::baseTimeIsTorchs()
{
    QCOMPARE(torchBaseTime(1790857026000000000 + 5098593698170383), Ns{1790857026000000000});
    QCOMPARE(clockStep({1000, 50}, {5000, 1050}), Ns{3000});
}

QTEST_APPLESS_MAIN(ClockTest)
#include "tst_clock.moc"
