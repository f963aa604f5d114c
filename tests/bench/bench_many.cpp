// SPDX-License-Identifier: GPL-3.0-or-later
// What grows with the number of streams, steps, names, threads and devices: each table over a trace of n of one of them
// and one of 2n, in CPU ms and as a ratio. Work in proportion to n gives about 2, to its square about 4.
//   bench_many [n]
#include "core/io/chrome_trace_writer.h"
#include "core/label/label_trace.h"
#include "core/query/averages.h"
#include "core/query/compare.h"
#include "core/query/gaps.h"
#include "core/query/range_summary.h"
#include "core/query/record_sheet.h"
#include "core/query/steps.h"
#include "core/trace/trace_builder.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>

using namespace decodescope;

namespace {

// Which of these each launch has one of its own of.
struct Shape
{
    const char* name;
    bool steps = false, threads = false, devices = false, streams = false, names = false, overlap = false,
         overhead = false;
};

constexpr std::array kShapes{Shape{.name = "launches"},
                             Shape{.name = "steps", .steps = true},
                             Shape{.name = "threads", .threads = true},
                             Shape{.name = "devices", .devices = true},
                             Shape{.name = "streams", .streams = true},
                             Shape{.name = "kernel names", .names = true},
                             Shape{.name = "steps and kernel names", .steps = true, .names = true},
                             Shape{.name = "kernels at once", .overlap = true},
                             Shape{.name = "overheads", .overhead = true}};

std::shared_ptr<const Trace> traceOf(const Shape& shape, int count)
{
    constexpr Ns kEach = 10'000;
    constexpr std::size_t kBatch = 4096; // events, about as many as the reader hands over at once
    TraceBuilder builder;
    EventBatch batch;
    const auto add = [&](std::int64_t pid, std::int64_t tid, std::string_view category, const std::string& name, Ns at,
                         Ns length, int correlation) {
        BatchEvent event;
        event.time = at;
        event.duration = length;
        event.name = batch.strings.add(name);
        event.category = batch.strings.add(category);
        event.thread = batch.threadNumber({{pid, 0, true}, {tid, 0, true}});
        event.args = batch.args.add("{\"correlation\": " + std::to_string(correlation) + "}");
        batch.events.push_back(event);
    };
    if (!shape.steps)
        add(1, 1, "user_annotation", "ProfilerStep#1", 0, count * kEach, 0);
    for (int i = 0; i < count; ++i) {
        if (batch.events.size() >= kBatch) {
            builder.append(batch);
            batch = EventBatch();
        }
        const Ns at = i * kEach;
        const std::int64_t thread = shape.threads ? i + 1 : 1;
        if (shape.steps)
            add(1, 1, "user_annotation", "ProfilerStep#" + std::to_string(i), at, kEach, 0);
        add(1, thread, "cpu_op", "aten::mm", at + 100, 8'000, 0);
        add(1, thread, "cuda_runtime", "cudaLaunchKernel", at + 1'000, 2'000, i + 1);
        if (shape.overhead)
            add(-1, 0, "overhead", "Buffer Flush", at + 200, 300, 0);
        add(shape.devices ? i + 2 : 0, shape.streams ? i + 7 : 7, "kernel",
            shape.names ? "kernel_" + std::to_string(i) : "kernel", at + 5'000, shape.overlap ? count * kEach : 3'000,
            i + 1);
    }
    builder.append(batch);
    builder.finish();
    return builder.snapshot();
}

double cpuMs(const std::function<void()>& work)
{
    const std::clock_t begin = std::clock();
    work();
    return 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

struct Job
{
    const char* name;
    std::function<void(const Trace&, const Labels*)> run;
};

const std::array kJobs{Job{"label", [](const Trace& t, const Labels*) { labelTrace(t); }},
                       Job{"select", [](const Trace& t, const Labels* l) { (void)summarizeRange(t, t.span(), l); }},
                       Job{"steps", [](const Trace& t, const Labels*) { stepSummaries(t); }},
                       Job{"gaps", [](const Trace& t, const Labels*) { findGaps(t); }},
                       Job{"averages", [](const Trace& t, const Labels*) { keyAverages(t); }},
                       Job{"report", [](const Trace& t, const Labels* l) { recordSheetMarkdown(t, l); }},
                       Job{"compare",
                           [](const Trace& t, const Labels* l) {
                               compareTraces({&t, l, {}}, {&t, l, {}}, CompareGrouping::kernel);
                           }},
                       Job{"write", [](const Trace& t, const Labels*) {
                               std::string out;
                               Progress progress;
                               (void)writeTrace(t, *writeToMemory(out), {}, progress);
                           }}};

} // namespace

int main(int argc, char** argv)
{
    const int count = argc > 1 ? std::atoi(argv[1]) : 50'000;
    std::printf("CPU ms for %d of each, and how many times that for twice as many\n%-24s", count, "");
    for (const char* name : {"build", "label", "select", "steps", "gaps", "averages", "report", "compare", "write"})
        std::printf(" %13s", name);
    std::printf("\n");
    for (const Shape& shape : kShapes) {
        std::array<std::array<double, 2>, kJobs.size() + 1> took{};
        for (const std::size_t twice : {std::size_t{0}, std::size_t{1}}) {
            std::shared_ptr<const Trace> trace;
            took[0][twice] = cpuMs([&] { trace = traceOf(shape, count << twice); });
            const auto labels = labelTrace(*trace);
            for (std::size_t i = 0; i < kJobs.size(); ++i)
                took[i + 1][twice] = cpuMs([&] { kJobs[i].run(*trace, labels.get()); });
        }
        std::printf("%-24s", shape.name);
        for (const auto& [once, twice] : took)
            std::printf(" %8.0f %3.1fx", once, once > 0 ? twice / once : 0.0);
        std::printf("\n");
        std::fflush(stdout);
    }
    return 0;
}
