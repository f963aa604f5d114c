// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include "core/base/progress.h"
#include "core/io/open_trace.h"
#include "core/label/label_trace.h"
#include "core/trace/source_of.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>

namespace decodescope::cli {

namespace {

// "file: 3 times overlap: message".
void printWarnings(const Trace& trace)
{
    for (const Warning& warning : trace.report().warnings()) {
        std::string line =
            "note: " + std::string(warningName(warning.kind)) + " (" + std::to_string(warning.count) + ")";
        if (warning.firstOffset >= 0)
            line += " at byte " + std::to_string(warning.firstOffset);
        printMessage(line + ": " + warning.message);
    }
}

int exitCodeOf(bool isPrinted)
{
    if (isPrinted)
        return kDone;
    printMessage("standard output did not take everything");
    return kBadInput;
}

} // namespace

void printMessage(const std::string& text)
{
    std::fprintf(stderr, "decodescope-cli: %s\n", text.c_str());
}

std::shared_ptr<const Trace> loadTrace(const std::vector<std::string>& files)
{
    Progress progress;
    auto trace = openTraces(files, progress);
    if (!trace) {
        printMessage(trace.error().text());
        return nullptr;
    }
    printWarnings(**trace);
    return *trace;
}

std::optional<LoadedTrace> loadFiles(const std::vector<std::string>& files, const std::vector<std::string>& rules)
{
    const auto labelRules = loadLabelRules({rules.begin(), rules.end()}); // before a trace that may take long
    if (!labelRules) {
        printMessage(labelRules.error().text());
        return std::nullopt;
    }
    auto trace = loadTrace(files);
    if (!trace)
        return std::nullopt;
    auto labels = labelTrace(*trace, **labelRules);
    return LoadedTrace{std::move(trace), std::move(labels)};
}

CLI::Option* addRulesOption(CLI::App& command, Invocation& invocation)
{
    return command
        .add_option("--rules", invocation.rules,
                    "Rules of your own for kernels or parts, asked before the built-in ones; may be repeated")
        ->type_name("FILE")
        ->allow_extra_args(false);
}

std::optional<std::size_t> stepOfName(const Trace& trace, const std::string& name)
{
    const auto steps = trace.steps();
    const auto isMeant = [&](const Step& step) {
        return trace.text(step.name) == name || std::to_string(step.number) == name;
    };
    if (const auto found = std::ranges::find_if(steps, isMeant); found != steps.end()) {
        const TraceSource& file = trace.sources()[sourceOf(trace, trace.events().track(found->event))];
        if (const auto count = std::ranges::count_if(steps, isMeant); count > 1)
            printMessage("note: " + std::to_string(count) + " steps are called " + name + "; this is that of " +
                         file.name + " that begins first. Give the file of another rank alone for its step");
        return static_cast<std::size_t>(found - steps.begin());
    }
    std::string message = "there is no step " + name;
    if (steps.empty())
        message += "; the trace has no ProfilerStep at all";
    else
        message += "; the trace has " + std::string(trace.text(steps.front().name)) + " to " +
                   std::string(trace.text(steps.back().name));
    printMessage(message);
    return std::nullopt;
}

int finished(TablePrinter& printer)
{
    return exitCodeOf(printer.finish());
}

int finished(std::string_view text)
{
    return exitCodeOf(printText(text));
}

} // namespace decodescope::cli
