// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns for names of kernels and operators, as rule files write them.
#pragma once

#include "core/base/result.h"

#include <memory>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// `*` stands for any run of bytes; all else is itself, without regard to the case of ASCII letters; the whole text must
// match. A pattern that begins with `re:` is an ECMAScript regular expression without back references, searched for in
// the first 2,048 bytes.
class NamePattern
{
public:
    // Fails on an empty pattern and on a bad regular expression.
    static Result<NamePattern> compile(std::string_view pattern);

    // `lowerText`: the text in lower case. A `*` pattern costs O(length) a piece; a regular expression is run by the
    // breadth-first matcher, polynomial in the length.
    bool matches(std::string_view lowerText) const;

private:
    bool matchesPieces(std::string_view text) const;

    std::vector<std::string> m_pieces; // what stands between the stars; the first and last are anchored
    std::shared_ptr<const std::regex> m_regex;
};

// Whether one of the patterns matches; the text must be in lower case.
bool matchesAny(const std::vector<NamePattern>& patterns, std::string_view lowerText);

} // namespace decodescope
