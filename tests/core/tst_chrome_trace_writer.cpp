// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/chrome_trace_writer.h"
#include "core/io/open_trace.h"
#include "core/io/trace_check.h"
#include "core/trace/cut_out.h"
#include "tests/support/json_trace.h"
#include "tests/support/test_data.h"
#include "tests/support/trace_text.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <zlib.h>

#include <fcntl.h>
#include <filesystem>
#include <random>
#include <sys/stat.h>
#include <unistd.h>

using namespace decodescope;
using namespace decodescope::test;
namespace fs = std::filesystem;

namespace {

std::shared_ptr<const Trace> read(const std::string& path)
{
    Progress progress;
    const std::array paths{path};
    const auto trace = openTraces(paths, progress);
    return trace ? *trace : nullptr;
}

// What breaks the rules of trace_check.h, a line each.
QString breaches(std::string_view text)
{
    const std::unique_ptr<ByteSource> source = openMemory(text);
    Progress progress;
    const auto rows = checkTrace(*source, progress);
    if (!rows)
        return QString::fromStdString(rows.error().message);
    QString lines;
    for (const CheckRow& row : *rows)
        lines += QString("%1 x%2: %3\n")
                     .arg(QString::fromStdString(std::string(ruleName(row.rule))))
                     .arg(row.count)
                     .arg(QString::fromStdString(row.example));
    return lines;
}

std::vector<std::string> filesUnder(const fs::path& folder)
{
    std::vector<std::string> files;
    if (folder.empty())
        return files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().filename();
        const bool isTrace = name.ends_with(".json") || name.ends_with(".json.gz") || name.ends_with(".raw.gz");
        if (entry.is_regular_file() && isTrace && name.find("key_averages") == std::string::npos)
            files.push_back(entry.path());
    }
    std::ranges::sort(files);
    return files;
}

// Every part of the mapping of rows: no pid, words, negative, zero, overlaps, async, counters.
std::shared_ptr<const Trace> oddTrace()
{
    return read(dataPath("odd_rows.json"));
}

} // namespace

class TestChromeTraceWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundTrip_data();
    void roundTrip();
    void oddRows();
    void oddValues_data();
    void oddValues();
    void timesGetASmallBase();
    void overlapsGetRowsOfTheirOwn();
    void rangeKeepsLaunchesAndOperators();
    void factsAndExtraRows();
    void gzip();
    void gzipIsOneMember_data();
    void gzipIsOneMember();
    void failureLeavesTheOldFile();
    void keepsLinksAndPipes();
    void cancelLeavesTheOldFile();
    void ranksBecomeOneFile();
};

void TestChromeTraceWriter::roundTrip_data()
{
    QTest::addColumn<QString>("path");
    for (const fs::path& folder : {dataPath("cases"), sharedPath("data/traces")}) {
        for (const std::string& file : filesUnder(folder)) {
            const std::string name = fs::relative(file, folder).string();
            QTest::addRow("%s", name.c_str()) << QString::fromStdString(file);
        }
    }
}

void TestChromeTraceWriter::roundTrip()
{
    QFETCH(QString, path);
    const auto before = read(path.toStdString());
    if (before == nullptr) {
        QVERIFY(path.endsWith(QLatin1String("benchmark_simple_add_et.json.gz"))); // no trace
        return;
    }
    const std::string text = written(*before);
    QCOMPARE(breaches(text), QString());
    const auto after = readText(text);
    QVERIFY(after != nullptr);
    QCOMPARE(QString::fromStdString(firstDifference(eventLines(*before), eventLines(*after))), QString());
    QCOMPARE(QString::fromStdString(firstDifference(linkLines(*before), linkLines(*after))), QString());
    QCOMPARE(QString::fromStdString(firstDifference(rowLines(*before), rowLines(*after))), QString());
    QVERIFY(after->sources().front().baseTime == before->sources().front().baseTime);
    for (const WarningKind kind : {WarningKind::nonStandardJson, WarningKind::invalidJson, WarningKind::invalidUtf8,
                                   WarningKind::badField, WarningKind::missingLength, WarningKind::danglingFlow})
        QCOMPARE(after->report().count(kind), std::uint64_t{0});
    // Written once more, nothing grows: notes and names are not noted again.
    QCOMPARE(written(*after).size(), text.size());
    if (text.size() < 4'000'000) {
        QJsonParseError error;
        QJsonDocument::fromJson(QByteArray::fromStdString(text), &error);
        QCOMPARE(error.error, QJsonParseError::NoError);
    }
}

