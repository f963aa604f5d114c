// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/gap_tip.h"

#include "ui/model/gap_text.h"
#include "ui/model/number_text.h"
#include "ui/timeline/slice_names.h"

#include <QCoreApplication>

namespace decodescope {

namespace {

constexpr qsizetype kLongestName = 90;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(GapTip)
};

QString shortName(const Trace& trace, EventId event)
{
    return SliceNames::shortName(trace.name(event), trace.kind(event)).left(kLongestName);
}

} // namespace

std::vector<TipLine> gapTip(const Trace& trace, const Gap& gap, Ns origin)
{
    std::vector<TipLine> lines;
    lines.push_back({Text::tr("idle %1   at %2")
                         .arg(exactDurationText(gap.range.length()), relativeTimeText(gap.range.begin, origin)),
                     false});
    lines.push_back({Text::tr("why: %1").arg(gapSentence(trace, gap)), false});
    if (const QString op = gapOperator(trace, gap); !op.isEmpty())
        lines.push_back({op, true});
    if (gap.launch != kNoEvent) {
        const Ns launched = trace.events().begin(gap.launch);
        lines.push_back(
            {launched > gap.range.begin
                 ? Text::tr("launched %1 after the stream fell idle").arg(durationText(launched - gap.range.begin))
                 : Text::tr("launched %1 before the stream fell idle").arg(durationText(gap.range.begin - launched)),
             true});
    }
    if (gap.after != kNoEvent)
        lines.push_back({Text::tr("then %1").arg(shortName(trace, gap.after)), true});
    return lines;
}

} // namespace decodescope
