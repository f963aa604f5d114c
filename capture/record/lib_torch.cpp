// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/record/lib_torch.h"

#include <ATen/Context.h>

namespace decodescope {

bool libTorchHasCuda() noexcept
{
    try {
        return at::Context::hasCUDA();
    } catch (...) {
        return false;
    }
}

} // namespace decodescope
