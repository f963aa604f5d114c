// SPDX-License-Identifier: GPL-3.0-or-later
// Several traces as one: files, archives, and what happens when some cannot be read.
#include "core/io/open_trace.h"
#include "core/io/text_feed.h"
#include "core/query/recording.h"
#include "tests/support/test_data.h"
#include "tests/support/trace_text.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <filesystem>

using namespace decodescope;
using namespace decodescope::test;

namespace {

Result<std::shared_ptr<const Trace>> openFiles(std::vector<std::string> paths)
{
    Progress progress;
    return openTraces(paths, progress);
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

QString write(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        return {};
    return file.fileName();
}

// One entry of a tar archive.
QByteArray entry(const QByteArray& name, char type, const QByteArray& bytes)
{
    QByteArray header(512, '\0');
    header.replace(0, name.size(), name);
    const QByteArray size = QByteArray::number(bytes.size(), 8).rightJustified(11, '0');
    header.replace(124, size.size(), size);
    header[156] = type;
    header.replace(257, 5, "ustar");
    return header + bytes + QByteArray((512 - bytes.size() % 512) % 512, '\0');
}

} // namespace

class TestOpenTrace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cardsAreThoseThatWork();
    void archivesAreRanks();
    void ranksRunOnOneClock_data();
    void ranksRunOnOneClock();
    void ranksOfOwnFilesKeepTheirTimes();
    void ranksWithoutAClockAreTold();
    void noFileIsReadTwice();
    void allBadFilesAreNamed();
    void snapshotsChangeNothing_data();
    void snapshotsChangeNothing();
};

// Each rank names all cards of its machine, and works on one of them.
void TestOpenTrace::cardsAreThoseThatWork()
{
    const QTemporaryDir folder;
    const auto rank = [&](int device) {
        const QByteArray id = QByteArray::number(device);
        const QByteArray text =
            R"({"deviceProperties":[{"id":0,"name":"A"},{"id":1,"name":"B"},{"id":2,"name":"C"}],"traceEvents":[)"
            R"({"ph":"X","cat":"kernel","name":"k","pid":)" +
            id + R"(,"tid":7,"ts":1,"dur":2,"args":{"device":)" + id + R"(,"stream":7}}]})";
        return write(folder, QStringLiteral("rank%1.json").arg(device), text).toStdString();
    };
    const auto namesOf = [](const Trace& trace) {
        std::string names;
        for (const DeviceInfo& card : cardsOf(trace))
            names += card.name;
        return names;
    };
    const auto one = openFiles({rank(1)});
    QVERIFY(one.has_value());
    QCOMPARE(namesOf(**one), std::string("B"));
    const auto two = openFiles({rank(0), rank(2)});
    QVERIFY(two.has_value());
    QCOMPARE(namesOf(**two), std::string("AC"));
    // Without GPU work: all that are named.
    const auto idle = openFiles({write(folder, "idle.json",
                                       R"({"deviceProperties":[{"id":0,"name":"A"},)"
                                       R"({"id":1,"name":"B"}],"traceEvents":[]})")
                                     .toStdString()});
    QVERIFY(idle.has_value());
    QCOMPARE(namesOf(**idle), std::string("AB"));
}

void TestOpenTrace::archivesAreRanks()
{
    const auto rank = [](const QByteArray& name) {
        return R"([{"ph":"X","name":")" + name + R"(","pid":1,"tid":1,"ts":1,"dur":2}])";
    };
    const QByteArray archive = entry("d/", '5', {}) + entry("d/rank0.json", '0', rank("a")) +
                               entry("d/readme.txt", '0', QByteArray(1000, 'x')) +
                               entry("d/rank1.json", '0', rank("b")) + QByteArray(1024, '\0');
    const QTemporaryDir folder;
    const auto trace = openFiles({write(folder, "t.tar", archive).toStdString()});
    QVERIFY(trace.has_value());
    QCOMPARE(summary(**trace), (QStringList{"a 1000+2000", "b 1000+2000"}));
    QCOMPARE((*trace)->sources().size(), std::size_t{2});
    QVERIFY((*trace)->sources()[1].name.ends_with("t.tar/d/rank1.json"));
    QCOMPARE((*trace)->processes().size(), std::size_t{2});
    const auto cut = openFiles({write(folder, "cut.tar", archive.left(512 + 520)).toStdString()});
    QVERIFY(cut.has_value() ? (*cut)->report().count(WarningKind::truncatedInput) > 0 : true);
    QVERIFY(messageFor(write(folder, "none.tar", entry("a.txt", '0', "x")).toStdString())
                .ends_with("is a tar archive without .json or .json.gz files"));
    const auto shared = sharedPath("data/traces/public/param-dlrm-8ranks/dlrm_kineto.tar.gz");
    if (shared.empty())
        return;
    const auto ranks = openFiles({shared});
    QCOMPARE((*ranks)->sources().size(), std::size_t{8});
    QCOMPARE(cardsOf(**ranks).size(), std::size_t{8}); // each file names all eight
    // Of INDEX.md: kernels, copies and memsets of the eight files.
    QCOMPARE((*ranks)->gpuOperationCount(),
             std::size_t{246 + 251 + 246 + 245 + 245 + 315 + 246 + 310 + 8 * 16 + 6 + 6});
}

