// SPDX-License-Identifier: GPL-3.0-or-later
// What all commands of the program share: how they are declared, read their files and end.
#pragma once

#include "app/cli/table_printer.h"
#include "core/base/result.h"
#include "core/label/labels.h"
#include "core/trace/trace.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace decodescope::cli {

inline constexpr int kDone = 0;
inline constexpr int kBadInput = 1;
inline constexpr int kWrongUsage = 2;
inline constexpr int kNoCapture = 3;
inline constexpr int kInterrupted = 130; // as shells have it for Control-C

// Filled by the parser; then `run` is called.
struct Invocation
{
    OutputFormat format = OutputFormat::table;
    std::vector<std::string> rules; // --rules of commands that label
    std::function<int()> run;
};

// Each adds its commands to the program. What they set in `invocation` refers to objects that live as long as `app`.
void addDescribeCommands(CLI::App& app, Invocation& invocation);  // info, tracks, steps
void addOperationCommands(CLI::App& app, Invocation& invocation); // averages, kernels, parts, select
void addAnalysisCommands(CLI::App& app, Invocation& invocation);  // gaps, report, compare

void addFileCommands(CLI::App& app, Invocation& invocation);   // convert, check
void addCaptureCommand(CLI::App& app, Invocation& invocation); // capture
void addSweepCommand(CLI::App& app, Invocation& invocation);   // sweep

// One line on standard error, with the program's name.
void printMessage(const std::string& text);

// Reads files and prints what was odd in them as messages. Prints why and returns null when they cannot be used.
std::shared_ptr<const Trace> loadTrace(const std::vector<std::string>& files);

struct LoadedTrace
{
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const Labels> labels; // never null
};
// The same, and labels what was read, by the built-in rules and those of these files.
std::optional<LoadedTrace> loadFiles(const std::vector<std::string>& files, const std::vector<std::string>& rules);
// --rules, for a command that labels.
CLI::Option* addRulesOption(CLI::App& command, Invocation& invocation);

// The step of a name ("ProfilerStep#4" or "4"), or a message and nullopt.
std::optional<std::size_t> stepOfName(const Trace& trace, const std::string& name);

// The steps table of a trace. Returns the exit code.
int printSteps(const Trace& trace, OutputFormat format);

// Ends a command that printed a table, or that prints a text. A message where standard output did not take it.
int finished(TablePrinter& printer);
int finished(std::string_view text);

} // namespace decodescope::cli
