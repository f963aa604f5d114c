// SPDX-License-Identifier: GPL-3.0-or-later
// A capture library that decodes nothing: it delivers two steps, or fails, or goes on until it is stopped, or loads
// until it is stopped, as the model's name says ("steps", "fails", "endless", "loads"); a batch of 14 ends the process.
#include "core/live/live_source.h"

#include <atomic>
#include <cstdlib>
#include <memory>

namespace decodescope {

namespace {

class FakeSource final : public LiveSource
{
public:
    Result<void> start(const CaptureOptions& options, BatchQueue& queue) override
    {
        if (options.batch == 13)
            return failure(ErrorCode::device, "No batch of thirteen.");
        if (options.batch == 14)
            std::abort();
        m_model = options.model;
        m_queue = &queue;
        if (m_model != "loads")
            push(0);
        if (m_model == "steps")
            push(1);
        return {};
    }
    void requestStop() override { m_isStopping = true; }
    CaptureStatus status() const override
    {
        CaptureStatus status;
        status.device = "Fake";
        status.phase = CapturePhase::finished;
        if (m_model == "fails") {
            status.phase = CapturePhase::failed;
            status.error = {ErrorCode::device, "The fake card fell out of its slot.", {}};
        } else if (m_model == "endless" && !m_isStopping) {
            status.phase = CapturePhase::active;
        } else if (m_model == "loads" && !m_isStopping) {
            status.phase = CapturePhase::loading;
        }
        status.note = "Nothing here is real.";
        status.dropped = m_model == "steps" ? 3 : 0;
        return status;
    }
    TraceSource description() const override
    {
        TraceSource source;
        source.name = "Live capture";
        source.metadata.emplace_back("decodescope", R"({"timer": {"steps": 7, "tpot_ns": 1234567}})");
        return source;
    }

private:
    // One step with one kernel of 100 ns.
    void push(int step)
    {
        auto batch = std::make_unique<EventBatch>();
        const std::uint32_t cpu = batch->threadNumber({{1, 0, true}, {1, 0, true}});
        const std::uint32_t gpu = batch->threadNumber({{0, 0, true}, {7, 0, true}});
        const auto add = [&](std::uint32_t thread, const char* category, const std::string& name, Ns begin,
                             Ns duration) {
            BatchEvent event;
            event.time = step * 1000 + begin;
            event.duration = duration;
            event.thread = thread;
            event.category = batch->strings.add(category);
            event.name = batch->strings.add(name);
            event.args = batch->args.add("{\"correlation\": " + std::to_string(step + 1) + "}");
            batch->events.push_back(event);
        };
        add(cpu, "user_annotation", "ProfilerStep#" + std::to_string(step), 0, 900);
        add(cpu, "cuda_runtime", "cudaLaunchKernel", 10, 5);
        add(gpu, "kernel", "fake_kernel", 50, 100);
        m_queue->push(std::move(batch));
    }

    std::string m_model;
    BatchQueue* m_queue = nullptr;
    std::atomic<bool> m_isStopping = false;
};

} // namespace

} // namespace decodescope

extern "C" __attribute__((visibility("default"))) decodescope::LiveSource* decodescope_create_live_source()
{
    return std::make_unique<decodescope::FakeSource>().release();
}
