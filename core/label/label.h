// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU operation does in the model, and how that is known.
#pragma once

#include "core/label/kernel_family.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace decodescope {

// The model part that an operation serves. The order is that of a decode step and of every table of parts.
enum class Part : std::uint8_t {
    embedding,
    position,
    norm,
    qProj,
    kProj,
    vProj,
    qkvProj,
    oProj,
    rope,
    kvCache,
    mask,
    attention,
    gateProj,
    upProj,
    gateUpProj,
    downProj,
    fcIn,  // first matrix of a plain MLP
    fcOut, // second one
    router,
    experts,
    activation,
    gateMul,
    residual,
    lmHead,
    sampling,
    communication,
    copy,
    other,
};

inline constexpr std::size_t kPartCount = static_cast<std::size_t>(Part::other) + 1;

// "q_proj" and so on: the words that the tables and the exported files use.
std::string_view partName(Part part);
std::optional<Part> partFromName(std::string_view name);

// How a label was found, best first. The first three state what the model's own modules say; `inferred` is a reading of
// names, shapes and places.
enum class LabelSource : std::uint8_t {
    moduleScope,     // module scopes of our own capture
    pythonStack,     // nn.Module frames or Python functions
    moduleHierarchy, // "Module Hierarchy" of the operator's arguments
    inferred,        // kernel name, operators, shapes, place in the repeating sequence of a layer
    none,            // not known: the part is `other`
};
std::string_view labelSourceName(LabelSource source);
constexpr bool isExact(LabelSource source)
{
    return source == LabelSource::moduleScope || source == LabelSource::pythonStack ||
           source == LabelSource::moduleHierarchy;
}

struct Label
{
    int layer = -1; // -1: outside the layers, or not known
    Part part = Part::other;
    KernelFamily family = KernelFamily::other;
    LabelSource source = LabelSource::none;
};

} // namespace decodescope
