// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/gpu_profile.h"
#include "core/query/link_chain.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

using namespace decodescope;
using test::eventNamed;
using test::traceOf;

namespace {

// Two layers of two kernels each, then lm_head on another stream that overlaps; then a copy nobody launched.
constexpr const char* kDecode = R"(
    cpu 1 1
    step 0 1000 ProfilerStep#0
    op     5 200 aten::linear
    op    10  90 aten::mm
    call  20  30 cudaLaunchKernel #1
    call  40  50 cudaLaunchKernel #2
    op   300 400 aten::add
    call 310 320 cudaLaunchKernel #3
    call 330 340 cudaLaunchKernel #4
    call 350 360 cudaLaunchKernel #5
    gpu 0 7
    kernel 100 200 a #1
    kernel 200 250 b #2
    kernel 400 500 c #3
    kernel 500 550 d #4
    gpu 0 9
    kernel 520 600 e #5
    memcpy 900 950 copy
)";

std::vector<Label> labelsOf(const Trace& trace, std::initializer_list<std::pair<int, Part>> wanted)
{
    std::vector<Label> labels(trace.gpuOperationCount());
    std::size_t i = 0;
    for (const auto& [layer, part] : wanted) {
        labels[i].layer = layer;
        labels[i].part = part;
        labels[i].source = part == Part::other ? LabelSource::none : LabelSource::inferred;
        ++i;
    }
    return labels;
}

} // namespace

class TestGpuProfile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void busyIsTheUnionOfAllStreams();
    void delaysGoFromLaunchToStart();
    void queueOfAllStreams();
    void highestOfAStretch();
    void blocksFollowTheLabels();
    void aRestEndsABlock();
    void chainOfAKernel();
    void chainOfAnOperator();
    void chainOfACall();
    void chainOfNothing();
};

void TestGpuProfile::busyIsTheUnionOfAllStreams()
{
    const auto trace = traceOf(kDecode);
    const auto profiles = gpuProfiles(*trace, nullptr);
    QCOMPARE(profiles.size(), 1u);
    QCOMPARE(profiles[0].busy.length(), 150 + 200 + 50);
    QCOMPARE(profiles[0].busy.lengthWithin({150, 450}), 100 + 50);
    QCOMPARE(profiles[0].busy.lengthWithin({600, 900}), 0);
    QVERIFY(profiles[0].layers.empty());
}

void TestGpuProfile::delaysGoFromLaunchToStart()
{
    const auto trace = traceOf(kDecode);
    const auto profiles = gpuProfiles(*trace, nullptr);
    const auto& delays = profiles[0].delays;
    QCOMPARE(delays.size(), 5u); // the copy has no launch
    const Ns expected[] = {80, 160, 90, 170, 170};
    for (std::size_t i = 0; i < delays.size(); ++i)
        QCOMPARE(delays[i].delay, expected[i]);
    QCOMPARE(delays[4].time, 520);
    QCOMPARE(delays[4].operation, eventNamed(*trace, "e"));
}

void TestGpuProfile::queueOfAllStreams()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        call 0 4 cudaLaunchKernel #1
        call 5 6 cudaLaunchKernel #2
        call 7 8 cudaLaunchKernel #3
        gpu 0 7
        kernel 10 20 a #1
        kernel 20 30 b #2
        gpu 0 8
        kernel 9 40 c #3
        kernel 50 60 unlinked
    )");
    const auto profiles = gpuProfiles(*trace, nullptr);
    const DepthSeries& queue = profiles.at(0).queueDepth;
    const std::vector<std::pair<Ns, int>> expected{{0, 1}, {5, 2}, {7, 3}, {9, 2}, {10, 1}, {20, 0}};
    QCOMPARE(queue.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(queue.time(i), expected[i].first);
        QCOMPARE(queue.depth(i), expected[i].second);
    }
    QCOMPARE(queue.at(-1), 0);
    QCOMPARE(queue.at(8), 3);
    QCOMPARE(queue.at(100), 0);
    QCOMPARE(queue.highest({8, 9}), 3); // holds since 7
    QCOMPARE(queue.highest({9, 30}), 2);
    QCOMPARE(queue.highest({30, 40}), 0);
}

