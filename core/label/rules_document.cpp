// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/rules_document.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace decodescope {

using Json = nlohmann::json;

namespace {

constexpr int kVersion = 1;
constexpr std::uintmax_t kMaxFileBytes = 8 * 1024 * 1024;
constexpr std::size_t kMaxQuoted = 60; // characters of a wrong value that a message repeats

std::string quoted(const Json& value)
{
    std::string text =
        value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > kMaxQuoted)
        text = text.substr(0, kMaxQuoted) + "...";
    return "'" + text + "'";
}

} // namespace

Result<std::string> readRulesFile(const std::filesystem::path& path)
{
    std::error_code problem;
    const std::uintmax_t size = std::filesystem::file_size(path, problem);
    if (problem)
        return failure(ErrorCode::io, "The rules file cannot be read: " + problem.message() + ".", path.string());
    if (size > kMaxFileBytes)
        return failure(ErrorCode::limit, "A rules file may have 8 MiB.", path.string());
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file)
        return failure(ErrorCode::io, "The rules file cannot be read.", path.string());
    return text;
}

Result<Json> parseRules(std::string_view json, const std::string& source)
{
    Json document;
    try {
        document = Json::parse(json.begin(), json.end(), nullptr, true, true);
    } catch (const Json::parse_error& error) {
        const auto end = json.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(error.byte, json.size()));
        const auto line = 1 + std::count(json.begin(), end, '\n');
        return failure(ErrorCode::format, "Not valid JSON: look for a missing or surplus comma, quote or bracket.",
                       source + ": line " + std::to_string(line));
    }
    if (!document.is_object())
        return RulesPlaces(source).wrong("", "A rules file is a JSON object.");
    return document;
}

tl::unexpected<Error> RulesPlaces::wrong(const std::string& pointer, std::string message) const
{
    return failure(ErrorCode::format, std::move(message), m_source + ": " + (pointer.empty() ? "/" : pointer));
}

Result<void> RulesPlaces::checkFormat(const Json& document, std::string_view format) const
{
    if (document.value("format", Json()) != Json(format))
        return wrong("/format", "Must be '" + std::string(format) + "'.");
    if (document.value("version", Json()) != Json(kVersion))
        return wrong("/version", "Must be 1, the only version that is known.");
    return {};
}

Result<void> RulesPlaces::readText(const Json& value, const std::string& pointer, std::string& into) const
{
    if (!value.is_string() || value.get_ref<const std::string&>().empty())
        return wrong(pointer, "Must be a text that is not empty.");
    into = value.get<std::string>();
    return {};
}

Result<void> RulesPlaces::readPatterns(const Json& value, const std::string& pointer,
                                       std::vector<NamePattern>& into) const
{
    if (!value.is_array() || value.empty())
        return wrong(pointer, "Must be a list of patterns, as in [\"*my_kernel*\"].");
    for (std::size_t i = 0; i < value.size(); ++i) {
        const std::string here = pointer + "/" + std::to_string(i);
        if (!value[i].is_string())
            return wrong(here, "A pattern is a text.");
        auto pattern = NamePattern::compile(value[i].get<std::string>());
        if (!pattern)
            return wrong(here, std::move(pattern.error().message));
        into.push_back(std::move(*pattern));
    }
    return {};
}

tl::unexpected<Error> RulesPlaces::unknownWord(const Json& value, const std::string& pointer, std::string_view what,
                                               const std::string& known) const
{
    return wrong(pointer, "Unknown " + std::string(what) + " " + quoted(value) + "; known are " + known + ".");
}

} // namespace decodescope
