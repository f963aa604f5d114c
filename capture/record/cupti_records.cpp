// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/cupti_records.h"

#include <cupti.h>

namespace decodescope {

namespace {

// The oldest layouts that hold what is needed: newer ones only add fields at the end (cupti_activity.h,
// cupti_activity_deprecated.h), so these read the records of CUPTI 12.0 and everything later.
using KernelRecord = CUpti_ActivityKernel9;
using MemcpyRecord = CUpti_ActivityMemcpy5;
using MemsetRecord = CUpti_ActivityMemset4;
using OverheadRecord = CUpti_ActivityOverhead;

Ns toNs(std::uint64_t time)
{
    return static_cast<Ns>(time);
}

// What the three kinds that run on a stream have in common.
template <class Record>
GpuRecord streamRecord(GpuRecordKind kind, const Record& from)
{
    GpuRecord to;
    to.kind = kind;
    to.begin = toNs(from.start);
    to.end = toNs(from.end);
    to.device = from.deviceId;
    to.context = from.contextId;
    to.stream = from.streamId;
    to.correlation = from.correlationId;
    to.graphId = from.graphId;
    to.graphNodeId = from.graphNodeId;
    return to;
}

GpuRecord fromKernel(const KernelRecord& from, NameTable& names)
{
    GpuRecord to = streamRecord(GpuRecordKind::kernel, from);
    to.name = names.intern(from.name != nullptr ? from.name : "");
    to.grid = {from.gridX, from.gridY, from.gridZ};
    to.block = {from.blockX, from.blockY, from.blockZ};
    to.registersPerThread = from.registersPerThread;
    to.staticSharedBytes = from.staticSharedMemory;
    to.dynamicSharedBytes = from.dynamicSharedMemory;
    return to;
}

GpuRecord fromMemcpy(const MemcpyRecord& from)
{
    GpuRecord to = streamRecord(GpuRecordKind::memcpy, from);
    to.copyKind = from.copyKind;
    to.sourceMemory = from.srcKind;
    to.destinationMemory = from.dstKind;
    to.bytes = from.bytes;
    return to;
}

GpuRecord fromMemset(const MemsetRecord& from)
{
    GpuRecord to = streamRecord(GpuRecordKind::memset, from);
    to.sourceMemory = static_cast<std::uint8_t>(from.memoryKind);
    to.bytes = from.bytes;
    return to;
}

GpuRecord fromOverhead(const OverheadRecord& from)
{
    GpuRecord to;
    to.kind = GpuRecordKind::overhead;
    to.type = from.overheadKind;
    to.begin = toNs(from.start);
    to.end = toNs(from.end);
    return to;
}

} // namespace

void CuptiRecords::decodeOne(const void* record, std::vector<GpuRecord>& out)
{
    const std::size_t before = out.size();
    switch (static_cast<const CUpti_Activity*>(record)->kind) {
    case CUPTI_ACTIVITY_KIND_KERNEL:
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
        out.push_back(fromKernel(*static_cast<const KernelRecord*>(record), m_names));
        break;
    case CUPTI_ACTIVITY_KIND_MEMCPY:
        out.push_back(fromMemcpy(*static_cast<const MemcpyRecord*>(record)));
        break;
    case CUPTI_ACTIVITY_KIND_MEMSET:
        out.push_back(fromMemset(*static_cast<const MemsetRecord*>(record)));
        break;
    case CUPTI_ACTIVITY_KIND_OVERHEAD:
        out.push_back(fromOverhead(*static_cast<const OverheadRecord*>(record)));
        break;
    default:
        ++m_counts.unknownKinds;
        return;
    }
    if (out.back().begin == 0 || out.back().end == 0) {
        ++m_counts.withoutTimes;
        out.resize(before);
    }
}

void CuptiRecords::decode(NextCuptiRecord next, std::uint8_t* buffer, std::size_t validBytes,
                          std::vector<GpuRecord>& out)
{
    void* record = nullptr;
    for (;;) {
        const int result = next(buffer, validBytes, &record);
        if (result == CUPTI_ERROR_MAX_LIMIT_REACHED)
            return;
        if (result != CUPTI_SUCCESS || record == nullptr) {
            ++m_counts.faultyBuffers;
            return;
        }
        decodeOne(record, out);
    }
}

} // namespace decodescope
