// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/search.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

#include <string>

using namespace decodescope;

class TestSearch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsInAnyCaseByBegin();
    void findsNothing();
    void stops();
};

namespace {

std::shared_ptr<const Trace> trace()
{
    return test::traceOf(R"(
        cpu 1 1
        op 10 90 aten::linear
        op 20 30 aten::addmm
        op 200 210 aten::Linear_backward
        cpu 1 2
        op 5 8 linear
    )");
}

std::string names(const Trace& trace, const std::vector<EventId>& events)
{
    std::string text;
    for (const EventId event : events)
        text += std::string(trace.name(event)) + '@' + std::to_string(trace.events().begin(event)) + ' ';
    return text;
}

} // namespace

void TestSearch::findsInAnyCaseByBegin()
{
    const auto t = trace();
    const std::string expected = "linear@5 aten::linear@10 aten::Linear_backward@200 ";
    QCOMPARE(names(*t, searchSlices(*t, "linear")), expected);
    QCOMPARE(names(*t, searchSlices(*t, "LiNEAR")), expected);
    QCOMPARE(names(*t, searchSlices(*t, "::add")), std::string("aten::addmm@20 "));
}

void TestSearch::findsNothing()
{
    QVERIFY(searchSlices(*trace(), "").empty());
    QVERIFY(searchSlices(*trace(), "softmax").empty());
    QVERIFY(searchSlices(Trace(), "a").empty());
}

void TestSearch::stops()
{
    std::stop_source source;
    source.request_stop();
    QVERIFY(searchSlices(*trace(), "linear", source.get_token()).empty());
}

QTEST_APPLESS_MAIN(TestSearch)
#include "tst_search.moc"
