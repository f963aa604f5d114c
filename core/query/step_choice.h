// SPDX-License-Identifier: GPL-3.0-or-later
// Steps as people name them: "3-5".
#pragma once

#include "core/base/result.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// What a step is on average can be told by: whole steps (see cut_out.h), or all where none is whole.
std::vector<std::size_t> stepsToCount(const Trace& trace);

// "4", "3-5", "3-5,8": numbers of ProfilerStep#N, ends included; blanks do not matter. Returns indices of
// trace.steps(), ascending, each once; empty text: stepsToCount(). Fails with what is wrong and which steps there are.
// Of several ranks, the steps of all that have the number.
Result<std::vector<std::size_t>> stepsOfText(const Trace& trace, std::string_view text);

// "3-5,8" of indices in ascending order; empty for stepsToCount().
std::string textOfSteps(const Trace& trace, const std::vector<std::size_t>& steps);

} // namespace decodescope
