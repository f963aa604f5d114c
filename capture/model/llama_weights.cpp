// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/llama_weights.h"

#include "capture/model/rope_frequencies.h"
#include "capture/model/torch_errors.h"

#include <ATen/Context.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>

namespace decodescope {

namespace {

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

enum class Role { matrix, norm, bias };

// Walks over all weights of a model in the order of its modules. `Source` makes one tensor:
// at::Tensor make(name, shape, role).
template <class Source>
LlamaWeights assemble(const ModelConfig& config, Source& source)
{
    const std::int64_t hidden = config.hiddenSize;
    const std::int64_t q = config.heads * config.headDim;
    const std::int64_t kv = config.kvHeads * config.headDim;
    const auto linear = [&source](const std::string& name, std::int64_t out, std::int64_t in, bool hasBias) {
        LinearWeights weights;
        weights.weight = source.make(name + ".weight", {out, in}, Role::matrix);
        if (hasBias)
            weights.bias = source.make(name + ".bias", {out}, Role::bias);
        return weights;
    };
    const auto norm = [&source](const std::string& name, std::int64_t length) {
        return source.make(name + ".weight", {length}, Role::norm);
    };

    LlamaWeights weights;
    weights.embedding = source.make("model.embed_tokens.weight", {config.vocabSize, hidden}, Role::matrix);
    for (std::int64_t i = 0; i < config.layers; ++i) {
        const std::string prefix = "model.layers." + std::to_string(i);
        LayerWeights& layer = weights.layers.emplace_back();
        layer.inputNorm = norm(prefix + ".input_layernorm", hidden);
        layer.q = linear(prefix + ".self_attn.q_proj", q, hidden, config.qkvBias);
        layer.k = linear(prefix + ".self_attn.k_proj", kv, hidden, config.qkvBias);
        layer.v = linear(prefix + ".self_attn.v_proj", kv, hidden, config.qkvBias);
        layer.o = linear(prefix + ".self_attn.o_proj", hidden, q, config.outputBias);
        if (config.qkNorm) {
            layer.qNorm = norm(prefix + ".self_attn.q_norm", config.headDim);
            layer.kNorm = norm(prefix + ".self_attn.k_norm", config.headDim);
        }
        layer.postAttentionNorm = norm(prefix + ".post_attention_layernorm", hidden);
        layer.gate = linear(prefix + ".mlp.gate_proj", config.intermediateSize, hidden, config.mlpBias);
        layer.up = linear(prefix + ".mlp.up_proj", config.intermediateSize, hidden, config.mlpBias);
        layer.down = linear(prefix + ".mlp.down_proj", hidden, config.intermediateSize, config.mlpBias);
    }
    weights.norm = norm("model.norm", hidden);
    weights.head = config.tiedEmbeddings ? weights.embedding
                                         : source.make("lm_head.weight", {config.vocabSize, hidden}, Role::matrix);
    return weights;
}

at::Tensor frequencyTensor(const ModelConfig& config, at::Device device)
{
    const std::vector<float> values = inverseFrequencies(config.rope, config.headDim);
    at::Tensor tensor = at::empty({static_cast<std::int64_t>(values.size())}, at::kFloat);
    std::memcpy(tensor.mutable_data_ptr(), values.data(), values.size() * sizeof(float));
    return tensor.to(device);
}

void throwIfStopped(const std::stop_token& stop)
{
    if (stop.stop_requested())
        throw Cancelled();
}

// Keeps the first fault and makes undefined tensors after it.
struct FileSource
{
    const WeightFiles& files;
    at::Device device;
    at::ScalarType type;
    const std::stop_token& stop;
    std::optional<Error> error;

    at::Tensor make(const std::string& name, const std::vector<std::int64_t>& shape, Role)
    {
        throwIfStopped(stop);
        if (error)
            return {};
        const Result<WeightView> view = files.find(name, shape);
        if (!view) {
            error = view.error();
            return {};
        }
        // The mapped bytes need not be aligned, so they are not made a tensor as they lie.
        at::Tensor tensor = at::empty(shape, scalarType(view->type));
        if (!view->bytes.empty())
            std::memcpy(tensor.mutable_data_ptr(), view->bytes.data(), view->bytes.size());
        return tensor.to(device, type);
    }
};

struct RandomSource
{
    at::Device device;
    at::ScalarType type;
    const std::stop_token& stop;

    at::Tensor make(const std::string&, const std::vector<std::int64_t>& shape, Role role) const
    {
        throwIfStopped(stop);
        const at::TensorOptions options = at::TensorOptions().device(device).dtype(type);
        if (role == Role::norm)
            return at::ones(shape, options);
        if (role == Role::bias)
            return at::zeros(shape, options);
        // In pieces: on a CPU a vocabulary takes a second.
        constexpr double kDeviation = 0.02;
        constexpr std::int64_t kPiece = 8 << 20;
        const std::int64_t rows = std::max<std::int64_t>(1, kPiece / std::max<std::int64_t>(1, shape[1]));
        at::Tensor matrix = at::empty(shape, options);
        for (std::int64_t row = 0; row < shape[0]; row += rows) {
            throwIfStopped(stop);
            matrix.slice(0, row, std::min(row + rows, shape[0])).normal_(0.0, kDeviation);
        }
        return matrix;
    }
};

} // namespace

Result<LlamaWeights> loadLlamaWeights(const ModelConfig& config, const WeightFiles& files, at::Device device,
                                      at::ScalarType type, const std::stop_token& stop)
{
    FileSource source{files, device, type, stop, {}};
    LlamaWeights weights = assemble(config, source);
    if (source.error)
        return tl::unexpected(*source.error);
    weights.inverseFrequency = frequencyTensor(config, device);
    return weights;
}

LlamaWeights randomLlamaWeights(const ModelConfig& config, std::uint64_t seed, at::Device device, at::ScalarType type,
                                const std::stop_token& stop)
{
    at::Generator generator = at::globalContext().defaultGenerator(device);
    {
        const std::lock_guard lock(generator.mutex());
        generator.set_current_seed(seed);
    }
    RandomSource source{device, type, stop};
    LlamaWeights weights = assemble(config, source);
    weights.inverseFrequency = frequencyTensor(config, device).to(type);
    return weights;
}

} // namespace decodescope
