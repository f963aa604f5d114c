// SPDX-License-Identifier: GPL-3.0-or-later
// Captures on the real GPU, and what must be true of them. gpu_check [--cpu] REPOSITORY OUT-FOLDER; --cpu runs the tiny
// model on the CPU, to try the program itself.
#include "core/io/chrome_trace_writer.h"
#include "core/io/open_trace.h"
#include "core/query/steps.h"
#include "tests/gpu/capture_run.h"
#include "tests/gpu/check_table.h"
#include "tests/gpu/process_memory.h"
#include "tests/gpu/trace_difference.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <vector>

using namespace decodescope;
using namespace decodescope::gpu;
using nlohmann::json;

namespace {

struct Setting
{
    bool cpu;
    std::string repository;
    std::string out;
    CreateLiveSource create;
    CheckTable table{cpu};

    CaptureOptions options() const
    {
        CaptureOptions options;
        if (cpu) {
            options.model = "tiny";
            options.device = CaptureDevice::cpu;
        } else {
            options.device = CaptureDevice::cuda;
        }
        return options;
    }
};

std::string number(double value)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.10g", value);
    return text.data();
}

json ownMetadata(const TraceSource& source)
{
    for (const auto& [key, text] : source.metadata) {
        if (key == "decodescope")
            return json::parse(text);
    }
    return json::object();
}

bool isFinished(const CaptureRun& run)
{
    return run.status.phase == CapturePhase::finished && run.trace != nullptr;
}

bool succeeded(Setting& setting, const std::string& name, const CaptureRun& run)
{
    const bool ok = isFinished(run);
    setting.table.add(name, ok, ok ? number(run.seconds) + " s" : run.status.error.text(), "finishes");
    return ok;
}

std::vector<EventId> kernelsInTimeOrder(const Trace& trace)
{
    std::vector<EventId> kernels;
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
        if (trace.kind(trace.gpuOperation(i).event) == EventKind::kernel)
            kernels.push_back(trace.gpuOperation(i).event);
    }
    std::sort(kernels.begin(), kernels.end(),
              [&](EventId a, EventId b) { return trace.event(a).begin < trace.event(b).begin; });
    return kernels;
}

// The innermost module around a kernel's launch, or kNoEvent.
EventId moduleOf(const Trace& trace, EventId kernel)
{
    const EventId launch = trace.launchOf(kernel);
    if (launch == kNoEvent)
        return kNoEvent;
    const TrackId modules = trace.sibling(trace.event(launch).track, TrackKind::module);
    return modules == kNoTrack ? kNoEvent : trace.innermostAt(modules, trace.event(launch).begin);
}

void checkLinks(Setting& setting, const Trace& trace)
{
    std::size_t launches = 0;
    std::size_t ops = 0;
    std::size_t sameOp = 0;
    std::size_t modules = 0;
    std::size_t early = 0;
    const auto kernels = kernelsInTimeOrder(trace);
    for (const EventId kernel : kernels) {
        const EventId launch = trace.launchOf(kernel);
        const EventId op = trace.opOf(kernel);
        launches += launch != kNoEvent;
        ops += op != kNoEvent;
        modules += moduleOf(trace, kernel) != kNoEvent;
        early += launch != kNoEvent && trace.event(kernel).begin < trace.event(launch).begin;
        // The operator that was noted at the launch is the one that encloses it in time.
        if (op != kNoEvent) {
            const auto id = trace.args().integer(trace.event(kernel).args, "External id");
            sameOp += id && id == trace.args().integer(trace.event(op).args, "External id");
        }
    }
    const auto all = [&](const char* name, std::size_t count) {
        setting.table.add(name, count == kernels.size() && !kernels.empty(),
                          std::to_string(count) + " of " + std::to_string(kernels.size()), "all");
    };
    all("kernels with their launch", launches);
    all("kernels with their operator", ops);
    all("operator noted = operator by time", sameOp);
    all("kernels with their module", modules);
    setting.table.note("kernels before their launch", std::to_string(early));
}

