// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/batch_queue.h"
#include "tests/support/fake_live_source.h"
#include "tests/support/strict_messages.h"
#include "ui/model/live_controller.h"
#include "ui/model/trace_document.h"

#include <QSignalSpy>
#include <QTest>

#include <semaphore>

using namespace decodescope;
using decodescope::test::batchOf;
using decodescope::test::FakeLiveControl;
using decodescope::test::FakeLiveSource;

namespace {

CaptureStatus statusOf(CapturePhase phase, int step = 0)
{
    CaptureStatus status;
    status.phase = phase;
    status.step = step;
    status.steps = 6;
    return status;
}

} // namespace

class TestLiveController : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void init();
    void growsAndEnds();
    void stopsWhileItRuns();
    void stopsWhileItPrepares();
    void failsToBeMade();
    void failsToStart();
    void failsOnItsWay();
    void runsTwice();
    void lostRecordsAreReported();
    void oldestStepsGoWhenMemoryIsFull();
    void destructionStopsTheSource();

private:
    LiveController::SourceFactory factory();
    void run(LiveController& live);

    std::shared_ptr<FakeLiveControl> m_source;
    std::unique_ptr<TraceDocument> m_document;
};

void TestLiveController::init()
{
    m_source = std::make_shared<FakeLiveControl>();
    m_document = std::make_unique<TraceDocument>(
        [](const auto&, Progress&, std::stop_token, const auto&) -> Result<std::shared_ptr<const Trace>> {
            return failure(ErrorCode::io, "not in this test");
        });
}

LiveController::SourceFactory TestLiveController::factory()
{
    return [source = m_source]() -> Result<std::unique_ptr<LiveSource>> {
        return std::make_unique<FakeLiveSource>(source);
    };
}

void TestLiveController::run(LiveController& live)
{
    live.start({});
    QTRY_COMPARE(live.state(), LiveController::State::running);
}

void TestLiveController::growsAndEnds()
{
    LiveController live(*m_document, factory());
    CaptureOptions options;
    options.batch = 3;
    live.start(options);
    QCOMPARE(live.state(), LiveController::State::preparing);
    QTRY_COMPARE(live.state(), LiveController::State::running);
    QCOMPARE(m_source->options.batch, 3);
    QCOMPARE(m_document->state(), TraceDocument::State::live);

    m_source->setStatus(statusOf(CapturePhase::active, 4));
    QVERIFY(m_source->queue->push(batchOf(0, 10)));
    QTRY_COMPARE(m_document->trace()->eventCount(), std::size_t{10});
    QCOMPARE(live.status().step, 4);
    QVERIFY(m_source->queue->push(batchOf(10, 5)));
    QTRY_COMPARE(m_document->trace()->eventCount(), std::size_t{15});

    // What is pushed just before the end must not be lost.
    m_source->description.metadata = {{"schemaVersion", "1"}};
    QVERIFY(m_source->queue->push(batchOf(15, 3)));
    m_source->setStatus(statusOf(CapturePhase::finished));
    QTRY_COMPARE(live.state(), LiveController::State::idle);
    QCOMPARE(m_document->trace()->eventCount(), std::size_t{18});
    QCOMPARE(m_document->state(), TraceDocument::State::idle);
    QCOMPARE(m_document->trace()->sources().front().metadata.front().first, std::string("schemaVersion"));
    QTRY_VERIFY(m_source->destroyed);
}

void TestLiveController::stopsWhileItRuns()
{
    LiveController live(*m_document, factory());
    run(live);
    live.requestStop();
    QCOMPARE(live.state(), LiveController::State::stopping);
    QVERIFY(m_source->stopRequested);
    QVERIFY(m_source->queue->push(batchOf(0, 2))); // the step that was running
    m_source->setStatus(statusOf(CapturePhase::finished));
    QTRY_COMPARE(live.state(), LiveController::State::idle);
    QCOMPARE(m_document->trace()->eventCount(), std::size_t{2});
    live.requestStop(); // nothing runs: nothing happens
    QCOMPARE(live.state(), LiveController::State::idle);
}

void TestLiveController::stopsWhileItPrepares()
{
    std::counting_semaphore<> gate(0);
    LiveController live(*m_document, [&gate, source = m_source]() -> Result<std::unique_ptr<LiveSource>> {
        gate.acquire();
        return std::make_unique<FakeLiveSource>(source);
    });
    live.start({});
    live.requestStop();
    QCOMPARE(live.state(), LiveController::State::idle);
    gate.release();
    QTRY_VERIFY(m_source->destroyed); // made too late, and never started
    QVERIFY(!m_source->queue);
    QCOMPARE(m_document->state(), TraceDocument::State::idle);
}

