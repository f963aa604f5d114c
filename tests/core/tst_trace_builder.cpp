// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace_builder.h"
#include "tests/support/trace_dsl.h"

#include <QtTest>

#include <set>

using namespace decodescope;

namespace {

// Adds events to a batch in one line each.
class Writer
{
public:
    EventBatch batch;

    BatchEvent& event(Phase phase, const char* category, const char* name, std::int64_t pid, std::int64_t tid, Ns time,
                      Ns duration = 0, const char* args = nullptr)
    {
        BatchEvent e;
        e.phase = phase;
        e.category = batch.strings.add(category);
        e.name = batch.strings.add(name);
        e.thread = batch.threadNumber({{pid, 0, true}, {tid, 0, true}});
        e.time = time;
        e.duration = duration;
        if (args != nullptr)
            e.args = batch.args.add(args);
        batch.events.push_back(e);
        return batch.events.back();
    }
    BatchEvent& slice(const char* category, const char* name, std::int64_t pid, std::int64_t tid, Ns begin, Ns duration,
                      const char* args = nullptr)
    {
        return event(Phase::complete, category, name, pid, tid, begin, duration, args);
    }
};

std::shared_ptr<const Trace> built(const EventBatch& batch)
{
    TraceBuilder builder;
    builder.append(batch);
    builder.finish();
    return builder.snapshot();
}

EventId find(const Trace& trace, std::string_view name)
{
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if (trace.name(static_cast<EventId>(i)) == name)
            return static_cast<EventId>(i);
    }
    return kNoEvent;
}

} // namespace

class TestTraceBuilder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void spreadsAThreadOverTracks();
    void findsEachOfManyAtOneTime();
    void linksKernelLaunchAndOp();
    void graphLaunchHasManyKernels();
    void saysWhyThereAreNoGpuRows();
    void ambiguousIdsAreNotLinked();
    void launchMayComeLate();
    void pairsBeginAndEnd();
    void snapshotsStayAsTheyWere();
    void straysStayOutOfTheFirstView();
    void implausibleLengthIsMarked();
    void sourcesAreShifted();
    void textIdsThatAreNumbersAreNumbers();
};

void TestTraceBuilder::spreadsAThreadOverTracks()
{
    Writer w;
    w.slice("user_annotation", "ProfilerStep#3", 1, 1, 0, 100);
    w.slice("cpu_op", "aten::mm", 1, 1, 10, 50);
    w.slice("python_function", "f", 1, 1, 5, 90);
    w.slice("kernel", "gemm", 0, 7, 40, 20);
    const auto trace = built(w.batch);
    QCOMPARE(trace->tracks().size(), std::size_t{4});
    const TrackId cpu = trace->events().track(find(*trace, "aten::mm"));
    QCOMPARE(trace->track(cpu).kind, TrackKind::thread);
    QCOMPARE(trace->track(trace->sibling(cpu, TrackKind::python)).lanes.size(), std::size_t{1});
    QVERIFY(trace->sibling(cpu, TrackKind::step) != kNoTrack);
    QCOMPARE(trace->sibling(cpu, TrackKind::stream), kNoTrack);
    QCOMPARE(trace->steps().size(), std::size_t{1});
    QCOMPARE(trace->steps()[0].number, std::int64_t{3});
    QCOMPARE(trace->stepAt(99).value(), std::size_t{0});
    QVERIFY(!trace->stepAt(100));
    QCOMPARE(trace->span(), (TimeRange{0, 100}));
}

// Slices of length 0 at one time share a lane, inside of what began there and lasts.
void TestTraceBuilder::findsEachOfManyAtOneTime()
{
    std::string text = "cpu 1 1\nop 3 3 before\n";
    for (int i = 0; i < 5; ++i)
        text += "op 5 5 empty\n";
    text += "op 5 9 whole\nop 5 5 late\nop 7 7 inside\n";
    const auto trace = decodescope::test::traceOf(text);
    std::set<std::pair<std::uint32_t, std::uint32_t>> places;
    for (std::size_t i = 0; i < trace->eventCount(); ++i) {
        const auto id = static_cast<EventId>(i);
        const auto place = trace->place(id);
        QVERIFY(place.has_value());
        const EventRow row = trace->event(id);
        QCOMPARE(trace->track(row.track).lanes[place->lane].event(place->position), id);
        places.emplace(place->lane, place->position);
        const bool isInside = row.begin >= 5 && row.duration == 0;
        QCOMPARE(trace->parent(id), isInside ? decodescope::test::eventNamed(*trace, "whole") : kNoEvent);
    }
    QCOMPARE(places.size(), trace->eventCount());
}

