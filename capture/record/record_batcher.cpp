// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/record_batcher.h"

#include "capture/record/event_args.h"
#include "capture/record/json_text.h"

#include <algorithm>
#include <unistd.h>

namespace decodescope {

namespace {

using What = BatchMetadata::What;

constexpr std::int64_t kGpuSortIndex = 5'000'000;
constexpr std::int64_t kOverheadPid = -1;
constexpr std::int64_t kOverheadSortIndex = 0x100000A; // as in torch's traces

std::string oneNumber(std::string_view key, std::int64_t value)
{
    std::string text = "{\"";
    text.append(key).append("\": ");
    appendInteger(text, value);
    return text + "}";
}

} // namespace

RecordBatcher::RecordBatcher(BatcherOptions options, const CallTable& calls)
    : m_options(std::move(options))
    , m_calls(calls)
    , m_pid(::getpid())
    , m_batch(std::make_unique<EventBatch>())
    , m_args(m_options.shapes, m_options.gpu.value_or(GpuProperties()))
    , m_graphModules(m_options.graphNodes)
{
    m_args.startBatch(m_batch->args);
    addMetadata(What::processName, m_pid, 0, m_options.processName);
    addMetadata(What::processLabels, m_pid, 0, "CPU");
    addMetadata(What::processSortIndex, m_pid, 0, {}, m_pid);
    if (m_options.gpu) {
        const std::int64_t device = m_options.gpu->index;
        addMetadata(What::processName, device, 0, m_options.processName);
        addMetadata(What::processLabels, device, 0, "GPU " + std::to_string(device));
        addMetadata(What::processSortIndex, device, 0, {}, kGpuSortIndex + device);
    }
}

void RecordBatcher::addRow(std::uint32_t name, const char* category, std::int64_t pid, std::int64_t tid, Ns begin,
                           Ns end, std::uint32_t args)
{
    BatchEvent event;
    event.time = saturatingSub(begin, m_options.baseTime);
    event.duration = TimeRange{begin, end}.length();
    event.name = name;
    event.category = lastingName(category);
    event.thread = m_batch->threadNumber({{pid, 0, true}, {tid, 0, true}});
    event.args = args;
    m_batch->events.push_back(event);
}

void RecordBatcher::addMetadata(BatchMetadata::What what, std::int64_t pid, std::int64_t tid, std::string_view text,
                                std::int64_t number)
{
    BatchMetadata metadata;
    metadata.what = what;
    metadata.thread = m_batch->threadNumber({{pid, 0, true}, {tid, 0, true}});
    metadata.text = m_batch->strings.add(text);
    metadata.number = number;
    m_batch->metadata.push_back(metadata);
}

void RecordBatcher::nameThread(std::int64_t threadId)
{
    if (std::find(m_named.begin(), m_named.end(), std::pair(m_pid, threadId)) != m_named.end())
        return;
    m_named.emplace_back(m_pid, threadId);
    addMetadata(What::threadName, m_pid, threadId, "thread " + std::to_string(threadId) + " (decode)");
    addMetadata(What::threadSortIndex, m_pid, threadId, {}, threadId);
}

void RecordBatcher::nameStream(const GpuRecord& record, std::int64_t row)
{
    const std::int64_t device = record.device;
    if (std::find(m_named.begin(), m_named.end(), std::pair(device, row)) != m_named.end())
        return;
    m_named.emplace_back(device, row);
    std::string name = "device (sync)";
    if (record.stream != kWholeDevice) // the blank at the end is torch's
        name = "stream " + std::to_string(record.stream) + " ";
    addMetadata(What::threadName, device, row, name);
    addMetadata(What::threadSortIndex, device, row, {}, row);
}

void RecordBatcher::addOp(const HostRecord& op, std::int64_t threadId)
{
    addRow(lastingName(op.name), "cpu_op", m_pid, threadId, op.begin, op.end, m_args.addOp(op));
    ++m_counts.ops;
}

void RecordBatcher::addCall(const HostRecord& call, std::int64_t threadId)
{
    addRow(lastingName(m_calls.name(call.domain, call.cbid).data()),
           call.domain == CallDomain::runtime ? "cuda_runtime" : "cuda_driver", m_pid, threadId, call.begin, call.end,
           m_args.addCall(call));
    ++m_counts.calls;
    const std::uint32_t syncType = m_calls.syncType(call.domain, call.cbid);
    if (syncType == 0 || !m_options.gpu)
        return;
    GpuRecord sync;
    sync.kind = GpuRecordKind::sync;
    sync.type = syncType;
    sync.begin = call.begin;
    sync.end = call.end;
    sync.device = static_cast<std::uint32_t>(m_options.gpu->index);
    sync.stream = kWholeDevice;
    sync.correlation = call.correlation;
    m_gpuRecords.push_back(sync);
}

void RecordBatcher::addAnnotation(const HostRecord& annotation, std::int64_t threadId)
{
    Annotation& entry = m_annotations[annotation.id];
    entry.name = annotation.name;
    if (annotation.number >= 0)
        entry.name.append("#").append(std::to_string(annotation.number));
    entry.end = annotation.end;
    entry.closed = true;
    addRow(m_batch->strings.add(entry.name), "user_annotation", m_pid, threadId, annotation.begin, annotation.end,
           m_args.add(annotationArgs(annotation.id)));
}

void RecordBatcher::addModule(const HostRecord& module, std::int64_t threadId)
{
    addRow(m_batch->strings.add(moduleName(module)), "module_scope", m_pid, threadId, module.begin, module.end,
           m_args.add(moduleArgs(module)));
}

void RecordBatcher::addHost(const HostChunk& chunk)
{
    nameThread(chunk.threadId);
    for (const HostRecord& record : chunk.records) {
        m_hostUntil = std::max(m_hostUntil, record.end);
        noteBegun(record);
        switch (record.kind) {
        case HostRecordKind::op:
            addOp(record, chunk.threadId);
            break;
        case HostRecordKind::call:
            addCall(record, chunk.threadId);
            break;
        case HostRecordKind::module:
            m_modules.emplace_back(record, chunk.threadId);
            break;
        case HostRecordKind::annotation:
            addAnnotation(record, chunk.threadId);
            break;
        case HostRecordKind::nestedCall:
        case HostRecordKind::windowOpen:
        case HostRecordKind::windowClose:
            break;
        }
    }
}

void RecordBatcher::addBegun(const std::vector<HostRecord>& records)
{
    for (const HostRecord& record : records)
        noteBegun(record);
}

// Nothing happens when the record was noted before.
void RecordBatcher::noteBegun(const HostRecord& record)
{
    switch (record.kind) {
    case HostRecordKind::call:
        m_links.add(record.correlation, {record.begin, record.id, record.annotation, record.correlation,
                                         m_calls.launches(record.domain, record.cbid)});
        break;
    case HostRecordKind::nestedCall:
        m_links.addNested(record.correlation, static_cast<std::uint32_t>(record.number));
        break;
    case HostRecordKind::windowOpen:
        if (m_windows.empty() || m_windows.back().begin < record.begin)
            m_windows.push_back({record.begin, kMaxNs});
        break;
    case HostRecordKind::windowClose:
        if (!m_windows.empty() && m_windows.back().end == kMaxNs && m_windows.back().begin <= record.begin)
            m_windows.back().end = record.begin;
        break;
    case HostRecordKind::op:
    case HostRecordKind::module:
    case HostRecordKind::annotation:
        break;
    }
}

void RecordBatcher::addGpu(const std::vector<GpuRecord>& records)
{
    m_gpuRecords.insert(m_gpuRecords.end(), records.begin(), records.end());
}

bool RecordBatcher::isInWindow(Ns time) const
{
    return std::any_of(m_windows.rbegin(), m_windows.rend(),
                       [time](const TimeRange& window) { return window.contains(time); });
}

void RecordBatcher::addGpuRow(const GpuRecord& record, const Launch* launch)
{
    const std::uint64_t id = launch != nullptr ? launch->op : 0;
    const std::uint32_t correlation = launch != nullptr ? launch->correlation : record.correlation;
    const std::int64_t device = record.device;
    const std::int64_t stream = record.stream == kWholeDevice ? -1 : std::int64_t{record.stream};
    const ModuleScope* module = m_graphModules.moduleOf(record);
    switch (record.kind) {
    case GpuRecordKind::kernel:
        ++m_counts.kernels;
        m_counts.linkedKernels += id != 0;
        nameStream(record, stream);
        addRow(lastingName(m_kernelNames.demangled(record.name).c_str()), "kernel", device, stream, record.begin,
               record.end, m_args.addKernel(record, id, correlation, module));
        break;
    case GpuRecordKind::memcpy:
    case GpuRecordKind::memset: {
        nameStream(record, stream);
        const std::string args = transferArgs(record, id, correlation);
        addRow(m_batch->strings.add(transferName(record)),
               record.kind == GpuRecordKind::memcpy ? "gpu_memcpy" : "gpu_memset", device, stream, record.begin,
               record.end, m_args.add(module ? withModule(args, *module) : args));
        break;
    }
    case GpuRecordKind::sync:
        nameStream(record, stream);
        addRow(m_batch->strings.add(syncName(record.type)), "cuda_sync", device, stream, record.begin, record.end,
               m_args.add(syncArgs(record, correlation)));
        return;
    case GpuRecordKind::overhead:
        if (std::find(m_named.begin(), m_named.end(), std::pair(kOverheadPid, std::int64_t{0})) == m_named.end()) {
            m_named.emplace_back(kOverheadPid, 0);
            addMetadata(What::processName, kOverheadPid, 0, "CUPTI Overhead");
            addMetadata(What::processSortIndex, kOverheadPid, 0, {}, kOverheadSortIndex);
        }
        addRow(m_batch->strings.add(overheadName(record.type)), "overhead", kOverheadPid, 0, record.begin, record.end);
        return;
    }
    if (launch != nullptr && launch->annotation != 0) {
        GpuSpan& span = m_annotations[launch->annotation].spans[{record.device, record.stream}];
        span.begin = std::min(span.begin, record.begin);
        span.end = std::max(span.end, record.end);
    }
}

// A step's row on each stream: from its first kernel to its last, with torch's margin of 1 ns so that it encloses them.
void RecordBatcher::addGpuAnnotations(bool last)
{
    const Ns pending = m_links.oldestPending();
    for (auto entry = m_annotations.begin(); entry != m_annotations.end();) {
        const Annotation& annotation = entry->second;
        if (!annotation.closed || (!last && pending <= annotation.end)) {
            ++entry;
            continue;
        }
        for (const auto& [place, span] : annotation.spans) {
            addRow(m_batch->strings.add(annotation.name), "gpu_user_annotation", place.first, place.second,
                   saturatingSub(span.begin, 1), saturatingAdd(span.end, 1),
                   m_args.add(oneNumber("External id", static_cast<std::int64_t>(entry->first))));
        }
        entry = m_annotations.erase(entry);
    }
}

std::unique_ptr<EventBatch> RecordBatcher::takeBatch(bool last)
{
    const auto byBegin = [](const auto& a, const auto& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    };
    std::stable_sort(m_modules.begin(), m_modules.end(),
                     [&byBegin](const auto& a, const auto& b) { return byBegin(a.first, b.first); });
    for (const auto& [module, threadId] : m_modules)
        addModule(module, threadId);
    m_modules.clear();

    std::stable_sort(m_gpuRecords.begin(), m_gpuRecords.end(), byBegin);
    for (const GpuRecord& record : m_gpuRecords) {
        // A sync is made of its call, so it is no answer to one.
        const bool isWork = record.kind != GpuRecordKind::overhead && record.kind != GpuRecordKind::sync;
        const Launch* launch = isWork ? m_links.find(record.correlation) : nullptr;
        if (launch != nullptr || isInWindow(record.begin))
            addGpuRow(record, launch);
        else
            ++m_counts.outsideWindow;
    }
    m_gpuRecords.clear();
    addGpuAnnotations(last);

    m_counts.events += m_batch->events.size();
    if (m_batch->events.empty() && m_batch->metadata.empty())
        return nullptr;
    const std::size_t usual = m_batch->events.size();
    auto batch = std::exchange(m_batch, std::make_unique<EventBatch>());
    m_args.startBatch(m_batch->args);
    m_names.startBatch();
    m_batch->events.reserve(usual + usual / 4);
    m_batch->args.reserveLike(batch->args);
    return batch;
}

Ns RecordBatcher::gpuCompleteUntil(Ns now)
{
    return std::min(now, m_links.oldestPending()) - m_options.baseTime;
}

const BatchCounts& RecordBatcher::counts()
{
    m_counts.lostLaunches = m_links.lost();
    return m_counts;
}

} // namespace decodescope
