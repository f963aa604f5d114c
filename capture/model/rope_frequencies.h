// SPDX-License-Identifier: GPL-3.0-or-later
// Inverse frequencies of the rotary position embedding.
#pragma once

#include "capture/model/model_config.h"

#include <cstdint>
#include <vector>

namespace decodescope {

// headDim / 2 values: theta^(-2i / headDim), for llama3 rescaled by wavelength as in modeling_rope_utils.py. Computed
// in float32 as there, so that the model's positions agree to the last bit that matters.
std::vector<float> inverseFrequencies(const RopeConfig& rope, std::int64_t headDim);

} // namespace decodescope