void checkSteps(Setting& setting, const Trace& trace)
{
    const int expected = setting.cpu ? 2 * 7 + 1 : 22 * 7 + 1; // layers: q, k, v, o, gate, up, down; and the head
    std::map<std::size_t, int> linears;
    for (std::uint32_t i = 0; i < trace.eventCount(); ++i) {
        const EventId id{i};
        if (trace.kind(id) == EventKind::cpuOp && trace.name(id) == "aten::linear") {
            if (const auto step = trace.stepAt(trace.event(id).begin))
                ++linears[*step];
        }
    }
    const auto steps = stepSummaries(trace);
    setting.table.add("recorded steps", steps.size() == 3, std::to_string(steps.size()), "3");
    for (const StepSummary& step : steps) {
        const std::string name(trace.text(trace.steps()[step.step].name));
        setting.table.add("linears in " + name, linears[step.step] == expected, std::to_string(linears[step.step]),
                          std::to_string(expected));
        setting.table.note("kernels in " + name, std::to_string(step.kernels) +
                                                     " (Hugging Face on an H200: 925), sum " +
                                                     milliseconds(static_cast<double>(step.kernelSum)));
    }
}

// Demanglers differ in "> >" and ">>".
std::string oneSpelling(std::string name)
{
    for (std::size_t at = name.find("> >"); at != std::string::npos; at = name.find("> >"))
        name.erase(at + 1, 1);
    return name;
}

// Kernels of one layer in one step, in order.
std::vector<std::string> layerKernels(const Trace& trace, std::int64_t step, std::int64_t layer)
{
    std::vector<std::string> names;
    for (const EventId kernel : kernelsInTimeOrder(trace)) {
        const auto at = trace.stepOf(kernel);
        const EventId module = moduleOf(trace, kernel);
        if (!at || trace.steps()[*at].number != step || module == kNoEvent)
            continue;
        if (trace.args().integer(trace.event(module).args, "layer") == layer)
            names.push_back(oneSpelling(std::string(trace.name(kernel))));
    }
    return names;
}

void checkLayer(Setting& setting, const Trace& trace)
{
    std::vector<std::string> expected;
    std::ifstream file(setting.repository + "/tests/data/h200-middle-layer-kernels.txt");
    for (std::string line; std::getline(file, line);)
        expected.push_back(oneSpelling(line));
    constexpr std::int64_t kStep = 4;
    constexpr std::int64_t kLayer = 10;
    constexpr std::int64_t kLayers = 22;
    const auto actual = layerKernels(trace, kStep, kLayer);
    std::ofstream(setting.out + "/middle-layer-kernels.txt") << json(actual).dump(1) << '\n';
    std::map<std::size_t, int> layersByCount;
    for (std::int64_t layer = 0; layer < kLayers; ++layer)
        ++layersByCount[layerKernels(trace, kStep, layer).size()];
    std::string counts;
    for (const auto& [count, layers] : layersByCount)
        counts += std::to_string(layers) + " layers of " + std::to_string(count) + " kernels ";
    setting.table.note("layers", counts);
    setting.table.add("kernels of a middle layer", actual.size() == expected.size(), std::to_string(actual.size()),
                      std::to_string(expected.size()));
    const auto differ = std::mismatch(actual.begin(), actual.end(), expected.begin(), expected.end());
    const bool equal = actual == expected;
    std::string detail = "equal";
    if (!equal) {
        const auto at = static_cast<std::size_t>(differ.first - actual.begin());
        constexpr std::size_t kShown = 110;
        detail = "differ at " + std::to_string(at) + ": " +
                 (at < actual.size() ? actual[at].substr(0, kShown) : "nothing") + " / expected " +
                 (at < expected.size() ? expected[at].substr(0, kShown) : "nothing");
    }
    setting.table.add("their names and order", equal, detail, "those of Hugging Face's trace");
}

