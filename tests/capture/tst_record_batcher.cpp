// SPDX-License-Identifier: GPL-3.0-or-later
// From fabricated records to a trace: links, windows, annotations on streams.
#include "capture/record/link_table.h"
#include "capture/record/op_stack.h"
#include "capture/record/record_batcher.h"
#include "core/trace/trace_builder.h"

#include <QTest>

#include <array>

using namespace decodescope;

namespace {

constexpr std::uint32_t kLaunchKernel = 211;
constexpr std::uint32_t kSynchronize = 165;

CallTable callTable()
{
    CallTable calls;
    calls.add(CallDomain::runtime, kLaunchKernel, "cudaLaunchKernel_v7000");
    calls.add(CallDomain::runtime, kSynchronize, "cudaDeviceSynchronize_v3020");
    return calls;
}

GpuRecord kernel(std::uint32_t correlation, Ns begin, Ns end, const char* name = "kernel")
{
    GpuRecord record;
    record.begin = begin;
    record.end = end;
    record.correlation = correlation;
    record.stream = 7;
    record.context = 1;
    record.name = name;
    record.grid = record.block = {1, 1, 1};
    return record;
}

// Two steps of one operator, one launch each: step 3 from 100 to 200, step 4 from 200 to 300.
class Recording
{
public:
    Recording()
        : m_calls(callTable())
        , m_stack(m_log)
        , m_batcher(
              [] {
                  BatcherOptions options;
                  options.baseTime = 50;
                  options.gpu = GpuProperties();
                  return options;
              }(),
              m_calls)
    {
        m_stack.openWindow(100);
        step(3, 100, 1000);
        step(4, 200, 1001);
        m_stack.closeWindow(305);
    }

    void deliverHost()
    {
        std::vector<HostRecord> begun;
        HostChunk chunk;
        m_log.take(begun, chunk);
        m_batcher.addHost(chunk);
    }
    RecordBatcher& batcher() { return m_batcher; }
    void take(bool last = false)
    {
        if (const auto batch = m_batcher.takeBatch(last))
            m_builder.append(*batch);
    }
    std::shared_ptr<const Trace> finish()
    {
        take(true);
        m_builder.finish();
        return m_builder.snapshot();
    }

private:
    void step(int number, Ns begin, std::uint32_t correlation)
    {
        m_stack.beginAnnotation("ProfilerStep", number, begin);
        m_stack.beginModule("", 0, begin + 5);
        m_stack.beginModule("q_proj", 0, begin + 6);
        m_stack.beginOp("aten::linear");
        m_stack.startOp(begin + 10);
        m_stack.beginOp("aten::mm");
        m_stack.startOp(begin + 12);
        m_stack.beginCall(CallDomain::runtime, kLaunchKernel, correlation, begin + 15);
        m_stack.endCall(begin + 20);
        m_stack.endOp(begin + 22);
        m_stack.endOp(begin + 25);
        m_stack.endModule(begin + 30);
        m_stack.endModule(begin + 31);
        m_stack.beginCall(CallDomain::runtime, kSynchronize, correlation + 100, begin + 40);
        m_stack.endCall(begin + 90);
        m_stack.endAnnotation(begin + 99);
    }

    HostLog m_log;
    CallTable m_calls;
    OpStack m_stack;
    RecordBatcher m_batcher;
    TraceBuilder m_builder;
};

EventId findEvent(const Trace& trace, std::string_view name, int which = 0)
{
    for (std::uint32_t i = 0; i < trace.eventCount(); ++i) {
        if (trace.name(EventId{i}) == name && which-- == 0)
            return EventId{i};
    }
    return kNoEvent;
}

} // namespace

class RecordBatcherTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linksKernelLaunchOpAndModule();
    void kernelFindsItsLaunchBeforeTheOperatorEnds();
    void windowsCloseInOrder();
    void recordsOutsideTheWindowAreCounted();
    void unlinkedKernelInTheWindowIsKept();
    void kernelsOfAGraphShareALaunchAndHaveTheirOwnModule();
    void nestedCallLinksToTheOuterOne();
    void stepRowOnTheStreamEnclosesItsKernels();
    void completeUntilTheOldestPendingLaunch();
    void aGraphIsPendingUntilItHasEnded();
    void aCopyIsPendingUntilSomethingYoungerCame();
    void lostLaunchDoesNotHoldBackForEver();
    void syncsAndOverheadHaveRowsOfTheirOwn();
};

