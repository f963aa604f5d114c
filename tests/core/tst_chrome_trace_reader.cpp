// SPDX-License-Identifier: GPL-3.0-or-later
// Hard cases of tests/data/cases, each as the thread it comes from would have it, and what reading as such must do.
#include "core/io/open_trace.h"
#include "tests/support/test_data.h"
#include "tests/support/trace_text.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <thread>
#include <unistd.h>

using namespace decodescope;
using namespace decodescope::test;

namespace {

Result<std::shared_ptr<const Trace>> openFiles(std::vector<std::string> paths)
{
    Progress progress;
    return openTraces(paths, progress);
}

std::shared_ptr<const Trace> openCase(const char* name)
{
    const auto trace = openFiles({dataPath(std::string("cases/") + name)});
    return trace ? *trace : std::make_shared<const Trace>();
}

std::string messageFor(const std::string& path)
{
    const auto trace = openFiles({path});
    return trace ? "opened" : trace.error().text();
}

// "name begin+duration" of all events, by begin, in nanoseconds.
QStringList summary(const Trace& trace)
{
    std::vector<EventRow> rows;
    for (std::size_t i = 0; i < trace.eventCount(); ++i)
        rows.push_back(trace.event(static_cast<EventId>(i)));
    std::ranges::stable_sort(rows, {}, &EventRow::begin);
    QStringList lines;
    for (const EventRow& row : rows)
        lines << QString::fromStdString(std::string(trace.text(row.name)) + " " + std::to_string(row.begin) + "+" +
                                        std::to_string(row.duration));
    return lines;
}

EventId find(const Trace& trace, std::string_view name)
{
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if (trace.name(static_cast<EventId>(i)) == name)
            return static_cast<EventId>(i);
    }
    return kNoEvent;
}

std::string argsOf(const Trace& trace, std::string_view name)
{
    return trace.args().text(trace.event(find(trace, name)).args);
}

QString write(const QTemporaryDir& folder, const char* name, const QByteArray& bytes)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        return {};
    return file.fileName();
}

} // namespace

class TestChromeTraceReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cases_data();
    void cases();
    void casesInDetail();
    void realTrace();
    void filesThatCannotBeOpened();
    void emptyTraces();
    void cutGzipKeepsWhatWasRead();
    void keysInAnyOrder();
    void timesBeyond64Bits();
    void unknownMetadataIsCounted();
    void batchesDoNotMatter();
    void cancelIsQuick();
    void cancelWhileWaitingForAPipe();
    void firstPictureComesEarly();
    void manyThreadsAndNames();
};