void checkRecords(Setting& setting, const CaptureRun& run)
{
    const json own = ownMetadata(run.description);
    setting.table.add("dropped records", run.dropped == 0, std::to_string(run.dropped), "0");
    const json& records = own["records"];
    setting.table.add("launches whose kernel never came", records["lost_launches"] == 0,
                      records["lost_launches"].dump(), "0");
    setting.table.note("records outside the window", records["outside_window"].dump());
    const double before = own["timer"]["median_ns"];
    const double recorded = own["recorded"]["median_ns"];
    setting.table.note("TPOT by the timer", milliseconds(own["timer"]["tpot_ns"]) + ", median " + milliseconds(before));
    if (own.contains("timer_first"))
        setting.table.note("TPOT at new cache lengths", milliseconds(own["timer_first"]["tpot_ns"]));
    setting.table.note("step under the recorder", milliseconds(recorded) + " = " + number(recorded / before) + " x");
    setting.table.note("wall clock moved by", own["clock_step_ns"].dump() + " ns");
    setting.table.note("CUPTI", own.value("cupti_library", std::string("none")));
}

void checkFile(Setting& setting, const Trace& trace)
{
    const std::string path = setting.out + "/capture.json.gz";
    Progress progress;
    const auto written = writeTrace(trace, path, {}, progress);
    setting.table.add("capture saved", written.has_value(), written ? path : written.error().text(), "");
    if (!written)
        return;
    const std::array paths = {path};
    const auto opened = openTraces(paths, progress);
    if (!opened) {
        setting.table.add("capture opens again", false, opened.error().text(), "");
        return;
    }
    const Trace& reloaded = **opened;
    setting.table.add("rows that differ after saving", differingRows(trace, reloaded) == 0,
                      std::to_string(differingRows(trace, reloaded)) + " of " + std::to_string(trace.eventCount()),
                      "0");
    const auto before = stepSummaries(trace);
    const auto after = stepSummaries(reloaded);
    bool equal = before.size() == after.size();
    for (std::size_t i = 0; equal && i < before.size(); ++i) {
        equal = before[i].kernels == after[i].kernels && before[i].kernelSum == after[i].kernelSum &&
                before[i].gpuBusy == after[i].gpuBusy && before[i].gap == after[i].gap &&
                before[i].cpuOps == after[i].cpuOps && before[i].launches == after[i].launches;
    }
    setting.table.add("steps table after saving", equal, equal ? "equal" : "differs", "equal");
}

// A step behind the window against one before it, with seconds in between in which the machine may have got slower or
// faster: so the median of nine captures counts.
void checkReturn(Setting& setting, const CaptureRun& first)
{
    constexpr double kReturned = 1.05;
    constexpr std::size_t kCaptures = 9;
    const auto ratioOf = [](const CaptureRun& run) {
        const json own = ownMetadata(run.description);
        return own["timer_after"]["median_ns"].get<double>() / own["timer"]["median_ns"].get<double>();
    };
    std::vector<double> ratios = {ratioOf(first)};
    while (ratios.size() < kCaptures) {
        const CaptureRun run = runCapture(setting.create, setting.options());
        if (!isFinished(run)) {
            succeeded(setting, "the same capture again", run);
            return;
        }
        ratios.push_back(ratioOf(run));
    }
    setting.table.note("the same, first capture of the process", number(ratios.front()) + " x");
    std::ranges::sort(ratios);
    const double middle = ratios[kCaptures / 2];
    setting.table.addTime("step when the recorder is off again", middle <= kReturned,
                          number(middle) + " x (" + number(ratios.front()) + " to " + number(ratios.back()) + ")",
                          "1.05 x");
}

void checkOneCapture(Setting& setting)
{
    const CaptureRun run = runCapture(setting.create, setting.options());
    if (!succeeded(setting, "one capture", run))
        return;
    checkSteps(setting, *run.trace);
    if (!setting.cpu) {
        checkLinks(setting, *run.trace);
        checkLayer(setting, *run.trace);
    }
    checkRecords(setting, run);
    checkReturn(setting, run);
    checkFile(setting, *run.trace);
}