void RecordBatcherTest::linksKernelLaunchOpAndModule()
{
    Recording recording;
    recording.deliverHost();
    recording.batcher().addGpu({kernel(1000, 130, 150), kernel(1001, 240, 260)});
    const auto trace = recording.finish();

    QCOMPARE(trace->steps().size(), std::size_t{2});
    QCOMPARE(trace->steps()[0].number, std::int64_t{3});
    QCOMPARE(trace->gpuOperationCount(), std::size_t{2});
    for (std::size_t i = 0; i < 2; ++i) {
        const GpuOperation operation = trace->gpuOperation(i);
        QVERIFY(operation.launch != kNoEvent);
        QCOMPARE(trace->name(operation.launch), std::string_view("cudaLaunchKernel"));
        const EventId op = trace->opOf(operation.event);
        QCOMPARE(trace->name(op), std::string_view("aten::mm"));
        const ArgsTable& args = trace->args();
        QCOMPARE(args.integer(trace->event(operation.event).args, "External id"),
                 args.integer(trace->event(op).args, "External id"));
        QCOMPARE(trace->stepOf(operation.event), std::optional<std::size_t>(i));
        const TrackId modules = trace->sibling(trace->event(operation.launch).track, TrackKind::module);
        QVERIFY(modules != kNoTrack);
        const EventId module = trace->innermostAt(modules, trace->event(operation.launch).begin);
        QCOMPARE(trace->name(module), std::string_view("layers.0.self_attn.q_proj"));
    }
    QCOMPARE(trace->event(trace->gpuOperation(0).event).begin, Ns{80}); // 130 less the base of 50
    QCOMPARE(recording.batcher().counts().kernels, std::uint64_t{2});
    QCOMPARE(recording.batcher().counts().linkedKernels, std::uint64_t{2});
    QCOMPARE(recording.batcher().counts().outsideWindow, std::uint64_t{0});
}

void RecordBatcherTest::kernelFindsItsLaunchBeforeTheOperatorEnds()
{
    HostLog log;
    const CallTable calls = callTable();
    OpStack stack(log);
    RecordBatcher batcher({}, calls);
    const auto deliver = [&] {
        std::vector<HostRecord> begun;
        HostChunk complete;
        log.take(begun, complete);
        batcher.addBegun(begun);
        batcher.addHost(complete);
    };
    stack.openWindow(1);
    stack.beginOp("aten::mm");
    stack.startOp(2);
    stack.beginCall(CallDomain::runtime, kLaunchKernel, 7, 3);
    stack.endCall(4);
    deliver();
    batcher.addGpu({kernel(7, 5, 6)});
    const auto early = batcher.takeBatch();
    QVERIFY(early);
    QCOMPARE(early->events.size(), std::size_t{1}); // the kernel; the rows of the thread come with the operator's end
    QCOMPARE(early->strings.text(early->events[0].name), std::string_view("kernel"));
    QCOMPARE(batcher.counts().linkedKernels, std::uint64_t{1});
    QCOMPARE(batcher.gpuCompleteUntil(9), Ns{9});

    stack.endOp(900);
    deliver();
    const auto late = batcher.takeBatch();
    QCOMPARE(late->events.size(), std::size_t{2});
    QCOMPARE(batcher.counts().calls, std::uint64_t{1});
    QCOMPARE(batcher.gpuCompleteUntil(900), Ns{900}); // the launch is not expected to have a second kernel
    QCOMPARE(batcher.counts().lostLaunches, std::uint64_t{0});
}

