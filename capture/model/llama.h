// SPDX-License-Identifier: GPL-3.0-or-later
// The forward pass of a Llama-family decoder, the same operators in the same order as Hugging Face's eager
// LlamaForCausalLM (transformers 5, attn_implementation "sdpa"). For torch sources only: it includes a torch header.
#pragma once

#include "capture/model/kv_cache.h"
#include "capture/model/llama_weights.h"
#include "capture/model/model_config.h"
#include "capture/model/module_scope.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <stop_token>

namespace decodescope {

class LlamaModel
{
public:
    LlamaModel(const ModelConfig& config, LlamaWeights weights, AttentionBackend attention, std::stop_token stop = {});

    // tokens: [batch, length] int64 on the weights' device, behind the positions that `cache` holds. Returns the logits
    // of the last position, [batch, vocabulary], in the weights' type. Throws c10::Error, and Cancelled between the
    // linears of several positions when a stop was asked for; scopes are left then too.
    at::Tensor forward(const at::Tensor& tokens, KvCache& cache, ModuleScopeSink* sink) const;

    // Greedy choice: [batch, 1] from forward()'s logits.
    static at::Tensor pick(const at::Tensor& logits, ModuleScopeSink* sink);
    // The same into a tensor that is there already.
    static void pickInto(at::Tensor& token, const at::Tensor& logits, ModuleScopeSink* sink);

private:
    struct Rotation
    {
        at::Tensor cosine; // [1, length, headDim]
        at::Tensor sine;
    };
    Rotation rotation(const at::Tensor& positions, at::ScalarType type) const;
    at::Tensor norm(const at::Tensor& hidden, const at::Tensor& weight) const;
    at::Tensor linear(const at::Tensor& input, const LinearWeights& weights) const;
    at::Tensor heads(const at::Tensor& hidden, const LinearWeights& projection, const at::Tensor& headNorm,
                     std::int64_t layer, const char* part, ModuleScopeSink* sink) const;
    // What a pass has in common for all layers.
    struct Pass
    {
        Rotation rotation;
        at::Tensor mask; // undefined: causal
        KvCache& cache;
    };
    at::Tensor selfAttention(const at::Tensor& hidden, const Pass& pass, std::int64_t layer,
                             ModuleScopeSink* sink) const;
    at::Tensor attend(const at::Tensor& query, const at::Tensor& key, const at::Tensor& value,
                      const at::Tensor& mask) const;
    at::Tensor mlp(const at::Tensor& hidden, std::int64_t layer, ModuleScopeSink* sink) const;

    ModelConfig m_config;
    LlamaWeights m_weights;
    AttentionBackend m_attention;
    std::stop_token m_stop;
};

} // namespace decodescope
