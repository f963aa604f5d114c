// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lib_torch_search.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <map>

using namespace decodescope;

class TestLibTorchSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesAnyFolderOfATorch();
    void searchesWherePipPutsIt();
    void comparesVersions();

private:
    // An empty libtorch.so, with the file that says the version.
    QString make(const QString& torch, const char* file, const QByteArray& text) const;

    QTemporaryDir m_home;
};

QString TestLibTorchSearch::make(const QString& torch, const char* file, const QByteArray& text) const
{
    const QDir folder(m_home.filePath(torch));
    folder.mkpath(QStringLiteral("lib"));
    QFile library(folder.filePath(QStringLiteral("lib/libtorch.so")));
    QFile version(folder.filePath(QLatin1String(file)));
    const bool written =
        library.open(QIODevice::WriteOnly) && version.open(QIODevice::WriteOnly) && version.write(text) == text.size();
    return written ? folder.path() : QString();
}

void TestLibTorchSearch::takesAnyFolderOfATorch()
{
    // As the wheel of torch 2.13 has it.
    const QString torch = make(QStringLiteral("venv/lib/python3.11/site-packages/torch"), "version.py",
                               "from typing import Optional\n\n__all__ = ['__version__', 'debug', 'cuda']\n"
                               "__version__ = '2.13.0+cpu'\ndebug = False\ncuda: Optional[str] = None\n");
    for (const QString& named : {torch + QStringLiteral("/lib"), torch, torch + QStringLiteral("/.."),
                                 m_home.filePath(QStringLiteral("venv"))}) {
        const LibTorchFolder found = libTorchAt(named.toStdString());
        QVERIFY2(std::filesystem::exists(found.folder / "libtorch.so"), qPrintable(named));
        QCOMPARE(found.version, std::string("2.13.0"));
    }
    // As the archive from the project's page has it.
    const QString archive = make(QStringLiteral("libtorch"), "build-version", "2.12.1+cu130\n");
    QCOMPARE(libTorchAt(archive.toStdString()).version, std::string("2.12.1"));
    QVERIFY(libTorchAt(m_home.path().toStdString()).folder.empty());
    QVERIFY(libTorchAt("/nowhere").folder.empty());
}

void TestLibTorchSearch::searchesWherePipPutsIt()
{
    const std::string active =
        make(QStringLiteral("active/lib/python3.12/site-packages/torch"), "version.py", "__version__ = '2.14.0'\n")
            .toStdString();
    QVERIFY(QDir().mkpath(m_home.filePath(QStringLiteral("active/bin"))));
    QVERIFY(QFile(m_home.filePath(QStringLiteral("active/bin/python3"))).open(QIODevice::WriteOnly));
    const std::string cached =
        make(QStringLiteral(".cache/decodescope/torch-2.13.0/lib/python3.11/site-packages/torch"), "version.py",
             "__version__ = '2.13.0+cu130'\n")
            .toStdString();
    const std::string own =
        make(QStringLiteral(".local/lib/python3.9/site-packages/torch"), "version.py", "__version__ = '2.7.0'\n")
            .toStdString();

    std::map<std::string, std::string> variables{
        {"HOME", m_home.path().toStdString()},
        {"PATH", "/nowhere/bin:" + m_home.filePath(QStringLiteral("active/bin")).toStdString()}};
    const auto environment = [&variables](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? nullptr : found->second.c_str();
    };
    const std::vector<LibTorchFolder> found = libTorchFolders(environment);
    QVERIFY(found.size() >= 3); // behind them may be what this machine has
    QCOMPARE(found[0].folder.string(), active + "/lib");
    QCOMPARE(found[1].folder.string(), cached + "/lib");
    QCOMPARE(found[2].folder.string(), own + "/lib");
    QCOMPARE(found[2].version, std::string("2.7.0"));

    variables = {{"HOME", "/nowhere"}, {"XDG_CACHE_HOME", m_home.filePath(QStringLiteral(".cache")).toStdString()}};
    QCOMPARE(libTorchFolders(environment).at(0).folder.string(), cached + "/lib");
}

void TestLibTorchSearch::comparesVersions()
{
    QVERIFY(isSameLibTorch("2.13.1", "2.13.0"));
    QVERIFY(isSameLibTorch("2.13", "2.13.0"));
    QVERIFY(!isSameLibTorch("2.1.3", "2.13.0"));
    QVERIFY(!isSameLibTorch("3.13.0", "2.13.0"));
    QVERIFY(!isSameLibTorch("", "2.13.0"));
    QVERIFY(!isSameLibTorch("2.13.0", "unknown"));
    QVERIFY(!isSameLibTorch("", ""));
}

QTEST_APPLESS_MAIN(TestLibTorchSearch)
#include "tst_lib_torch_search.moc"
