// SPDX-License-Identifier: GPL-3.0-or-later
// The thread between the recorders and the trace, with a GPU recorder that delivers as the tests want.
#include "capture/record/op_stack.h"
#include "capture/record/record_pump.h"

#include <QTest>

#include <atomic>

using namespace decodescope;

namespace {

constexpr std::uint32_t kLaunchKernel = 211;

GpuRecord kernel(std::uint32_t correlation, Ns begin)
{
    GpuRecord record;
    record.begin = begin;
    record.end = begin + 100;
    record.correlation = correlation;
    record.stream = 7;
    record.name = "kernel";
    return record;
}

class FakeGpuRecorder final : public GpuRecorder
{
public:
    explicit FakeGpuRecorder(bool delivers)
        : m_delivers(delivers)
    {
        m_calls.add(CallDomain::runtime, kLaunchKernel, "cudaLaunchKernel_v7000");
    }
    Result<void> attach() override { return {}; }
    void detach() override {}
    void flush() override
    {
        ++m_flushes;
        m_isAsked = true;
    }
    // Of one kernel each time: unasked, or only when asked to.
    void take(std::vector<GpuRecord>& records) override
    {
        ++m_takes;
        if (m_delivers || std::exchange(m_isAsked, false))
            records.push_back(kernel(1, realtimeNow()));
    }
    const CallTable& calls() const override { return m_calls; }
    GpuRecorderCounts counts() const override { return {}; }
    std::uint32_t cuptiVersion() const override { return 0; }
    const std::string& cuptiPath() const override { return m_path; }

    int flushes() const { return m_flushes; }
    int takes() const { return m_takes; }

private:
    const bool m_delivers;
    bool m_isAsked = false; // the pump's
    std::atomic<int> m_flushes = 0;
    std::atomic<int> m_takes = 0;
    CallTable m_calls;
    std::string m_path;
};

void launch(OpStack& stack, std::uint32_t correlation)
{
    stack.beginOp("aten::mm");
    stack.startOp(ticksNow());
    stack.beginCall(CallDomain::runtime, kLaunchKernel, correlation, ticksNow());
    stack.endCall(ticksNow());
    stack.endOp(ticksNow());
}

} // namespace

class RecordPumpTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asksForWhatDoesNotCome();
    void doesNotAskForWhatComes();
    void muchComesInSeveralBatches();
};

void RecordPumpTest::asksForWhatDoesNotCome()
{
    HostLog log;
    OpStack stack(log);
    FakeGpuRecorder gpu(false);
    RecordBatcher batcher({}, gpu.calls());
    BatchQueue queue;
    std::atomic<Ns> completeUntil = 0;
    stack.openWindow(ticksNow());
    const Ns before = realtimeNow();
    launch(stack, 1);
    launch(stack, 2); // whose kernel never comes
    const Ns after = realtimeNow();
    RecordPump pump(batcher, log, &gpu, queue, [&](Ns until) { completeUntil = until; });
    constexpr Ns kMillisecond = 1'000'000; // and less: the wall clock is read twice a round (see TickClock)
    std::size_t kernels = 0;
    const auto isThere = [&] {
        for (const auto& batch : queue.takeAll()) {
            for (const BatchEvent& event : batch->events)
                kernels += batch->strings.text(event.category) == "kernel";
        }
        return kernels > 0 && completeUntil >= before - kMillisecond;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isThere(), 60'000);
    QVERIFY(gpu.flushes() > 0);
    // Up to the launch that waits for its kernel.
    QVERIFY(completeUntil <= after + kMillisecond);
    stack.closeWindow(ticksNow());
    pump.finish();
}

void RecordPumpTest::doesNotAskForWhatComes()
{
    HostLog log;
    OpStack stack(log);
    FakeGpuRecorder gpu(true);
    RecordBatcher batcher({}, gpu.calls());
    BatchQueue queue;
    stack.openWindow(ticksNow());
    launch(stack, 1);
    RecordPump pump(batcher, log, &gpu, queue, [](Ns) {});
    QTRY_VERIFY_WITH_TIMEOUT(gpu.takes() >= 6, 60'000);
    QCOMPARE(gpu.flushes(), 0);
    stack.closeWindow(ticksNow());
    pump.finish();
    QCOMPARE(gpu.flushes(), 0);
}

void RecordPumpTest::muchComesInSeveralBatches()
{
    HostLog log;
    OpStack stack(log);
    CallTable calls;
    RecordBatcher batcher({}, calls);
    BatchQueue queue;
    RecordPump pump(batcher, log, nullptr, queue, [](Ns) {});
    constexpr std::size_t kOps = 100'000;
    stack.openWindow(ticksNow());
    for (std::size_t i = 0; i < kOps; ++i) {
        stack.beginOp("aten::mm");
        stack.startOp(ticksNow());
        stack.endOp(ticksNow());
    }
    stack.closeWindow(ticksNow());
    pump.finish();
    std::size_t rows = 0;
    Ns last = kMinNs;
    for (const auto& batch : queue.takeAll()) {
        QVERIFY(batch->events.size() <= HostLog::kMostAtOnce);
        rows += batch->events.size();
        for (const BatchEvent& event : batch->events) {
            QVERIFY(event.time >= last);
            last = event.time;
        }
    }
    QCOMPARE(rows, kOps);
    QCOMPARE(log.droppedRecords(), std::uint64_t{0});
}

QTEST_GUILESS_MAIN(RecordPumpTest)
#include "tst_record_pump.moc"
