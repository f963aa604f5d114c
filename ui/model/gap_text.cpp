// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/gap_text.h"

#include "ui/model/core_texts.h"

#include <QCoreApplication>

namespace decodescope {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(GapText)
};

QString nameOf(const Trace& trace, EventId event)
{
    const std::string_view name = trace.name(event);
    return QString::fromUtf8(name.data(), qsizetype(name.size())).simplified();
}

bool isMostOf(const Trace& trace, const Gap& gap)
{
    return gap.busiestOp != kNoEvent &&
           trace.event(gap.busiestOp).range().intersected(gap.range).length() > gap.range.length() / 2;
}

} // namespace

QString gapCauseWord(GapCause cause)
{
    switch (cause) {
    case GapCause::profiler:
        return Text::tr("profiler");
    case GapCause::synchronize:
        return Text::tr("synchronize");
    case GapCause::allocation:
        return Text::tr("allocation");
    case GapCause::copy:
        return Text::tr("copy call");
    case GapCause::stepBoundary:
        return Text::tr("between steps");
    case GapCause::opBeforeLaunch:
        return Text::tr("before launch");
    case GapCause::otherOp:
        return Text::tr("other operators");
    case GapCause::python:
        return Text::tr("Python");
    case GapCause::launchLatency:
        return Text::tr("launch latency");
    case GapCause::queued:
        return Text::tr("in the queue");
    case GapCause::unknown:
        break;
    }
    return Text::tr("not known");
}

QString gapCauseSentence(GapCause cause)
{
    return coreText(gapCauseMeaning(cause));
}

QString gapSentence(const Trace& trace, const Gap& gap)
{
    return coreText(gapMeaning(trace, gap));
}

QString gapReason(const Trace& trace, const Gap& gap)
{
    const QString op = isMostOf(trace, gap) ? nameOf(trace, gap.busiestOp) : QString();
    switch (gap.cause) {
    case GapCause::opBeforeLaunch:
        return op.isEmpty() ? gapCauseWord(gap.cause) : Text::tr("in %1, before its launch").arg(op);
    case GapCause::otherOp:
        return op.isEmpty() ? gapCauseWord(gap.cause) : Text::tr("in %1").arg(op);
    case GapCause::synchronize:
    case GapCause::allocation:
    case GapCause::copy:
        return op.isEmpty() ? gapCauseWord(gap.cause) : Text::tr("%1, in %2").arg(gapCauseWord(gap.cause), op);
    case GapCause::python:
        return Text::tr("in Python, between operators");
    default:
        return gapCauseWord(gap.cause);
    }
}

QString gapOperator(const Trace& trace, const Gap& gap)
{
    if (gap.busiestOp == kNoEvent)
        return {};
    return (isMostOf(trace, gap) ? Text::tr("the CPU was in %1") : Text::tr("the longest operator meanwhile: %1"))
        .arg(nameOf(trace, gap.busiestOp));
}

} // namespace decodescope
