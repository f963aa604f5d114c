// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/live/live_trace.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <string>

using namespace decodescope;

namespace {

constexpr int kOpsAStep = 500;
constexpr Ns kStepNs = 10 * kOpsAStep;

// One step: its row comes last, as in a capture, and the names of process and thread with the first one.
EventBatch stepBatch(int number)
{
    EventBatch batch;
    const std::uint32_t thread = batch.threadNumber({{7, 0, true}, {8, 0, true}});
    if (number == 0) {
        BatchMetadata name;
        name.what = BatchMetadata::What::threadName;
        name.thread = thread;
        name.text = batch.strings.add("thread 8 (decode)");
        batch.metadata.push_back(name);
    }
    const auto add = [&](const std::string& name, const char* category, Ns begin, Ns duration) {
        BatchEvent event;
        event.time = begin;
        event.duration = duration;
        event.name = batch.strings.add(name);
        event.category = batch.strings.add(category);
        event.thread = thread;
        batch.events.push_back(event);
    };
    const Ns begin = number * kStepNs;
    for (int i = 0; i < kOpsAStep; ++i)
        add("aten::mul", "cpu_op", begin + 10 * i, 5);
    add("ProfilerStep#" + std::to_string(number), "user_annotation", begin, kStepNs);
    return batch;
}

std::size_t bytesOf(int steps)
{
    TraceBuilder builder;
    for (int i = 0; i < steps; ++i)
        builder.append(stepBatch(i));
    builder.snapshot();
    return builder.bytes();
}

TraceSource description()
{
    TraceSource source;
    source.metadata = {{"schemaVersion", "1"}, {"decodescope", R"({"seed": 5})"}};
    return source;
}

} // namespace

class LiveTraceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsAllWithinTheBound();
    void oldestStepsGoFirst();
    void earlierSnapshotsStay();
    void noBoundKeepsAll();
    void lostRecordsAreReported();
};

void LiveTraceTest::keepsAllWithinTheBound()
{
    LiveTrace trace(10 * bytesOf(20));
    for (int i = 0; i < 20; ++i) {
        trace.append(stepBatch(i));
        trace.snapshot();
    }
    QCOMPARE(trace.droppedSteps(), std::size_t{0});
    QCOMPARE(trace.droppedText(), std::string());
    const auto whole = trace.finish(description(), 0);
    QCOMPARE(whole->steps().size(), std::size_t{20});
    QCOMPARE(whole->report().count(WarningKind::limitReached), std::uint64_t{0});
    QCOMPARE(whole->sources()[0].metadata[1].second, std::string(R"({"seed": 5})"));
}

void LiveTraceTest::oldestStepsGoFirst()
{
    constexpr int kSteps = 400;
    const std::size_t bound = bytesOf(120);
    LiveTrace trace(bound);
    unsigned generation = 0;
    for (int i = 0; i < kSteps; ++i) {
        trace.append(stepBatch(i));
        const auto snapshot = trace.snapshot();
        QCOMPARE(snapshot->steps().back().number, std::int64_t{i});
        QCOMPARE(snapshot->steps().front().number, static_cast<std::int64_t>(trace.droppedSteps()));
        QCOMPARE(snapshot->steps().size() + trace.droppedSteps(), static_cast<std::size_t>(i + 1));
        QVERIFY(snapshot->bytes() <= bound);
        if (trace.generation() != generation) {
            ++generation;
            QCOMPARE(trace.generation(), generation);
        }
    }
    QVERIFY(generation >= 3);
    const std::size_t dropped = trace.droppedSteps();
    QVERIFY(dropped > kSteps / 2 && dropped < kSteps);

    const auto last = trace.finish(description(), 0);
    const std::size_t kept = kSteps - dropped;
    QCOMPARE(last->steps().size(), kept);
    QCOMPARE(last->eventCount(), kept * (kOpsAStep + 1)); // whole steps
    QCOMPARE(last->span().begin, static_cast<Ns>(dropped) * kStepNs);
    QCOMPARE(last->text(last->track(last->event(EventId{0}).track).name), std::string_view("thread 8 (decode)"));
    QCOMPARE(last->report().count(WarningKind::limitReached), static_cast<std::uint64_t>(dropped));
    const auto own = nlohmann::json::parse(last->sources()[0].metadata[1].second);
    QCOMPARE(own["seed"].get<int>(), 5);
    QCOMPARE(own["memory_bound"]["dropped_steps"].get<std::size_t>(), dropped);
    QCOMPARE(own["memory_bound"]["max_trace_bytes"].get<std::size_t>(), bound);
}

void LiveTraceTest::earlierSnapshotsStay()
{
    LiveTrace trace(bytesOf(30));
    trace.append(stepBatch(0));
    const auto first = trace.snapshot();
    for (int i = 1; i < 100; ++i)
        trace.append(stepBatch(i));
    QVERIFY(trace.droppedSteps() > 0);
    QCOMPARE(first->steps().size(), std::size_t{1});
    QCOMPARE(first->eventCount(), std::size_t{kOpsAStep + 1});
}

void LiveTraceTest::noBoundKeepsAll()
{
    LiveTrace trace(0);
    for (int i = 0; i < 50; ++i)
        trace.append(stepBatch(i));
    QCOMPARE(trace.snapshot()->steps().size(), std::size_t{50});
}

void LiveTraceTest::lostRecordsAreReported()
{
    LiveTrace trace(0);
    trace.append(stepBatch(0));
    QCOMPARE(trace.finish({}, 12)->report().count(WarningKind::droppedRecords), std::uint64_t{12});
}

QTEST_APPLESS_MAIN(LiveTraceTest)
#include "tst_live_trace.moc"
