// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/kernel_family.h"

namespace decodescope {

std::string_view familyName(KernelFamily family)
{
    switch (family) {
    case KernelFamily::gemm:
        return "gemm";
    case KernelFamily::gemv:
        return "gemv";
    case KernelFamily::attention:
        return "attention";
    case KernelFamily::elementwise:
        return "elementwise";
    case KernelFamily::reduction:
        return "reduction";
    case KernelFamily::softmax:
        return "softmax";
    case KernelFamily::norm:
        return "norm";
    case KernelFamily::copy:
        return "copy";
    case KernelFamily::gather:
        return "gather";
    case KernelFamily::sampling:
        return "sampling";
    case KernelFamily::fused:
        return "fused";
    case KernelFamily::communication:
        return "communication";
    case KernelFamily::memory:
        return "memory";
    case KernelFamily::other:
        break;
    }
    return "other";
}

std::optional<KernelFamily> familyFromName(std::string_view name)
{
    for (const KernelFamily family : kKernelFamilies) {
        if (familyName(family) == name)
            return family;
    }
    return std::nullopt;
}

} // namespace decodescope