void TestTraceBuilder::linksKernelLaunchAndOp()
{
    Writer w;
    w.slice("kernel", "gemm", 0, 7, 40, 20,
            R"({"correlation": 9})"); // before its launch in the file, as Kineto writes it
    w.slice("cpu_op", "aten::linear", 1, 1, 0, 35);
    w.slice("cpu_op", "aten::mm", 1, 1, 5, 25);
    w.slice("cuda_runtime", "cudaLaunchKernel", 1, 1, 10, 5, R"({"correlation": 9, "cbid": 211})");
    w.slice("cuda_driver", "cuLaunchKernel", 1, 1, 11, 2, R"({"correlation": 9, "cbid": 307})");
    const auto trace = built(w.batch);
    const EventId kernel = find(*trace, "gemm");
    QVERIFY(trace->name(trace->launchOf(kernel)) == "cudaLaunchKernel");
    QVERIFY(trace->name(trace->opOf(kernel)) == "aten::mm");
    QVERIFY(trace->name(trace->enclosingOp(trace->opOf(kernel))) == "aten::linear");
    QCOMPARE(trace->launchedBy(trace->launchOf(kernel)), std::vector<EventId>{kernel});
    QVERIFY(trace->launchedBy(find(*trace, "cuLaunchKernel")).empty());
    QCOMPARE(trace->report().count(WarningKind::launchNotRecorded), std::uint64_t{0});
}

void TestTraceBuilder::graphLaunchHasManyKernels()
{
    Writer w;
    w.slice("cuda_runtime", "cudaGraphLaunch", 1, 1, 10, 8, R"({"correlation": 50})");
    w.slice("kernel", "a", 0, 7, 30, 9, R"({"correlation": 50})");
    w.slice("kernel", "b", 0, 7, 40, 3, R"({"correlation": 50})");
    w.slice("kernel", "lost", 0, 20, 30, 9, R"({"correlation": 51})");
    const auto trace = built(w.batch);
    QCOMPARE(trace->launchedBy(find(*trace, "cudaGraphLaunch")).size(), std::size_t{2});
    QCOMPARE(trace->launchOf(find(*trace, "lost")), kNoEvent);
    QCOMPARE(trace->report().count(WarningKind::launchNotRecorded), std::uint64_t{1});
}

void TestTraceBuilder::saysWhyThereAreNoGpuRows()
{
    const auto saysOf = [](std::string_view text) -> std::string {
        const auto trace = decodescope::test::traceOf(text);
        for (const Warning& warning : trace->report().warnings()) {
            if (warning.kind == WarningKind::noGpuRows)
                return warning.message;
        }
        return {};
    };
    QVERIFY(saysOf("cpu 1 1\nop 0 9 aten::add").starts_with("Only the CPU was recorded: ProfilerActivity.CUDA"));
    QVERIFY(
        saysOf("meta decodescope {\"model\":{\"device\":\"cpu\"}}\ncpu 1 1\nop 0 9 aten::add").find("ran on the CPU") !=
        std::string::npos);
    QVERIFY(saysOf("cpu 1 1\nop 0 9 aten::add\ncall 1 2 cudaLaunchKernel #1").starts_with("Calls of CUDA"));
    QVERIFY(saysOf("meta deviceProperties [{\"id\": 0}]\ncpu 1 1\nop 0 9 aten::add").find("there was a GPU") !=
            std::string::npos);
    QCOMPARE(saysOf("cpu 1 1\nop 0 9 aten::add\ngpu 0 7\nkernel 5 6 k"), std::string());
    QCOMPARE(saysOf(""), std::string());
    QCOMPARE(saysOf("cpu 1 1\npython 0 9 main"), std::string());
}

