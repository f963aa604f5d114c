// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/parts.h"

#include "core/query/scoped_operations.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace decodescope {

namespace {

const Labels kNoLabels;

using TallyKey = std::tuple<int, Part, KernelFamily>;

TallyKey keyOf(const Label& label, PartGrouping grouping)
{
    switch (grouping) {
    case PartGrouping::part:
        return {-1, label.part, KernelFamily::other};
    case PartGrouping::family:
        return {-1, Part::other, label.family};
    case PartGrouping::layer:
        break;
    }
    return {label.layer, label.part, KernelFamily::other};
}

struct Tally
{
    PartRow row;
    std::uint64_t inSteps = 0;
};

} // namespace

PartTable partTable(const Trace& trace, const Labels* labels, PartGrouping grouping, const QueryScope& scope,
                    std::stop_token stop)
{
    const Labels& known = labels ? *labels : kNoLabels;
    const ScopedOperations operations = operationsInScope(trace, scope, stop);
    PartTable table;
    table.steps = operations.steps;
    table.implausible = operations.implausible;
    std::map<TallyKey, Tally> tallies;
    for (const ScopedOperation& operation : operations.uses) {
        const TallyKey key = keyOf(known.of(operation.use.index), grouping);
        Tally& tally = tallies[key];
        std::tie(tally.row.layer, tally.row.part, tally.row.family) = key;
        tally.row.time = saturatingAdd(tally.row.time, operation.time);
        ++tally.row.count;
        tally.row.events.push_back(operation.use.event);
        tally.inSteps += operation.isInCountedStep;
        table.time = saturatingAdd(table.time, operation.time);
        ++table.count;
    }
    for (auto& [key, tally] : tallies) {
        PartRow& row = tally.row;
        row.share = table.time > 0 ? static_cast<double>(row.time) / static_cast<double>(table.time) : 0;
        row.countShare = static_cast<double>(row.count) / static_cast<double>(table.count);
        if (table.steps > 0)
            row.countPerStep = static_cast<double>(tally.inSteps) / static_cast<double>(table.steps);
        table.rows.push_back(std::move(row));
    }
    if (grouping != PartGrouping::layer)
        std::ranges::stable_sort(table.rows, std::ranges::greater{}, &PartRow::time);
    return table;
}

StepParts partsByStep(const Trace& trace, const Labels* labels, std::size_t mostRows, std::stop_token stop)
{
    const Labels& known = labels ? *labels : kNoLabels;
    const std::size_t steps = trace.steps().size();
    const std::size_t together = mostRows > 0 ? (steps + mostRows - 1) / mostRows : 0;
    StepParts result;
    if (together == 0)
        return result;
    struct Sums
    {
        std::array<Ns, kPartCount> time{};
        std::array<std::uint64_t, kPartCount> count{};
    };
    std::vector<Sums> sums((steps + together - 1) / together);
    std::array<bool, kPartCount> occurs{};
    for (const GpuOperationUse& use : gpuOperationsByBegin(trace, stop)) {
        if (use.step < 0 || use.implausible)
            continue;
        const auto part = static_cast<std::size_t>(known.of(use.index).part);
        Sums& row = sums[static_cast<std::size_t>(use.step) / together];
        row.time[part] = saturatingAdd(row.time[part], use.range.length());
        ++row.count[part];
        occurs[part] = true;
    }
    for (std::size_t i = 0; i < kPartCount; ++i) {
        if (occurs[i])
            result.columns.push_back(static_cast<Part>(i));
    }
    for (std::size_t i = 0; i < sums.size() && !result.columns.empty(); ++i) {
        StepPartsRow row;
        row.first = i * together;
        row.last = std::min(row.first + together, steps) - 1;
        const std::size_t inRow = row.last - row.first + 1;
        for (const Part part : result.columns) {
            row.time.push_back(sums[i].time[static_cast<std::size_t>(part)] / static_cast<Ns>(inRow));
            row.count.push_back(static_cast<double>(sums[i].count[static_cast<std::size_t>(part)]) /
                                static_cast<double>(inRow));
        }
        result.rows.push_back(std::move(row));
    }
    return result;
}

} // namespace decodescope
