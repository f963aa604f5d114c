// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/llama.h"

#include "capture/model/attention_backend.h"
#include "capture/model/torch_errors.h"

#include <ATen/ScalarOps.h>
#include <ATen/ops/add.h>
#include <ATen/ops/alias.h>
#include <ATen/ops/argmax.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/cos.h>
#include <ATen/ops/embedding.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/neg.h>
#include <ATen/ops/rsqrt.h>
#include <ATen/ops/scaled_dot_product_attention.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/sin.h>

#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

namespace decodescope {

namespace {

constexpr std::int64_t kToTheEnd = std::numeric_limits<std::int64_t>::max();

// What Python makes of the number in `tensor + number`: aten::add(Tensor, Tensor). The C++ overload that takes a Scalar
// would be one operator more (it calls the other).
at::Tensor number(const c10::Scalar& value)
{
    return at::native::wrapped_scalar_tensor(value);
}

at::Tensor rotateHalf(const at::Tensor& x)
{
    const std::int64_t half = x.size(3) / 2;
    const at::Tensor first = x.slice(3, 0, half);
    const at::Tensor second = x.slice(3, half, kToTheEnd);
    return at::cat({at::neg(second), first}, -1);
}

at::Tensor rotate(const at::Tensor& x, const at::Tensor& cosine, const at::Tensor& sine)
{
    // Named, because C++ may evaluate the arguments of a call in any order.
    const at::Tensor straight = at::mul(x, cosine);
    const at::Tensor turned = at::mul(rotateHalf(x), sine);
    return at::add(straight, turned);
}

// Each key and value head, as often as query heads share it (repeat_kv of modeling_llama.py).
at::Tensor repeated(const at::Tensor& x, std::int64_t times)
{
    const std::int64_t batch = x.size(0);
    const std::int64_t heads = x.size(1);
    const std::int64_t length = x.size(2);
    return x.unsqueeze(2)
        .expand({batch, heads, times, length, x.size(3)})
        .reshape({batch, heads * times, length, x.size(3)});
}

} // namespace

LlamaModel::LlamaModel(const ModelConfig& config, LlamaWeights weights, AttentionBackend attention,
                       std::stop_token stop)
    : m_config(config)
    , m_weights(std::move(weights))
    , m_attention(attention)
    , m_stop(std::move(stop))
{
}

at::Tensor LlamaModel::forward(const at::Tensor& tokens, KvCache& cache, ModuleScopeSink* sink) const
{
    const AttentionBackendGuard backend(m_attention);
    const std::int64_t length = tokens.size(1);
    at::Tensor hidden;
    {
        const ModuleScopeGuard scope(sink, -1, "embedding");
        hidden = at::embedding(m_weights.embedding, tokens);
    }
    Pass pass{{}, {}, cache};
    {
        const ModuleScopeGuard scope(sink, -1, "position");
        pass.rotation = rotation(cache.begin(length), hidden.scalar_type());
    }
    if (cache.isFixedLength()) {
        const ModuleScopeGuard scope(sink, -1, "mask");
        pass.mask = cache.mask();
    }
    for (std::int64_t i = 0; i < m_config.layers; ++i) {
        const ModuleScopeGuard scope(sink, static_cast<int>(i), "");
        hidden = selfAttention(hidden, pass, i, sink);
        hidden = mlp(hidden, i, sink);
    }
    if (cache.isFixedLength()) {
        const ModuleScopeGuard scope(sink, -1, "kv_cache");
        cache.advance(length);
    } else {
        cache.advance(length);
    }
    {
        const ModuleScopeGuard scope(sink, -1, "norm");
        hidden = norm(hidden, m_weights.norm);
    }
    at::Tensor logits;
    {
        const ModuleScopeGuard scope(sink, -1, "lm_head");
        // hidden_states[:, slice_indices, :]: generate() asks for the last position of the prompt; slicing all of one
        // position is an alias.
        const at::Tensor last = length == 1 ? at::alias(hidden) : hidden.slice(1, -1, kToTheEnd);
        logits = at::linear(last, m_weights.head);
    }
    const ModuleScopeGuard scope(sink, -1, "sampling");
    return logits.select(1, -1);
}

at::Tensor LlamaModel::pick(const at::Tensor& logits, ModuleScopeSink* sink)
{
    const ModuleScopeGuard scope(sink, -1, "sampling");
    return at::argmax(logits, -1, true);
}

void LlamaModel::pickInto(at::Tensor& token, const at::Tensor& logits, ModuleScopeSink* sink)
{
    const ModuleScopeGuard scope(sink, -1, "sampling");
    at::argmax_out(token, logits, -1, true);
}

// LlamaRotaryEmbedding.forward; LlamaModel.forward makes the position ids a batch of one before.
LlamaModel::Rotation LlamaModel::rotation(const at::Tensor& counted, at::ScalarType type) const
{
    const at::Tensor& frequency = m_weights.inverseFrequency;
    const at::Tensor positions = counted.unsqueeze(0);
    const at::Tensor inverse =
        frequency.unsqueeze(0).unsqueeze(2).expand({1, -1, 1}).to(frequency.device(), at::kFloat);
    const at::Tensor angles = at::matmul(inverse, positions.unsqueeze(1).to(at::kFloat)).transpose(1, 2);
    const at::Tensor both = at::cat({angles, angles}, -1);
    constexpr double kAttentionScaling = 1.0; // of plain and llama3 frequencies
    const at::Tensor cosine = at::mul(at::cos(both), number(kAttentionScaling));
    const at::Tensor sine = at::mul(at::sin(both), number(kAttentionScaling));
    Rotation rotation;
    rotation.cosine = cosine.to(type);
    rotation.sine = sine.to(type);
    return rotation;
}

// LlamaRMSNorm.forward.
at::Tensor LlamaModel::norm(const at::Tensor& hidden, const at::Tensor& weight) const
{
    const at::ScalarType type = hidden.scalar_type();
    const at::Tensor wide = hidden.to(at::kFloat);
    const at::Tensor variance = wide.pow(2).mean(-1, true);
    const at::Tensor scaled = at::mul(wide, at::rsqrt(at::add(variance, number(m_config.normEps))));
    return at::mul(weight, scaled.to(type));
}

// A prompt's linears are what takes a CPU long: 0.1 s each and more.
at::Tensor LlamaModel::linear(const at::Tensor& input, const LinearWeights& weights) const
{
    if (input.size(1) > 1 && m_stop.stop_requested())
        throw Cancelled();
    return at::linear(input, weights.weight, weights.bias.defined() ? std::optional(weights.bias) : std::nullopt);
}

// One projection, cut into heads: [batch, heads, length, headDim]. headNorm is Qwen3's, otherwise undefined.
at::Tensor LlamaModel::heads(const at::Tensor& hidden, const LinearWeights& projection, const at::Tensor& headNorm,
                             std::int64_t layer, const char* part, ModuleScopeSink* sink) const
{
    const ModuleScopeGuard scope(sink, static_cast<int>(layer), part);
    at::Tensor cut = linear(hidden, projection).view({hidden.size(0), hidden.size(1), -1, m_config.headDim});
    if (headNorm.defined()) {
        const ModuleScopeGuard normScope(sink, static_cast<int>(layer), "norm");
        cut = norm(cut, headNorm);
    }
    return cut.transpose(1, 2);
}

// The first half of LlamaDecoderLayer.forward: norm, LlamaAttention.forward, residual.
at::Tensor LlamaModel::selfAttention(const at::Tensor& hidden, const Pass& pass, std::int64_t layer,
                                     ModuleScopeSink* sink) const
{
    const LayerWeights& weights = m_weights.layers[static_cast<std::size_t>(layer)];
    const int index = static_cast<int>(layer);
    at::Tensor input;
    {
        const ModuleScopeGuard scope(sink, index, "norm");
        input = norm(hidden, weights.inputNorm);
    }
    at::Tensor query = heads(input, weights.q, weights.qNorm, layer, "q_proj", sink);
    at::Tensor key = heads(input, weights.k, weights.kNorm, layer, "k_proj", sink);
    at::Tensor value = heads(input, weights.v, {}, layer, "v_proj", sink);
    {
        const ModuleScopeGuard scope(sink, index, "rope");
        const at::Tensor cosine = pass.rotation.cosine.unsqueeze(1);
        const at::Tensor sine = pass.rotation.sine.unsqueeze(1);
        query = rotate(query, cosine, sine);
        key = rotate(key, cosine, sine);
    }
    {
        const ModuleScopeGuard scope(sink, index, "kv_cache");
        std::tie(key, value) = pass.cache.append(layer, key, value);
    }
    at::Tensor output;
    {
        const ModuleScopeGuard scope(sink, index, "attention");
        output = attend(query, key, value, pass.mask);
    }
    {
        const ModuleScopeGuard scope(sink, index, "o_proj");
        output = linear(output, weights.o);
    }
    const ModuleScopeGuard scope(sink, index, "residual");
    return at::add(hidden, output);
}

// sdpa_attention_forward, and the reshape after it: [batch, length, heads x headDim].
at::Tensor LlamaModel::attend(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
                              const at::Tensor& mask) const
{
    const double scale = 1.0 / std::sqrt(static_cast<double>(m_config.headDim));
    const bool isCausal = !mask.defined() && query.size(2) > 1;
    const std::optional<at::Tensor> seen = mask.defined() ? std::optional(mask) : std::nullopt;
    const std::int64_t shared = m_config.heads / m_config.kvHeads;
    // The memory-efficient kernel does not take grouped heads, and it is the one that takes a mask
    // (use_gqa_in_sdpa of Hugging Face).
    const bool mustRepeat = (m_attention == AttentionBackend::memEfficient || mask.defined()) && shared > 1;
    const at::Tensor attended =
        mustRepeat ? at::scaled_dot_product_attention(query, repeated(key, shared), repeated(value, shared), seen, 0.0,
                                                      isCausal, scale, false)
                   : at::scaled_dot_product_attention(query, key, value, seen, 0.0, isCausal, scale, true);
    return attended.transpose(1, 2).contiguous().reshape({query.size(0), query.size(2), -1}).contiguous();
}

// The second half of LlamaDecoderLayer.forward: norm, LlamaMLP.forward, residual.
at::Tensor LlamaModel::mlp(const at::Tensor& hidden, std::int64_t layer, ModuleScopeSink* sink) const
{
    const LayerWeights& weights = m_weights.layers[static_cast<std::size_t>(layer)];
    const int index = static_cast<int>(layer);
    at::Tensor input;
    {
        const ModuleScopeGuard scope(sink, index, "norm");
        input = norm(hidden, weights.postAttentionNorm);
    }
    at::Tensor gate;
    {
        const ModuleScopeGuard scope(sink, index, "gate_proj");
        gate = linear(input, weights.gate);
    }
    {
        const ModuleScopeGuard scope(sink, index, "activation");
        gate = at::silu(gate);
    }
    at::Tensor up;
    {
        const ModuleScopeGuard scope(sink, index, "up_proj");
        up = linear(input, weights.up);
    }
    {
        const ModuleScopeGuard scope(sink, index, "gate_mul");
        gate = at::mul(gate, up);
    }
    at::Tensor output;
    {
        const ModuleScopeGuard scope(sink, index, "down_proj");
        output = linear(gate, weights.down);
    }
    const ModuleScopeGuard scope(sink, index, "residual");
    return at::add(hidden, output);
}

} // namespace decodescope
