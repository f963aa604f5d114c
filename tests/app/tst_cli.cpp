// SPDX-License-Identifier: GPL-3.0-or-later
// Runs decodescope-cli as a script does: what it prints, where, and how it ends.
#include "tests/app/program_run.h"
#include "tests/support/test_data.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <random>

using namespace decodescope::test;

namespace {

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString written(const QTemporaryDir& folder, const char* name, const QByteArray& bytes)
{
    const QString path = folder.filePath(QString::fromLatin1(name));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
    return path;
}

} // namespace

class CliTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void golden_data();
    void golden();
    void columns_data();
    void columns();
    void jsonAndTableSayTheSame();
    void infoOfTheSample();
    void infoAsATable();
    void readsStandardInput();
    void windowOfAStepIsTheStep();
    void gapsAndBusyMakeTheStep();
    void averagesOfOneStep();
    void averagesOfAWindow();
    void partsOfOneStep();
    void ownRulesAreAskedFirst();
    void mistakesInRulesAreNamed();
    void comparingWithItselfGivesZeros();
    void comparingWithAShuffledCopyGivesZeros();
    void comparesRangesOfSteps();
    void comparingSaysWhatIsLost();
    void causesAddUpToTheGaps();
    void unusableInput_data();
    void unusableInput();
    void wrongUsage_data();
    void wrongUsage();
    void wrongUsageSaysWhat();
    void allBadFilesAreNamed();
    void escapesNames();
};

// The files were checked by eye against torch's tables and a count in Python when they were made. To make them again:
// DECODESCOPE_UPDATE_GOLDEN=1.
void CliTest::golden_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("steps.tsv") << QStringList{QStringLiteral("steps"), QStringLiteral("--format"),
                                              QStringLiteral("tsv")};
    QTest::newRow("steps.txt") << QStringList{QStringLiteral("steps")};
    QTest::newRow("tracks.tsv") << QStringList{QStringLiteral("tracks"), QStringLiteral("--format"),
                                               QStringLiteral("tsv")};
    QTest::newRow("averages.csv") << QStringList{QStringLiteral("averages"), QStringLiteral("--format"),
                                                 QStringLiteral("csv")};
    QTest::newRow("families.tsv") << QStringList{QStringLiteral("parts"), QStringLiteral("--by"),
                                                 QStringLiteral("family"), QStringLiteral("--format"),
                                                 QStringLiteral("tsv")};
}

void CliTest::golden()
{
    QFETCH(QStringList, arguments);
    const QString path =
        QString::fromStdString(goldenPath("cli-sample-").string()) + QString::fromLatin1(QTest::currentDataTag());
    arguments << torchSample();
    const Outcome outcome = runCli(arguments);
    QCOMPARE(outcome.exitCode, 0);
    if (qEnvironmentVariableIsSet("DECODESCOPE_UPDATE_GOLDEN")) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(outcome.out);
    }
    QCOMPARE(outcome.out, contents(path));
}

void CliTest::columns_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("header");
    const auto row = [](const char* arguments, const char* header) {
        QTest::addRow("%s", arguments) << QString::fromLatin1(arguments).split(QLatin1Char(' ')) << QByteArray(header);
    };
    row("tracks", "track,kind,pid,tid,lanes,slices");
    row("steps", "step,begin_ns,duration_ns,cpu_ops,launches,kernels,gpu_ops,kernel_sum_ns,gpu_busy_ns,gap_ns,"
                 "gpu_busy_in_step_ns");
    row("averages", "name,device,self_cpu_ns,cpu_total_ns,self_cuda_ns,cuda_total_ns,calls");
    row("averages --by-shape", "name,device,self_cpu_ns,cpu_total_ns,self_cuda_ns,cuda_total_ns,calls,shapes");
    row("kernels", "begin_ns,duration_ns,device,stream,correlation,step,kind,name,op,shapes,layer,part,family,"
                   "launch_begin_ns");
    row("averages --by-shape --all-columns",
        "name,device,self_cpu_ns,cpu_total_ns,self_cuda_ns,cuda_total_ns,calls,shapes,self_cpu_share,cpu_total_share,"
        "self_cuda_share,cpu_average_ns,cuda_average_ns,calls_per_step,parts,family");
    row("parts", "part,time_ns,share,count,count_share,count_per_step");
    row("parts --by family", "family,time_ns,share,count,count_share,count_per_step");
    row("parts --by layer", "part,layer,time_ns,share,count,count_share,count_per_step");
    row("select --begin 0 --end 10", "kind,name,device,stream,time_ns,busy_ns,idle_ns,count");
    row("gaps", "begin_ns,duration_ns,device,stream,step,cause,before,after,launch_op");
}

