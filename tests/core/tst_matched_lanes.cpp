// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/matched_lanes.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

using namespace decodescope;

class TestMatchedLanes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsLanesApart();
    void findsBegins();
    void knowsNothingOfWhatCameLater();
    void stops();
};

namespace {

std::shared_ptr<const Trace> trace()
{
    return test::traceOf(R"(
        cpu 1 1
        op 10 90 outer
        op 20 30 wanted
        op 40 50 inner
        op 60 70 wanted
        op 100 110 wanted
    )");
}

MatchedLanes matchesOf(const Trace& trace, std::string_view name)
{
    return MatchedLanes(trace, [&](EventId event) { return trace.name(event) == name; });
}

} // namespace

void TestMatchedLanes::keepsLanesApart()
{
    const auto t = trace();
    const MatchedLanes matches = matchesOf(*t, "wanted");
    QCOMPARE(matches.count(), std::size_t{3});
    const TrackId track = t->event(test::eventNamed(*t, "wanted")).track;
    QCOMPARE(matches.of(track, 0).size(), std::size_t{1});
    QCOMPARE(matches.of(track, 0).range(0), (TimeRange{100, 110}));
    QCOMPARE(matches.of(track, 1).size(), std::size_t{2});
    QCOMPARE(matches.of(track, 1).range(0), (TimeRange{20, 30}));
    QCOMPARE(matches.of(track, 1).range(1), (TimeRange{60, 70}));
    QCOMPARE(t->name(matches.of(track, 1).event(1)), std::string_view("wanted"));
}

void TestMatchedLanes::findsBegins()
{
    const auto t = trace();
    const MatchedLanes matches = matchesOf(*t, "wanted");
    const TrackId track = t->event(test::eventNamed(*t, "wanted")).track;
    const auto beginOfFirstIn = [&](std::size_t lane, Ns first, Ns last) {
        const EventId found = matches.firstBeginningIn(track, lane, first, last);
        return found == kNoEvent ? Ns{-1} : t->event(found).begin;
    };
    QCOMPARE(beginOfFirstIn(1, 20, 40), Ns{20});
    QCOMPARE(beginOfFirstIn(1, 20, 60), Ns{20});
    QCOMPARE(beginOfFirstIn(1, 60, 60), Ns{60});
    QCOMPARE(beginOfFirstIn(1, 21, 59), Ns{-1});
    QCOMPARE(beginOfFirstIn(1, 61, 1000), Ns{-1});
    QCOMPARE(beginOfFirstIn(0, 0, 99), Ns{-1});
}

void TestMatchedLanes::knowsNothingOfWhatCameLater()
{
    const MatchedLanes matches = matchesOf(*trace(), "wanted");
    QVERIFY(matches.of(TrackId{99}, 0).empty());
    QVERIFY(matches.of(TrackId{0}, 99).empty());
    QVERIFY(MatchedLanes().of(TrackId{0}, 0).empty());
}

void TestMatchedLanes::stops()
{
    std::stop_source source;
    source.request_stop();
    const auto t = trace();
    QCOMPARE(MatchedLanes(
                 *t, [](EventId) { return true; }, source.get_token())
                 .count(),
             std::size_t{0});
}

QTEST_APPLESS_MAIN(TestMatchedLanes)
#include "tst_matched_lanes.moc"
