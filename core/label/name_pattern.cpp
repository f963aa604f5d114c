// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/name_pattern.h"

#include "core/label/kernel_symbol.h"

#include <algorithm>

namespace decodescope {
namespace {

constexpr std::string_view kRegexMark = "re:";
constexpr std::size_t kMaxRegexBytes = 2048;

// libstdc++'s default matcher recurses once a byte and may need exponential time; this one does neither.
constexpr auto kRegexFlags = std::regex::ECMAScript | std::regex::icase | std::regex::optimize
#ifdef __GLIBCXX__
                             | std::regex_constants::__polynomial
#endif
    ;

} // namespace

Result<NamePattern> NamePattern::compile(std::string_view pattern)
{
    NamePattern compiled;
    if (pattern.empty())
        return failure(ErrorCode::format, "A pattern must not be empty.");
    if (pattern.starts_with(kRegexMark)) {
        try {
            const std::string_view expression = pattern.substr(kRegexMark.size());
            compiled.m_regex = std::make_shared<const std::regex>(expression.begin(), expression.end(), kRegexFlags);
        } catch (const std::regex_error& error) {
            return failure(ErrorCode::format,
                           "Not a regular expression: '" + std::string(pattern) + "' (" + error.what() + ").");
        }
        return compiled;
    }
    const std::string lower = toLower(pattern);
    std::size_t begin = 0;
    for (std::size_t star = lower.find('*'); star != std::string::npos; star = lower.find('*', begin)) {
        compiled.m_pieces.push_back(lower.substr(begin, star - begin));
        begin = star + 1;
    }
    compiled.m_pieces.push_back(lower.substr(begin));
    return compiled;
}

bool NamePattern::matches(std::string_view lowerText) const
{
    if (!m_regex)
        return matchesPieces(lowerText);
    try {
        const std::string_view start = lowerText.substr(0, kMaxRegexBytes);
        return std::regex_search(start.begin(), start.end(), *m_regex);
    } catch (const std::regex_error&) {
        return false; // too complex for this text: the rule does not decide it
    }
}

bool NamePattern::matchesPieces(std::string_view text) const
{
    if (m_pieces.size() == 1)
        return text == m_pieces.front();
    const std::string& last = m_pieces.back();
    if (text.size() < m_pieces.front().size() + last.size() || !text.starts_with(m_pieces.front()) ||
        !text.ends_with(last))
        return false;
    text.remove_suffix(last.size());
    std::size_t at = m_pieces.front().size();
    for (std::size_t i = 1; i + 1 < m_pieces.size(); ++i) {
        at = text.find(m_pieces[i], at);
        if (at == std::string_view::npos)
            return false;
        at += m_pieces[i].size();
    }
    return true;
}

bool matchesAny(const std::vector<NamePattern>& patterns, std::string_view lowerText)
{
    return std::ranges::any_of(patterns,
                               [lowerText](const NamePattern& pattern) { return pattern.matches(lowerText); });
}

} // namespace decodescope