void CliTest::columns()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, header);
    arguments << QStringLiteral("--format") << QStringLiteral("csv") << torchSample();
    const Outcome outcome = runCli(arguments);
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.out.left(outcome.out.indexOf('\n')), header);
}

void CliTest::jsonAndTableSayTheSame()
{
    const Outcome json =
        runCli({QStringLiteral("--format"), QStringLiteral("json"), QStringLiteral("steps"), torchSample()});
    const QJsonArray rows = QJsonDocument::fromJson(json.out).array();
    QCOMPARE(rows.size(), 3);
    const QJsonObject last = rows[2].toObject();
    QCOMPARE(last.value(QLatin1String("step")).toString(), QStringLiteral("ProfilerStep#5"));
    QCOMPARE(last.value(QLatin1String("duration_ns")).toInteger(), 26059008);
    QCOMPARE(last.value(QLatin1String("kernel_sum_ns")).toInteger(), 2269453);
    QCOMPARE(last.value(QLatin1String("kernels")).toInteger(), 925);
}

void CliTest::infoOfTheSample()
{
    const QJsonObject info = QJsonDocument::fromJson(runCli({QStringLiteral("info"), torchSample()}).out).object();
    QCOMPARE(info.value(QLatin1String("slices")).toInteger(), 15392); // events of phase X, counted in Python
    QCOMPARE(info.value(QLatin1String("instants")).toInteger(), 2);
    QCOMPARE(info.value(QLatin1String("flows")).toInteger(), 2775);
    QCOMPARE(info.value(QLatin1String("threads")).toInteger(), 1);
    QCOMPARE(info.value(QLatin1String("streams")).toInteger(), 1);
    QCOMPARE(info.value(QLatin1String("steps")).toInteger(), 3);
    QCOMPARE(info.value(QLatin1String("bytes")).toInteger(), 470341);
    QCOMPARE(info.value(QLatin1String("base_time_ns")).toInteger(), 1790857026000000000);
    QCOMPARE(info.value(QLatin1String("devices")).toArray(), QJsonArray{QStringLiteral("NVIDIA H200")});
    QVERIFY(info.value(QLatin1String("warnings")).isArray());
}

void CliTest::infoAsATable()
{
    const QList<QByteArray> lines = runCli({"info", torchSample(), "--format", "tsv"}).out.trimmed().split('\n');
    QCOMPARE(lines.size(), 2);
    const QList<QByteArray> columns = lines[0].split('\t');
    QCOMPARE(columns.mid(0, 3), (QList<QByteArray>{"file", "bytes", "events"}));
    QCOMPARE(columns.last(), QByteArray("warnings"));
    const QList<QByteArray> row = lines[1].split('\t');
    QCOMPARE(row.size(), columns.size());
    QCOMPARE(row[2], QByteArray("15394"));
    QCOMPARE(row[columns.indexOf("devices")], QByteArray("[\"NVIDIA H200\"]"));
}

void CliTest::readsStandardInput()
{
    const Outcome outcome =
        runCli({QStringLiteral("steps"), QStringLiteral("-"), QStringLiteral("--format"), QStringLiteral("tsv")},
               contents(torchSample()));
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.out, contents(QString::fromStdString(goldenPath("cli-sample-steps.tsv").string())));
}

void CliTest::windowOfAStepIsTheStep()
{
    const Outcome outcome =
        runCli({QStringLiteral("select"), torchSample(), QStringLiteral("--begin"), QStringLiteral("5098593721728201"),
                QStringLiteral("--end"), QStringLiteral("5098593746995848"), QStringLiteral("--format"),
                QStringLiteral("tsv")});
    QCOMPARE(outcome.exitCode, 0);
    const QList<QByteArray> lines = outcome.out.split('\n');
    QCOMPARE(lines.at(1), QByteArray("stream\tstream 7\t0\t7\t2278376\t2276936\t22990711\t925"));
    QCOMPARE(lines.at(lines.size() - 2), QByteArray("step\tProfilerStep#4\t\t\t25267647\t\t\t"));
}

