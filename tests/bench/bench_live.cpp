// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the window keeps up with a capture: a source makes a million events a second (or as many as the argument
// says), and LiveController brings them into the timeline, which follows them. Prints the CPU time that the UI thread
// needed between two ticks, thirty times a second, and the longest time in which it answered no event:
// QT_QPA_PLATFORM=offscreen bench_live [events/s] [seconds]
#include "core/live/live_source.h"
#include "ui/model/live_controller.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/timeline/timeline_widget.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <random>
#include <thread>

using namespace decodescope;

namespace {

constexpr int kBatchesASecond = 100;
constexpr int kKernelEvery = 4; // of the events of the thread that decodes one in so many launches a kernel

double threadMs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

class Producer : public LiveSource
{
public:
    Producer(std::size_t eventsASecond, int seconds)
        : m_perBatch(eventsASecond / kBatchesASecond)
        , m_batches(kBatchesASecond * seconds)
    {
    }
    Result<void> start(const CaptureOptions&, BatchQueue& queue) override
    {
        m_thread = std::jthread([this, &queue](std::stop_token stop) { run(queue, stop); });
        return {};
    }
    void requestStop() override { m_thread.request_stop(); }
    CaptureStatus status() const override
    {
        CaptureStatus status;
        status.phase = m_hasEnded ? CapturePhase::finished : CapturePhase::active;
        return status;
    }
    TraceSource description() const override { return {}; }

private:
    void run(BatchQueue& queue, const std::stop_token& stop)
    {
        auto next = std::chrono::steady_clock::now();
        for (int i = 0; i < m_batches && !stop.stop_requested(); ++i) {
            queue.push(std::make_unique<EventBatch>(make()));
            next += std::chrono::microseconds(1'000'000 / kBatchesASecond);
            std::this_thread::sleep_until(next);
        }
        m_hasEnded = true;
    }

    // Operators that nest, a launch and its kernel, one after the other.
    EventBatch make()
    {
        EventBatch batch;
        const std::uint32_t cpu = batch.threadNumber({{1, 0, true}, {1, 0, true}});
        const std::uint32_t gpu = batch.threadNumber({{0, 0, true}, {7, 0, true}});
        const std::uint32_t categories[] = {batch.strings.add("cpu_op"), batch.strings.add("kernel")};
        std::vector<std::uint32_t> names;
        for (int i = 0; i < 60; ++i)
            names.push_back(batch.strings.add("aten::operator_" + std::to_string(i)));
        for (std::size_t i = 0; i < m_perBatch; ++i) {
            const bool isKernel = i % kKernelEvery == kKernelEvery - 1;
            BatchEvent event;
            event.time = m_time + (isKernel ? 2000 : 0);
            event.duration = isKernel ? 900 : 3900 - static_cast<Ns>(i % kKernelEvery) * 1000;
            event.name = names[m_random() % names.size()];
            event.category = categories[isKernel ? 1 : 0];
            event.thread = isKernel ? gpu : cpu;
            batch.events.push_back(event);
            m_time += isKernel ? 5000 : 100;
        }
        return batch;
    }

    const std::size_t m_perBatch;
    const int m_batches;
    Ns m_time = 0;
    std::mt19937 m_random{1};
    std::atomic<bool> m_hasEnded = false;
    std::jthread m_thread; // the last member: it uses the others
};

void print(const char* what, std::vector<double> ms)
{
    std::ranges::sort(ms);
    std::printf("%-28s %8.2f %8.2f %8.2f\n", what, ms[ms.size() / 2], ms[ms.size() * 99 / 100], ms.back());
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    const std::size_t rate = arguments.size() > 1 ? arguments[1].toULongLong() : 1'000'000;
    const int seconds = arguments.size() > 2 ? arguments[2].toInt() : 10;
    TraceDocument document([](const auto&, auto&, auto, const auto&) -> Result<std::shared_ptr<const Trace>> {
        return failure(ErrorCode::unsupported, "not used");
    });
    TimelineState state;
    TimelineWidget timeline(document, state);
    timeline.resize(1920, 1000);
    timeline.show();
    QApplication::processEvents();
    LiveController live(
        document, [&]() -> Result<std::unique_ptr<LiveSource>> { return std::make_unique<Producer>(rate, seconds); });
    std::vector<double> frames;
    double last = threadMs();
    QObject::connect(&live, &LiveController::statusChanged, [&] {
        const double now = threadMs();
        frames.push_back(now - last);
        last = now;
    });
    QObject::connect(&live, &LiveController::stateChanged, [&] {
        if (live.state() == LiveController::State::running)
            state.setFollow(true); // as the window does
        if (!live.isActive())
            QApplication::quit();
    });
    std::vector<double> silences;
    QElapsedTimer clock;
    QTimer heartbeat;
    heartbeat.setTimerType(Qt::PreciseTimer);
    QObject::connect(&heartbeat, &QTimer::timeout, [&] {
        silences.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        clock.start();
    });
    clock.start();
    heartbeat.start(1);
    live.start({});
    QApplication::exec();
    heartbeat.stop();
    const auto trace = document.trace();
    std::printf("%zu events in %d s, %.1f bytes an event, %zu ticks\n", trace->eventCount(), seconds,
                static_cast<double>(trace->bytes()) /
                    static_cast<double>(std::max<std::size_t>(trace->eventCount(), 1)),
                frames.size());
    std::printf("%-28s %8s %8s %8s\n", "ms", "median", "p99", "most");
    print("UI thread's CPU in a tick", frames);
    print("UI thread silent", silences);
    return 0;
}
