// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/build_facts.h"
#include "app/cli/arguments.h"
#include "app/cli/command.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <exception>
#include <iostream>
#include <map>
#include <sstream>

using namespace decodescope;
using namespace decodescope::cli;

namespace {

const std::map<std::string, OutputFormat> kFormats{{"table", OutputFormat::table},
                                                   {"tsv", OutputFormat::tsv},
                                                   {"csv", OutputFormat::csv},
                                                   {"json", OutputFormat::json},
                                                   {"md", OutputFormat::md}};

// What is wrong with a format's name; empty: nothing.
std::string isFormat(const std::string& name)
{
    return kFormats.contains(name) ? std::string() : "'" + name + "' is none of table, tsv, csv, json, md";
}

// The word in the place of the command; empty: there is none.
std::string commandWord(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--format")
            ++i;
        else if (!word.starts_with('-'))
            return std::string(word);
    }
    return {};
}

int parseFailed(const CLI::App& app, const CLI::ParseError& error, const std::string& word)
{
    const bool noCommand = app.get_subcommands().empty() && error.get_exit_code() != 0;
    if (!noCommand || word.empty()) {
        std::ostringstream help;
        const int ended = app.exit(error, help, std::cerr);
        return ended == 0 ? finished(help.str()) : kWrongUsage;
    }
    std::string names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names += (names.empty() ? "" : ", ") + command->get_name();
    printMessage("there is no command '" + word + "'; the commands are " + names);
    return kWrongUsage;
}

int parseAndRun(int argc, char** argv)
{
    CLI::App app("Prints what Decodescope shows: steps, kernels and model parts of an LLM decode.", "decodescope-cli");
    app.set_version_flag("--version", [] { return "decodescope-cli " + buildFacts("/proc/self/exe"); });
    app.require_subcommand(1);
    app.fallthrough(); // options of the program may follow the command
    Invocation invocation;
    std::string format = "table";
    app.add_option("--format", format, "table, tsv, csv, json or md (Markdown)")->type_name("FORMAT")->check(isFormat);
    addDescribeCommands(app, invocation);
    addOperationCommands(app, invocation);
    addAnalysisCommands(app, invocation);
    addFileCommands(app, invocation);
    addCaptureCommand(app, invocation);
    addSweepCommand(app, invocation);
    if (const auto place = emptyArgument(argc, argv)) {
        printMessage("argument " + std::to_string(*place) + " is empty; has a variable of the shell no value?");
        return kWrongUsage;
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return parseFailed(app, error, commandWord(argc, argv));
    }
    invocation.format = kFormats.at(format);
    return invocation.run();
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return parseAndRun(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "decodescope-cli: %s\n", error.what());
        return kBadInput;
    }
}
