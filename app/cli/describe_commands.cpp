// SPDX-License-Identifier: GPL-3.0-or-later
// info, tracks, steps.
#include "app/cli/command.h"
#include "core/base/plain_number.h"
#include "core/query/steps.h"
#include "core/query/trace_info.h"
#include "core/trace/cut_out.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace decodescope::cli {

namespace {

using nlohmann::ordered_json;

ordered_json warningsJson(const std::vector<Warning>& warnings)
{
    ordered_json list = ordered_json::array();
    for (const Warning& warning : warnings) {
        ordered_json entry;
        entry["kind"] = std::string(warningName(warning.kind));
        entry["count"] = warning.count;
        entry["first_offset"] = warning.firstOffset >= 0 ? ordered_json(warning.firstOffset) : ordered_json();
        entry["message"] = warning.message;
        list.push_back(std::move(entry));
    }
    return list;
}

// What part of which recording the file holds; null of a whole one.
ordered_json cutOutInfo(const Trace& trace)
{
    for (const TraceSource& source : trace.sources()) {
        if (const auto cut = cutOutOf(source))
            return {{"source", cut->source},
                    {"begin_ns", cut->range.begin},
                    {"end_ns", cut->range.end},
                    {"cut_off", cut->isCutOff}};
    }
    return {};
}

// A row with the members as columns; what is no single value stands in it as JSON.
int printInfoRow(const ordered_json& object, OutputFormat format)
{
    std::vector<std::string> columns;
    std::vector<Cell> cells;
    for (const auto& [key, value] : object.items()) {
        columns.push_back(key);
        if (value.is_number())
            cells.emplace_back(value.get<std::int64_t>());
        else if (value.is_null())
            cells.emplace_back();
        else
            cells.emplace_back(value.is_string() ? value.get<std::string>()
                                                 : value.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
    }
    TablePrinter printer(format, columns);
    printer.add(std::move(cells));
    return finished(printer);
}

int runInfo(const std::vector<std::string>& files, OutputFormat format)
{
    const auto trace = loadTrace(files);
    if (!trace)
        return kBadInput;
    const TraceInfo info = traceInfo(*trace);
    ordered_json object;
    object["file"] = info.file;
    object["bytes"] = info.bytes;
    object["events"] = info.events;
    object["slices"] = info.slices;
    object["instants"] = info.instants;
    object["counters"] = info.counters;
    object["flows"] = info.flows;
    object["threads"] = info.threads;
    object["streams"] = info.streams;
    object["devices"] = info.devices;
    object["base_time_ns"] = info.baseTime ? ordered_json(*info.baseTime) : ordered_json();
    object["begin_ns"] = info.span.begin;
    object["end_ns"] = info.span.end;
    object["steps"] = info.steps;
    object["cut_out"] = cutOutInfo(*trace);
    object["warnings"] = warningsJson(info.warnings);
    if (format != OutputFormat::table && format != OutputFormat::json)
        return printInfoRow(object, format);
    return finished(object.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n");
}

int runTracks(const std::vector<std::string>& files, OutputFormat format)
{
    const auto trace = loadTrace(files);
    if (!trace)
        return kBadInput;
    TablePrinter printer(format, {"track", "kind", "pid", "tid", "lanes", "slices"});
    for (const Track& track : trace->tracks()) {
        const Process& process = trace->processOf(track);
        printer.add({trackName(*trace, track), std::string(trackKindWord(track.kind)),
                     cellOf(std::string_view(rowKeyText(*trace, process.pid, process.hasPid))),
                     cellOf(std::string_view(rowKeyText(*trace, track.tid, track.hasTid))),
                     cellOf(std::uint64_t{track.lanes.size()}), cellOf(std::uint64_t{track.sliceCount()})});
    }
    return finished(printer);
}

int runSteps(const std::vector<std::string>& files, OutputFormat format)
{
    const auto trace = loadTrace(files);
    if (!trace)
        return kBadInput;
    return printSteps(*trace, format);
}

} // namespace

int printSteps(const Trace& trace, OutputFormat format)
{
    TablePrinter printer(format, {"step", "begin_ns", "duration_ns", "cpu_ops", "launches", "kernels", "gpu_ops",
                                  "kernel_sum_ns", "gpu_busy_ns", "gap_ns", "gpu_busy_in_step_ns"});
    std::uint64_t implausible = 0;
    for (const StepSummary& row : stepSummaries(trace)) {
        const Step& step = trace.steps()[row.step];
        implausible += row.implausible;
        if (!row.isWhole)
            printMessage(std::string(trace.text(step.name)) +
                         " is not whole: only a part of what ran in it is in this file, which is a cut-out");
        // Where nothing of a GPU was recorded none was idle either.
        const Cell gap = row.knowsGap ? Cell(row.gap) : Cell();
        const Cell busyInStep = row.isWhole ? Cell(row.gpuBusyInStep) : Cell();
        printer.add({std::string(trace.text(step.name)), step.range.begin, step.range.length(), cellOf(row.cpuOps),
                     cellOf(row.launches), cellOf(row.kernels), cellOf(row.gpuOps), row.kernelSum, row.gpuBusy, gap,
                     busyInStep});
    }
    if (trace.steps().empty())
        printMessage("the trace has no ProfilerStep#N: it was recorded without a schedule");
    if (implausible > 0)
        printMessage(plainCount(implausible, "implausible event is", "implausible events are") +
                     " left out of the sums");
    return finished(printer);
}

void addDescribeCommands(CLI::App& app, Invocation& invocation)
{
    const auto add = [&](const char* name, const char* purpose, auto run) {
        CLI::App* command = app.add_subcommand(name, purpose);
        const auto files = std::make_shared<std::vector<std::string>>();
        command->add_option("FILE", *files, "Trace: .json, .json.gz, or - for standard input")->required();
        command->callback([&invocation, files, run] { invocation.run = [files, run] { return run(*files); }; });
    };
    add("info", "What a trace holds and what was odd in it, as one JSON object",
        [&invocation](const std::vector<std::string>& files) { return runInfo(files, invocation.format); });
    add("tracks", "The rows of the timeline",
        [&invocation](const std::vector<std::string>& files) { return runTracks(files, invocation.format); });
    add("steps", "Each step: its length, what it launched, how long the GPU worked",
        [&invocation](const std::vector<std::string>& files) { return runSteps(files, invocation.format); });
}

} // namespace decodescope::cli
