// SPDX-License-Identifier: GPL-3.0-or-later
// Labels from what the trace itself says of the model's modules.
#pragma once

#include "core/label/label.h"
#include "core/label/launch_order.h"
#include "core/label/name_cache.h"

#include <span>
#include <stop_token>
#include <vector>

namespace decodescope {

// Each sets the labels of operations that have none yet, by index among Trace::gpuOperation(); where its source is
// silent the label stays.

// Module scopes around the launch (track kind `module`, args {"layer": 7, "part": "q_proj"}), or the same members in
// the arguments of the operation itself, as exported files carry them.
void labelFromScopes(const Trace& trace, const std::vector<LaunchOrder>& orders, std::span<Label> labels);

// nn.Module frames and Python functions around the launch.
void labelFromStacks(NameCache& names, const std::vector<LaunchOrder>& orders, std::span<Label> labels,
                     const std::stop_token& stop);

// "Module Hierarchy" of the operator: attribute names of the modules, as TorchScript's with_modules writes them.
void labelFromHierarchy(NameCache& names, const std::vector<LaunchOrder>& orders, std::span<Label> labels);

} // namespace decodescope
