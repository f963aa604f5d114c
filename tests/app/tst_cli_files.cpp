// SPDX-License-Identifier: GPL-3.0-or-later
// decodescope-cli's commands that write or judge files: convert, check, capture, sweep.
#include "tests/support/test_data.h"

#include <QDir>
#include <QFile>
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

namespace {

struct Outcome
{
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
};

Outcome runProgram(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    process.closeWriteChannel();
    if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

Outcome runCli(const QStringList& arguments)
{
    return runProgram(QStringLiteral(DECODESCOPE_CLI), arguments);
}

QStringList words(const char* text)
{
    return QString::fromLatin1(text).split(QLatin1Char(' '));
}

QString sample()
{
    return QString::fromStdString(samplePath("tinyllama-h200-torch.pt.trace.json.gz").string());
}

} // namespace

class CliFilesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void convertsWithoutLoss_data();
    void convertsWithoutLoss();
    void convertsAWindow();
    void convertWithLabels();
    void convertNeedsAPlace();
    void nothingReplacesItsSource();
    void convertIsStoppedByInterrupt();
    void checkFindsBreaches();
    void captureWithoutTheLibrary();
    void captureRecords();
    void captureFails();
    void captureIsStoppedByInterrupt();
    void sweepGoesOnAfterAFailure();
    void sweepSurvivesACrash();
    void sweepWithNothingButFailures();
    void sweepRefusesNonsense_data();
    void sweepRefusesNonsense();
    void sweepNeedsAPlace();
    void sweepIsStoppedByInterrupt();
    void sweepOnTheCpu();

private:
    QTemporaryDir m_folder;
    QString m_program; // a copy of the program with the fake capture library beside it
};

void CliFilesTest::initTestCase()
{
    m_program = m_folder.filePath(QStringLiteral("decodescope-cli"));
    QVERIFY(QFile::copy(QStringLiteral(DECODESCOPE_CLI), m_program));
    QVERIFY(QFile::copy(QStringLiteral(FAKE_CAPTURE_LIBRARY),
                        m_folder.filePath(QStringLiteral("libdecodescope-capture.so"))));
}

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
    const Outcome outcome = runCli(words("--format json convert -o") << path << sample());
    QCOMPARE(outcome.exitCode, 0);
    const QJsonObject written = QJsonDocument::fromJson(outcome.out).array().at(0).toObject();
    QCOMPARE(written.value(QLatin1String("events")).toInteger(), 15394);
    for (const char* command : {"steps", "kernels", "averages --by-shape", "gaps"}) {
        const QStringList arguments = words(command) + words("--format tsv");
        QCOMPARE(runCli(arguments + QStringList{path}).out, runCli(arguments + QStringList{sample()}).out);
    }
    const Outcome check = runCli({QStringLiteral("check"), path});
    QVERIFY2(check.exitCode == 0, check.out.constData());
}

void CliFilesTest::convertsAWindow()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("step.json"));
    QCOMPARE(runCli(words("convert --begin 5098593721728201 --end 5098593746995848 -o") << path << sample()).exitCode,
             0);
    const QByteArray select =
        runCli(words("select --begin 5098593721728201 --end 5098593746995848 --format tsv") << path).out;
    QVERIFY2(select.contains("\nstream\tstream 7\t0\t7\t2278376\t2276936\t22990711\t925\n"), select.constData());
}

void CliFilesTest::convertNeedsAPlace()
{
    QTemporaryDir folder;
    QCOMPARE(runCli({QStringLiteral("convert"), sample()}).exitCode, 2);
    QCOMPARE(runCli(words("convert --begin 5 -o x.json") << sample()).exitCode, 2);
    const Outcome outcome = runCli({QStringLiteral("convert"), sample(), QStringLiteral("-o"),
                                    folder.filePath(QStringLiteral("no/such/folder/out.json"))});
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY(outcome.err.contains("no/such/folder"));
}

