// SPDX-License-Identifier: GPL-3.0-or-later
// A file that keeps to every rule, and one breach of each.
#include "core/io/trace_check.h"
#include "tests/support/test_data.h"

#include <QFile>
#include <QTest>

using namespace decodescope;

namespace {

QByteArray soundFile()
{
    QFile file(QString::fromStdString(test::dataPath("sound_trace.json")));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList breaches(const QByteArray& text)
{
    const std::string bytes = text.toStdString();
    const std::unique_ptr<ByteSource> source = openMemory(bytes);
    Progress progress;
    const auto rows = checkTrace(*source, progress);
    if (!rows)
        return {QString::fromStdString(rows.error().message)};
    QStringList names;
    for (const CheckRow& row : *rows) {
        const std::string_view name = ruleName(row.rule);
        names << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    }
    return names;
}

} // namespace

class TestTraceCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void soundFileHasNone();
    void findsBreach_data();
    void findsBreach();
    void countsAndFirstPlace();
    void rawTracesHaveBreaches();
    void notATrace();
};

void TestTraceCheck::soundFileHasNone()
{
    QCOMPARE(breaches(soundFile()), QStringList());
    QCOMPARE(breaches("[]"), QStringList());
}

void TestTraceCheck::findsBreach_data()
{
    QTest::addColumn<QByteArray>("find");
    QTest::addColumn<QByteArray>("replace");
    QTest::addColumn<QStringList>("rules");
    const auto row = [](const char* name, const char* find, const char* replace, QStringList rules) {
        QTest::addRow("%s", name) << QByteArray(find) << QByteArray(replace) << rules;
    };
    row("trailing comma", "\"ts\": 15.000}\n]", "\"ts\": 15.000},\n]", {"strict_json"});
    row("leading zero", "\"dur\": 5.000", "\"dur\": 05.000", {"strict_json"});
    row("NaN", "{\"bytes\": 12}", "{\"bytes\": NaN}", {"strict_json"});
    row("bad UTF-8", "\"mark\"", "\"m\xff\"", {"strict_json"});
    row("raw control byte", "\"mark\"", "\"m\x01\"", {"strict_json"});
    row("member", "\"sound.json\"", "nope", {"strict_json"});
    row("cut", "],\n\"traceName\": \"sound.json\"\n}", "", {"closed"});
    row("cut in an event", "\"ts\": 15.000}\n],\n\"traceName\": \"sound.json\"\n}", "\"ts\"", {"closed"});
    row("two on a line", "\"ts\": 14.000},\n", "\"ts\": 14.000}, ", {"one_line"});
    row("one on two lines", "\"ts\": 15.000", "\n\"ts\": 15.000", {"one_line"});
    row("no name", "\"name\": \"mark\", ", "", {"members"});
    row("no tid", "\"pid\": 20, \"tid\": 7, \"ts\": 3.000", "\"pid\": 20, \"ts\": 3.000", {"members"});
    row("unknown phase", "\"ph\": \"i\"", "\"ph\": \"T\"", {"known_phase"});
    row("two decimals", "\"ts\": 15.000", "\"ts\": 15.00", {"time_format"});
    row("whole microseconds", "\"dur\": 5.000", "\"dur\": 5", {"time_format"});
    row("exponent", "\"ts\": 15.000", "\"ts\": 1.5e1", {"time_format"});
    row("text", "\"ts\": 15.000", "\"ts\": \"15.000\"", {"time_format"});
    row("negative length", "\"dur\": 5.000", "\"dur\": -5.000", {"time_format"});
    row("no length", ", \"dur\": 5.000", "", {"length"});
    row("pid is text", "\"name\": \"mark\", \"pid\": 10", "\"name\": \"mark\", \"pid\": \"10\"",
        {"row_numbers", "row_names"});
    row("pid below zero", "\"name\": \"mark\", \"pid\": 10", "\"name\": \"mark\", \"pid\": -10",
        {"row_numbers", "row_names"});
    row("GPU pid 0", "\"pid\": 20", "\"pid\": 0", {"gpu_rows"});
    row("stream 0", "\"tid\": 7", "\"tid\": 0", {"gpu_rows"});
    row("one pid for both", "\"pid\": 20", "\"pid\": 10", {"gpu_rows"});
    row("crossing", "\"ts\": 2.000, \"dur\": 5.000", "\"ts\": 2.000, \"dur\": 19.001", {"nesting"});
    row("not sorted", "\"ts\": 13.000", "\"ts\": 8.000", {"order"});
    row("shorter first", "\"ts\": 1.000, \"dur\": 20.000", "\"ts\": 2.000, \"dur\": 1.000", {"order"});
    row("M with a time", "\"tid\": 0, \"args\": {\"name\": \"python\"",
        "\"tid\": 0, \"ts\": 0, \"args\": {\"name\": \"python\"", {"order"});
    row("flow id is text", "\"id\": 1, \"pid\": 20", "\"id\": \"1\", \"pid\": 20", {"flow_ids", "flow_pairs"});
    row("flow id too large", "\"id\": 1, \"pid\": 20", "\"id\": 9007199254740992, \"pid\": 20",
        {"flow_ids", "flow_pairs"});
    row("flow without end", "\"ph\": \"f\", \"bp\": \"e\"", "\"ph\": \"s\"", {"flow_pairs"});
    row("flow without begin", "\"ph\": \"s\"", "\"ph\": \"f\"", {"flow_pairs"});
    row("flow between slices", "\"pid\": 20, \"tid\": 7, \"ts\": 9.000}", "\"pid\": 20, \"tid\": 7, \"ts\": 13.500}",
        {"order", "flow_slices"});
    row("process without a name", "\"name\": \"process_name\", \"pid\": 20",
        "\"name\": \"process_labels\", \"pid\": 20", {"row_names"});
    row("row without a sort index", "\"name\": \"thread_sort_index\", \"pid\": 10",
        "\"name\": \"thread_labels\", \"pid\": 10", {"row_names"});
    row("sort index is text", "{\"sort_index\": 7}", "{\"sort_index\": \"7\"}", {"sort_index"});
    row("surrogate escapes", "\\u0001", "\\ud83d\\ude00", {"escapes"});
    row("escaped letter", "\\u0001", "\\u0041", {"escapes"});
    row("escaped slash", "\\u0001", "\\/", {"escapes"});
    row("null", "{\"a\": \"x\\\"\\u0001\"}", "null", {"nulls"});
    row("null in args", "{\"a\": \"x\\\"\\u0001\"}", "{\"a\": null}", {});
    row("counter is text", "{\"bytes\": 12}", "{\"bytes\": \"many\"}", {"counters"});
    row("async without id", "\"name\": \"send\", \"id\": 1, \"pid\": 10, \"tid\": 1, \"ts\": 14.000",
        "\"name\": \"send\", \"pid\": 10, \"tid\": 1, \"ts\": 14.000", {"async_pairs"});
    row("async end alone", "\"ph\": \"b\"", "\"ph\": \"e\"", {"async_pairs"});
    row("base is no number", "\"baseTimeNanoseconds\": 5,\n", "\"baseTimeNanoseconds\": \"5\",\n", {"base_time"});
    row("base not repeated", "\"metadata\": {\"baseTimeNanoseconds\": 5},\n", "", {"base_time"});
}

