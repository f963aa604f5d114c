// SPDX-License-Identifier: GPL-3.0-or-later
// decodescope-cli's commands that write or judge files: convert, check.
#include "tests/app/program_run.h"
#include "tests/support/process_signal.h"
#include "tests/support/test_data.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <filesystem>

using namespace decodescope::test;

class CliFilesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void convertsWithoutLoss_data();
    void convertsWithoutLoss();
    void convertsAWindow();
    void aRangeKeepsItsLabels();
    void convertLabelsByRules();
    void partsOfStepsAreToldOf();
    void fullOutputIsToldOf();
    void stepsWithoutAGpuHaveNoGap();
    void infoNamesAllFiles();
    void convertWithLabels();
    void aStepOfSeveralRanksIsNamed();
    void convertNeedsAPlace();
    void convertNeedsATracesName();
    void reportIsMarkdown();
    void nothingReplacesItsSource();
    void convertIsStoppedByInterrupt();
    void checkFindsBreaches();
};

void CliFilesTest::convertsWithoutLoss_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("json") << QStringLiteral("out.json");
    QTest::newRow("gzip") << QStringLiteral("out.json.gz");
}

void CliFilesTest::convertsWithoutLoss()
{
    QFETCH(QString, name);
    QTemporaryDir folder;
    const QString path = folder.filePath(name);
    const Outcome outcome = runCli(words("--format json convert -o") << path << torchSample());
    QCOMPARE(outcome.exitCode, 0);
    const QJsonObject written = QJsonDocument::fromJson(outcome.out).array().at(0).toObject();
    QCOMPARE(written.value(QLatin1String("events")).toInteger(), 15394);
    for (const char* command : {"steps", "kernels", "averages --by-shape", "gaps"}) {
        const QStringList arguments = words(command) + words("--format tsv");
        QCOMPARE(runCli(arguments + QStringList{path}).out, runCli(arguments + QStringList{torchSample()}).out);
    }
    const Outcome check = runCli({QStringLiteral("check"), path});
    QVERIFY2(check.exitCode == 0, check.out.constData());
}

void CliFilesTest::convertsAWindow()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("step.json"));
    QCOMPARE(
        runCli(words("convert --begin 5098593721728201 --end 5098593746995848 -o") << path << torchSample()).exitCode,
        0);
    const QByteArray select =
        runCli(words("select --begin 5098593721728201 --end 5098593746995848 --format tsv") << path).out;
    QVERIFY2(select.contains("\nstream\tstream 7\t0\t7\t2278376\t2276936\t22990711\t925\n"), select.constData());
    const QJsonObject cut = QJsonDocument::fromJson(runCli({QStringLiteral("info"), path}).out)
                                .object()
                                .value(QLatin1String("cut_out"))
                                .toObject();
    QCOMPARE(cut.value(QLatin1String("source")).toString(), QFileInfo(torchSample()).fileName());
    QCOMPARE(cut.value(QLatin1String("begin_ns")).toInteger(), 5098593721728201);
    const auto gapOf = [](const QString& file) {
        const Outcome steps = runCli(words("--format json steps") << file);
        return QJsonDocument::fromJson(steps.out).array().at(0).toObject().value(QLatin1String("gap_ns"));
    };
    QCOMPARE(gapOf(path).toInteger(), 22990711); // the window is the step's
    const QString layer = folder.filePath(QStringLiteral("layer.json"));
    QCOMPARE(
        runCli(words("convert --begin 5098593727107124 --end 5098593728098219 -o") << layer << torchSample()).exitCode,
        0);
    QVERIFY(gapOf(layer).isNull());
}

