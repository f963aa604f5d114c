// SPDX-License-Identifier: GPL-3.0-or-later
// decodescope-cli's commands that record: capture, sweep. With a capture library that decodes nothing, but for one
// test.
#include "tests/app/program_run.h"
#include "tests/support/process_signal.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace decodescope::test;

class CliCaptureTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void captureWithoutTheLibrary();
    void captureRecords();
    void captureFails();
    void captureIsStopped_data();
    void captureIsStopped();
    void captureIsStoppedBeforeItRecords();
    void captureTakesOnePrompt_data();
    void captureTakesOnePrompt();
    void whatWasRecordedIsNotReplaced();
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

void CliCaptureTest::initTestCase()
{
    m_program = m_folder.filePath(QStringLiteral("decodescope-cli"));
    QVERIFY(QFile::copy(QStringLiteral(DECODESCOPE_CLI), m_program));
    QVERIFY(QFile::copy(QStringLiteral(FAKE_CAPTURE_LIBRARY),
                        m_folder.filePath(QStringLiteral("libdecodescope-capture.so"))));
}

void CliCaptureTest::captureWithoutTheLibrary()
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

void CliCaptureTest::captureRecords()
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

void CliCaptureTest::captureFails()
{
    const QString path = m_folder.filePath(QStringLiteral("failed.json"));
    const Outcome outcome = runProgram(m_program, words("capture --model fails -o") << path);
    QCOMPARE(outcome.exitCode, 3);
    QCOMPARE(outcome.err, QByteArray( // no note, as if it had gone well, and no phase, which is how far it did not come
                              "decodescope-cli: The fake card fell out of its slot.\n"));
    QVERIFY(!QFile::exists(path));
    const Outcome refused = runProgram(m_program, words("capture --batch 13 -o") << path);
    QCOMPARE(refused.exitCode, 3);
    QVERIFY(refused.err.contains("No batch of thirteen."));
    QCOMPARE(runProgram(m_program, words("capture --device moon -o") << path).exitCode, 2);
}

void CliCaptureTest::captureIsStopped_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("Ctrl-C") << SIGINT;
    QTest::newRow("terminated") << SIGTERM;
    QTest::newRow("hang-up") << SIGHUP;
}

void CliCaptureTest::captureIsStopped()
{
    QFETCH(int, signal);
    const QString path = m_folder.filePath(QStringLiteral("stopped by %1.json").arg(signal));
    QProcess process;
    process.setReadChannel(QProcess::StandardError);
    process.start(m_program, words("capture --model endless -o") << path);
    QByteArray err;
    while (!err.contains("recording")) { // it says so when it has begun
        QVERIFY(process.waitForReadyRead(60'000));
        err += process.readAllStandardError();
    }
    sendSignal(process, signal);
    QVERIFY(process.waitForFinished(60'000));
    err += process.readAllStandardError();
    QCOMPARE(process.exitCode(), 0);
    QVERIFY2(err.contains("(recording); what was recorded is kept; press Ctrl+C again to end at once"),
             err.constData());
    QVERIFY(process.readAllStandardOutput().contains("ProfilerStep#0 "));
    QVERIFY(QFile::exists(path));
}

void CliCaptureTest::captureIsStoppedBeforeItRecords()
{
    QTemporaryDir folder;
    QProcess process;
    process.setReadChannel(QProcess::StandardError);
    process.start(m_program, words("capture --model loads -o") << folder.filePath(QStringLiteral("out.json")));
    QByteArray err;
    while (!err.contains("loading")) {
        QVERIFY(process.waitForReadyRead(60'000));
        err += process.readAllStandardError();
    }
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList()); // not even under another name
    sendSignal(process, SIGINT);
    QVERIFY(process.waitForFinished(60'000));
    err += process.readAllStandardError();
    QCOMPARE(process.exitCode(), 3);
    QVERIFY2(err.contains("(loading the model); nothing has been recorded yet; press Ctrl+C again"), err.constData());
    QVERIFY2(!err.contains("is kept"), err.constData());
    QVERIFY2(err.contains("stopped before anything was recorded"), err.constData());
    QVERIFY2(!err.contains("Nothing here is real."), err.constData()); // a note on what was recorded
    QCOMPARE(process.readAllStandardOutput(), QByteArray());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList());
}

void CliCaptureTest::captureTakesOnePrompt_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("a length") << QStringLiteral("--prompt-length 1048576") << 0;
    QTest::newRow("ids") << QStringLiteral("--prompt-tokens 1,2") << 0;
    QTest::newRow("a text") << QStringLiteral("--prompt hello") << 0;
    QTest::newRow("length and ids") << QStringLiteral("--prompt-length 5 --prompt-tokens 1,2") << 2;
    QTest::newRow("length and text") << QStringLiteral("--prompt hello --prompt-length 5") << 2;
    QTest::newRow("ids and text") << QStringLiteral("--prompt-tokens 1,2 --prompt hello") << 2;
    QTest::newRow("too long") << QStringLiteral("--prompt-length 1048577") << 2;
    QTest::newRow("too many steps") << QStringLiteral("--active 1000001") << 2;
    QTest::newRow("a bound below 0") << QStringLiteral("--max-trace-bytes -1") << 2;
    QTest::newRow("no bound") << QStringLiteral("--max-trace-bytes 0") << 0;
}

void CliCaptureTest::captureTakesOnePrompt()
{
    QFETCH(QString, options);
    QTemporaryDir folder;
    const Outcome outcome =
        runProgram(m_program, words("capture --model steps") + options.split(QLatin1Char(' ')) +
                                  QStringList{QStringLiteral("-o"), folder.filePath(QStringLiteral("out.json"))});
    QTEST(outcome.exitCode, "exitCode");
    QCOMPARE(QDir(folder.path()).isEmpty(), outcome.exitCode != 0);
    const QByteArray option = options.section(QLatin1Char(' '), 0, 0).toUtf8();
    if (outcome.exitCode != 0)
        QVERIFY2(outcome.err.contains(option), outcome.err.constData());
}

// Neither a trace nor any file of a sweep, unless asked to.
void CliCaptureTest::whatWasRecordedIsNotReplaced()
{
    QTemporaryDir folder;
    const auto put = [&](const QString& name) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("old") == 3);
    };
    const auto isOld = [&](const QString& name) {
        QFile file(folder.filePath(name));
        return file.open(QIODevice::ReadOnly) && file.readAll() == "old";
    };
    put(QStringLiteral("out.json"));
    put(QStringLiteral("sweep.json"));
    const QString path = folder.filePath(QStringLiteral("out.json"));
    const Outcome refused = runProgram(m_program, words("capture --model steps -o") << path);
    QCOMPARE(refused.exitCode, 2);
    QVERIFY2(refused.err.contains("out.json") && refused.err.contains("--force"), refused.err.constData());
    QCOMPARE(refused.err.count('\n'), 1);
    QVERIFY(isOld(QStringLiteral("out.json")));
    QCOMPARE(runProgram(m_program, words("capture --model steps --force -o") << path).exitCode, 0);
    QVERIFY(!isOld(QStringLiteral("out.json")));
    QCOMPARE(runProgram(m_program, words("capture --model steps -o /dev/null")).exitCode, 0);
    const Outcome sheet =
        runProgram(m_program, words("capture --model steps -o") << folder.filePath(QStringLiteral("sheet.md")));
    QCOMPARE(sheet.exitCode, 2);
    QVERIFY2(sheet.err.contains("has to end in .json or .json.gz"), sheet.err.constData());

    const QStringList sweep = words("sweep --model steps --batch 1,2 -o") << folder.path();
    QCOMPARE(runProgram(m_program, sweep).exitCode, 2);
    QVERIFY(isOld(QStringLiteral("sweep.json")));
    QVERIFY(QFile::remove(folder.filePath(QStringLiteral("sweep.json"))));
    const QString trace = QStringLiteral("eager-prompt200-batch2.json.gz");
    put(trace);
    QCOMPARE(runProgram(m_program, sweep).exitCode, 2);
    QVERIFY(isOld(trace));
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("sweep.json"))));
    QCOMPARE(runProgram(m_program, sweep + words("--force")).exitCode, 0);
    QVERIFY(!isOld(trace));
}

