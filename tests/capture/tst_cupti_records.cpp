// SPDX-License-Identifier: GPL-3.0-or-later
// Fabricated CUPTI records through the decoder.
#include "capture/record/cupti_records.h"

#include <QTest>
#include <cupti.h>

#include <cstring>

using namespace decodescope;

namespace {

std::size_t sizeOf(const CUpti_Activity& record)
{
    switch (record.kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
        return sizeof(CUpti_ActivityKernel9);
    case CUPTI_ACTIVITY_KIND_MEMCPY:
        return sizeof(CUpti_ActivityMemcpy5);
    case CUPTI_ACTIVITY_KIND_MEMSET:
        return sizeof(CUpti_ActivityMemset4);
    case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
        return sizeof(CUpti_ActivitySynchronization);
    case CUPTI_ACTIVITY_KIND_OVERHEAD:
        return (sizeof(CUpti_ActivityOverhead) + 7) / 8 * 8;
    default:
        return 64;
    }
}

// Stands in for cuptiActivityGetNextRecord(): records follow each other directly.
int nextRecord(std::uint8_t* buffer, std::size_t validBytes, void** record)
{
    auto* at = static_cast<std::uint8_t*>(*record);
    at = at == nullptr ? buffer : at + sizeOf(*reinterpret_cast<CUpti_Activity*>(at));
    if (at >= buffer + validBytes)
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    *record = at;
    return CUPTI_SUCCESS;
}

class Buffer
{
public:
    template <class Record>
    void add(const Record& record)
    {
        const std::size_t bytes = sizeOf(reinterpret_cast<const CUpti_Activity&>(record));
        const std::size_t at = m_words.size();
        m_words.resize(at + bytes / 8);
        std::memcpy(m_words.data() + at, &record, sizeof record);
    }
    std::vector<GpuRecord> decode(CuptiRecords& records)
    {
        std::vector<GpuRecord> out;
        records.decode(&nextRecord, reinterpret_cast<std::uint8_t*>(m_words.data()), m_words.size() * 8, out);
        return out;
    }

private:
    std::vector<std::uint64_t> m_words;
};

CUpti_ActivityKernel9 kernelRecord(const char* name, std::uint64_t start, std::uint64_t end)
{
    CUpti_ActivityKernel9 kernel{};
    kernel.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    kernel.name = name;
    kernel.start = start;
    kernel.end = end;
    kernel.deviceId = 1;
    kernel.contextId = 2;
    kernel.streamId = 7;
    kernel.correlationId = 4711;
    kernel.gridX = 264;
    kernel.gridY = 2;
    kernel.gridZ = 1;
    kernel.blockX = 512;
    kernel.blockY = kernel.blockZ = 1;
    kernel.registersPerThread = 48;
    kernel.staticSharedMemory = 1024;
    kernel.dynamicSharedMemory = 2048;
    kernel.graphId = 3;
    kernel.graphNodeId = 12884901889;
    return kernel;
}

} // namespace

class CuptiRecordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kernel();
    void memcpyAndMemset();
    void overhead();
    void recordsWithoutTimesAreCounted();
    void unknownKindsAreSkipped();
    void faultyBufferKeepsWhatCameBefore();
    void nameOutlivesTheBuffer();
};

void CuptiRecordsTest::kernel()
{
    Buffer buffer;
    buffer.add(kernelRecord("_Z3addPf", 1'790'000'000'000'000'001, 1'790'000'000'000'002'000));
    CuptiRecords records;
    const auto decoded = buffer.decode(records);
    QCOMPARE(decoded.size(), std::size_t{1});
    const GpuRecord& kernel = decoded[0];
    QCOMPARE(kernel.kind, GpuRecordKind::kernel);
    QCOMPARE(kernel.name, "_Z3addPf");
    QCOMPARE(kernel.begin, Ns{1'790'000'000'000'000'001});
    QCOMPARE(kernel.end - kernel.begin, Ns{1999});
    QCOMPARE(kernel.device, 1u);
    QCOMPARE(kernel.context, 2u);
    QCOMPARE(kernel.stream, 7u);
    QCOMPARE(kernel.correlation, 4711u);
    QVERIFY((kernel.grid == std::array<std::int32_t, 3>{264, 2, 1}));
    QVERIFY((kernel.block == std::array<std::int32_t, 3>{512, 1, 1}));
    QCOMPARE(kernel.registersPerThread, 48u);
    QCOMPARE(kernel.staticSharedBytes, std::int64_t{1024});
    QCOMPARE(kernel.dynamicSharedBytes, std::int64_t{2048});
    QCOMPARE(kernel.graphId, 3u);
    QCOMPARE(kernel.graphNodeId, std::uint64_t{12884901889});
}

