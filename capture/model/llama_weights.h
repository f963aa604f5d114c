// SPDX-License-Identifier: GPL-3.0-or-later
// The weights of a Llama-family model on their device. For torch sources only: it includes a torch header.
#pragma once

#include "capture/model/model_config.h"
#include "capture/model/weight_files.h"
#include "core/base/result.h"

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <stop_token>
#include <vector>

namespace decodescope {

struct LinearWeights
{
    at::Tensor weight; // [out, in]
    at::Tensor bias;   // [out], or undefined
};

struct LayerWeights
{
    at::Tensor inputNorm;
    LinearWeights q, k, v, o;
    at::Tensor qNorm, kNorm; // Qwen3 only
    at::Tensor postAttentionNorm;
    LinearWeights gate, up, down;
};

struct LlamaWeights
{
    at::Tensor embedding; // [vocabulary, hidden]
    std::vector<LayerWeights> layers;
    at::Tensor norm;
    at::Tensor head;             // [vocabulary, hidden]; the embedding itself where tied
    at::Tensor inverseFrequency; // [headDim / 2]; float32, or the weights' type where they are random
};

// Converts to `type` and copies to `device`. Throws c10::Error, for example when the GPU's memory is used up, and
// Cancelled when a stop was asked for.
Result<LlamaWeights> loadLlamaWeights(const ModelConfig& config, const WeightFiles& files, at::Device device,
                                      at::ScalarType type, const std::stop_token& stop = {});

// Normal with deviation 0.02, norms one, biases zero, as Hugging Face initializes; made on the device itself. The
// inverse frequencies are rounded to `type` too, as they are in Python when a new model is converted with half().
// Throws c10::Error, Cancelled.
LlamaWeights randomLlamaWeights(const ModelConfig& config, std::uint64_t seed, at::Device device, at::ScalarType type,
                                const std::stop_token& stop = {});

} // namespace decodescope
