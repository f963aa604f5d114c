// SPDX-License-Identifier: GPL-3.0-or-later
// How long the tables take on a long decode: a made-up trace of steps with 880 kernels and 6,600 CPU events each.
#include "core/query/averages.h"
#include "core/query/gaps.h"
#include "core/query/range_summary.h"
#include "core/query/steps.h"
#include "core/trace/trace_builder.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

using namespace decodescope;

namespace {

constexpr int kKernelsAStep = 880;
constexpr int kOpsAKernel = 6; // besides its launch
constexpr int kNames = 29;

void addStep(TraceBuilder& builder, int step)
{
    EventBatch batch;
    const std::uint32_t cpu = batch.threadNumber({{1, 0, true}, {1, 0, true}});
    const std::uint32_t gpu = batch.threadNumber({{0, 0, true}, {7, 0, true}});
    const std::uint32_t op = batch.strings.add("cpu_op");
    const std::uint32_t call = batch.strings.add("cuda_runtime");
    const std::uint32_t kernel = batch.strings.add("kernel");
    const Ns begin = Ns{step} * 25'000'000;
    const auto add = [&](std::uint32_t thread, std::uint32_t category, std::string_view name, Ns at, Ns duration,
                         const std::string& args) {
        BatchEvent event;
        event.time = at;
        event.duration = duration;
        event.name = batch.strings.add(name);
        event.category = category;
        event.thread = thread;
        event.args = batch.args.add(args);
        batch.events.push_back(event);
    };
    add(cpu, batch.strings.add("user_annotation"), "ProfilerStep#" + std::to_string(step), begin, 24'900'000, "{}");
    for (int i = 0; i < kKernelsAStep; ++i) {
        const Ns at = begin + 1000 + Ns{i} * 28'000;
        const std::string id = std::to_string(step * kKernelsAStep + i + 1);
        for (int k = 0; k < kOpsAKernel; ++k)
            add(cpu, op, "aten::op" + std::to_string((i * 7 + k) % 60), at + k * 500, 20'000 - k * 1000,
                "{\"External id\": " + id + "}");
        add(cpu, call, "cudaLaunchKernel", at + 9'000, 5'000,
            "{\"External id\": " + id + ", \"correlation\": " + id + "}");
        add(gpu, kernel, "kernel_" + std::to_string(i % kNames), at + 16'000, 1'000 + (i * 37 + step * 11) % 9'000,
            "{\"External id\": " + id + ", \"correlation\": " + id + "}");
    }
    builder.append(batch);
}

// Wall time, and the thread's own time, which a busy machine does not change.
template <class Work>
void timed(const char* what, Work work)
{
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t cpuBegin = std::clock();
    const std::size_t rows = work();
    const double cpu = 1000.0 * static_cast<double>(std::clock() - cpuBegin) / CLOCKS_PER_SEC;
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    std::printf("%-32s %9.1f ms, %9.1f ms of CPU  (%zu rows)\n", what, took.count(), cpu, rows);
}

} // namespace

int main(int argc, char** argv)
{
    const long wanted = argc > 1 ? std::atol(argv[1]) : 10'000'000;
    constexpr long kEventsAStep = 1 + kKernelsAStep * (kOpsAKernel + 2);
    TraceBuilder builder;
    for (int step = 0; step * kEventsAStep < wanted; ++step)
        addStep(builder, step);
    builder.finish();
    const auto trace = builder.snapshot();
    std::printf("%zu events, %zu GPU operations, %zu steps\n", trace->eventCount(), trace->gpuOperationCount(),
                trace->steps().size());
    const TimeRange all = trace->span();
    const TimeRange tenth{all.begin, all.begin + all.length() / 10};
    for (int round = 0; round < 3; ++round)
        timed("window: everything", [&] { return summarizeRange(*trace, all)->kernels.size(); });
    timed("window: a tenth", [&] { return summarizeRange(*trace, tenth)->kernels.size(); });
    timed("window: one step", [&] { return summarizeRange(*trace, trace->steps()[5].range)->kernels.size(); });
    timed("steps", [&] { return stepSummaries(*trace).size(); });
    timed("gaps of one step", [&] { return findGaps(*trace, {.step = 5}).size(); });
    timed("gaps", [&] { return findGaps(*trace).size(); });
    timed("averages", [&] { return keyAverages(*trace).size(); });
    return 0;
}
