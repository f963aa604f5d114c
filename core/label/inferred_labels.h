// SPDX-License-Identifier: GPL-3.0-or-later
// Labels from names, shapes and places alone.
#pragma once

#include "core/label/label.h"
#include "core/label/launch_order.h"
#include "core/label/name_cache.h"

#include <span>
#include <stop_token>

namespace decodescope {

// Labels the operations of one thread's launches, by index among Trace::gpuOperation(); what has a label already keeps
// it.
void inferLabels(NameCache& names, const LaunchOrder& order, std::span<Label> labels, std::stop_token stop);

} // namespace decodescope