void TestTraceBuilder::ambiguousIdsAreNotLinked()
{
    Writer w;
    w.slice("cuda_runtime", "cudaLaunchKernel", 100, 1, 5, 2, R"({"correlation": 7})");
    w.slice("kernel", "gemm r0", 0, 7, 12, 4, R"({"correlation": 7})");
    w.slice("cuda_runtime", "cudaLaunchKernel", 200, 1, 6, 2, R"({"correlation": 7})");
    w.slice("kernel", "add r1", 1, 7, 13, 3, R"({"correlation": 7})");
    // In one batch, and with the second process only after the first kernel was linked.
    for (const bool split : {false, true}) {
        TraceBuilder builder;
        EventBatch first = w.batch;
        if (split) {
            first.events.resize(2);
            builder.append(first);
            QVERIFY(builder.snapshot()->launchOf(EventId{1}) == EventId{0});
            first.events.assign(w.batch.events.begin() + 2, w.batch.events.end());
        }
        builder.append(first);
        builder.finish();
        const auto trace = builder.snapshot();
        QCOMPARE(trace->launchOf(find(*trace, "gemm r0")), kNoEvent);
        QCOMPARE(trace->launchOf(find(*trace, "add r1")), kNoEvent);
        QCOMPARE(trace->report().count(WarningKind::ambiguousCorrelation), std::uint64_t{2});
        QVERIFY(trace->launchedBy(EventId{0}).empty());
    }
}

void TestTraceBuilder::launchMayComeLate()
{
    TraceBuilder builder;
    for (int i = 0; i < 50; ++i) {
        Writer kernels;
        kernels.slice("kernel", "k", 0, 7, 100 * i, 10, ("{\"correlation\": " + std::to_string(i) + "}").c_str());
        builder.append(kernels.batch);
        builder.snapshot();
    }
    for (int i = 49; i >= 0; --i) {
        Writer calls;
        calls.slice("cuda_runtime", "cudaLaunchKernel", 1, 1, 100 * i - 50, 5,
                    ("{\"correlation\": " + std::to_string(i) + "}").c_str());
        builder.append(calls.batch);
        if (i % 7 == 0)
            builder.snapshot();
    }
    builder.finish();
    const auto trace = builder.snapshot();
    for (std::uint32_t i = 0; i < 50; ++i) {
        const EventId launch = trace->launchOf(EventId{i});
        QVERIFY(launch != kNoEvent);
        QCOMPARE(trace->events().begin(launch), Ns{100} * i - 50);
        QCOMPARE(trace->launchedBy(launch), std::vector<EventId>{EventId{i}});
    }
}

void TestTraceBuilder::pairsBeginAndEnd()
{
    Writer w;
    w.event(Phase::end, "", "x", 4, 4, 1);
    w.event(Phase::begin, "", "load", 4, 4, 100, 0, R"({"rows":7})");
    w.event(Phase::begin, "", "parse", 4, 4, 120);
    w.event(Phase::end, "", "never begun", 4, 4, 130);
    w.event(Phase::end, "", "parse", 4, 4, 180);
    w.event(Phase::end, "", "", 4, 4, 200, 0, R"({"bytes":9})");
    w.event(Phase::begin, "", "open", 4, 4, 150);
    const auto trace = built(w.batch);
    const EventId load = find(*trace, "load");
    QCOMPARE(trace->event(load).range(), (TimeRange{100, 200}));
    QVERIFY(trace->args().text(trace->events().args(load)) == R"({"rows":7, "bytes":9})");
    QCOMPARE(trace->event(find(*trace, "parse")).range(), (TimeRange{120, 180}));
    QVERIFY(trace->event(find(*trace, "open")).has(EventFlag::unfinished));
    QCOMPARE(trace->event(find(*trace, "open")).range(), (TimeRange{150, 200}));
    QCOMPARE(trace->report().count(WarningKind::unmatchedEnd), std::uint64_t{2});
    QCOMPARE(trace->report().count(WarningKind::unfinishedSlice), std::uint64_t{1});
}

