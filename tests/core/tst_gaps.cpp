// SPDX-License-Identifier: GPL-3.0-or-later
// Idle stretches and their causes, on traces with one reason each.
#include "core/query/gaps.h"
#include "core/query/steps.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <random>

using namespace decodescope;
using decodescope::test::eventNamed;
using decodescope::test::traceOf;

namespace {

// One step, 0 to 100000, with a first kernel at 1000..2000 and a second one that `host` launches; `second` is its line.
std::vector<Gap> gapsWith(std::string_view host, std::string_view second)
{
    const auto trace = traceOf(std::string(R"(
        cpu 1 1
        step 0 100000 ProfilerStep#0
        call 500 700 cudaLaunchKernel #1
    )") + std::string(host) + "\ngpu 0 7\nkernel 1000 2000 first #1\n" +
                               std::string(second) + "\n");
    return findGaps(*trace);
}

// The cause of the gap that begins when the first kernel ends.
QString causeOfSecond(std::string_view host, std::string_view second)
{
    for (const Gap& gap : gapsWith(host, second)) {
        if (gap.range.begin == 2000)
            return QString::fromLatin1(gapCauseName(gap.cause).data());
    }
    return QStringLiteral("no gap");
}

} // namespace

class GapsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cause_data();
    void cause();
    void profilerOverheadIsACause();
    void gapsAreCutAtStepsAndSumUp();
    void gapsAndBusyMakeTheStepInRandomTraces();
    void causesAreThoseOfEachNanosecond();
    void oneStepOnly();
    void namesTheOperatorThatKeptTheHost();
    void nothingToSay();
};

void GapsTest::cause_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QString>("cause");
    const auto row = [](const char* cause, const char* what, const char* host, const char* second) {
        QTest::addRow("%s: %s", cause, what) << QByteArray(host) << QByteArray(second) << QString::fromLatin1(cause);
    };
    row("python", "nothing between", "call 9000 9100 cudaLaunchKernel #2", "kernel 9500 9900 k #2");
    row("op_before_launch", "in the operator",
        "op 2500 9200 aten::mm\nop 2600 9200 aten::inner\n"
        "call 9000 9100 cudaLaunchKernel #2",
        "kernel 9500 9900 k #2");
    row("other_op", "views",
        "op 2100 5000 aten::view\nop 5000 8500 aten::t\nop 8900 9200 aten::mm\n"
        "call 9000 9100 cudaLaunchKernel #2",
        "kernel 9500 9900 k #2");
    row("synchronize", "in a wait, though inside an operator",
        "op 1900 9200 aten::item\n"
        "call 2100 8000 cudaStreamSynchronize #9\n"
        "call 9000 9100 cudaLaunchKernel #2",
        "kernel 9500 9900 k #2");
    row("allocation", "cudaMalloc",
        "op 1900 9200 aten::empty\ncall 2100 8000 cudaMalloc #9\n"
        "call 9000 9100 cudaLaunchKernel #2",
        "kernel 9500 9900 k #2");
    row("copy", "blocking copy call", "call 2100 8000 cudaMemcpyAsync #9\ncall 9000 9100 cudaLaunchKernel #2",
        "kernel 9500 9900 k #2");
    row("launch_latency", "launched just after", "call 2100 2200 cudaLaunchKernel #2", "kernel 9500 9900 k #2");
    row("launch_latency", "launched just before, begins as others do", "call 1950 2050 cudaLaunchKernel #2",
        "kernel 2500 2900 k #2");
    row("queued", "launched long before", "call 800 900 cudaLaunchKernel #2", "kernel 9500 9900 k #2");
    row("unknown", "no launch", "", "kernel 9500 9900 k");
    row("synchronize", "nothing follows", "call 3000 99000 cudaDeviceSynchronize #9", "");
    row("python", "nothing follows", "call 3000 4000 cudaDeviceSynchronize #9", "");
}

void GapsTest::cause()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, second);
    QFETCH(QString, cause);
    QCOMPARE(causeOfSecond(host.toStdString(), second.toStdString()), cause);
}

void GapsTest::profilerOverheadIsACause()
{
    QCOMPARE(causeOfSecond("call 9000 9100 cudaLaunchKernel #2\ncpu -1 0\noverhead 2500 8800 \"Buffer Flush\"",
                           "kernel 9500 9900 k #2"),
             QStringLiteral("profiler"));
}