void TestChromeTraceWriter::oddRows()
{
    const auto before = oddTrace();
    QVERIFY(before != nullptr);
    QCOMPARE(before->eventCount(), std::size_t{15});
    QCOMPARE(before->flows().size(), std::size_t{2});
    const std::string text = written(*before);
    QCOMPARE(breaches(text), QString());
    const auto after = readText(text);
    QVERIFY(after != nullptr);
    QCOMPARE(QString::fromStdString(firstDifference(eventLines(*before), eventLines(*after))), QString());
    QCOMPARE(QString::fromStdString(firstDifference(linkLines(*before), linkLines(*after))), QString());
    QCOMPARE(QString::fromStdString(firstDifference(rowLines(*before), rowLines(*after))), QString());
    QVERIFY(text.find(", \"pid\": 0,") == std::string::npos);
    QVERIFY(text.find("\"displayTimeUnit\": \"ms\"") != std::string::npos);
    QVERIFY(text.ends_with("],\n\"traceName\": \"odd.json\"\n}\n"));
}

void TestChromeTraceWriter::oddValues_data()
{
    QTest::addColumn<QByteArray>("events");
    QTest::newRow("counters without a value")
        << QByteArray(R"({"ph":"C","name":"m","pid":1,"ts":1,"args":{"a":1}},{"ph":"C","name":"m","pid":1,"ts":2},
                         {"ph":"C","name":"m","id":"q","pid":1,"ts":3,"args":{}},
                         {"ph":"C","name":"m","pid":1,"ts":4,"args":{"a":NaN,"b":"7"}})");
    QTest::newRow("more digits than 64 bits hold") << QByteArray(R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2,
                          "args":{"id":99999999999999999999,"x":1e400}})");
    QTest::newRow("at the lowest time") << QByteArray(
        R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":-9223372036854775.808,"dur":2},
                         {"ph":"X","name":"b","pid":1,"tid":1,"ts":-9223372036854775.500,"dur":2})");
    QTest::newRow("far apart") << QByteArray(R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":5,"dur":2},
                         {"ph":"X","name":"b","pid":1,"tid":1,"ts":6,"dur":1},
                         {"ph":"X","name":"c","pid":1,"tid":1,"ts":9223372036854775.000,"dur":0},
                         {"ph":"X","name":"d","pid":1,"tid":1,"ts":0.0000000001,"dur":1.00000000000000000000001})");
    QTest::newRow("numbers as texts") << QByteArray(
        R"({"ph":"X","name":"a","pid":"7","tid":"0x7f","ts":"1e3","dur":"2.5"},
                         {"ph":"X","name":"b","pid":-3,"tid":-1,"ts":1.0E+1,"dur":5e-3})");
    QTest::newRow("old async phases") << QByteArray(R"({"ph":"S","cat":"c","name":"old","id":3,"pid":1,"tid":1,"ts":1},
                         {"ph":"F","cat":"c","name":"old","id":3,"pid":1,"tid":1,"ts":3},
                         {"ph":"b","cat":"c","name":"n","id2":{"local":"0x1"},"pid":1,"tid":2,"ts":2},
                         {"ph":"e","cat":"c","name":"n","id2":{"local":"0x1"},"pid":1,"tid":2,"ts":5})");
}

void TestChromeTraceWriter::oddValues()
{
    QFETCH(QByteArray, events);
    const auto before = readText(("[" + events + "]").toStdString());
    QVERIFY(before != nullptr && before->eventCount() > 0);
    const std::string text = written(*before);
    QCOMPARE(breaches(text), QString());
    const auto after = readText(text);
    QVERIFY(after != nullptr);
    QCOMPARE(QString::fromStdString(firstDifference(eventLines(*before), eventLines(*after))), QString());
}

void TestChromeTraceWriter::timesGetASmallBase()
{
    // Microseconds since 1970 do not survive a reader's double; below zero some readers drop events.
    for (const char* ts : {"1711046400000001.064", "-50.001"}) {
        const std::string input =
            std::string(R"([{"ph":"X","cat":"kernel","name":"a","pid":1,"tid":7,"ts":)") + ts + R"(,"dur":1.248}])";
        const auto before = readText(input);
        const std::string text = written(*before);
        const auto begin = text.find("\"ts\": ") + 6;
        const double written = QByteArray::fromStdString(text.substr(begin, text.find(',', begin) - begin)).toDouble();
        QVERIFY(written >= 0 && written < 9e12);
        QVERIFY(text.find("\"baseTimeNanoseconds\": ") != std::string::npos);
        const auto after = readText(text);
        QCOMPARE(after->event(EventId{0}).begin, before->event(EventId{0}).begin);
        QVERIFY(!after->sources().front().baseTime);
    }
}

