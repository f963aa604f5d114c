// SPDX-License-Identifier: GPL-3.0-or-later
// What this process holds, and another profiler in it, for the checks on a real GPU.
#pragma once

namespace decodescope::gpu {

struct ProcessMemory
{
    double hostBytes = 0; // resident, after the C library has given back what it could
    double gpuBytes = 0;  // in use on the GPU by anybody; 0 without a GPU

    static ProcessMemory ofThisProcess();
};

// Takes CUPTI's only place while it lives, as another profiler would.
class ForeignCuptiSubscriber
{
public:
    ForeignCuptiSubscriber();
    ~ForeignCuptiSubscriber();
    ForeignCuptiSubscriber(const ForeignCuptiSubscriber&) = delete;
    ForeignCuptiSubscriber& operator=(const ForeignCuptiSubscriber&) = delete;
    bool isSubscribed() const { return m_subscriber != nullptr; }

private:
    void* m_library = nullptr;
    void* m_subscriber = nullptr;
};

} // namespace decodescope::gpu