void TestGpuProfile::highestOfAStretch()
{
    // Against looking at each one; long enough for three levels.
    DepthSeries series;
    std::vector<int> depths;
    std::uint32_t random = 1;
    for (int i = 0; i < 5000; ++i) {
        random = random * 1664525u + 1013904223u;
        depths.push_back(static_cast<int>(random >> 20));
        series.append(10 * i, depths.back());
        if (i % 7 == 0) { // a second value at the same time holds
            depths.back() /= 2;
            series.append(10 * i, depths.back());
        }
    }
    for (int i = 0; i < 2000; ++i) {
        random = random * 1664525u + 1013904223u;
        const int from = static_cast<int>(random >> 8) % 5000;
        const int to = std::min(4999, from + static_cast<int>(random % 3) * 700 + static_cast<int>(random >> 28));
        const int expected = *std::max_element(depths.begin() + from, depths.begin() + to + 1);
        QCOMPARE(series.highest({10 * from + 3, 10 * to + 1}), expected);
    }
}

void TestGpuProfile::blocksFollowTheLabels()
{
    const auto trace = traceOf(kDecode);
    const Labels labels(labelsOf(*trace, {{0, Part::qProj},
                                          {0, Part::kProj},
                                          {1, Part::norm},
                                          {1, Part::downProj},
                                          {-1, Part::lmHead},
                                          {-1, Part::other}}));
    const GpuProfile profile = std::move(gpuProfiles(*trace, &labels)[0]);
    QCOMPARE(profile.layers.size(), 2u);
    QCOMPARE(profile.layerBlocks[0].layer, 0);
    QVERIFY(profile.layers.range(0) == (TimeRange{100, 250}));
    QVERIFY(profile.layers.range(1) == (TimeRange{400, 520})); // cut where the next operation begins
    QCOMPARE(profile.parts.size(), 4u);
    QCOMPARE(partGroupName(profile.partBlocks[0].part), std::string_view("attn proj"));
    QVERIFY(profile.partBlocks[0].isMixed);
    QCOMPARE(profile.partBlocks[0].count, 2u);
    QVERIFY(profile.parts.range(0) == (TimeRange{100, 250}));
    QCOMPARE(profile.partBlocks[1].part, Part::norm);
    QCOMPARE(profile.partBlocks[3].part, Part::lmHead);
    QVERIFY(profile.parts.range(2) == (TimeRange{500, 520}));
}

void TestGpuProfile::aRestEndsABlock()
{
    const auto trace = traceOf("gpu 0 7\nkernel 0 100 a\nkernel 500000 500100 b\nkernel 2000000 2000100 c\n");
    const Labels labels(labelsOf(*trace, {{3, Part::norm}, {3, Part::norm}, {3, Part::norm}}));
    const GpuProfile profile = std::move(gpuProfiles(*trace, &labels)[0]);
    QCOMPARE(profile.parts.size(), 2u);
    QVERIFY(profile.parts.range(0) == (TimeRange{0, 500100}));
    QCOMPARE(profile.layers.size(), 2u);
}

void TestGpuProfile::chainOfAKernel()
{
    const auto trace = traceOf(kDecode);
    const LinkChain chain = linkChain(*trace, eventNamed(*trace, "b"));
    QCOMPARE(trace->events().begin(chain.launch), 40);
    QCOMPARE(chain.scopes.size(), 2u);
    QCOMPARE(trace->name(chain.scopes[0]), std::string_view("aten::mm"));
    QCOMPARE(trace->name(chain.scopes[1]), std::string_view("aten::linear"));
    QCOMPARE(chain.operations, std::vector{eventNamed(*trace, "b")});
}

void TestGpuProfile::chainOfAnOperator()
{
    const auto trace = traceOf(kDecode);
    const LinkChain chain = linkChain(*trace, eventNamed(*trace, "aten::linear"));
    QCOMPARE(chain.launch, kNoEvent);
    QCOMPARE(chain.operations, (std::vector{eventNamed(*trace, "a"), eventNamed(*trace, "b")}));
    QVERIFY(chain.scopes.empty());
}

void TestGpuProfile::chainOfACall()
{
    const auto trace = traceOf(kDecode);
    const EventId call = linkChain(*trace, eventNamed(*trace, "e")).launch;
    const LinkChain chain = linkChain(*trace, call);
    QCOMPARE(chain.launch, call);
    QCOMPARE(chain.operations, std::vector{eventNamed(*trace, "e")});
    QCOMPARE(trace->name(chain.scopes.at(0)), std::string_view("aten::add"));
}

void TestGpuProfile::chainOfNothing()
{
    const auto trace = traceOf(kDecode);
    QVERIFY(linkChain(*trace, kNoEvent).isEmpty());
    QVERIFY(linkChain(*trace, EventId{999'999}).isEmpty());
    QVERIFY(linkChain(*trace, eventNamed(*trace, "copy")).isEmpty());
}

QTEST_APPLESS_MAIN(TestGpuProfile)
#include "tst_gpu_profile.moc"
