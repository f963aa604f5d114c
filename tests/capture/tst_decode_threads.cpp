// SPDX-License-Identifier: GPL-3.0-or-later
// Work runs one after another on one thread, and at the same time on several.
#include "capture/record/decode_threads.h"

#include <QTest>

#include <set>
#include <thread>

using namespace decodescope;

class DecodeThreadsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void workInTurnSharesOneThread();
    void workAtTheSameTimeDoesNotWait();
};

void DecodeThreadsTest::workInTurnSharesOneThread()
{
    std::set<std::thread::id> threads;
    for (int i = 0; i < 100; ++i)
        runOnDecodeThread([&threads] { threads.insert(std::this_thread::get_id()); }).wait();
    QCOMPARE(threads.size(), std::size_t{1});
    QVERIFY(!threads.contains(std::this_thread::get_id()));
}

void DecodeThreadsTest::workAtTheSameTimeDoesNotWait()
{
    std::promise<void> first;
    std::promise<void> second;
    auto one = runOnDecodeThread([&] {
        first.set_value();
        second.get_future().wait(); // never, were both on one thread
    });
    auto two = runOnDecodeThread([&] {
        first.get_future().wait();
        second.set_value();
    });
    one.wait();
    two.wait();
}

QTEST_APPLESS_MAIN(DecodeThreadsTest)
#include "tst_decode_threads.moc"
