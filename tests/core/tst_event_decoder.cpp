// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/event_decoder.h"
#include "core/io/event_splitter.h"
#include "core/io/json_text.h"
#include "core/io/microseconds.h"
#include "core/trace/args_table.h"

#include <QTest>

using namespace decodescope;

namespace {

struct Decoded
{
    EventBatch batch;
    ImportReport report;
};

Decoded decode(const std::vector<std::string>& events)
{
    std::string text;
    std::vector<TextSpan> spans;
    for (const std::string& event : events) {
        spans.push_back({text.size(), event.size()});
        text += event + ",\n";
    }
    text.append(kTextPadding, ' ');
    Decoded out;
    EventDecoder decoder;
    decoder.startBatch(out.batch, out.report, {text, 1000, 7, 990});
    for (const TextSpan& span : spans)
        decoder.decode(std::string_view(text).substr(span.begin, span.size));
    return out;
}

std::string argsText(const Decoded& decoded, std::uint32_t number)
{
    if (number == kNoBatchArgs)
        return "none";
    ArgsStore store;
    std::vector<ArgsId> ids;
    store.append(decoded.batch.args, ids);
    return store.table().text(ids[number]);
}

} // namespace

class TestEventDecoder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void times_data();
    void times();
    void rejectsTimes_data();
    void rejectsTimes();
    void decodesASlice();
    void repairs_data();
    void repairs();
    void cannotRepair_data();
    void cannotRepair();
    void unreadableArgsAreKeptAsText();
    void namesWithBadBytesStayApart();
    void argsKeepEveryDigit();
    void unknownMembersAreKept();
    void rowsByWordsAndNumbers();
    void swallowedEventsAreFound();
    void placesAreNamed();
    void boundFlows();
    void utf8ByTheBook();
};

