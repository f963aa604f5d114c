// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/stoppable_sort.h"

#include <QTest>

#include <functional>
#include <numeric>
#include <random>

using decodescope::sortUnlessStopped;

class StoppableSortTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sorts_data();
    void sorts();
    void stops();
};

void StoppableSortTest::sorts_data()
{
    QTest::addColumn<int>("size");
    for (const int size : {0, 1, 1000, 131'072, 131'073, 700'000}) // around one run, and some
        QTest::addRow("%d", size) << size;
}

void StoppableSortTest::sorts()
{
    QFETCH(int, size);
    std::vector<int> sorted(static_cast<std::size_t>(size));
    std::iota(sorted.begin(), sorted.end(), 0);
    std::vector<int> items = sorted;
    std::mt19937 random(3);
    std::shuffle(items.begin(), items.end(), random);
    QVERIFY(sortUnlessStopped(items, std::less<>(), {}));
    QCOMPARE(items, sorted);
    QVERIFY(sortUnlessStopped(items, std::less<>(), {})); // in order already
    QCOMPARE(items, sorted);
}

void StoppableSortTest::stops()
{
    std::vector<int> items(1000);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!sortUnlessStopped(items, std::less<>(), stop.get_token()));
}

QTEST_APPLESS_MAIN(StoppableSortTest)
#include "tst_stoppable_sort.moc"
