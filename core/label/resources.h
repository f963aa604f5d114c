// SPDX-License-Identifier: GPL-3.0-or-later
// Files of resources/ that are compiled into the core (which has no Qt resources).
#pragma once

#include <string_view>

namespace decodescope {

extern const std::string_view kKernelRulesJson; // resources/kernel_rules.json
extern const std::string_view kPartRulesJson;   // resources/part_rules.json

} // namespace decodescope
