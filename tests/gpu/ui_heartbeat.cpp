// SPDX-License-Identifier: GPL-3.0-or-later
// How long a capture keeps the window's thread from its events: ui_heartbeat [--cpu].
#include "tests/gpu/capture_run.h"
#include "tests/gpu/check_table.h"
#include "ui/model/live_controller.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/timeline/timeline_widget.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTimer>
#include <QWindow>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <thread>
#include <vector>

using namespace decodescope;

namespace {

// A thread that only sleeps a millisecond at a time: when it is late too, the machine was busy with something else.
class Control
{
public:
    double longestNs()
    {
        m_thread.request_stop();
        m_thread.join();
        return m_longestNs;
    }

private:
    double m_longestNs = 0;
    std::jthread m_thread{[this](const std::stop_token& stop) {
        auto last = std::chrono::steady_clock::now();
        while (!stop.stop_requested()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            const auto now = std::chrono::steady_clock::now();
            m_longestNs = std::max(m_longestNs, std::chrono::duration<double, std::nano>(now - last).count());
            last = now;
        }
    }};
};

// From one heartbeat to the next.
struct Gap
{
    double beginNs = 0; // since the first one
    double ns = 0;
    double computedNs = 0; // by the window's thread; for the rest it waited: for the next beat, memory, a processor
};

double threadNs()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

} // namespace

int main(int argc, char** argv)
{
    const bool cpu = argc > 1 && QByteArray(argv[1]) == "--cpu";
    QApplication application(argc, argv);
    TraceDocument document([](const std::vector<std::string>&, Progress&, std::stop_token, const auto&) {
        return Result<std::shared_ptr<const Trace>>(failure(ErrorCode::unsupported, "No files here."));
    });
    TimelineState state;
    TimelineWidget timeline(document, state);
    timeline.resize(1920, 1080);
    timeline.show();
    while (!timeline.windowHandle()->isExposed()) // its first picture is no part of a capture
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    timeline.grab();
    QApplication::processEvents();
    LiveController live(document, []() -> Result<std::unique_ptr<LiveSource>> {
        return std::unique_ptr<LiveSource>(gpu::loadCaptureLibrary(CAPTURE_LIBRARY)());
    });

    // Due every millisecond: what comes later than that is time in which the window could not answer.
    std::vector<Gap> gaps;
    double beganNs = 0;
    double computedNs = threadNs();
    Control control;
    QElapsedTimer clock;
    QTimer heartbeat;
    heartbeat.setTimerType(Qt::PreciseTimer);
    QObject::connect(&heartbeat, &QTimer::timeout, &heartbeat, [&] {
        const double now = static_cast<double>(clock.nsecsElapsed());
        gaps.push_back({beganNs, now - beganNs, threadNs() - computedNs});
        beganNs = now;
        computedNs = threadNs();
    });
    QObject::connect(&live, &LiveController::stateChanged, &application, [&] {
        if (live.state() == LiveController::State::running)
            state.setFollow(true); // as the window does
        if (!live.isActive())
            QApplication::quit();
    });

    CaptureOptions options;
    options.schedule = {0, 1, 2, 300, 1};
    options.timedSteps = 10;
    options.device = cpu ? CaptureDevice::cpu : CaptureDevice::cuda;
    if (cpu)
        options.model = "tiny";
    QTimer::singleShot(0, &application, [&] {
        clock.start();
        heartbeat.start(1);
        live.start(options);
    });
    QApplication::exec();

    gpu::CheckTable table(cpu);
    const CaptureStatus& status = live.status();
    table.add("a capture with a window", status.phase == CapturePhase::finished,
              status.phase == CapturePhase::finished ? std::to_string(gaps.size()) + " heartbeats"
                                                     : status.error.text(),
              "finishes");
    if (gaps.empty())
        return 1;
    std::ranges::sort(gaps, {}, &Gap::ns);
    constexpr double kLimitNs = 16e6;
    const auto late = gaps.end() - std::ranges::upper_bound(gaps, kLimitNs, {}, &Gap::ns);
    const Gap& longest = gaps.back();
    const Gap& p99 = gaps[static_cast<std::size_t>(0.99 * static_cast<double>(gaps.size()))];
    table.addTime("window's thread, longest without an answer", longest.ns <= kLimitNs,
                  gpu::milliseconds(longest.ns) + " (p99 " + gpu::milliseconds(p99.ns) + ", " + std::to_string(late) +
                      " above the limit)",
                  "16 ms");
    std::string list;
    for (std::size_t i = 0; i < std::min<std::size_t>(5, gaps.size()); ++i) {
        const Gap& gap = gaps[gaps.size() - 1 - i];
        list += (i > 0 ? ", " : "") + gpu::milliseconds(gap.ns) + " at " + gpu::milliseconds(gap.beginNs) +
                " (computed " + gpu::milliseconds(gap.computedNs) + ")";
    }
    table.note("its longest silences", list);
    table.note("a thread that only sleeps, longest", gpu::milliseconds(control.longestNs()));
    return table.allOk() ? 0 : 1;
}
