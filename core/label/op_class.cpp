// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/op_class.h"

#include <algorithm>
#include <array>

namespace decodescope {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(OpClass::reduce) + 1> kNames{
    "unknown",    "wrapper", "backward",      "continuation", "linear",     "matmul", "attention",
    "softmax",    "norm",    "embedding",     "convolution",  "cacheWrite", "rope",   "gatedActivation",
    "experts",    "routing", "communication", "concat",       "copy",       "add",    "subtract",
    "multiply",   "divide",  "negate",        "power",        "mean",       "rsqrt",  "angle",
    "activation", "compare", "range",         "cumulate",     "index",      "gather", "fill",
    "topk",       "sort",    "sample",        "reduce",
};

} // namespace

std::string_view opClassName(OpClass opClass)
{
    return kNames[static_cast<std::size_t>(opClass)];
}

std::optional<OpClass> opClassFromName(std::string_view name)
{
    const auto found = std::ranges::find(kNames, name);
    if (found == kNames.end())
        return std::nullopt;
    return static_cast<OpClass>(found - kNames.begin());
}

} // namespace decodescope