// Steps of 900 ns with a kernel of 100, as the fake library makes them; it refuses a batch of 13.
void CliCaptureTest::sweepGoesOnAfterAFailure()
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

void CliCaptureTest::sweepSurvivesACrash()
{
    const QString folder = m_folder.filePath(QStringLiteral("crash"));
    const Outcome outcome = runProgram(m_program, words("sweep --model steps --batch 14,2 --format tsv -o") << folder);
    QCOMPARE(outcome.exitCode, 0);
    const QList<QByteArray> lines = outcome.out.split('\n');
    QCOMPARE(lines.size(), 4);
    QVERIFY2(lines[1].endsWith("The process of this capture was ended: Aborted.\t"), lines[1].constData());
    QVERIFY(lines[2].startsWith("eager\t2\t200\t2\t900\t"));
}

void CliCaptureTest::sweepWithNothingButFailures()
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

void CliCaptureTest::sweepRefusesNonsense_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("batch") << "--batch 1,two" << QByteArray("The batch is a whole number from 1 to 4096");
    QTest::newRow("prompt") << "--prompt-length 0" << QByteArray("The prompt length is a whole number");
    QTest::newRow("decode") << "--decode eager,fast" << QByteArray("'fast' is none of eager, graph");
    QTest::newRow("without end") << "--repeat 0" << QByteArray("must end by itself");
    QTest::newRow("a prompt of its own") << "--prompt-tokens 1,2" << QByteArray("--prompt-tokens");
}

void CliCaptureTest::sweepRefusesNonsense()
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

void CliCaptureTest::sweepNeedsAPlace()
{
    QCOMPARE(runProgram(m_program, words("sweep --model steps")).exitCode, 2);
    const QString file = m_folder.filePath(QStringLiteral("a-file"));
    QVERIFY(QFile::copy(torchSample(), file));
    const Outcome outcome = runProgram(m_program, words("sweep --model steps -o") << file + QStringLiteral("/below"));
    QCOMPARE(outcome.exitCode, 1);
    QVERIFY2(outcome.err.contains("a-file"), outcome.err.constData());
}

void CliCaptureTest::sweepIsStoppedByInterrupt()
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
    sendSignal(process, SIGINT);
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 0);
    const QByteArray out = process.readAllStandardOutput();
    QCOMPARE(out.count('\n'), 2); // the header and the setting that was stopped
    QVERIFY2(out.contains("This capture was stopped."), out.constData());
    QVERIFY(QFile::exists(folder + QStringLiteral("/eager-prompt200-batch1.json.gz")));
}

void CliCaptureTest::sweepOnTheCpu()
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

QTEST_GUILESS_MAIN(CliCaptureTest)
#include "tst_cli_capture.moc"
