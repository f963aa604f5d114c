// SPDX-License-Identifier: GPL-3.0-or-later
// capture: runs a decode and records it into a file.
#include "app/cli/capture_flags.h"
#include "app/cli/capture_run.h"
#include "app/cli/command.h"
#include "core/io/byte_sink.h"
#include "core/io/chrome_trace_writer.h"
#include "core/query/recording.h"

#include <CLI/CLI.hpp>

namespace decodescope::cli {

namespace {

struct CaptureCommand
{
    std::string output;
    CaptureFlags flags;
};

int printResult(const Trace& trace, OutputFormat format)
{
    const int ended = printSteps(trace, format);
    for (const TraceSource& source : trace.sources()) {
        const auto timer = timerFactsOf(source);
        if (!timer || timer->tpot <= 0)
            continue;
        const std::string line = "timer_tpot_ns  " + std::to_string(timer->tpot);
        if (format != OutputFormat::table) // would be no row of theirs
            printMessage(line);
        else if (!printText("\n" + line + "\n"))
            return kBadInput;
    }
    return ended;
}

int runCapture(const CaptureCommand& command, OutputFormat format)
{
    auto output = createFile(command.output); // before the run: a run that cannot be saved is lost
    if (!output) {
        printMessage(output.error().text());
        return kBadInput;
    }
    stopOnInterrupt();
    const auto trace = captureTrace(optionsOf(command.flags));
    if (!trace) {
        printMessage(trace.error().text());
        return kNoCapture;
    }
    Progress progress;
    const auto written = writeTrace(**trace, **output, {}, progress);
    if (!written) {
        printMessage(written.error().text());
        return kBadInput;
    }
    printMessage(std::to_string(written->events) + " events written to " + command.output);
    return printResult(**trace, format);
}

} // namespace

void addCaptureCommand(CLI::App& app, Invocation& invocation)
{
    CLI::App* capture = app.add_subcommand("capture", "Run a decode and record it; Ctrl-C ends it and keeps the file");
    const auto command = std::make_shared<CaptureCommand>();
    capture->add_option("-o,--output", command->output, "File to write: .json or .json.gz")->required();
    addModelOptions(capture, command->flags.options);
    addSettingOptions(capture, command->flags.options);
    addScheduleOptions(capture, command->flags);
    capture->callback([&invocation, command] {
        invocation.run = [&invocation, command] { return runCapture(*command, invocation.format); };
    });
}

} // namespace decodescope::cli
