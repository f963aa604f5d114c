// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json_repair.h"

#include "core/base/json_number.h"
#include "core/io/json_text.h"

#include <algorithm>
#include <array>

namespace decodescope {

namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// Copies a document value by value; every step returns false where it cannot go on.
// "\\uD8xx" and the like, with its four digits.
bool isHalfSurrogate(std::string_view escape)
{
    constexpr std::string_view kHexDigits = "0123456789abcdefABCDEF";
    return escape.size() >= 6 && escape[1] == 'u' && (escape[2] == 'd' || escape[2] == 'D') &&
           escape.substr(2, 4).find_first_not_of(kHexDigits) == std::string_view::npos;
}

void appendHex(std::string& out, char c)
{
    constexpr std::string_view kHexDigits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    out += kHexDigits[byte >> 4];
    out += kHexDigits[byte & 15];
}

class Repairer
{
public:
    Repairer(std::string_view text, JsonRepair& notes)
        : m_text(text)
        , m_notes(notes)
    {
    }

    std::optional<std::string> run()
    {
        m_out.reserve(m_text.size() + 16);
        skipSpace();
        if (!values() || (skipSpace(), m_at != m_text.size()))
            return std::nullopt;
        return std::move(m_out);
    }

private:
    bool atEnd() const { return m_at >= m_text.size(); }
    char current() const { return m_text[m_at]; }
    void skipSpace()
    {
        while (!atEnd() && isSpace(current()))
            ++m_at;
    }
    void note(std::string_view what)
    {
        if (m_notes.nonStandard.empty())
            m_notes.nonStandard = what;
    }

    // One value with all that is in it, without recursion.
    bool values()
    {
        std::string open;
        for (;;) {
            if (!open.empty() && open.back() == '{' && !key())
                return false;
            if (!beginValue(open))
                return false;
            while (!m_opened) {
                if (open.empty())
                    return true;
                const Next next = behindValue(open);
                if (next == Next::fault)
                    return false;
                if (next == Next::value)
                    break;
            }
            m_opened = false;
        }
    }

    bool key()
    {
        skipSpace();
        if (atEnd() || current() != '"' || !string())
            return false;
        skipSpace();
        if (atEnd() || current() != ':')
            return false;
        ++m_at;
        m_out += ": ";
        return true;
    }

    // Leaves m_opened true when a bracket was opened with something in it.
    bool beginValue(std::string& open)
    {
        skipSpace();
        m_opened = false;
        if (atEnd())
            return false;
        const char c = current();
        if (c == '"')
            return string();
        if (c != '{' && c != '[')
            return scalar();
        if (open.size() >= kMaxJsonDepth)
            return false;
        ++m_at;
        m_out += c;
        skipSpace();
        if (!atEnd() && current() == (c == '{' ? '}' : ']')) {
            m_out += current();
            ++m_at;
            return true;
        }
        open += c;
        m_opened = true;
        return true;
    }

    enum class Next { value, closed, fault };
    Next behindValue(std::string& open)
    {
        const char close = open.back() == '{' ? '}' : ']';
        skipSpace();
        if (atEnd())
            return Next::fault;
        const bool comma = current() == ',';
        if (comma) {
            ++m_at;
            skipSpace();
            if (atEnd())
                return Next::fault;
        }
        if (current() == close) {
            if (comma)
                note("a comma in front of a closing bracket");
            m_out += close;
            ++m_at;
            open.pop_back();
            return Next::closed;
        }
        if (!comma)
            return Next::fault;
        m_out += ", ";
        return Next::value;
    }

    bool string()
    {
        m_out += '"';
        const std::size_t begin = m_out.size();
        std::string badBytes;
        for (++m_at; !atEnd();) {
            const char c = current();
            if (c == '"') {
                if (!badBytes.empty())
                    noteReplaced(begin, badBytes);
                m_out += '"';
                ++m_at;
                return true;
            }
            if (c == '\\')
                escape();
            else
                plain(badBytes);
        }
        return false;
    }

