// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the window keeps up with a capture: a thread makes a million events a second (or as many as the argument
// says), and thirty times a second the UI thread takes what there is, appends it and paints, as a live capture does.
// Prints the CPU time that the UI thread needed for that: QT_QPA_PLATFORM=offscreen bench_live [events/s] [seconds]
#include "core/trace/trace_builder.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/timeline/timeline_widget.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <deque>
#include <mutex>
#include <random>
#include <thread>

using namespace decodescope;

namespace {

constexpr int kBatchesASecond = 100;
constexpr int kFramesASecond = 30;
constexpr double kAppendBudgetMs = 5; // as LiveController's
constexpr int kKernelEvery = 4;       // of the events of the thread that decodes one in so many launches a kernel

double threadMs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

class Producer
{
public:
    explicit Producer(std::size_t eventsASecond)
        : m_perBatch(eventsASecond / kBatchesASecond)
        , m_thread([this](std::stop_token stop) { run(stop); })
    {
    }
    std::deque<EventBatch> take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_batches, {});
    }

private:
    void run(const std::stop_token& stop)
    {
        auto next = std::chrono::steady_clock::now();
        while (!stop.stop_requested()) {
            EventBatch batch = make();
            {
                const std::lock_guard lock(m_mutex);
                m_batches.push_back(std::move(batch));
            }
            next += std::chrono::microseconds(1'000'000 / kBatchesASecond);
            std::this_thread::sleep_until(next);
        }
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

    std::size_t m_perBatch;
    Ns m_time = 0;
    std::mt19937 m_random{1};
    std::mutex m_mutex;
    std::deque<EventBatch> m_batches;
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
    document.beginLive(QStringLiteral("benchmark"));
    state.setFollow(true);

    TraceBuilder builder;
    std::vector<double> append;
    std::vector<double> paint;
    std::vector<double> whole;
    std::deque<EventBatch> waiting;
    std::size_t most = 0;
    Producer producer(rate);
    QTimer timer;
    timer.setInterval(1000 / kFramesASecond);
    QObject::connect(&timer, &QTimer::timeout, [&] {
        const double begin = threadMs();
        for (EventBatch& batch : producer.take())
            waiting.push_back(std::move(batch));
        // As LiveController: what does not fit into a tick waits for the next one.
        while (!waiting.empty() && threadMs() - begin < kAppendBudgetMs) {
            builder.append(waiting.front());
            waiting.pop_front();
        }
        most = std::max(most, waiting.size());
        const auto snapshot = builder.snapshot();
        append.push_back(threadMs() - begin);
        document.publish(snapshot);
        const double painting = threadMs();
        timeline.repaint();
        QApplication::sendPostedEvents();
        paint.push_back(threadMs() - painting);
        whole.push_back(threadMs() - begin);
    });
    timer.start();
    QTimer::singleShot(seconds * 1000, &application, &QApplication::quit);
    QApplication::exec();
    timer.stop();
    const auto trace = document.trace();
    std::printf("%zu events in %d s, %.1f bytes an event, %zu frames\n", trace->eventCount(), seconds,
                static_cast<double>(trace->bytes()) /
                    static_cast<double>(std::max<std::size_t>(trace->eventCount(), 1)),
                whole.size());
    std::printf("%-28s %8s %8s %8s\n", "CPU ms a frame", "median", "p99", "most");
    std::printf("at most %.0f ms of events waited to be appended\n",
                static_cast<double>(most) * 1000 / kBatchesASecond);
    print("append and snapshot", append);
    print("paint", paint);
    print("all of it", whole);
    return 0;
}
