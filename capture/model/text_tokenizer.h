// SPDX-License-Identifier: GPL-3.0-or-later
// The border to SentencePiece, which lives in a library of its own (libdecodescope-tokenizer.so), loaded when a prompt
// is given as text and kept apart by RTLD_DEEPBIND. Both libsentencepiece and LibTorch's libc10 export
// FLAGS_minloglevel, of 32 bytes in the one and 4 in the other: in one scope the one's constructor writes over the
// other's flags.
#pragma once

#include <cstddef>
#include <cstdint>

namespace decodescope {

enum class TokenizeResult : int { done, badModel, badText };

// Gives each token's id to `token`. *beginToken: id of the begin token, -1 for none; it is not given to `token`.
using TokenizeText = TokenizeResult (*)(const char* modelFile, const char* text, std::size_t bytes, int* beginToken,
                                        void (*token)(void* context, std::int64_t id), void* context);
inline constexpr const char* kTokenizeTextSymbol = "decodescope_tokenize_text";

} // namespace decodescope
