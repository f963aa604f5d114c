// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/capture_plan.h"

#include <algorithm>

namespace decodescope {

namespace {

constexpr const char* kGraphNeedsGpu = "A CUDA graph needs a CUDA GPU: choose the GPU as device, or decode eagerly.";
constexpr std::int64_t kMostExtraPositions = 4096; // of an endless capture

std::optional<FloatType> floatType(CaptureDtype dtype)
{
    switch (dtype) {
    case CaptureDtype::float32:
        return FloatType::float32;
    case CaptureDtype::float16:
        return FloatType::float16;
    case CaptureDtype::bfloat16:
        return FloatType::bfloat16;
    case CaptureDtype::automatic:
        break;
    }
    return std::nullopt;
}

CacheMode cacheMode(const CaptureOptions& options)
{
    if (options.mode == DecodeMode::cudaGraph)
        return CacheMode::fixedLength;
    switch (options.kvCache) {
    case KvCacheKind::preallocated:
        return CacheMode::preallocated;
    case KvCacheKind::fixedLength:
        return CacheMode::fixedLength;
    case KvCacheKind::concatenate:
        break;
    }
    return CacheMode::concatenate;
}

ModelOptions modelOptions(const CaptureOptions& options)
{
    ModelOptions model;
    if (presetModelConfig(options.model))
        model.preset = options.model;
    else
        model.folder = options.model;
    model.seed = options.seed;
    model.promptText = options.promptText;
    model.promptTokens = options.promptTokens;
    model.promptLength = options.promptLength;
    model.batch = options.batch;
    model.deviceIndex = options.deviceIndex;
    model.dtype = floatType(options.dtype);
    model.attention = options.attention;
    model.cache = cacheMode(options);
    model.mode = options.mode;
    return model;
}

} // namespace

Result<void> checkCaptureOptions(const CaptureOptions& options)
{
    if (auto schedule = CaptureSchedule::create(options.schedule); !schedule)
        return tl::unexpected(schedule.error());
    if (options.batch < 1)
        return failure(ErrorCode::format, "The batch must be 1 or larger.");
    if (options.promptTokens.empty() && options.promptText.empty() && options.promptLength < 1)
        return failure(ErrorCode::format, "The prompt must have at least one token.");
    if (options.timedSteps < 0 || options.timedSteps > kMostTimedSteps)
        return failure(ErrorCode::format, "The number of timed steps must lie between 0 and 100000.");
    if (options.deviceIndex < 0)
        return failure(ErrorCode::format, "A GPU's index must be 0 or larger.");
    if (options.model.empty())
        return failure(ErrorCode::format, "Name a model: tinyllama, tiny, or a Hugging Face folder.");
    if (options.mode == DecodeMode::cudaGraph && options.device == CaptureDevice::cpu)
        return failure(ErrorCode::unsupported, kGraphNeedsGpu);
    return {};
}

Result<CapturePlan> planCapture(const CaptureOptions& options, bool libTorchHasCuda)
{
    if (auto checked = checkCaptureOptions(options); !checked)
        return tl::unexpected(checked.error());
    CapturePlan plan{modelOptions(options), *CaptureSchedule::create(options.schedule), {}, {}, 0};

    if (options.device == CaptureDevice::cpu) {
        plan.note = "There are no stream rows, since this capture ran on the CPU as asked for.";
    } else if (auto gpu = readGpuProperties(options.deviceIndex); !gpu) {
        if (options.device == CaptureDevice::cuda)
            return tl::unexpected(gpu.error());
        plan.note = "There are no stream rows, since this ran on the CPU. " + gpu.error().message;
    } else if (!libTorchHasCuda) {
        constexpr const char* kNoCuda = "this LibTorch cannot use the GPU (built without CUDA, or for a newer driver).";
        if (options.device == CaptureDevice::cuda)
            return failure(ErrorCode::device, std::string("Capture on the GPU is not possible: ") + kNoCuda);
        plan.note = std::string("There are no stream rows, since this ran on the CPU: ") + kNoCuda;
    } else {
        plan.gpu = *gpu;
    }
    plan.model.device = plan.gpu ? DeviceKind::cuda : DeviceKind::cpu;
    if (options.mode == DecodeMode::cudaGraph && !plan.gpu)
        return failure(ErrorCode::device, kGraphNeedsGpu);

    const std::int64_t planned = plan.schedule.plannedSteps();
    const std::int64_t extra = planned == 0 ? kMostExtraPositions : std::min(planned, kMostExtraPositions);
    constexpr std::int64_t kSettlingSteps = 8;
    plan.cachePositions = std::max<std::int64_t>(extra, options.timedSteps + kSettlingSteps) + 1; // prompt not counted
    constexpr std::int64_t kLongestText = 4096; // tokens of a text are counted only when the model is loaded
    const std::int64_t prompt = !options.promptTokens.empty() ? static_cast<std::int64_t>(options.promptTokens.size())
                                : !options.promptText.empty() ? kLongestText
                                                              : std::int64_t{options.promptLength};
    plan.model.cacheCapacity = prompt + plan.cachePositions;
    // Attention kernels that take a mask want its rows aligned, or they copy it into one that is, every time.
    constexpr std::int64_t kAlignment = 64;
    if (plan.model.cache == CacheMode::fixedLength)
        plan.model.cacheCapacity = (plan.model.cacheCapacity + kAlignment - 1) / kAlignment * kAlignment;
    return plan;
}

} // namespace decodescope
