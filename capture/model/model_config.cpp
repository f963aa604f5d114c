// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/model_config.h"

#include "capture/model/json_file.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace decodescope {

namespace {

using nlohmann::json;

constexpr std::uintmax_t kMaxConfigBytes = 4u << 20;
constexpr std::int64_t kMaxWidth = 1 << 20; // of any dimension but the vocabulary
constexpr std::int64_t kMaxVocab = 1 << 24;
constexpr std::int64_t kMaxLayers = 4096;
constexpr std::int64_t kMaxPositions = 1 << 30;

// Reads the keys of one JSON object. The first fault is kept; later reads give their fallback. A key whose value is
// null counts as absent, as in Hugging Face's classes.
class KeyReader
{
public:
    KeyReader(const json& object, std::string file, std::string prefix = {})
        : m_object(object)
        , m_file(std::move(file))
        , m_prefix(std::move(prefix))
    {
    }

    const json* find(const char* key) const
    {
        const auto found = m_object.find(key);
        return found == m_object.end() || found->is_null() ? nullptr : &*found;
    }

    std::int64_t integer(const char* key, std::optional<std::int64_t> fallback, std::int64_t most)
    {
        const json* value = find(key);
        if (!value && fallback)
            return *fallback;
        if (!value)
            reject(ErrorCode::format, key, "This key is missing.");
        else if (!value->is_number_integer())
            reject(ErrorCode::format, key, "Its value " + shown(*value) + " is not an integer.");
        else if (*value < 1 || *value > most)
            reject(ErrorCode::format, key,
                   "Its value " + shown(*value) + " is not between 1 and " + std::to_string(most) + ".");
        else
            return value->get<std::int64_t>();
        return 2; // harmless in the arithmetic that follows; the error is returned in the end
    }

    double number(const char* key, std::optional<double> fallback)
    {
        const json* value = find(key);
        if (!value && fallback)
            return *fallback;
        if (!value)
            reject(ErrorCode::format, key, "This key is missing.");
        else if (!value->is_number() || !std::isfinite(value->get<double>()) || value->get<double>() <= 0)
            reject(ErrorCode::format, key, "Its value " + shown(*value) + " is not a positive number.");
        else
            return value->get<double>();
        return 1.0;
    }

    bool flag(const char* key, bool fallback)
    {
        const json* value = find(key);
        if (!value)
            return fallback;
        if (!value->is_boolean())
            reject(ErrorCode::format, key, "Its value " + shown(*value) + " is neither true nor false.");
        return value->is_boolean() && value->get<bool>();
    }

    std::string word(const char* key, const std::string& fallback)
    {
        const json* value = find(key);
        if (!value)
            return fallback;
        if (!value->is_string())
            reject(ErrorCode::format, key, "Its value " + shown(*value) + " is not a string.");
        return value->is_string() ? value->get<std::string>() : fallback;
    }

    void reject(ErrorCode code, const std::string& key, std::string message)
    {
        if (!m_error)
            m_error = Error{code, std::move(message), m_file + ": " + m_prefix + key};
    }

    void refuse(const std::string& key, const std::string& why)
    {
        const json* value = find(key.c_str());
        reject(ErrorCode::unsupported, key,
               (value ? "Its value " + shown(*value) : "This key") + " is not supported: " + why);
    }

    const std::optional<Error>& error() const { return m_error; }
    const std::string& file() const { return m_file; }

private:
    static std::string shown(const json& value)
    {
        constexpr std::size_t kLongest = 60;
        std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
        if (text.size() > kLongest)
            text = text.substr(0, kLongest) + "...";
        return text;
    }

