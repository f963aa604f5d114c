// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json_text.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace decodescope {

namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

int hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

// The four hexadecimal digits at text[at]; -1 when they are none.
int hexCode(std::string_view text, std::size_t at)
{
    if (at + 4 > text.size())
        return -1;
    int code = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const int digit = hexValue(text[at + i]);
        if (digit < 0)
            return -1;
        code = code * 16 + digit;
    }
    return code;
}

void appendUtf8(std::string& out, std::uint32_t code)
{
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xc0 | (code >> 6));
        out += static_cast<char>(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        out += static_cast<char>(0xe0 | (code >> 12));
        out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
        out += static_cast<char>(0x80 | (code & 0x3f));
    } else {
        out += static_cast<char>(0xf0 | (code >> 18));
        out += static_cast<char>(0x80 | ((code >> 12) & 0x3f));
        out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
        out += static_cast<char>(0x80 | (code & 0x3f));
    }
}

bool isHighSurrogate(int code)
{
    return code >= 0xd800 && code < 0xdc00;
}
bool isLowSurrogate(int code)
{
    return code >= 0xdc00 && code < 0xe000;
}

} // namespace

std::size_t readJsonEscape(std::string_view text, std::size_t at, std::string& out)
{
    if (at + 1 >= text.size())
        return 0;
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const char letter = text[at + 1];
    if (const std::size_t i = kLetters.find(letter); i != std::string_view::npos) {
        out += kMeanings[i];
        return 2;
    }
    const int code = letter == 'u' ? hexCode(text, at + 2) : -1;
    if (code < 0 || isLowSurrogate(code))
        return 0;
    if (!isHighSurrogate(code)) {
        appendUtf8(out, static_cast<std::uint32_t>(code));
        return 6;
    }
    const bool pair = at + 7 < text.size() && text[at + 6] == '\\' && text[at + 7] == 'u';
    const int low = pair ? hexCode(text, at + 8) : -1;
    if (low < 0 || !isLowSurrogate(low))
        return 0;
    appendUtf8(out, 0x10000 + ((static_cast<std::uint32_t>(code) - 0xd800) << 10) +
                        (static_cast<std::uint32_t>(low) - 0xdc00));
    return 12;
}

void appendJsonByte(std::string& out, char c)
{
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
        out += '\\';
        out += c;
    } else if (c == '\n') {
        out += "\\n";
    } else if (c == '\t') {
        out += "\\t";
    } else if (byte < 0x20) {
        out += "\\u00";
        out += kHexDigits[byte >> 4];
        out += kHexDigits[byte & 15];
    } else {
        out += c;
    }
}

std::optional<std::string> unescapeJson(std::string_view inner)
{
    std::string out;
    out.reserve(inner.size());
    for (std::size_t at = 0; at < inner.size();) {
        const std::size_t plain = std::min(inner.find('\\', at), inner.size());
        out.append(inner, at, plain - at);
        at = plain;
        if (at == inner.size())
            break;
        const std::size_t read = readJsonEscape(inner, at, out);
        if (read == 0)
            return std::nullopt;
        at += read;
    }
    return out;
}

void appendJsonString(std::string& out, std::string_view text)
{
    out += '"';
    std::size_t copied = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte >= 0x20 && byte != '"' && byte != '\\')
            continue;
        out.append(text, copied, i - copied);
        appendJsonByte(out, text[i]);
        copied = i + 1;
    }
    out.append(text, copied);
    out += '"';
}

bool hasPlainEscapes(std::string_view text)
{
    for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 2)) {
        if (at + 1 >= text.size())
            return false;
        const char letter = text[at + 1];
        const bool plain = letter == '"' || letter == '\\' || letter == 'n' || letter == 't';
        const int code = letter == 'u' ? hexCode(text, at + 2) : -1;
        if (!plain && (code < 0 || code >= 0x20))
            return false;
    }
    return true;
}

Utf8Part utf8At(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(at);
    if (lead < 0x80)
        return {1, true};
    std::size_t length = 0;
    unsigned char low = 0x80; // bounds of the second byte: Unicode, table 3-7
    unsigned char high = 0xbf;
    if (lead >= 0xc2 && lead <= 0xdf) {
        length = 2;
    } else if (lead >= 0xe0 && lead <= 0xef) {
        length = 3;
        low = lead == 0xe0 ? 0xa0 : 0x80;
        high = lead == 0xed ? 0x9f : 0xbf;
    } else if (lead >= 0xf0 && lead <= 0xf4) {
        length = 4;
        low = lead == 0xf0 ? 0x90 : 0x80;
        high = lead == 0xf4 ? 0x8f : 0xbf;
    } else {
        return {1, false};
    }
    for (std::size_t i = 1; i < length; ++i) {
        if (at + i >= text.size() || byte(at + i) < low || byte(at + i) > high)
            return {i, false};
        low = 0x80;
        high = 0xbf;
    }
    return {length, true};
}

} // namespace decodescope
