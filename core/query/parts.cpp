// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/parts.h"

#include "core/query/gpu_operations.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace decodescope {

namespace {

struct Tally
{
    PartRow row;
    std::uint64_t inSteps = 0;
};

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

} // namespace

PartTable partTable(const Trace& trace, const Labels* labels, PartGrouping grouping, std::optional<std::size_t> step,
                    std::stop_token stop)
{
    static const Labels kNoLabels;
    const Labels& known = labels ? *labels : kNoLabels;
    PartTable table;
    table.steps = step ? 1 : trace.steps().size();
    std::map<TallyKey, Tally> tallies;
    for (const GpuOperationUse& use : gpuOperationsByBegin(trace, stop)) {
        if (step && use.step != static_cast<std::int32_t>(*step))
            continue;
        if (use.implausible) {
            ++table.implausible;
            continue;
        }
        const TallyKey key = keyOf(known.of(use.index), grouping);
        Tally& tally = tallies[key];
        std::tie(tally.row.layer, tally.row.part, tally.row.family) = key;
        tally.row.time = saturatingAdd(tally.row.time, use.range.length());
        ++tally.row.count;
        tally.inSteps += use.step >= 0;
        table.time = saturatingAdd(table.time, use.range.length());
        ++table.count;
    }
    for (auto& [key, tally] : tallies) {
        PartRow& row = tally.row;
        row.share = table.time > 0 ? static_cast<double>(row.time) / static_cast<double>(table.time) : 0;
        row.countShare = static_cast<double>(row.count) / static_cast<double>(table.count);
        if (table.steps > 0)
            row.countPerStep = static_cast<double>(tally.inSteps) / static_cast<double>(table.steps);
        table.rows.push_back(row);
    }
    if (grouping != PartGrouping::layer)
        std::ranges::stable_sort(table.rows, std::ranges::greater{}, &PartRow::time);
    return table;
}

} // namespace decodescope
