// SPDX-License-Identifier: GPL-3.0-or-later
// The whole recorder around a decode session: what is switched on and off, and when.
#pragma once

#include "capture/model/decode_session.h"
#include "capture/record/gpu_recorder.h"
#include "capture/record/record_batcher.h"
#include "capture/record/record_pump.h"
#include "core/base/result.h"
#include "core/live/batch_queue.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace decodescope {

struct StepRecorderOptions
{
    Ns baseTime = 0; // subtracted from all times
    bool shapes = true;
    std::optional<GpuProperties> gpu; // none: operators and modules only
};

// Used by the decode thread; a thread of its own pushes batches to the queue from construction to finish(). Session and
// queue must outlive it.
class StepRecorder
{
public:
    // Error: device, when there is a GPU and CUPTI cannot be had.
    static Result<std::unique_ptr<StepRecorder>> create(DecodeSession& session, const StepRecorderOptions& options,
                                                        BatchQueue& queue, RecordPump::OnRound onRound);
    // Closes and detaches; what has not been delivered is lost.
    ~StepRecorder();
    StepRecorder(const StepRecorder&) = delete;
    StepRecorder& operator=(const StepRecorder&) = delete;

    // CUPTI on, records of its own kind still thrown away. Slow the first time, hence warm-up.
    Result<void> attach();
    void detach();

    // Between these everything is kept. Both wait for the device, so that its work lies on one side of the border.
    Result<void> openWindow();
    Result<void> closeWindow();
    bool isRecording() const { return m_isRecording; }

    // A row around what follows: ProfilerStep#7; number < 0: the name alone. Only while recording.
    void beginAnnotation(const char* name, std::int64_t number);
    void endAnnotation();

    // Closes, detaches and delivers everything. Counts are final then.
    Result<void> finish();

    BatchCounts batchCounts() const { return m_batchCounts; }
    GpuRecorderCounts gpuCounts() const { return m_gpuCounts; }
    std::uint64_t droppedHostRecords() const;
    // nullptr without a GPU.
    const GpuRecorder* gpuRecorder() const;

private:
    struct Parts;
    StepRecorder(DecodeSession& session, std::unique_ptr<Parts> parts);

    DecodeSession& m_session;
    std::unique_ptr<Parts> m_parts;
    bool m_isRecording = false;
    BatchCounts m_batchCounts;
    GpuRecorderCounts m_gpuCounts;
};

} // namespace decodescope
