// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/label.h"

#include <algorithm>

namespace decodescope {

namespace {

constexpr std::array<std::string_view, kPartCount> kPartNames{
    "embedding",    "position",  "norm",     "q_proj",   "k_proj",        "v_proj",    "qkv_proj",
    "o_proj",       "rope",      "kv_cache", "mask",     "attention",     "gate_proj", "up_proj",
    "gate_up_proj", "down_proj", "fc_in",    "fc_out",   "router",        "experts",   "activation",
    "gate_mul",     "residual",  "lm_head",  "sampling", "communication", "copy",      "other",
};

} // namespace

std::string_view partName(Part part)
{
    return kPartNames[static_cast<std::size_t>(part)];
}

std::optional<Part> partFromName(std::string_view name)
{
    const auto found = std::ranges::find(kPartNames, name);
    if (found == kPartNames.end())
        return std::nullopt;
    return static_cast<Part>(found - kPartNames.begin());
}

std::string_view labelSourceName(LabelSource source)
{
    switch (source) {
    case LabelSource::moduleScope:
        return "module scope";
    case LabelSource::pythonStack:
        return "Python stack";
    case LabelSource::moduleHierarchy:
        return "module hierarchy";
    case LabelSource::inferred:
        return "inferred";
    case LabelSource::none:
        break;
    }
    return "none";
}

} // namespace decodescope
