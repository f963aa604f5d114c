// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/prompt.h"

#include "capture/model/json_file.h"

#include <nlohmann/json.hpp>
#ifdef DECODESCOPE_HAS_SENTENCEPIECE
#include <sentencepiece_processor.h>
#endif

#include <random>
#include <system_error>

namespace decodescope {

namespace {

// Hugging Face's Llama tokenizers add it unless told otherwise.
[[maybe_unused]] bool wantsBeginToken(const std::filesystem::path& folder)
{
    constexpr std::uintmax_t kMaxBytes = 32u << 20;
    const std::filesystem::path file = folder / "tokenizer_config.json";
    const Result<std::string> text = readSmallFile(file, kMaxBytes);
    if (!text)
        return true;
    const Result<nlohmann::json> config = parseSmallJson(*text, file.string());
    if (!config || !config->is_object())
        return true;
    const auto flag = config->find("add_bos_token");
    return flag == config->end() || !flag->is_boolean() || flag->get<bool>();
}

} // namespace

Result<std::vector<std::int64_t>> tokenizePrompt(const std::filesystem::path& folder, const std::string& text)
{
    const std::filesystem::path file = folder / "tokenizer.model";
    std::error_code error;
    if (folder.empty() || !std::filesystem::exists(file, error))
        return failure(
            ErrorCode::unsupported,
            "There is no SentencePiece tokenizer (tokenizer.model) for this prompt: give token ids or a length.",
            folder.string());
#ifdef DECODESCOPE_HAS_SENTENCEPIECE
    sentencepiece::SentencePieceProcessor processor;
    const auto loaded = processor.Load(file.string());
    if (!loaded.ok())
        return failure(ErrorCode::format, "This is not a SentencePiece model.", file.string());
    std::vector<int> pieces;
    if (!processor.Encode(text, &pieces).ok())
        return failure(ErrorCode::format, "The prompt cannot be split into tokens.", file.string());
    std::vector<std::int64_t> tokens;
    if (processor.bos_id() >= 0 && wantsBeginToken(folder))
        tokens.push_back(processor.bos_id());
    tokens.insert(tokens.end(), pieces.begin(), pieces.end());
    return tokens;
#else
    (void)text;
    return failure(ErrorCode::unsupported,
                   "This program was built without SentencePiece: give the prompt as token ids or as a length.",
                   file.string());
#endif
}

std::vector<std::int64_t> randomPrompt(std::int64_t count, std::int64_t vocabSize, std::uint64_t seed)
{
    // The engine is the same everywhere, the standard distributions are not; the bias of the remainder is below 2^-39.
    std::mt19937_64 engine(seed);
    std::vector<std::int64_t> tokens(static_cast<std::size_t>(count));
    for (std::int64_t& token : tokens)
        token = static_cast<std::int64_t>(engine() % static_cast<std::uint64_t>(vocabSize));
    return tokens;
}

} // namespace decodescope
