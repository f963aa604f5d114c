// SPDX-License-Identifier: GPL-3.0-or-later
// convert, check.
#include "app/cli/command.h"
#include "core/io/chrome_trace_writer.h"
#include "core/io/trace_check.h"

#include <CLI/CLI.hpp>

namespace decodescope::cli {

namespace {

struct ConvertCommand
{
    std::vector<std::string> files;
    std::string output;
    std::optional<Ns> begin;
    std::optional<Ns> end;
};

int runConvert(const ConvertCommand& command, OutputFormat format)
{
    if (command.begin.has_value() != command.end.has_value()) {
        printMessage("--begin and --end go together");
        return kWrongUsage;
    }
    if (command.begin && *command.end <= *command.begin) {
        printMessage("--end must be later than --begin");
        return kWrongUsage;
    }
    const auto trace = loadTrace(command.files);
    if (!trace)
        return kBadInput;
    WriteOptions options;
    if (command.begin)
        options.range = TimeRange{*command.begin, *command.end};
    Progress progress;
    const auto written = writeTrace(*trace, command.output, options, progress);
    if (!written) {
        printMessage(written.error().text());
        return kBadInput;
    }
    TablePrinter printer(format, {"events", "arrows", "bytes"});
    printer.add({cellOf(written->events), cellOf(written->arrows), cellOf(written->bytes)});
    return finished(printer);
}

int runCheck(const std::string& file, OutputFormat format)
{
    Progress progress;
    const auto rows = checkTraceFile(file, progress);
    if (!rows) {
        printMessage(rows.error().text());
        return kBadInput;
    }
    TablePrinter printer(format, {"rule", "count", "first_offset", "example"});
    for (const CheckRow& row : *rows)
        printer.add({std::string(ruleName(row.rule)), cellOf(row.count),
                     row.firstOffset >= 0 ? Cell(row.firstOffset) : Cell(), cellOf(std::string_view(row.example))});
    const int ended = finished(printer);
    return rows->empty() ? ended : kBadInput;
}

} // namespace

void addFileCommands(CLI::App& app, Invocation& invocation)
{
    CLI::App* convert = app.add_subcommand("convert", "Write a trace anew, all of it or a window of time");
    const auto convertCommand = std::make_shared<ConvertCommand>();
    convert->add_option("FILE", convertCommand->files, "Trace: .json, .json.gz, or - for standard input")->required();
    convert->add_option("-o,--output", convertCommand->output, "File to write: .json or .json.gz")->required();
    convert->add_option("--begin", convertCommand->begin, "Begin of the window, ns in the trace's time");
    convert->add_option("--end", convertCommand->end, "End of the window, ns in the trace's time; itself not included");
    convert->callback([&invocation, convertCommand] {
        invocation.run = [&invocation, convertCommand] { return runConvert(*convertCommand, invocation.format); };
    });

    CLI::App* check = app.add_subcommand("check", "Whether a file keeps to what Perfetto and others expect of a trace");
    const auto file = std::make_shared<std::string>();
    check->add_option("FILE", *file, "Trace: .json, .json.gz, or - for standard input")->required();
    check->callback(
        [&invocation, file] { invocation.run = [&invocation, file] { return runCheck(*file, invocation.format); }; });
}

} // namespace decodescope::cli
