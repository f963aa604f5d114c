// SPDX-License-Identifier: GPL-3.0-or-later
// What comes back after the program was closed, and after it was killed.
#include "core/io/open_trace.h"
#include "tests/support/process_signal.h"
#include "tests/support/strict_messages.h"
#include "tests/support/test_data.h"
#include "tests/support/trace_dsl.h"
#include "ui/main_window.h"
#include "ui/model/live_controller.h"
#include "ui/model/session_store.h"
#include "ui/model/settings.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"

#include <QDirIterator>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <semaphore>

using namespace decodescope;

namespace {

// ProfilerStep#4 of the sample, as torch has written it.
constexpr TimeRange kStep4{5098593721728201, 5098593721728201 + 25267647};
constexpr int kPatienceMs = 60'000; // a slow machine under a sanitizer

} // namespace

class TestSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void init();
    void comesBackAfterAKill();
    void closedIsNotInterrupted();
    void runningIsNotInterrupted();
    void reopensTheLastOne();
    void aFileShownWhileItIsReadIsInTheSession();
    void damagedSessionsAreNone();
    void locksOfTheDeadAreRemoved();

private:
    QString path(const char* below) const { return m_home->filePath(QLatin1String(below)); }
    QString sessions() const { return path("data/decodescope/sessions"); }
    std::unique_ptr<QProcess> start(const QStringList& arguments);
    // What all files below a folder hold, behind their names.
    QByteArray contents(const char* folder) const;

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_trace;
};

void TestSession::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_trace = path("decode \u9884.json.gz");
    const auto sample = test::samplePath("tinyllama-h200-torch.pt.trace.json.gz");
    QVERIFY(QFile::copy(QString::fromStdString(sample.string()), m_trace));
}

std::unique_ptr<QProcess> TestSession::start(const QStringList& arguments)
{
    auto process = std::make_unique<QProcess>();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("HOME"), path("home"));
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), path("config"));
    environment.insert(QStringLiteral("XDG_DATA_HOME"), path("data"));
    environment.insert(QStringLiteral("XDG_CACHE_HOME"), path("cache"));
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    process->setProcessEnvironment(environment);
    process->setProcessChannelMode(QProcess::ForwardedChannels);
    process->start(QStringLiteral(DECODESCOPE), arguments);
    return process;
}

QByteArray TestSession::contents(const char* folder) const
{
    QByteArray all;
    for (QDirIterator files(path(folder), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); files.hasNext();) {
        QFile file(files.next());
        all += file.fileName().mid(m_home->path().size() + 1).toUtf8() + '\n';
        if (file.open(QIODevice::ReadOnly))
            all += file.readAll() + '\n';
    }
    return all;
}