    const json& m_object;
    std::string m_file;
    std::string m_prefix;
    std::optional<Error> m_error;
};

std::optional<ModelFamily> familyOf(const std::string& modelType)
{
    if (modelType == "llama")
        return ModelFamily::llama;
    if (modelType == "mistral")
        return ModelFamily::mistral;
    if (modelType == "qwen2")
        return ModelFamily::qwen2;
    if (modelType == "qwen3")
        return ModelFamily::qwen3;
    return std::nullopt;
}

// The defaults are those of the family's configuration class in Hugging Face's transformers.
void readShape(KeyReader& keys, ModelConfig& config)
{
    config.hiddenSize = keys.integer("hidden_size", std::nullopt, kMaxWidth);
    config.intermediateSize = keys.integer("intermediate_size", std::nullopt, kMaxWidth);
    config.layers = keys.integer("num_hidden_layers", std::nullopt, kMaxLayers);
    config.heads = keys.integer("num_attention_heads", std::nullopt, kMaxWidth);
    config.vocabSize = keys.integer("vocab_size", std::nullopt, kMaxVocab);

    std::int64_t usualKvHeads = config.heads;
    if (config.family == ModelFamily::mistral)
        usualKvHeads = 8;
    else if (config.family == ModelFamily::qwen2 || config.family == ModelFamily::qwen3)
        usualKvHeads = 32;
    // An explicit null means "as many as heads" in every family.
    const bool isAbsent = !keys.find("num_key_value_heads");
    config.kvHeads = isAbsent && config.family == ModelFamily::llama
                         ? config.heads
                         : keys.integer("num_key_value_heads", usualKvHeads, kMaxWidth);
    if (config.heads % config.kvHeads != 0)
        keys.reject(ErrorCode::format, "num_key_value_heads", "It does not divide num_attention_heads.");

    const bool isQwen3 = config.family == ModelFamily::qwen3;
    if (!isQwen3 && !keys.find("head_dim") && config.hiddenSize % config.heads != 0)
        keys.reject(ErrorCode::format, "hidden_size",
                    "num_attention_heads does not divide it, and there is no head_dim.");
    config.headDim = keys.integer("head_dim", isQwen3 ? 128 : config.hiddenSize / config.heads, kMaxWidth);
    if (config.headDim % 2 != 0)
        keys.reject(ErrorCode::format, "head_dim", "An odd head size has no rotary embedding.");
    config.normEps = keys.number("rms_norm_eps", 1e-6);
    config.tiedEmbeddings = keys.flag("tie_word_embeddings", false);
}

void readBiases(KeyReader& keys, ModelConfig& config)
{
    const bool attentionBias = keys.flag("attention_bias", false);
    switch (config.family) {
    case ModelFamily::llama:
        config.mlpBias = keys.flag("mlp_bias", false);
        config.qkvBias = config.outputBias = attentionBias;
        break;
    case ModelFamily::qwen3:
        config.qkNorm = true;
        config.qkvBias = config.outputBias = attentionBias;
        break;
    case ModelFamily::qwen2: // the class has them built in
        config.qkvBias = true;
        break;
    case ModelFamily::mistral: // the class has none
        break;
    }
}

RopeConfig readRope(const json& root, KeyReader& keys)
{
    RopeConfig rope;
    rope.theta = keys.number("rope_theta", 10000.0);

    // transformers 5 writes rope_parameters, with the base in it; before that there was rope_scaling beside rope_theta.
    const char* section = keys.find("rope_parameters") ? "rope_parameters" : "rope_scaling";
    const json* value = keys.find(section);
    if (!value)
        return rope;
    if (!value->is_object()) {
        keys.reject(ErrorCode::format, section, "Its value is not an object.");
        return rope;
    }

    KeyReader inner(root.at(section), keys.file(), std::string(section) + ".");
    rope.theta = inner.number("rope_theta", rope.theta);
    const std::string kindKey = inner.find("rope_type") ? "rope_type" : "type";
    const std::string kind = inner.word(kindKey.c_str(), "default");
    if (kind == "llama3") {
        rope.kind = RopeConfig::Kind::llama3;
        rope.factor = inner.number("factor", std::nullopt);
        rope.lowFreqFactor = inner.number("low_freq_factor", std::nullopt);
        rope.highFreqFactor = inner.number("high_freq_factor", std::nullopt);
        rope.originalMaxPositions =
            static_cast<double>(inner.integer("original_max_position_embeddings", std::nullopt, kMaxPositions));
        if (!inner.error() && rope.highFreqFactor <= rope.lowFreqFactor)
            inner.reject(ErrorCode::format, "high_freq_factor", "It is not greater than low_freq_factor.");
    } else if (kind != "default") {
        inner.refuse(kindKey, "only default and llama3 rotary embeddings are.");
    }
    if (inner.number("partial_rotary_factor", 1.0) != 1.0)
        inner.refuse("partial_rotary_factor", "the rotary embedding covers whole heads here.");
    if (inner.error())
        keys.reject(inner.error()->code, inner.error()->where.substr(keys.file().size() + 2), inner.error()->message);
    return rope;
}

// Keys that would change the forward pass in a way this program does not have.
void refuseTheRest(KeyReader& keys, ModelConfig& config)
{
    if (keys.word("hidden_act", "silu") != "silu")
        keys.refuse("hidden_act", "only silu is.");
    if (keys.find("quantization_config"))
        keys.refuse("quantization_config", "only unquantized float32, float16 and bfloat16 weights are.");
    if (keys.number("partial_rotary_factor", 1.0) != 1.0)
        keys.refuse("partial_rotary_factor", "the rotary embedding covers whole heads here.");
    if (keys.flag("use_sliding_window", false))
        keys.refuse("use_sliding_window", "every layer attends to all positions here.");
    if (const json* kinds = keys.find("layer_types")) {
        const bool isList = kinds->is_array();
        for (const json& kind : isList ? *kinds : json::array()) {
            if (kind != "full_attention" && !(config.family == ModelFamily::mistral && kind == "sliding_attention"))
                keys.refuse("layer_types", "every layer attends to all positions here.");
        }
    }
    if (const json* classes = keys.find("architectures")) {
        const json first = classes->is_array() && !classes->empty() ? classes->front() : json();
        const std::string name = first.is_string() ? first.get<std::string>() : std::string();
        if (!name.ends_with("ForCausalLM"))
            keys.refuse("architectures", "only models for causal language modelling (...ForCausalLM) are.");
    }
    if (config.family == ModelFamily::mistral && keys.find("sliding_window"))
        config.slidingWindow = keys.integer("sliding_window", std::nullopt, kMaxPositions);
}

void readStoredType(KeyReader& keys, ModelConfig& config)
{
    const std::string key = keys.find("dtype") ? "dtype" : "torch_dtype";
    const std::string name = keys.word(key.c_str(), "float32");
    if (name == "float32")
        config.storedType = FloatType::float32;
    else if (name == "float16")
        config.storedType = FloatType::float16;
    else if (name == "bfloat16")
        config.storedType = FloatType::bfloat16;
    else
        keys.refuse(key, "only float32, float16 and bfloat16 are.");
}

std::int64_t layerParameters(const ModelConfig& c)
{
    const std::int64_t q = c.heads * c.headDim;
    const std::int64_t kv = c.kvHeads * c.headDim;
    std::int64_t count = c.hiddenSize * (2 * q + 2 * kv) + 3 * c.hiddenSize * c.intermediateSize + 2 * c.hiddenSize;
    if (c.qkvBias)
        count += q + 2 * kv;
    if (c.outputBias)
        count += c.hiddenSize;
    if (c.mlpBias)
        count += 2 * c.intermediateSize + c.hiddenSize;
    if (c.qkNorm)
        count += 2 * c.headDim;
    return count;
}

} // namespace

