// SPDX-License-Identifier: GPL-3.0-or-later
// All that is known of one gap, as text with links.
#pragma once

#include "core/query/gaps.h"
#include "ui/panels/event_details.h"

#include <array>
#include <optional>

namespace decodescope {

using GapEvidence = std::array<Ns, kGapCauseCount>;

// Times are told from `origin`. evidence: what gapEvidence() says, when it is known already.
EventDetails describeGap(const Trace& trace, const Gap& gap, const std::optional<GapEvidence>& evidence, Ns origin);

} // namespace decodescope
