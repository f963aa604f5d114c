// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/open_trace.h"
#include "core/label/labels.h"
#include "tests/support/strict_messages.h"
#include "tests/support/test_data.h"
#include "tests/support/trace_dsl.h"
#include "ui/model/trace_document.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <semaphore>
#include <thread>

using decodescope::ErrorCode;
using decodescope::Progress;
using decodescope::Trace;
using decodescope::TraceDocument;

namespace {

using Opened = decodescope::Result<std::shared_ptr<const Trace>>;

Opened openFiles(const std::vector<std::string>& files, Progress& progress, std::stop_token stop,
                 const TraceDocument::SnapshotSink& onSnapshot)
{
    return decodescope::openTraces(files, progress, std::move(stop), onSnapshot);
}

// Reads for ever: until somebody cancels.
Opened neverOpen(const std::vector<std::string>&, Progress& progress, std::stop_token stop,
                 const TraceDocument::SnapshotSink&)
{
    progress.setTotal(4);
    progress.setDone(1);
    while (!stop.stop_requested())
        std::this_thread::yield();
    return decodescope::failure(ErrorCode::cancelled, "stopped");
}

QString sample()
{
    return QString::fromStdString(decodescope::test::samplePath("tinyllama-h200-torch.pt.trace.json.gz").string());
}

} // namespace

class TestTraceDocument : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { decodescope::test::makeWarningsFatal(); }
    void opensAFile();
    void badFilesGiveOneSentenceAndKeepTheTrace_data();
    void badFilesGiveOneSentenceAndKeepTheTrace();
    void cancelKeepsTheTrace();
    void tracesAreGivenBackOffTheThread();
    void anotherFileTakesThePlaceOfTheOneBeingRead();
    void growsWhileItIsRead_data();
    void growsWhileItIsRead();
    void labelsFollowTheTrace();
    void liveGrows();
    void aFileWithoutEventsKeepsTheTrace();
    void aCaptureOfNothingKeepsTheTrace();
    void aCaptureIsOneUntilItIsSaved();

private:
    QTemporaryDir m_folder;
};

void TestTraceDocument::opensAFile()
{
    TraceDocument document(openFiles);
    QVERIFY(document.isEmpty());
    QSignalSpy reset(&document, &TraceDocument::traceReset);
    QSignalSpy changed(&document, &TraceDocument::traceChanged);
    document.open({sample()});
    QCOMPARE(document.state(), TraceDocument::State::loading);
    QVERIFY(document.isEmpty()); // never synchronously
    QTRY_COMPARE(document.state(), TraceDocument::State::idle);
    QCOMPARE(reset.count(), 1);
    QVERIFY(changed.count() >= 1); // more where a slow machine has shown parts of it
    QCOMPARE(document.title(), QStringLiteral("tinyllama-h200-torch.pt.trace.json.gz"));
    // As torch's own table of the same recording has it: three steps, 925 kernels each.
    QCOMPARE(document.trace()->steps().size(), std::size_t{3});
    QCOMPARE(document.trace()->steps()[1].range.length(), decodescope::Ns{25267647});
}

void TestTraceDocument::badFilesGiveOneSentenceAndKeepTheTrace_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<bool>("exists");
    QTest::newRow("missing") << QByteArray() << false;
    QTest::newRow("empty") << QByteArray() << true;
    QTest::newRow("png") << QByteArray::fromHex("89504e470d0a1a0a0000000d49484452") << true;
    QTest::newRow("gzip that stops in its header") << QByteArray::fromHex("1f8b08000000") << true;
    QTest::newRow("json without events") << QByteArray("{\"schemaVersion\": 1, \"other\": [1, 2]}") << true;
    QTest::newRow("prose") << QByteArray("not a trace at all") << true;
}

void TestTraceDocument::badFilesGiveOneSentenceAndKeepTheTrace()
{
    QFETCH(QByteArray, content);
    QFETCH(bool, exists);
    const QString path = m_folder.filePath(QStringLiteral("bad.json"));
    QFile::remove(path);
    if (exists) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    TraceDocument document(openFiles);
    document.open({sample()});
    QTRY_COMPARE(document.files(), QStringList{sample()});
    const auto before = document.trace();

    QSignalSpy failed(&document, &TraceDocument::loadFailed);
    QSignalSpy changed(&document, &TraceDocument::traceChanged);
    document.open({path});
    QTRY_COMPARE(failed.count(), 1);
    const QString sentence = failed.front().front().toString();
    QVERIFY2(sentence.contains(QStringLiteral("bad.json")), qPrintable(sentence));
    QVERIFY2(!sentence.contains(QLatin1Char('\n')) && sentence.size() < 300, qPrintable(sentence));
    QCOMPARE(document.state(), TraceDocument::State::idle);
    QCOMPARE(document.trace(), before);
    QCOMPARE(changed.count(), 0);
}