void TestSession::comesBackAfterAKill()
{
    const auto program = start({m_trace, QStringLiteral("--step"), QStringLiteral("4")});
    const QByteArray selected = "\"selected\":[\"" + QByteArray::number(kStep4.begin) + "\",\"";
    QTRY_VERIFY_WITH_TIMEOUT(contents("data").contains(selected), kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(contents("config").contains("[layout]"), kPatienceMs);
    test::sendSignal(*program, SIGKILL);
    QVERIFY(program->waitForFinished(kPatienceMs));

    // The next start, here.
    Settings settings(path("config/decodescope/decodescope.ini"));
    TraceDocument document([](const std::vector<std::string>& files, Progress& progress, std::stop_token stop,
                              const auto&) { return openTraces(files, progress, stop); });
    LiveController live(document, []() -> Result<std::unique_ptr<LiveSource>> {
        return failure(ErrorCode::unsupported, "not in this test");
    });
    SessionStore store(document, sessions());
    MainWindow window(document, live, settings, {{}, path("data/decodescope/views"), {}, &store});
    window.show();
    QVERIFY(!settings.layout(QStringLiteral("window")).isEmpty());
    const auto restore = [&window]() -> QPushButton* {
        for (QPushButton* button : window.findChildren<QPushButton*>())
            if (button->text() == QLatin1String("Restore the last session"))
                return button;
        return nullptr;
    };
    QVERIFY(restore());
    QTest::mouseClick(restore(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!document.isEmpty() && window.isSettled(), kPatienceMs);
    QCOMPARE(document.files(), QStringList{m_trace});
    QCOMPARE(window.state().selectedRange(), std::optional(kStep4));
    QVERIFY(window.state().visibleRange().length() < 2 * kStep4.length()); // not the whole trace
    QTRY_VERIFY(!restore());
    QVERIFY(store.interrupted().empty());
}

void TestSession::closedIsNotInterrupted()
{
    const auto program = start({m_trace});
    QTRY_VERIFY_WITH_TIMEOUT(contents("data").contains("\"files\":["), kPatienceMs);
    test::sendSignal(*program, SIGTERM); // closes the window
    QVERIFY(program->waitForFinished(kPatienceMs));
    QCOMPARE(program->exitStatus(), QProcess::NormalExit);
    QCOMPARE(program->exitCode(), 0);

    TraceDocument document({});
    SessionStore store(document, sessions());
    QVERIFY(store.interrupted().empty());
    QVERIFY(store.last());
    QCOMPARE(store.last()->files, QStringList{m_trace});
    // Nowhere but in the user's own folders.
    QCOMPARE(contents("home"), QByteArray());
    for (const char* folder : {"config", "data", "cache"})
        QVERIFY2(QDir(path(folder)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).isEmpty() ||
                     QDir(path(folder)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot) ==
                         QStringList{QStringLiteral("decodescope")},
                 contents(folder).constData());
}

void TestSession::runningIsNotInterrupted()
{
    const auto program = start({m_trace});
    QTRY_VERIFY_WITH_TIMEOUT(contents("data").contains("\"files\":["), kPatienceMs);
    TraceDocument document({});
    SessionStore store(document, sessions());
    QVERIFY(store.interrupted().empty());
    test::sendSignal(*program, SIGKILL);
    QVERIFY(program->waitForFinished(kPatienceMs));
    QCOMPARE(store.interrupted().size(), std::size_t{1});
    store.forget(store.interrupted().front().id);
    QVERIFY(store.interrupted().empty());
}

void TestSession::reopensTheLastOne()
{
    {
        Settings settings(path("config/decodescope/decodescope.ini"));
        Preferences preferences;
        preferences.reopenLast = true;
        settings.setPreferences(preferences);
        TraceDocument document({});
        SessionStore store(document, sessions());
        document.setTrace(test::traceOf("cpu 1 1\nop 0 1000000 a\n"), {}, {m_trace});
    }
    const auto program = start({});
    QTRY_COMPARE_WITH_TIMEOUT(contents("data").count("\"files\":["), 2, kPatienceMs); // the last one's and its own
    test::sendSignal(*program, SIGTERM);
    QVERIFY(program->waitForFinished(kPatienceMs));
}

void TestSession::aFileShownWhileItIsReadIsInTheSession()
{
    const auto part = test::traceOf("cpu 1 1\nop 0 1000000 a\n");
    const auto whole = test::traceOf("cpu 1 1\nop 0 1000000 a\nop 2000000 1000000 b\n");
    std::binary_semaphore isShown(0);
    TraceDocument document([&](const std::vector<std::string>&, Progress&, std::stop_token,
                               const TraceDocument::SnapshotSink& show) -> Result<std::shared_ptr<const Trace>> {
        show(part);
        isShown.acquire();
        return whole;
    });
    SessionStore store(document, sessions());
    document.open({m_trace});
    QTRY_COMPARE(document.trace(), part);
    isShown.release();
    QTRY_COMPARE(document.trace(), whole);
    QVERIFY(contents("data").contains("\"files\":["));
    QVERIFY(contents("data").contains(m_trace.toUtf8()));
}

void TestSession::damagedSessionsAreNone()
{
    QVERIFY(QDir().mkpath(sessions()));
    int number = 0;
    for (const QByteArray& text : {QByteArray(), QByteArray("{\"version\":1,\"files\":[\"/gone.json\"]}"),
                                   QByteArray("{\"version\":2,\"files\":[\"/\"]}"), QByteArray("[1,")}) {
        QFile file(sessions() + QStringLiteral("/%1.json").arg(++number));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }
    TraceDocument document({});
    SessionStore store(document, sessions());
    QVERIFY(store.interrupted().empty());
    QVERIFY(!store.last());
    QVERIFY(!contents("data").contains("gone.json")); // and they are cleared away
    SessionStore nowhere(document, QStringLiteral("/proc/nowhere"));
    QVERIFY(nowhere.interrupted().empty());
}

void TestSession::locksOfTheDeadAreRemoved()
{
    const auto locks = [this] { return QDir(sessions()).entryList({QStringLiteral("*.lock")}, QDir::Files).size(); };
    const auto dead = start({}); // without a trace, as during a capture: there is no file beside its lock
    QTRY_COMPARE_WITH_TIMEOUT(locks(), 1, kPatienceMs);
    const auto alive = start({});
    QTRY_COMPARE_WITH_TIMEOUT(locks(), 2, kPatienceMs);
    test::sendSignal(*dead, SIGKILL);
    QVERIFY(dead->waitForFinished(kPatienceMs));
    TraceDocument document({});
    SessionStore store(document, sessions());
    QVERIFY(store.interrupted().empty());
    // The one that runs, and this one; the one that runs may be looking for dead ones at this very moment.
    QTRY_COMPARE_WITH_TIMEOUT(locks(), 2, kPatienceMs);
    test::sendSignal(*alive, SIGKILL);
    QVERIFY(alive->waitForFinished(kPatienceMs));
}

QTEST_MAIN(TestSession)
#include "tst_session.moc"
