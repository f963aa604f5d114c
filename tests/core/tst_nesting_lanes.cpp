// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/nesting_lanes.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

using namespace decodescope;

namespace {

struct Slice
{
    TimeRange range;
    bool isGpuOperation;
};

// The first lane whose slices so far, all of them looked at, let the slice in.
std::size_t laneByHand(std::vector<std::vector<Slice>>& lanes, const Slice& slice)
{
    const auto fits = [&](const std::vector<Slice>& lane) {
        return std::ranges::none_of(lane, [&](const Slice& other) {
            if (other.range.isEmpty() || other.range.end <= slice.range.begin)
                return false;
            return other.range.end < slice.range.end || (other.isGpuOperation && slice.isGpuOperation);
        });
    };
    const auto found = std::ranges::find_if(lanes, fits);
    const auto lane = static_cast<std::size_t>(found - lanes.begin());
    if (found == lanes.end())
        lanes.emplace_back();
    lanes[lane].push_back(slice);
    return lane;
}

} // namespace

class TestNestingLanes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isTheFirstLaneThatFits_data();
    void isTheFirstLaneThatFits();
    void manyAtOnce();
};

void TestNestingLanes::isTheFirstLaneThatFits_data()
{
    QTest::addColumn<int>("length"); // the longest slice: how much overlaps
    QTest::newRow("few lanes") << 20;
    QTest::newRow("tens of lanes") << 400;
    QTest::newRow("hundreds of lanes") << 3000;
}

void TestNestingLanes::isTheFirstLaneThatFits()
{
    QFETCH(int, length);
    std::mt19937 random(11); // the same slices each time
    const auto pick = [&](int most) { return static_cast<Ns>(random() % static_cast<unsigned>(most)); };
    std::vector<Slice> slices;
    for (int i = 0; i < 1500; ++i) {
        const Ns begin = pick(4000);
        slices.push_back({{begin, begin + pick(length)}, pick(2) == 0});
    }
    std::ranges::stable_sort(slices, [](const Slice& a, const Slice& b) {
        return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.range.end > b.range.end;
    });
    NestingLanes lanes;
    std::vector<std::vector<Slice>> byHand;
    std::set<std::size_t> used;
    for (const Slice& slice : slices) {
        const std::size_t lane = lanes.place(slice.range, slice.isGpuOperation);
        QCOMPARE(lane, laneByHand(byHand, slice));
        used.insert(lane);
    }
    QCOMPARE(lanes.size(), byHand.size());
    QVERIFY(length < 100 || used.size() > 20);
}

// A lane each; what comes when all have ended goes to the first one again.
void TestNestingLanes::manyAtOnce()
{
    constexpr Ns kMany = 100'000;
    NestingLanes lanes;
    for (Ns i = 0; i < kMany; ++i)
        QCOMPARE(lanes.place({i, kMany + i}, true), static_cast<std::size_t>(i));
    QCOMPARE(lanes.place({kMany, kMany + 1}, true), std::size_t{0});
    QCOMPARE(lanes.place({2 * kMany, 2 * kMany + 1}, true), std::size_t{0});
    QCOMPARE(lanes.size(), static_cast<std::size_t>(kMany));
}

QTEST_APPLESS_MAIN(TestNestingLanes)
#include "tst_nesting_lanes.moc"
