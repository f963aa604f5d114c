// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/strict_messages.h"
#include "ui/model/job_runner.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <semaphore>
#include <thread>

using decodescope::JobRunner;
using decodescope::Progress;

class TestJobRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { decodescope::test::makeWarningsFatal(); }
    void deliversOnTheCallersThread();
    void onlyTheLatestIsDelivered();
    void cancelledJobsDeliverNothing();
    void deliveryMayStartTheNextJob();
    void progressBelongsToTheRunningJob();
    void destructionStopsJobs();
};

void TestJobRunner::deliversOnTheCallersThread()
{
    JobRunner runner;
    QSignalSpy running(&runner, &JobRunner::runningChanged);
    std::thread::id workThread;
    std::thread::id deliveryThread;
    int result = 0;
    runner.start([](std::stop_token, Progress&) { return std::pair(42, std::this_thread::get_id()); },
                 [&](std::pair<int, std::thread::id> r) {
                     result = r.first;
                     workThread = r.second;
                     deliveryThread = std::this_thread::get_id();
                 });
    QVERIFY(runner.isRunning());
    QCOMPARE(result, 0); // never synchronously
    QTRY_COMPARE(result, 42);
    QVERIFY(!runner.isRunning());
    QCOMPARE(running.count(), 2);
    QVERIFY(workThread != std::this_thread::get_id());
    QVERIFY(deliveryThread == std::this_thread::get_id());
}

void TestJobRunner::onlyTheLatestIsDelivered()
{
    JobRunner runner;
    std::counting_semaphore<> gate(0);
    std::vector<int> delivered;
    // The first job ends after the second one was started, and does not look at its stop token.
    runner.start(
        [&gate](std::stop_token, Progress&) {
            gate.acquire();
            return 1;
        },
        [&](int value) { delivered.push_back(value); });
    runner.start([](std::stop_token, Progress&) { return 2; }, [&](int value) { delivered.push_back(value); });
    QTRY_COMPARE(delivered.size(), std::size_t{1});
    gate.release();
    bool third = false;
    runner.start([](std::stop_token, Progress&) { return 3; }, [&](int) { third = true; });
    QTRY_VERIFY(third);
    QCOMPARE(delivered, std::vector<int>{2});
}

void TestJobRunner::cancelledJobsDeliverNothing()
{
    JobRunner runner;
    std::atomic<bool> stopped = false;
    bool delivered = false;
    runner.start(
        [&stopped](std::stop_token stop, Progress&) {
            while (!stop.stop_requested())
                std::this_thread::yield();
            stopped = true;
            return 0;
        },
        [&](int) { delivered = true; });
    runner.cancel();
    QVERIFY(!runner.isRunning());
    QTRY_VERIFY(stopped);
    QCoreApplication::processEvents();
    QVERIFY(!delivered);
    runner.cancel(); // nothing runs: nothing happens
}

void TestJobRunner::deliveryMayStartTheNextJob()
{
    JobRunner runner;
    int result = 0;
    runner.start([](std::stop_token, Progress&) { return 1; },
                 [&](int first) {
                     runner.start([first](std::stop_token, Progress&) { return first + 1; },
                                  [&](int second) { result = second; });
                 });
    QTRY_COMPARE(result, 2);
}

void TestJobRunner::progressBelongsToTheRunningJob()
{
    JobRunner runner;
    std::counting_semaphore<> gate(0);
    QVERIFY(!runner.progress());
    bool delivered = false;
    runner.start(
        [&gate](std::stop_token, Progress& progress) {
            progress.setTotal(10);
            progress.setDone(4);
            gate.acquire();
            return 0;
        },
        [&](int) { delivered = true; });
    QTRY_COMPARE(runner.progress()->done(), std::uint64_t{4});
    gate.release();
    QTRY_VERIFY(delivered);
    QVERIFY(!runner.progress());
}

void TestJobRunner::destructionStopsJobs()
{
    std::atomic<bool> stopped = false;
    {
        JobRunner runner;
        runner.start(
            [&stopped](std::stop_token stop, Progress&) {
                while (!stop.stop_requested())
                    std::this_thread::yield();
                stopped = true;
                return 0;
            },
            [](int) { QFAIL("delivered by a runner that is gone"); });
    }
    QVERIFY(stopped);
}

QTEST_GUILESS_MAIN(TestJobRunner)
#include "tst_job_runner.moc"
