// SPDX-License-Identifier: GPL-3.0-or-later
// Slices of rows that are no streams: expected numbers counted by hand, and nanosecond by nanosecond.
#include "core/query/slice_summary.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <string>

using namespace decodescope;
using test::eventNamed;
using test::traceOf;

namespace {

TrackId trackOf(const Trace& trace, std::string_view name)
{
    return trace.events().track(eventNamed(trace, name));
}

std::string text(const Trace& trace, const SliceSummary& summary)
{
    std::string s;
    for (const SliceUse& use : summary.uses)
        s += std::string(trace.text(use.name)) + " " + std::to_string(use.count) + " " + std::to_string(use.total) +
             " " + std::to_string(use.self) + " " + std::to_string(use.max) + "\n";
    return s;
}

} // namespace

class SliceSummaryTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void selfIsWithoutWhatLiesBelow();
    void slicesAreCutAtTheWindow();
    void streamsAreLeftOut();
    void stops();
    void agreesWithEveryNanosecond();
};

void SliceSummaryTest::selfIsWithoutWhatLiesBelow()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        op 0 100 aten::linear
        op 10 60 aten::addmm
        call 20 30 cudaLaunchKernel
        call 40 45 cudaLaunchKernel
        op 200 250 aten::linear
        cpu 1 2
        op 0 1000 elsewhere
    )");
    const TrackId row = trackOf(*trace, "aten::linear");
    const auto summary = summarizeSlices(*trace, {0, 1000}, std::span(&row, 1));
    QVERIFY(summary.has_value());
    QCOMPARE(text(*trace, *summary), std::string("aten::linear 2 150 100 100\n"
                                                 "aten::addmm 1 50 35 50\n"
                                                 "cudaLaunchKernel 2 15 15 10\n"));
    QCOMPARE(summary->slices, 5u);
    QCOMPARE(summary->self, 150); // the row has slices for 100 + 50
}

void SliceSummaryTest::slicesAreCutAtTheWindow()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        op 0 100 outer
        op 10 60 inner
        op 60 60 nothing
    )");
    const TrackId row = trackOf(*trace, "outer");
    auto summary = summarizeSlices(*trace, {50, 80}, std::span(&row, 1));
    QCOMPARE(text(*trace, *summary), std::string("outer 1 30 20 100\ninner 1 10 10 50\nnothing 1 0 0 0\n"));
    summary = summarizeSlices(*trace, {60, 80}, std::span(&row, 1)); // what is at its very begin
    QCOMPARE(text(*trace, *summary), std::string("outer 1 20 20 100\nnothing 1 0 0 0\n"));
    summary = summarizeSlices(*trace, {100, 200}, std::span(&row, 1));
    QCOMPARE(summary->slices, 0u);
}

void SliceSummaryTest::streamsAreLeftOut()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        op 0 100 aten::mm
        gpu 0 7
        kernel 0 100 gemm
    )");
    const std::vector<TrackId> rows{trackOf(*trace, "aten::mm"), trackOf(*trace, "gemm")};
    const auto summary = summarizeSlices(*trace, {0, 1000}, rows);
    QCOMPARE(text(*trace, *summary), std::string("aten::mm 1 100 100 100\n"));
    QCOMPARE(threadTracks(*trace), std::vector<TrackId>{rows.front()});
}

void SliceSummaryTest::stops()
{
    std::string lines = "cpu 1 1\n";
    for (int i = 0; i < 20'000; ++i)
        lines += "op " + std::to_string(2 * i) + " " + std::to_string(2 * i + 1) + " a\n";
    const auto trace = traceOf(lines);
    const TrackId row = trackOf(*trace, "a");
    std::stop_source stop;
    stop.request_stop();
    const auto summary = summarizeSlices(*trace, {0, 100'000}, std::span(&row, 1), stop.get_token());
    QVERIFY(!summary.has_value());
    QCOMPARE(summary.error().code, ErrorCode::cancelled);
}

// The innermost slice has a nanosecond for itself, every slice around it has it too.
void SliceSummaryTest::agreesWithEveryNanosecond()
{
    std::mt19937 random(7);
    for (int round = 0; round < 20; ++round) {
        struct Slice
        {
            Ns begin, end;
            std::string name;
            std::size_t depth;
        };
        std::vector<Slice> slices;
        std::string lines = "cpu 1 1\n";
        const auto nest = [&](auto&& self, Ns begin, Ns end, std::size_t depth) -> void {
            Ns t = begin + static_cast<Ns>(random() % 5);
            while (t + 2 < end && depth < 5) {
                const Ns to = std::min(end, t + 1 + static_cast<Ns>(random() % 40));
                slices.push_back({t, to, "n" + std::to_string(random() % 4), depth});
                lines += "op " + std::to_string(t) + " " + std::to_string(to) + " " + slices.back().name + "\n";
                self(self, t + 1, to, depth + 1);
                t = to + static_cast<Ns>(random() % 9);
            }
        };
        nest(nest, 0, 400, 0);
        const auto trace = traceOf(lines);
        const TimeRange window{static_cast<Ns>(random() % 100), 200 + static_cast<Ns>(random() % 300)};
        std::map<std::string, std::pair<Ns, Ns>> expected; // total, self
        Ns any = 0;
        for (Ns t = window.begin; t < window.end; ++t) {
            const Slice* innermost = nullptr;
            for (const Slice& slice : slices) {
                if (t < slice.begin || t >= slice.end)
                    continue;
                ++expected[slice.name].first;
                if (innermost == nullptr || slice.depth > innermost->depth)
                    innermost = &slice;
            }
            if (innermost != nullptr) {
                ++expected[innermost->name].second;
                ++any;
            }
        }
        const auto summary = summarizeSlices(*trace, window, threadTracks(*trace));
        for (const SliceUse& use : summary->uses) {
            const auto& [total, self] = expected[std::string(trace->text(use.name))];
            QCOMPARE(use.total, total);
            QCOMPARE(use.self, self);
        }
        QCOMPARE(summary->self, any);
    }
}

QTEST_APPLESS_MAIN(SliceSummaryTest)
#include "tst_slice_summary.moc"
