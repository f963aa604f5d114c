// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/text_tokenizer.h"

#include <sentencepiece_processor.h>

#include <string_view>
#include <vector>

using decodescope::TokenizeResult;

extern "C" __attribute__((visibility("default"))) TokenizeResult
decodescope_tokenize_text(const char* modelFile, const char* text, std::size_t bytes, int* beginToken,
                          void (*token)(void* context, std::int64_t id), void* context)
{
    try {
        sentencepiece::SentencePieceProcessor processor;
        if (!processor.Load(modelFile).ok())
            return TokenizeResult::badModel;
        std::vector<int> pieces;
        if (!processor.Encode(std::string_view(text, bytes), &pieces).ok())
            return TokenizeResult::badText;
        *beginToken = processor.bos_id();
        for (const int piece : pieces)
            token(context, piece);
        return TokenizeResult::done;
    } catch (...) {
        return TokenizeResult::badModel;
    }
}
