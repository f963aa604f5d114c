// SPDX-License-Identifier: GPL-3.0-or-later
// What kind of kernel a GPU operation is.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace decodescope {

// A convolution, which a decode has none of, is `other`. `other` is zero, so that a family not yet set is none of the
// rest.
enum class KernelFamily : std::uint8_t {
    other = 0,
    gemm,
    gemv,
    attention,
    elementwise,
    reduction,
    softmax,
    norm,
    copy,
    gather,
    sampling,
    fused,
    communication,
    memory,
};

// In the order of every table of families.
inline constexpr std::array<KernelFamily, 14> kKernelFamilies{
    KernelFamily::gemm,      KernelFamily::gemv,     KernelFamily::attention, KernelFamily::elementwise,
    KernelFamily::reduction, KernelFamily::softmax,  KernelFamily::norm,      KernelFamily::copy,
    KernelFamily::gather,    KernelFamily::sampling, KernelFamily::fused,     KernelFamily::communication,
    KernelFamily::memory,    KernelFamily::other,
};

// "gemm" and so on: the words that the tables and the exported files use.
std::string_view familyName(KernelFamily family);
std::optional<KernelFamily> familyFromName(std::string_view name);

// What the trace says that a GPU operation is; rules may ask for it.
enum class GpuOperationKind : std::uint8_t { kernel, memcpy, memset };

} // namespace decodescope
