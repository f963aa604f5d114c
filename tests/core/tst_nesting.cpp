// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/nesting.h"

#include <QtTest>

#include <random>

using namespace decodescope;

namespace {

std::vector<PlacedSlice> slices(std::initializer_list<std::pair<Ns, Ns>> ranges)
{
    std::vector<PlacedSlice> out;
    for (const auto& [begin, end] : ranges)
        out.push_back({begin, end, static_cast<EventId>(out.size())});
    return out;
}

// "0:[0,10)#0 [12,13)#3 1:[2,5)#1"
std::string text(const std::vector<Lane>& lanes)
{
    std::string out;
    for (std::size_t d = 0; d < lanes.size(); ++d) {
        out += (d ? " " : "") + std::to_string(d) + ":";
        for (std::size_t i = 0; i < lanes[d].size(); ++i)
            out += (i ? " [" : "[") + std::to_string(lanes[d].begin(i)) + "," + std::to_string(lanes[d].end(i)) + ")#" +
                   std::to_string(index(lanes[d].event(i)));
    }
    return out;
}

std::string placed(std::vector<PlacedSlice> added, LaneRule rule)
{
    std::vector<Lane> lanes;
    placeSlices(lanes, added, rule);
    return text(lanes);
}

} // namespace

class TestNesting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nests();
    void crossingGoesBelow();
    void streamsUseTheFirstFreeLane();
    void lengthZero();
    void tooDeepIsCounted();
    void splitOverCallsGivesTheSame();
    void lanesNeverOverlap();
};

void TestNesting::nests()
{
    QCOMPARE(placed(slices({{0, 10}, {2, 5}, {3, 4}, {6, 7}, {10, 12}}), LaneRule::byDepth),
             std::string("0:[0,10)#0 [10,12)#4 1:[2,5)#1 [6,7)#3 2:[3,4)#2"));
    // The order of arrival does not matter.
    std::vector<PlacedSlice> shuffled = slices({{0, 10}, {2, 5}, {3, 4}, {6, 7}, {10, 12}});
    std::reverse(shuffled.begin(), shuffled.end());
    QCOMPARE(placed(shuffled, LaneRule::byDepth), std::string("0:[0,10)#0 [10,12)#4 1:[2,5)#1 [6,7)#3 2:[3,4)#2"));
}

void TestNesting::crossingGoesBelow()
{
    std::vector<Lane> lanes;
    std::vector<PlacedSlice> added = slices({{0, 10}, {5, 15}, {12, 13}, {15, 16}});
    const NestingResult result = placeSlices(lanes, added, LaneRule::byDepth);
    QCOMPARE(text(lanes), std::string("0:[0,10)#0 [15,16)#3 1:[5,15)#1 2:[12,13)#2"));
    QCOMPARE(result.crossings, std::uint64_t{1});
}

void TestNesting::streamsUseTheFirstFreeLane()
{
    // A and B overlap; C starts when A has ended (in hundreds of ns: 2 + 4.096, 5 + 2.5, 7.2 + 3 us).
    QCOMPARE(placed(slices({{2000, 6096}, {5000, 7500}, {7200, 10200}}), LaneRule::firstFree),
             std::string("0:[2000,6096)#0 [7200,10200)#2 1:[5000,7500)#1"));
}

void TestNesting::lengthZero()
{
    QCOMPARE(placed(slices({{5, 5}, {5, 5}, {5, 9}}), LaneRule::byDepth), std::string("0:[5,9)#2 1:[5,5)#0 [5,5)#1"));
}

void TestNesting::tooDeepIsCounted()
{
    std::vector<PlacedSlice> added;
    for (std::uint32_t i = 0; i < 3000; ++i)
        added.push_back({static_cast<Ns>(i), Ns{100000} - static_cast<Ns>(i), EventId{i}});
    std::vector<Lane> lanes;
    const NestingResult result = placeSlices(lanes, added, LaneRule::byDepth);
    QCOMPARE(lanes.size(), kMaxLanes);
    QCOMPARE(result.tooDeep, std::uint64_t{3000 - kMaxLanes});
}

void TestNesting::splitOverCallsGivesTheSame()
{
    std::mt19937 random(42);
    for (int round = 0; round < 200; ++round) {
        std::vector<PlacedSlice> all;
        for (std::uint32_t i = 0; i < 60; ++i) {
            const Ns begin = static_cast<Ns>(random() % 200);
            all.push_back({begin, begin + static_cast<Ns>(random() % 50), EventId{i}});
        }
        for (const LaneRule rule : {LaneRule::byDepth, LaneRule::firstFree}) {
            std::vector<PlacedSlice> once = all;
            std::vector<Lane> whole;
            placeSlices(whole, once, rule);
            std::vector<Lane> parts;
            for (std::size_t at = 0; at < all.size();) {
                const std::size_t count = std::min<std::size_t>(1 + random() % 20, all.size() - at);
                std::vector<PlacedSlice> part(all.begin() + static_cast<std::ptrdiff_t>(at),
                                              all.begin() + static_cast<std::ptrdiff_t>(at + count));
                placeSlices(parts, part, rule);
                at += count;
            }
            while (!parts.empty() && parts.back().empty())
                parts.pop_back();
            QCOMPARE(text(parts), text(whole));
        }
    }
}

void TestNesting::lanesNeverOverlap()
{
    std::mt19937 random(43);
    std::vector<PlacedSlice> all;
    for (std::uint32_t i = 0; i < 20000; ++i) {
        const Ns begin = static_cast<Ns>(random() % 1000000);
        all.push_back({begin, begin + static_cast<Ns>(random() % 300), EventId{i}});
    }
    std::vector<Lane> lanes;
    placeSlices(lanes, all, LaneRule::byDepth);
    std::size_t count = 0;
    for (const Lane& lane : lanes) {
        count += lane.size();
        for (std::size_t i = 1; i < lane.size(); ++i) {
            QVERIFY(lane.begin(i) >= lane.end(i - 1));
            QVERIFY(lane.begin(i) >= lane.begin(i - 1));
        }
    }
    QCOMPARE(count, std::size_t{20000});
}

QTEST_APPLESS_MAIN(TestNesting)
#include "tst_nesting.moc"
