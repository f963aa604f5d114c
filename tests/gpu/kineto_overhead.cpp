// SPDX-License-Identifier: GPL-3.0-or-later
// What torch's own profiler adds to a decode step: the measure that the recorder is compared with. A program of its
// own, since the product never starts torch's profiler.
#include "tests/gpu/overhead_loop.h"

#include <ATen/record_function.h>
#include <torch/csrc/autograd/profiler_kineto.h>

#include <memory>
#include <set>
#include <string>

using namespace decodescope;

int main(int argc, char** argv)
{
    const gpu::OverheadOptions options = gpu::overheadOptions(argc, argv);
    const auto session = gpu::overheadSession(options);

    using torch::profiler::impl::ActivityType;
    std::set<ActivityType> activities = {ActivityType::CPU};
    if (!options.cpu)
        activities.insert(ActivityType::CUDA);
    constexpr bool kShapes = true;
    const torch::profiler::impl::ProfilerConfig config(torch::profiler::impl::ProfilerState::KINETO, kShapes);

    std::unique_ptr<at::RecordFunction> step;
    gpu::RecorderUnderTest test;
    test.on = [&] { torch::autograd::profiler::prepareProfiler(config, activities); };
    test.window = [&] { torch::autograd::profiler::enableProfiler(config, activities); };
    test.beginStep = [&](int number) { // as torch.profiler's record_function does
        step = std::make_unique<at::RecordFunction>(at::RecordScope::USER_SCOPE);
        if (step->isActive())
            step->before("ProfilerStep#" + std::to_string(number));
    };
    test.endStep = [&] { step.reset(); };
    test.off = [&] { torch::autograd::profiler::disableProfiler(); };
    gpu::measureOverhead("kineto", *session, options, test);
    return 0;
}
