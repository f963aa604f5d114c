// SPDX-License-Identifier: GPL-3.0-or-later
// Where the bytes that shape JSON lie in 64 bytes of text, as bit masks: bit i stands for byte i.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace decodescope {

inline constexpr std::size_t kMaskBlock = 64;

struct ByteMasks
{
    std::uint64_t quotes = 0;
    std::uint64_t backslashes = 0;
    std::uint64_t opens = 0;  // {
    std::uint64_t closes = 0; // }
};

// Reads kMaskBlock bytes.
inline ByteMasks byteMasks(const char* text)
{
    ByteMasks masks;
#if defined(__SSE2__)
    for (unsigned quarter = 0; quarter < 4; ++quarter) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text) + quarter);
        const auto where = [&](char c) {
            const int bits = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)));
            return static_cast<std::uint64_t>(static_cast<std::uint32_t>(bits)) << (16 * quarter);
        };
        masks.quotes |= where('"');
        masks.backslashes |= where('\\');
        masks.opens |= where('{');
        masks.closes |= where('}');
    }
#else
    for (unsigned i = 0; i < kMaskBlock; ++i) {
        const std::uint64_t bit = std::uint64_t{1} << i;
        masks.quotes |= text[i] == '"' ? bit : 0;
        masks.backslashes |= text[i] == '\\' ? bit : 0;
        masks.opens |= text[i] == '{' ? bit : 0;
        masks.closes |= text[i] == '}' ? bit : 0;
    }
#endif
    return masks;
}

// How often a byte occurs. O(size), at memory speed.
inline std::size_t countByte(const char* text, std::size_t size, char byte)
{
    std::size_t count = 0;
    std::size_t i = 0;
#if defined(__SSE2__)
    constexpr std::size_t kStep = 16;
    constexpr std::size_t kRounds = 255; // before a counter of one byte may overflow
    while (size - i >= kStep) {
        const std::size_t rounds = std::min(kRounds, (size - i) / kStep);
        __m128i sums = _mm_setzero_si128();
        for (std::size_t k = 0; k < rounds; ++k, i += kStep) {
            const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + i));
            sums = _mm_sub_epi8(sums, _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte)));
        }
        const __m128i halves = _mm_sad_epu8(sums, _mm_setzero_si128());
        count += static_cast<std::size_t>(_mm_cvtsi128_si32(halves)) +
                 static_cast<std::size_t>(_mm_cvtsi128_si32(_mm_srli_si128(halves, 8)));
    }
#endif
    for (; i < size; ++i)
        count += text[i] == byte ? 1 : 0;
    return count;
}

// Bit i of the result: the parity of bits 0..i. Of unescaped quotes, that is: inside a string.
inline std::uint64_t prefixXor(std::uint64_t bits)
{
    for (unsigned shift = 1; shift < 64; shift *= 2)
        bits ^= bits << shift;
    return bits;
}

// The bytes that an odd run of backslashes escapes. `carry` is 1 when the first byte is escaped by the block before,
// and is set for the next block. After G. Langdale and D. Lemire, "Parsing gigabytes of JSON per second",
// section 3.1.1.
inline std::uint64_t escapedBytes(std::uint64_t backslashes, std::uint64_t& carry)
{
    constexpr std::uint64_t kEven = 0x5555555555555555ULL;
    backslashes &= ~carry;
    const std::uint64_t behind = (backslashes << 1) | carry;
    const std::uint64_t oddStarts = backslashes & ~kEven & ~behind;
    std::uint64_t fromEven = 0;
    carry = __builtin_add_overflow(oddStarts, backslashes, &fromEven) ? 1 : 0;
    return (kEven ^ (fromEven << 1)) & behind;
}

} // namespace decodescope