void TestLiveController::failsToBeMade()
{
    LiveController live(*m_document, []() -> Result<std::unique_ptr<LiveSource>> {
        return failure(ErrorCode::unsupported, "This build cannot capture.");
    });
    QSignalSpy failed(&live, &LiveController::failed);
    live.start({});
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(failed.front().front().toString(), QStringLiteral("This build cannot capture."));
    QCOMPARE(live.state(), LiveController::State::idle);
}

void TestLiveController::failsToStart()
{
    m_source->startResult = failure(ErrorCode::format, "There is no config.json.", "/models/x");
    LiveController live(*m_document, factory());
    QSignalSpy failed(&live, &LiveController::failed);
    live.start({});
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(failed.front().front().toString(), QStringLiteral("/models/x: There is no config.json."));
    QCOMPARE(m_document->state(), TraceDocument::State::idle);
}

void TestLiveController::failsOnItsWay()
{
    LiveController live(*m_document, factory());
    QSignalSpy failed(&live, &LiveController::failed);
    run(live);
    QVERIFY(m_source->queue->push(batchOf(0, 4)));
    CaptureStatus status = statusOf(CapturePhase::failed);
    status.error = {ErrorCode::device, "The GPU is out of memory; take a smaller batch.", {}};
    m_source->setStatus(status);
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(live.state(), LiveController::State::idle);
    QCOMPARE(m_document->trace()->eventCount(), std::size_t{4}); // what came before stays
}

void TestLiveController::runsTwice()
{
    LiveController live(*m_document, factory());
    QSignalSpy reset(m_document.get(), &TraceDocument::traceReset);
    for (int i = 1; i <= 2; ++i) {
        m_source->setStatus(statusOf(CapturePhase::active));
        run(live);
        QCOMPARE(reset.count(), i);
        QVERIFY(m_document->isEmpty()); // begins anew
        QVERIFY(m_source->queue->push(batchOf(0, i)));
        m_source->setStatus(statusOf(CapturePhase::finished));
        QTRY_COMPARE(live.state(), LiveController::State::idle);
        QCOMPARE(m_document->trace()->eventCount(), std::size_t(i));
    }
}

void TestLiveController::lostRecordsAreReported()
{
    LiveController live(*m_document, factory());
    run(live);
    CaptureStatus status = statusOf(CapturePhase::finished);
    status.dropped = 12;
    m_source->setStatus(status);
    QTRY_COMPARE(live.state(), LiveController::State::idle);
    QCOMPARE(m_document->trace()->report().count(WarningKind::droppedRecords), std::uint64_t{12});
}

void TestLiveController::oldestStepsGoWhenMemoryIsFull()
{
    LiveController live(*m_document, factory());
    CaptureOptions options;
    options.maxTraceBytes = 1; // so there is room for the latest step alone
    live.start(options);
    QTRY_COMPARE(live.state(), LiveController::State::running);
    QSignalSpy resets(m_document.get(), &TraceDocument::traceReset);
    const auto push = [&](int step) {
        auto batch = batchOf(10 * step, 9);
        BatchEvent row = batch->events.front();
        row.duration = 1000;
        row.name = batch->strings.add("ProfilerStep#" + std::to_string(step));
        row.category = batch->strings.add("user_annotation");
        batch->events.push_back(row);
        QVERIFY(m_source->queue->push(std::move(batch)));
    };
    push(0);
    QTRY_COMPARE(m_document->trace()->steps().size(), std::size_t{1});
    QCOMPARE(live.droppedSteps(), std::size_t{0});
    push(1);
    QTRY_COMPARE(live.droppedSteps(), std::size_t{1});
    QCOMPARE(m_document->trace()->steps().size(), std::size_t{1});
    QCOMPARE(m_document->trace()->steps().front().number, std::int64_t{1});
    QCOMPARE(m_document->trace()->eventCount(), std::size_t{10});
    QCOMPARE(resets.count(), 1);
    QCOMPARE(m_document->state(), TraceDocument::State::live);
    m_source->setStatus(statusOf(CapturePhase::finished));
    QTRY_COMPARE(live.state(), LiveController::State::idle);
    QCOMPARE(m_document->trace()->report().count(WarningKind::limitReached), std::uint64_t{1});
}

void TestLiveController::destructionStopsTheSource()
{
    {
        LiveController live(*m_document, factory());
        run(live);
    }
    QVERIFY(m_source->stopRequested);
    QVERIFY(m_source->destroyed);
}

QTEST_GUILESS_MAIN(TestLiveController)
#include "tst_live_controller.moc"
