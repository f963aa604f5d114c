// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence under the figures: what they say.
#pragma once

#include "core/query/range_summary.h"

#include <QString>

namespace decodescope {

// Below a busy share of one half the range is launch-bound, from 90 % on GPU-bound. The second sentence compares the
// small operations (all but matrix products and attention) by count and by time, and comes only where parts are known.
// `what` is how the range is called in a sentence: "the step".
QString verdictText(const RangeSummary& summary, const QString& what);

// Of a file that does not hold all of its recording: "the part of the step that is in the file", and what the figures
// leave out.
QString partInFileText(const QString& what);
QString partNote();

// In its place while a file is being read: what ran on the GPU comes last there, so that any would say that it idles.
QString noVerdictYet();

} // namespace decodescope
