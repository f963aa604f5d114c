// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/range_tables.h"

#include "core/query/gpu_operations.h"
#include "ui/model/core_texts.h"
#include "ui/panels/columns.h"
#include "ui/style/palette.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace decodescope {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(RangeTables)
};

Ns totalTime(const RangeSummary& summary)
{
    return std::accumulate(summary.parts.begin(), summary.parts.end(), Ns{0},
                           [](Ns sum, const PartUse& part) { return sum + part.time; });
}

std::uint64_t totalCount(const RangeSummary& summary)
{
    return std::accumulate(summary.parts.begin(), summary.parts.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const PartUse& part) { return sum + part.count; });
}

} // namespace

std::vector<std::size_t> partsByTime(const RangeSummary& summary)
{
    std::vector<std::size_t> order(summary.parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return summary.parts[a].time > summary.parts[b].time; });
    return order;
}

ShareBars shareBars(const RangeSummary& summary, bool isDark)
{
    ShareBars bars;
    const double time = double(totalTime(summary));
    const double count = double(totalCount(summary));
    for (const std::size_t i : partsByTime(summary)) {
        const PartUse& part = summary.parts[i];
        const QString name = partText(part.part);
        const QColor color = partColor(partName(part.part), isDark);
        const double timeShare = shareOf(double(part.time), time);
        const double countShare = shareOf(double(part.count), count);
        bars.time.push_back(
            {name, durationText(part.time) + QStringLiteral(", ") + shareText(timeShare), timeShare, color});
        bars.count.push_back(
            {name, countText(part.count) + QStringLiteral(", ") + shareText(countShare), countShare, color});
    }
    return bars;
}

std::vector<TableColumn> partColumns(const SharedSummary& summary, bool isDark)
{
    const auto order = std::make_shared<const std::vector<std::size_t>>(partsByTime(*summary));
    const auto part = [summary, order](std::size_t row) -> const PartUse& { return summary->parts[(*order)[row]]; };
    const double time = double(totalTime(*summary));
    const double count = double(totalCount(*summary));
    std::vector<TableColumn> columns;
    columns.push_back({Text::tr("Model part"),
                       {},
                       [part](std::size_t row) { return partText(part(row).part); },
                       [part](std::size_t row) { return QVariant(fromUtf8View(partName(part(row).part))); },
                       [part, isDark](std::size_t row) { return partColor(partName(part(row).part), isDark); },
                       false});
    columns.push_back(timeColumn(Text::tr("Time"), Text::tr("GPU time in the range, over all streams."),
                                 [part](std::size_t row) { return part(row).time; }));
    columns.push_back(shareColumn(Text::tr("Share"), Text::tr("Of the GPU time."),
                                  [part, time](std::size_t row) { return shareOf(double(part(row).time), time); }));
    columns.push_back(countColumn(Text::tr("Count"), Text::tr("GPU operations: kernels, copies, memsets."),
                                  [part](std::size_t row) { return part(row).count; }));
    columns.push_back(shareColumn(Text::tr("Of count"), Text::tr("Share of the number of GPU operations."),
                                  [part, count](std::size_t row) { return shareOf(double(part(row).count), count); }));
    columns.push_back(timeColumn(Text::tr("Mean"), Text::tr("Time per operation."), [part](std::size_t row) {
        const PartUse& use = part(row);
        return use.count == 0 ? Ns{0} : Ns(std::llround(double(use.time) / double(use.count)));
    }));
    columns.push_back(timeColumn(Text::tr("P50"), Text::tr("Median of the whole durations."),
                                 [part](std::size_t row) { return part(row).median; }));
    columns.push_back(timeColumn(Text::tr("P99"), Text::tr("99 of 100 whole durations are not longer."),
                                 [part](std::size_t row) { return part(row).p99; }));
    return columns;
}