// The borders come early and once more with the complete records.
void RecordBatcherTest::windowsCloseInOrder()
{
    const CallTable calls = callTable();
    RecordBatcher batcher({}, calls);
    const auto border = [](HostRecordKind kind, Ns time) {
        HostRecord record;
        record.kind = kind;
        record.begin = record.end = time;
        return record;
    };
    HostChunk complete;
    complete.records = {border(HostRecordKind::windowOpen, 10), border(HostRecordKind::windowClose, 20),
                        border(HostRecordKind::windowOpen, 30)};
    batcher.addBegun(complete.records);
    batcher.addHost(complete);
    batcher.addGpu({kernel(1, 15, 16), kernel(2, 25, 26), kernel(3, 35, 36), kernel(4, 5, 6)});
    batcher.takeBatch();
    QCOMPARE(batcher.counts().kernels, std::uint64_t{2});
    QCOMPARE(batcher.counts().outsideWindow, std::uint64_t{2});
    complete.records = {border(HostRecordKind::windowClose, 40)};
    batcher.addHost(complete);
    batcher.addGpu({kernel(5, 45, 46)});
    batcher.takeBatch();
    QCOMPARE(batcher.counts().outsideWindow, std::uint64_t{3});
}

void RecordBatcherTest::recordsOutsideTheWindowAreCounted()
{
    Recording recording;
    recording.deliverHost();
    recording.batcher().addGpu({kernel(5, 60, 70), kernel(6, 400, 410), kernel(1000, 130, 150)});
    const auto trace = recording.finish();
    QCOMPARE(trace->gpuOperationCount(), std::size_t{1});
    QCOMPARE(recording.batcher().counts().outsideWindow, std::uint64_t{2});
}

void RecordBatcherTest::unlinkedKernelInTheWindowIsKept()
{
    Recording recording;
    recording.deliverHost();
    recording.batcher().addGpu({kernel(9, 140, 141)});
    const auto trace = recording.finish();
    QCOMPARE(trace->gpuOperationCount(), std::size_t{1});
    QCOMPARE(trace->gpuOperation(0).launch, kNoEvent);
    QCOMPARE(recording.batcher().counts().linkedKernels, std::uint64_t{0});
}

// One call, four nodes, the last of them a copy; the next replay has another correlation id and the same nodes.
void RecordBatcherTest::kernelsOfAGraphShareALaunchAndHaveTheirOwnModule()
{
    HostLog log;
    CallTable calls = callTable();
    constexpr std::uint32_t kGraphLaunch = 311;
    calls.add(CallDomain::runtime, kGraphLaunch, "cudaGraphLaunch_v10000");
    OpStack stack(log);
    BatcherOptions options;
    options.graphNodes = {{-1, "embedding"}, {3, "q_proj"}, {3, ""}};
    RecordBatcher batcher(options, calls);
    TraceBuilder builder;
    const auto take = [&](bool last) {
        if (const auto batch = batcher.takeBatch(last))
            builder.append(*batch);
    };
    stack.openWindow(100);
    for (int step = 0; step < 2; ++step) {
        stack.beginAnnotation("ProfilerStep", step, 110 + 100 * step);
        stack.beginCall(CallDomain::runtime, kGraphLaunch, 70 + static_cast<unsigned>(step), 120 + 100 * step);
        stack.endCall(130 + 100 * step);
        stack.endAnnotation(190 + 100 * step);
    }
    std::vector<HostRecord> begun;
    HostChunk complete;
    log.take(begun, complete);
    batcher.addHost(complete);
    constexpr std::uint64_t kFirstNode = (std::uint64_t{9} << 32) + 4;
    for (std::uint32_t step = 0; step < 2; ++step) {
        for (std::uint32_t node = 0; node < 4; ++node) {
            const Ns begin = 140 + 100 * step + 10 * node;
            GpuRecord record = kernel(70 + step, begin, begin + 8);
            record.graphId = 9;
            record.graphNodeId = kFirstNode + node;
            if (node == 3)
                record.kind = GpuRecordKind::memcpy;
            batcher.addGpu({record});
            take(false);
        }
    }
    take(true);
    builder.finish();
    const auto trace = builder.snapshot();
    const auto member = [&](std::size_t i, const char* key) {
        const auto text = trace->args().value(trace->event(trace->gpuOperation(i).event).args, key);
        return text ? QString::fromUtf8(text->data(), qsizetype(text->size())) : QString();
    };
    QCOMPARE(trace->gpuOperationCount(), std::size_t{8});
    for (std::size_t i = 0; i < 8; ++i) {
        QVERIFY(trace->gpuOperation(i).launch != kNoEvent);
        QCOMPARE(trace->stepOf(trace->gpuOperation(i).event), std::optional<std::size_t>(i / 4));
        QCOMPARE(member(i, "part"), QStringList({"\"embedding\"", "\"q_proj\"", "", ""})[qsizetype(i % 4)]);
        QCOMPARE(member(i, "layer"), QStringList({"", "3", "3", ""})[qsizetype(i % 4)]);
    }
}

