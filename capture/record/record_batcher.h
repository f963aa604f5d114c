// SPDX-License-Identifier: GPL-3.0-or-later
// Turns raw records into the batches of a trace.
#pragma once

#include "capture/model/gpu_device.h"
#include "capture/record/api_calls.h"
#include "capture/record/batch_args.h"
#include "capture/record/batch_names.h"
#include "capture/record/gpu_records.h"
#include "capture/record/graph_modules.h"
#include "capture/record/host_records.h"
#include "capture/record/kernel_names.h"
#include "capture/record/link_table.h"
#include "core/trace/event_batch.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace decodescope {

struct BatchCounts
{
    std::uint64_t events = 0;        // rows made
    std::uint64_t kernels = 0;       // in the trace
    std::uint64_t linkedKernels = 0; // ... of them with a launch and an operator
    std::uint64_t outsideWindow = 0; // GPU records that were left out, since they belong to warm-up
    std::uint64_t lostLaunches = 0;  // kernel launches whose record never came
    std::uint64_t calls = 0;
    std::uint64_t ops = 0;
};

struct BatcherOptions
{
    Ns baseTime = 0; // subtracted from all times
    bool shapes = true;
    std::optional<GpuProperties> gpu;
    std::string processName = "decodescope";
    std::vector<ModuleScope> graphNodes = {}; // of the CUDA graph that is replayed: see GraphModules
};

// Host chunks and GPU records go in; rows come out in order of their begin, each thread's and stream's own. A GPU
// record finds its launch among what has begun; without one it is kept when it lies in a recording window, and counted
// otherwise. Used by one thread (at a time).
class RecordBatcher
{
public:
    RecordBatcher(BatcherOptions options, const CallTable& calls);

    // What has begun until now, before the GPU records of the same time: launches and the windows' borders.
    void addBegun(const std::vector<HostRecord>& records);
    // What is complete; no more of it need have been added before.
    void addHost(const HostChunk& chunk);
    void addGpu(const std::vector<GpuRecord>& records);

    // All rows that can be made now; nullptr: none. `last`: nothing more will come. O(n log n) in the new records.
    std::unique_ptr<EventBatch> takeBatch(bool last = false);

    // GPU records of what began before here have been added, if all calls that began before `now` have. In trace time,
    // like the batches.
    Ns gpuCompleteUntil(Ns now);
    // Host records up to here (CLOCK_REALTIME) have been added; 0: none.
    Ns hostUntil() const { return m_hostUntil; }
    const BatchCounts& counts();

private:
    struct GpuSpan
    { // of one annotation on one stream
        Ns begin = kMaxNs;
        Ns end = kMinNs;
    };
    struct Annotation
    {
        std::string name;
        Ns end = 0;
        bool closed = false;
        std::map<std::pair<std::uint32_t, std::uint32_t>, GpuSpan> spans; // by device and stream
    };

    // The number of a name that lives as long as the recorder.
    std::uint32_t lastingName(const char* name) { return m_names.add(m_batch->strings, name); }
    // `name`: its number. `category` lives as long as the recorder.
    void addRow(std::uint32_t name, const char* category, std::int64_t pid, std::int64_t tid, Ns begin, Ns end,
                std::uint32_t args = kNoBatchArgs);
    void addMetadata(BatchMetadata::What what, std::int64_t pid, std::int64_t tid, std::string_view text,
                     std::int64_t number = 0);
    void nameThread(std::int64_t threadId);
    void nameStream(const GpuRecord& record, std::int64_t row);

    void addOp(const HostRecord& op, std::int64_t threadId);
    void addCall(const HostRecord& call, std::int64_t threadId);
    void addAnnotation(const HostRecord& annotation, std::int64_t threadId);
    void addModule(const HostRecord& module, std::int64_t threadId);

    void noteBegun(const HostRecord& record);
    bool isInWindow(Ns time) const;
    void addGpuRow(const GpuRecord& record, const Launch* launch);
    void addGpuAnnotations(bool last);

    const BatcherOptions m_options;
    const CallTable& m_calls;
    const std::int64_t m_pid;
    std::unique_ptr<EventBatch> m_batch;
    BatchArgs m_args;                                           // into m_batch
    BatchNames m_names;                                         // of m_batch
    std::vector<std::pair<HostRecord, std::int64_t>> m_modules; // and their thread; of this round
    std::vector<GpuRecord> m_gpuRecords;                        // of this round
    std::vector<TimeRange> m_windows;                           // the last one may be open: its end is kMaxNs
    Ns m_hostUntil = 0;
    LinkTable m_links;
    KernelNames m_kernelNames;
    GraphModules m_graphModules;
    std::map<std::uint64_t, Annotation> m_annotations;          // whose GPU rows have not been made
    std::vector<std::pair<std::int64_t, std::int64_t>> m_named; // threads and streams that have their names
    BatchCounts m_counts;
};

} // namespace decodescope