void TestTraceCheck::findsBreach()
{
    QFETCH(QByteArray, find);
    QFETCH(QByteArray, replace);
    QFETCH(QStringList, rules);
    QByteArray text = soundFile();
    QVERIFY(text.contains(find));
    text.replace(find, replace);
    QCOMPARE(breaches(text), rules);
}

void TestTraceCheck::countsAndFirstPlace()
{
    QByteArray text = soundFile();
    text.replace(".000", ".00");
    const std::string bytes = text.toStdString();
    const std::unique_ptr<ByteSource> source = openMemory(bytes);
    Progress progress;
    const auto rows = checkTrace(*source, progress);
    QVERIFY(rows.has_value());
    QCOMPARE(rows->size(), std::size_t{1});
    QCOMPARE(rows->front().count, std::uint64_t{10});
    QCOMPARE(rows->front().firstOffset, std::int64_t{text.indexOf("{\"ph\": \"X\"")});
    QVERIFY(rows->front().example.find("aten::mm") != std::string::npos);
}

// What Kineto itself writes is no model for an exporter.
void TestTraceCheck::rawTracesHaveBreaches()
{
    const std::filesystem::path path = test::sharedPath("data/traces/h200-tinyllama-b1-sdpa.pt.trace.json.gz");
    if (path.empty())
        QSKIP(test::kNoSharedData);
    Progress progress;
    const auto rows = checkTraceFile(path, progress);
    QVERIFY(rows.has_value());
    std::map<std::string, std::uint64_t> counts;
    for (const CheckRow& row : *rows)
        counts[std::string(ruleName(row.rule))] = row.count;
    QCOMPARE(counts["nesting"], std::uint64_t{62}); // Perfetto counts as many overlaps in it
    QVERIFY(counts["order"] > 0 && counts["gpu_rows"] > 0 && counts["one_line"] > 0);
    QCOMPARE(counts["strict_json"], std::uint64_t{0});
    QCOMPARE(progress.done(), progress.total());
}

void TestTraceCheck::notATrace()
{
    QVERIFY(breaches("{\"a\": 1}").first().contains("no traceEvents"));
    QVERIFY(breaches("hello").first().contains("not a JSON trace"));
    Progress progress;
    const auto rows = checkTraceFile("/no/such/file.json", progress);
    QVERIFY(!rows.has_value());
    QCOMPARE(rows.error().text(), std::string("/no/such/file.json: there is no such file"));
}

QTEST_APPLESS_MAIN(TestTraceCheck)
#include "tst_trace_check.moc"
