// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace decodescope {

// For tables that live as long as the program: fast, not stable between versions. Eight bytes a step; the multiplier is
// that of MurmurHash64A (A. Appleby, public domain).
inline std::uint32_t hashOfText(std::string_view text)
{
    constexpr std::uint64_t kMultiplier = 0xc6a4a7935bd1e995ULL;
    const char* at = text.data();
    std::size_t left = text.size();
    std::uint64_t hash = left * kMultiplier;
    const auto mix = [&](std::uint64_t word) {
        hash = (hash ^ word) * kMultiplier;
        hash ^= hash >> 32;
    };
    for (; left >= 8; at += 8, left -= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, 8);
        mix(word);
    }
    std::uint64_t word = 0;
    std::memcpy(&word, at, left);
    mix(word);
    return static_cast<std::uint32_t>(hash ^ (hash >> 29));
}

} // namespace decodescope
