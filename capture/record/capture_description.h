// SPDX-License-Identifier: GPL-3.0-or-later
// What a finished capture says about itself, for the trace's metadata.
#pragma once

#include "capture/record/capture_plan.h"
#include "capture/record/gpu_recorder.h"
#include "capture/record/record_batcher.h"
#include "capture/record/step_times.h"
#include "core/live/capture_options.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>

namespace decodescope {

struct CaptureFacts
{
    CaptureOptions options;
    std::optional<SessionInfo> session;
    std::optional<GpuProperties> gpu;
    Ns baseTime = 0;
    StepTimes first; // by the timer, the first pass over the cache lengths that are timed and recorded; none on CPUs
    bool isCuptiBeforeTimer = false; // an earlier capture of this process has left CUPTI in it
    StepTimes before;   // by the timer, nothing attached yet, when libraries have prepared for these lengths
    StepTimes recorded; // by the same timer, while recording
    StepTimes after;    // by the timer, when the recorder is off again
    BatchCounts batches;
    GpuRecorderCounts gpuRecords;
    std::uint64_t droppedHostRecords = 0;
    std::uint32_t cuptiVersion = 0; // 0: no CUPTI in use
    std::string cuptiPath;
    Ns clockStep = 0;
    std::string note;
    bool isStopped = false;

    std::uint64_t dropped() const
    {
        return gpuRecords.dropped + gpuRecords.refusedBuffers + gpuRecords.withoutTimes + gpuRecords.faultyBuffers +
               droppedHostRecords;
    }
};

// Name, base time and metadata. The members that torch.profiler writes come first, under its names (schemaVersion,
// deviceProperties, cupti_version, cuda_runtime_version, cuda_driver_version, record_shapes, trace_id,
// displayTimeUnit); then one of our own, "decodescope": an object with model, timer, recorded, records and what else is
// known. In it timer.tpot_ns is the time per output token with nothing attached
// (timer.cupti_in_process: but CUPTI was there, left by an earlier capture), timer_first.tpot_ns the same when
// these cache lengths came for the first time, timer_after.tpot_ns when the recorder was off again, recorded.median_ns
// a step's time under the recorder, at the lengths that the timer had, recorded.ratio_to_timer their ratio (by
// medians).
TraceSource describeCapture(const CaptureFacts& facts);

} // namespace decodescope
