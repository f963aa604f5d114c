// SPDX-License-Identifier: GPL-3.0-or-later
// gaps, report, compare.
#include "app/cli/command.h"
#include "core/query/gaps.h"

#include <CLI/CLI.hpp>

namespace decodescope::cli {

namespace {

struct GapCommand
{
    std::vector<std::string> files;
    std::string step;
};

std::string_view nameOf(const Trace& trace, EventId event)
{
    return event == kNoEvent ? std::string_view() : trace.name(event);
}

int runGaps(const GapCommand& command, OutputFormat format)
{
    const auto loaded = loadFiles(command.files);
    if (!loaded)
        return kBadInput;
    const Trace& trace = *loaded->trace;
    GapOptions options;
    if (!command.step.empty()) {
        options.step = stepOfName(trace, command.step);
        if (!options.step)
            return kWrongUsage;
    }
    TablePrinter printer(
        format, {"begin_ns", "duration_ns", "device", "stream", "step", "cause", "before", "after", "launch_op"});
    for (const Gap& gap : findGaps(trace, options)) {
        const GpuPlace place = gpuPlaceOf(trace, trace.track(gap.stream));
        const std::string_view step =
            gap.step >= 0 ? trace.text(trace.steps()[static_cast<std::size_t>(gap.step)].name) : std::string_view();
        const EventId op = gap.launch == kNoEvent ? kNoEvent : trace.enclosingOp(gap.launch);
        printer.add({gap.range.begin, gap.range.length(), cellOf(place.device), cellOf(place.stream), cellOf(step),
                     std::string(gapCauseName(gap.cause)), cellOf(nameOf(trace, gap.before)),
                     cellOf(nameOf(trace, gap.after)), cellOf(nameOf(trace, op))});
    }
    return finished(printer);
}

} // namespace

void addAnalysisCommands(CLI::App& app, Invocation& invocation)
{
    CLI::App* gaps = app.add_subcommand("gaps", "Idle stretches of each stream, and what the GPU waited for");
    const auto gapCommand = std::make_shared<GapCommand>();
    gaps->add_option("FILE", gapCommand->files, "Trace: .json, .json.gz, or - for standard input")->required();
    gaps->add_option("--step", gapCommand->step, "Only this step: ProfilerStep#4, or 4");
    gaps->callback([&invocation, gapCommand] {
        invocation.run = [&invocation, gapCommand] { return runGaps(*gapCommand, invocation.format); };
    });
}

} // namespace decodescope::cli
