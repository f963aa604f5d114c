// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/prompt.h"

#include "capture/model/json_file.h"
#include "capture/model/text_tokenizer.h"

#include <nlohmann/json.hpp>

#include <dlfcn.h>
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

#ifdef DECODESCOPE_TOKENIZER_LIBRARY
// The library beside the one that this code is in, or where the build has put it.
void* openTokenizer()
{
    int mode = RTLD_NOW | RTLD_LOCAL;
    // Address and thread sanitizer end a program that asks for RTLD_DEEPBIND.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    mode |= RTLD_DEEPBIND;
#endif
    const std::filesystem::path built = DECODESCOPE_TOKENIZER_LIBRARY;
    Dl_info info{};
    if (::dladdr(reinterpret_cast<void*>(&tokenizePrompt), &info) != 0 && info.dli_fname != nullptr) {
        const auto beside = std::filesystem::path(info.dli_fname).parent_path() / built.filename();
        if (void* library = ::dlopen(beside.c_str(), mode))
            return library;
    }
    return ::dlopen(built.c_str(), mode);
}

Result<std::vector<std::int64_t>> tokenizeWith(TokenizeText tokenize, const std::filesystem::path& folder,
                                               const std::filesystem::path& file, const std::string& text)
{
    std::vector<std::int64_t> tokens;
    int beginToken = -1;
    const auto add = [](void* context, std::int64_t id) {
        static_cast<std::vector<std::int64_t>*>(context)->push_back(id);
    };
    switch (tokenize(file.c_str(), text.data(), text.size(), &beginToken, add, &tokens)) {
    case TokenizeResult::done:
        break;
    case TokenizeResult::badModel:
        return failure(ErrorCode::format, "This is not a SentencePiece model.", file.string());
    case TokenizeResult::badText:
        return failure(ErrorCode::format, "The prompt cannot be split into tokens.", file.string());
    }
    if (beginToken >= 0 && wantsBeginToken(folder))
        tokens.insert(tokens.begin(), beginToken);
    return tokens;
}
#endif

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
#ifdef DECODESCOPE_TOKENIZER_LIBRARY
    static void* library = openTokenizer();
    const auto tokenize =
        library != nullptr ? reinterpret_cast<TokenizeText>(::dlsym(library, kTokenizeTextSymbol)) : nullptr;
    if (tokenize == nullptr)
        return failure(ErrorCode::unsupported,
                       "The tokenizer library could not be loaded: give the prompt as token ids or as a length.",
                       DECODESCOPE_TOKENIZER_LIBRARY);
    return tokenizeWith(tokenize, folder, file, text);
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
