// SPDX-License-Identifier: GPL-3.0-or-later
// The tokens that a decode starts from.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace decodescope {

// Text to token ids with the SentencePiece model (tokenizer.model) of a model folder, the begin token first where the
// folder's tokenizer_config.json does not turn it off. Errors: unsupported, when the folder has no such file or this
// program was built without SentencePiece; format, when the file cannot be read.
Result<std::vector<std::int64_t>> tokenizePrompt(const std::filesystem::path& folder, const std::string& text);

// count ids, evenly distributed over 0 ... vocabSize - 1; the same for the same seed on every machine.
std::vector<std::int64_t> randomPrompt(std::int64_t count, std::int64_t vocabSize, std::uint64_t seed);

} // namespace decodescope