// A range that begins and ends within layers: what its kernels serve is still known, and of no step that it is one.
void CliFilesTest::aRangeKeepsItsLabels()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("range.json"));
    QCOMPARE(
        runCli(words("convert --begin 5098593700133888 --end 5098593731624537 -o") << path << torchSample()).exitCode,
        0);
    const auto labelsOf = [](const QString& trace) {
        QMap<qint64, QString> labels; // by begin: there is one stream
        const Outcome kernels = runCli(words("--format json kernels") << trace);
        for (const QJsonValue& row : QJsonDocument::fromJson(kernels.out).array())
            labels[row[QLatin1String("begin_ns")].toInteger()] =
                QString::number(row[QLatin1String("layer")].toInt(-1)) + row[QLatin1String("part")].toString();
        return labels;
    };
    const QMap<qint64, QString> all = labelsOf(torchSample());
    const QMap<qint64, QString> some = labelsOf(path);
    QCOMPARE(some.size(), 1234);
    for (auto at = some.begin(); at != some.end(); ++at)
        QCOMPARE(at.value(), all.value(at.key()));
    const QByteArray sheet = runCli({QStringLiteral("report"), path}).out;
    QVERIFY(sheet.contains("| linear operators a step | - | no whole step"));
    QVERIFY(!sheet.contains("layers + 1 ="));
}

void CliFilesTest::convertLabelsByRules()
{
    QTemporaryDir folder;
    const QString rules = folder.filePath(QStringLiteral("rules.json"));
    QFile file(rules);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"format": "decodescope-kernel-rules", "version": 1,
                   "rules": [{"name": "mine", "purpose": "Mine.", "family": "sampling", "function": ["nvjet_*"]}]})");
    file.close();
    const QString path = folder.filePath(QStringLiteral("out.json"));
    const QStringList convert =
        QStringList{QStringLiteral("convert"), torchSample()} + words("-o") + QStringList{path} + words("--rules");
    const Outcome refused = runCli(convert + QStringList{rules});
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.err.contains("--labels"), refused.err.constData());
    QVERIFY(!QFile::exists(path));
    const Outcome done =
        runCli(convert + QStringList{rules} + words("--begin 5098593700133888 --end 5098593731624537"));
    QVERIFY2(done.exitCode == 0, done.err.constData());
    QFile written(path);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray text = written.readAll();
    QVERIFY(text.contains("\"name\": \"nvjet_"));
    // Besides the one of the decode that samples.
    QCOMPARE(text.count("\"family\": \"sampling\""), text.count("\"name\": \"nvjet_") + 1);
}

void CliFilesTest::partsOfStepsAreToldOf()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("range.json"));
    // From within the first step to the end of the second one.
    QCOMPARE(
        runCli(words("convert --begin 5098593700133888 --end 5098593746995848 -o") << path << torchSample()).exitCode,
        0);
    const auto compared = [&](const char* options) {
        return runCli(words("compare") + QStringList{torchSample(), path} + words(options)).err;
    };
    QVERIFY(compared("--by part").contains("B (" + path.toUtf8() + ") holds only a part of ProfilerStep#3, which is"));
    QVERIFY(compared("--steps-b 3").contains("a part of ProfilerStep#3, so that it may look faster"));
    QVERIFY(!compared("--by part").contains("A ("));
}

// A full disk, for instance.
void CliFilesTest::fullOutputIsToldOf()
{
    if (!QFile::exists(QStringLiteral("/dev/full")))
        QSKIP("no /dev/full here");
    const QStringList runs[]{words("info") << torchSample(), words("report") << torchSample(),
                             words("steps") << torchSample(), words("--help"), words("--version")};
    for (const QStringList& run : runs) {
        QProcess process;
        process.setStandardOutputFile(QStringLiteral("/dev/full"));
        process.start(QStringLiteral(DECODESCOPE_CLI), run);
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("standard output did not take everything"));
    }
}

// Two ranks have a step of the same name each.
void CliFilesTest::aStepOfSeveralRanksIsNamed()
{
    QTemporaryDir folder;
    QStringList ranks;
    for (const char* name : {"a.json.gz", "b.json.gz"}) {
        ranks += folder.filePath(QLatin1String(name));
        QVERIFY(QFile::copy(torchSample(), ranks.back()));
    }
    const Outcome both = runCli(words("parts --step 4") + ranks);
    QCOMPARE(both.exitCode, 0);
    QVERIFY2(both.err.contains("2 steps are called 4; this is that of " + ranks.front().toUtf8()),
             both.err.constData());
    QVERIFY(!runCli(words("parts --step 4") << torchSample()).err.contains("are called"));
}

