// SPDX-License-Identifier: GPL-3.0-or-later
// How far a long job is. Written by the job, read by anybody; no lock.
#pragma once

#include <atomic>
#include <cstdint>

namespace decodescope {

class Progress
{
public:
    void setTotal(std::uint64_t total) { m_total.store(total, std::memory_order_relaxed); }
    void setDone(std::uint64_t done) { m_done.store(done, std::memory_order_relaxed); }
    void add(std::uint64_t amount) { m_done.fetch_add(amount, std::memory_order_relaxed); }

    std::uint64_t done() const { return m_done.load(std::memory_order_relaxed); }
    // 0: not known.
    std::uint64_t total() const { return m_total.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> m_done{0};
    std::atomic<std::uint64_t> m_total{0};
};

} // namespace decodescope
