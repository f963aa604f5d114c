// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/time_scale.h"

#include <QTest>

#include <random>

using namespace decodescope;

class TimeScaleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void mapsByHand();
    void clampsOutside();
    void firstTimeOfAPixel_data();
    void firstTimeOfAPixel();
    void isMonotonic();
    void zoomKeepsTheAnchor();
    void zoomStopsAtTheEndsOfTime();
};

void TimeScaleTest::mapsByHand()
{
    const TimeScale scale({1000, 2000}, 100); // 10 ns a pixel
    QCOMPARE(scale.nsPerPx(), 10.0);
    QCOMPARE(scale.pixelAt(1000), 0);
    QCOMPARE(scale.pixelAt(1009), 0);
    QCOMPARE(scale.pixelAt(1010), 1);
    QCOMPARE(scale.pixelAt(1999), 99);
    QCOMPARE(scale.timeAt(0), 1000);
    QCOMPARE(scale.timeAt(7), 1070);
    QCOMPARE(scale.timeAt(100), 2000);
    const TimeScale close({50, 60}, 100); // 10 pixels a nanosecond
    QCOMPARE(close.pixelAt(51), 10);
    QCOMPARE(close.timeAt(10), 51);
    QCOMPARE(close.timeAt(11), 52);
}

void TimeScaleTest::clampsOutside()
{
    const TimeScale scale({1000, 2000}, 100);
    QCOMPARE(scale.pixelAt(kMinNs), 0);
    QCOMPARE(scale.pixelAt(kMaxNs), 100);
    QCOMPARE(scale.timeAt(-5), 1000);
    QCOMPARE(scale.timeAt(101), 2000);
    const TimeScale nothing({5, 5}, 0);
    QCOMPARE(nothing.widthPx(), 1);
    QCOMPARE(nothing.pixelAt(5), 0);
    QCOMPARE(nothing.pixelAt(6), 1);
}

void TimeScaleTest::firstTimeOfAPixel_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<int>("width");
    QTest::newRow("small") << qint64{0} << qint64{999} << 640;
    QTest::newRow("zoomed in") << qint64{100} << qint64{110} << 1920;
    QTest::newRow("epoch") << qint64{1'700'000'000'000'000'000} << qint64{1'700'000'000'123'456'789} << 1917;
    QTest::newRow("beyond 2^53") << qint64{(1LL << 53) - 3} << qint64{(1LL << 53) + 5000} << 1000;
    QTest::newRow("years") << qint64{-3'000'000'000'000'000'000} << qint64{3'000'000'000'000'000'000} << 3840;
    QTest::newRow("all of time") << qint64{kMinNs} << qint64{kMaxNs} << 7680;
}

void TimeScaleTest::firstTimeOfAPixel()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    QFETCH(int, width);
    const TimeScale scale({begin, end}, width);
    for (int px = 0; px < width; ++px) {
        const Ns t = scale.timeAt(px);
        QVERIFY2(scale.pixelAt(t) >= px, qPrintable(QString::number(px)));
        if (t > begin)
            QVERIFY2(scale.pixelAt(t - 1) < px, qPrintable(QString::number(px)));
    }
}

void TimeScaleTest::isMonotonic()
{
    std::mt19937_64 random(7);
    for (int round = 0; round < 200; ++round) {
        const Ns begin = static_cast<Ns>(random());
        const Ns length = static_cast<Ns>(random() >> (random() % 62 + 1)) + 1;
        const TimeScale scale({begin, saturatingAdd(begin, length)}, static_cast<int>(random() % 4000) + 1);
        int last = 0;
        for (int i = 0; i <= 50; ++i) {
            const int px = scale.pixelAt(saturatingAdd(begin, length / 50 * i));
            QVERIFY(px >= last);
            last = px;
        }
        QCOMPARE(scale.pixelAt(scale.range().end), scale.widthPx());
    }
}

void TimeScaleTest::zoomKeepsTheAnchor()
{
    const TimeRange range{1'700'000'000'000'000'000, 1'700'000'000'100'000'000};
    const Ns anchor = range.begin + 25'000'000;
    const TimeRange in = zoomed(range, 2, anchor);
    QCOMPARE(in.length(), 50'000'000);
    QCOMPARE(anchor - in.begin, 12'500'000);
    const TimeRange back = zoomed(in, 0.5, anchor);
    QCOMPARE(back.begin, range.begin);
    QCOMPARE(back.end, range.end);
}

void TimeScaleTest::zoomStopsAtTheEndsOfTime()
{
    const TimeRange out = zoomed({kMinNs / 2, kMaxNs / 2}, 0.001, 0);
    QVERIFY(out.begin < kMinNs / 2);
    QVERIFY(out.end > out.begin);
    QVERIFY(zoomed({0, 10}, 1000, 5).length() >= 1);
}

QTEST_APPLESS_MAIN(TimeScaleTest)
#include "tst_time_scale.moc"