void CliTest::gapsAndBusyMakeTheStep()
{
    const Outcome outcome =
        runCli({QStringLiteral("gaps"), torchSample(), QStringLiteral("--step"), QStringLiteral("ProfilerStep#4"),
                QStringLiteral("--format"), QStringLiteral("tsv")});
    QCOMPARE(outcome.exitCode, 0);
    qint64 sum = 0;
    const QList<QByteArray> lines = outcome.out.trimmed().split('\n');
    for (qsizetype i = 1; i < lines.size(); ++i)
        sum += lines[i].split('\t').at(1).toLongLong();
    QCOMPARE(sum + 2276936, 25267647);
}

void CliTest::averagesOfOneStep()
{
    const Outcome outcome = runCli({QStringLiteral("averages"), torchSample(), QStringLiteral("--step"),
                                    QStringLiteral("4"), QStringLiteral("--format"), QStringLiteral("tsv")});
    QVERIFY(outcome.out.contains("\naten::linear\tcpu\t"));
    for (const QByteArray& line : outcome.out.split('\n')) {
        if (line.startsWith("aten::linear\t"))
            QVERIFY(line.endsWith("\t155")); // 7 x 22 layers + 1
    }
}

// The step that follows ProfilerStep#3, by where torch says that it begins: its linear layers, and no more.
void CliTest::averagesOfAWindow()
{
    const Outcome outcome =
        runCli({QStringLiteral("averages"), torchSample(), QStringLiteral("--begin"),
                QStringLiteral("5098593721728201"), QStringLiteral("--end"), QStringLiteral("5098593746995848"),
                QStringLiteral("--format"), QStringLiteral("tsv")});
    QVERIFY(outcome.out.contains("\naten::linear\tcpu\t"));
    for (const QByteArray& line : outcome.out.split('\n')) {
        if (line.startsWith("aten::linear\t"))
            QVERIFY(line.endsWith("\t155")); // 7 x 22 layers + 1
    }
}

void CliTest::partsOfOneStep()
{
    const Outcome outcome = runCli({QStringLiteral("parts"), torchSample(), QStringLiteral("--step"),
                                    QStringLiteral("4"), QStringLiteral("--format"), QStringLiteral("json")});
    std::int64_t time = 0;
    std::int64_t count = 0;
    for (const auto& row : QJsonDocument::fromJson(outcome.out).array()) {
        time += row.toObject().value(QLatin1String("time_ns")).toInteger();
        count += row.toObject().value(QLatin1String("count")).toInteger();
    }
    QCOMPARE(time, std::int64_t{2278376}); // kernel_sum_ns of the step, by torch's export of the same recording
    QCOMPARE(count, std::int64_t{925});
}

void CliTest::ownRulesAreAskedFirst()
{
    const QTemporaryDir folder;
    const QString rules = written(folder, "own.json", R"({"format": "decodescope-kernel-rules", "version": 1,
        "rules": [{"name": "ours", "purpose": "Ours.", "family": "fused", "text": ["nvjet_*"]}]})");
    const Outcome outcome =
        runCli({QStringLiteral("parts"), QStringLiteral("--rules"), rules, torchSample(), QStringLiteral("--by"),
                QStringLiteral("family"), QStringLiteral("--format"), QStringLiteral("tsv")});
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY(outcome.out.contains("\nfused\t"));
    // What is no nvjet: second halves of 22 split products, and the rotary product.
    for (const QByteArray& line : outcome.out.split('\n'))
        if (line.startsWith("gemm\t"))
            QVERIFY(line.endsWith("\t23"));
}