void TestEventDecoder::times_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<bool>("outOfRange");
    const auto row = [](const char* text, qint64 ns, bool outOfRange = false) {
        QTest::addRow("%s", text) << QByteArray(text) << ns << outOfRange;
    };
    row("0", 0);
    row("12", 12'000);
    row("-12.5", -12'500);
    row("5099031987551.487", 5'099'031'987'551'487);
    row("1711046400000001.064", 1'711'046'400'000'001'064);
    row("1600000000000100", 1'600'000'000'000'100'000);
    row("10.0", 10'000);
    row("1000.5", 1'000'500);
    row("0.0004", 0);
    row("0.0005", 1);
    row("-0.0005", -1);
    row("1.0009999", 1'001);
    row("1e3", 1'000'000);
    row("1.7e+15", 1'700'000'000'000'000'000);
    row("1.5E-3", 2);
    row("125e-3", 125);
    row("1e-400000000", 0);
    row("+5", 5'000);
    row(" 5 ", 5'000);
    row("005", 5'000);
    row("5.", 5'000);
    row(".5", 500);
    row("9223372036854775.807", kMaxNs);
    row("9223372036854775.808", kMaxNs, true);
    row("-9223372036854775.808", kMinNs, true);
    row("12345678901234567890", kMaxNs, true);
    row("-99999999999999999999", kMinNs, true);
    row("1e99999999999", kMaxNs, true);
    row("0e99999999999", 0);
    row("00000000000000000000000000001.5", 1'500);
    row("1.50000000000000000000000000000000000000", 1'500);
}

void TestEventDecoder::times()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, ns);
    QFETCH(bool, outOfRange);
    const auto parsed = parseMicroseconds(text.toStdString());
    QVERIFY(parsed.has_value());
    QCOMPARE(qint64{parsed->ns}, ns);
    QCOMPARE(parsed->outOfRange, outOfRange);
}

void TestEventDecoder::rejectsTimes_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"", "abc", "-", "1.2.3", "1e", "1e+", "0x10", "1 2", ".", "nan", "1,5", "e5"})
        QTest::addRow("'%s'", text) << QByteArray(text);
}

void TestEventDecoder::rejectsTimes()
{
    QFETCH(QByteArray, text);
    QVERIFY(!parseMicroseconds(text.toStdString()).has_value());
}

void TestEventDecoder::decodesASlice()
{
    const Decoded d = decode({R"({ "ph" : "X" , "cat": "kernel", "name": "a\u00e9\n", "pid": 0, "tid": 7,
        "ts": 10.001, "dur": 2.5, "args": { "device": 0, "grid": [1, 1, 1], "x": 0.007576 } })"});
    QVERIFY(d.report.warnings().empty());
    QCOMPARE(d.batch.events.size(), std::size_t{1});
    const BatchEvent& e = d.batch.events[0];
    QVERIFY(e.phase == Phase::complete);
    QCOMPARE(e.time, Ns{10'001});
    QCOMPARE(e.duration, Ns{2'500});
    QCOMPARE(std::string(d.batch.strings.text(e.name)), std::string("a\xc3\xa9\n"));
    QCOMPARE(std::string(d.batch.strings.text(e.category)), std::string("kernel"));
    QCOMPARE(d.batch.threads[e.thread].tid.number, std::int64_t{7});
    QCOMPARE(argsText(d, e.args), std::string(R"({ "device": 0, "grid": [1, 1, 1], "x": 0.007576 })"));
    QCOMPARE(e.extra, kNoBatchArgs);
    QCOMPARE(e.offset, std::int64_t{1000});
}

void TestEventDecoder::repairs_data()
{
    QTest::addColumn<QByteArray>("args");
    QTest::addColumn<QByteArray>("kept");
    const auto row = [](const char* args, const char* kept) {
        QTest::addRow("%s", args) << QByteArray(args) << QByteArray(kept);
    };
    row(R"({"a": inf})", R"({"a": "inf"})");
    row(R"({"a": -Infinity, "b": NaN})", R"({"a": "-Infinity", "b": "NaN"})");
    row(R"({"a": None, "b": True})", R"({"a": "None", "b": "True"})");
    row("{\"a\": \"x\x01\ty\"}", R"({"a": "x\u0001\ty"})");
    row(R"({"a": "C:\Users\x41"})", R"({"a": "C:\\Users\\x41"})");
    row(R"({"a": "\ud83d\ude00", "b": nan})", "{\"a\": \"\xf0\x9f\x98\x80\", \"b\": \"nan\"}");
    row(R"({"a": "\ud83d"})", "{\"a\": \"\xef\xbf\xbd\"}");
    row(R"({"a": 1,})", R"({"a": 1})");
    row(R"({"a": [1, 2,]})", R"({"a": [1, 2]})");
    row(R"({"a": 007, "b": +1, "c": 1., "d": -.5})", R"({"a": 7, "b": 1, "c": 1.0, "d": -0.5})");
    row("{\"a\": \"\xff\xfe\"}", "{\"a\": \"\xef\xbf\xbd\xef\xbf\xbd\"}");
}

void TestEventDecoder::repairs()
{
    QFETCH(QByteArray, args);
    QFETCH(QByteArray, kept);
    const std::string event = R"({"ph":"X","name":"n","ts":1,"dur":1,"args":)" + args.toStdString() + "}";
    const Decoded d = decode({event, event}); // what was repaired must not pass as sound the second time
    QCOMPARE(d.batch.events.size(), std::size_t{2});
    QCOMPARE(argsText(d, d.batch.events[0].args), kept.toStdString());
    QCOMPARE(argsText(d, d.batch.events[1].args), kept.toStdString());
    QCOMPARE(d.report.count(WarningKind::nonStandardJson) + d.report.count(WarningKind::invalidUtf8), std::uint64_t{2});
    QCOMPARE(d.report.warnings()[0].firstOffset, std::int64_t{1000});
}

void TestEventDecoder::cannotRepair_data()
{
    QTest::addColumn<QByteArray>("event");
    for (const char* event : {R"({"ph":"X" "ts":1})", R"({"ph"})", "{1}", R"({"a":"b"c"})", R"({"ph":"X",,"ts":1})"})
        QTest::addRow("%s", event) << QByteArray(event);
}

void TestEventDecoder::cannotRepair()
{
    QFETCH(QByteArray, event);
    const Decoded d = decode({event.toStdString(), R"({"ph":"i","name":"next","ts":5})"});
    QCOMPARE(d.batch.events.size(), std::size_t{1});
    QCOMPARE(d.report.count(WarningKind::invalidJson), std::uint64_t{1});
}

// Args that make no sense cost no more than themselves.
void TestEventDecoder::unreadableArgsAreKeptAsText()
{
    const std::string deep = "{\"a\":" + std::string(600, '[') + std::string(600, ']') + "}";
    const Decoded d = decode({R"({"ph":"X","name":"n","ts":1,"dur":1,"args":{"a":word}})",
                              R"({"ph":"X","name":"m","ts":2,"dur":1,"args":)" + deep + "}"});
    QCOMPARE(d.batch.events.size(), std::size_t{2});
    QCOMPARE(argsText(d, d.batch.events[0].args), std::string(R"({"args": "{\"a\":word}"})"));
    QVERIFY(argsText(d, d.batch.events[1].args).starts_with(R"({"args": "{\"a\":[[[)"));
    QCOMPARE(d.report.count(WarningKind::invalidJson), std::uint64_t{2});
}

void TestEventDecoder::namesWithBadBytesStayApart()
{
    const auto event = [](const std::string& name) { return R"({"ph":"i","ts":1,"name":")" + name + "\"}"; };
    const Decoded d = decode({event("f\xff"), event("f\xfe"), event("f\xff"), event("f\xe2\x82 g"), event("ok")});
    QCOMPARE(d.batch.events.size(), std::size_t{5});
    const auto name = [&](std::size_t i) { return std::string(d.batch.strings.text(d.batch.events[i].name)); };
    QCOMPARE(name(0), std::string("f\xef\xbf\xbd"));
    QVERIFY(name(1).starts_with("f\xef\xbf\xbd") && name(1) != name(0));
    QCOMPARE(name(2), name(0));
    QCOMPARE(name(3), std::string("f\xef\xbf\xbd g"));
    QCOMPARE(d.report.count(WarningKind::invalidUtf8), std::uint64_t{4});
}

void TestEventDecoder::argsKeepEveryDigit()
{
    const std::vector<std::string> args{
        R"({"id": 10159970886766084423})",
        R"({"id": 1})",
        R"({"id": -0})",
        R"({"id": 1.10})",
        R"({"id": 1e5})",
        R"({"id": 123456789012345678901234567890})",
        R"({"id": 9007199254740993})",
        R"({"id": -1234567})",
        R"({"id": 99999999999999999})",
        R"({"id": 100000000000000000})",
        R"({"id": 0, "b": 00})",
        R"({"id":2})",
    };
    std::vector<std::string> events;
    for (int round = 0; round < 2; ++round) {
        for (const std::string& text : args)
            events.push_back(R"({"ph":"X","ts":1,"dur":1,"args":)" + text + "}");
    }
    const Decoded d = decode(events);
    for (std::size_t i = 0; i < events.size(); ++i) {
        const std::string& wanted = args[i % args.size()];
        QCOMPARE(argsText(d, d.batch.events[i].args),
                 wanted.ends_with(": 00}") ? std::string(R"({"id": 0, "b": 0})") : wanted);
    }
}

void TestEventDecoder::unknownMembersAreKept()
{
    const Decoded d = decode({R"({"ph":"i","s":"g","name":"n","ts":1,"tts":5,"cname":"good","nested":{"a":[1]}})",
                              R"({"ph":"i","s":"t","name":"n","ts":1,"tts":6,"cname":"bad","nested":{"a":[1]}})"});
    QCOMPARE(argsText(d, d.batch.events[0].extra),
             std::string(R"({"s": "g", "tts": 5, "cname": "good", "nested": {"a": [1]}})"));
    QCOMPARE(argsText(d, d.batch.events[1].extra),
             std::string(R"({"s": "t", "tts": 6, "cname": "bad", "nested": {"a": [1]}})"));
}

void TestEventDecoder::rowsByWordsAndNumbers()
{
    const Decoded d = decode({R"({"ph":"i","ts":1,"pid":"Spans","tid":-3})", R"({"ph":"i","ts":1,"pid":"","tid":null})",
                              R"({"ph":"i","ts":1})", R"({"ph":"i","ts":1,"pid":0,"tid":0})"});
    const auto row = [&](std::size_t i) { return d.batch.threads[d.batch.events[i].thread]; };
    QCOMPARE(std::string(d.batch.strings.text(row(0).pid.text)), std::string("Spans"));
    QCOMPARE(row(0).tid.number, std::int64_t{-3});
    QVERIFY(!row(1).pid.present && !row(1).tid.present);
    QCOMPARE(d.batch.events[1].thread, d.batch.events[2].thread);
    QVERIFY(row(3).pid.present && row(3).tid.present);
}

// A span whose quotes are so broken that it holds several events.
void TestEventDecoder::swallowedEventsAreFound()
{
    const Decoded d =
        decode({R"({"ph":"i","ts":1,"name":"a"b"},{"ph":"i","ts":2,"name":"c"},{"ph":"i","ts":3,"name":"d"e"})"});
    QCOMPARE(d.batch.events.size(), std::size_t{1});
    QCOMPARE(d.batch.events[0].time, Ns{2'000});
    QCOMPARE(d.report.count(WarningKind::invalidJson), std::uint64_t{2});
}

void TestEventDecoder::placesAreNamed()
{
    const Decoded d = decode({R"({"ph":"i","ts":1})", R"({"ph":"i"})"});
    QCOMPARE(d.report.warnings().size(), std::size_t{1});
    QVERIFY(d.report.warnings()[0].kind == WarningKind::missingField);
    QCOMPARE(d.report.warnings()[0].firstOffset, std::int64_t{1019});
    QVERIFY(d.report.warnings()[0].message.find("line 8, column 1") != std::string::npos);
}

void TestEventDecoder::boundFlows()
{
    const Decoded d =
        decode({R"({"ph":"X","ts":1,"dur":1,"pid":1,"tid":2,"bind_id":"0x2f","flow_out":true})",
                R"({"ph":"X","ts":5,"dur":1,"pid":1,"tid":2,"bind_id":"0x2f","flow_in":true,"flow_out":true})"});
    QCOMPARE(d.batch.events.size(), std::size_t{4});
    QVERIFY(d.batch.events[1].phase == Phase::flowStart);
    QVERIFY(d.batch.events[3].phase == Phase::flowStep);
    QCOMPARE(d.batch.events[1].id, d.batch.events[3].id);
}

void TestEventDecoder::utf8ByTheBook()
{
    // Unicode 15, table 3-8: the maximal subparts of <61 F1 80 80 E1 80 C2 62 80 63 80 BF 64>.
    const std::string text = "a\xf1\x80\x80\xe1\x80\xc2"
                             "b\x80"
                             "c\x80\xbf"
                             "d";
    std::string shown;
    for (std::size_t at = 0; at < text.size();) {
        const Utf8Part part = utf8At(text, at);
        shown += part.isValid ? text.substr(at, part.size) : "?";
        at += part.size;
    }
    QCOMPARE(shown, std::string("a???b?c??d"));
    QVERIFY(!utf8At("\xc0\x80", 0).isValid);
    QVERIFY(!utf8At("\xed\xa0\x80", 0).isValid);
    QVERIFY(!utf8At("\xf4\x90\x80\x80", 0).isValid);
    QCOMPARE(utf8At("\xf0\x9f\x98\x80", 0).size, std::size_t{4});
}

QTEST_APPLESS_MAIN(TestEventDecoder)
#include "tst_event_decoder.moc"
