// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/capture_description.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>
#include <dlfcn.h>
#include <random>

namespace decodescope {

namespace {

using Json = nlohmann::ordered_json;

Json deviceProperties(const GpuProperties& gpu)
{
    return {{"id", gpu.index},
            {"name", gpu.name},
            {"totalGlobalMem", gpu.totalMemoryBytes},
            {"computeMajor", gpu.computeMajor},
            {"computeMinor", gpu.computeMinor},
            {"maxThreadsPerBlock", gpu.maxThreadsPerBlock},
            {"maxThreadsPerMultiprocessor", gpu.maxThreadsPerMultiprocessor},
            {"regsPerBlock", gpu.registersPerBlock},
            {"warpSize", gpu.warpSize},
            {"sharedMemPerBlock", gpu.sharedMemoryPerBlockBytes},
            {"numSms", gpu.multiprocessors},
            {"regsPerMultiprocessor", gpu.registersPerMultiprocessor},
            {"sharedMemPerBlockOptin", gpu.sharedMemoryPerBlockOptinBytes},
            {"sharedMemPerMultiprocessor", gpu.sharedMemoryPerMultiprocessorBytes}};
}

// Of the CUDA runtime that LibTorch has loaded; 0 without one.
int cudaRuntimeVersion()
{
    for (const char* name : {"libcudart.so.13", "libcudart.so.12"}) {
        void* library = ::dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
        if (library == nullptr)
            continue;
        int version = 0;
        if (auto* get = reinterpret_cast<int (*)(int*)>(::dlsym(library, "cudaRuntimeGetVersion")))
            get(&version);
        ::dlclose(library);
        return version;
    }
    return 0;
}

std::string randomTraceId()
{
    std::random_device random;
    std::string id;
    for (int i = 0; i < 4; ++i) {
        std::array<char, 9> digits{};
        std::snprintf(digits.data(), digits.size(), "%08X", random());
        id += digits.data();
    }
    return id;
}

const char* attentionName(AttentionBackend backend)
{
    static constexpr std::array kNames = {"auto", "flash", "mem-efficient", "math", "cudnn"};
    return kNames.at(static_cast<std::size_t>(backend));
}

const char* cacheName(const CaptureOptions& options)
{
    if (options.mode == DecodeMode::cudaGraph)
        return "static";
    switch (options.kvCache) {
    case KvCacheKind::preallocated:
        return "preallocated";
    case KvCacheKind::fixedLength:
        return "static";
    case KvCacheKind::concatenate:
        break;
    }
    return "concatenate";
}

Json modelFacts(const CaptureFacts& facts)
{
    const CaptureOptions& options = facts.options;
    Json model = {{"name", options.model}};
    if (!facts.session)
        return model;
    const SessionInfo& info = *facts.session;
    const ModelConfig& config = info.config;
    model.update({{"layers", config.layers},
                  {"hidden_size", config.hiddenSize},
                  {"intermediate_size", config.intermediateSize},
                  {"heads", config.heads},
                  {"kv_heads", config.kvHeads},
                  {"head_dim", config.headDim},
                  {"vocab_size", config.vocabSize},
                  {"parameters", info.parameters},
                  {"dtype", floatTypeName(info.dtype)},
                  {"device", info.deviceName},
                  {"batch", info.batch},
                  {"prompt_length", info.promptLength},
                  {"attention", attentionName(options.attention)},
                  {"kv_cache", cacheName(options)},
                  {"decode", options.mode == DecodeMode::cudaGraph ? "graph" : "eager"},
                  {"weight_bytes_per_step", info.weightBytesPerStep}});
    return model;
}

Json timerFacts(const StepTimes& times)
{
    return {{"steps", times.stepNs.size()}, {"tpot_ns", times.meanNs()}, {"median_ns", times.medianNs()}};
}

Json recordedFacts(const CaptureFacts& facts)
{
    const StepTimes compared = facts.recorded.atLengthsOf(facts.before);
    Json recorded = {{"steps", facts.recorded.stepNs.size()},
                     {"compared_steps", compared.stepNs.size()},
                     {"median_ns", compared.medianNs()}};
    if (facts.before.medianNs() > 0 && compared.medianNs() > 0)
        recorded["ratio_to_timer"] =
            static_cast<double>(compared.medianNs()) / static_cast<double>(facts.before.medianNs());
    return recorded;
}

Json recordFacts(const CaptureFacts& facts)
{
    return {{"kernels", facts.batches.kernels},
            {"linked_kernels", facts.batches.linkedKernels},
            {"operators", facts.batches.ops},
            {"calls", facts.batches.calls},
            {"outside_window", facts.batches.outsideWindow},
            {"lost_launches", facts.batches.lostLaunches},
            {"dropped", facts.gpuRecords.dropped},
            {"refused_buffers", facts.gpuRecords.refusedBuffers},
            {"without_times", facts.gpuRecords.withoutTimes},
            {"faulty_buffers", facts.gpuRecords.faultyBuffers},
            {"dropped_host", facts.droppedHostRecords}};
}

Json ownFacts(const CaptureFacts& facts)
{
    const ScheduleOptions& schedule = facts.options.schedule;
    Json own = {{"model", modelFacts(facts)},
                {"timer", timerFacts(facts.before)},
                {"recorded", recordedFacts(facts)},
                {"timer_after", timerFacts(facts.after)},
                {"records", recordFacts(facts)},
                {"schedule",
                 {{"skip_first", schedule.skipFirst},
                  {"wait", schedule.wait},
                  {"warmup", schedule.warmup},
                  {"active", schedule.active},
                  {"repeat", schedule.repeat}}},
                {"synchronize_each_step", facts.options.synchronizeEachStep},
                {"include_prefill", facts.options.includePrefill},
                {"seed", facts.options.seed},
                {"clock_step_ns", facts.clockStep},
                {"stopped", facts.isStopped}};
    own["timer"]["cupti_in_process"] = facts.isCuptiBeforeTimer;
    if (!facts.first.stepNs.empty())
        own["timer_first"] = timerFacts(facts.first);
    if (!facts.cuptiPath.empty())
        own["cupti_library"] = facts.cuptiPath;
    if (!facts.note.empty())
        own["note"] = facts.note;
    return own;
}

std::string text(const Json& value)
{
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

TraceSource describeCapture(const CaptureFacts& facts)
{
    TraceSource source;
    source.name = "Live capture";
    source.baseTime = facts.baseTime;
    const auto add = [&source](const char* key, const Json& value) { source.metadata.emplace_back(key, text(value)); };
    add("schemaVersion", 1);
    add("deviceProperties", facts.gpu ? Json::array({deviceProperties(*facts.gpu)}) : Json::array());
    if (facts.cuptiVersion != 0)
        add("cupti_version", facts.cuptiVersion);
    if (const int version = facts.gpu ? cudaRuntimeVersion() : 0; version != 0)
        add("cuda_runtime_version", version);
    if (facts.gpu) {
        if (const auto version = readDriverVersion())
            add("cuda_driver_version", *version);
    }
    if (facts.options.recordShapes)
        add("record_shapes", 1);
    add("trace_id", randomTraceId());
    add("displayTimeUnit", "ms");
    add("decodescope", ownFacts(facts));
    return source;
}

} // namespace decodescope
