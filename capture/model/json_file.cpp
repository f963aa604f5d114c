// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/json_file.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <system_error>

namespace decodescope {

namespace {

constexpr int kDeepest = 16;

} // namespace

Result<nlohmann::json> parseSmallJson(std::string_view text, const std::string& file)
{
    bool isTooDeep = false;
    // What the callback turns down is parsed but not kept, so nesting costs no memory.
    const auto keep = [&isTooDeep](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
        isTooDeep = isTooDeep || depth > kDeepest;
        return !isTooDeep;
    };
    try {
        nlohmann::json document = nlohmann::json::parse(text.begin(), text.end(), keep);
        if (isTooDeep)
            return failure(ErrorCode::format, "This JSON document nests too deep to be a model's.", file);
        return document;
    } catch (const nlohmann::json::parse_error& error) {
        return failure(ErrorCode::format,
                       "This is not valid JSON: it goes wrong at byte " + std::to_string(error.byte) + ".", file);
    } catch (const nlohmann::json::exception&) {
        return failure(ErrorCode::format, "This is not valid JSON: a number in it is out of range.", file);
    }
}

Result<std::string> readSmallFile(const std::filesystem::path& file, std::uintmax_t maxBytes)
{
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(file, error);
    if (error)
        return failure(ErrorCode::io, "This file cannot be read: " + error.message() + ".", file.string());
    if (bytes > maxBytes)
        return failure(ErrorCode::limit,
                       "This file has " + std::to_string(bytes) + " bytes, more than a file of its kind.",
                       file.string());
    std::string text(static_cast<std::size_t>(bytes), '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (!stream)
        return failure(ErrorCode::io, "This file cannot be read to its end.", file.string());
    return text;
}

} // namespace decodescope
