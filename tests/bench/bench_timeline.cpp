// SPDX-License-Identifier: GPL-3.0-or-later
// How long the timeline takes to paint, by the number of slices in 60 lanes. Prints a table; run it alone, with a
// Release build: QT_QPA_PLATFORM=offscreen bench_timeline [slices ...]
#include "core/trace/trace_builder.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/track_layout.h"
#include "ui/timeline/timeline_canvas.h"

#include <QApplication>
#include <QMouseEvent>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>

using namespace decodescope;

namespace {

constexpr int kThreads = 12; // of 5 lanes each
constexpr int kDepth = 5;
constexpr int kFrames = 300;
constexpr std::size_t kBatch = 200'000;

// Threads of operators that nest kDepth deep, with rests between them, 60 names. Lengths vary as real ones do.
std::shared_ptr<const Trace> manySlices(std::size_t slices)
{
    TraceBuilder builder;
    std::mt19937 random(1);
    std::size_t made = 0;
    std::vector<Ns> clock(kThreads, 0);
    while (made < slices) {
        EventBatch batch;
        std::vector<std::uint32_t> names;
        for (int i = 0; i < 60; ++i)
            names.push_back(batch.strings.add("aten::operator_" + std::to_string(i)));
        const std::uint32_t category = batch.strings.add("cpu_op");
        std::vector<std::uint32_t> threads;
        for (int i = 0; i < kThreads; ++i)
            threads.push_back(batch.threadNumber({{1, 0, true}, {i + 1, 0, true}}));
        while (made < slices && batch.events.size() < kBatch) {
            for (int thread = 0; thread < kThreads; ++thread) {
                Ns& t = clock[static_cast<std::size_t>(thread)];
                const Ns length = 2000 + static_cast<Ns>(random() % 16'000);
                for (int depth = 0; depth < kDepth; ++depth) {
                    BatchEvent event;
                    event.time = t + depth * 100;
                    event.duration = length - depth * 200;
                    event.name = names[random() % names.size()];
                    event.category = category;
                    event.thread = threads[static_cast<std::size_t>(thread)];
                    batch.events.push_back(event);
                    ++made;
                }
                t += length + static_cast<Ns>(random() % 8000);
            }
        }
        builder.append(batch);
    }
    builder.finish();
    return builder.snapshot();
}

struct Figures
{
    double median = 0;
    double p99 = 0;
    double most = 0;
};

Figures figuresOf(std::vector<double> ms)
{
    std::ranges::sort(ms);
    return {ms[ms.size() / 2], ms[ms.size() * 99 / 100], ms.back()};
}

// Time that this thread has computed for: painting is done by one thread, and other programs do not count.
double threadMs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

// Time of one synchronous repaint of the whole canvas after `change`.
template <class Change>
Figures measure(TimelineCanvas& canvas, Change change)
{
    std::vector<double> ms;
    for (int i = 0; i < kFrames; ++i) {
        const double before = threadMs();
        change(i);
        canvas.repaint();
        ms.push_back(threadMs() - before);
    }
    return figuresOf(ms);
}

void print(std::size_t slices, const char* what, const Figures& figures)
{
    std::printf("%10zu  %-28s %8.2f %8.2f %8.2f\n", slices, what, figures.median, figures.p99, figures.most);
    std::fflush(stdout);
}

void run(std::size_t slices)
{
    TraceDocument document([](const auto&, auto&, auto, const auto&) -> Result<std::shared_ptr<const Trace>> {
        return failure(ErrorCode::unsupported, "not used");
    });
    document.setTrace(manySlices(slices), QStringLiteral("benchmark"));
    std::printf("%10zu  bytes an event: %.1f\n", slices,
                static_cast<double>(document.trace()->bytes()) / static_cast<double>(slices));
    TimelineState state;
    const TimeRange span = document.trace()->contentSpan();
    state.reset(span, span);
    TrackLayout layout;
    layout.setMetrics({15, 15, 30, 20, 2, 20});
    layout.setTrace(*document.trace(), false);
    TimelineNavigator navigator(document, state);
    TimelineCanvas canvas(document, state, layout, navigator);
    canvas.resize(1920, 1000);
    canvas.show();
    QApplication::processEvents();

    print(slices, "pan of half the trace", measure(canvas, [&](int i) { // from one end to the other, 6 pixels a frame
              const Ns begin = span.begin + span.length() / 2 * i / kFrames;
              state.setVisibleRange({begin, begin + span.length() / 2}, TimelineState::Move::continuous);
          }));
    print(slices, "zoom from all to 2 us", measure(canvas, [&](int i) {
              if (i == 0)
                  state.setVisibleRange(span);
              navigator.zoomAt(1.06, span.begin + span.length() / 3);
          }));
    print(slices, "random views", measure(canvas, [&](int i) {
              std::mt19937 random(static_cast<unsigned>(i));
              const Ns length = std::max<Ns>(span.length() >> (random() % 12), 1000);
              const Ns begin = span.begin + static_cast<Ns>(random() % 1000) * (span.length() - length) / 1000;
              state.setVisibleRange({begin, begin + length});
          }));
    state.setVisibleRange(span);
    canvas.repaint();
    print(slices, "hover", measure(canvas, [&](int i) {
              const QPointF at(20 + i * 6 % 1880, 20 + i * 13 % 900);
              QMouseEvent move(QEvent::MouseMove, at, at, Qt::NoButton, Qt::NoButton, Qt::NoModifier);
              QApplication::sendEvent(&canvas, &move);
          }));
    print(slices, "select", measure(canvas, [&](int i) {
              state.setSelectedEvent(static_cast<EventId>(static_cast<std::size_t>(i) * slices / kFrames));
          }));
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    std::printf("%10s  %-28s %8s %8s %8s\n", "slices", "CPU ms a frame, 1920x1000", "median", "p99", "most");
    std::vector<std::size_t> sizes;
    for (const QString& argument : QApplication::arguments().mid(1))
        sizes.push_back(argument.toULongLong());
    if (sizes.empty())
        sizes = {10'000, 1'000'000, 10'000'000};
    for (const std::size_t slices : sizes)
        run(slices);
    return 0;
}