void GapsTest::gapsAreCutAtStepsAndSumUp()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#0
        call 10 12 cudaLaunchKernel #1
        step 130 200 ProfilerStep#1
        call 140 142 cudaLaunchKernel #2
        gpu 0 7
        kernel 20 50 a #1
        kernel 150 190 b #2
    )");
    const auto gaps = findGaps(*trace);
    QCOMPARE(gaps.size(), std::size_t{5});
    const std::array<TimeRange, 5> expected{{{0, 20}, {50, 100}, {100, 130}, {130, 150}, {190, 200}}};
    const std::array<int, 5> steps{0, 0, -1, 1, 1};
    for (std::size_t i = 0; i < 5; ++i) {
        QCOMPARE(gaps[i].range.begin, expected[i].begin);
        QCOMPARE(gaps[i].range.end, expected[i].end);
        QCOMPARE(gaps[i].step, steps[i]);
    }
    QCOMPARE(gaps[2].cause, GapCause::stepBoundary);
    QCOMPARE(gaps[0].before, kNoEvent);
    QCOMPARE(gaps[1].before, eventNamed(*trace, "a"));
    QCOMPARE(gaps[1].after, eventNamed(*trace, "b"));
    QCOMPARE(gaps[4].after, kNoEvent);
    QVERIFY(gaps[1].hostWait);
    const GapTotals totals = totalsOf(gaps);
    QCOMPARE(totals.all, Ns{20 + 50 + 30 + 20 + 10});
    Ns summed = 0;
    for (const Ns time : totals.time)
        summed += time;
    QCOMPARE(summed, totals.all);
}

void GapsTest::gapsAndBusyMakeTheStepInRandomTraces()
{
    std::mt19937 random(20); // the same traces each time
    const auto pick = [&](int low, int high) {
        return low + static_cast<int>(random() % static_cast<unsigned>(high - low));
    };
    for (int round = 0; round < 50; ++round) {
        std::string cpu = "cpu 1 1\n";
        std::string gpu = "gpu 0 7\n";
        int t = 0;
        int correlation = 1;
        for (int step = 0; step < 4; ++step) {
            const int begin = t + pick(0, 30);
            int at = begin;
            for (int i = pick(0, 12); i > 0; --i) {
                at += pick(0, 40);
                const int length = pick(0, 20);
                const std::string id = " #" + std::to_string(correlation++);
                cpu +=
                    "call " + std::to_string(at) + " " + std::to_string(at + length) + " cudaLaunchKernel" + id + "\n";
                const int run = at + pick(0, 100);
                gpu += "kernel " + std::to_string(run) + " " + std::to_string(run + pick(0, 60)) + " k" + id + "\n";
                at += length;
            }
            t = at + pick(1, 20);
            cpu += "step " + std::to_string(begin) + " " + std::to_string(t) + " ProfilerStep#" + std::to_string(step) +
                   "\n";
        }
        const auto trace = traceOf(cpu + gpu);
        if (trace->gpuOperationCount() == 0)
            continue;
        const auto gaps = findGaps(*trace);
        std::vector<Ns> idle(trace->steps().size());
        for (const Gap& gap : gaps) {
            QVERIFY(gap.range.length() > 0);
            if (gap.step >= 0)
                idle[static_cast<std::size_t>(gap.step)] += gap.range.length();
        }
        for (const StepSummary& row : stepSummaries(*trace))
            QCOMPARE(idle[row.step] + row.gpuBusyInStep, trace->steps()[row.step].range.length());
    }
}