void TestChromeTraceWriter::overlapsGetRowsOfTheirOwn()
{
    const auto trace = oddTrace();
    const std::string text = written(*trace);
    QVERIFY(text.find("\"name\": \"stream 7 (2)\"") != std::string::npos);
    QVERIFY(text.find("\"name\": \"stream 7 (3)\"") != std::string::npos);
    QVERIFY(text.find("\"name\": \"thread -4 (2)\"") != std::string::npos);
    // Beside their row: sort indexes of the three stream rows follow each other.
    const auto sortIndexOf = [&](const char* name) {
        const auto at = text.find("\"name\": \"" + std::string(name) + "\"");
        const auto index = text.find("\"sort_index\": ", at) + 14;
        return std::stoi(text.substr(index));
    };
    QCOMPARE(sortIndexOf("stream 7 (2)"), sortIndexOf("stream 7 ") + 1);
    QCOMPARE(sortIndexOf("stream 7 (3)"), sortIndexOf("stream 7 ") + 2);
}

void TestChromeTraceWriter::rangeKeepsLaunchesAndOperators()
{
    const auto trace = readText(R"([
        {"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"ts":0,"dur":10},
        {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":1,"dur":8},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":2,"dur":2,"args":{"correlation":7}},
        {"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":11,"dur":8},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":12,"dur":2,"args":{"correlation":8}},
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":50,"dur":10,"args":{"correlation":7}},
        {"ph":"X","cat":"kernel","name":"add","pid":0,"tid":7,"ts":60,"dur":10,"args":{"correlation":8}},
        {"ph":"i","name":"mark","pid":1,"tid":1,"ts":60}])");
    WriteOptions options;
    options.range = TimeRange{55'000, 60'000}; // half-open: the second kernel and the mark begin at its end
    const std::string text = written(*trace, options);
    QCOMPARE(breaches(text), QString());
    const auto part = readText(text);
    QStringList names;
    for (const std::string& line : eventLines(*part))
        names << QString::fromStdString(line).section(QLatin1String(" | "), 1, 1);
    names.sort();
    QCOMPARE(names, (QStringList{"aten::linear", "aten::mm", "cudaLaunchKernel", "gemm"}));
    QCOMPARE(part->gpuOperationCount(), std::size_t{1});
    QCOMPARE(std::string(part->name(part->opOf(part->gpuOperation(0).event))), std::string("aten::mm"));
    // The file says what it is; a range of it is cut from the same recording, and no wider than what is there.
    QCOMPARE(cutOutOf(part->sources().front())->range, (TimeRange{55'000, 60'000}));
    options.range = TimeRange{58'000, 90'000};
    const auto smaller = readText(written(*part, options));
    QCOMPARE(cutOutOf(smaller->sources().front())->range, (TimeRange{58'000, 60'000}));
    QCOMPARE(cutOutOf(readText(written(*part))->sources().front())->range, (TimeRange{55'000, 60'000}));
    QVERIFY(!cutOutOf(readText(written(*trace))->sources().front()));
    options.range = TimeRange{1'000'000, 2'000'000};
    QCOMPARE(readText(written(*trace, options))->eventCount(), std::size_t{0});
    // What was launched in it belongs to it, though it runs later: the second launch and its kernel, and not the first.
    options.range = TimeRange{11'000, 20'000};
    const auto launched = readText(written(*trace, options));
    QCOMPARE(launched->gpuOperationCount(), std::size_t{1});
    QCOMPARE(std::string(launched->name(launched->opOf(launched->gpuOperation(0).event))), std::string("aten::add"));
}

