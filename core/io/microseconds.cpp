// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/microseconds.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace decodescope {

namespace {

constexpr std::int64_t kMaxExponent = 100'000;

bool isDigit(char c)
{
    return static_cast<unsigned char>(c - '0') < 10;
}

// A decimal number taken apart: digits are text[digitsBegin, digitsEnd) without the point at `point`.
struct Decimal
{
    std::string_view digits; // with at most one '.' among them
    std::int64_t exponent = 0;
    bool negative = false;
};

std::optional<std::int64_t> parseExponent(std::string_view text)
{
    const bool negative = !text.empty() && text.front() == '-';
    if (!text.empty() && (text.front() == '-' || text.front() == '+'))
        text.remove_prefix(1);
    if (text.empty())
        return std::nullopt;
    std::int64_t value = 0;
    for (const char c : text) {
        if (!isDigit(c))
            return std::nullopt;
        value = std::min<std::int64_t>(value * 10 + (c - '0'), kMaxExponent);
    }
    return negative ? -value : value;
}

std::optional<Decimal> parseDecimal(std::string_view text)
{
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos)
        return std::nullopt;
    text = text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
    Decimal out;
    out.negative = text.front() == '-';
    if (text.front() == '-' || text.front() == '+')
        text.remove_prefix(1);
    std::size_t at = 0;
    std::size_t digits = 0;
    bool point = false;
    for (; at < text.size() && (isDigit(text[at]) || (text[at] == '.' && !point)); ++at) {
        point |= text[at] == '.';
        digits += text[at] != '.' ? 1 : 0;
    }
    if (digits == 0)
        return std::nullopt;
    out.digits = text.substr(0, at);
    if (at == text.size())
        return out;
    if (text[at] != 'e' && text[at] != 'E')
        return std::nullopt;
    const std::optional<std::int64_t> exponent = parseExponent(text.substr(at + 1));
    if (!exponent)
        return std::nullopt;
    out.exponent = *exponent;
    return out;
}

ParsedTime toNanoseconds(const Decimal& decimal)
{
    const std::size_t point = decimal.digits.find('.');
    const std::size_t whole = point == std::string_view::npos ? decimal.digits.size() : point;
    // Digits in front of the point once the number is in nanoseconds.
    std::int64_t wanted = static_cast<std::int64_t>(whole) + decimal.exponent + 3;
    std::uint64_t value = 0;
    bool overflow = false;
    bool roundUp = false;
    for (const char c : decimal.digits) {
        if (c == '.')
            continue;
        if (wanted == 0)
            roundUp = c >= '5';
        if (wanted <= 0)
            break;
        --wanted;
        overflow |= __builtin_mul_overflow(value, 10U, &value) || __builtin_add_overflow(value, c - '0', &value);
    }
    for (; wanted > 0 && value != 0 && !overflow; --wanted)
        overflow |= __builtin_mul_overflow(value, 10U, &value);
    value += roundUp ? 1 : 0;
    if (overflow || value > static_cast<std::uint64_t>(kMaxNs))
        return {decimal.negative ? kMinNs : kMaxNs, true};
    const auto ns = static_cast<Ns>(value);
    return {decimal.negative ? -ns : ns, false};
}

} // namespace

std::optional<ParsedTime> parseMicroseconds(std::string_view text)
{
    // What nearly all files hold: up to 15 digits, and three behind a point or none.
    constexpr std::size_t kSafeDigits = 15;
    std::size_t at = 0;
    Ns value = 0;
    while (at < text.size() && isDigit(text[at])) {
        value = value * 10 + (text[at] - '0');
        if (++at > kSafeDigits)
            break;
    }
    if (at > 0 && at <= kSafeDigits) {
        if (at == text.size())
            return ParsedTime{value * 1000, false};
        if (text.size() - at == 4 && text[at] == '.' && isDigit(text[at + 1]) && isDigit(text[at + 2]) &&
            isDigit(text[at + 3]))
            return ParsedTime{
                value * 1000 + (text[at + 1] - '0') * 100 + (text[at + 2] - '0') * 10 + (text[at + 3] - '0'), false};
    }
    const std::optional<Decimal> decimal = parseDecimal(text);
    if (!decimal)
        return std::nullopt;
    return toNanoseconds(*decimal);
}

void appendMicroseconds(std::string& out, Ns ns)
{
    char text[32];
    const auto written = std::to_chars(text, text + sizeof text - 4, ns / 1000);
    char* at = written.ptr;
    const auto below = static_cast<int>(ns % 1000);
    *at++ = '.';
    *at++ = static_cast<char>('0' + below / 100);
    *at++ = static_cast<char>('0' + below / 10 % 10);
    *at++ = static_cast<char>('0' + below % 10);
    out.append(text, at);
}

} // namespace decodescope
