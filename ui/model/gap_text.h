// SPDX-License-Identifier: GPL-3.0-or-later
// Gaps in words.
#pragma once

#include "core/query/gaps.h"

#include <QString>

namespace decodescope {

// One or two words for legends and axes: "before launch".
QString gapCauseWord(GapCause cause);
// One sentence on a cause: core's, in the user's language.
QString gapCauseSentence(GapCause cause);
// What the CPU did in this one: "in aten::add, before its launch".
QString gapReason(const Trace& trace, const Gap& gap);

} // namespace decodescope
