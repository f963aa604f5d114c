// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include "core/base/progress.h"
#include "core/io/open_trace.h"
#include "core/label/kernel_rules.h"

#include <cstdio>
#include <map>
#include <tuple>

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

// What each operation's name tells; its place in the model is left open.
std::shared_ptr<const Labels> familiesOf(const Trace& trace)
{
    const KernelRules& rules = KernelRules::builtIn();
    std::map<std::tuple<NameId, NameId, EventKind>, KernelFamily> known;
    std::vector<Label> labels(trace.gpuOperationCount());
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const EventId event = trace.gpuOperation(i).event;
        const EventId op = trace.opOf(event);
        const EventKind kind = trace.kind(event);
        const NameId opName = op == kNoEvent ? kEmptyName : trace.events().name(op);
        const auto [found, isNew] = known.try_emplace({trace.events().name(event), opName, kind});
        if (isNew) {
            const GpuOperationKind what = kind == EventKind::memcpy   ? GpuOperationKind::memcpy
                                          : kind == EventKind::memset ? GpuOperationKind::memset
                                                                      : GpuOperationKind::kernel;
            found->second = rules.match(trace.name(event), trace.text(opName), what).family;
        }
        labels[i].family = found->second;
    }
    return std::make_shared<Labels>(std::move(labels));
}

} // namespace

void printMessage(const std::string& text)
{
    std::fprintf(stderr, "decodescope-cli: %s\n", text.c_str());
}

std::optional<LoadedTrace> loadFiles(const std::vector<std::string>& files)
{
    Progress progress;
    auto trace = openTraces(files, progress);
    if (!trace) {
        printMessage(trace.error().text());
        return std::nullopt;
    }
    printWarnings(**trace);
    return LoadedTrace{*trace, familiesOf(**trace)};
}

std::optional<std::size_t> stepOfName(const Trace& trace, const std::string& name)
{
    const auto steps = trace.steps();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (trace.text(steps[i].name) == name || std::to_string(steps[i].number) == name)
            return i;
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
    if (printer.finish())
        return kDone;
    printMessage("standard output did not take everything");
    return kBadInput;
}

} // namespace decodescope::cli
