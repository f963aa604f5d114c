// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/record_pump.h"

#include "capture/record/clock.h"

#include <algorithm>
#include <chrono>

namespace decodescope {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPeriod{33};
constexpr std::chrono::milliseconds kShortestPause{10}; // where a round takes long, so that the decode gets on
// How long a round waits for what the decode thread has noted: it answers when its outermost operator ends.
constexpr std::chrono::milliseconds kAnswer{4};
constexpr std::chrono::microseconds kAnswerLook{200};

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

// The GPU's records come first, so that their launches are among the host's, which are asked for afterwards.
void RecordPump::round(bool last)
{
    m_records.clear();
    if (m_gpu != nullptr) {
        const Ns now = realtimeNow();
        if (!last) {
            m_gpu->flush();
            m_flushedAt = now;
        }
        m_gpu->take(m_records);
    }
    if (!last)
        askHost();
    auto chunks = m_host.takeAll();
    for (const auto& chunk : chunks)
        m_batcher.addHost(*chunk);
    m_host.recycle(std::move(chunks));
    m_batcher.addGpu(m_records);
    if (auto batch = m_batcher.takeBatch(last))
        m_out.push(std::move(batch));
    const Ns hostUntil = m_batcher.hostUntil();
    const Ns until = m_gpu != nullptr && !last ? std::min(m_flushedAt, hostUntil) : hostUntil;
    m_onRound(until == 0 ? 0 : m_batcher.gpuCompleteUntil(until));
}

void RecordPump::askHost()
{
    m_host.askFor();
    const auto giveUp = Clock::now() + kAnswer;
    while (m_host.wanted() && Clock::now() < giveUp)
        std::this_thread::sleep_for(kAnswerLook);
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
