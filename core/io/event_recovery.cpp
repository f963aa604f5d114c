// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/event_recovery.h"

#include <algorithm>
#include <vector>

namespace decodescope {

namespace {

constexpr std::size_t kMaxKey = 64;

// Behind the closing quote of the string that opens at text[at]; npos when the text stops first.
std::size_t behindString(std::string_view text, std::size_t at)
{
    for (++at; at < text.size(); ++at) {
        if (text[at] == '"')
            return at + 1;
        if (text[at] == '\\')
            ++at;
    }
    return std::string_view::npos;
}

bool mayPrecedeString(char c)
{
    return c == '{' || c == '[' || c == ',' || c == ':';
}
bool mayFollowString(char c)
{
    return c == ',' || c == ':' || c == ']' || c == '}';
}

// Open brackets, one bit each, so that a million of them cost little.
class BracketStack
{
public:
    void push(char open) { m_isBrace.push_back(open == '{'); }
    bool pop(char close)
    {
        if (m_isBrace.empty() || m_isBrace.back() != (close == '}'))
            return false;
        m_isBrace.pop_back();
        return true;
    }
    bool empty() const { return m_isBrace.empty(); }
    bool inObject() const { return !m_isBrace.empty() && m_isBrace.back(); }

private:
    std::vector<bool> m_isBrace;
};

// A literal or a number outside of any bracket.
ValueScan scanScalar(std::string_view text, std::size_t at)
{
    const std::size_t begin = at;
    while (at < text.size() && !isJsonSpace(text[at]) && !mayFollowString(text[at]) && text[at] != '"' &&
           text[at] != '{' && text[at] != '[')
        ++at;
    if (at == text.size())
        return {ValueScan::Status::unfinished, at};
    return {at > begin ? ValueScan::Status::whole : ValueScan::Status::broken, at, at};
}

} // namespace

ValueScan scanValue(std::string_view text, std::size_t from)
{
    using Status = ValueScan::Status;
    BracketStack open;
    char previous = ':'; // the last byte that was no space
    for (std::size_t at = from; at < text.size(); ++at) {
        const char c = text[at];
        if (isJsonSpace(c))
            continue;
        if (c == '"') {
            if (!mayPrecedeString(previous))
                return {Status::broken, at, at};
            const std::size_t behind = behindString(text, at);
            if (behind == std::string_view::npos)
                return {Status::unfinished, text.size()};
            if (open.empty())
                return {Status::whole, behind};
            const std::size_t next = skipJsonSpace(text, behind);
            if (next == text.size())
                return {Status::unfinished, next};
            if (!mayFollowString(text[next]))
                return {Status::broken, behind, at}; // the string may have swallowed the begin of an event
            at = behind - 1;
        } else if (c == '{' || c == '[') {
            if (open.inObject() ? previous != ':' : !mayPrecedeString(previous))
                return {Status::broken, at, at};
            open.push(c);
        } else if (c == '}' || c == ']') {
            if (!open.pop(c))
                return {Status::broken, at, at};
            if (open.empty())
                return {Status::whole, at + 1};
        } else if (open.empty()) {
            return scanScalar(text, at);
        }
        previous = c;
    }
    return {Status::unfinished, text.size()};
}

std::size_t findEventStart(std::string_view text, std::size_t from)
{
    for (std::size_t at = text.find('{', from); at != std::string_view::npos; at = text.find('{', at + 1)) {
        std::size_t before = at;
        while (before > 0 && isJsonSpace(text[before - 1]))
            --before;
        if (before == 0 || text[before - 1] != ',')
            continue;
        --before;
        while (before > 0 && isJsonSpace(text[before - 1]))
            --before;
        if (before == 0 || text[before - 1] != '}')
            continue;
        const std::size_t key = skipJsonSpace(text, at + 1);
        if (key >= text.size() || text[key] != '"')
            continue;
        std::size_t keyEnd = key + 1;
        while (keyEnd < text.size() && keyEnd - key <= kMaxKey && text[keyEnd] != '"' && text[keyEnd] != '\\')
            ++keyEnd;
        if (keyEnd >= text.size() || text[keyEnd] != '"')
            continue;
        const std::size_t colon = skipJsonSpace(text, keyEnd + 1);
        if (colon < text.size() && text[colon] == ':')
            return at;
    }
    return std::string_view::npos;
}

} // namespace decodescope
