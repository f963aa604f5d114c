// SPDX-License-Identifier: GPL-3.0-or-later
// A decode as a CUDA graph against the same decode eagerly: logits, kernels, links. graph_check [--cpu] REPOSITORY;
// --cpu decodes eagerly over the graph's cache on the CPU, to try the program itself.
#include "capture/model/decode_session.h"
#include "capture/record/live_capture.h"
#include "core/label/label_trace.h"
#include "core/query/steps.h"
#include "tests/gpu/capture_run.h"
#include "tests/gpu/check_table.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string_view>

using namespace decodescope;
using namespace decodescope::gpu;

namespace {

using Tokens = std::vector<std::int64_t>;
using Logits = std::vector<float>;

constexpr float kNoNumber = std::numeric_limits<float>::infinity();

float largestDifference(const Logits& a, const Logits& b)
{
    float largest = a.size() == b.size() ? 0.0F : kNoNumber;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        largest = std::max(largest, std::isfinite(a[i]) && std::isfinite(b[i]) ? std::abs(a[i] - b[i]) : kNoNumber);
    return largest;
}

float largestOf(const Logits& logits)
{
    float largest = 0;
    for (const float logit : logits)
        largest = std::max(largest, std::abs(logit));
    return largest;
}

std::string number(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

struct Decoded
{
    std::string error;
    std::vector<Logits> logits; // after the prefill, after each step
    std::vector<Tokens> tokens;
};

// Twice, since the first prefill captures the graph and the second only starts over.
Decoded decode(const ModelOptions& options, int steps)
{
    Decoded decoded;
    const auto session = DecodeSession::create(options);
    if (!session) {
        decoded.error = session.error().text();
        return decoded;
    }
    for (int round = 0; round < 2; ++round) {
        decoded = {};
        for (int step = 0; step <= steps; ++step) {
            const auto done = step == 0 ? (*session)->prefill() : (*session)->decodeStep();
            const auto logits = done ? (*session)->lastLogits() : Result<Logits>(tl::unexpected(done.error()));
            const auto tokens = done ? (*session)->tokens() : Result<Tokens>(tl::unexpected(done.error()));
            if (!logits || !tokens) {
                decoded.error = (logits ? tokens.error() : logits.error()).text();
                return decoded;
            }
            decoded.logits.push_back(*logits);
            decoded.tokens.push_back(*tokens);
        }
    }
    return decoded;
}

ModelOptions graphOptions()
{
    ModelOptions options;
    options.cache = CacheMode::fixedLength;
    options.mode = DecodeMode::cudaGraph;
    return options;
}

void checkAgainstHuggingFace(CheckTable& table, bool cpu, const std::string& repository, const std::string& name)
{
    const std::string data = repository + "/tests/data/models/" + name;
    std::ifstream stream(data + "-reference.json");
    const auto reference = nlohmann::json::parse(stream);
    ModelOptions options = graphOptions();
    if (cpu) {
        options.device = DeviceKind::cpu;
        options.mode = DecodeMode::eager;
    }
    options.folder = data;
    options.promptTokens = reference.at("prompt").get<Tokens>();
    options.dtype = FloatType::float32;
    options.cacheCapacity = 128;
    const auto expected = reference.at("last_logits_per_step").get<std::vector<Logits>>();
    const auto greedy = reference.at("greedy_tokens").get<Tokens>();
    const Decoded decoded = decode(options, static_cast<int>(expected.size()) - 1);
    float difference = decoded.logits.size() == expected.size() ? 0.0F : kNoNumber;
    bool sameTokens = true;
    for (std::size_t i = 0; i < std::min(decoded.logits.size(), expected.size()); ++i) {
        difference = std::max(difference, largestDifference(decoded.logits[i], expected[i]));
        sameTokens = sameTokens && (i >= greedy.size() || decoded.tokens[i].front() == greedy[i]);
    }
    constexpr float kTolerance = 1e-4F;
    table.add((cpu ? "static cache of " : "graph of ") + name + " and Hugging Face",
              decoded.error.empty() && difference <= kTolerance,
              decoded.error.empty() ? number(difference) : decoded.error, number(kTolerance));
    table.add("its tokens", decoded.error.empty() && sameTokens, sameTokens ? "equal" : "differ", "equal");
}

// While the tokens agree, since another token is another input.
void checkHalfPrecision(CheckTable& table, std::int64_t batch)
{
    constexpr int kSteps = 40;
    ModelOptions options = graphOptions();
    options.batch = batch;
    options.promptLength = 50;
    options.cacheCapacity = 128;
    const Decoded graph = decode(options, kSteps);
    options.mode = DecodeMode::eager;
    const Decoded sameCache = decode(options, kSteps);
    options.cache = CacheMode::concatenate;
    const Decoded growingCache = decode(options, kSteps);
    const auto compare = [&](const std::string& name, const Decoded& other, float limit, int leastSteps) {
        if (!graph.error.empty() || !other.error.empty())
            return table.add(name, false, graph.error + other.error, "no error");
        float difference = 0;
        int steps = 0;
        do {
            const auto at = static_cast<std::size_t>(steps);
            difference = std::max(difference, largestDifference(graph.logits[at], other.logits[at]));
            ++steps;
        } while (steps <= kSteps && graph.tokens[static_cast<std::size_t>(steps - 1)] ==
                                        other.tokens[static_cast<std::size_t>(steps - 1)]);
        table.add(name, difference <= limit && steps >= leastSteps,
                  number(difference) + " over " + std::to_string(steps) + " of 41 positions",
                  number(limit) + " over " + std::to_string(leastSteps));
    };
    if (!graph.logits.empty())
        table.note("fp16: largest logit", number(largestOf(graph.logits.back())));
    const std::string what = "fp16, batch " + std::to_string(batch) + ": graph and eager, ";
    compare(what + "static cache", sameCache, 0, kSteps + 1);
    constexpr float kOtherKernels = 0.05F; // another attention kernel, in half precision
    compare(what + "growing cache", growingCache, kOtherKernels, 2);
}

LiveSource* createSource()
{
    return makeLiveCapture().release();
}

// What each GPU operation of a step is and which part of the model it serves, in order.
std::vector<std::string> operationsOf(const Trace& trace, std::size_t step)
{
    const auto labels = labelTrace(trace);
    std::vector<std::pair<Ns, std::string>> found;
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
        const EventId event = trace.gpuOperation(i).event;
        if (trace.stepOf(event) != step)
            continue;
        const Label label = labels->of(i);
        found.emplace_back(trace.event(event).begin,
                           std::string(partName(label.part)) + " " + std::to_string(label.layer) + " " +
                               std::string(labelSourceName(label.source)) + " " + std::string(trace.name(event)));
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> names;
    for (auto& [begin, name] : found)
        names.push_back(std::move(name));
    return names;
}

void noteNodes(CheckTable& table, const Trace& trace)
{
    std::string ids;
    std::int64_t before = 0;
    std::size_t jumps = 0;
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
        const ArgsId args = trace.event(trace.gpuOperation(i).event).args;
        const auto id = trace.args().integer(args, "graph node id").value_or(-1);
        jumps += i > 0 && id != before + 1;
        if (i < 3 || i + 2 > trace.gpuOperationCount())
            ids += std::to_string(id) + " ";
        before = id;
    }
    table.note("graph node ids",
               ids + "of " + std::to_string(trace.gpuOperationCount()) + " operations, jumps " + std::to_string(jumps));
}

void checkCapture(CheckTable& table)
{
    CaptureOptions options;
    options.device = CaptureDevice::cuda;
    options.mode = DecodeMode::cudaGraph;
    const CaptureRun graph = runCapture(&createSource, options);
    options.mode = DecodeMode::eager;
    options.kvCache = KvCacheKind::fixedLength;
    const CaptureRun eager = runCapture(&createSource, options);
    for (const CaptureRun* run : {&graph, &eager}) {
        const bool ok = run->status.phase == CapturePhase::finished && run->trace && run->trace->steps().size() == 3;
        table.add(run == &graph ? "a capture of the graph" : "a capture with a static cache", ok,
                  ok ? number(run->seconds) + " s" : run->status.error.text(), "finishes");
        if (!ok)
            return;
    }
    const Trace& trace = *graph.trace;
    std::size_t linked = 0;
    std::size_t inSteps = 0;
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
        linked += trace.gpuOperation(i).launch != kNoEvent;
        inSteps += trace.stepOf(trace.gpuOperation(i).event).has_value();
    }
    const std::string all = " of " + std::to_string(trace.gpuOperationCount());
    table.add("graph's operations with their launch", linked == trace.gpuOperationCount(), std::to_string(linked) + all,
              "all");
    table.add("graph's operations with their step", inSteps == trace.gpuOperationCount(), std::to_string(inSteps) + all,
              "all");
    for (const StepSummary& step : stepSummaries(trace))
        table.add("launches of a step", step.launches == 1, std::to_string(step.launches), "1");
    noteNodes(table, trace);