// Where kernels without an operator lie, and how long the decode thread stood still.
void noteUnlinked(Setting& setting, const CaptureRun& run)
{
    const Trace& trace = *run.trace;
    std::map<std::string, std::size_t> bySteps;
    for (const EventId kernel : kernelsInTimeOrder(trace)) {
        if (trace.launchOf(kernel) != kNoEvent && trace.opOf(kernel) != kNoEvent)
            continue;
        const auto step = trace.stepAt(trace.event(kernel).begin);
        ++bySteps[step ? std::string(trace.text(trace.steps()[*step].name)) : "between steps"];
    }
    std::string where;
    for (const auto& [step, kernels] : bySteps)
        where += step + ": " + std::to_string(kernels) + " ";
    setting.table.note("kernels without operator in 400 steps", where.empty() ? "none" : where);

    std::vector<Ns> begins;
    for (std::uint32_t i = 0; i < trace.eventCount(); ++i) {
        if (trace.kind(EventId{i}) == EventKind::cpuOp)
            begins.push_back(trace.event(EventId{i}).begin);
    }
    std::sort(begins.begin(), begins.end());
    Ns longest = 0;
    for (std::size_t i = 1; i < begins.size(); ++i)
        longest = std::max(longest, begins[i] - begins[i - 1]);
    setting.table.note("longest time without an operator", milliseconds(static_cast<double>(longest)));
    setting.table.note("records of 400 steps", ownMetadata(run.description)["records"].dump());
}

void checkKernelDelays(Setting& setting, CaptureRun& run)
{
    if (run.kernelDelaysNs.empty())
        return setting.table.add("kernel's end to its row, p99", false, "no kernel", "150 ms");
    std::sort(run.kernelDelaysNs.begin(), run.kernelDelaysNs.end());
    const auto quantile = [&](double q) {
        return run.kernelDelaysNs[static_cast<std::size_t>(q * static_cast<double>(run.kernelDelaysNs.size() - 1))];
    };
    constexpr double kLimitNs = 150e6;
    setting.table.add("kernel's end to its row, p99", quantile(0.99) <= kLimitNs,
                      milliseconds(quantile(0.99)) + " (median " + milliseconds(quantile(0.5)) + ", max " +
                          milliseconds(quantile(1)) + ", " + std::to_string(run.kernelDelaysNs.size()) + " kernels)",
                      "150 ms");
}

void checkDelay(Setting& setting)
{
    CaptureOptions options = setting.options();
    options.timedSteps = 0;
    options.schedule = {0, 1, 2, 400, 1};
    CaptureRun run = runCapture(setting.create, options);
    if (!succeeded(setting, "a capture of 400 steps", run))
        return;
    if (!setting.cpu)
        checkKernelDelays(setting, run);
    setting.table.note("append and snapshot, longest tick",
                       milliseconds(run.longestTickNs)); // no work of the UI thread
    setting.table.add(
        "kernels behind the live edge", run.kernelsBehindEdge == 0,
        std::to_string(run.kernelsBehindEdge) + ", the edge moved " + std::to_string(run.edgeMoves) + " times", "0");
    setting.table.add("dropped in 400 steps", run.dropped == 0, std::to_string(run.dropped), "0");
    const json own = ownMetadata(run.description);
    setting.table.add("linked in 400 steps", own["records"]["kernels"] == own["records"]["linked_kernels"],
                      own["records"]["linked_kernels"].dump() + " of " + own["records"]["kernels"].dump(), "all");
    noteUnlinked(setting, run);
}

