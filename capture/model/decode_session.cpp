// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/decode_session.h"

#include "capture/model/cuda_graph.h"
#include "capture/model/gpu_device.h"
#include "capture/model/kv_cache.h"
#include "capture/model/llama.h"
#include "capture/model/llama_weights.h"
#include "capture/model/prompt.h"
#include "capture/model/torch_errors.h"

#include <ATen/Context.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <c10/core/CachingDeviceAllocator.h>
#include <c10/core/DeviceGuard.h>
#include <c10/core/InferenceMode.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace decodescope {

namespace {

constexpr std::int64_t kMostPositions = 2 * kLongestPrompt; // of the cache: a prompt and what is decoded behind it

at::ScalarType scalarType(FloatType type)
{
    switch (type) {
    case FloatType::float16:
        return at::kHalf;
    case FloatType::bfloat16:
        return at::kBFloat16;
    case FloatType::float32:
        break;
    }
    return at::kFloat;
}

at::Device torchDevice(const ModelOptions& options)
{
    if (options.device == DeviceKind::cpu)
        return at::Device(at::kCPU);
    return at::Device(at::kCUDA, static_cast<c10::DeviceIndex>(options.deviceIndex));
}

std::string cudaVersionText(long version)
{
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

// The device's name, once it is sure that LibTorch can use it.
Result<std::string> openDevice(const ModelOptions& options)
{
    if (options.device == DeviceKind::cpu)
        return std::string("cpu");
    const Result<GpuProperties> gpu = readGpuProperties(options.deviceIndex);
    if (!gpu)
        return tl::unexpected(gpu.error());
    const at::CUDAHooksInterface& hooks = at::detail::getCUDAHooks();
    if (!hooks.hasCUDART())
        return failure(
            ErrorCode::device,
            "This program's LibTorch was built without CUDA: capture on the CPU, or install the CUDA build.");
    if (hooks.getNumGPUs() <= options.deviceIndex) {
        const Result<int> driver = readDriverVersion();
        return failure(ErrorCode::device, "LibTorch cannot use this GPU: it is built for CUDA " +
                                              cudaVersionText(hooks.versionCUDART()) + ", the driver supports " +
                                              cudaVersionText(driver.value_or(0)) + ". Update the driver.");
    }
    return catchTorch("CUDA did not start", [&]() -> Result<std::string> {
        at::globalContext().lazyInitDevice(at::kCUDA);
        return gpu->name;
    });
}

Result<void> checkRanges(const ModelOptions& options)
{
    if (options.batch < 1 || options.batch > kLargestBatch)
        return failure(ErrorCode::limit, "The batch must lie between 1 and " + std::to_string(kLargestBatch) + ".");
    if (options.promptLength < 1 || options.promptLength > kLongestPrompt)
        return failure(ErrorCode::limit,
                       "The prompt length must lie between 1 and " + std::to_string(kLongestPrompt) + ".");
    if (options.cacheCapacity < 1 || options.cacheCapacity > kMostPositions)
        return failure(ErrorCode::limit,
                       "The cache capacity must lie between 1 and " + std::to_string(kMostPositions) + ".");
    const bool isGpuOnly =
        options.attention == AttentionBackend::memEfficient || options.attention == AttentionBackend::cudnn;
    if (options.device == DeviceKind::cpu && isGpuOnly)
        return failure(ErrorCode::unsupported,
                       "The CPU has only the attention backends flash and math: choose one, or auto.");
    if (options.mode == DecodeMode::cudaGraph && options.device == DeviceKind::cpu)
        return failure(ErrorCode::unsupported, "A CUDA graph needs a CUDA GPU: decode eagerly on the CPU.");
    if (options.mode == DecodeMode::cudaGraph && options.cache != CacheMode::fixedLength)
        return failure(ErrorCode::unsupported, "A CUDA graph needs a KV cache of a fixed length.");
    return {};
}

Result<ModelConfig> readConfig(const ModelOptions& options)
{
    if (options.folder.empty())
        return presetModelConfig(options.preset);
    std::error_code error;
    if (!std::filesystem::is_directory(options.folder, error))
        return failure(ErrorCode::io, "There is no such model folder.", options.folder.string());
    if (!std::filesystem::exists(options.folder / "config.json", error))
        return failure(ErrorCode::io, "This is no Hugging Face model folder: it has no config.json.",
                       options.folder.string());
    return readModelConfig(options.folder / "config.json");
}

// batch x length ids, row by row.
Result<std::vector<std::int64_t>> readPrompt(const ModelOptions& options, const ModelConfig& config)
{
    std::vector<std::int64_t> row = options.promptTokens;
    if (!options.promptText.empty()) {
        Result<std::vector<std::int64_t>> tokens = tokenizePrompt(options.folder, options.promptText);
        if (!tokens)
            return tokens;
        row = std::move(*tokens);
    }
    // More would fill the host's memory before the GPU's had been asked.
    constexpr std::int64_t kMostTokens = std::int64_t{1} << 28;
    const std::int64_t length = row.empty() ? options.promptLength : static_cast<std::int64_t>(row.size());
    if (length * options.batch > kMostTokens)
        return failure(ErrorCode::limit, "A batch of " + std::to_string(options.batch) + " prompts of " +
                                             std::to_string(length) +
                                             " tokens is too large: use a smaller batch or a shorter prompt.");
    if (row.empty())
        return randomPrompt(options.batch * options.promptLength, config.vocabSize, options.seed);
    if (static_cast<std::int64_t>(row.size()) > kLongestPrompt)
        return failure(ErrorCode::limit, "The prompt has more than " + std::to_string(kLongestPrompt) + " tokens.");
    for (const std::int64_t token : row) {
        if (token < 0 || token >= config.vocabSize)
            return failure(ErrorCode::unsupported, "The prompt has the token " + std::to_string(token) +
                                                       ", the model's vocabulary ends at " +
                                                       std::to_string(config.vocabSize - 1) + ".");
    }
    std::vector<std::int64_t> rows;
    for (std::int64_t i = 0; i < options.batch; ++i)
        rows.insert(rows.end(), row.begin(), row.end());
    return rows;
}

FloatType chooseType(const ModelOptions& options, const ModelConfig& config)
{
    if (options.dtype)
        return *options.dtype;
    if (!options.folder.empty())
        return config.storedType;
    return options.device == DeviceKind::cuda ? FloatType::float16 : FloatType::float32;
}

// Blocks that LibTorch keeps for itself once no tensor uses them.
void returnCachedMemory(const at::Device& device) noexcept
{
    if (!device.is_cuda())
        return;
    try {
        at::getDeviceAllocator(at::kCUDA)->emptyCache();
    } catch (...) { // a GPU that is lost has no memory to give back
    }
}

// What every call that computes needs: no gradients, the session's GPU.
struct ComputeScope
{
    explicit ComputeScope(const at::Device& device)
        : deviceGuard(device)
    {
    }
    c10::InferenceMode inference;
    c10::OptionalDeviceGuard deviceGuard;
};

Result<LlamaWeights> makeWeights(const ModelOptions& options, const SessionInfo& info, const at::Device& device)
{
    if (options.folder.empty())
        return randomLlamaWeights(info.config, options.seed, device, scalarType(info.dtype), options.stop);
    const Result<WeightFiles> files = WeightFiles::open(options.folder);
    if (!files)
        return tl::unexpected(files.error());
    return loadLlamaWeights(info.config, *files, device, scalarType(info.dtype), options.stop);
}

} // namespace

struct DecodeSession::Impl
{
    SessionInfo info;
    at::Device device{at::kCPU};
    ModuleScopeSink* sink = nullptr;
    std::optional<LlamaModel> model;
    std::optional<KvCache> cache;
    at::Tensor prompt; // [batch, length], on the device
    at::Tensor logits; // [batch, vocabulary]
    at::Tensor picked; // [batch, 1]
    // DecodeMode::cudaGraph:
    std::unique_ptr<CudaGraph> graph; // of one decode step
    bool isCaptured = false;
    at::Tensor input;       // [batch, 1], where the graph reads a token and writes the next
    at::Tensor graphLogits; // where the graph writes them

