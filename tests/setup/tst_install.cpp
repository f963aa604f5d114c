// SPDX-License-Identifier: GPL-3.0-or-later
// What lies in the prefix after `cmake --install`, and whether it works from there.
#include "tests/support/test_data.h"

#include <QDir>
#include <QFile>
#include <QMimeDatabase>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Outcome
{
    int exitCode = -1;
    QString out; // both streams
};

Outcome runProgram(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit)
        return {-1, process.errorString()};
    return {process.exitCode(), QString::fromUtf8(process.readAll())};
}

QSet<QString> optionsIn(const QString& text)
{
    static const QRegularExpression option(QStringLiteral("--[a-z][a-z-]*[a-z]"));
    QSet<QString> options;
    for (auto matches = option.globalMatch(text); matches.hasNext();)
        options.insert(matches.next().captured());
    return options;
}

} // namespace

class InstallTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void componentsAreApart();
    void cliWorks();
    void saysWhereLibTorchIsToBeFound();
    void windowDrawsTheSample();
    void saysWhatItIsBuiltFrom();
    void manPagesNameEveryOption_data();
    void manPagesNameEveryOption();
    void completes_data();
    void completes();
    void tracesOpenByDoubleClick();
    void desktopFileIsValid();
    void metainfoIsValid();

private:
    QString path(const char* name) const { return m_prefix.filePath(QString::fromLatin1(name)); }
    QString text(const char* name) const;
    QString sample() const { return path("share/decodescope/tinyllama-h200-torch.pt.trace.json.gz"); }

    QTemporaryDir m_prefix;
};

void InstallTest::initTestCase()
{
    QVERIFY(m_prefix.isValid());
    for (const char* component : {"viewer", "capture"}) {
        const Outcome installed = runProgram(QStringLiteral(CMAKE_PROGRAM),
                                             {QStringLiteral("--install"), QStringLiteral(BUILD_FOLDER),
                                              QStringLiteral("--prefix"), m_prefix.filePath(QLatin1String(component)),
                                              QStringLiteral("--component"), QLatin1String(component)});
        QVERIFY2(installed.exitCode == 0, qPrintable(installed.out));
    }
    // Together they are what a user has.
    for (const char* component : {"capture", "viewer"}) {
        const Outcome copied =
            runProgram(QStringLiteral("cp"),
                       {QStringLiteral("-a"), m_prefix.filePath(QLatin1String(component)) + QStringLiteral("/."),
                        m_prefix.path()});
        QVERIFY2(copied.exitCode == 0 || !QDir(m_prefix.filePath(QLatin1String(component))).exists(),
                 qPrintable(copied.out));
    }
}