// By its own name, a link, or another name of the same file.
void CliFilesTest::nothingReplacesItsSource()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("t.json.gz"));
    QVERIFY(QFile::copy(sample(), path));
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
                  words("convert -o") << path << (large.empty() ? sample() : QString::fromStdString(large)));
    QTRY_VERIFY_WITH_TIMEOUT(files().size() == 2 || process.state() == QProcess::NotRunning, 60'000);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(files(), QStringList{"out.json"});
    QVERIFY(old.open(QIODevice::ReadOnly));
    if (process.exitCode() == 130) // it was not too late
        QCOMPARE(old.readAll(), QByteArray("old"));
    else
        QCOMPARE(process.exitCode(), 0);
}

// Labels that were inferred are in the file as such, kernels are still the same, and the rows are not read as recorded.
void CliFilesTest::convertWithLabels()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("labels.json"));
    QCOMPARE(runCli(words("convert --labels -o") << path << sample()).exitCode, 0);
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
        QCOMPARE(rowsOf(path), rowsOf(sample()));
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

void CliFilesTest::captureWithoutTheLibrary()
{
    QTemporaryDir folder;
    const QString program = folder.filePath(QStringLiteral("decodescope-cli"));
    QVERIFY(QFile::copy(QStringLiteral(DECODESCOPE_CLI), program));
    const QString path = folder.filePath(QStringLiteral("out.json"));
    const Outcome outcome = runProgram(program, {QStringLiteral("capture"), QStringLiteral("-o"), path});
    QCOMPARE(outcome.exitCode, 3);
    QCOMPARE(outcome.out, QByteArray());
    QCOMPARE(outcome.err.count('\n'), 1);
    QVERIFY(!QFile::exists(path));
}

void CliFilesTest::captureRecords()
{
    const QString path = m_folder.filePath(QStringLiteral("steps.json"));
    const Outcome outcome = runProgram(m_program, words("capture --model steps -o") << path);
    QCOMPARE(outcome.exitCode, 0);
    const QList<QByteArray> lines = outcome.out.split('\n');
    QCOMPARE(lines.size(), 6);
    QVERIFY(lines[1].startsWith("ProfilerStep#0 "));
    QVERIFY(lines[2].startsWith("ProfilerStep#1 "));
    QCOMPARE(lines[4], QByteArray("timer_tpot_ns  1234567"));
    QVERIFY(outcome.err.contains("Nothing here is real."));
    QVERIFY(outcome.err.contains("3 records were lost"));
    const QByteArray steps = runCli(words("steps --format tsv") << path).out;
    QCOMPARE(steps.split('\n').at(2), QByteArray("ProfilerStep#1\t1000\t900\t0\t1\t1\t1\t100\t100\t800\t100"));
}

void CliFilesTest::captureFails()
{
    const QString path = m_folder.filePath(QStringLiteral("failed.json"));
    const Outcome outcome = runProgram(m_program, words("capture --model fails -o") << path);
    QCOMPARE(outcome.exitCode, 3);
    QVERIFY(outcome.err.contains("The fake card fell out of its slot."));
    QVERIFY(!QFile::exists(path));
    const Outcome refused = runProgram(m_program, words("capture --batch 13 -o") << path);
    QCOMPARE(refused.exitCode, 3);
    QVERIFY(refused.err.contains("No batch of thirteen."));
    QCOMPARE(runProgram(m_program, words("capture --device moon -o") << path).exitCode, 2);
}