void TestChromeTraceWriter::factsAndExtraRows()
{
    class Facts final : public EventFacts
    {
    public:
        explicit Facts(const Trace& trace)
            : m_trace(trace)
        {
        }
        void appendMembers(EventId event, std::string& out) const override
        {
            if (isGpuOperation(m_trace.kind(event)))
                out += R"("part": "q_proj", "layer": 3)";
        }

    private:
        const Trace& m_trace;
    };
    const auto trace = oddTrace();
    const Facts facts(*trace);
    const EventRow first = trace->event(trace->gpuOperation(0).event);
    WriteOptions options;
    options.facts = &facts;
    const TrackId stream = trace->event(trace->gpuOperation(0).event).track;
    options.extraRows.push_back({stream, "model part", {{{10'000, 12'000}, "attention"}, {{12'000, 17'000}, "mlp"}}});
    // Longer than the kernel that it begins with, and shorter: slices are in order of time, the longer one first.
    options.extraRows.push_back({stream, "longer", {{{first.begin, first.end() + 1}, "longer"}}});
    options.extraRows.push_back({stream, "shorter", {{{first.begin, first.end() - 1}, "shorter"}}});
    const std::string text = written(*trace, options);
    QCOMPARE(breaches(text), QString());
    QVERIFY(text.find(R"("args": {"correlation":7, "part": "q_proj", "layer": 3})") != std::string::npos);
    QVERIFY(text.find(R"("dur": 5.000, "args": {"part": "q_proj", "layer": 3})") != std::string::npos); // of {}
    QVERIFY(text.find(R"("dur": 1.000, "args": {"part": "q_proj", "layer": 3})") != std::string::npos); // of none
    QVERIFY(text.find("\"name\": \"mlp\"") != std::string::npos);
    QVERIFY(!QJsonDocument::fromJson(QByteArray::fromStdString(text)).isNull());
    const auto after = readText(text);
    QCOMPARE(after->eventCount(), trace->eventCount()); // derived rows are not read back
    QCOMPARE(QString::fromStdString(firstDifference(rowLines(*trace), rowLines(*after))), QString());
}

void TestChromeTraceWriter::gzip()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("t.json.gz").toStdString();
    const auto trace = oddTrace();
    Progress progress;
    const auto result = writeTrace(*trace, path, {}, progress);
    QVERIFY(result.has_value());
    QCOMPARE(result->events, std::uint64_t{15});
    QCOMPARE(progress.done(), progress.total());
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.read(2), QByteArray("\x1f\x8b"));
    QCOMPARE(eventLines(*read(path)), eventLines(*trace));
    QCOMPARE(fs::directory_iterator(folder.path().toStdString())->path().filename().string(), std::string("t.json.gz"));
}

// Some readers stop behind the first member, so that all of a text must be in it, however many blocks it takes.
void TestChromeTraceWriter::gzipIsOneMember_data()
{
    QTest::addColumn<int>("size");
    // Packed, half of a size and little more: around 262,144 the end of the stream meets that of the packer's room.
    for (const int size : {0, 1, 524'100, 524'200, 524'220, 524'240, 524'260, 524'280, 524'288, 524'300, 5'000'000})
        QTest::addRow("%d", size) << size;
}

void TestChromeTraceWriter::gzipIsOneMember()
{
    QFETCH(int, size);
    std::mt19937 random(7); // a text that does not get shorter, in its first half
    std::string text(static_cast<std::size_t>(size), 'x');
    for (std::size_t i = 0; i < text.size() / 2; ++i)
        text[i] = static_cast<char>(random());
    std::string packed;
    const auto sink = packGzip(writeToMemory(packed));
    constexpr std::size_t kPortion = 300'000;
    for (std::size_t at = 0; at < text.size(); at += kPortion)
        QVERIFY(sink->write(std::string_view(text).substr(at, kPortion)).has_value());
    QVERIFY(sink->finish().has_value());

    z_stream stream{};
    constexpr int kGzipOnly = 16 + MAX_WBITS;
    QCOMPARE(inflateInit2(&stream, kGzipOnly), Z_OK);
    std::string unpacked(text.size() + 1, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(unpacked.data());
    stream.avail_out = static_cast<uInt>(unpacked.size());
    QCOMPARE(inflate(&stream, Z_FINISH), Z_STREAM_END); // with the right checksum and length
    QCOMPARE(stream.avail_in, uInt{0});
    unpacked.resize(stream.total_out);
    inflateEnd(&stream);
    QVERIFY(unpacked == text);
    QVERIFY(size < 5'000'000 || packed.size() < text.size() * 52 / 100);
}

void TestChromeTraceWriter::failureLeavesTheOldFile()
{
    class FullDisk final : public ByteSink
    {
    public:
        Result<void> write(std::string_view) override { return failure(ErrorCode::io, "the disk is full", "t.json"); }
        Result<void> finish() override { return {}; }
    };
    const auto trace = oddTrace();
    FullDisk full;
    Progress progress;
    const auto result = writeTrace(*trace, full, {}, progress);
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().text(), std::string("t.json: the disk is full"));
    const auto packed = packGzip(std::make_unique<FullDisk>());
    QVERIFY(!writeTrace(*trace, *packed, {}, progress).has_value());
    QVERIFY(!writeTrace(*trace, std::string("/no/such/folder/t.json"), {}, progress).has_value());
    const QTemporaryDir folder;
    QVERIFY(!writeTrace(*trace, folder.path().toStdString(), {}, progress).has_value());
}