QString InstallTest::text(const char* name) const
{
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void InstallTest::componentsAreApart()
{
    QVERIFY(QFile::exists(path("viewer/bin/decodescope")));
    QVERIFY(QFile::exists(path("viewer/bin/decodescope-cli")));
    QVERIFY(!QDir(path("viewer/lib/decodescope")).exists());
    QVERIFY(!QDir(path("capture/bin")).exists());
    QCOMPARE(QFile::exists(path("capture/lib/decodescope/libdecodescope-capture.so")), bool(WITH_CAPTURE));
}

void InstallTest::cliWorks()
{
    const Outcome steps = runProgram(path("bin/decodescope-cli"), {QStringLiteral("steps"), sample(),
                                                                   QStringLiteral("--format"), QStringLiteral("tsv")});
    QVERIFY2(steps.exitCode == 0, qPrintable(steps.out));
    QVERIFY(steps.out.contains(QLatin1String("25267647"))); // ProfilerStep#4, as torch has written it

    if (WITH_CAPTURE)
        qputenv("DECODESCOPE_LIBTORCH", TORCH_PACKAGE); // what is installed has no run path to the build's LibTorch
    const QString output = path("capture.json");
    const Outcome capture = runProgram(
        path("bin/decodescope-cli"),
        {QStringLiteral("capture"), QStringLiteral("--model"), QStringLiteral("tiny"), QStringLiteral("--device"),
         QStringLiteral("cpu"), QStringLiteral("--timed-steps"), QStringLiteral("0"), QStringLiteral("-o"), output});
    QVERIFY2(capture.exitCode == (WITH_CAPTURE ? 0 : 3), qPrintable(capture.out));
    QCOMPARE(QFile::exists(output), bool(WITH_CAPTURE));
}

void InstallTest::saysWhereLibTorchIsToBeFound()
{
    if (!WITH_CAPTURE)
        QSKIP("built without live capture");
    const QStringList capture{QStringLiteral("capture"), QStringLiteral("--model"), QStringLiteral("tiny"),
                              QStringLiteral("-o"), path("nothing.json")};
    qputenv("DECODESCOPE_LIBTORCH", m_prefix.path().toLocal8Bit());
    const Outcome wrong = runProgram(path("bin/decodescope-cli"), capture);
    qunsetenv("DECODESCOPE_LIBTORCH");
    QCOMPARE(wrong.exitCode, 3);
    QVERIFY2(wrong.out.contains(m_prefix.path()) && wrong.out.contains(QLatin1String("no libtorch.so")),
             qPrintable(wrong.out));
    QCOMPARE(wrong.out.count(QLatin1Char('\n')), 1);
}

void InstallTest::windowDrawsTheSample()
{
    const QString picture = path("window.png");
    const Outcome drawn = runProgram(path("bin/decodescope"), {sample(), QStringLiteral("--screenshot"), picture});
    QVERIFY2(drawn.exitCode == 0, qPrintable(drawn.out));
    QVERIFY(QFile(picture).size() > 10'000);
}

void InstallTest::saysWhatItIsBuiltFrom()
{
    const QString library = path("lib/decodescope/libdecodescope-capture.so");
    for (const char* program : {"decodescope", "decodescope-cli"}) {
        const Outcome version = runProgram(m_prefix.filePath(QStringLiteral("bin/") + QLatin1String(program)),
                                           {QStringLiteral("--version")});
        QCOMPARE(version.exitCode, 0);
        QVERIFY2(version.out.startsWith(QLatin1String(program) + QStringLiteral(" " PROJECT_VERSION "\n")),
                 qPrintable(version.out));
        QVERIFY2(version.out.contains(QStringLiteral("compiler: " COMPILER)), qPrintable(version.out));
        QCOMPARE(version.out.contains(QLatin1String("Qt: built with " QT_VERSION_STR)),
                 qstrcmp(program, "decodescope") == 0);
        QVERIFY2(version.out.contains(WITH_CAPTURE ? library : QStringLiteral("capture library: not installed")),
                 qPrintable(version.out));
    }
}

void InstallTest::manPagesNameEveryOption_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("decodescope") << QStringLiteral("decodescope") << QStringList();
    const QString cli = QStringLiteral("decodescope-cli");
    QTest::newRow("decodescope-cli") << cli << QStringList();
    const QString help = runProgram(path("bin/decodescope-cli"), {QStringLiteral("--help")}).out;
    static const QRegularExpression command(QStringLiteral("^  ([a-z]+) "), QRegularExpression::MultilineOption);
    auto commands = command.globalMatch(help.mid(help.indexOf(QLatin1String("Subcommands:"))));
    QVERIFY(commands.hasNext());
    while (commands.hasNext()) {
        const QString name = commands.next().captured(1);
        QTest::newRow(qPrintable(name)) << cli << QStringList(name);
    }
}

void InstallTest::manPagesNameEveryOption()
{
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    const Outcome help = runProgram(m_prefix.filePath(QStringLiteral("bin/") + program),
                                    arguments + QStringList(QStringLiteral("--help")));
    QCOMPARE(help.exitCode, 0);
    const QString page = text(qPrintable(QStringLiteral("share/man/man1/") + program + QStringLiteral(".1")))
                             .replace(QLatin1String("\\-"), QLatin1String("-"));
    const QSet<QString> missing = optionsIn(help.out) - optionsIn(page);
    QVERIFY2(missing.isEmpty(), qPrintable(QStringList(missing.values()).join(QLatin1Char(' '))));
    for (const QString& line : page.split(QLatin1Char('\n'))) // man says nothing of a quote that is left open
        QVERIFY2(!line.startsWith(QLatin1String(".B")) || line.count(QLatin1Char('"')) % 2 == 0, qPrintable(line));
    for (const QString& command : arguments)
        QVERIFY(page.contains(QRegularExpression(QStringLiteral("\\n\\.BI?R? %1 ").arg(command))));
}

void InstallTest::completes_data()
{
    QTest::addColumn<QString>("words"); // after the program's name; the last one is completed
    QTest::addColumn<QString>("expected");
    QTest::newRow("commands") << "co"
                              << "compare convert";
    QTest::newRow("options of a command") << "averages --by"
                                          << "--by-shape";
    QTest::newRow("formats") << "steps --format t"
                             << "table tsv";
    QTest::newRow("words of WORD") << "capture --dtype f"
                                   << "float16 float32";
    QTest::newRow("words of WHAT") << "compare --by ''"
                                   << "kernel op part";
    QTest::newRow("option of the program") << "steps --form"
                                           << "--format";
}

void InstallTest::completes()
{
    QFETCH(QString, words);
    QFETCH(QString, expected);
    if (QStandardPaths::findExecutable(QStringLiteral("bash")).isEmpty())
        QSKIP("needs bash");
    const QString script =
        QStringLiteral("source '%1'; compopt() { :; }; COMP_WORDS=('%2' %3); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); "
                       "_decodescope_cli; printf '%s\\n' \"${COMPREPLY[@]}\" | sort -u | paste -sd ' '")
            .arg(path("share/bash-completion/completions/decodescope-cli"), path("bin/decodescope-cli"), words);
    QCOMPARE(runProgram(QStringLiteral("bash"), {QStringLiteral("-c"), script}).out.trimmed(), expected);
}

void InstallTest::tracesOpenByDoubleClick()
{
    // Qt reads the same files as a desktop does.
    qputenv("XDG_DATA_DIRS", (path("share") + QStringLiteral(":/usr/local/share:/usr/share")).toLocal8Bit());
    if (const QString tool = QStandardPaths::findExecutable(QStringLiteral("update-mime-database")); !tool.isEmpty())
        QCOMPARE(runProgram(tool, {path("share/mime")}).out, QString());
    const QString entry = text("share/applications/decodescope.desktop");
    const QMimeDatabase database;
    for (const char* name : {"a.pt.trace.json", "a.pt.trace.json.gz"}) {
        const QMimeType type = database.mimeTypeForFile(QLatin1String(name), QMimeDatabase::MatchExtension);
        QVERIFY2(entry.contains(type.name() + QLatin1Char(';')), qPrintable(type.name()));
    }
    for (const char* name : {"a.json", "a.json.gz"}) {
        const QMimeType type = database.mimeTypeForFile(QLatin1String(name), QMimeDatabase::MatchExtension);
        QVERIFY2(!entry.contains(type.name() + QLatin1Char(';')), qPrintable(type.name()));
    }
}

void InstallTest::desktopFileIsValid()
{
    const QString tool = QStandardPaths::findExecutable(QStringLiteral("desktop-file-validate"));
    if (tool.isEmpty())
        QSKIP("needs desktop-file-validate (package desktop-file-utils)");
    const Outcome checked = runProgram(tool, {path("share/applications/decodescope.desktop")});
    QCOMPARE(checked.out, QString());
    QCOMPARE(checked.exitCode, 0);
}

void InstallTest::metainfoIsValid()
{
    const QString tool = QStandardPaths::findExecutable(QStringLiteral("appstreamcli"));
    if (tool.isEmpty())
        QSKIP("needs appstreamcli (package appstream)");
    const Outcome checked = runProgram(tool, {QStringLiteral("validate"), QStringLiteral("--no-net"),
                                              path("share/metainfo/local.decodescope.decodescope.metainfo.xml")});
    QVERIFY2(checked.exitCode == 0, qPrintable(checked.out));
}

QTEST_GUILESS_MAIN(InstallTest)

#include "tst_install.moc"
