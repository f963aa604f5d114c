// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/slice_tip.h"

#include "ui/model/core_texts.h"
#include "ui/model/number_text.h"
#include "ui/timeline/slice_names.h"

#include <QCoreApplication>

namespace decodescope {

namespace {

constexpr qsizetype kLongestName = 90;

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(SliceTip)
};

QString qstring(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).simplified();
}

QString partLine(const Label& label)
{
    const QString part = partText(label.part);
    return label.layer < 0 ? part : Text::tr("layer %1, %2").arg(label.layer).arg(part);
}

// How far two slices are apart, or nothing where they overlap.
QString distanceLine(const EventRow& from, const EventRow& to)
{
    if (to.begin >= from.end())
        return Text::tr("%1 after the selected one").arg(durationText(to.begin - from.end()));
    if (from.begin >= to.end())
        return Text::tr("%1 before the selected one").arg(durationText(from.begin - to.end()));
    return {};
}

} // namespace

std::vector<TipLine> sliceTip(const Trace& trace, const SliceColors& colors, EventId event, std::uint32_t count,
                              EventId from, Ns origin)
{
    const EventRow row = trace.event(event);
    const EventKind kind = trace.kind(event);
    QString name = SliceNames::shortName(trace.text(row.name), kind);
    if (name.size() > kLongestName)
        name = name.left(kLongestName - 1) + QChar(0x2026);
    std::vector<TipLine> lines;
    lines.push_back({name, false});
    QString times = exactDurationText(row.duration);
    times += QStringLiteral("   ") + Text::tr("at %1").arg(relativeTimeText(row.begin, origin));
    lines.push_back({times, false});
    if (isGpuOperation(kind)) {
        const Label label = colors.labelOf(event);
        if (label.source != LabelSource::none)
            lines.push_back({partLine(label), true});
        if (const EventId launch = trace.launchOf(event); launch != kNoEvent)
            lines.push_back(
                {Text::tr("launch delay %1").arg(durationText(row.begin - trace.events().begin(launch))), true});
        if (const EventId op = trace.opOf(event); op != kNoEvent)
            lines.push_back({qstring(trace.name(op)), true});
    }
    if (from != kNoEvent && from != event) {
        if (const QString distance = distanceLine(trace.event(from), row); !distance.isEmpty())
            lines.push_back({distance, true});
    }
    if (count > 1)
        lines.push_back(
            {Text::tr("longest of %1 slices here: zoom in", nullptr, pluralOf(count)).arg(countText(count)), true});
    return lines;
}

} // namespace decodescope