const char* floatTypeName(FloatType type)
{
    switch (type) {
    case FloatType::float16:
        return "float16";
    case FloatType::bfloat16:
        return "bfloat16";
    case FloatType::float32:
        break;
    }
    return "float32";
}

int floatTypeBytes(FloatType type)
{
    return type == FloatType::float32 ? 4 : 2;
}

Result<ModelConfig> parseModelConfig(std::string_view text, const std::string& file)
{
    const Result<json> root = parseSmallJson(text, file);
    if (!root)
        return tl::unexpected(root.error());
    if (!root->is_object())
        return failure(ErrorCode::format, "A model's configuration is a JSON object; this is none.", file);

    KeyReader keys(*root, file);
    ModelConfig config;
    const std::string modelType = keys.word("model_type", "");
    const std::optional<ModelFamily> family = familyOf(modelType);
    if (!family)
        keys.refuse("model_type", "only llama, mistral, qwen2 and qwen3 are.");
    if (keys.error())
        return tl::unexpected(*keys.error());
    config.family = *family;
    readShape(keys, config);
    readBiases(keys, config);
    config.rope = readRope(*root, keys);
    readStoredType(keys, config);
    refuseTheRest(keys, config);
    if (keys.error())
        return tl::unexpected(*keys.error());
    return config;
}

Result<ModelConfig> readModelConfig(const std::filesystem::path& configFile)
{
    const Result<std::string> text = readSmallFile(configFile, kMaxConfigBytes);
    if (!text)
        return tl::unexpected(text.error());
    return parseModelConfig(*text, configFile.string());
}

Result<ModelConfig> presetModelConfig(std::string_view name)
{
    ModelConfig config;
    config.storedType = FloatType::float16;
    if (name == "tinyllama") {
        config.hiddenSize = 2048;
        config.intermediateSize = 5632;
        config.layers = 22;
        config.heads = 32;
        config.kvHeads = 4;
        config.headDim = 64;
        config.vocabSize = 32000;
        config.normEps = 1e-5;
    } else if (name == "tiny") {
        config.hiddenSize = 64;
        config.intermediateSize = 176;
        config.layers = 2;
        config.heads = 8;
        config.kvHeads = 2;
        config.headDim = 8;
        config.vocabSize = 512;
        config.normEps = 1e-5;
    } else {
        return failure(ErrorCode::unsupported, "There is no such model preset; take tinyllama or tiny.",
                       std::string(name));
    }
    return config;
}

std::int64_t parameterCount(const ModelConfig& config)
{
    const std::int64_t table = config.vocabSize * config.hiddenSize;
    const std::int64_t tables = config.tiedEmbeddings ? table : 2 * table;
    return tables + config.layers * layerParameters(config) + config.hiddenSize;
}

std::int64_t weightsReadPerStep(const ModelConfig& config, std::int64_t batch)
{
    const std::int64_t head = config.vocabSize * config.hiddenSize;
    return head + config.layers * layerParameters(config) + config.hiddenSize + batch * config.hiddenSize;
}

} // namespace decodescope