// Three ranks whose clocks begin at 1, 1.5 and 0.9 ms: an event at their 10 us lies 500 us later and 100 us earlier.
void TestOpenTrace::ranksRunOnOneClock_data()
{
    QTest::addColumn<bool>("baseComesFirst");
    QTest::addColumn<bool>("inArchive");
    QTest::newRow("files") << true << false;
    QTest::newRow("files, base behind the events") << false << false;
    QTest::newRow("archive") << true << true;
    QTest::newRow("archive, base behind the events") << false << true;
}

void TestOpenTrace::ranksRunOnOneClock()
{
    QFETCH(bool, baseComesFirst);
    QFETCH(bool, inArchive);
    const QTemporaryDir folder;
    const auto rank = [&](const QByteArray& name, qint64 base) {
        const QByteArray events =
            R"("traceEvents": [{"ph":"X","name":")" + name + R"(","pid":1,"tid":1,"ts":10,"dur":2}])";
        const QByteArray said = "\"baseTimeNanoseconds\": " + QByteArray::number(base);
        return "{" + (baseComesFirst ? said + ", " + events : events + ", " + said) + "}";
    };
    const std::array ranks{rank("a", 1'000'000), rank("b", 1'500'000), rank("c", 900'000)};
    std::vector<std::string> paths;
    QByteArray archive = entry("notes.json", '0', "{\"notes\": \"no trace\"}");
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const QString name = QStringLiteral("rank%1.json").arg(i);
        archive += entry(name.toLatin1(), '0', ranks[i]);
        if (!inArchive)
            paths.push_back(write(folder, name, ranks[i]).toStdString());
    }
    if (inArchive)
        paths = {write(folder, "job.tar", archive + QByteArray(1024, '\0')).toStdString()};
    const auto trace = openFiles(paths);
    QVERIFY(trace.has_value());
    QCOMPARE(summary(**trace), (QStringList{"c -90000+2000", "a 10000+2000", "b 510000+2000"}));
    QCOMPARE((*trace)->report().count(WarningKind::invalidJson), std::uint64_t{inArchive ? 1U : 0U});
}

// What the writer takes off the times of a rank comes back, whichever rank it is.
void TestOpenTrace::ranksOfOwnFilesKeepTheirTimes()
{
    const QTemporaryDir folder;
    const auto rank = [](const QByteArray& name) {
        return R"({"baseTimeNanoseconds": 2000, "originalTimes": {"add": 1500, "base": 500}, "traceEvents": [
                   {"ph":"X","name":")" +
               name + R"(","pid":1,"tid":1,"ts":0.007,"dur":0.002}]})";
    };
    const auto trace =
        openFiles({write(folder, "0.json", rank("a")).toStdString(), write(folder, "1.json", rank("b")).toStdString()});
    QVERIFY(trace.has_value());
    QCOMPARE(summary(**trace), (QStringList{"a 1507+2", "b 1507+2"}));
    QCOMPARE((*trace)->sources()[1].baseTime, std::optional<Ns>(500));
}

void TestOpenTrace::ranksWithoutAClockAreTold()
{
    const QTemporaryDir folder;
    const auto rank = [&](const QString& name, const QByteArray& base) {
        return write(folder, name,
                     "{" + base + R"("traceEvents": [{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2}]})")
            .toStdString();
    };
    const std::string said = rank(QStringLiteral("0.json"), "\"baseTimeNanoseconds\": 5000, ");
    const std::string alsoSaid = rank(QStringLiteral("1.json"), "\"baseTimeNanoseconds\": 6000, ");
    const std::string silent = rank(QStringLiteral("2.json"), {});
    const std::string alsoSilent = rank(QStringLiteral("3.json"), {});
    const auto told = [](std::vector<std::string> paths) {
        return (*openFiles(std::move(paths)))->report().count(WarningKind::clocksNotAligned);
    };
    QCOMPARE(told({said, alsoSaid}), std::uint64_t{0});
    QCOMPARE(told({silent, alsoSilent}), std::uint64_t{0}); // nothing suggests another clock
    QCOMPARE(told({said}), std::uint64_t{0});
    QCOMPARE(told({said, silent, alsoSaid, alsoSilent}), std::uint64_t{2});
}