void TestTraceDocument::tracesAreGivenBackOffTheThread()
{
    const auto goneOn = std::make_shared<std::atomic<std::thread::id>>();
    const auto watched = [&] {
        return std::shared_ptr<const Trace>(new Trace, [goneOn](const Trace* trace) {
            delete trace;
            goneOn->store(std::this_thread::get_id());
        });
    };
    const auto isGone = [&] { return goneOn->load() != std::thread::id(); };
    TraceDocument document(openFiles);
    document.setTrace(watched(), QStringLiteral("first"));
    document.setTrace(watched(), QStringLiteral("second"));
    QTRY_VERIFY(isGone());
    QVERIFY(goneOn->load() != std::this_thread::get_id());
    goneOn->store({});
    QSignalSpy opened(&document, &TraceDocument::opened);
    document.open({sample()});
    QTRY_COMPARE(opened.size(), 1);
    QTRY_VERIFY(isGone());
    QVERIFY(goneOn->load() != std::this_thread::get_id());
}

void TestTraceDocument::cancelKeepsTheTrace()
{
    TraceDocument document(neverOpen);
    QSignalSpy failed(&document, &TraceDocument::loadFailed);
    QSignalSpy changed(&document, &TraceDocument::traceChanged);
    document.open({QStringLiteral("a.json")});
    QTRY_COMPARE(document.progress(), 0.25);
    QCOMPARE(document.filesBeingLoaded(), QStringList{QStringLiteral("a.json")});
    document.cancel();
    QCOMPARE(document.state(), TraceDocument::State::idle);
    QVERIFY(document.progress() < 0);
    QCoreApplication::processEvents();
    QCOMPARE(failed.count(), 0); // cancelling is not an error
    QCOMPARE(changed.count(), 0);
}

void TestTraceDocument::anotherFileTakesThePlaceOfTheOneBeingRead()
{
    TraceDocument document([](const std::vector<std::string>& files, Progress& progress, std::stop_token stop,
                              const TraceDocument::SnapshotSink& onSnapshot) {
        return files.front() == "never" ? neverOpen(files, progress, stop, onSnapshot)
                                        : openFiles(files, progress, stop, onSnapshot);
    });
    QSignalSpy reset(&document, &TraceDocument::traceReset);
    document.open({QStringLiteral("never")});
    document.open({sample()});
    QTRY_COMPARE(document.files(), QStringList{sample()}); // a slow machine may show a part of it before
    QCOMPARE(reset.count(), 1);
    QCOMPARE(document.trace()->steps().size(), std::size_t{3});
}

void TestTraceDocument::growsWhileItIsRead_data()
{
    QTest::addColumn<QString>("end");
    for (const char* end : {"read", "fails", "cancelled", "another"})
        QTest::newRow(end) << QString::fromLatin1(end);
}

// An opener that goes on when the test lets it.
void TestTraceDocument::growsWhileItIsRead()
{
    QFETCH(QString, end);
    const auto first = std::make_shared<const Trace>();
    const auto second = std::make_shared<const Trace>();
    const auto whole = decodescope::test::traceOf("cpu 1 1 main\nop 0 10 a\n");
    std::counting_semaphore<8> permits(0);
    bool fails = end == QLatin1String("fails");
    TraceDocument document([&](const std::vector<std::string>& files, Progress&, std::stop_token,
                               const TraceDocument::SnapshotSink& onSnapshot) -> Opened {
        if (files.front() == "at once")
            return whole;
        onSnapshot(first);
        permits.acquire();
        onSnapshot(second);
        permits.acquire();
        return fails ? Opened(decodescope::failure(ErrorCode::io, "gone", "slow")) : Opened(whole);
    });
    const auto before = std::make_shared<const Trace>();
    document.setTrace(before, QStringLiteral("before"), {QStringLiteral("before.json")});
    QSignalSpy reset(&document, &TraceDocument::traceReset);
    QSignalSpy opened(&document, &TraceDocument::opened);
    QSignalSpy failed(&document, &TraceDocument::loadFailed);
    document.open({QStringLiteral("slow.json")});
    QVERIFY(document.isComplete());
    QTRY_COMPARE(document.trace(), first);
    QVERIFY(!document.isComplete());
    QCOMPARE(document.state(), TraceDocument::State::loading);
    QCOMPARE(document.title(), QStringLiteral("slow.json"));
    QVERIFY(document.files().isEmpty());
    QCOMPARE(reset.count(), 1);
    permits.release();
    QTRY_COMPARE(document.trace(), second);
    QCOMPARE(reset.count(), 1); // it is the same trace

    if (end == QLatin1String("cancelled"))
        document.cancel();
    else if (end == QLatin1String("another"))
        document.open({QStringLiteral("at once")});
    permits.release();
    const bool isRead = end == QLatin1String("read") || end == QLatin1String("another");
    QTRY_COMPARE(document.trace(), isRead ? whole : before);
    QTRY_COMPARE(document.state(), TraceDocument::State::idle);
    QVERIFY(document.isComplete());
    QCOMPARE(failed.count(), fails ? 1 : 0);
    QCOMPARE(document.title(), isRead ? document.files().front() : QStringLiteral("before"));
    QCOMPARE(opened.count(), end == QLatin1String("another") ? 2 : 1);
    QCOMPARE(reset.count(), end == QLatin1String("read") ? 1 : end == QLatin1String("another") ? 3 : 2);
}

