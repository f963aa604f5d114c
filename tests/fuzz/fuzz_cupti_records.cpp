// SPDX-License-Identifier: GPL-3.0-or-later
// Records of GPU work with any content: through the decoder, the links and the batcher into a trace.
#include "capture/record/cupti_records.h"
#include "capture/record/record_batcher.h"
#include "core/trace/trace_builder.h"

#include <cupti.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace decodescope;

namespace {

void require(bool condition)
{
    if (!condition)
        std::abort();
}

// A byte says which kind, then come the bytes of its struct. What CUPTI itself vouches for is put right: the kind, and
// a kernel's name, which points to a text.
struct RecordKind
{
    CUpti_ActivityKind kind;
    std::size_t bytes;
};
constexpr std::array kKinds = {RecordKind{CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, sizeof(CUpti_ActivityKernel9)},
                               RecordKind{CUPTI_ACTIVITY_KIND_MEMCPY, sizeof(CUpti_ActivityMemcpy5)},
                               RecordKind{CUPTI_ACTIVITY_KIND_MEMSET, sizeof(CUpti_ActivityMemset4)},
                               RecordKind{CUPTI_ACTIVITY_KIND_OVERHEAD, sizeof(CUpti_ActivityOverhead)},
                               RecordKind{CUPTI_ACTIVITY_KIND_MODULE, sizeof(CUpti_Activity)}};
constexpr std::array kNames = {"_ZN2at6native13reduce_kernelILi512ELi1EEEvv", "_Z", "", "plain \"name\"\\"};
constexpr std::size_t kSlot = 256; // bytes a record in the buffer

std::vector<std::uint64_t> bufferOf(const std::uint8_t* data, std::size_t size)
{
    std::vector<std::uint64_t> buffer;
    while (size > 0) {
        const auto [kind, bytes] = kKinds[*data % kKinds.size()];
        const std::uint8_t choice = *data++;
        --size;
        const std::size_t at = buffer.size();
        buffer.resize(at + kSlot / sizeof(std::uint64_t));
        std::memcpy(&buffer[at], data, std::min(size, bytes));
        data += std::min(size, bytes);
        size -= std::min(size, bytes);
        std::memcpy(&buffer[at], &kind, sizeof kind);
        const char* name = choice >= 0xf0 ? nullptr : kNames[choice / kKinds.size() % kNames.size()];
        if (kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
            reinterpret_cast<CUpti_ActivityKernel9*>(&buffer[at])->name = name;
    }
    return buffer;
}

int nextRecord(std::uint8_t* buffer, std::size_t validBytes, void** record)
{
    auto* at = static_cast<std::uint8_t*>(*record);
    at = at == nullptr ? buffer : at + kSlot;
    if (at >= buffer + validBytes)
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    *record = at;
    return CUPTI_SUCCESS;
}

HostRecord hostRecord(HostRecordKind kind, Ns begin, Ns end)
{
    HostRecord record;
    record.kind = kind;
    record.begin = begin;
    record.end = end;
    return record;
}

// Launches with every second small correlation id.
HostChunk launches()
{
    constexpr std::uint32_t kLaunches = 64;
    HostChunk chunk;
    chunk.records.push_back(hostRecord(HostRecordKind::windowOpen, 1, 1));
    for (std::uint32_t i = 0; i < kLaunches; ++i) {
        HostRecord call = hostRecord(HostRecordKind::call, 10 + i, 11 + i);
        call.cbid = 1;
        call.correlation = 2 * i;
        call.id = call.annotation = 1 + i;
        chunk.records.push_back(call);
    }
    return chunk;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::vector<std::uint64_t> buffer = bufferOf(data, size);
    const std::size_t count = buffer.size() * sizeof(std::uint64_t) / kSlot;
    CuptiRecords decoder;
    std::vector<GpuRecord> records;
    decoder.decode(&nextRecord, reinterpret_cast<std::uint8_t*>(buffer.data()), buffer.size() * sizeof(std::uint64_t),
                   records);
    const CuptiDecodeCounts& counts = decoder.counts();
    require(records.size() + counts.withoutTimes + counts.unknownKinds == count && counts.faultyBuffers == 0);
    for (const GpuRecord& record : records)
        require(record.begin != 0 && record.end != 0 &&
                (record.kind == GpuRecordKind::kernel) == (record.name != nullptr));

    CallTable calls;
    calls.add(CallDomain::runtime, 1, "cudaLaunchKernel_v7000");
    BatcherOptions options;
    options.gpu = GpuProperties();
    RecordBatcher batcher(options, calls);
    const HostChunk host = launches();
    batcher.addBegun(host.records);
    batcher.addGpu(records);
    TraceBuilder builder;
    std::size_t rows = 0;
    for (const bool last : {false, true}) {
        if (const auto batch = batcher.takeBatch(last)) {
            rows += batch->events.size();
            builder.append(*batch);
        }
        batcher.addHost(host);
    }
    builder.finish();
    const auto trace = builder.snapshot();
    // Every record is a row or was counted; a span of a step on a stream may come on top, and the launches' own rows.
    require(rows + batcher.counts().outsideWindow >= records.size());
    require(trace->eventCount() == rows && batcher.counts().linkedKernels <= batcher.counts().kernels);
    return 0;
}
