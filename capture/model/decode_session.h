// SPDX-License-Identifier: GPL-3.0-or-later
// A model, its prompt and its KV cache, driven step by step by whoever times or records it.
#pragma once

#include "capture/model/model_config.h"
#include "capture/model/module_scope.h"
#include "core/base/result.h"
#include "core/live/capture_options.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace decodescope {

enum class DeviceKind : std::uint8_t { cpu, cuda };

// concatenate: like DynamicCache, every step copies the cache into a longer one. preallocated: one buffer of
// ModelOptions::cacheCapacity positions, written in place; a step reads what is filled. fixedLength: like StaticCache,
// the same buffer, but the device keeps the position and a step reads all of it behind a mask, so that every step makes
// the same calls with the same arguments.
enum class CacheMode : std::uint8_t { concatenate, preallocated, fixedLength };

struct ModelOptions
{
    std::filesystem::path folder;     // a Hugging Face model folder; empty: random weights of `preset`
    std::string preset = "tinyllama"; // see presetModelConfig()
    std::uint64_t seed = 0;           // of the random weights and of a random prompt

    // The prompt: text, or token ids, or else promptLength random tokens (each sequence of the batch its own).
    std::string promptText;
    std::vector<std::int64_t> promptTokens;
    std::int64_t promptLength = 200;
    std::int64_t batch = 1;

    DeviceKind device = DeviceKind::cuda;
    int deviceIndex = 0;
    std::optional<FloatType> dtype; // none: the folder's own; for a preset float16 on a GPU and float32 on the CPU
    // automatic: LibTorch chooses, as in Hugging Face's eager model. The CPU has only flash and math.
    AttentionBackend attention = AttentionBackend::automatic;
    CacheMode cache = CacheMode::concatenate;
    std::stop_token stop; // asked for between weights, and between the linears of a prefill, which then are cancelled
    std::int64_t cacheCapacity = 2048; // positions; not for CacheMode::concatenate
    // cudaGraph: a GPU, CacheMode::fixedLength, and a LibTorch with CUDA.
    DecodeMode mode = DecodeMode::eager;
};

// What a session runs, for labels and metadata.
struct SessionInfo
{
    ModelConfig config;
    FloatType dtype = FloatType::float32;
    DeviceKind device = DeviceKind::cpu;
    int deviceIndex = 0;
    std::string deviceName; // "cpu", or the GPU's name
    std::int64_t batch = 0;
    std::int64_t promptLength = 0;
    std::int64_t parameters = 0;
    std::int64_t weightBytesPerStep = 0; // bytes of weights that one decode step reads, the KV cache not counted
};

// All calls from one thread. No call throws. On a GPU prefill() and decodeStep() only enqueue work, as the Python loop
// does; synchronize(), tokens() and lastLogits() wait for it. A call that fails leaves a session that can only be
// destroyed, or started again with prefill(). Errors: device (GPU, driver, out of GPU memory), unsupported (this model
// or backend is not for this program), format and io (a bad model folder), limit (KV cache full), cancelled
// (ModelOptions::stop), internal.
class DecodeSession
{
public:
    // Loads or makes the weights on the device; seconds for a large model. `sink` may be null and must outlive the
    // session or be replaced before it dies.
    static Result<std::unique_ptr<DecodeSession>> create(const ModelOptions& options, ModuleScopeSink* sink = nullptr);

    // Gives the device's memory back to the system, LibTorch's cached blocks included.
    ~DecodeSession();
    DecodeSession(const DecodeSession&) = delete;
    DecodeSession& operator=(const DecodeSession&) = delete;

    void setScopeSink(ModuleScopeSink* sink);
    const SessionInfo& info() const;

    // Drops the KV cache and runs the whole prompt; picks the first token. Always eager. With DecodeMode::cudaGraph the
    // first call also captures the graph of a decode step, which takes a few steps' time and waits for the device.
    Result<void> prefill();

    // Feeds the last token and picks the next (greedy). Needs a prefill() before. With DecodeMode::cudaGraph one launch
    // of the graph and nothing else.
    Result<void> decodeStep();

    // Waits until the device has done all work.
    Result<void> synchronize();

    // Positions in the KV cache now: promptLength after prefill(), one more a step.
    std::int64_t cacheLength() const;

    // With DecodeMode::cudaGraph, after the first prefill(): which module each node of the graph comes from, in the
    // order of capture, which is the order in which they run. Otherwise empty.
    const std::vector<ModuleScope>& graphNodeScopes() const;

    // The token picked last, one a sequence of the batch; copies from the device.
    Result<std::vector<std::int64_t>> tokens();

    // The logits that token was picked from, batch x vocabulary, row by row, as float32; copies from the device.
    Result<std::vector<float>> lastLogits();

private:
    struct Impl;
    explicit DecodeSession(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace decodescope
