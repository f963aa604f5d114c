// SPDX-License-Identifier: GPL-3.0-or-later
// The shape of a Llama-family model, as Hugging Face's config.json states it.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace decodescope {

enum class FloatType : std::uint8_t { float32, float16, bfloat16 };

// "float32", "float16", "bfloat16": the words of config.json.
const char* floatTypeName(FloatType type);
int floatTypeBytes(FloatType type);

// The families whose forward pass is the same but for the differences named in ModelConfig.
enum class ModelFamily : std::uint8_t { llama, mistral, qwen2, qwen3 };

// Frequencies of the rotary embedding. kind llama3: section "rope_type: llama3" of Hugging Face's
// modeling_rope_utils.py (_compute_llama3_parameters).
struct RopeConfig
{
    enum class Kind : std::uint8_t { plain, llama3 };
    Kind kind = Kind::plain;
    double theta = 10000.0;
    double factor = 1.0;
    double lowFreqFactor = 1.0;
    double highFreqFactor = 4.0;
    double originalMaxPositions = 8192;
};

struct ModelConfig
{
    ModelFamily family = ModelFamily::llama;
    std::int64_t hiddenSize = 0;
    std::int64_t intermediateSize = 0;
    std::int64_t layers = 0;
    std::int64_t heads = 0;
    std::int64_t kvHeads = 0; // divides heads
    std::int64_t headDim = 0; // even
    std::int64_t vocabSize = 0;
    double normEps = 1e-6;
    RopeConfig rope;
    bool qkvBias = false;
    bool outputBias = false; // of o_proj
    bool mlpBias = false;
    bool qkNorm = false; // Qwen3: RMSNorm over each head of q and k
    bool tiedEmbeddings = false;
    FloatType storedType = FloatType::float32;
    // Mistral: positions that one token sees. While the cache is not longer than this, the model is the same as
    // without a window; beyond it this program refuses to go on.
    std::optional<std::int64_t> slidingWindow;
};

// Errors name the key (Error::where is "file: key") and, where the value is at fault, the value: Error::code is
// unsupported for a valid config.json that asks for something this program does not have, format otherwise.
Result<ModelConfig> readModelConfig(const std::filesystem::path& configFile);

// The same from text; `file` is for messages only.
Result<ModelConfig> parseModelConfig(std::string_view text, const std::string& file);

// "tinyllama" (TinyLlama-1.1B's shape) or "tiny" (2 layers of 64, for tests).
Result<ModelConfig> presetModelConfig(std::string_view name);

// Weights of a model of this shape, tied ones once.
std::int64_t parameterCount(const ModelConfig& config);

// Weights that one decode step reads: all of them, but of the embedding table one row a sequence of the batch.
std::int64_t weightsReadPerStep(const ModelConfig& config, std::int64_t batch);

} // namespace decodescope
