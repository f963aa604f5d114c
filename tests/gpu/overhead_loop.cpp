// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gpu/overhead_loop.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <time.h>
#include <vector>

namespace decodescope::gpu {

namespace {

constexpr int kWarmupSteps = 2;

void require(const Result<void>& result)
{
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
        std::exit(1);
    }
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 != 0 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

void runSteps(DecodeSession& session, int steps)
{
    for (int step = 0; step < steps; ++step) {
        require(session.decodeStep());
        require(session.synchronize());
    }
}

// Waits for a line on the standard input; false: there will be none.
bool isAskedFor()
{
    int read = 0;
    do
        read = std::fgetc(stdin);
    while (read != EOF && read != '\n');
    return read == '\n';
}

// On the CPU the thread's own time, which other programs on the machine do not disturb.
double nowNs(bool cpu)
{
    timespec time{};
    ::clock_gettime(cpu ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

template <class Begin, class End>
std::vector<double> timeStepsNs(DecodeSession& session, const OverheadOptions& options, const Begin& begin,
                                const End& end)
{
    std::vector<double> times;
    for (int step = 0; step < options.steps; ++step) {
        const double before = nowNs(options.cpu);
        begin(step);
        require(session.decodeStep());
        require(session.synchronize());
        end();
        times.push_back(nowNs(options.cpu) - before);
    }
    return times;
}

void print(const std::string& name, const char* what, const std::vector<double>& timesNs)
{
    std::printf("%s\t%s", name.c_str(), what);
    for (const double time : timesNs)
        std::printf("\t%.0f", time);
    std::printf("\n");
    std::fflush(stdout);
}

} // namespace

OverheadOptions overheadOptions(int argc, char** argv)
{
    OverheadOptions options;
    for (const std::string_view argument : std::vector<std::string_view>(argv + 1, argv + argc)) {
        options.cpu = options.cpu || argument == "--cpu";
        options.parts = options.parts || argument == "--parts";
        options.onDemand = options.onDemand || argument == "--on-demand";
    }
    return options;
}

std::unique_ptr<DecodeSession> overheadSession(const OverheadOptions& options)
{
    ModelOptions model;
    if (options.cpu) {
        model.preset = "tiny";
        model.device = DeviceKind::cpu;
    }
    auto session = DecodeSession::create(model);
    if (!session) {
        std::fprintf(stderr, "%s\n", session.error().text().c_str());
        std::exit(1);
    }
    require((*session)->prefill());
    runSteps(**session, 10);
    return std::move(*session);
}

void measureOverhead(const std::string& name, DecodeSession& session, const OverheadOptions& options,
                     const RecorderUnderTest& recorder)
{
    const auto timePlain = [&] {
        require(session.prefill());
        runSteps(session, kWarmupSteps);
        return timeStepsNs(
            session, options, [](int) {}, [] {});
    };
    timePlain();
    print(name, "before", {median(timePlain())});
    for (int round = 0; options.onDemand ? isAskedFor() : round < options.rounds; ++round) {
        const std::vector<double> plain = timePlain();
        require(session.prefill());
        require(session.synchronize());
        recorder.on();
        runSteps(session, kWarmupSteps);
        recorder.window();
        const std::vector<double> recorded = timeStepsNs(session, options, recorder.beginStep, recorder.endStep);
        recorder.off();
        print(name, "plain", plain);
        print(name, "recorded", recorded);
    }
}

} // namespace decodescope::gpu