void RecordBatcherTest::nestedCallLinksToTheOuterOne()
{
    LinkTable links;
    links.add(10, {100, 4, 1, 10, Launches::kernel});
    links.addNested(11, 10);
    links.addNested(12, 99); // of an outer call that nobody noted
    QCOMPARE(links.oldestPending(), Ns{100});
    const Launch* launch = links.find(11);
    QVERIFY(launch);
    QCOMPARE(launch->correlation, 10u);
    QCOMPARE(launch->op, std::uint64_t{4});
    QCOMPARE(links.find(12), nullptr);
    QCOMPARE(links.oldestPending(), kMaxNs);
    QCOMPARE(links.lost(), std::uint64_t{0});
}

void RecordBatcherTest::stepRowOnTheStreamEnclosesItsKernels()
{
    Recording recording;
    recording.deliverHost();
    // Step 3's kernel runs on in step 4.
    recording.batcher().addGpu({kernel(1000, 190, 230), kernel(1001, 240, 260)});
    const auto trace = recording.finish();
    const EventId row = findEvent(*trace, "ProfilerStep#3", 1);
    QVERIFY(row != kNoEvent);
    QCOMPARE(trace->kind(row), EventKind::gpuAnnotation);
    QCOMPARE(trace->event(row).begin, Ns{139});
    QCOMPARE(trace->event(row).end(), Ns{181});
    QCOMPARE(trace->args().integer(trace->event(row).args, "External id"), std::optional<std::int64_t>(1));
}

void RecordBatcherTest::completeUntilTheOldestPendingLaunch()
{
    Recording recording;
    recording.deliverHost();
    QCOMPARE(recording.batcher().gpuCompleteUntil(305), Ns{115 - 50});
    recording.batcher().addGpu({kernel(1000, 130, 150)});
    recording.take();
    QCOMPARE(recording.batcher().gpuCompleteUntil(305), Ns{215 - 50});
    recording.batcher().addGpu({kernel(1001, 240, 260)});
    recording.take();
    QCOMPARE(recording.batcher().gpuCompleteUntil(305), Ns{305 - 50});
}

// Its first kernel says nothing of the others; the first one of the next launch does, and from then on their number.
void RecordBatcherTest::aGraphIsPendingUntilItHasEnded()
{
    HostLog log;
    CallTable calls = callTable();
    constexpr std::uint32_t kGraphLaunch = 311;
    calls.add(CallDomain::runtime, kGraphLaunch, "cudaGraphLaunch_v10000");
    OpStack stack(log);
    BatcherOptions options;
    options.gpu = GpuProperties();
    RecordBatcher batcher(options, calls);
    TraceBuilder builder;
    const auto take = [&](bool last) {
        if (const auto batch = batcher.takeBatch(last))
            builder.append(*batch);
    };
    const auto deliver = [&](const std::vector<GpuRecord>& records, Ns flushed) {
        std::vector<HostRecord> begun;
        HostChunk complete;
        batcher.addGpu(records);
        log.take(begun, complete);
        batcher.addBegun(begun);
        batcher.addHost(complete);
        take(false);
        return batcher.gpuCompleteUntil(flushed);
    };
    const auto step = [&](Ns begin, std::uint32_t correlation) {
        stack.beginAnnotation("ProfilerStep", begin / 100, begin);
        stack.beginCall(CallDomain::runtime, kGraphLaunch, correlation, begin + 10);
        stack.endCall(begin + 20);
        stack.beginCall(CallDomain::runtime, kSynchronize, correlation + 100, begin + 30);
        stack.endCall(begin + 80);
        stack.endAnnotation(begin + 90);
    };
    stack.openWindow(50);
    step(100, 1);
    QCOMPARE(deliver({}, 120), Ns{110}); // nothing has come
    QCOMPARE(deliver({kernel(1, 125, 130)}, 150), Ns{110});
    QCOMPARE(deliver({kernel(1, 130, 140)}, 195), Ns{110}); // although the host has waited
    step(200, 2);
    QCOMPARE(deliver({kernel(1, 140, 175), kernel(2, 225, 230)}, 250), Ns{210}); // the younger one answers for it
    QCOMPARE(deliver({kernel(2, 230, 240)}, 295), Ns{210});
    QCOMPARE(deliver({kernel(2, 240, 260)}, 296), Ns{296}); // as many as of the first one
    step(300, 3);
    QCOMPARE(deliver({kernel(3, 325, 330), kernel(3, 330, 340)}, 350), Ns{310});
    QCOMPARE(batcher.counts().lostLaunches, std::uint64_t{0});
    stack.closeWindow(400);
    batcher.addGpu({kernel(3, 340, 360)});
    take(true);
    builder.finish();
    const auto trace = builder.snapshot();
    const std::array<TimeRange, 3> onStream = {{{124, 176}, {224, 261}, {324, 361}}}; // with a margin of 1
    for (std::size_t i = 0; i < onStream.size(); ++i) {
        const std::string name = "ProfilerStep#" + std::to_string(i + 1);
        const EventId row = findEvent(*trace, name, 1);
        QVERIFY2(row != kNoEvent, name.c_str());
        QCOMPARE(trace->event(row).begin, onStream[i].begin);
        QCOMPARE(trace->event(row).end(), onStream[i].end);
    }
}