    void escape()
    {
        m_scratch.clear();
        const std::size_t read = readJsonEscape(m_text, m_at, m_scratch);
        if (read > 0) {
            for (const char c : m_scratch)
                appendJsonByte(m_out, c);
            m_at += read;
            return;
        }
        const bool isSurrogate = isHalfSurrogate(m_text.substr(m_at));
        if (isSurrogate) {
            note("half a surrogate pair");
            m_out += kReplacement;
            m_at += 6;
        } else {
            note("a backslash that escapes nothing");
            m_out += "\\\\";
            ++m_at;
        }
    }

    void plain(std::string& badBytes)
    {
        const Utf8Part part = utf8At(m_text, m_at);
        if (!part.isValid) {
            m_notes.invalidUtf8 = true;
            for (std::size_t i = 0; i < part.size; ++i)
                appendHex(badBytes, m_text[m_at + i]);
            m_out += kReplacement;
        } else if (part.size > 1) {
            m_out.append(m_text, m_at, part.size);
        } else {
            if (static_cast<unsigned char>(current()) < 0x20)
                note("a control byte in a text");
            appendJsonByte(m_out, current());
        }
        m_at += part.size;
    }

    void noteReplaced(std::size_t begin, const std::string& badBytes)
    {
        const std::string_view inner = std::string_view(m_out).substr(begin);
        if (std::optional<std::string> text = unescapeJson(inner))
            m_notes.replaced.emplace_back(std::move(*text), badBytes);
    }

    bool scalar()
    {
        const std::size_t begin = m_at;
        while (!atEnd() && !isSpace(current()) && current() != ',' && current() != '}' && current() != ']' &&
               current() != ':' && current() != '"' && current() != '{' && current() != '[')
            ++m_at;
        const std::string_view token = m_text.substr(begin, m_at - begin);
        if (token == "true" || token == "false" || token == "null" || isJsonNumber(token)) {
            m_out += token;
            return true;
        }
        return almostNumber(token) || word(token);
    }

    // "+5", "007", "1.", ".5"
    bool almostNumber(std::string_view token)
    {
        if (token.find_first_not_of("0123456789+-.eE") != std::string_view::npos)
            return false;
        std::string number(token);
        const bool negative = number.starts_with('-');
        if (negative || number.starts_with('+'))
            number.erase(0, 1);
        while (number.size() > 1 && number[0] == '0' && number[1] >= '0' && number[1] <= '9')
            number.erase(0, 1);
        if (number.starts_with('.'))
            number.insert(0, 1, '0');
        if (number.ends_with('.'))
            number += '0';
        if (negative)
            number.insert(0, 1, '-');
        if (!isJsonNumber(number))
            return false;
        note("a number with a sign, zeros or a point too many");
        m_out += number;
        return true;
    }

    // NaN, Infinity and what else is a bare word: kept as a text, since it is no number.
    bool word(std::string_view token)
    {
        constexpr std::array<std::string_view, 9> kWords{"nan",   "inf",  "infinity",  "none", "true",
                                                         "false", "null", "undefined", "ind"};
        std::string bare;
        for (const char c : token) {
            if (c != '-' && c != '+' && c != '#' && c != '.' && !(c >= '0' && c <= '9'))
                bare += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
        }
        if (std::find(kWords.begin(), kWords.end(), bare) == kWords.end())
            return false;
        note("the bare word " + std::string(token));
        appendJsonString(m_out, token);
        return true;
    }

    std::string_view m_text;
    JsonRepair& m_notes;
    std::size_t m_at = 0;
    std::string m_out;
    std::string m_scratch;
    bool m_opened = false;
};

} // namespace

std::optional<std::string> repairJson(std::string_view text, JsonRepair& notes)
{
    return Repairer(text, notes).run();
}

std::string plainJson(std::string_view text)
{
    JsonRepair ignored;
    if (std::optional<std::string> same = repairJson(text, ignored))
        return std::move(*same);
    std::string asString; // not JSON at all: kept as a text
    appendJsonString(asString, text);
    if (std::optional<std::string> valid = repairJson(asString, ignored))
        return std::move(*valid);
    return "null";
}

} // namespace decodescope
