// SPDX-License-Identifier: GPL-3.0-or-later
// Which part each matrix of a model is, from the nn.Module frames of a with_stack trace.
#pragma once

#include "core/label/label.h"
#include "core/label/part_rules.h"
#include "core/trace/trace.h"

#include <string_view>
#include <unordered_map>

namespace decodescope {

inline constexpr std::string_view kModulePrefix = "nn.Module: ";

// Frames name classes and instances ("Linear_12"), not attributes: the part follows from the parent's class and from
// which of the parent's matrices it is, in the order of their first calls.
class ModuleLinears
{
public:
    // O(Python events).
    ModuleLinears(const Trace& trace, const PartRules& rules);

    // `module`: name of a frame. Part::other where its place says nothing.
    Part partOf(NameId module) const;
    // Modules that are layers, and modules that attend: what the rules on stacks are written for. Other networks have
    // modules of the same names that mean something else.
    bool isLanguageModel() const { return m_isLanguageModel; }

private:
    std::unordered_map<NameId, Part> m_parts;
    bool m_isLanguageModel = false;
};

} // namespace decodescope
