// SPDX-License-Identifier: GPL-3.0-or-later
// What to decode and how to record it: plain data that the window, the CLI and the capture library share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace decodescope {

enum class CaptureDevice : std::uint8_t { automatic, cpu, cuda };
enum class CaptureDtype : std::uint8_t {
    automatic,
    float32,
    float16,
    bfloat16
}; // automatic: fp16 on a GPU, fp32 on a CPU
enum class AttentionBackend : std::uint8_t { automatic, flash, memEfficient, math, cudnn };
// concatenate: like Hugging Face's DynamicCache. preallocated: one buffer, of which a step reads what is filled.
// fixedLength: like Hugging Face's StaticCache, one buffer that every step reads as a whole, behind a mask.
enum class KvCacheKind : std::uint8_t { concatenate, preallocated, fixedLength };
// cudaGraph: a step is captured once, with a fixed-length cache, and then launched as a whole. Needs a CUDA GPU.
enum class DecodeMode : std::uint8_t { eager, cudaGraph };

inline constexpr int kLargestBatch = 4096;
inline constexpr int kLongestPrompt = 1 << 20;        // tokens
inline constexpr int kMostScheduledSteps = 1'000'000; // each number of a schedule
inline constexpr int kMostTimedSteps = 100'000;

// The meaning of torch.profiler.schedule(): steps are counted from 0; skipFirst steps are left out, then cycles of
// wait, warm-up and active steps follow, `repeat` times (0: until stopped).
struct ScheduleOptions
{
    int skipFirst = 0;
    int wait = 1;
    int warmup = 2;
    int active = 3;
    int repeat = 1;
};

struct CaptureOptions
{
    std::string model = "tinyllama"; // preset ("tinyllama", "tiny") or a Hugging Face folder
    CaptureDevice device = CaptureDevice::automatic;
    int deviceIndex = 0;
    CaptureDtype dtype = CaptureDtype::automatic;
    AttentionBackend attention = AttentionBackend::automatic;
    KvCacheKind kvCache = KvCacheKind::concatenate; // a CUDA graph always uses fixedLength
    DecodeMode mode = DecodeMode::eager;
    int batch = 1;
    int promptLength = 200; // used when neither tokens nor text are given
    std::vector<std::int64_t> promptTokens;
    std::string promptText; // needs a tokenizer in the model's folder
    std::uint64_t seed = 0;
    ScheduleOptions schedule;
    bool synchronizeEachStep = true;
    bool recordShapes = true;
    bool includePrefill = false;
    int timedSteps = 30; // steps timed by the timer, with nothing attached, before recording; 0: none
    std::uint64_t maxTraceBytes = 2'000'000'000; // oldest steps go first beyond this
};

} // namespace decodescope
