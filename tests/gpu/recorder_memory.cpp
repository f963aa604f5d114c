// SPDX-License-Identifier: GPL-3.0-or-later
// What each part of the recorder leaves behind in host and GPU memory, and what it does to the steps that follow.
// recorder_memory [--cpu]; --cpu takes the tiny model on the CPU and leaves CUPTI out, to try the program itself.
#include "capture/model/gpu_device.h"
#include "capture/record/step_recorder.h"
#include "tests/gpu/overhead_loop.h"
#include "tests/gpu/process_memory.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <sys/resource.h>
#include <thread>

using namespace decodescope;

namespace {

constexpr int kRepeats = 6;
constexpr int kSteps = 5;

template <class Value>
Value require(Result<Value> result)
{
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
        std::exit(1);
    }
    if constexpr (!std::is_void_v<Value>)
        return std::move(*result);
}

// Wall time of each step, ms, synchronized.
void runSteps(DecodeSession& session, int steps)
{
    for (int step = 0; step < steps; ++step) {
        require(session.decodeStep());
        require(session.synchronize());
    }
}

// Blocks of five steps: wall time, time in the kernel, page faults and involuntary switches, each by step.
void printStepTimes(const char* when, DecodeSession& session, int blocks)
{
    constexpr int kBlock = 5;
    require(session.prefill());
    require(session.synchronize());
    std::printf("-\tms (ms in the system, faults, switches) a step, %s\t", when);
    for (int block = 0; block < blocks; ++block) {
        rusage before{};
        rusage after{};
        ::getrusage(RUSAGE_THREAD, &before);
        const auto begin = std::chrono::steady_clock::now();
        runSteps(session, kBlock);
        const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
        ::getrusage(RUSAGE_THREAD, &after);
        const double system = static_cast<double>(after.ru_stime.tv_sec - before.ru_stime.tv_sec) * 1e3 +
                              static_cast<double>(after.ru_stime.tv_usec - before.ru_stime.tv_usec) / 1e3;
        std::printf("%.1f (%.1f, %ld, %ld) ", taken.count() / kBlock, system / kBlock,
                    (after.ru_minflt - before.ru_minflt) / kBlock, (after.ru_nivcsw - before.ru_nivcsw) / kBlock);
    }
    std::printf("\t\n");
}

template <class Work>
void repeat(const char* what, const Work& work)
{
    work(); // the first time costs more
    const auto before = gpu::ProcessMemory::ofThisProcess();
    for (int i = 0; i < kRepeats; ++i)
        work();
    const auto after = gpu::ProcessMemory::ofThisProcess();
    std::printf("-\t%s\thost %+.2f MB, GPU %+.2f MB each time\t\n", what,
                (after.hostBytes - before.hostBytes) / 1e6 / kRepeats,
                (after.gpuBytes - before.gpuBytes) / 1e6 / kRepeats);
    std::fflush(stdout);
}

template <class Work>
void onNewThread(const Work& work)
{
    std::thread(work).join();
}

// CUPTI's part, and what of it stays.
void measureCupti(DecodeSession& session, const std::function<void()>& decode)
{
    std::vector<GpuRecord> records;
    const auto attached = [&](GpuRecorder& recorder) {
        require(recorder.attach());
        decode();
        recorder.flush();
        recorder.detach();
        recorder.take(records);
        records.clear();
    };
    {
        const auto recorder = require(GpuRecorder::open());
        printStepTimes("subscribed", session, 10);
        repeat("subscribed, steps alone", decode);
        attached(*recorder);
        printStepTimes("subscribed, detached", session, 10);
        repeat("attach and detach", [&] { attached(*recorder); });
        repeat("attach and detach, new threads", [&] { onNewThread([&] { attached(*recorder); }); });
    }
    printStepTimes("unsubscribed", session, 10);
    repeat("subscribe, attach, detach, unsubscribe", [&] { attached(*require(GpuRecorder::open())); });
    repeat("subscribe, unsubscribe", [&] { require(GpuRecorder::open()); });
}

} // namespace

int main(int argc, char** argv)
{
    const gpu::OverheadOptions overhead = gpu::overheadOptions(argc, argv);
    const auto session = gpu::overheadSession(overhead);
    printStepTimes("nothing attached, new cache lengths", *session, 20);
    printStepTimes("nothing attached, the same lengths", *session, 10);

    const auto decode = [&] {
        require(session->prefill());
        runSteps(*session, kSteps);
    };
    repeat("steps alone", decode);
    repeat("steps alone, new threads", [&] { onNewThread(decode); });
    StepRecorderOptions options;
    if (!overhead.cpu) {
        measureCupti(*session, decode);
        options.gpu = require(readGpuProperties(0));
    }
    BatchQueue queue(std::size_t{1} << 40);
    const auto whole = [&] {
        const auto recorder = require(StepRecorder::create(*session, options, queue, [](Ns) {}));
        require(recorder->attach());
        require(recorder->openWindow());
        decode();
        require(recorder->finish());
        queue.takeAll();
    };
    repeat("whole recorder", whole);
    repeat("whole recorder, new threads", [&] { onNewThread(whole); });
    return 0;
}
