// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/record_pump.h"

#include "capture/record/clock.h"

#include <algorithm>
#include <chrono>

namespace decodescope {

namespace {

constexpr std::chrono::milliseconds kRound{30};
constexpr unsigned kRoundsPerFlush = 3;

} // namespace

RecordPump::RecordPump(RecordBatcher& batcher, HostRecordQueue& host, GpuRecorder* gpu, BatchQueue& out,
                       OnRound onRound)
    : m_batcher(batcher)
    , m_host(host)
    , m_gpu(gpu)
    , m_out(out)
    , m_onRound(std::move(onRound))
    , m_thread([this](const std::stop_token& stop) { run(stop); })
{
}

RecordPump::~RecordPump() = default;

void RecordPump::run(const std::stop_token& stop)
{
    for (unsigned count = 1; !stop.stop_requested(); ++count) {
        m_host.askFor();
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, stop, kRound, [] { return false; });
        }
        if (!stop.stop_requested())
            round(count % kRoundsPerFlush == 0, false);
    }
}

void RecordPump::round(bool flush, bool last)
{
    m_records.clear();
    if (m_gpu != nullptr) {
        const Ns now = realtimeNow();
        if (flush) {
            m_gpu->flush();
            m_flushedAt = now;
        }
        m_gpu->take(m_records);
    }
    // After the GPU's records, so that their launches are more likely among them.
    auto chunks = m_host.takeAll();
    for (const auto& chunk : chunks) {
        for (const HostRecord& record : chunk->records)
            m_hostUntil = std::max(m_hostUntil, record.end);
        m_batcher.addHost(*chunk);
    }
    m_host.recycle(std::move(chunks));
    m_batcher.addGpu(m_records);
    if (auto batch = m_batcher.takeBatch(last))
        m_out.push(std::move(batch));
    const Ns until = m_gpu != nullptr && !last ? std::min(m_flushedAt, m_hostUntil) : m_hostUntil;
    m_onRound(until == 0 ? 0 : m_batcher.gpuCompleteUntil(until));
}

void RecordPump::finish()
{
    if (!m_thread.joinable())
        return;
    m_thread.request_stop();
    m_thread.join();
    round(false, true);
}

} // namespace decodescope
