// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/kernel_symbol.h"

#include <array>

namespace decodescope {
namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isIdentifierByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_';
}

// Compilers' ways to write a namespace without a name (GCC and Clang, NVCC, MSVC).
std::size_t anonymousNamespaceLength(std::string_view text)
{
    constexpr std::array<std::string_view, 4> kSpellings{
        "(anonymous namespace)::", "<unnamed>::", "{anonymous}::", "`anonymous namespace'::"};
    for (const std::string_view spelling : kSpellings) {
        if (text.starts_with(spelling))
            return spelling.size();
    }
    return 0;
}

// Walks the signature once. Brackets are kept on a stack so that a `>` inside parentheses (an expression such as
// `((8)>(0))`) does not close a template list.
class SignatureReader
{
public:
    explicit SignatureReader(std::string_view name)
        : m_name(name)
    {
    }

    KernelSymbol read()
    {
        while (m_at < m_name.size() && !m_done)
            step();
        KernelSymbol symbol;
        symbol.function = std::move(m_token.empty() ? m_previous : m_token);
        if (m_argumentsEnd > m_argumentsBegin)
            symbol.templateArguments = m_name.substr(m_argumentsBegin, m_argumentsEnd - m_argumentsBegin);
        else if (m_argumentsBegin > 0)
            symbol.templateArguments = m_name.substr(m_argumentsBegin); // never closed: a cut-off name
        return symbol;
    }

private:
    void step()
    {
        if (const std::size_t length = anonymousNamespaceLength(m_name.substr(m_at, 24))) {
            m_at += length;
            return;
        }
        const char c = m_name[m_at++];
        if (m_open.empty())
            outside(c);
        else
            inside(c);
    }

    void outside(char c)
    {
        if (c == '<') {
            m_open.push_back(c);
            if (m_argumentsBegin == 0)
                m_argumentsBegin = m_at;
        } else if (c == '(') {
            m_done = true; // the parameter list
        } else if (c == ' ') {
            startToken();
        } else {
            m_token.push_back(c);
        }
    }

    void inside(char c)
    {
        if (c == '<' || c == '(') {
            m_open.push_back(c);
            m_openParentheses += c == '(' ? 1 : 0;
        } else if (c == '>' && m_open.back() == '<' && m_name[m_at - 2] != '-') {
            m_open.pop_back();
            if (m_open.empty())
                m_argumentsEnd = m_at - 1;
        } else if (c == ')' && m_openParentheses > 0) {
            m_open.resize(m_open.rfind('('));
            --m_openParentheses;
        }
    }

    // A space outside brackets parts the return type from the function.
    void startToken()
    {
        if (m_token.empty())
            return;
        m_previous = std::move(m_token);
        m_token.clear();
        m_argumentsBegin = m_argumentsEnd = 0;
    }

    std::string_view m_name;
    std::size_t m_at = 0;
    bool m_done = false;
    std::string m_open;
    std::size_t m_openParentheses = 0;
    std::string m_token;
    std::string m_previous;
    std::size_t m_argumentsBegin = 0;
    std::size_t m_argumentsEnd = 0;
};

// Itanium ABI, 5.1: `_ZN` then length-prefixed names; `I` begins template arguments, `E` ends the nested name.
KernelSymbol readMangled(std::string_view name)
{
    KernelSymbol symbol;
    std::size_t at = 2;
    if (at < name.size() && name[at] == 'N')
        ++at;
    while (at < name.size() && isDigit(name[at])) {
        std::size_t length = 0;
        while (at < name.size() && isDigit(name[at]) && length < kMaxKernelNameBytes)
            length = length * 10 + static_cast<std::size_t>(name[at++] - '0');
        const std::string_view part = name.substr(at, length);
        at += part.size();
        if (part.starts_with("_GLOBAL__N"))
            continue;
        if (!symbol.function.empty())
            symbol.function += "::";
        symbol.function += part;
    }
    symbol.templateArguments = name.substr(at);
    return symbol;
}

} // namespace

KernelSymbol splitKernelSymbol(std::string_view name)
{
    name = name.substr(0, kMaxKernelNameBytes);
    if (name.ends_with(".kd")) // AMD's kernel descriptor
        name.remove_suffix(3);
    // A return type made by SFINAE may hold comparisons, even with their left side cut off (`enable_if<T2>(int)0&&`).
    constexpr std::string_view kReturnTypeEnd = ">::type ";
    if (name.starts_with("std::enable_if")) {
        if (const std::size_t end = name.find(kReturnTypeEnd); end != std::string_view::npos)
            name.remove_prefix(end + kReturnTypeEnd.size());
    }
    if (name.starts_with("_Z")) {
        KernelSymbol symbol = readMangled(name);
        if (!symbol.function.empty())
            return symbol;
    }
    return SignatureReader(name).read();
}

std::string_view unqualified(std::string_view function)
{
    const std::size_t colons = function.rfind("::");
    return colons == std::string_view::npos ? function : function.substr(colons + 2);
}

std::vector<std::string_view> identifiers(std::string_view text, std::size_t atMost)
{
    std::vector<std::string_view> found;
    std::size_t at = 0;
    while (at < text.size() && found.size() < atMost) {
        if (!isIdentifierByte(text[at])) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        while (at < text.size() && isIdentifierByte(text[at]))
            ++at;
        if (!isDigit(text[begin]))
            found.push_back(text.substr(begin, at - begin));
    }
    return found;
}

std::string toLower(std::string_view text)
{
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

} // namespace decodescope
