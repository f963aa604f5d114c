// SPDX-License-Identifier: GPL-3.0-or-later
// Where live events come from: the capture library, or a replayed file.
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/live/batch_queue.h"
#include "core/live/capture_options.h"
#include "core/trace/trace.h"

#include <memory>
#include <string>

namespace decodescope {

enum class CapturePhase : std::uint8_t {
    idle,
    loading, // model and memory
    prefill,
    timing,   // by the timer, nothing attached
    waiting,  // schedule: wait
    warmup,   // schedule: warm-up
    active,   // schedule: recording
    settling, // after the last step: records are fetched, the timer runs again
    finished,
    failed,
};

// How far a capture is. A copy, taken at any time from any thread.
struct CaptureStatus
{
    CapturePhase phase = CapturePhase::idle;
    int step = 0;              // of the whole run, from 0
    int steps = 0;             // planned; 0: until stopped
    std::string device;        // "NVIDIA H200", "CPU"
    std::string note;          // one sentence for the user: why there are no stream rows, for example; may be empty
    Ns gpuCompleteUntil = 0;   // GPU records up to here have been delivered
    std::uint64_t dropped = 0; // records that were lost somewhere
    Error error;               // when failed
};

// Life: start() once; the source pushes batches and works on threads of its own; status() says finished or failed; then
// no more batches come. The destructor stops and waits.
class LiveSource
{
public:
    virtual ~LiveSource() = default;

    // Begins; returns at once. `queue` must outlive this object.
    virtual Result<void> start(const CaptureOptions& options, BatchQueue& queue) = 0;
    // Asks to end early, at the next step, or within the loading or the prefill; what was recorded is kept. Returns at
    // once. Any thread, any phase, repeatedly.
    virtual void requestStop() = 0;
    virtual CaptureStatus status() const = 0;
    // Description of the recording (device properties, versions, timer's TPOT, ...) for the trace's source. Complete
    // once finished.
    virtual TraceSource description() const = 0;
};

// The capture library exports one function of this type under this name; see capture/. The caller owns the result.
using CreateLiveSource = LiveSource* (*)();
inline constexpr const char* kCreateLiveSourceSymbol = "decodescope_create_live_source";

} // namespace decodescope
