// SPDX-License-Identifier: GPL-3.0-or-later
// What of steps and ranges a file holds that does not hold all of its recording.
#include "core/query/recorded_part.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

using namespace decodescope;
using test::traceOf;

class TestRecordedPart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWholeRecordingHoldsAll();
    void aCutOutHoldsItsRange();
    void aStepGoesByItsOwnSource();
};

void TestRecordedPart::aWholeRecordingHoldsAll()
{
    const auto trace = traceOf("cpu 1 1\nstep 0 100 ProfilerStep#0\n");
    QVERIFY(recordedPart(*trace, {-50, 500}) == (RecordedPart{{-50, 500}, true}));
    QVERIFY(recordedSteps(*trace).front() == (RecordedPart{{0, 100}, true}));
    QVERIFY(recordedPart(Trace(), {3, 7}) == (RecordedPart{{3, 7}, true}));
}

void TestRecordedPart::aCutOutHoldsItsRange()
{
    const auto trace = traceOf(R"(
        meta cutOut {"source": "long.json", "beginNanoseconds": 90, "endNanoseconds": 220}
        cpu 1 1
        step 0 100 ProfilerStep#0
        step 100 200 ProfilerStep#1
        step 200 900 ProfilerStep#2
    )");
    const auto steps = recordedSteps(*trace);
    QCOMPARE(steps.size(), std::size_t{3});
    QVERIFY(steps[0] == (RecordedPart{{90, 100}, false}));
    QVERIFY(steps[1] == (RecordedPart{{100, 200}, true}));
    QVERIFY(steps[2] == (RecordedPart{{200, 220}, false}));
    QVERIFY(recordedPart(*trace, {0, 900}) == (RecordedPart{{90, 220}, false}));
    QVERIFY(recordedPart(*trace, {95, 150}).isAll);
    QVERIFY(recordedPart(*trace, {300, 400}).range.isEmpty());
}

void TestRecordedPart::aStepGoesByItsOwnSource()
{
    const auto trace = traceOf(R"(
        source one
        meta cutOut {"source": "long.json", "beginNanoseconds": 0, "endNanoseconds": 60}
        cpu 1 1
        step 0 100 ProfilerStep#0
        source two
        cpu 2 2
        step 10 110 ProfilerStep#0
    )");
    QVERIFY(recordedPart(*trace, {0, 100}) == (RecordedPart{{0, 60}, false}));
    QVERIFY(recordedPart(*trace, {10, 110}) == (RecordedPart{{10, 110}, true}));
    QVERIFY(recordedPart(*trace, {20, 90}).isAll); // the other source holds it
}

QTEST_APPLESS_MAIN(TestRecordedPart)
#include "tst_recorded_part.moc"