// A symbolic link stays a link; a pipe stays a pipe and gets the bytes.
void TestChromeTraceWriter::keepsLinksAndPipes()
{
    const auto trace = oddTrace();
    Progress progress;
    const QTemporaryDir folder;
    const fs::path target = folder.filePath("target.json").toStdString();
    QVERIFY(writeTrace(*trace, target.string(), {}, progress).has_value());
    fs::resize_file(target, 0);
    const fs::path link = folder.filePath("link.json").toStdString();
    fs::create_symlink("target.json", link);
    QVERIFY(writeTrace(*trace, link.string(), {}, progress).has_value());
    QVERIFY(fs::is_symlink(link));
    QCOMPARE(eventLines(*read(target.string())), eventLines(*trace));

    const std::string pipe = folder.filePath("pipe").toStdString();
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    QVERIFY(reader >= 0);
    QVERIFY(writeTrace(*trace, pipe, {}, progress).has_value());
    QVERIFY(fs::is_fifo(pipe));
    char first = 0;
    QCOMPARE(::read(reader, &first, 1), ssize_t{1});
    QCOMPARE(first, '{');
    ::close(reader);
    QCOMPARE(std::distance(fs::directory_iterator(folder.path().toStdString()), fs::directory_iterator()),
             std::ptrdiff_t{3});
}

void TestChromeTraceWriter::cancelLeavesTheOldFile()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath("t.json").toStdString();
    {
        QFile file(QString::fromStdString(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("old");
    }
    std::stop_source stop;
    stop.request_stop();
    Progress progress;
    const auto result = writeTrace(*oddTrace(), path, {}, progress, stop.get_token());
    QVERIFY(!result.has_value());
    QVERIFY(result.error().code == ErrorCode::cancelled);
    QFile file(QString::fromStdString(path));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("old"));
    QCOMPARE(std::distance(fs::directory_iterator(folder.path().toStdString()), fs::directory_iterator()),
             std::ptrdiff_t{1});
}

void TestChromeTraceWriter::ranksBecomeOneFile()
{
    const QTemporaryDir folder;
    std::vector<std::string> paths;
    for (int rank = 0; rank < 2; ++rank) {
        paths.push_back(folder.filePath(QString("rank%1.json").arg(rank)).toStdString());
        QFile file(QString::fromStdString(paths.back()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QString(R"({"baseTimeNanoseconds": %1, "traceEvents": [
            {"ph":"X","cat":"cuda_runtime","name":"launch","pid":1,"tid":1,"ts":5,"dur":2,"args":{"correlation":7}},
            {"ph":"X","cat":"kernel","name":"gemm r%2","pid":0,"tid":7,"ts":12,"dur":4,"args":{"correlation":7}}]})")
                       .arg(1'000'000 + rank * 2'000)
                       .arg(rank)
                       .toUtf8());
    }
    Progress progress;
    const auto trace = openTraces(paths, progress);
    QVERIFY(trace.has_value());
    QCOMPARE((*trace)->sources().size(), std::size_t{2});
    for (std::size_t i = 0; i < 2; ++i) {
        const EventId kernel = (*trace)->gpuOperation(i).event;
        QCOMPARE((*trace)->event(kernel).begin, Ns{12'000} + static_cast<Ns>(i) * 2'000);
        QVERIFY((*trace)->launchOf(kernel) != kNoEvent);
    }
    // In one file their pids must not collide, and ids of one rank must not be taken for those of the other.
    const std::string text = written(**trace);
    QCOMPARE(breaches(text), QString());
    QVERIFY(text.find("\"sources\": [") != std::string::npos);
    const auto after = readText(text);
    QCOMPARE(QString::fromStdString(firstDifference(linkLines(**trace), linkLines(*after))), QString());
    QCOMPARE(after->report().count(WarningKind::ambiguousCorrelation), std::uint64_t{0});
}

QTEST_APPLESS_MAIN(TestChromeTraceWriter)
#include "tst_chrome_trace_writer.moc"
