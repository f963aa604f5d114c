// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/record_pump.h"

#include <algorithm>
#include <chrono>

namespace decodescope {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPeriod{33};
constexpr std::chrono::milliseconds kShortestPause{10}; // where a round takes long, so that the decode gets on

} // namespace

RecordPump::RecordPump(RecordBatcher& batcher, HostLog& host, GpuRecorder* gpu, BatchQueue& out, OnRound onRound)
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
    m_clock.sync();
    auto next = Clock::now() + kPeriod;
    while (!stop.stop_requested()) {
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait_until(lock, stop, next, [] { return false; });
        }
        if (stop.stop_requested())
            return;
        round(false);
        next = std::max(next + kPeriod, Clock::now() + kShortestPause);
    }
}

// The GPU's records come first: then their launches are among what has begun. After a pause of this thread there may be
// much to deliver: in several batches, since one that the queue has no room for is lost as a whole.
void RecordPump::round(bool last)
{
    takeGpu(last);
    const Ns now = realtimeNow();
    bool isMore = true;
    while (isMore) {
        takeHost(last);
        isMore = m_complete.records.size() == HostLog::kMostAtOnce;
        m_batcher.addBegun(m_begun);
        m_batcher.addHost(m_complete);
        m_batcher.addGpu(m_gpuRecords);
        m_gpuRecords.clear();
        if (auto batch = m_batcher.takeBatch(last && !isMore))
            m_out.push(std::move(batch));
    }
    const Ns until = m_gpu != nullptr && !last ? now : m_batcher.hostUntil();
    m_onRound(until == 0 ? 0 : m_batcher.gpuCompleteUntil(until));
}

void RecordPump::takeGpu(bool last)
{
    m_gpuRecords.clear();
    if (m_gpu == nullptr)
        return;
    const bool asks = !last && m_isWaiting;
    if (asks)
        m_gpu->flush();
    m_gpu->take(m_gpuRecords);
    m_isWaiting = m_gpuRecords.empty() && !asks;
}

// Host records come with ticks, and leave with times.
void RecordPump::takeHost(bool last)
{
    m_host.take(m_begun, m_complete, last);
    m_clock.sync();
    for (HostRecord& record : m_begun)
        record.begin = m_clock.realtime(record.begin);
    for (HostRecord& record : m_complete.records) {
        record.begin = m_clock.realtime(record.begin);
        record.end = m_clock.realtime(record.end);
    }
}

void RecordPump::finish()
{
    if (!m_thread.joinable())
        return;
    m_thread.request_stop();
    m_thread.join();
    round(true);
}

} // namespace decodescope
