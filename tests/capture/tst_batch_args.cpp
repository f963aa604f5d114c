// SPDX-License-Identifier: GPL-3.0-or-later
// Arguments that repeat, and change from step to step, against the text that is made for each row alone.
#include "capture/record/batch_args.h"
#include "capture/record/event_args.h"
#include "capture/record/op_inputs.h"

#include <QTest>

#include <string>
#include <vector>

using namespace decodescope;

namespace {

// The batches of some steps, and the text that each of their objects should have.
class Rows
{
public:
    explicit Rows(BatchArgs& args)
        : m_args(args)
    {
        m_args.startBatch(m_batch);
    }
    void expect(std::uint32_t number, std::string text)
    {
        QCOMPARE(number, static_cast<std::uint32_t>(m_texts.size()));
        m_texts.push_back(std::move(text));
    }
    void endBatch()
    {
        std::vector<ArgsId> ids;
        m_store.append(m_batch, ids);
        QCOMPARE(ids.size(), m_texts.size());
        for (std::size_t i = 0; i < ids.size(); ++i)
            QCOMPARE(m_store.table().text(ids[i]), m_texts[i]);
        m_batch = {};
        m_texts.clear();
        m_args.startBatch(m_batch);
    }

private:
    BatchArgs& m_args;
    ArgsBatch m_batch;
    ArgsStore m_store;
    std::vector<std::string> m_texts;
};

std::string inputsText(const std::vector<std::int64_t>& words)
{
    std::string text;
    appendOpInputs(text, words);
    return text;
}

} // namespace

class BatchArgsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void operators();
    void operatorsWithoutShapes();
    void calls();
    void kernels();
};

// One list for all, one that grows with every step, and none.
void BatchArgsTest::operators()
{
    BatchArgs args(true, {});
    Rows rows(args);
    InputTable table;
    HostRecord op;
    for (std::int64_t step = 0; step < 20; ++step) {
        const std::vector<std::int64_t> grows{OpInput::header(OpInput::integer, 0, 1), step};
        const std::vector<std::int64_t> same{OpInput::header(OpInput::tensor, 5, 1), 64, 1};
        for (const auto& words : {same, grows, {}, same, grows}) {
            ++op.id;
            op.inputs = words.empty() ? nullptr : table.intern(words, "aten::mm");
            rows.expect(args.addOp(op), opArgs(op.id, inputsText(words)));
        }
        rows.expect(args.add(annotationArgs(op.id)), annotationArgs(op.id));
        rows.endBatch();
    }
}

void BatchArgsTest::operatorsWithoutShapes()
{
    BatchArgs args(false, {});
    Rows rows(args);
    HostRecord op;
    for (op.id = 1; op.id < 20; ++op.id)
        rows.expect(args.addOp(op), opArgs(op.id, {}));
    rows.endBatch();
}

void BatchArgsTest::calls()
{
    BatchArgs args(true, {});
    Rows rows(args);
    HostRecord call;
    for (std::uint32_t i = 0; i < 20; ++i) {
        call.correlation = 100 * i;
        call.cbid = static_cast<std::uint16_t>(200 + i % 3);
        call.id = i % 4; // 0: outside of all operators
        rows.expect(args.addCall(call), callArgs(call));
    }
    rows.endBatch();
}

// Every field that the text has changes while the others stay.
void BatchArgsTest::kernels()
{
    GpuProperties gpu;
    gpu.multiprocessors = 132;
    gpu.warpSize = 32;
    gpu.maxThreadsPerMultiprocessor = 2048;
    BatchArgs args(true, gpu);
    Rows rows(args);
    const std::vector<ModuleScope> modules{{3, "q_proj"}, {-1, "norm"}};
    std::vector<GpuRecord> kinds(1);
    kinds[0].grid = kinds[0].block = {1, 2, 3};
    const auto addKind = [&kinds](auto change) { change(kinds.emplace_back(kinds[0])); };
    addKind([](GpuRecord& kernel) { kernel.grid[2] = 7; });
    addKind([](GpuRecord& kernel) { kernel.block[0] = 128; });
    addKind([](GpuRecord& kernel) { kernel.registersPerThread = 32; });
    addKind([](GpuRecord& kernel) { kernel.staticSharedBytes = 1024; });
    addKind([](GpuRecord& kernel) { kernel.dynamicSharedBytes = 4096; });
    addKind([](GpuRecord& kernel) { kernel.device = 1; });
    addKind([](GpuRecord& kernel) { kernel.context = 1; });
    addKind([](GpuRecord& kernel) { kernel.stream = 7; });
    addKind([](GpuRecord& kernel) { kernel.graphId = 9; });
    addKind([](GpuRecord& kernel) {
        kernel.graphId = 9;
        kernel.graphNodeId = (std::uint64_t{9} << 32) + 4;
    });
    std::uint64_t id = 0;
    std::uint32_t correlation = 0;
    for (int step = 0; step < 3; ++step) {
        for (const GpuRecord& kernel : kinds) {
            ++correlation;
            const auto text = [&] { return kernelArgs(kernel, id, correlation, gpu); };
            rows.expect(args.addKernel(kernel, id, correlation, nullptr), text());
            id = correlation + 5;
            rows.expect(args.addKernel(kernel, id, correlation, nullptr), text());
            for (const ModuleScope& module : modules)
                rows.expect(args.addKernel(kernel, id, correlation, &module), withModule(text(), module));
            id = 0;
        }
        rows.endBatch();
    }
}

QTEST_APPLESS_MAIN(BatchArgsTest)
#include "tst_batch_args.moc"