void CliFilesTest::convertNeedsAPlace()
{
    QTemporaryDir folder;
    QCOMPARE(runCli({QStringLiteral("convert"), torchSample()}).exitCode, 2);
    QCOMPARE(runCli(words("convert --begin 5 -o x.json") << torchSample()).exitCode, 2);
    const Outcome outcome = runCli({QStringLiteral("convert"), torchSample(), QStringLiteral("-o"),
                                    folder.filePath(QStringLiteral("no/such/folder/out.json"))});
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY(outcome.err.contains("no/such/folder"));
}

void CliFilesTest::convertNeedsATracesName()
{
    QTemporaryDir folder;
    for (const char* name : {"x.txt", "x", "json", "x.json.zip", "x.gz"}) {
        const Outcome refused = runCli(words("convert -o") << folder.filePath(QLatin1String(name)) << torchSample());
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.err.contains(".json or .json.gz"), refused.err.constData());
    }
    QVERIFY(QDir(folder.path()).isEmpty());
    QCOMPARE(runCli(words("convert -o /dev/null") << torchSample()).exitCode, 0);
    const Outcome sheet = runCli(words("report -o") << folder.filePath(QStringLiteral("x.json")) << torchSample());
    QCOMPARE(sheet.exitCode, 2);
    QVERIFY(QDir(folder.path()).isEmpty());
}

void CliFilesTest::reportIsMarkdown()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("sheet.md"));
    const Outcome toFile = runCli({QStringLiteral("report"), torchSample(), QStringLiteral("-o"), path});
    QCOMPARE(toFile.exitCode, 0);
    QCOMPARE(toFile.out, QByteArray());
    QFile written(path);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const Outcome toScreen = runCli({QStringLiteral("report"), torchSample()});
    QCOMPARE(toScreen.out, written.readAll());
    QVERIFY(toScreen.out.contains("\n| card | NVIDIA H200 |"));
    QVERIFY(toScreen.out.contains("\n| linear operators a step | 155 |"));
    QVERIFY(toScreen.out.contains("\n| kernels a step | 925 |"));
    QVERIFY(toScreen.out.contains("\n| attention backend | cudnn |"));
    QVERIFY(toScreen.out.contains("\n| ProfilerStep, one step of decode | 25.27 ms |"));
    QCOMPARE(runCli({QStringLiteral("report"), torchSample(), QStringLiteral("-o"), folder.path()}).exitCode, 1);
    QCOMPARE(runCli(words("report --format md") << torchSample()).out, toScreen.out);
    const Outcome asJson = runCli(words("report --format json") << torchSample());
    QCOMPARE(asJson.exitCode, 2);
    QCOMPARE(asJson.out, QByteArray());
    QVERIFY(asJson.err.contains("Markdown"));
}

// By its own name, a link, or another name of the same file.
void CliFilesTest::nothingReplacesItsSource()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("t.json.gz"));
    QVERIFY(QFile::copy(torchSample(), path));
    const QString link = folder.filePath(QStringLiteral("link.json.gz"));
    QVERIFY(QFile::link(path, link));
    const QString hardLink = folder.filePath(QStringLiteral("other name.json.gz"));
    std::filesystem::create_hard_link(path.toStdString(), hardLink.toStdString());
    const auto contents = [&] {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray before = contents();
    for (const QString& output : {path, link, hardLink}) {
        for (const char* command : {"convert", "report"}) {
            const Outcome refused = runCli({QString::fromLatin1(command), path, QStringLiteral("-o"), output});
            QCOMPARE(refused.exitCode, 2);
            QCOMPARE(refused.err.count('\n'), 1);
            QVERIFY2(refused.err.contains("is the trace that is read"), refused.err.constData());
        }
    }
    QCOMPARE(contents(), before);
    QCOMPARE(runCli(words("convert --force -o") << path << path).exitCode, 0);
    QVERIFY(contents() != before);
    QCOMPARE(runCli(words("steps --format tsv") << path).out, runCli(words("steps --format tsv") << hardLink).out);
}