// By its own name, a link, or another name of the same file.
void TestOpenTrace::noFileIsReadTwice()
{
    const QTemporaryDir folder;
    const std::string path = write(folder, QStringLiteral("a.json"), "[]").toStdString();
    const std::string link = folder.filePath(QStringLiteral("link.json")).toStdString();
    const std::string other = folder.filePath(QStringLiteral("other.json")).toStdString();
    std::filesystem::create_symlink(path, link);
    std::filesystem::create_hard_link(path, other);
    for (const std::string& again : {path, link, other}) {
        const auto trace = openFiles({path, again});
        QVERIFY(!trace.has_value());
        QCOMPARE(trace.error().where, again);
    }
    QVERIFY(openFiles({path, write(folder, QStringLiteral("b.json"), "[]").toStdString()}).has_value());
}

void TestOpenTrace::allBadFilesAreNamed()
{
    const QTemporaryDir folder;
    const std::string prose = write(folder, "prose.json", "not a trace").toStdString();
    const std::string list = write(folder, "list.json", "{\"a\": 1}").toStdString();
    const std::string sound = write(folder, "sound.json", "[]").toStdString();
    const auto bad = openFiles({prose, sound, list});
    QVERIFY(!bad.has_value());
    for (const std::string& path : {prose, list})
        QVERIFY(bad.error().text().find(path) != std::string::npos);
    QVERIFY(bad.error().text().find(sound) == std::string::npos);
    const auto missing = openFiles({folder.filePath("x").toStdString(), sound, folder.filePath("y").toStdString()});
    QCOMPARE(QString::fromStdString(missing.error().text()),
             QStringLiteral("%1/x: there is no such file; %1/y: there is no such file").arg(folder.path()));
    QCOMPARE(QString::fromStdString(openFiles({""}).error().text()), QStringLiteral("the name of a file is empty"));
}

void TestOpenTrace::snapshotsChangeNothing_data()
{
    QTest::addColumn<QString>("path");
    const auto add = [](const std::filesystem::path& path) {
        if (!path.empty())
            QTest::addRow("%s", path.filename().c_str()) << QString::fromStdString(path.string());
    };
    add(samplePath("tinyllama-h200-torch.pt.trace.json.gz"));
    add(dataPath("odd_rows.json"));
    add(sharedPath("data/traces/h200-tinyllama-b1-stack.pt.trace.json.gz"));
    add(sharedPath("data/traces/h200-two-streams-noschedule.pt.trace.json.gz"));
}

// A trace that was looked at after every batch is the one that was looked at when all was there.
void TestOpenTrace::snapshotsChangeNothing()
{
    QFETCH(QString, path);
    const auto readInPieces = [&](bool withSnapshots) {
        const auto source = openByteSource(path.toStdString());
        TraceBuilder builder;
        TextFeed feed(**source);
        EventDecoder decoder;
        ImportReport report;
        for (TextPiece piece; feed.next(piece).value_or(false);) {
            EventBatch batch;
            decoder.startBatch(batch, report, piece.place);
            for (std::size_t i = 0; i < piece.split.events.size(); ++i) {
                decoder.decode(piece.text().substr(piece.split.events[i].begin, piece.split.events[i].size));
                if (withSnapshots && i % 500 == 499) {
                    builder.append(std::exchange(batch, {}));
                    builder.snapshot();
                    decoder.startBatch(batch, report, piece.place);
                }
            }
            builder.append(batch);
        }
        builder.finish();
        return builder.snapshot();
    };
    const auto once = readInPieces(false);
    const auto often = readInPieces(true);
    QCOMPARE(QString::fromStdString(firstDifference(eventLines(*once), eventLines(*often))), QString());
    QCOMPARE(QString::fromStdString(firstDifference(linkLines(*once), linkLines(*often))), QString());
    QCOMPARE(QString::fromStdString(firstDifference(rowLines(*once), rowLines(*often))), QString());
    QCOMPARE(once->steps().size(), often->steps().size());
    QCOMPARE(once->contentSpan(), often->contentSpan());
    QCOMPARE(once->tracks().size(), often->tracks().size());
    for (std::size_t i = 0; i < once->tracks().size(); ++i) {
        QCOMPARE(once->tracks()[i].lanes.size(), often->tracks()[i].lanes.size());
        for (std::size_t k = 0; k < once->tracks()[i].lanes.size(); ++k)
            QCOMPARE(once->tracks()[i].lanes[k].size(), often->tracks()[i].lanes[k].size());
    }
    const auto warningsOf = [](const Trace& trace) {
        QStringList lines;
        for (const Warning& warning : trace.report().warnings())
            lines << QStringLiteral("%1 %2").arg(int(warning.kind)).arg(warning.count);
        lines.sort();
        return lines;
    };
    QCOMPARE(warningsOf(*once), warningsOf(*often));
}

QTEST_APPLESS_MAIN(TestOpenTrace)
#include "tst_open_trace.moc"