// A copy of no bytes leaves no record.
void RecordBatcherTest::aCopyIsPendingUntilSomethingYoungerCame()
{
    LinkTable links;
    links.add(1, {100, 1, 0, 1, Launches::copy});
    links.add(2, {200, 1, 0, 2, Launches::copy});
    links.add(3, {300, 1, 0, 3, Launches::kernel});
    QCOMPARE(links.oldestPending(), Ns{100});
    links.find(1);
    QCOMPARE(links.oldestPending(), Ns{200});
    links.find(3);
    QCOMPARE(links.oldestPending(), kMaxNs);
    QCOMPARE(links.lost(), std::uint64_t{0});
}

void RecordBatcherTest::lostLaunchDoesNotHoldBackForEver()
{
    constexpr Ns kSecond = 1'000'000'000;
    LinkTable links;
    links.add(1, {0, 1, 0, 1, Launches::kernel});
    links.add(2, {kSecond / 2, 1, 0, 2, Launches::kernel});
    links.add(3, {2 * kSecond, 1, 0, 3, Launches::kernel});
    links.find(2);
    QCOMPARE(links.oldestPending(), Ns{0});
    links.find(3);
    QCOMPARE(links.oldestPending(), kMaxNs);
    QCOMPARE(links.lost(), std::uint64_t{1});
}

void RecordBatcherTest::syncsAndOverheadHaveRowsOfTheirOwn()
{
    Recording recording;
    recording.deliverHost();
    GpuRecord overhead;
    overhead.kind = GpuRecordKind::overhead;
    overhead.type = 1 << 16;
    overhead.begin = 150;
    overhead.end = 160;
    recording.batcher().addGpu({overhead, kernel(1000, 130, 150)});
    const auto trace = recording.finish();
    const auto tidOf = [&](std::string_view name) {
        return trace->track(trace->event(findEvent(*trace, name)).track).tid.number;
    };
    // Made of the two calls of cudaDeviceSynchronize.
    const EventId sync = findEvent(*trace, "Context Sync", 1);
    QVERIFY(sync != kNoEvent);
    QCOMPARE(findEvent(*trace, "Context Sync", 2), kNoEvent);
    QCOMPARE(trace->kind(sync), EventKind::sync);
    QCOMPARE(trace->event(sync).begin, Ns{240 - 50});
    QCOMPARE(trace->event(sync).end(), Ns{290 - 50});
    QCOMPARE(trace->args().integer(trace->event(sync).args, "correlation"), std::optional<std::int64_t>(1101));
    QCOMPARE(trace->args().integer(trace->event(sync).args, "stream"), std::optional<std::int64_t>(-1));
    QCOMPARE(tidOf("Context Sync"), std::int64_t{-1});
    QCOMPARE(trace->kind(findEvent(*trace, "Buffer Flush")), EventKind::overhead);
    QCOMPARE(trace->gpuOperationCount(), std::size_t{1});
}

QTEST_APPLESS_MAIN(RecordBatcherTest)
#include "tst_record_batcher.moc"
