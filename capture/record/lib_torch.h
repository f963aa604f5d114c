// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace decodescope {

// Whether this LibTorch can run on a GPU: built for CUDA, and the driver is new enough for it. No exceptions.
bool libTorchHasCuda() noexcept;

} // namespace decodescope