void CliFilesTest::captureIsStoppedByInterrupt()
{
    const QString path = m_folder.filePath(QStringLiteral("stopped.json"));
    QProcess process;
    process.setReadChannel(QProcess::StandardError);
    process.start(m_program, words("capture --model endless -o") << path);
    QByteArray err;
    while (!err.contains("recording")) { // it says so when it has begun
        QVERIFY(process.waitForReadyRead(60'000));
        err += process.readAllStandardError();
    }
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 0);
    QVERIFY(process.readAllStandardOutput().contains("ProfilerStep#0 "));
    QVERIFY(QFile::exists(path));
}

// Steps of 900 ns with a kernel of 100, as the fake library makes them; it refuses a batch of 13.
void CliFilesTest::sweepGoesOnAfterAFailure()
{
    const QString folder = m_folder.filePath(QStringLiteral("sweep/new"));
    const Outcome outcome = runProgram(
        m_program, words("sweep --model steps --decode eager,graph --batch 2,13 --prompt-length 5 --format tsv -o")
                       << folder);
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.out,
             QByteArray("decode\tbatch\tprompt_length\tsteps\tstep_ns\tstep_low_ns\tstep_high_ns\tbusy_ns\tgap_share\t"
                        "timer_ns\ttokens_per_s\tkernels\tlaunches\tfile\tfailure\ttimer_gap_share\n"
                        "eager\t2\t5\t2\t900\t900\t900\t100\t0.888889\t1234567\t1620.001183\t1\t1\t"
                        "eager-prompt5-batch2.json.gz\t\t0.999919\n"
                        "eager\t13\t5\t0\t\t\t\t\t\t\t\t\t\t\tNo batch of thirteen.\t\n"
                        "graph\t2\t5\t2\t900\t900\t900\t100\t0.888889\t1234567\t1620.001183\t1\t1\t"
                        "graph-prompt5-batch2.json.gz\t\t0.999919\n"
                        "graph\t13\t5\t0\t\t\t\t\t\t\t\t\t\t\tNo batch of thirteen.\t\n"));
    QVERIFY(outcome.err.contains("setting 2 of 4: eager, prompt 5, batch 13"));
    const QByteArray steps =
        runCli({QStringLiteral("steps"), folder + QStringLiteral("/graph-prompt5-batch2.json.gz")}).out;
    QVERIFY(steps.contains("ProfilerStep#1"));
    QFile file(folder + QStringLiteral("/sweep.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray rows = QJsonDocument::fromJson(file.readAll()).object().value(QLatin1String("sweep")).toArray();
    QCOMPARE(rows.size(), 4);
    QCOMPARE(rows.at(3).toObject().value(QLatin1String("failure")).toString(), QStringLiteral("No batch of thirteen."));
}

void CliFilesTest::sweepSurvivesACrash()
{
    const QString folder = m_folder.filePath(QStringLiteral("crash"));
    const Outcome outcome = runProgram(m_program, words("sweep --model steps --batch 14,2 --format tsv -o") << folder);
    QCOMPARE(outcome.exitCode, 0);
    const QList<QByteArray> lines = outcome.out.split('\n');
    QCOMPARE(lines.size(), 4);
    QVERIFY2(lines[1].endsWith("The process of this capture was ended: Aborted.\t"), lines[1].constData());
    QVERIFY(lines[2].startsWith("eager\t2\t200\t2\t900\t"));
}

void CliFilesTest::sweepWithNothingButFailures()
{
    const QString folder = m_folder.filePath(QStringLiteral("failures"));
    const Outcome outcome = runProgram(m_program, words("sweep --model fails --batch 1,2 --format md -o") << folder);
    QCOMPARE(outcome.exitCode, 3);
    const QList<QByteArray> lines = outcome.out.split('\n');
    QCOMPARE(lines.size(), 5); // header, rule, two rows, nothing
    QVERIFY(lines[0].startsWith("| decode | batch | prompt_length |"));
    QCOMPARE(lines[1].count('|'), lines[0].count('|'));
    QVERIFY(lines[3].endsWith("| The fake card fell out of its slot. |  |"));
    QVERIFY(QFile::exists(folder + QStringLiteral("/sweep.json")));
}

void CliFilesTest::sweepRefusesNonsense_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("batch") << "--batch 1,two" << QByteArray("The batch is a whole number from 1 to 4096");
    QTest::newRow("prompt") << "--prompt-length 0" << QByteArray("The prompt length is a whole number");
    QTest::newRow("decode") << "--decode eager,fast" << QByteArray("'fast' is none of eager, graph");
    QTest::newRow("without end") << "--repeat 0" << QByteArray("must end by itself");
    QTest::newRow("a prompt of its own") << "--prompt-tokens 1,2" << QByteArray("--prompt-tokens");
}

void CliFilesTest::sweepRefusesNonsense()
{
    QFETCH(QString, options);
    QFETCH(QByteArray, sentence);
    const QString folder = m_folder.filePath(QStringLiteral("nonsense"));
    const Outcome outcome = runProgram(m_program, QStringList{QStringLiteral("sweep"), QStringLiteral("-o"), folder} +
                                                      options.split(QLatin1Char(' ')));
    QCOMPARE(outcome.exitCode, 2);
    QVERIFY2(outcome.err.contains(sentence), outcome.err.constData());
    QVERIFY(!QFile::exists(folder));
}

void CliFilesTest::sweepNeedsAPlace()
{
    QCOMPARE(runProgram(m_program, words("sweep --model steps")).exitCode, 2);
    const QString file = m_folder.filePath(QStringLiteral("a-file"));
    QVERIFY(QFile::copy(sample(), file));
    const Outcome outcome = runProgram(m_program, words("sweep --model steps -o") << file + QStringLiteral("/below"));
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.err.contains("a-file"), outcome.err.constData());
}