std::vector<TableColumn> kernelColumns(const SharedSummary& summary, const SharedTrace& trace, bool isDark)
{
    const auto use = [summary](std::size_t row) -> const KernelUse& { return summary->kernels[row]; };
    const double count = double(summary->gpuOps);
    std::vector<TableColumn> columns;
    TableColumn name =
        kernelColumn(Text::tr("Kernel"), [use, trace](std::size_t row) { return trace->text(use(row).name); });
    name.color = [use, isDark](std::size_t row) { return partColor(partName(use(row).part), isDark); };
    columns.push_back(std::move(name));
    columns.push_back(timeColumn(Text::tr("Time"), Text::tr("In the range, over all streams."),
                                 [use](std::size_t row) { return use(row).total; }));
    columns.push_back(shareColumn(Text::tr("Share"), Text::tr("Of the GPU time."),
                                  [use](std::size_t row) { return use(row).share; }));
    columns.push_back(countColumn(Text::tr("Count"), {}, [use](std::size_t row) { return use(row).count; }));
    columns.push_back(shareColumn(Text::tr("Of count"), Text::tr("Share of the number of GPU operations."),
                                  [use, count](std::size_t row) { return shareOf(double(use(row).count), count); }));
    const auto time = [&](const QString& title, Ns KernelUse::*member) {
        columns.push_back(timeColumn(title, Text::tr("Of the whole durations."),
                                     [use, member](std::size_t row) { return use(row).*member; }));
    };
    time(Text::tr("Mean"), &KernelUse::mean);
    time(Text::tr("Min"), &KernelUse::min);
    time(Text::tr("P50"), &KernelUse::median);
    time(Text::tr("P90"), &KernelUse::p90);
    time(Text::tr("P99"), &KernelUse::p99);
    time(Text::tr("Max"), &KernelUse::max);
    columns.push_back({Text::tr("Launch delay"),
                       Text::tr("From the begin of the launching call to the begin of the kernel; median."),
                       [use](std::size_t row) {
                           return use(row).launchDelay < 0 ? QStringLiteral("\u2013")
                                                           : durationText(use(row).launchDelay);
                       },
                       [use](std::size_t row) { return QVariant(qlonglong(use(row).launchDelay)); },
                       {},
                       true});
    return columns;
}

std::vector<TableColumn> streamColumns(const SharedSummary& summary, const SharedTrace& trace)
{
    const auto use = [summary](std::size_t row) -> const StreamUse& { return summary->streams[row]; };
    const double length = double(summary->range.length());
    std::vector<TableColumn> columns;
    columns.push_back({Text::tr("Stream"),
                       {},
                       [use, trace](std::size_t row) {
                           const Track& track = trace->track(use(row).track);
                           const GpuPlace place = gpuPlaceOf(*trace, track);
                           const QString name = QString::fromStdString(streamName(*trace, track));
                           return place.device ? Text::tr("GPU %1, %2").arg(*place.device).arg(name) : name;
                       },
                       {},
                       {},
                       false});
    columns.push_back(timeColumn(Text::tr("Kernel sum"),
                                 Text::tr("Sum of the kernels' durations; more than busy where kernels overlap."),
                                 [use](std::size_t row) { return use(row).kernelSum; }));
    columns.push_back(timeColumn(Text::tr("Busy"), Text::tr("While at least one kernel, copy or memset runs."),
                                 [use](std::size_t row) { return use(row).busy; }));
    columns.push_back(shareColumn(Text::tr("Of range"), Text::tr("Busy time as a share of the range."),
                                  [use, length](std::size_t row) { return shareOf(double(use(row).busy), length); }));
    columns.push_back(timeColumn(Text::tr("Idle"), Text::tr("The rest of the range."),
                                 [use](std::size_t row) { return use(row).idle; }));
    columns.push_back(countColumn(Text::tr("Kernels"), {}, [use](std::size_t row) { return use(row).kernels; }));
    columns.push_back(countColumn(Text::tr("All operations"), Text::tr("Kernels, copies, memsets."),
                                  [use](std::size_t row) { return use(row).gpuOps; }));
    return columns;
}

std::vector<TableColumn> sliceColumns(const SharedSlices& slices, const SharedTrace& trace)
{
    const auto use = [slices](std::size_t row) -> const SliceUse& { return slices->uses[row]; };
    const double self = double(slices->self);
    std::vector<TableColumn> columns;
    columns.push_back(textColumn(Text::tr("Name"), {},
                                 [use, trace](std::size_t row) { return fromUtf8View(trace->text(use(row).name)); }));
    columns.push_back(timeColumn(Text::tr("Self"), Text::tr("In the range, without the slices within each."),
                                 [use](std::size_t row) { return use(row).self; }));
    columns.push_back(shareColumn(Text::tr("Share"), Text::tr("Of the time in which the rows have slices."),
                                  [use, self](std::size_t row) { return shareOf(double(use(row).self), self); }));
    columns.push_back(timeColumn(Text::tr("Total"),
                                 Text::tr("In the range, with the slices within each; of nested ones each counts."),
                                 [use](std::size_t row) { return use(row).total; }));
    columns.push_back(countColumn(Text::tr("Count"), {}, [use](std::size_t row) { return use(row).count; }));
    columns.push_back(timeColumn(Text::tr("Mean"), Text::tr("Of the total."), [use](std::size_t row) {
        return use(row).total / Ns(std::max<std::uint64_t>(use(row).count, 1));
    }));
    columns.push_back(timeColumn(Text::tr("Max"), Text::tr("Of the whole durations."),
                                 [use](std::size_t row) { return use(row).max; }));
    return columns;
}

} // namespace decodescope
