// SPDX-License-Identifier: GPL-3.0-or-later
// capture: runs a decode and records it into a file.
#include "app/cli/arguments.h"
#include "app/cli/capture_flags.h"
#include "app/cli/capture_run.h"
#include "app/cli/command.h"
#include "core/base/plain_number.h"
#include "core/io/byte_sink.h"
#include "core/io/chrome_trace_writer.h"
#include "core/query/recording.h"

#include <CLI/CLI.hpp>

namespace decodescope::cli {

namespace {

struct CaptureCommand
{
    std::string output;
    bool force = false;
    CaptureFlags flags;
};

// Before the run, since a run that cannot be saved is lost. What is no file stays open, as another program may wait at
// its other end; of a file nothing stays until it is written. Null then.
Result<std::unique_ptr<ByteSink>> openOutput(const std::string& path)
{
    auto output = createFile(path);
    if (output && !isStream(path))
        output->reset();
    return output;
}

int printResult(const Trace& trace, OutputFormat format)
{
    const int ended = printSteps(trace, format);
    for (const TraceSource& source : trace.sources()) {
        const auto timer = timerFactsOf(source);
        if (!timer || timer->tpot <= 0)
            continue;
        // The median, as of a recorded step; a file without one has the mean only.
        const std::string line =
            (timer->isMedian ? "timer_tpot_median_ns  " : "timer_tpot_ns  ") + std::to_string(timer->tpot);
        if (format != OutputFormat::table) // would be no row of theirs
            printMessage(line);
        else if (ended == kDone && finished("\n" + line + "\n") != kDone)
            return kBadInput;
    }
    return ended;
}

int runCapture(const CaptureCommand& command, OutputFormat format)
{
    if (!isTraceName(command.output) || !mayWrite(command.output, command.force))
        return kWrongUsage;
    const auto output = openOutput(command.output);
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
    const auto written =
        *output ? writeTrace(**trace, **output, {}, progress) : writeTrace(**trace, command.output, {}, progress);
    if (!written) {
        printMessage(written.error().text());
        return kBadInput;
    }
    printMessage(plainCount(written->events, "event") + " written to " + command.output);
    return printResult(**trace, format);
}

} // namespace

void addCaptureCommand(CLI::App& app, Invocation& invocation)
{
    CLI::App* capture = app.add_subcommand("capture", "Run a decode and record it; Ctrl-C ends it and keeps the file");
    const auto command = std::make_shared<CaptureCommand>();
    capture->add_option("-o,--output", command->output, "File to write: .json or .json.gz")->required();
    addForceOption(*capture, command->force);
    addModelOptions(capture, command->flags.options);
    addSettingOptions(capture, command->flags.options);
    addScheduleOptions(capture, command->flags);
    capture->callback([&invocation, command] {
        invocation.run = [&invocation, command] { return runCapture(*command, invocation.format); };
    });
}

} // namespace decodescope::cli