void TestTraceBuilder::snapshotsStayAsTheyWere()
{
    TraceBuilder builder;
    Writer first;
    first.slice("cpu_op", "a", 1, 1, 0, 10);
    builder.append(first.batch);
    const auto early = builder.snapshot();
    for (int i = 0; i < 1000; ++i) {
        Writer more;
        more.slice("cpu_op", ("late " + std::to_string(i)).c_str(), 1, 1, 5 - i, 1);
        builder.append(more.batch);
        if (i % 100 == 0)
            builder.snapshot();
    }
    const auto late = builder.snapshot();
    QCOMPARE(early->eventCount(), std::size_t{1});
    QCOMPARE(early->tracks()[0].lanes.size(), std::size_t{1});
    QCOMPARE(early->tracks()[0].lanes[0].size(), std::size_t{1});
    QVERIFY(early->name(EventId{0}) == "a");
    QCOMPARE(early->span(), (TimeRange{0, 10}));
    QCOMPARE(late->eventCount(), std::size_t{1001});
    QCOMPARE(late->tracks()[0].sliceCount(), std::size_t{1001});
}

void TestTraceBuilder::straysStayOutOfTheFirstView()
{
    Writer w;
    w.slice("cpu_op", "lost start", 1, 1, 0, 3000);
    w.slice("cpu_op", "aten::mm", 1, 1, 1700000000000000000, 25000);
    w.slice("kernel", "gemm", 0, 7, 1700000000000030000, 12000);
    const auto trace = built(w.batch);
    QCOMPARE(trace->contentSpan(), (TimeRange{1700000000000000000, 1700000000000042000}));
    QCOMPARE(trace->span().begin, Ns{0});
    QCOMPARE(trace->report().count(WarningKind::strayTime), std::uint64_t{1});
}

void TestTraceBuilder::implausibleLengthIsMarked()
{
    Writer w;
    w.slice("kernel", "gemm", 0, 7, 1000000, 12000);
    w.slice("kernel", "broken", 0, 7, 1020000, 7449000000000000000);
    w.slice("kernel", "gemm", 0, 7, 1040000, 12000);
    w.slice("cpu_op", "lost end", 1, 1, 1000000, -5);
    const auto trace = built(w.batch);
    QVERIFY(trace->event(find(*trace, "broken")).has(EventFlag::implausible));
    QCOMPARE(trace->span(), (TimeRange{1000000, 1052000}));
    QCOMPARE(trace->tracks()[0].lanes.size(), std::size_t{1});
    QVERIFY(trace->event(find(*trace, "lost end")).has(EventFlag::negativeLength));
    QCOMPARE(trace->event(find(*trace, "lost end")).duration, Ns{0});
}

void TestTraceBuilder::sourcesAreShifted()
{
    TraceBuilder builder;
    Writer w;
    w.slice("cpu_op", "a", 1, 1, 10, 5);
    for (const Ns shift : {Ns{0}, Ns{100}}) {
        TraceSource source;
        source.shift = shift;
        builder.beginSource(source);
        builder.append(w.batch);
    }
    builder.finish();
    const auto trace = builder.snapshot();
    QCOMPARE(trace->sources().size(), std::size_t{2});
    QCOMPARE(trace->processes().size(), std::size_t{2}); // one pid, two files: two processes
    QCOMPARE(trace->events().begin(EventId{1}), Ns{110});
}

void TestTraceBuilder::textIdsThatAreNumbersAreNumbers()
{
    EventBatch batch;
    const auto add = [&](BatchKey pid, BatchKey tid) {
        BatchEvent e;
        e.name = batch.strings.add("e");
        e.thread = batch.threadNumber({pid, tid});
        e.duration = 5;
        batch.events.push_back(e);
    };
    add({31007, 0, true}, {0, batch.strings.add("42"), true});
    add({31007, 0, true}, {42, 0, true});
    add({0, batch.strings.add("31007-00042"), true}, {0, batch.strings.add("00042"), true});
    add({}, {});
    const auto trace = built(batch);
    QCOMPARE(trace->processes().size(), std::size_t{3});
    QCOMPARE(trace->tracks().size(), std::size_t{3});
    QCOMPARE(trace->tracks()[0].sliceCount(), std::size_t{2});
    QVERIFY(!trace->processes()[2].hasPid);
}

QTEST_APPLESS_MAIN(TestTraceBuilder)
#include "tst_trace_builder.moc"
