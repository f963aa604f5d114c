// SPDX-License-Identifier: GPL-3.0-or-later
// Small JSON documents from files that nobody vouches for.
#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace decodescope {

// Parses a small document. Memory is bounded by the text's size, whatever it nests: deeper than 16 levels is an error.
// Errors: format, with the byte offset in the message; Error::where is `file`.
Result<nlohmann::json> parseSmallJson(std::string_view text, const std::string& file);

// Reads a whole file of at most maxBytes. Errors: io, limit; Error::where is the file.
Result<std::string> readSmallFile(const std::filesystem::path& file, std::uintmax_t maxBytes);

} // namespace decodescope
