// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that a reader of a trace would do by hand: do its counts fit a decode of such a model?
#pragma once

#include "core/label/labels.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

struct Check
{
    enum class Verdict : std::uint8_t { holds, fails, notChecked };
    std::string name;
    std::string expected;
    std::string found;
    Verdict verdict = Verdict::notChecked;
    std::string meaning; // when it fails: what that may mean; when it was not checked: why
};
std::string_view verdictWord(Check::Verdict verdict);

// FFN time over attention-projection time may differ from the ratio of their bytes by this factor: small matrices use
// the memory less well.
inline constexpr double kRatioTolerance = 1.6;

// Always the same checks in the same order; one that the trace cannot answer says why. Counts are medians over steps.
// O(events + operations x log).
std::vector<Check> reconcile(const Trace& trace, const Labels* labels, std::stop_token stop = {});

} // namespace decodescope
