// SPDX-License-Identifier: GPL-3.0-or-later
// What all kinds of rules files have in common. Used by *_rules.cpp only.
#pragma once

#include "core/base/result.h"
#include "core/label/name_pattern.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// At most 8 MiB. Fails with the path and the reason.
Result<std::string> readRulesFile(const std::filesystem::path& path);

// The top-level object of a rules file, comments allowed. Fails with the line of `source` where it is no JSON.
Result<nlohmann::json> parseRules(std::string_view json, const std::string& source);

// Reads values of one rules document; every problem says where it is, as "source: JSON pointer".
class RulesPlaces
{
public:
    // `source` must outlive this.
    explicit RulesPlaces(const std::string& source)
        : m_source(source)
    {
    }

    tl::unexpected<Error> wrong(const std::string& pointer, std::string message) const;
    // "format" is this word and "version" is 1.
    Result<void> checkFormat(const nlohmann::json& document, std::string_view format) const;
    // A text that is not empty.
    Result<void> readText(const nlohmann::json& value, const std::string& pointer, std::string& into) const;
    // A list of at least one pattern.
    Result<void> readPatterns(const nlohmann::json& value, const std::string& pointer,
                              std::vector<NamePattern>& into) const;
    // "Unknown family 'matmul'; known are gemm, gemv, ...". `value` may be of any type.
    tl::unexpected<Error> unknownWord(const nlohmann::json& value, const std::string& pointer, std::string_view what,
                                      const std::string& known) const;

private:
    const std::string& m_source;
};

} // namespace decodescope
