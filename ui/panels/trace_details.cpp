// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/trace_details.h"

#include "core/query/distribution.h"
#include "core/query/recording.h"
#include "core/trace/cut_out.h"
#include "ui/model/number_text.h"
#include "ui/model/trace_document.h"
#include "ui/panels/panel.h"

#include <QCoreApplication>

#include <algorithm>

namespace decodescope {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(TraceDetails)
};

// "3: #3 to #5".
QString stepsText(std::span<const Step> steps, bool grows)
{
    if (steps.empty())
        return grows ? Text::tr("none so far") : Text::tr("none: the profiler's step() was not called");
    const QString first = QString::number(steps.front().number);
    if (steps.size() == 1)
        return Text::tr("1: #%1").arg(first);
    return Text::tr("%1: #%2 to #%3").arg(countText(steps.size()), first, QString::number(steps.back().number));
}

QString gpuWorkText(std::size_t operations, bool grows)
{
    if (operations > 0)
        return Text::tr("%1 operations", nullptr, pluralOf(operations)).arg(countText(operations));
    // The profiler writes what ran on the GPU last: until all is there, its absence says nothing.
    return grows ? Text::tr("none so far") : Text::tr("none: only the CPU was recorded");
}

// Of equal devices once, with their number.
QString devicesText(const Trace& trace)
{
    QStringList names;
    for (const DeviceInfo& device : cardsOf(trace))
        names += QString::fromStdString(device.name);
    QStringList texts;
    QStringList distinct = names;
    distinct.removeDuplicates();
    for (const QString& name : distinct) {
        const auto count = names.count(name);
        texts += (count > 1 ? QString::number(count) + QStringLiteral(" \u00d7 ") + name : name).toHtmlEscaped();
    }
    return texts.join(QStringLiteral("<br>"));
}

std::size_t tracksOf(const Trace& trace, TrackKind kind)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        trace.tracks(), [kind](const Track& track) { return track.kind == kind && track.sliceCount() > 0; }));
}

// As the record sheet has it: of whole steps. 0: there is none.
Ns medianStep(const Trace& trace)
{
    const std::vector<bool> whole = wholeSteps(trace);
    std::vector<Ns> lengths;
    for (std::size_t i = 0; i < whole.size(); ++i)
        if (whole[i])
            lengths.push_back(trace.steps()[i].range.length());
    return median(lengths);
}

} // namespace

EventDetails describeTrace(const TraceDocument& document)
{
    const auto trace = document.trace();
    EventDetails details{Text::tr("trace"), document.title(), {}};
    DetailSection what{Text::tr("Recorded"), {}};
    const bool grows = isGrowing(document);
    what.rows.push_back({Text::tr("steps"), stepsText(trace->steps(), grows)});
    if (const Ns step = medianStep(*trace); step > 0)
        what.rows.push_back({Text::tr("a step"), durationText(step) + QStringLiteral(" ") + Text::tr("(median)")});
    what.rows.push_back({Text::tr("length"), durationText(trace->contentSpan().length())});
    const std::size_t operations = trace->gpuOperationCount();
    what.rows.push_back({Text::tr("GPU work"), gpuWorkText(operations, grows)});
    if (operations > 0)
        what.rows.push_back({Text::tr("streams"), countText(tracksOf(*trace, TrackKind::stream))});
    what.rows.push_back({Text::tr("events"), countText(trace->eventCount())});
    if (const QString devices = devicesText(*trace); !devices.isEmpty())
        what.rows.push_back({Text::tr("GPU"), devices});
    details.sections.push_back(std::move(what));

    DetailSection next{Text::tr("Where to begin"), {}};
    const auto hint = [&next](const QString& keys, const QString& text) { next.rows.push_back({keys, text}); };
    if (!trace->steps().empty())
        hint(Text::tr("Page Down"), Text::tr("a step and its numbers"));
    hint(Text::tr("click"), Text::tr("what a slice is, what launched it, which part of the model it serves"));
    hint(Text::tr("drag"), Text::tr("a range and its numbers"));
    hint(Text::tr("Ctrl+wheel, W, S"), Text::tr("zoom at the pointer"));
    hint(QStringLiteral("/"), Text::tr("search; \u201cpart:attention dur>4us\u201d"));
    hint(QStringLiteral("?"), Text::tr("all keys"));
    details.sections.push_back(std::move(next));
    return details;
}

} // namespace decodescope
