// SPDX-License-Identifier: GPL-3.0-or-later
// What the GPU does and which calls made it do so, while a capture runs.
#pragma once

#include "capture/record/api_calls.h"
#include "capture/record/gpu_records.h"
#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace decodescope {

struct GpuRecorderCounts
{
    std::uint64_t dropped = 0;        // records that CUPTI could not keep
    std::uint64_t refusedBuffers = 0; // buffers that CUPTI asked for beyond the bound
    std::uint64_t withoutTimes = 0;   // records that came without times
    std::uint64_t unknownKinds = 0;
    std::uint64_t faultyBuffers = 0;
};

// A client of CUPTI: one at a time in a process. The constructor's road is open(); nothing is recorded before attach().
// flush() and take() belong to one thread, the pump; the rest to the decode thread. Callbacks write to the OpStack of
// the thread that makes the call.
class GpuRecorder
{
public:
    // Finds CUPTI and claims it. Errors: device, with one sentence: no CUPTI, driver too old, another profiler
    // attached, privileges; or that this build has no CUPTI.
    static Result<std::unique_ptr<GpuRecorder>> open();
    // Whether CUPTI has been claimed in this process, ever: it stays, and makes what follows slower also while nothing
    // is recorded (TinyLlama on an H200, CUPTI 13.0: plain steps of 8.0 ms instead of 7.3). For any thread.
    static bool isInProcess();
    // Detaches; CUPTI stays in the process and listens no more. For the decode thread, with an idle device.
    virtual ~GpuRecorder() = default;

    // Kernels, copies, sets, CUPTI's own overhead; and the calls that cause them or wait for them.
    virtual Result<void> attach() = 0;
    // Call after the device is idle: fetches what is outstanding and switches everything off.
    virtual void detach() = 0;

    // Records come in lots of some hundred without being asked for. This asks for the rest of what has completed;
    // nothing while detached. About 1 ms, and launches meanwhile take longer; waits for nothing.
    virtual void flush() = 0;
    // The records that have come; O(records).
    virtual void take(std::vector<GpuRecord>& records) = 0;

    virtual const CallTable& calls() const = 0;
    virtual GpuRecorderCounts counts() const = 0; // after take() on its thread
    virtual std::uint32_t cuptiVersion() const = 0;
    virtual const std::string& cuptiPath() const = 0;
};

} // namespace decodescope