void TestTraceDocument::labelsFollowTheTrace()
{
    std::atomic<int> runs = 0;
    TraceDocument document(openFiles, [&runs](const Trace&, std::stop_token) {
        ++runs;
        return std::make_shared<const decodescope::Labels>();
    });
    QVERIFY(!document.labels());
    QVERIFY(document.isLabelled()); // nothing to label
    QSignalSpy labelled(&document, &TraceDocument::labelsChanged);
    document.open({sample()});
    QTRY_COMPARE(labelled.count(), 1);
    QVERIFY(document.labels());
    QVERIFY(document.isLabelled());
    document.setTrace(std::make_shared<const Trace>(), {});
    QVERIFY(!document.labels()); // those of another trace would be wrong
    QTRY_COMPARE(labelled.count(), 2);
    QCOMPARE(runs.load(), 2);
}

void TestTraceDocument::liveGrows()
{
    TraceDocument document(openFiles);
    document.open({sample()});
    QTRY_COMPARE(document.files(), QStringList{sample()}); // all of it
    QSignalSpy reset(&document, &TraceDocument::traceReset);
    QSignalSpy changed(&document, &TraceDocument::traceChanged);
    document.beginLive(QStringLiteral("Live capture"));
    QCOMPARE(document.state(), TraceDocument::State::live);
    QVERIFY(document.isEmpty());
    QVERIFY(document.files().isEmpty());
    const auto snapshot = std::make_shared<const Trace>();
    document.publish(snapshot);
    QCOMPARE(document.trace(), snapshot);
    QCOMPARE(reset.count(), 1);
    QCOMPARE(changed.count(), 2);
    document.endLive();
    QCOMPARE(document.state(), TraceDocument::State::idle);
}

// One that is being written, for example.
void TestTraceDocument::aFileWithoutEventsKeepsTheTrace()
{
    TraceDocument document(openFiles);
    document.open({sample()});
    QTRY_COMPARE(document.files(), QStringList{sample()});
    const auto shown = document.trace();
    const QString path = m_folder.filePath(QStringLiteral("half.json"));
    for (const char* text : {R"({"traceEvents":[{"ph":"X","name":"chan)", R"({"traceEvents":[]})"}) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        QSignalSpy failed(&document, &TraceDocument::loadFailed);
        document.open({path});
        QTRY_COMPARE(failed.count(), 1);
        const QString sentence = failed.front().front().toString();
        QVERIFY2(sentence.startsWith(QStringLiteral("half.json: ")) &&
                     sentence.contains(QStringLiteral("no timed events")),
                 qPrintable(sentence));
        QCOMPARE(document.trace(), shown);
        QCOMPARE(document.files(), QStringList{sample()});
    }
}

void TestTraceDocument::aCaptureOfNothingKeepsTheTrace()
{
    TraceDocument document(openFiles);
    document.open({sample()});
    QTRY_COMPARE(document.files(), QStringList{sample()});
    const auto shown = document.trace();
    const QString title = document.title();
    document.beginLive(QStringLiteral("Live capture"));
    QVERIFY(document.isEmpty());
    document.endLive();
    QCOMPARE(document.trace(), shown);
    QCOMPARE(document.title(), title);
    QCOMPARE(document.files(), QStringList{sample()});
    QVERIFY(!document.isCapture());
}

void TestTraceDocument::aCaptureIsOneUntilItIsSaved()
{
    TraceDocument document(openFiles);
    document.open({sample()});
    QTRY_COMPARE(document.files(), QStringList{sample()});
    const auto recorded = document.trace();
    QVERIFY(!document.isCapture());
    document.beginLive(QStringLiteral("Live capture"));
    document.publish(recorded);
    document.open({sample()}); // not now: what comes next is of the capture
    QCOMPARE(document.state(), TraceDocument::State::live);
    document.endLive();
    QCOMPARE(document.trace(), recorded);
    QVERIFY(document.isCapture());
    QVERIFY(document.files().isEmpty());
    // One of nothing leaves it as it is.
    document.beginLive(QStringLiteral("Live capture"));
    document.endLive();
    QVERIFY(document.isCapture());
    QSignalSpy saved(&document, &TraceDocument::saved);
    document.noteSaved(QStringLiteral("/somewhere/mine.json"));
    QCOMPARE(saved.count(), 1);
    QVERIFY(!document.isCapture());
    QCOMPARE(document.files(), QStringList{QStringLiteral("/somewhere/mine.json")});
    QCOMPARE(document.title(), QStringLiteral("mine.json"));
    QCOMPARE(document.trace(), recorded);
}

QTEST_GUILESS_MAIN(TestTraceDocument)
#include "tst_trace_document.moc"