void CuptiRecordsTest::memcpyAndMemset()
{
    CUpti_ActivityMemcpy5 copy{};
    copy.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
    copy.copyKind = CUPTI_ACTIVITY_MEMCPY_KIND_DTOH;
    copy.srcKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    copy.dstKind = CUPTI_ACTIVITY_MEMORY_KIND_PINNED;
    copy.bytes = 67108864;
    copy.start = 10;
    copy.end = 20;
    copy.streamId = 29;
    copy.correlationId = 5;
    CUpti_ActivityMemset4 set{};
    set.kind = CUPTI_ACTIVITY_KIND_MEMSET;
    set.memoryKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
    set.bytes = 4;
    set.start = 30;
    set.end = 31;
    set.correlationId = 6;
    Buffer buffer;
    buffer.add(copy);
    buffer.add(set);
    CuptiRecords records;
    const auto decoded = buffer.decode(records);
    QCOMPARE(decoded.size(), std::size_t{2});
    QCOMPARE(decoded[0].kind, GpuRecordKind::memcpy);
    QCOMPARE(int{decoded[0].copyKind}, 2);
    QCOMPARE(int{decoded[0].sourceMemory}, 3);
    QCOMPARE(int{decoded[0].destinationMemory}, 2);
    QCOMPARE(decoded[0].bytes, std::uint64_t{67108864});
    QCOMPARE(decoded[0].stream, 29u);
    QCOMPARE(decoded[1].kind, GpuRecordKind::memset);
    QCOMPARE(int{decoded[1].sourceMemory}, 3);
    QCOMPARE(decoded[1].correlation, 6u);
}

void CuptiRecordsTest::overhead()
{
    CUpti_ActivityOverhead overhead{};
    overhead.kind = CUPTI_ACTIVITY_KIND_OVERHEAD;
    overhead.overheadKind = CUPTI_ACTIVITY_OVERHEAD_CUPTI_BUFFER_FLUSH;
    overhead.start = 3;
    overhead.end = 9;
    Buffer buffer;
    buffer.add(overhead);
    CuptiRecords records;
    const auto decoded = buffer.decode(records);
    QCOMPARE(decoded.size(), std::size_t{1});
    QCOMPARE(decoded[0].type, 1u << 16);
    QCOMPARE(decoded[0].end, Ns{9});
}

void CuptiRecordsTest::recordsWithoutTimesAreCounted()
{
    Buffer buffer;
    buffer.add(kernelRecord("a", 0, 0));
    buffer.add(kernelRecord("b", 5, 6));
    buffer.add(kernelRecord("c", 5, 0));
    CuptiRecords records;
    const auto decoded = buffer.decode(records);
    QCOMPARE(decoded.size(), std::size_t{1});
    QCOMPARE(decoded[0].name, "b");
    QCOMPARE(records.counts().withoutTimes, std::uint64_t{2});
}

void CuptiRecordsTest::unknownKindsAreSkipped()
{
    struct
    {
        CUpti_ActivityKind kind;
        std::uint8_t rest[60];
    } unknown{};
    unknown.kind = CUPTI_ACTIVITY_KIND_MARKER;
    Buffer buffer;
    buffer.add(unknown);
    buffer.add(kernelRecord("a", 1, 2));
    CuptiRecords records;
    QCOMPARE(buffer.decode(records).size(), std::size_t{1});
    QCOMPARE(records.counts().unknownKinds, std::uint64_t{1});
}

void CuptiRecordsTest::faultyBufferKeepsWhatCameBefore()
{
    static int calls = 0;
    calls = 0;
    static CUpti_ActivityKernel9 kernel;
    kernel = kernelRecord("a", 1, 2);
    const auto failing = [](std::uint8_t*, std::size_t, void** record) -> int {
        *record = &kernel;
        return calls++ == 0 ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_KIND;
    };
    CuptiRecords records;
    std::vector<GpuRecord> out;
    records.decode(failing, nullptr, 0, out);
    QCOMPARE(out.size(), std::size_t{1});
    QCOMPARE(records.counts().faultyBuffers, std::uint64_t{1});
}

void CuptiRecordsTest::nameOutlivesTheBuffer()
{
    CuptiRecords records;
    std::vector<GpuRecord> decoded;
    {
        std::string name = "a kernel name that is too long for the string's own memory";
        Buffer buffer;
        buffer.add(kernelRecord(name.c_str(), 1, 2));
        decoded = buffer.decode(records);
        name.assign(name.size(), 'x');
    }
    QCOMPARE(std::string(decoded.at(0).name),
             std::string("a kernel name that is too long for the string's own memory"));
}

QTEST_APPLESS_MAIN(CuptiRecordsTest)
#include "tst_cupti_records.moc"
