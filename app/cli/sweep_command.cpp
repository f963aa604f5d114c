// SPDX-License-Identifier: GPL-3.0-or-later
// sweep: captures a decode in several settings, a trace each, and says how a step changes.
#include "app/cli/arguments.h"
#include "app/cli/capture_flags.h"
#include "app/cli/capture_run.h"
#include "app/cli/command.h"
#include "app/cli/process_copy.h"
#include "core/io/byte_sink.h"
#include "core/io/chrome_trace_writer.h"
#include "core/query/sweep.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>

namespace decodescope::cli {

namespace {

struct SweepCommand
{
    std::string folder;
    bool force = false;
    SweepLists lists{{DecodeMode::eager}, {200}, {1, 2, 4, 8}};
    CaptureFlags flags;
};

std::string textOf(const SweepSetting& setting)
{
    return std::string(decodeModeName(setting.mode)) + ", prompt " + std::to_string(setting.promptLength) + ", batch " +
           std::to_string(setting.batch);
}

// A setting that fails is a row that says why.
SweepRow captureSetting(const SweepCommand& command, const SweepSetting& setting)
{
    const auto trace = captureTrace(withSetting(optionsOf(command.flags), setting));
    if (!trace) {
        printMessage(textOf(setting) + ": " + trace.error().text());
        return failedSetting(setting, trace.error().text());
    }
    SweepRow row = summarizeSetting(setting, **trace);
    if (wasInterrupted())
        row.failure = "This capture was stopped.";
    const std::string file = traceFileName(setting);
    Progress progress;
    if (const auto written = writeTrace(**trace, (std::filesystem::path(command.folder) / file).string(), {}, progress);
        written)
        row.file = file;
    else
        row.failure = written.error().text();
    return row;
}

// In a process of its own: every setting finds the same conditions, whatever the one before left behind, and one that
// crashes is a row too.
SweepRow captureApart(const SweepCommand& command, const SweepSetting& setting)
{
    const auto text = runInProcessCopy([&] { return sweepJson({captureSetting(command, setting)}); });
    if (!text)
        return failedSetting(setting, text.error().text());
    const auto rows = readSweep(*text);
    if (!rows || rows->size() != 1)
        return failedSetting(setting, "The process of this capture ended without a result.");
    return rows->front();
}

Result<void> writeSweep(const std::string& folder, const std::vector<SweepRow>& rows)
{
    auto sink = createFile((std::filesystem::path(folder) / kSweepFile).string());
    if (!sink)
        return tl::unexpected(sink.error());
    return (*sink)->write(sweepJson(rows)).and_then([&] { return (*sink)->finish(); });
}

int printRows(const std::vector<SweepRow>& rows, OutputFormat format)
{
    TablePrinter printer(format, {"decode", "batch", "prompt_length", "steps", "step_ns", "step_low_ns", "step_high_ns",
                                  "busy_ns", "gap_share", "timer_ns", "tokens_per_s", "kernels", "launches", "file",
                                  "failure", "timer_gap_share"});
    for (const SweepRow& row : rows) {
        const auto known = [](bool isKnown, Cell cell) { return isKnown ? std::move(cell) : Cell(); };
        const bool hasSteps = row.steps > 0;
        printer.add({std::string(decodeModeName(row.setting.mode)), std::int64_t{row.setting.batch},
                     std::int64_t{row.setting.promptLength}, static_cast<std::int64_t>(row.steps),
                     known(hasSteps, row.step.median), known(hasSteps, row.step.low), known(hasSteps, row.step.high),
                     known(row.hasGpu, row.busy.median), known(row.hasGpu, row.gapShare),
                     known(row.timerStep > 0, row.timerStep), known(row.tokensPerSecond > 0, row.tokensPerSecond),
                     known(row.hasGpu, row.kernels), known(hasSteps, row.launches), cellOf(row.file),
                     cellOf(row.failure), cellOf(timerGapShare(row))});
    }
    return finished(printer);
}

int runSweep(const SweepCommand& command, OutputFormat format)
{
    const auto settings = sweepSettings(command.lists);
    if (!settings) {
        printMessage(settings.error().text());
        return kWrongUsage;
    }
    if (command.flags.options.schedule.repeat == 0) {
        printMessage("a setting of a sweep must end by itself: give --repeat 1 or more");
        return kWrongUsage;
    }
    const std::filesystem::path folder(command.folder);
    const auto isFree = [&](const auto& file) { return mayWrite((folder / file).string(), command.force); };
    if (!isFree(kSweepFile) || !std::ranges::all_of(*settings, isFree, traceFileName))
        return kWrongUsage;
    std::error_code error;
    std::filesystem::create_directories(folder, error); // the first write says what is wrong with it
    std::vector<SweepRow> rows;
    if (const auto written = writeSweep(command.folder, rows); !written) {
        printMessage(written.error().text());
        return kBadInput;
    }
    stopOnInterrupt();
    for (const SweepSetting& setting : *settings) {
        if (wasInterrupted())
            break;
        printMessage("setting " + std::to_string(rows.size() + 1) + " of " + std::to_string(settings->size()) + ": " +
                     textOf(setting));
        rows.push_back(captureApart(command, setting));
        if (const auto written = writeSweep(command.folder, rows); !written) {
            printMessage(written.error().text());
            return kBadInput;
        }
    }
    const int printed = printRows(rows, format);
    const bool hasTrace = std::ranges::any_of(rows, [](const SweepRow& row) { return !row.file.empty(); });
    return hasTrace ? printed : kNoCapture;
}

void addCounts(CLI::App* command, const char* option, std::vector<int>& counts, const char* what, int largest,
               const char* purpose)
{
    command
        ->add_option_function<std::string>(
            option, [&counts, what, largest](const std::string& text) { counts = *parseCounts(text, what, largest); },
            std::string(purpose) + "; " + countsText(counts) + " if not given")
        ->type_name("LIST")
        ->check([what, largest](const std::string& text) {
            const auto counts = parseCounts(text, what, largest);
            return counts ? std::string() : counts.error().message;
        });
}

Result<std::vector<DecodeMode>> parseModes(const std::string& text)
{
    std::vector<DecodeMode> modes;
    for (const std::string& word : CLI::detail::split(text, ',')) {
        const auto mode = decodeModeFromName(CLI::detail::trim_copy(word));
        if (!mode)
            return failure(ErrorCode::format, "'" + word + "' is none of eager, graph");
        if (std::ranges::find(modes, *mode) == modes.end())
            modes.push_back(*mode);
    }
    return modes;
}

} // namespace

void addSweepCommand(CLI::App& app, Invocation& invocation)
{
    CLI::App* sweep = app.add_subcommand(
        "sweep", "Capture a decode in several settings, a trace each; Ctrl-C ends it and keeps what there is");
    const auto command = std::make_shared<SweepCommand>();
    sweep->add_option("-o,--output", command->folder, "Folder to write traces and sweep.json to")->required();
    addForceOption(*sweep, command->force);
    sweep
        ->add_option_function<std::string>(
            "--decode", [command](const std::string& text) { command->lists.modes = *parseModes(text); },
            "How steps are launched: eager, graph, or both with a comma; eager if not given")
        ->type_name("LIST")
        ->check([](const std::string& text) {
            const auto modes = parseModes(text);
            return modes ? std::string() : modes.error().message;
        });
    addCounts(sweep, "--batch", command->lists.batches, "The batch", kLargestBatch,
              "Sequences that are decoded at once, with commas");
    addCounts(sweep, "--prompt-length", command->lists.promptLengths, "The prompt length", kLongestPrompt,
              "Tokens of a made-up prompt, with commas");
    addModelOptions(sweep, command->flags.options);
    addScheduleOptions(sweep, command->flags);
    sweep->callback([&invocation, command] {
        invocation.run = [&invocation, command] { return runSweep(*command, invocation.format); };
    });
}

} // namespace decodescope::cli
