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
// The same of one gap, whose parts together may say more than its largest one.
QString gapSentence(const Trace& trace, const Gap& gap);
// What the CPU did in this one: "in aten::add, before its launch". An operator is named when it took most of it.
QString gapReason(const Trace& trace, const Gap& gap);
// Of the operator that the CPU spent most of the gap in, if any: "the CPU was in aten::add", or that it was the
// longest.
QString gapOperator(const Trace& trace, const Gap& gap);

} // namespace decodescope
