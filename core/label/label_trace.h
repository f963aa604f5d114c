// SPDX-License-Identifier: GPL-3.0-or-later
// Finds out which layer and part of the model every GPU operation serves, and which family it is of.
#pragma once

#include "core/label/label_rules.h"
#include "core/label/labels.h"
#include "core/trace/trace.h"

#include <memory>
#include <stop_token>

namespace decodescope {

// The best source that there is for an operation decides: module scopes of our own capture (or the label that an
// exported file carries), the Python stack, "Module Hierarchy", or inference from names, shapes and places; see
// LabelSource. Null when stopped. Any thread; O(events + operations x depth of the stacks).
std::shared_ptr<const Labels> labelTrace(const Trace& trace, const LabelRules& rules = *LabelRules::builtIn(),
                                         std::stop_token stop = {});

} // namespace decodescope