void CliTest::mistakesInRulesAreNamed()
{
    const QTemporaryDir folder;
    const QString rules =
        written(folder, "bad.json", R"({"format": "decodescope-part-rules", "version": 1, "kernel": []})");
    for (const char* command : {"averages --all-columns", "kernels", "parts", "report"}) {
        const Outcome outcome = runCli(QString::fromLatin1(command).split(QLatin1Char(' ')) +
                                       QStringList{torchSample(), QStringLiteral("--rules"), rules});
        QCOMPARE(outcome.exitCode, 1);
        QVERIFY2(outcome.err.contains("bad.json: /kernel: Unknown key; known are operators, kernels"), outcome.err);
        QVERIFY(outcome.out.isEmpty());
    }
    // Where nothing is labelled they would do nothing.
    QCOMPARE(runCli({"averages", torchSample(), "--rules", rules}).exitCode, 2);
}

void CliTest::comparingWithItselfGivesZeros()
{
    for (const char* by : {"part", "kernel", "op"}) {
        const Outcome outcome = runCli({QStringLiteral("compare"), torchSample(), torchSample(), QStringLiteral("--by"),
                                        QString::fromLatin1(by), QStringLiteral("--format"), QStringLiteral("json")});
        QCOMPARE(outcome.exitCode, 0);
        const QJsonArray rows = QJsonDocument::fromJson(outcome.out).array();
        QVERIFY(!rows.isEmpty());
        for (const auto& row : rows) {
            const QJsonObject object = row.toObject();
            QVERIFY(object.contains(QLatin1String(by)));
            QCOMPARE(object.value(QLatin1String("a_time_ns_per_step")),
                     object.value(QLatin1String("b_time_ns_per_step")));
            QCOMPARE(object.value(QLatin1String("a_count_per_step")), object.value(QLatin1String("b_count_per_step")));
        }
    }
}

void CliTest::comparingWithAShuffledCopyGivesZeros()
{
    QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("copy.json"));
    QCOMPARE(runCli({QStringLiteral("convert"), torchSample(), QStringLiteral("-o"), copy}).exitCode, 0);
    // Each event is one line there.
    QList<QByteArray> lines = contents(copy).split('\n');
    qsizetype first = 0;
    while (!lines[first].startsWith("{\"ph\""))
        ++first;
    qsizetype last = first;
    while (lines[last].startsWith("{\"ph\""))
        ++last;
    for (qsizetype i = first; i < last; ++i)
        lines[i] = lines[i].endsWith(',') ? lines[i].chopped(1) : lines[i];
    std::shuffle(lines.begin() + first, lines.begin() + last, std::mt19937(7));
    for (qsizetype i = first; i + 1 < last; ++i)
        lines[i] += ',';
    QVERIFY(last - first > 15'000);
    const QString shuffled = written(folder, "shuffled.json", lines.join('\n'));
    for (const char* by : {"part", "kernel", "op"}) {
        const Outcome outcome =
            runCli({QStringLiteral("compare"), torchSample(), shuffled, QStringLiteral("--by"), QString::fromLatin1(by),
                    QStringLiteral("--spread"), QStringLiteral("--format"), QStringLiteral("json")});
        QCOMPARE(outcome.exitCode, 0);
        const QJsonArray rows = QJsonDocument::fromJson(outcome.out).array();
        QVERIFY(!rows.isEmpty());
        for (const auto& row : rows) {
            const QJsonObject object = row.toObject();
            QCOMPARE(object.value(QLatin1String("difference_ns")).toInteger(-1), 0);
            QCOMPARE(object.value(QLatin1String("status")).toString(), QStringLiteral("both"));
            QCOMPARE(object.value(QLatin1String("a_count_per_step")), object.value(QLatin1String("b_count_per_step")));
        }
    }
}

void CliTest::comparesRangesOfSteps()
{
    // Kernel time of steps 3 and 5, from the steps table: the parts of one step add up to all of its GPU time.
    const Outcome outcome =
        runCli({QStringLiteral("compare"), torchSample(), QStringLiteral("--steps-a"), QStringLiteral("3"),
                QStringLiteral("--steps-b"), QStringLiteral("5"), QStringLiteral("--format"), QStringLiteral("tsv")});
    QCOMPARE(outcome.exitCode, 0);
    qint64 a = 0;
    qint64 b = 0;
    const QList<QByteArray> lines = outcome.out.trimmed().split('\n');
    for (qsizetype i = 1; i < lines.size(); ++i) {
        a += lines[i].split('\t').at(1).toLongLong();
        b += lines[i].split('\t').at(2).toLongLong();
    }
    QCOMPARE(a, 2262231);
    QCOMPARE(b, 2269453);
}