void checkManyCaptures(Setting& setting)
{
    constexpr int kCaptures = 20;
    constexpr int kSettled = 3;
    CaptureOptions options = setting.options();
    options.timedSteps = 2;
    ProcessMemory settled;
    ProcessMemory now;
    for (int i = 1; i <= kCaptures; ++i) {
        const CaptureRun run = runCapture(setting.create, options);
        if (run.status.phase != CapturePhase::finished) {
            setting.table.add("capture " + std::to_string(i) + " of 20", false, run.status.error.text(), "finishes");
            return;
        }
        now = ProcessMemory::ofThisProcess();
        if (i == kSettled)
            settled = now;
        std::fprintf(stderr, "capture %d: host %.1f MB, GPU %.1f MB in use, %.2f s\n", i, now.hostBytes / 1e6,
                     now.gpuBytes / 1e6, run.seconds);
    }
    constexpr double kHostLimit = 16e6;
    constexpr double kGpuLimit = 2e6;
    setting.table.add("host memory, 3rd to 20th capture", now.hostBytes - settled.hostBytes <= kHostLimit,
                      number((now.hostBytes - settled.hostBytes) / 1e6) + " MB", "16 MB");
    setting.table.add("GPU memory, 3rd to 20th capture", now.gpuBytes - settled.gpuBytes <= kGpuLimit,
                      number((now.gpuBytes - settled.gpuBytes) / 1e6) + " MB", "2 MB");
}

void checkStops(Setting& setting)
{
    static constexpr std::array<std::pair<CapturePhase, const char*>, 7> kPhases = {
        {{CapturePhase::loading, "loading"},
         {CapturePhase::prefill, "prefill"},
         {CapturePhase::timing, "timing"},
         {CapturePhase::waiting, "waiting"},
         {CapturePhase::warmup, "warm-up"},
         {CapturePhase::active, "active"},
         {CapturePhase::settling, "settling"}}};
    for (const auto& [phase, name] : kPhases) {
        CaptureOptions options = setting.options();
        options.schedule = {0, 30, 30, 30, 1};
        const CaptureRun run =
            runCapture(setting.create, options, [wanted = phase](LiveSource& source, const CaptureStatus& status) {
                if (status.phase >= wanted)
                    source.requestStop();
            });
        setting.table.add(std::string("stop while ") + name, run.status.phase == CapturePhase::finished,
                          run.status.phase == CapturePhase::finished ? number(run.seconds) + " s"
                                                                     : run.status.error.text(),
                          "finishes");
    }
}

// A failure has a sentence, and the next capture works.
void checkFailure(Setting& setting, const std::string& name, const CaptureOptions& options, const std::string& mentions)
{
    const CaptureRun run = runCapture(setting.create, options);
    const std::string text = run.status.error.text();
    setting.table.add(name, run.status.phase == CapturePhase::failed && text.find(mentions) != std::string::npos, text,
                      "fails and says '" + mentions + "'");
}

void checkFailures(Setting& setting)
{
    CaptureOptions options = setting.options();
    options.batch = 4096;
    options.promptLength = 8192; // 137 GB for the embedding's result in half precision
    if (!setting.cpu)
        checkFailure(setting, "out of GPU memory", options, "memory");
    options = setting.options();
    options.model = "/nowhere/no-such-model";
    checkFailure(setting, "unknown model", options, "no-such-model");
    options = setting.options();
    options.device = CaptureDevice::cuda;
    options.deviceIndex = 99;
    checkFailure(setting, "unknown GPU", options, setting.cpu ? "driver" : "99");
    if (!setting.cpu) {
        const ForeignCuptiSubscriber profiler;
        if (profiler.isSubscribed())
            checkFailure(setting, "another profiler attached", setting.options(), "another profiler");
        else
            setting.table.add("another profiler attached", false, "CUPTI could not be subscribed to", "");
    }
    options = setting.options();
    options.timedSteps = 2;
    succeeded(setting, "a capture after all failures", runCapture(setting.create, options));
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<std::string> arguments(argv + 1, argv + argc);
    const bool cpu = !arguments.empty() && arguments[0] == "--cpu";
    if (cpu)
        arguments.erase(arguments.begin());
    if (arguments.size() != 2) {
        std::fprintf(stderr, "usage: gpu_check [--cpu] REPOSITORY OUT-FOLDER\n");
        return 2;
    }
    Setting setting{cpu, arguments[0], arguments[1], loadCaptureLibrary(CAPTURE_LIBRARY)};
    checkOneCapture(setting);
    checkDelay(setting);
    checkStops(setting);
    checkFailures(setting);
    checkManyCaptures(setting);
    return setting.table.allOk() ? 0 : 1;
}