    Result<void> checkRoom(std::int64_t count) const
    {
        const std::int64_t positions = cache->length() + count;
        if (!cache->hasRoomFor(count))
            return failure(ErrorCode::limit, "The preallocated KV cache is full at " + std::to_string(cache->length()) +
                                                 " positions: give it more capacity, or decode fewer steps.");
        if (info.config.slidingWindow && positions > *info.config.slidingWindow)
            return failure(ErrorCode::unsupported, "This model's sliding window of " +
                                                       std::to_string(*info.config.slidingWindow) +
                                                       " positions is full; a window that slides is not supported.");
        return {};
    }

    Result<void> run(const at::Tensor& tokens)
    {
        if (auto room = checkRoom(tokens.size(1)); !room)
            return room;
        logits = model->forward(tokens, *cache, sink);
        picked = LlamaModel::pick(logits, sink);
        return {};
    }

    // After a prefill: the token is where the graph reads it. The first time captures the graph, which leaves cache and
    // token as they were.
    Result<void> readyGraph()
    {
        if (!input.defined())
            input = at::empty_like(picked);
        const at::Tensor first = picked;
        input.copy_(first);
        picked = input;
        if (isCaptured)
            return {};
        if (auto room = checkRoom(1); !room)
            return room;
        const std::int64_t length = cache->length();
        const auto step = [this](ModuleScopeSink* scopes) {
            graphLogits = model->forward(input, *cache, scopes);
            LlamaModel::pickInto(input, graphLogits, scopes);
        };
        constexpr int kWarmUps = 3;
        const auto warmUp = [&] {
            for (int i = 0; i < kWarmUps; ++i) {
                step(nullptr);
                cache->setLength(length);
            }
        };
        graph->capture(warmUp, step);
        isCaptured = true;
        cache->setLength(length);
        input.copy_(first);
        return {};
    }
};

DecodeSession::DecodeSession(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{
}

DecodeSession::~DecodeSession()
{
    const at::Device device = m_impl->device;
    m_impl.reset();
    returnCachedMemory(device);
}

Result<std::unique_ptr<DecodeSession>> DecodeSession::create(const ModelOptions& options, ModuleScopeSink* sink)
{
    const Result<void> ranges = checkRanges(options);
    if (!ranges)
        return tl::unexpected(ranges.error());
    const Result<ModelConfig> config = readConfig(options);
    if (!config)
        return tl::unexpected(config.error());
    const Result<std::vector<std::int64_t>> prompt = readPrompt(options, *config);
    if (!prompt)
        return tl::unexpected(prompt.error());
    const Result<std::string> deviceName = openDevice(options);
    if (!deviceName)
        return tl::unexpected(deviceName.error());

    auto impl = std::make_unique<Impl>();
    impl->device = torchDevice(options);
    impl->sink = sink;
    if (options.mode == DecodeMode::cudaGraph) {
        auto graph = CudaGraph::create();
        if (!graph)
            return tl::unexpected(graph.error());
        impl->graph = std::move(*graph);
    }
    SessionInfo& info = impl->info;
    info.config = *config;
    info.dtype = chooseType(options, *config);
    info.device = options.device;
    info.deviceIndex = options.deviceIndex;
    info.deviceName = *deviceName;
    info.batch = options.batch;
    info.promptLength = static_cast<std::int64_t>(prompt->size()) / options.batch;
    info.parameters = parameterCount(*config);
    info.weightBytesPerStep = weightsReadPerStep(*config, options.batch) * floatTypeBytes(info.dtype);

    // From here on the session's destructor gives memory back, also when the weights do not fit.
    std::unique_ptr<DecodeSession> session(new DecodeSession(std::move(impl)));
    const Result<void> made = catchTorch("The model could not be made", [&]() -> Result<void> {
        Impl& state = *session->m_impl;
        const ComputeScope scope(state.device);
        Result<LlamaWeights> weights = makeWeights(options, state.info, state.device);
        if (!weights)
            return tl::unexpected(weights.error());
        state.model.emplace(*config, std::move(*weights), options.attention, options.stop);
        state.cache.emplace(options.cache, config->layers, options.cacheCapacity, state.device);
        const at::Tensor tokens = at::empty({state.info.batch, state.info.promptLength}, at::kLong);
        std::memcpy(tokens.mutable_data_ptr(), prompt->data(), prompt->size() * sizeof(std::int64_t));
        state.prompt = tokens.to(state.device);
        return {};
    });
    if (!made)
        return tl::unexpected(made.error());
    const Result<void> ready = session->synchronize();
    if (!ready)
        return tl::unexpected(ready.error());
    return session;
}

void DecodeSession::setScopeSink(ModuleScopeSink* sink)
{
    m_impl->sink = sink;
}

const SessionInfo& DecodeSession::info() const
{
    return m_impl->info;
}

Result<void> DecodeSession::prefill()
{
    return catchTorch("The prefill failed", [this]() -> Result<void> {
        const ComputeScope scope(m_impl->device);
        m_impl->cache->clear();
        auto done = m_impl->run(m_impl->prompt);
        return done && m_impl->graph ? m_impl->readyGraph() : done;
    });
}

Result<void> DecodeSession::decodeStep()
{
    return catchTorch("The decode step failed", [this]() -> Result<void> {
        if (m_impl->cache->length() == 0)
            return failure(ErrorCode::internal, "A decode step was asked for before the prefill.");
        const ComputeScope scope(m_impl->device);
        if (!m_impl->isCaptured)
            return m_impl->run(m_impl->picked);
        if (auto room = m_impl->checkRoom(1); !room)
            return room;
        m_impl->graph->replay();
        m_impl->cache->countReplay();
        m_impl->logits = m_impl->graphLogits;
        return {};
    });
}

const std::vector<ModuleScope>& DecodeSession::graphNodeScopes() const
{
    static const std::vector<ModuleScope> none;
    return m_impl->graph ? m_impl->graph->nodeScopes() : none;
}

Result<void> DecodeSession::synchronize()
{
    return catchTorch("Waiting for the GPU failed", [this]() -> Result<void> {
        if (m_impl->device.is_cuda())
            c10::impl::VirtualGuardImpl(at::kCUDA).synchronizeDevice(m_impl->device.index());
        return {};
    });
}

std::int64_t DecodeSession::cacheLength() const
{
    return m_impl->cache->length();
}

Result<std::vector<std::int64_t>> DecodeSession::tokens()
{
    return catchTorch("The tokens could not be read", [this]() -> Result<std::vector<std::int64_t>> {
        if (!m_impl->picked.defined())
            return failure(ErrorCode::internal, "No token has been picked yet.");
        const ComputeScope scope(m_impl->device);
        const at::Tensor host = m_impl->picked.to(at::kCPU).contiguous();
        const auto* begin = host.const_data_ptr<std::int64_t>();
        return std::vector<std::int64_t>(begin, begin + host.numel());
    });
}

Result<std::vector<float>> DecodeSession::lastLogits()
{
    return catchTorch("The logits could not be read", [this]() -> Result<std::vector<float>> {
        if (!m_impl->logits.defined())
            return failure(ErrorCode::internal, "There are no logits yet.");
        const ComputeScope scope(m_impl->device);
        const at::Tensor host = m_impl->logits.to(at::kCPU, at::kFloat).contiguous();
        const auto* begin = host.const_data_ptr<float>();
        return std::vector<float>(begin, begin + host.numel());
    });
}

} // namespace decodescope