// What is missing takes no time, so a trace that was cut looks fast.
void CliTest::comparingSaysWhatIsLost()
{
    QTemporaryDir folder;
    const QByteArray packed = contents(torchSample());
    const QString cut = written(folder, "cut.json.gz", packed.left(packed.size() * 2 / 3));
    const QByteArray whole = runCli({"compare", torchSample(), torchSample(), "--steps-b", "3"}).err;
    QVERIFY2(!whole.contains("not whole"), whole.constData());
    const QByteArray b = runCli({"compare", torchSample(), cut}).err;
    QVERIFY2(b.contains("B (" + cut.toUtf8() + ") is not whole") && !b.contains("A ("), b.constData());
    const QByteArray a = runCli({"compare", cut, torchSample()}).err;
    QVERIFY2(a.contains("A (" + cut.toUtf8() + ") is not whole") && !a.contains("B ("), a.constData());
}

void CliTest::causesAddUpToTheGaps()
{
    const Outcome outcome =
        runCli({QStringLiteral("gaps"), torchSample(), QStringLiteral("--step"), QStringLiteral("4"),
                QStringLiteral("--by-cause"), QStringLiteral("--format"), QStringLiteral("tsv")});
    QCOMPARE(outcome.exitCode, 0);
    const QList<QByteArray> lines = outcome.out.trimmed().split('\n');
    QCOMPARE(lines.at(0), QByteArray("cause\ttime_ns\tshare\tcount"));
    qint64 sum = 0;
    for (qsizetype i = 1; i < lines.size(); ++i)
        sum += lines[i].split('\t').at(1).toLongLong();
    QCOMPARE(sum, 25267647 - 2276936);
}

void CliTest::unusableInput_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("exists");
    QTest::newRow("missing") << QByteArray() << false;
    QTest::newRow("empty") << QByteArray() << true;
    QTest::newRow("png") << QByteArray("\x89PNG\r\n\x1a\n and more that is no trace") << true;
    QTest::newRow("no traceEvents") << QByteArray("{\"name\": [1, 2, 3]}") << true;
    QTest::newRow("broken gzip") << QByteArray("\x1f\x8b\x08\x00 this was never packed", 26) << true;
}

void CliTest::unusableInput()
{
    QFETCH(QByteArray, bytes);
    QFETCH(bool, exists);
    QTemporaryDir folder;
    const QString path = exists ? written(folder, "trace.json", bytes) : folder.filePath(QStringLiteral("trace.json"));
    for (const char* command : {"info", "steps", "kernels", "averages", "gaps"}) {
        const Outcome outcome = runCli({QString::fromLatin1(command), path});
        QCOMPARE(outcome.exitCode, 1);
        QCOMPARE(outcome.out, QByteArray());
        QCOMPARE(outcome.err.trimmed().count('\n'), 0); // one line
        QVERIFY2(outcome.err.contains(path.toUtf8()), outcome.err.constData());
    }
}

void CliTest::wrongUsage_data()
{
    QTest::addColumn<QStringList>("arguments");
    // "SAMPLE" stands for the sample's path, which may have spaces.
    const auto row = [](const QString& arguments) {
        QStringList words = arguments.isEmpty() ? QStringList() : arguments.split(QLatin1Char(' '));
        words.replaceInStrings(QStringLiteral("SAMPLE"), torchSample());
        QTest::addRow("%s", qPrintable(arguments)) << words;
    };
    row(QString());
    row(QStringLiteral("steps"));
    row(QStringLiteral("nonsense file.json"));
    row(QStringLiteral("steps file.json --format xml"));
    row(QStringLiteral("steps file.json --unknown"));
    row(QStringLiteral("parts file.json --by colour"));
    row(QStringLiteral("select file.json"));
    row(QStringLiteral("select file.json --begin x --end y"));
    row(QStringLiteral("select file.json --begin 10 --end 5"));
    row(QStringLiteral("gaps SAMPLE --step ProfilerStep#99"));
    row(QStringLiteral("select file.json --begin 0 --end 9223372036854775808"));
    row(QStringLiteral("select file.json --begin -9223372036854775809 --end 5"));
    row(QStringLiteral("convert file.json -o out.json --begin 0x10 --end 99"));
    row(QStringLiteral("averages SAMPLE --begin 10"));
    row(QStringLiteral("averages SAMPLE --begin 10 --end 5"));
    row(QStringLiteral("averages SAMPLE --begin 10 --end 50 --step 4"));
    row(QStringLiteral("averages SAMPLE --step ")); // an empty word, here and in the next
    row(QStringLiteral("info "));
    row(QStringLiteral("compare SAMPLE"));
    row(QStringLiteral("compare SAMPLE SAMPLE --steps-b 9"));
    row(QStringLiteral("compare SAMPLE SAMPLE --steps-a 3-"));
    row(QStringLiteral("compare SAMPLE SAMPLE --steps-a 3-99999999999"));
}

