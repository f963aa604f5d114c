// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/gap_details.h"

#include "core/query/gpu_operations.h"
#include "ui/model/gap_text.h"
#include "ui/panels/columns.h"

#include <QCoreApplication>

#include <algorithm>

namespace decodescope {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(GapDetails)
};

QString link(const Trace& trace, EventId event)
{
    const QString name = isGpuOperation(trace.kind(event)) ? QString::fromStdString(shortKernelName(trace.name(event)))
                                                           : fromUtf8View(trace.name(event));
    return QStringLiteral("<a href='event:%1'>%2</a>").arg(index(event)).arg(name.toHtmlEscaped());
}

DetailSection madeOf(const Gap& gap, const GapEvidence& evidence)
{
    DetailSection section{Text::tr("Made of"), {}};
    std::vector<std::size_t> causes;
    for (std::size_t i = 0; i < evidence.size(); ++i)
        if (evidence[i] > 0)
            causes.push_back(i);
    std::stable_sort(causes.begin(), causes.end(),
                     [&](std::size_t a, std::size_t b) { return evidence[a] > evidence[b]; });
    for (const std::size_t cause : causes)
        section.rows.push_back({gapCauseWord(GapCause(cause)),
                                exactDurationText(evidence[cause]) + QStringLiteral(", ") +
                                    shareText(shareOf(double(evidence[cause]), double(gap.range.length())))});
    return section;
}

DetailSection launchOf(const Trace& trace, const Gap& gap)
{
    DetailSection section{Text::tr("The launch that ended it"), {}};
    if (gap.launch == kNoEvent) {
        section.rows.push_back({{}, Text::tr("It is not in the trace.")});
        return section;
    }
    const Ns launched = trace.events().begin(gap.launch);
    section.rows.push_back({Text::tr("call"), link(trace, gap.launch)});
    section.rows.push_back(
        {Text::tr("came"),
         launched > gap.range.begin
             ? Text::tr("%1 after the stream fell idle").arg(exactDurationText(launched - gap.range.begin))
             : Text::tr("%1 before the stream fell idle").arg(exactDurationText(gap.range.begin - launched))});
    if (gap.after != kNoEvent)
        section.rows.push_back(
            {Text::tr("took"),
             Text::tr("%1 to the kernel's begin").arg(exactDurationText(trace.events().begin(gap.after) - launched))});
    QString around;
    for (EventId op = trace.enclosingOp(gap.launch); op != kNoEvent; op = trace.enclosingOp(op))
        around += (around.isEmpty() ? QString() : QStringLiteral(" \u203a ")) + link(trace, op);
    if (!around.isEmpty())
        section.rows.push_back({Text::tr("operator"), around});
    return section;
}

} // namespace

EventDetails describeGap(const Trace& trace, const Gap& gap, const std::optional<GapEvidence>& evidence, Ns origin)
{
    EventDetails details;
    details.kind = Text::tr("idle");
    details.name = exactDurationText(gap.range.length());
    DetailSection why{Text::tr("Why"), {{{}, gapSentence(trace, gap).toHtmlEscaped()}}};
    // The second one is the word of the command line and the documents.
    why.rows.push_back({Text::tr("cause"), QStringLiteral("%1 (%2)").arg(gapCauseWord(gap.cause).toHtmlEscaped(),
                                                                         fromUtf8View(gapCauseName(gap.cause)))});
    if (gap.busiestOp != kNoEvent)
        why.rows.push_back({Text::tr("longest operator"), link(trace, gap.busiestOp)});
    details.sections.push_back(std::move(why));
    if (evidence)
        details.sections.push_back(madeOf(gap, *evidence));
    DetailSection place{Text::tr("Place"), {}};
    place.rows.push_back({Text::tr("start"), relativeTimeText(gap.range.begin, origin)});
    place.rows.push_back(
        {Text::tr("on"), QString::fromStdString(streamName(trace, trace.track(gap.stream))).toHtmlEscaped()});
    if (gap.step >= 0)
        place.rows.push_back({Text::tr("step"), link(trace, trace.steps()[std::size_t(gap.step)].event)});
    if (gap.before != kNoEvent)
        place.rows.push_back({Text::tr("before"), link(trace, gap.before)});
    if (gap.after != kNoEvent)
        place.rows.push_back({Text::tr("then"), link(trace, gap.after)});
    details.sections.push_back(std::move(place));
    if (gap.after != kNoEvent)
        details.sections.push_back(launchOf(trace, gap));
    return details;
}

} // namespace decodescope