void TestChromeTraceReader::cases_data()
{
    QTest::addColumn<QStringList>("events");
    QTest::addColumn<QStringList>("warnings");
    const auto row = [](const char* name, QStringList events, QStringList warnings) {
        QTest::addRow("%s", name) << events << warnings;
    };
    row("01.json", {"Memcpy DtoH (Device -> Pinned) 10000+0", "k 20000+5000"},
        {"non_standard_json 1", "launch_not_recorded 2"});
    row("02.json", {"load 1600000000000100000+0", "work 1600000000000140000+40000"}, {"non_standard_json 1"});
    row("04.json", {"C:\\Users\\me\\quoted \"x\".py(3): f 1000+2000"}, {"non_standard_json 2"});
    row("05.json", {"aten::mm 1000+9000", "aten::add 20000+4000"}, {"invalid_json 1", "no_gpu_rows 1"});
    row("07.json", {"\ufffd(0): \ufffd\ufffd 1000+8000", "gemm 3000+2000"},
        {"invalid_utf8 1", "launch_not_recorded 1"});
    row("08.json", {"relu 40500+30250", "relu 55000+12000"}, {"invalid_json 1"});
    row("10.json", {"aten::mm 1000+9000"}, {"truncated_input 1", "no_gpu_rows 1"});
    row("11.json", {"a 10000+5000"}, {"non_standard_json 1"});
    row("13.json", {"a 0+5000"}, {});
    row("16.json", {"a 0+5000"}, {"non_standard_json 1"});
    row("17.json", {"a 1000500+2250"}, {"no_gpu_rows 1"});
    row("19.json", {}, {"no_timed_events 1"});
    row("20.json", {"aten::mm 1000+9000", "cudaLaunchKernel 3000+2000", "gemm 8000+4000"}, {});
    row("22.json", {"aten::matmul 0+100000", "cudaLaunchKernel 20000+3000", "gemm 40000+900000"}, {});
    row("23.json", {"a 0+5000", "b 0+5000", "c 0+5000", "d 0+5000", "e 9000+5000"}, {});
    row("25.json", {"a 1000+9000", "mem 5000+0"}, {"missing_field 2"});
    row("26.json", {"a 1711046400000001064+1248", "b 1711046400000002312+864"}, {"launch_not_recorded 2"});
    row("28.json",
        {"aten::mm 1700000000000000000+25000", "lost end 1700000000000010000+0", "gemm 1700000000000030000+12000"},
        {"negative_length 1", "launch_not_recorded 1"});
    row("29.json", {"gemm 1000000+12000", "broken 1020000+7449000000000000000", "gemm 1040000+12000"},
        {"implausible_length 1", "launch_not_recorded 3"});
    row("31.json", {"before zero -50000+20000", "across zero -10000+30000", "after 30000+5000"}, {"no_gpu_rows 1"});
    row("32.json", {"lost start 0+3000", "aten::mm 1700000000000000000+25000", "gemm 1700000000000030000+12000"},
        {"stray_time 1", "launch_not_recorded 1"});
    row("34.json", {"aten::mm 100000+20000", "gemm 104000+5000", "cudaLaunchKernel 110000+6000"},
        {"kernel_before_launch 1"});
    row("35.json", {"A 2000+4096", "B 5000+2500", "C 7200+3000"}, {"overlap 2", "launch_not_recorded 3"});
    row("37.json", {"fmha_bwd 0+1600000000", "gemm 30000+20000", "gemm 60000+20000"},
        {"launch_not_recorded 3", "covered_kernel 1"});
    row("38.json", {"outer 0+100000", "inner 10000+20000"}, {"launch_not_recorded 2", "covered_kernel 1"});
    row("40.json", {"a 2000+7000", "open 12000+0"}, {"unmatched_end 2", "unfinished_slice 1"});
    row("41.json", {"load 100000+100000", "parse 120000+60000"}, {"unmatched_end 1"});
    row("43.json",
        {"cudaGraphLaunch 10000+8000", "gemv 30000+9000", "gemv 30000+9000", "flash_fwd_splitkv 40000+3000",
         "rms_norm 44000+2000"},
        {"launch_not_recorded 1"});
    row("44.json", {"early 0+10000", "early 12000+10000", "cudaLaunchKernel 15000+2000", "late 25000+10000"},
        {"launch_not_recorded 2"});
    row("46.json",
        {"aten::mm 0+20000", "aten::add 0+20000", "cudaLaunchKernel 5000+2000", "cudaLaunchKernel 6000+2000",
         "gemm r0 12000+4000", "add r1 13000+3000"},
        {"ambiguous_correlation 2"});
    row("49.json", {"A 0+10000", "B 1001000+100000"}, {"dangling_flow 2"});
    row("50.json", {"send 10000+4000", "receive 30000+6000"}, {});
    row("52.json", {"[memory] 1000+0", "[memory] 9000+0", "[memory] 10000+0"}, {});
    row("53.json",
        {"warm-up 0+100000", "warm-up 200000+100000", "ProfilerStep#3 45000000000+1000000",
         "hipLaunchKernel 45000100000+3000", "gemm 45000200000+50000"},
        {"stray_time 2", "launch_not_recorded 2"});
}