    const auto ofGraph = operationsOf(trace, 1);
    const auto ofEager = operationsOf(*eager.trace, 1);
    table.add("operations of a step, graph and eager", ofGraph.size() == ofEager.size() && !ofGraph.empty(),
              std::to_string(ofGraph.size()) + " and " + std::to_string(ofEager.size()), "as many");
    const auto differ = std::mismatch(ofGraph.begin(), ofGraph.end(), ofEager.begin(), ofEager.end());
    std::string detail = "equal";
    if (differ.first != ofGraph.end() && differ.second != ofEager.end())
        detail = "at " + std::to_string(differ.first - ofGraph.begin()) + ": " + differ.first->substr(0, 120) +
                 " / eager " + differ.second->substr(0, 120);
    table.add("their kernels, layers and parts", ofGraph == ofEager, detail, "equal");
}

// The records of one launch come in several deliveries.
void checkLiveEdge(CheckTable& table, bool waits)
{
    CaptureOptions options;
    options.device = CaptureDevice::cuda;
    options.mode = DecodeMode::cudaGraph;
    options.timedSteps = 0;
    options.schedule = {0, 1, 2, 300, 1};
    options.synchronizeEachStep = waits;
    const CaptureRun run = runCapture(&createSource, options);
    constexpr std::size_t kLeastMoves = 5;
    const bool ok = run.status.phase == CapturePhase::finished && !run.kernelDelaysNs.empty();
    table.add(std::string("graph's kernels behind the live edge, ") + (waits ? "waiting" : "not waiting"),
              ok && run.kernelsBehindEdge == 0 && run.edgeMoves >= kLeastMoves,
              ok ? std::to_string(run.kernelsBehindEdge) + " of " + std::to_string(run.kernelDelaysNs.size()) +
                       ", the edge moved " + std::to_string(run.edgeMoves) + " times"
                 : run.status.error.text(),
              "0; it moves");
}

} // namespace

int main(int argc, char** argv)
{
    const bool cpu = argc > 1 && std::string_view(argv[1]) == "--cpu";
    if (argc != (cpu ? 3 : 2)) {
        std::fprintf(stderr, "usage: graph_check [--cpu] REPOSITORY\n");
        return 2;
    }
    CheckTable table(cpu);
    for (const char* model : {"tiny-llama", "tiny-llama3-tied", "tiny-qwen3"})
        checkAgainstHuggingFace(table, cpu, argv[argc - 1], model);
    if (!cpu) {
        checkHalfPrecision(table, 1);
        checkHalfPrecision(table, 8);
        checkCapture(table);
        checkLiveEdge(table, true);
        checkLiveEdge(table, false);
    }
    return table.allOk() ? 0 : 1;
}
