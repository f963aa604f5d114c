// SPDX-License-Identifier: GPL-3.0-or-later
// What this program's recorder adds to a decode step.
#include "capture/model/gpu_device.h"
#include "capture/record/step_recorder.h"
#include "tests/gpu/overhead_loop.h"

#include <cstdio>
#include <cstdlib>

using namespace decodescope;

namespace {

void require(const Result<void>& result)
{
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
        std::exit(1);
    }
}

// `window` false: attached, but nothing is noted. Between the rounds the recorder is detached but stays there, as
// torch's profiler does and as in a schedule that repeats: CUPTI in the process makes plain steps slower by itself.
void measure(const char* name, DecodeSession& session, const gpu::OverheadOptions& options,
             const StepRecorderOptions& recorderOptions, bool window)
{
    BatchQueue queue(std::size_t{1} << 40);
    std::unique_ptr<StepRecorder> recorder;
    gpu::RecorderUnderTest test;
    test.on = [&] {
        if (!recorder) {
            auto created = StepRecorder::create(session, recorderOptions, queue, [](Ns) {});
            if (!created)
                require(tl::unexpected(created.error()));
            recorder = std::move(*created);
        }
        require(recorder->attach());
    };
    test.window = [&] {
        if (window)
            require(recorder->openWindow());
    };
    test.beginStep = [&](int step) { recorder->beginAnnotation("ProfilerStep", step); };
    test.endStep = [&] { recorder->endAnnotation(); };
    test.off = [&] {
        require(recorder->closeWindow());
        recorder->detach();
        queue.takeAll();
    };
    gpu::measureOverhead(name, session, options, test);
    require(recorder->finish());
}

} // namespace

int main(int argc, char** argv)
{
    const gpu::OverheadOptions options = gpu::overheadOptions(argc, argv);
    const auto session = gpu::overheadSession(options);
    StepRecorderOptions recorderOptions;
    if (!options.cpu) {
        const auto properties = readGpuProperties(0);
        if (!properties) {
            std::fprintf(stderr, "%s\n", properties.error().text().c_str());
            return 1;
        }
        recorderOptions.gpu = *properties;
    }
    if (!options.parts) {
        measure("recorder", *session, options, recorderOptions, true);
        return 0;
    }
    gpu::OverheadOptions oneRound = options;
    oneRound.rounds = 1;
    StepRecorderOptions withoutShapes = recorderOptions;
    withoutShapes.shapes = false;
    StepRecorderOptions operators = recorderOptions;
    operators.gpu.reset();
    StepRecorderOptions operatorsWithoutShapes = operators;
    operatorsWithoutShapes.shapes = false;
    for (int round = 0; round < options.rounds; ++round) { // in turn, as the machine may be slower for seconds
        measure("recorder-cupti-alone", *session, oneRound, recorderOptions, false);
        measure("recorder-without-shapes", *session, oneRound, withoutShapes, true);
        measure("recorder-operators", *session, oneRound, operators, true);
        measure("recorder-operators-without-shapes", *session, oneRound, operatorsWithoutShapes, true);
    }
    return 0;
}
