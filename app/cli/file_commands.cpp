// SPDX-License-Identifier: GPL-3.0-or-later
// convert, check.
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/interruptible.h"
#include "core/io/byte_sink.h"
#include "core/io/chrome_trace_writer.h"
#include "core/io/trace_check.h"
#include "core/label/label_facts.h"
#include "core/query/model_rows.h"

#include <CLI/CLI.hpp>

namespace decodescope::cli {

namespace {

struct ConvertCommand
{
    std::vector<std::string> files;
    std::string output;
    std::optional<Ns> begin;
    std::optional<Ns> end;
    bool withLabels = false;
    bool force = false;
};

// Layers are told by what repeats, and a range cuts the repetition: labels found in it would be others.
bool writesLabels(const ConvertCommand& command)
{
    return command.withLabels || command.begin;
}

// Reads, and labels where labels are written: none otherwise.
std::optional<LoadedTrace> loadForExport(const ConvertCommand& command, const std::vector<std::string>& rules)
{
    if (writesLabels(command))
        return loadFiles(command.files, rules);
    auto trace = loadTrace(command.files);
    return trace ? std::optional(LoadedTrace{std::move(trace), nullptr}) : std::nullopt;
}

Result<WrittenTrace> writeOutput(const ConvertCommand& command, const LoadedTrace& loaded, WriteOptions options)
{
    std::optional<LabelFacts> facts;
    if (loaded.labels) {
        options.facts = &facts.emplace(loaded.trace, loaded.labels);
        options.extraRows = modelRows(*loaded.trace, loaded.labels.get());
    }
    std::optional<Interruptible> interruptible;
    if (!isStream(command.output)) // it may keep the program waiting, and there is nothing to clear away
        interruptible.emplace();
    Progress progress;
    return writeTrace(*loaded.trace, command.output, options, progress,
                      interruptible ? interruptible->stop() : std::stop_token());
}

int runConvert(const ConvertCommand& command, const Invocation& invocation)
{
    WriteOptions options;
    if (!takeWindow(command.begin, command.end, options.range))
        return kWrongUsage;
    if (!invocation.rules.empty() && !writesLabels(command)) {
        printMessage("convert: --rules does nothing without labels: give --labels too, or --begin and --end");
        return kWrongUsage;
    }
    if (!isTraceName(command.output))
        return kWrongUsage;
    const std::string replaced = replacedSource(command.files, command.output);
    if (!replaced.empty() && !command.force) {
        printMessage(command.output + ": is the trace that is read" +
                     (replaced == command.output ? "" : ", " + replaced) +
                     "; write to another file, or replace it with --force");
        return kWrongUsage;
    }
    const auto loaded = loadForExport(command, invocation.rules);
    if (!loaded)
        return kBadInput;
    const auto written = writeOutput(command, *loaded, options);
    if (!written && written.error().code == ErrorCode::cancelled) {
        printMessage(command.output + ": interrupted; nothing was written");
        return kInterrupted;
    }
    if (!written) {
        printMessage(written.error().text());
        return kBadInput;
    }
    TablePrinter printer(invocation.format, {"events", "arrows", "bytes"});
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
    convert
        ->add_option("-o,--output", convertCommand->output,
                     "File to write: .json or .json.gz; replaced, once all is written, if it is there")
        ->required();
    addTimeOption(*convert, "--begin", convertCommand->begin, "Begin of the window, ns in the trace's time");
    addTimeOption(*convert, "--end", convertCommand->end,
                  "End of the window, ns in the trace's time; itself not included");
    convert->add_flag("--labels", convertCommand->withLabels,
                      "Also write which layer and part of the model each kernel serves, and rows of layers and parts; "
                      "a window always has them");
    addRulesOption(*convert, invocation);
    convert->add_flag("--force", convertCommand->force, "The file to write may be the one that is read");
    convert->callback([&invocation, convertCommand] {
        invocation.run = [&invocation, convertCommand] { return runConvert(*convertCommand, invocation); };
    });

    CLI::App* check = app.add_subcommand("check", "Whether a file keeps to what Perfetto and others expect of a trace");
    const auto file = std::make_shared<std::string>();
    check->add_option("FILE", *file, "Trace: .json, .json.gz, or - for standard input")->required();
    check->callback(
        [&invocation, file] { invocation.run = [&invocation, file] { return runCheck(*file, invocation.format); }; });
}

} // namespace decodescope::cli
