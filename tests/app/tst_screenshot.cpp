// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures asked for on the command line: what cannot be shown fails with a sentence, and no picture is written.
#include "tests/support/test_data.h"

#include <QFile>
#include <QImageReader>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

using namespace decodescope;

namespace {

constexpr int kPatienceMs = 60'000; // a slow machine under a sanitizer

} // namespace

class TestScreenshot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void brokenRulesAreSaid();
    void goodRulesAreTaken();
    void hasItsSizeWithoutADisplay();
    void missingTraceIsSaid();

private:
    QString path(const char* name) const { return m_folder->filePath(QLatin1String(name)); }
    QString rules(const QByteArray& text) const;
    // Exit code; what was said is in m_said.
    int draw(const QStringList& arguments);

    std::unique_ptr<QTemporaryDir> m_folder;
    QByteArray m_said;
};

QString TestScreenshot::rules(const QByteArray& text) const
{
    QFile file(path("rules.json"));
    const bool written = file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    return written ? file.fileName() : QString();
}

int TestScreenshot::draw(const QStringList& arguments)
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("HOME"), m_folder->path());
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder->path());
    environment.insert(QStringLiteral("XDG_DATA_HOME"), m_folder->path());
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(DECODESCOPE),
                  QStringList{QStringLiteral("--screenshot"), path("picture.png")} + arguments);
    if (!process.waitForFinished(kPatienceMs)) {
        process.kill();
        process.waitForFinished();
    }
    m_said = process.readAllStandardError();
    return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
}

void TestScreenshot::brokenRulesAreSaid()
{
    const QString file = rules(R"({"format": "decodescope-kernel-rules", "version": 1, "rules": [{"name": "a"}]})");
    const QString sample = QString::fromStdString(test::samplePath("tinyllama-h200-torch.pt.trace.json.gz").string());
    QCOMPARE(draw({QStringLiteral("--rules"), file, sample}), 1);
    QVERIFY2(m_said.contains("rules.json: /rules/0"), m_said.constData());
    QVERIFY(!QFile::exists(path("picture.png")));
}

void TestScreenshot::goodRulesAreTaken()
{
    const QString file = rules(R"({"format": "decodescope-kernel-rules", "version": 1, "rules": []})");
    QCOMPARE(draw({QStringLiteral("--rules"), file}), 0);
    QVERIFY(QFile::exists(path("picture.png")));
}

void TestScreenshot::hasItsSizeWithoutADisplay()
{
    const QString sample = QString::fromStdString(test::samplePath("tinyllama-h200-torch.pt.trace.json.gz").string());
    for (const QStringList& shown :
         {QStringList(), QStringList{sample}, QStringList{sample, QStringLiteral("--compare"), sample}}) {
        QCOMPARE(draw(shown), 0);
        QCOMPARE(QImageReader(path("picture.png")).size(), QSize(1280, 800));
        QCOMPARE(m_said, QByteArray()); // nothing was painted where there is no room
    }
    QCOMPARE(draw({QStringLiteral("--size"), QStringLiteral("1000x700")}), 0);
    QCOMPARE(QImageReader(path("picture.png")).size(), QSize(1000, 700));
}

void TestScreenshot::missingTraceIsSaid()
{
    QCOMPARE(draw({QStringLiteral("/nowhere/no.json")}), 1);
    QVERIFY2(m_said.contains("no.json"), m_said.constData());
    QVERIFY(!QFile::exists(path("picture.png")));
}

QTEST_GUILESS_MAIN(TestScreenshot)
#include "tst_screenshot.moc"