void TestChromeTraceReader::cases()
{
    QFETCH(QStringList, events);
    QFETCH(QStringList, warnings);
    const auto trace = openCase(QTest::currentDataTag());
    QCOMPARE(summary(*trace), events);
    QStringList found;
    for (const Warning& warning : trace->report().warnings()) {
        found << QString::fromStdString(std::string(warningName(warning.kind)) + " " + std::to_string(warning.count));
        QVERIFY(!warning.message.empty());
    }
    found.sort();
    warnings.sort();
    QCOMPARE(found, warnings);
}

void TestChromeTraceReader::casesInDetail()
{
    QCOMPARE(
        argsOf(*openCase("01.json"), "Memcpy DtoH (Device -> Pinned)").find("\"memory bandwidth (GB/s)\": \"inf\"") !=
            std::string::npos,
        true);
    QCOMPARE(argsOf(*openCase("02.json"), "load"), std::string(R"({"kernel": "nan", "user": "nan"})"));
    QVERIFY(openCase("08.json")->report().warnings()[0].message.find("line 1, column 124") != std::string::npos);
    QVERIFY(openCase("10.json")->report().warnings()[0].message.find("byte 109") != std::string::npos);
    QCOMPARE(summary(*openCase("14.json.gz")).size(), qsizetype{3});
    QCOMPARE(*openCase("17.json")->sources()[0].baseTime, Ns{1'767'189'312'000'000'000});
    QCOMPARE(openCase("17.json")->sources()[0].metadata.size(), std::size_t{4});

    const auto rows = openCase("23.json");
    QCOMPARE(rows->processes().size(), std::size_t{4});
    QCOMPARE(rows->tracks().size(), std::size_t{4});
    QCOMPARE(rows->events().track(find(*rows, "d")), rows->events().track(find(*rows, "e")));

    QCOMPARE(openCase("28.json")->span(), (TimeRange{1'700'000'000'000'000'000, 1'700'000'000'000'042'000}));
    QCOMPARE(openCase("31.json")->span().length(), Ns{85'000});
    QCOMPARE(openCase("32.json")->contentSpan().length(), Ns{42'000});
    QCOMPARE(openCase("35.json")->tracks()[0].lanes.size(), std::size_t{2});
    const auto backwards = openCase("34.json");
    QCOMPARE(std::string(backwards->name(backwards->opOf(find(*backwards, "gemm")))), std::string("aten::mm"));
    const auto merged = argsOf(*openCase("41.json"), "load");
    QVERIFY(merged.find("\"rows\":7") != std::string::npos && merged.find("\"bytes\":9") != std::string::npos);
    const auto other = openCase("47.json");
    for (std::size_t i = 0; i < 2; ++i)
        QCOMPARE(std::string(other->name(other->opOf(other->gpuOperation(i).event))), std::string("aten::addmm"));
    const auto flow = openCase("50.json");
    QCOMPARE(flow->flows().size(), std::size_t{1});
    QCOMPARE(flow->flows()[0].from, find(*flow, "send"));
    QCOMPARE(flow->flows()[0].to, find(*flow, "receive"));
    QVERIFY(argsOf(*openCase("52.json"), "[memory]").find("140235000000000") != std::string::npos);
    const auto late = openCase("53.json");
    QCOMPARE(late->steps().size(), std::size_t{1});
    QVERIFY(late->contentSpan().begin > 44'000'000'000);
}

// Numbers counted in the files by others: INDEX.md of the shared traces.
void TestChromeTraceReader::realTrace()
{
    const auto path = sharedPath("data/traces/h200-tinyllama-b1-sdpa.pt.trace.json.gz");
    if (path.empty())
        QSKIP(kNoSharedData);
    const auto trace = openFiles({path});
    QVERIFY(trace.has_value());
    QCOMPARE((*trace)->steps().size(), std::size_t{3});
    QCOMPARE((*trace)->steps()[0].range.length(), Ns{23'320'361});
    QCOMPARE((*trace)->steps()[1].range.length(), Ns{25'267'647});
    QCOMPARE((*trace)->steps()[2].range.length(), Ns{26'059'008});
    std::vector<Ns> sums(3);
    for (std::size_t i = 0; i < (*trace)->gpuOperationCount(); ++i) {
        const EventId event = (*trace)->gpuOperation(i).event;
        if ((*trace)->kind(event) == EventKind::kernel)
            sums[(*trace)->stepOf(event).value()] += (*trace)->event(event).duration;
    }
    QCOMPARE(sums, (std::vector<Ns>{2'262'231, 2'278'376, 2'269'453}));
}

void TestChromeTraceReader::filesThatCannotBeOpened()
{
    const QTemporaryDir folder;
    const auto messageOf = [&](const char* name, const QByteArray& bytes) {
        const QString path = write(folder, name, bytes);
        const std::string message = messageFor(path.toStdString());
        return QString::fromStdString(message).replace(path, name);
    };
    QCOMPARE(messageOf("e.json", ""), QString("e.json: is empty: there is no trace in it"));
    QCOMPARE(messageOf("w.json", " \n"), QString("w.json: holds nothing but white space: there is no trace in it"));
    QCOMPARE(messageOf("p.png", "\x89PNG\r\n\x1a\n"),
             QString("p.png: is not a JSON trace: it begins with the bytes of a PNG picture"));
    QCOMPARE(messageOf("o.json", "{\"a\": [1, 2]}"),
             QString("o.json: has no traceEvents: it is JSON, but not a trace"));
    QCOMPARE(messageOf("c.json", "{\"schemaVersion\": 1, \"deviceProperties\": ["),
             QString("c.json: ends before its traceEvents begin: nothing in it can be shown"));
    QCOMPARE(messageOf("g.json.gz", QByteArray("\x1f\x8b\x08\x00", 4)),
             QString("g.json.gz: is empty: there is no trace in it (the gzip data stop before their end, at byte 4)"));
    QCOMPARE(messageFor("/no/such/file.json"), std::string("/no/such/file.json: there is no such file"));
    const std::string folderPath = folder.path().toStdString();
    QCOMPARE(messageFor(folderPath), folderPath + ": is a folder: name the trace file in it");
}

void TestChromeTraceReader::emptyTraces()
{
    const QTemporaryDir folder;
    for (const char* text : {"{}", " \n{ \t}\n", "[]", "{\"traceEvents\": []}", "\xef\xbb\xbf{}"}) {
        const auto trace = openFiles({write(folder, "e.json", text).toStdString()});
        QVERIFY2(trace.has_value(), text);
        QCOMPARE((*trace)->eventCount(), std::size_t{0});
        QCOMPARE((*trace)->report().count(WarningKind::noTimedEvents), std::uint64_t{1});
    }
}

void TestChromeTraceReader::cutGzipKeepsWhatWasRead()
{
    QFile file(QString::fromStdString(dataPath("cases/14.json.gz")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray all = file.readAll();
    const QTemporaryDir folder;
    const auto cut = openFiles({write(folder, "cut.json.gz", all.left(all.size() - 30)).toStdString()});
    QVERIFY(cut.has_value());
    QVERIFY((*cut)->eventCount() == 2 || (*cut)->eventCount() == 3);
    QVERIFY((*cut)->report().count(WarningKind::truncatedInput) > 0);
    QVERIFY((*cut)->report().warnings()[0].message.find("gzip") != std::string::npos);
    const auto junk = openFiles({write(folder, "junk.json.gz", all + "junk").toStdString()});
    QVERIFY(junk.has_value());
    QCOMPARE((*junk)->eventCount(), std::size_t{3});
    QVERIFY((*junk)->report().count(WarningKind::truncatedInput) > 0);
    const auto padded = openFiles({write(folder, "padded.json.gz", all + QByteArray(600, '\0')).toStdString()});
    QVERIFY((*padded)->report().warnings().empty());
}

void TestChromeTraceReader::keysInAnyOrder()
{
    const QTemporaryDir folder;
    const QByteArray events = "\"traceEvents\": [{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":2}]";
    const QByteArray base = "\"baseTimeNanoseconds\": \"77\"";
    for (const QByteArray& text : {"{" + base + "," + events + "}", "{" + events + "," + base + "}"}) {
        const auto trace = openFiles({write(folder, "t.json", text).toStdString()});
        QCOMPARE((*trace)->sources()[0].baseTime.value(), Ns{77});
        QCOMPARE(summary(**trace), QStringList{"a 1000+2000"});
    }
    // Two ranks, the base behind the events of one: aligned all the same.
    const std::string a = write(folder, "a.json", "{" + base + "," + events + "}").toStdString();
    const std::string b = write(folder, "b.json", "{" + events + ",\"baseTimeNanoseconds\": 100}").toStdString();
    QCOMPARE(summary(**openFiles({a, b})), (QStringList{"a 1000+2000", "a 1023+2000"}));
}

void TestChromeTraceReader::timesBeyond64Bits()
{
    const QTemporaryDir folder;
    const auto trace = openFiles({write(folder, "t.json", R"([
        {"ph":"X","name":"a","pid":1,"tid":1,"ts":10,"dur":5},
        {"ph":"X","name":"far","pid":1,"tid":1,"ts":12345678901234567890,"dur":5},
        {"ph":"X","name":"b","pid":1,"tid":1,"ts":20,"dur":5}])")
                                      .toStdString()});
    QCOMPARE((*trace)->eventCount(), std::size_t{3});
    QCOMPARE((*trace)->span(), (TimeRange{10'000, 25'000}));
    QCOMPARE((*trace)->report().count(WarningKind::badField), std::uint64_t{1});
    QVERIFY((*trace)->event(find(**trace, "far")).has(EventFlag::implausible));
}

void TestChromeTraceReader::unknownMetadataIsCounted()
{
    const QTemporaryDir folder;
    const auto trace = openFiles({write(folder, "t.json", R"([
        {"ph":"M","name":"process_name","pid":1,"args":{"name":"python"}},
        {"ph":"M","name":"num_cpus","pid":1,"args":{"number":8}},
        {"ph":"M","pid":1,"args":{}},
        {"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2}])")
                                      .toStdString()});
    QVERIFY(trace.has_value());
    QCOMPARE((*trace)->report().count(WarningKind::unknownMetadata), std::uint64_t{2});
    const std::string& message = (*trace)->report().warnings().front().message;
    QVERIFY2(message.find("num_cpus") != std::string::npos, message.c_str());
}

// A text of several pieces: the same events as when it is read at once.
void TestChromeTraceReader::batchesDoNotMatter()
{
    const QTemporaryDir folder;
    QByteArray text = "[";
    for (int i = 0; i < 40'000; ++i)
        text += QByteArray(i > 0 ? ",\n" : "") + "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"op" +
                QByteArray::number(i % 70) + "\",\"pid\":1,\"tid\":" + QByteArray::number(i % 3) +
                ",\"ts\":" + QByteArray::number(i * 10) + ",\"dur\":9,\"args\":{\"i\":" + QByteArray::number(i) +
                ",\"k\":\"" + QByteArray::number(i % 11) + "\"}}";
    text += "]";
    QVERIFY(text.size() > 3'000'000);
    const auto trace = openFiles({write(folder, "t.json", text).toStdString()});
    QCOMPARE((*trace)->eventCount(), std::size_t{40'000});
    QCOMPARE((*trace)->args().templateCount(), std::size_t{11});
    for (std::size_t i = 0; i < 40'000; ++i) {
        const EventRow row = (*trace)->event(static_cast<EventId>(i));
        QCOMPARE(row.begin, static_cast<Ns>(i) * 10'000);
        QCOMPARE((*trace)->args().integer(row.args, "i").value(), static_cast<std::int64_t>(i));
        QCOMPARE((*trace)->text(row.name), "op" + std::to_string(i % 70));
    }
}

void TestChromeTraceReader::cancelIsQuick()
{
    const std::string text = "[" + std::string(50'000'000, ' ') + "]";
    const std::unique_ptr<ByteSource> source = openMemory(text);
    TraceBuilder builder;
    Progress progress;
    std::stop_source stop;
    stop.request_stop();
    const Result<void> read = readTrace(*source, builder, progress, stop.get_token());
    QVERIFY(!read.has_value());
    QVERIFY(read.error().code == ErrorCode::cancelled);
}

void TestChromeTraceReader::cancelWhileWaitingForAPipe()
{
    int ends[2] = {-1, -1};
    QCOMPARE(::pipe(ends), 0);
    QCOMPARE(::write(ends[1], "[{\"ph\"", 6), ssize_t{6});
    const auto source = openByteSource("/dev/fd/" + std::to_string(ends[0]));
    QVERIFY(source.has_value());
    TraceBuilder builder;
    Progress progress;
    std::stop_source stop;
    std::jthread canceller([&] { stop.request_stop(); });
    const Result<void> read = readTrace(**source, builder, progress, stop.get_token()); // returns though nothing comes
    QVERIFY(!read.has_value());
    ::close(ends[0]);
    ::close(ends[1]);
}

void TestChromeTraceReader::firstPictureComesEarly()
{
    const QTemporaryDir folder;
    QByteArray text = "[";
    for (int i = 0; i < 60'000; ++i)
        text += QByteArray(i > 0 ? ",\n" : "") +
                "{\"ph\":\"X\",\"name\":\"op\",\"pid\":1,\"tid\":1,\"ts\":" + QByteArray::number(i * 10) +
                ",\"dur\":9}";
    text += "]";
    const std::vector<std::string> paths{write(folder, "t.json", text).toStdString()};
    Progress progress;
    std::vector<std::size_t> counts;
    const auto trace = openTraces(paths, progress, {}, [&](const std::shared_ptr<const Trace>& snapshot) {
        counts.push_back(snapshot->eventCount());
    });
    QVERIFY(trace.has_value());
    QVERIFY(!counts.empty());
    QVERIFY(counts.front() > 0 && counts.front() < 60'000);
    QCOMPARE(progress.done(), progress.total());
    QCOMPARE(progress.total(), static_cast<std::uint64_t>(text.size()));
    QCOMPARE((*trace)->sources()[0].bytes, static_cast<std::uint64_t>(text.size()));
}

// Nothing grows faster than the input.
void TestChromeTraceReader::manyThreadsAndNames()
{
    const QTemporaryDir folder;
    QByteArray text = "[";
    constexpr int kCount = 70'000;
    for (int i = 0; i < kCount; ++i) {
        const QByteArray number = QByteArray::number(i);
        text += QByteArray(i > 0 ? ",\n" : "") + "{\"ph\":\"X\",\"cat\":\"c" + number + "\",\"name\":\"n" + number +
                "\",\"pid\":" + number + ",\"tid\":" + number + ",\"ts\":" + number + ",\"dur\":9,\"args\":{\"k" +
                number + "\":\"" + number + "\"}}";
    }
    text += "]";
    const auto trace = openFiles({write(folder, "t.json", text).toStdString()});
    QVERIFY(trace.has_value());
    QCOMPARE((*trace)->eventCount(), std::size_t{kCount});
    QCOMPARE((*trace)->tracks().size(), std::size_t{kCount});
    QVERIFY((*trace)->report().count(WarningKind::limitReached) > 0); // categories
}

QTEST_APPLESS_MAIN(TestChromeTraceReader)
#include "tst_chrome_trace_reader.moc"
