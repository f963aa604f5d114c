// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/rope_frequencies.h"

#include <cmath>
#include <numbers>

namespace decodescope {

namespace {

float llama3Frequency(const RopeConfig& rope, float frequency)
{
    const auto factor = static_cast<float>(rope.factor);
    const auto low = static_cast<float>(rope.lowFreqFactor);
    const auto high = static_cast<float>(rope.highFreqFactor);
    const auto positions = static_cast<float>(rope.originalMaxPositions);
    const float wavelength = 2.0F * std::numbers::pi_v<float> / frequency;
    if (wavelength > positions / low)
        return frequency / factor;
    if (wavelength < positions / high)
        return frequency;
    const float smooth = (positions / wavelength - low) / (high - low);
    return (1.0F - smooth) * frequency / factor + smooth * frequency;
}

} // namespace

std::vector<float> inverseFrequencies(const RopeConfig& rope, std::int64_t headDim)
{
    std::vector<float> frequencies;
    frequencies.reserve(static_cast<std::size_t>(headDim / 2));
    for (std::int64_t i = 0; i < headDim; i += 2) {
        const float exponent = static_cast<float>(i) / static_cast<float>(headDim);
        const float frequency = 1.0F / std::pow(static_cast<float>(rope.theta), exponent);
        frequencies.push_back(rope.kind == RopeConfig::Kind::llama3 ? llama3Frequency(rope, frequency) : frequency);
    }
    return frequencies;
}

} // namespace decodescope
