// SPDX-License-Identifier: GPL-3.0-or-later
// gaps, report, compare.
#include "app/cli/arguments.h"
#include "app/cli/command.h"
#include "app/cli/interruptible.h"
#include "core/io/byte_sink.h"
#include "core/query/compare.h"
#include "core/query/gaps.h"
#include "core/query/record_sheet.h"
#include "core/query/step_choice.h"
#include "core/trace/cut_out.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>

namespace decodescope::cli {

namespace {

struct GapCommand
{
    std::vector<std::string> files;
    std::string step;
    bool byCause = false;
};

std::string_view nameOf(const Trace& trace, EventId event)
{
    return event == kNoEvent ? std::string_view() : trace.name(event);
}

int printCauses(const std::vector<Gap>& gaps, OutputFormat format)
{
    const GapTotals totals = totalsOf(gaps);
    std::vector<std::size_t> causes;
    for (std::size_t i = 0; i < kGapCauseCount; ++i) {
        if (totals.count[i] > 0)
            causes.push_back(i);
    }
    std::ranges::stable_sort(causes, std::ranges::greater{}, [&](std::size_t i) { return totals.time[i]; });
    TablePrinter printer(format, {"cause", "time_ns", "share", "count"});
    for (const std::size_t i : causes) {
        const double share = totals.all > 0 ? static_cast<double>(totals.time[i]) / static_cast<double>(totals.all) : 0;
        printer.add({std::string(gapCauseName(static_cast<GapCause>(i))), totals.time[i], share,
                     static_cast<std::int64_t>(totals.count[i])});
    }
    return finished(printer);
}

int runGaps(const GapCommand& command, OutputFormat format)
{
    const auto loaded = loadTrace(command.files);
    if (!loaded)
        return kBadInput;
    const Trace& trace = *loaded;
    GapOptions options;
    if (!command.step.empty()) {
        options.step = stepOfName(trace, command.step);
        if (!options.step)
            return kWrongUsage;
    }
    const std::vector<Gap> gaps = findGaps(trace, options);
    if (command.byCause)
        return printCauses(gaps, format);
    TablePrinter printer(
        format, {"begin_ns", "duration_ns", "device", "stream", "step", "cause", "before", "after", "launch_op"});
    for (const Gap& gap : gaps) {
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

struct ReportCommand
{
    std::vector<std::string> files;
    std::string output;
};

int runReport(const ReportCommand& command, const Invocation& invocation)
{
    if (invocation.format != OutputFormat::table && invocation.format != OutputFormat::md) {
        printMessage("the sheet is Markdown and has no other --format; steps, kernels, parts and gaps have");
        return kWrongUsage;
    }
    if (!replacedSource(command.files, command.output).empty()) {
        printMessage(command.output + ": is the trace that is read; write the sheet to another file");
        return kWrongUsage;
    }
    if (command.output.ends_with(".json") || command.output.ends_with(".gz")) {
        printMessage(command.output + ": is the name of a trace; the sheet is Markdown, write it to a .md file");
        return kWrongUsage;
    }
    const auto loaded = loadFiles(command.files, invocation.rules);
    if (!loaded)
        return kBadInput;
    const std::string sheet = recordSheetMarkdown(*loaded->trace, loaded->labels.get());
    if (command.output.empty() || command.output == "-")
        return finished(sheet);
    std::optional<Interruptible> untilWritten; // so that no half a file stays
    if (!isStream(command.output))
        untilWritten.emplace();
    const auto written = createFile(command.output).and_then([&](const std::unique_ptr<ByteSink>& file) {
        return file->write(sheet).and_then([&] { return file->finish(); });
    });
    if (written)
        return kDone;
    printMessage(written.error().text());
    return kBadInput;
}

struct CompareCommand
{
    std::string a;
    std::string b;
    std::string stepsA; // as for stepsOfText()
    std::string stepsB;
    std::string grouping = "part";
    bool withSpread = false;
};

const std::map<std::string, CompareGrouping> kCompareGroupings{
    {"part", CompareGrouping::part}, {"kernel", CompareGrouping::kernel}, {"op", CompareGrouping::op}};

std::string_view presenceWord(CompareRow::Presence presence)
{
    switch (presence) {
    case CompareRow::Presence::both:
        return "both";
    case CompareRow::Presence::onlyA:
        return "vanished";
    case CompareRow::Presence::onlyB:
        return "new";
    case CompareRow::Presence::renamed:
        break;
    }
    return "renamed";
}

// The steps of one side, or a message and nullopt.
std::optional<CompareSide> sideOf(const LoadedTrace& loaded, const std::string& option, const std::string& steps)
{
    const auto chosen = stepsOfText(*loaded.trace, steps);
    if (!chosen) {
        printMessage(option + ": " + chosen.error().message);
        return std::nullopt;
    }
    return CompareSide{loaded.trace.get(), loaded.labels.get(), *chosen};
}

// Of a side that has lost something: says so, since what is missing looks as if it took no time.
void tellLoss(const std::string& side, const std::string& file, const Trace& trace)
{
    const std::string notWhole = side + " (" + file + ") is not whole, so that it may look faster than it was: ";
    for (const Warning& warning : trace.report().warnings()) {
        if (isLoss(warning.kind))
            printMessage(notWhole + warning.message);
    }
}

// Of a side with steps of which the file holds a part only: what became of them.
void tellParts(const std::string& side, const std::string& file, const CompareSide& chosen)
{
    const std::vector<bool> whole = wholeSteps(*chosen.trace);
    std::string counted;
    std::string leftOut;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        if (whole[i])
            continue;
        std::string& names = std::ranges::binary_search(chosen.steps, i) ? counted : leftOut;
        names += (names.empty() ? "" : ", ") + std::string(chosen.trace->text(chosen.trace->steps()[i].name));
    }
    const std::string where = side + " (" + file + ") holds only a part of ";
    if (!counted.empty())
        printMessage(where + counted + ", so that it may look faster than it was");
    else if (!leftOut.empty())
        printMessage(where + leftOut + ", which is left out");
}

int runCompare(const CompareCommand& command, const Invocation& invocation)
{
    if (command.b.empty() && command.stepsA.empty() && command.stepsB.empty()) {
        printMessage("compare takes two traces, or one and --steps-a or --steps-b");
        return kWrongUsage;
    }
    const auto a = loadFiles({command.a}, invocation.rules);
    if (!a)
        return kBadInput;
    const auto b = command.b.empty() ? a : loadFiles({command.b}, invocation.rules);
    if (!b)
        return kBadInput;
    const auto sideA = sideOf(*a, "--steps-a", command.stepsA);
    const auto sideB = sideOf(*b, "--steps-b", command.stepsB);
    if (!sideA || !sideB)
        return kWrongUsage;
    tellLoss("A", command.a, *a->trace);
    if (!command.b.empty())
        tellLoss("B", command.b, *b->trace);
    tellParts("A", command.a, *sideA);
    tellParts("B", command.b.empty() ? command.a : command.b, *sideB);
    const Comparison comparison = compareTraces(*sideA, *sideB, kCompareGroupings.at(command.grouping));
    std::vector<std::string> columns{command.grouping, "a_time_ns_per_step", "b_time_ns_per_step", "a_count_per_step",
                                     "b_count_per_step"};
    if (command.withSpread) {
        for (const char* column : {"difference_ns", "a_low_ns", "a_high_ns", "b_low_ns", "b_high_ns", "within_spread",
                                   "status", "name_in_a"})
            columns.emplace_back(column);
    }
    TablePrinter printer(invocation.format, columns);
    for (const CompareRow& row : comparison.rows) {
        std::vector<Cell> cells{row.name, row.a.median, row.b.median, row.countA, row.countB};
        if (command.withSpread) {
            cells.insert(cells.end(), {row.difference(), row.a.low, row.a.high, row.b.low, row.b.high,
                                       std::string(row.isWithinSpread() ? "yes" : "no"),
                                       std::string(presenceWord(row.presence)), cellOf(std::string_view(row.nameInA))});
        }
        printer.add(std::move(cells));
    }
    return finished(printer);
}

void addReport(CLI::App& app, Invocation& invocation)
{
    CLI::App* report = app.add_subcommand("report", "The record sheet of a decode, as Markdown");
    const auto command = std::make_shared<ReportCommand>();
    report->add_option("FILE", command->files, "Trace: .json, .json.gz, or - for standard input")->required();
    report->add_option("-o,--output", command->output, "Write to this file, .md for instance; replaced if it is there");
    addRulesOption(*report, invocation);
    report->callback([&invocation, command] {
        invocation.run = [&invocation, command] { return runReport(*command, invocation); };
    });
}

void addCompare(CLI::App& app, Invocation& invocation)
{
    CLI::App* compare =
        app.add_subcommand("compare", "Two traces, or two ranges of steps, side by side: time and count a step");
    const auto command = std::make_shared<CompareCommand>();
    compare->add_option("A", command->a, "Trace")->required();
    compare->add_option("B", command->b, "Trace; left out: two ranges of steps of A");
    compare->add_option("--steps-a", command->stepsA, "Steps of A: 4, 3-5 or 3-5,8")->type_name("STEPS");
    compare->add_option("--steps-b", command->stepsB, "Steps of B, or of A when there is no B")->type_name("STEPS");
    compare->add_option("--by", command->grouping, "part, kernel or op")
        ->type_name("WHAT")
        ->check([](const std::string& what) {
            return kCompareGroupings.contains(what) ? std::string() : "'" + what + "' is none of part, kernel, op";
        });
    compare->add_flag("--spread", command->withSpread,
                      "Also difference, lowest and highest step, what is new or renamed");
    addRulesOption(*compare, invocation);
    compare->callback([&invocation, command] {
        invocation.run = [&invocation, command] { return runCompare(*command, invocation); };
    });
}

} // namespace

void addAnalysisCommands(CLI::App& app, Invocation& invocation)
{
    CLI::App* gaps = app.add_subcommand("gaps", "Idle stretches of each stream, and what the GPU waited for");
    const auto gapCommand = std::make_shared<GapCommand>();
    gaps->add_option("FILE", gapCommand->files, "Trace: .json, .json.gz, or - for standard input")->required();
    gaps->add_option("--step", gapCommand->step, "Only this step: ProfilerStep#4, or 4");
    gaps->add_flag("--by-cause", gapCommand->byCause, "Sums by cause, the largest first");
    gaps->callback([&invocation, gapCommand] {
        invocation.run = [&invocation, gapCommand] { return runGaps(*gapCommand, invocation.format); };
    });
    addReport(app, invocation);
    addCompare(app, invocation);
}

} // namespace decodescope::cli
