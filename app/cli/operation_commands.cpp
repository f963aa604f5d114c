// SPDX-License-Identifier: GPL-3.0-or-later
// averages, kernels, parts, select.
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "core/query/averages.h"
#include "core/query/kernel_list.h"
#include "core/query/parts.h"
#include "core/query/range_summary.h"

#include <CLI/CLI.hpp>

#include <map>

namespace decodescope::cli {

namespace {

struct Options
{
    std::vector<std::string> files;
    std::string step;
    bool byShape = false;
    std::string grouping = "part";
    std::optional<Ns> begin;
    std::optional<Ns> end;
};

const std::map<std::string, PartGrouping> kGroupings{
    {"part", PartGrouping::part}, {"family", PartGrouping::family}, {"layer", PartGrouping::layer}};

void tellImplausible(std::uint64_t count)
{
    if (count > 0)
        printMessage(std::to_string(count) + " implausible operations are left out of the sums");
}

int runAverages(const Options& options, OutputFormat format)
{
    const auto loaded = loadTrace(options.files);
    if (!loaded)
        return kBadInput;
    AverageOptions what;
    what.byShape = options.byShape;
    if (!options.step.empty()) {
        what.step = stepOfName(*loaded, options.step);
        if (!what.step)
            return kWrongUsage;
    }
    std::vector<std::string> columns{"name",         "device",        "self_cpu_ns", "cpu_total_ns",
                                     "self_cuda_ns", "cuda_total_ns", "calls"};
    if (options.byShape)
        columns.emplace_back("shapes");
    TablePrinter printer(format, columns);
    for (const AverageRow& row : keyAverages(*loaded, what)) {
        std::vector<Cell> cells{row.name,         std::string(row.onDevice ? "cuda" : "cpu"),
                                row.selfCpu,      row.cpuTotal,
                                row.selfDevice,   row.deviceTotal,
                                cellOf(row.calls)};
        if (options.byShape)
            cells.push_back(cellOf(std::string_view(row.shapes)));
        printer.add(std::move(cells));
    }
    return finished(printer);
}

int runKernels(const Options& options, OutputFormat format)
{
    const auto loaded = loadFiles(options.files);
    if (!loaded)
        return kBadInput;
    const Trace& trace = *loaded->trace;
    TablePrinter printer(format, {"begin_ns", "duration_ns", "device", "stream", "correlation", "step", "kind", "name",
                                  "op", "shapes", "layer", "part", "family", "launch_begin_ns"});
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

int runParts(const Options& options, OutputFormat format)
{
    const auto loaded = loadFiles(options.files);
    if (!loaded)
        return kBadInput;
    const PartGrouping grouping = kGroupings.at(options.grouping);
    const PartTable table = partTable(*loaded->trace, loaded->labels.get(), grouping);
    tellImplausible(table.implausible);
    std::vector<std::string> columns{grouping == PartGrouping::family ? "family" : "part"};
    if (grouping == PartGrouping::layer)
        columns.emplace_back("layer");
    for (const char* column : {"time_ns", "share", "count", "count_share", "count_per_step"})
        columns.emplace_back(column);
    TablePrinter printer(format, columns);
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

int runSelect(const Options& options, OutputFormat format)
{
    std::optional<TimeRange> window;
    if (!takeWindow(options.begin, options.end, window))
        return kWrongUsage;
    const auto loaded = loadFiles(options.files);
    if (!loaded)
        return kBadInput;
    const Trace& trace = *loaded->trace;
    const auto summary = summarizeRange(trace, *window, loaded->labels.get());
    if (!summary) {
        printMessage(summary.error().text());
        return kBadInput;
    }
    tellImplausible(summary->implausible);
    TablePrinter printer(format, {"kind", "name", "device", "stream", "time_ns", "busy_ns", "idle_ns", "count"});
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
    using Run = int (*)(const Options&, OutputFormat);
    const auto add = [&](const char* name, const char* purpose, Run run) {
        CLI::App* command = app.add_subcommand(name, purpose);
        const auto options = std::make_shared<Options>();
        command->add_option("FILE", options->files, "Trace: .json, .json.gz, or - for standard input")->required();
        command->callback([&invocation, options, run] {
            invocation.run = [&invocation, options, run] { return run(*options, invocation.format); };
        });
        return std::pair(command, options);
    };
    const auto [averages, averageOptions] =
        add("averages", "Times and calls by operator, API call and kernel, as torch's key_averages()", &runAverages);
    averages->add_flag("--by-shape", averageOptions->byShape, "A row for each shape of inputs");
    averages->add_option("--step", averageOptions->step, "Only this step: ProfilerStep#4, or 4");

    add("kernels", "All GPU operations by begin, with launch, step, operator and label", &runKernels);

    const auto [parts, partOptions] = add("parts", "Share of GPU time and of operations by model part", &runParts);
    parts->add_option("--by", partOptions->grouping, "part, family or layer")
        ->type_name("WHAT")
        ->check([](const std::string& what) {
            return kGroupings.contains(what) ? std::string() : "'" + what + "' is none of part, family, layer";
        });

    const auto [select, selectOptions] =
        add("select", "The summary of a window of time: streams, parts, steps", &runSelect);
    addTimeOption(*select, "--begin", selectOptions->begin, "Begin of the window, ns in the trace's time")->required();
    addTimeOption(*select, "--end", selectOptions->end,
                  "End of the window, ns in the trace's time; itself not included")
        ->required();
}

} // namespace decodescope::cli
