// SPDX-License-Identifier: GPL-3.0-or-later
// averages, kernels, parts, select.
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "core/base/plain_number.h"
#include "core/query/averages.h"
#include "core/query/kernel_list.h"
#include "core/query/parts.h"
#include "core/query/range_summary.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>

namespace decodescope::cli {

namespace {

struct Options
{
    std::vector<std::string> files;
    std::string step;
    bool byShape = false;
    bool allColumns = false;
    std::string grouping = "part";
    std::optional<Ns> begin;
    std::optional<Ns> end;
};

const std::map<std::string, PartGrouping> kGroupings{
    {"part", PartGrouping::part}, {"family", PartGrouping::family}, {"layer", PartGrouping::layer}};

void tellImplausible(std::uint64_t count)
{
    if (count > 0)
        printMessage(plainCount(count, "implausible operation is", "implausible operations are") +
                     " left out of the sums");
}

// All, the step of --step or the window of --begin and --end; a message and nullopt where there is no such.
std::optional<QueryScope> scopeOf(const Trace& trace, const Options& options)
{
    QueryScope scope;
    if (!takeWindow(options.begin, options.end, scope.range))
        return std::nullopt;
    if (options.step.empty())
        return scope;
    scope.step = stepOfName(trace, options.step);
    return scope.step ? std::optional(scope) : std::nullopt;
}

double shareOf(Ns part, Ns whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

std::string joined(const std::vector<Part>& parts)
{
    std::string text;
    for (const Part part : parts)
        text += (text.empty() ? "" : " ") + std::string(partName(part));
    return text;
}

// The columns that follow from the others, as torch's table prints them, and what a kernel serves.
void addDerivedCells(const AverageRow& row, const AverageTotals& totals, const AverageRoles& roles, std::size_t steps,
                     std::vector<Cell>& cells)
{
    const auto calls = static_cast<double>(std::max<std::uint64_t>(row.calls, 1));
    cells.insert(cells.end(), {shareOf(row.selfCpu, totals.selfCpu), shareOf(row.cpuTotal, totals.selfCpu),
                               shareOf(row.selfDevice, totals.selfDevice), static_cast<double>(row.cpuTotal) / calls,
                               static_cast<double>(row.deviceTotal) / calls,
                               steps > 0 ? Cell(static_cast<double>(row.calls) / static_cast<double>(steps)) : Cell(),
                               cellOf(std::string_view(joined(roles.parts))),
                               roles.isGpuOperation ? Cell(std::string(familyName(roles.family))) : Cell()});
}

int runAverages(const Options& options, const Invocation& invocation)
{
    std::optional<LoadedTrace> loaded;
    if (options.allColumns)
        loaded = loadFiles(options.files, invocation.rules);
    else if (auto trace = loadTrace(options.files))
        loaded = LoadedTrace{std::move(trace), std::make_shared<const Labels>()};
    if (!loaded)
        return kBadInput;
    const Trace& trace = *loaded->trace;
    const auto scope = scopeOf(trace, options);
    if (!scope)
        return kWrongUsage;
    std::vector<std::string> columns{"name",         "device",        "self_cpu_ns", "cpu_total_ns",
                                     "self_cuda_ns", "cuda_total_ns", "calls"};
    if (options.byShape)
        columns.emplace_back("shapes");
    if (options.allColumns) {
        for (const char* column : {"self_cpu_share", "cpu_total_share", "self_cuda_share", "cpu_average_ns",
                                   "cuda_average_ns", "calls_per_step", "parts", "family"})
            columns.emplace_back(column);
    }
    TablePrinter printer(invocation.format, columns);
    const std::vector<AverageRow> rows = keyAverages(trace, {options.byShape, *scope});
    const AverageTotals totals = totalsOf(rows);
    const std::size_t steps = stepsOfScope(trace, *scope).size();
    for (const AverageRow& row : rows) {
        std::vector<Cell> cells{row.name,         std::string(row.onDevice ? "cuda" : "cpu"),
                                row.selfCpu,      row.cpuTotal,
                                row.selfDevice,   row.deviceTotal,
                                cellOf(row.calls)};
        if (options.byShape)
            cells.push_back(cellOf(std::string_view(row.shapes)));
        if (options.allColumns)
            addDerivedCells(row, totals, rolesOf(trace, loaded->labels.get(), row), steps, cells);
        printer.add(std::move(cells));
    }
    return finished(printer);
}

int runKernels(const Options& options, const Invocation& invocation)
{
    const auto loaded = loadFiles(options.files, invocation.rules);
    if (!loaded)
        return kBadInput;
    const Trace& trace = *loaded->trace;
    TablePrinter printer(invocation.format,
                         {"begin_ns", "duration_ns", "device", "stream", "correlation", "step", "kind", "name", "op",
                          "shapes", "layer", "part", "family", "launch_begin_ns"});
    const bool labelled = loaded->labels->size() > 0;
    for (const GpuOperationUse& use : gpuOperationsByBegin(trace)) {
        const KernelRow row = kernelRow(trace, use);
        const Label& label = loaded->labels->of(use.index);
        const std::string_view step =
            use.step >= 0 ? trace.text(trace.steps()[static_cast<std::size_t>(use.step)].name) : std::string_view();
        printer.add({use.range.begin, use.range.length(), cellOf(row.place.device), cellOf(row.place.stream),
                     cellOf(row.correlation), cellOf(step), std::string(gpuOperationWord(use.kind)),
                     std::string(trace.name(use.event)),
                     row.op == kNoEvent ? Cell() : Cell(std::string(trace.name(row.op))),
                     cellOf(std::string_view(inputShapes(trace, row.op))),
                     label.layer >= 0 ? Cell(std::int64_t{label.layer}) : Cell(),
                     labelled ? Cell(std::string(partName(label.part))) : Cell(),
                     labelled ? Cell(std::string(familyName(label.family))) : Cell(), cellOf(row.launchBegin)});
    }
    return finished(printer);
}

int runParts(const Options& options, const Invocation& invocation)
{
    const auto loaded = loadFiles(options.files, invocation.rules);
    if (!loaded)
        return kBadInput;
    const PartGrouping grouping = kGroupings.at(options.grouping);
    const auto scope = scopeOf(*loaded->trace, options);
    if (!scope)
        return kWrongUsage;
    const PartTable table = partTable(*loaded->trace, loaded->labels.get(), grouping, *scope);
    tellImplausible(table.implausible);
    std::vector<std::string> columns{grouping == PartGrouping::family ? "family" : "part"};
    if (grouping == PartGrouping::layer)
        columns.emplace_back("layer");
    for (const char* column : {"time_ns", "share", "count", "count_share", "count_per_step"})
        columns.emplace_back(column);
    TablePrinter printer(invocation.format, columns);
    for (const PartRow& row : table.rows) {
        std::vector<Cell> cells;
        cells.emplace_back(std::string(grouping == PartGrouping::family ? familyName(row.family) : partName(row.part)));
        if (grouping == PartGrouping::layer)
            cells.push_back(row.layer >= 0 ? Cell(std::int64_t{row.layer}) : Cell());
        cells.insert(cells.end(), {row.time, row.share, cellOf(row.count), row.countShare, cellOf(row.countPerStep)});
        printer.add(std::move(cells));
    }
    return finished(printer);
}

int runSelect(const Options& options, const Invocation& invocation)
{
    std::optional<TimeRange> window;
    if (!takeWindow(options.begin, options.end, window))
        return kWrongUsage;
    const auto loaded = loadFiles(options.files, invocation.rules);
    if (!loaded)
        return kBadInput;
    const Trace& trace = *loaded->trace;
    const auto summary = summarizeRange(trace, *window, loaded->labels.get());
    if (!summary) {
        printMessage(summary.error().text());
        return kBadInput;
    }
    tellImplausible(summary->implausible);
    TablePrinter printer(invocation.format,
                         {"kind", "name", "device", "stream", "time_ns", "busy_ns", "idle_ns", "count"});
    for (const StreamUse& use : summary->streams) {
        const GpuPlace place = gpuPlaceOf(trace, trace.track(use.track));
        printer.add({std::string("stream"), streamName(trace, trace.track(use.track)), cellOf(place.device),
                     cellOf(place.stream), use.kernelSum, use.busy, use.idle, cellOf(use.kernels)});
    }
    if (loaded->labels->size() > 0) {
        for (const PartUse& use : summary->parts)
            printer.add(
                {std::string("part"), std::string(partName(use.part)), {}, {}, use.time, {}, {}, cellOf(use.count)});
    }
    for (const StepOverlap& use : summary->steps)
        printer.add({std::string("step"),
                     std::string(trace.text(trace.steps()[use.step].name)),
                     {},
                     {},
                     use.overlap,
                     {},
                     {},
                     {}});
    return finished(printer);
}

} // namespace

void addOperationCommands(CLI::App& app, Invocation& invocation)
{
    using Run = int (*)(const Options&, const Invocation&);
    const auto add = [&](const char* name, const char* purpose, Run run) {
        CLI::App* command = app.add_subcommand(name, purpose);
        const auto options = std::make_shared<Options>();
        command->add_option("FILE", options->files, "Trace: .json, .json.gz, or - for standard input")->required();
        addRulesOption(*command, invocation);
        command->callback([&invocation, options, run] {
            invocation.run = [&invocation, options, run] { return run(*options, invocation); };
        });
        return std::pair(command, options);
    };
    const auto [averages, averageOptions] =
        add("averages", "Times and calls by operator, API call and kernel, as torch's key_averages()", &runAverages);
    averages->add_flag("--by-shape", averageOptions->byShape, "A row for each shape of inputs");
    CLI::Option* step = averages->add_option("--step", averageOptions->step, "Only this step: ProfilerStep#4, or 4");
    addTimeOption(*averages, "--begin", averageOptions->begin, "Only what began in a window: its begin, in ns")
        ->excludes(step);
    addTimeOption(*averages, "--end", averageOptions->end, "Its end, in ns; itself not included")->excludes(step);
    averages->get_option("--rules")->needs(
        averages->add_flag("--all-columns", averageOptions->allColumns,
                           "Also shares, averages, calls a step, and the parts and family that kernels serve"));

    add("kernels", "All GPU operations by begin, with launch, step, operator and label", &runKernels);

    const auto [parts, partOptions] = add("parts", "Share of GPU time and of operations by model part", &runParts);
    parts->add_option("--by", partOptions->grouping, "part, family or layer")
        ->type_name("WHAT")
        ->check([](const std::string& what) {
            return kGroupings.contains(what) ? std::string() : "'" + what + "' is none of part, family, layer";
        });

    parts->add_option("--step", partOptions->step, "Only what this step launched: ProfilerStep#4, or 4");

    const auto [select, selectOptions] =
        add("select", "The summary of a window of time: streams, parts, steps", &runSelect);
    addTimeOption(*select, "--begin", selectOptions->begin, "Begin of the window, ns in the trace's time")->required();
    addTimeOption(*select, "--end", selectOptions->end,
                  "End of the window, ns in the trace's time; itself not included")
        ->required();
}

} // namespace decodescope::cli