// The new file is written under another name first, which must not stay behind.
void CliFilesTest::convertIsStoppedByInterrupt()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("out.json"));
    QFile old(path);
    QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
    old.close();
    const auto files = [&] { return QDir(folder.path()).entryList(QDir::Files); };
    const auto large = sharedPath("data/traces/h200-tinyllama-b1-64steps.pt.trace.json.gz");
    QProcess process;
    process.start(QStringLiteral(DECODESCOPE_CLI),
                  words("convert -o") << path << (large.empty() ? torchSample() : QString::fromStdString(large)));
    QTRY_VERIFY_WITH_TIMEOUT(files().size() == 2 || process.state() == QProcess::NotRunning, 60'000);
    sendSignal(process, SIGINT);
    QVERIFY(process.state() == QProcess::NotRunning || process.waitForFinished(60'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(files(), QStringList{"out.json"});
    QVERIFY(old.open(QIODevice::ReadOnly));
    if (process.exitCode() == 130) // it was not too late
        QCOMPARE(old.readAll(), QByteArray("old"));
    else
        QCOMPARE(process.exitCode(), 0);
}

// Labels that were inferred are in the file as such, kernels are still the same, and the rows are not read as recorded.
void CliFilesTest::stepsWithoutAGpuHaveNoGap()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("cpu.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"([{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":1,"dur":9},
        {"ph":"X","cat":"cpu_op","name":"aten::add","pid":1,"tid":1,"ts":2,"dur":3}])");
    file.close();
    const Outcome outcome = runCli(words("--format json steps") << path);
    QCOMPARE(outcome.exitCode, 0);
    const QJsonObject step = QJsonDocument::fromJson(outcome.out).array().at(0).toObject();
    QCOMPARE(step.value(QLatin1String("duration_ns")).toInteger(), 9000);
    QVERIFY(step.value(QLatin1String("gap_ns")).isNull());
    QVERIFY(outcome.err.contains("no_gpu_rows"));
}

void CliFilesTest::infoNamesAllFiles()
{
    QTemporaryDir folder;
    const QString copy = folder.filePath(QStringLiteral("rank1.json.gz"));
    QVERIFY(QFile::copy(torchSample(), copy));
    const QString file = QJsonDocument::fromJson(runCli({QStringLiteral("info"), torchSample(), copy}).out)
                             .object()
                             .value(QLatin1String("file"))
                             .toString();
    QCOMPARE(file, torchSample() + QStringLiteral(", ") + copy);
}

void CliFilesTest::convertWithLabels()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("labels.json"));
    QCOMPARE(runCli(words("convert --labels -o") << path << torchSample()).exitCode, 0);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    // 22 layers of 41 kernels and what surrounds them: 925 a step, three steps, as torch's table counts them.
    QCOMPARE(text.count("\"label source\": \"inferred\""), 2775);
    QVERIFY(text.contains("\"name\": \"Model layers\""));
    QVERIFY(text.contains("\"name\": \"Model parts\""));
    QCOMPARE(runCli({QStringLiteral("check"), path}).exitCode, 0);
    for (const char* command : {"kernels", "parts --by layer", "tracks"}) {
        const auto rowsOf = [&](const QString& trace) {
            QList<QByteArray> rows =
                runCli(words(command) + words("--format tsv") + QStringList{trace}).out.split('\n');
            std::ranges::sort(rows);
            return rows;
        };
        QCOMPARE(rowsOf(path), rowsOf(torchSample()));
    }
}

void CliFilesTest::checkFindsBreaches()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("trace.json"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"traceEvents": [{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 1, "dur": 2},
                   {"ph": "X", "name": "b", "pid": 1, "tid": 1, "ts": 2.000, "dur": 5.000}]})");
    file.close();
    const Outcome outcome = runCli(words("check --format tsv") << path);
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY(outcome.out.startsWith("rule\tcount\tfirst_offset\texample\n"));
    QVERIFY(outcome.out.contains("\nnesting\t1\t"));
    QVERIFY(outcome.out.contains("\ntime_format\t"));
}

QTEST_GUILESS_MAIN(CliFilesTest)
#include "tst_cli_files.moc"