void CliTest::wrongUsage()
{
    QFETCH(QStringList, arguments);
    const Outcome outcome = runCli(arguments);
    QCOMPARE(outcome.exitCode, 2);
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY(!outcome.err.isEmpty());
}

void CliTest::wrongUsageSaysWhat()
{
    const auto errorOf = [](const QStringList& arguments) { return runCli(arguments).err; };
    QVERIFY(errorOf({"nonsense", "file.json"}).contains("there is no command 'nonsense'; the commands are info, "));
    QVERIFY(errorOf({"--format", "tsv", "nonsense"}).contains("there is no command 'nonsense'"));
    QVERIFY(errorOf({"info", ""}).contains("argument 2 is empty"));
    QVERIFY(errorOf({"select", "f.json", "--begin", "0", "--end", "99999999999999999999"})
                .contains("'99999999999999999999' is no whole number of ns within 64 bits"));
    QVERIFY(errorOf({"select", "f.json", "--begin", "9", "--end", "9"}).contains("--end must be later than --begin"));
}

void CliTest::allBadFilesAreNamed()
{
    QTemporaryDir folder;
    const QString prose = written(folder, "prose.json", "not a trace");
    const QString missing = folder.filePath(QStringLiteral("missing.json"));
    const QString list = written(folder, "list.json", "{\"a\": 1}");
    const Outcome unread = runCli({"info", torchSample(), prose, list});
    QCOMPARE(unread.exitCode, 1);
    QVERIFY(unread.err.contains(prose.toUtf8()) && unread.err.contains(list.toUtf8()));
    const Outcome unopened = runCli({"info", missing, torchSample(), folder.filePath(QStringLiteral("gone.json"))});
    QCOMPARE(unopened.exitCode, 1);
    QVERIFY(unopened.err.contains("missing.json: there is no such file") && unopened.err.contains("gone.json"));
}

void CliTest::escapesNames()
{
    QTemporaryDir folder;
    const QString path = written(folder, "trace.json",
                                 R"({"traceEvents": [{"ph": "X", "cat": "kernel", "name": "a,\"b\"\tc\nd", "pid": 0,
                                    "tid": 7, "ts": 1, "dur": 2.5}]})");
    const QStringList arguments{QStringLiteral("kernels"), path, QStringLiteral("--format")};
    const auto lineOf = [&](const char* format) {
        const QByteArray out = runCli(arguments + QStringList{QString::fromLatin1(format)}).out;
        return out.mid(out.indexOf('\n') + 1);
    };
    QVERIFY(lineOf("tsv").startsWith("1000\t2500\t0\t7\t\t\tkernel\ta,\"b\"\\tc\\nd\t"));
    QVERIFY(lineOf("csv").startsWith("1000,2500,0,7,,,kernel,\"a,\"\"b\"\"\tc\nd\","));
    const QByteArray json = runCli(arguments + QStringList{QStringLiteral("json")}).out;
    const QJsonObject row = QJsonDocument::fromJson(json).array().at(0).toObject();
    QCOMPARE(row.value(QLatin1String("name")).toString(), QStringLiteral("a,\"b\"\tc\nd"));
    QVERIFY(row.value(QLatin1String("step")).isNull());
}

QTEST_GUILESS_MAIN(CliTest)
#include "tst_cli.moc"