// What the host did, painted ns by ns, later strokes over earlier ones.
void GapsTest::causesAreThoseOfEachNanosecond()
{
    constexpr int kEnd = 300;
    std::mt19937 random(7); // the same traces each time
    const auto pick = [&](int low, int high) {
        return low + static_cast<int>(random() % static_cast<unsigned>(high - low));
    };
    struct Stroke
    {
        const char* line;
        GapCause cause;
    };
    const std::array strokes{Stroke{"op %1 %2 aten::mm", GapCause::otherOp},
                             Stroke{"call %1 %2 cudaMemcpyAsync #900", GapCause::copy},
                             Stroke{"call %1 %2 cudaMalloc #901", GapCause::allocation},
                             Stroke{"call %1 %2 cudaStreamSynchronize #902", GapCause::synchronize},
                             Stroke{"overhead %1 %2 \"Buffer Flush\"", GapCause::profiler}};
    for (int round = 0; round < 300; ++round) {
        const int launch = pick(kEnd - 60, kEnd - 20); // its begin; it takes 3 ns
        std::array<GapCause, kEnd> painted{};
        painted.fill(GapCause::python);
        std::fill(painted.begin() + launch, painted.end(), GapCause::launchLatency);
        QString text = QStringLiteral("cpu 1 1\ncall 1 2 cudaLaunchKernel #1\n");
        text += QStringLiteral("call %1 %2 cudaLaunchKernel #2\n").arg(launch).arg(launch + 3);
        for (const Stroke& stroke : strokes) {
            std::vector<std::pair<int, int>> around; // operators that hold the launch: they count before others
            if (stroke.cause == GapCause::profiler)
                text += QStringLiteral("cpu -1 0\n");
            for (int i = pick(0, 5); i > 0; --i) {
                const int begin = pick(0, kEnd - 1);
                const int end = std::min(kEnd, begin + pick(0, 120));
                text += QString::fromLatin1(stroke.line).arg(begin).arg(end) + QLatin1Char('\n');
                if (stroke.cause == GapCause::otherOp && begin <= launch && end >= launch + 3)
                    around.emplace_back(begin, end);
                for (int t = begin; t < std::min(end, launch); ++t)
                    painted[static_cast<std::size_t>(t)] = stroke.cause;
            }
            for (const auto& [begin, end] : around)
                std::fill(painted.begin() + begin, painted.begin() + launch, GapCause::opBeforeLaunch);
        }
        const int idle = pick(5, launch);
        text +=
            QStringLiteral("gpu 0 7\nkernel 4 %1 first #1\nkernel %2 %3 second #2\n").arg(idle).arg(kEnd).arg(kEnd + 9);
        const auto trace = traceOf(text.toStdString());
        const std::vector<Gap> gaps = findGaps(*trace);
        QCOMPARE(gaps.size(), std::size_t{1});
        std::array<Ns, kGapCauseCount> expected{};
        for (int t = idle; t < kEnd; ++t)
            ++expected[static_cast<std::size_t>(painted[static_cast<std::size_t>(t)])];
        QVERIFY2(gapEvidence(*trace, gaps[0]) == expected, qPrintable(text));
        Ns longest = 0; // of the operators' parts in the gap until the launch
        const TimeRange until{idle, launch};
        for (std::size_t i = 0; i < trace->eventCount(); ++i) {
            const auto id = static_cast<EventId>(i);
            if (trace->kind(id) == EventKind::cpuOp)
                longest = std::max(longest, trace->event(id).range().intersected(until).length());
        }
        const Ns named =
            gaps[0].busiestOp == kNoEvent ? 0 : trace->event(gaps[0].busiestOp).range().intersected(until).length();
        QCOMPARE(named, longest);
    }
}

void GapsTest::oneStepOnly()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        step 0 100 ProfilerStep#0
        step 100 200 ProfilerStep#1
        call 110 112 cudaLaunchKernel #1
        gpu 0 7
        kernel 120 150 a #1
    )");
    const auto gaps = findGaps(*trace, {.step = 1});
    QCOMPARE(gaps.size(), std::size_t{2});
    QCOMPARE(gaps[0].range.begin, Ns{100});
    QCOMPARE(gaps[1].range.end, Ns{200});
}

void GapsTest::namesTheOperatorThatKeptTheHost()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        call 500 700 cudaLaunchKernel #1
        op 2100 3000 aten::view
        op 3000 9200 aten::linear
        op 3100 9200 aten::mm
        call 9000 9100 cudaLaunchKernel #2
        gpu 0 7
        kernel 1000 2000 first #1
        kernel 9500 9900 second #2
    )");
    const auto gaps = findGaps(*trace);
    QCOMPARE(gaps.size(), std::size_t{1}); // no steps: from the first to the last operation
    QCOMPARE(gaps[0].busiestOp, eventNamed(*trace, "aten::linear"));
    QCOMPARE(gaps[0].step, -1);
    QCOMPARE(gaps[0].cause, GapCause::opBeforeLaunch);
}

void GapsTest::nothingToSay()
{
    QVERIFY(findGaps(*traceOf("")).empty());
    QVERIFY(findGaps(*traceOf("cpu 1 1\nstep 0 10 ProfilerStep#0")).empty()); // no stream
}

QTEST_APPLESS_MAIN(GapsTest)
#include "tst_gaps.moc"