void CliFilesTest::sweepIsStoppedByInterrupt()
{
    const QString folder = m_folder.filePath(QStringLiteral("stopped"));
    QProcess process;
    process.setReadChannel(QProcess::StandardError);
    process.start(m_program, words("sweep --model endless --batch 1,2 -o") << folder);
    QByteArray err;
    while (!err.contains("recording")) {
        QVERIFY(process.waitForReadyRead(60'000));
        err += process.readAllStandardError();
    }
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 0);
    const QByteArray out = process.readAllStandardOutput();
    QCOMPARE(out.count('\n'), 2); // the header and the setting that was stopped
    QVERIFY2(out.contains("This capture was stopped."), out.constData());
    QVERIFY(QFile::exists(folder + QStringLiteral("/eager-prompt200-batch1.json.gz")));
}

void CliFilesTest::sweepOnTheCpu()
{
    const QString folder = m_folder.filePath(QStringLiteral("cpu"));
    const Outcome outcome =
        runCli(words("sweep --model tiny --device cpu --batch 1,2 --decode eager,graph --prompt-length 4 "
                     "--timed-steps 2 --format tsv -o")
               << folder);
    if (outcome.err.contains("This build cannot capture"))
        QSKIP("built without live capture");
    QCOMPARE(outcome.exitCode, 0);
    const QList<QByteArray> lines = outcome.out.split('\n');
    QCOMPARE(lines.size(), 6);
    for (int batch : {1, 2}) {
        const QList<QByteArray> row = lines.at(batch).split('\t');
        QCOMPARE(row.at(0), QByteArray("eager"));
        QCOMPARE(row.at(1), QByteArray::number(batch));
        QCOMPARE(row.at(3), QByteArray("3"));
        QVERIFY(row.at(4).toLongLong() > 0);
        QCOMPARE(row.at(8), QByteArray()); // no GPU, no gap share
        QVERIFY(row.at(9).toLongLong() > 0);
        const double tokens = batch * 1e9 / row.at(9).toDouble();
        QVERIFY(qAbs(row.at(10).toDouble() - tokens) < 1e-5 * tokens);
        QVERIFY(lines.at(batch + 2).contains("needs a CUDA GPU"));
    }
}

QTEST_GUILESS_MAIN(CliFilesTest)
#include "tst_cli_files.moc"
