// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/capture_schedule.h"
#include "capture/record/step_times.h"

#include <QTest>

using namespace decodescope;

class CaptureScheduleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTorch_data();
    void agreesWithTorch();
    void countsPlannedSteps();
    void stepsAreComparedAtTheirCacheLengths();
    void refusesBadOptions_data();
    void refusesBadOptions();
};

// What torch.profiler.schedule() of torch 2.13 answers for steps 0 to 23: '.' NONE, 'w' WARMUP, 'r' RECORD,
// 'S' RECORD_AND_SAVE.
void CaptureScheduleTest::agreesWithTorch_data()
{
    QTest::addColumn<ScheduleOptions>("options");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](int skipFirst, int wait, int warmup, int active, int repeat, const char* expected) {
        QTest::addRow("skip %d wait %d warmup %d active %d repeat %d", skipFirst, wait, warmup, active, repeat)
            << ScheduleOptions{skipFirst, wait, warmup, active, repeat} << QByteArray(expected);
    };
    row(0, 1, 2, 3, 1, ".wwrrS..................");
    row(0, 0, 0, 1, 0, "SSSSSSSSSSSSSSSSSSSSSSSS");
    row(2, 1, 1, 2, 2, "...wrS.wrS..............");
    row(5, 0, 1, 1, 3, ".....wSwSwS.............");
    row(0, 3, 0, 2, 2, "...rS...rS..............");
    row(1, 0, 0, 4, 1, ".rrrS...................");
    row(0, 1, 1, 3, 0, ".wrrS.wrrS.wrrS.wrrS.wrr");
}

void CaptureScheduleTest::agreesWithTorch()
{
    QFETCH(ScheduleOptions, options);
    QFETCH(QByteArray, expected);
    const auto schedule = CaptureSchedule::create(options);
    QVERIFY(schedule);
    QByteArray actual;
    for (int step = 0; step < expected.size(); ++step) {
        switch (schedule->action(step)) {
        case StepAction::none:
            actual += '.';
            break;
        case StepAction::warmup:
            actual += 'w';
            break;
        case StepAction::record:
            actual += schedule->endsCycle(step) ? 'S' : 'r';
            break;
        }
    }
    QCOMPARE(actual, expected);
}

void CaptureScheduleTest::countsPlannedSteps()
{
    QCOMPARE(CaptureSchedule::create({0, 1, 2, 3, 1})->plannedSteps(), 6);
    QCOMPARE(CaptureSchedule::create({4, 1, 1, 2, 3})->plannedSteps(), 16);
    QCOMPARE(CaptureSchedule::create({4, 1, 1, 2, 0})->plannedSteps(), 0);
    QCOMPARE(CaptureSchedule::create({0, 1, 2, 3, 1})->firstRecordedStep(), 3);
    QCOMPARE(CaptureSchedule::create({4, 1, 1, 2, 0})->firstRecordedStep(), 6);
}

void CaptureScheduleTest::stepsAreComparedAtTheirCacheLengths()
{
    const StepTimes timed{{9, 9, 9}, {203, 204, 205}, 30};
    const StepTimes recorded{{70, 11, 13, 80}, {202, 204, 205, 206}, 0};
    const StepTimes compared = recorded.atLengthsOf(timed);
    QCOMPARE(compared.stepNs, (std::vector<std::int64_t>{11, 13}));
    QCOMPARE(compared.medianNs(), std::int64_t{11}); // of two the lower, as in the record sheet
    // Where there is nothing to compare with, all count.
    QCOMPARE(recorded.atLengthsOf({}).stepNs, recorded.stepNs);
    QCOMPARE(StepTimes().atLengthsOf(timed).medianNs(), std::int64_t{0});
}

void CaptureScheduleTest::refusesBadOptions_data()
{
    QTest::addColumn<ScheduleOptions>("options");
    QTest::newRow("no active step") << ScheduleOptions{0, 1, 2, 0, 1};
    QTest::newRow("negative wait") << ScheduleOptions{0, -1, 2, 1, 1};
    QTest::newRow("negative warm-up") << ScheduleOptions{0, 0, -2, 1, 1};
    QTest::newRow("negative skip-first") << ScheduleOptions{-1, 0, 0, 1, 1};
    QTest::newRow("negative repeat") << ScheduleOptions{0, 0, 0, 1, -1};
    QTest::newRow("too many") << ScheduleOptions{0, 2'000'000'000, 2'000'000'000, 1, 1};
}

void CaptureScheduleTest::refusesBadOptions()
{
    QFETCH(ScheduleOptions, options);
    const auto schedule = CaptureSchedule::create(options);
    QVERIFY(!schedule);
    QCOMPARE(schedule.error().code, ErrorCode::format);
    QVERIFY(!schedule.error().message.empty());
}

QTEST_APPLESS_MAIN(CaptureScheduleTest)
#include "tst_capture_schedule.moc"
