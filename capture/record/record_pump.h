// SPDX-License-Identifier: GPL-3.0-or-later
// Carries records from where they arise to the trace, while the decode goes on.
#pragma once

#include "capture/record/clock.h"
#include "capture/record/gpu_recorder.h"
#include "capture/record/host_records.h"
#include "capture/record/record_batcher.h"
#include "core/live/batch_queue.h"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace decodescope {

// A thread that takes what has been noted and what CUPTI has delivered, thirty times a second, and pushes it. Where
// CUPTI delivers nothing, as little goes on, it asks for what is complete. `gpu` may be null. What it is given must
// outlive it.
class RecordPump
{
public:
    // `completeUntil`: GPU records up to here (trace time) have been pushed. Called on the pump's thread.
    using OnRound = std::function<void(Ns completeUntil)>;

    RecordPump(RecordBatcher& batcher, HostLog& host, GpuRecorder* gpu, BatchQueue& out, OnRound onRound);
    // Stops without a last delivery.
    ~RecordPump();
    RecordPump(const RecordPump&) = delete;
    RecordPump& operator=(const RecordPump&) = delete;

    // Stops the thread and delivers everything that is left, on the calling thread. Call when nothing more is recorded.
    void finish();

private:
    void run(const std::stop_token& stop);
    void round(bool last);
    void takeGpu(bool last);
    void takeHost(bool last);

    RecordBatcher& m_batcher;
    HostLog& m_host;
    GpuRecorder* m_gpu;
    BatchQueue& m_out;
    OnRound m_onRound;
    TickClock m_clock;
    bool m_isWaiting = false; // the last round brought no GPU record and did not ask for any
    std::vector<GpuRecord> m_gpuRecords;
    std::vector<HostRecord> m_begun;
    HostChunk m_complete;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread; // last: stops before the rest dies
};

} // namespace decodescope
