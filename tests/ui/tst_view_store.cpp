// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/strict_messages.h"
#include "tests/support/trace_dsl.h"
#include "ui/model/settings.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/view_store.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <semaphore>

using namespace decodescope;

namespace {

std::shared_ptr<const Trace> trace()
{
    return test::traceOf("cpu 1 1\nop 0 1000000 a\nop 2000000 3000000 b\n");
}

// The file of a trace: only that it is there, and how large, counts here.
void writeBytes(const QString& path, qsizetype count)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(QByteArray(count, ' ')), count);
}

std::vector<QString> textsOf(const TimelineState& state)
{
    std::vector<QString> texts;
    for (const Mark& mark : state.marks())
        texts.push_back(mark.text);
    return texts;
}

// A window's worth of state, as the timeline keeps it.
struct Viewer
{
    explicit Viewer(const QString& folder, TraceDocument::Opener opener = {})
        : document(std::move(opener))
    {
        QObject::connect(&document, &TraceDocument::traceReset, &state, [this] {
            state.reset(document.trace()->span(), document.trace()->contentSpan());
            state.setTimeOrigin(document.trace()->contentSpan().begin);
            layout.reset();
        });
        store = std::make_unique<ViewStore>(document, state, layout, folder);
    }
    // Shows the trace as a capture that has ended, and that no file has.
    void capture()
    {
        document.beginLive({});
        document.publish(trace());
        document.endLive();
    }
    TraceDocument document;
    TimelineState state;
    TrackLayout layout;
    std::unique_ptr<ViewStore> store;
};

} // namespace

class TestViewStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void comesBackForTheSameFile();
    void isNotMixedUpBetweenFiles();
    void whatTheUserMadeOutlivesTheContent();
    void whereOneWasIsLeftWhereItIsOutOfReach();
    void whoSawAllSeesAllOfWhatHasGrown();
    void rowsThatAreGoneComeBack();
    void theOldKeyIsFoundOnce();
    void twoWindowsKeepEachOthersMarks();
    void marksMadeWhileReadingAreKept();
    void marksOfACaptureGoWithItsFile();
    void timeOriginOfACaptureGoesWithItsFile();
    void saysOnceThatNothingIsKept();
    void brokenFilesAreIgnored();
    void settingsKeepWhatTheyAreGiven();
    void filesAreLookedForWhereTheLastOneWas();
};

void TestViewStore::comesBackForTheSameFile()
{
    QTemporaryDir folder;
    const QStringList files{QStringLiteral("/a/decode.json")};
    const TimeRange visible{100'000, 900'000};
    const TimeRange selected{200'000, 300'001};
    {
        Viewer viewer(folder.path());
        viewer.document.setTrace(trace(), QStringLiteral("decode.json"), files);
        viewer.state.setVisibleRange(visible);
        viewer.state.setSelectedRange(selected);
        viewer.state.setTimeOrigin(200'000);
        viewer.state.setMarks(
            {{selected, QStringLiteral("Prefill \u2013 \u9884\u586b"), {}}, {{500, 500}, QStringLiteral("here"), {}}});
    }
    Viewer viewer(folder.path());
    viewer.document.setTrace(trace(), QStringLiteral("decode.json"), files);
    QCOMPARE(viewer.state.visibleRange(), visible);
    QCOMPARE(viewer.state.selectedRange(), std::optional(selected));
    QCOMPARE(viewer.state.timeOrigin(), 200'000);
    QCOMPARE(viewer.state.marks().size(), std::size_t{2});
    QCOMPARE(viewer.state.marks()[0].text, QStringLiteral("Prefill \u2013 \u9884\u586b"));
    QCOMPARE(viewer.state.marks()[0].range, selected);
    QCOMPARE(viewer.state.marks()[1], (Mark{{500, 500}, QStringLiteral("here"), {}}));
}

void TestViewStore::isNotMixedUpBetweenFiles()
{
    QTemporaryDir folder;
    Viewer viewer(folder.path());
    viewer.document.setTrace(trace(), {}, {QStringLiteral("/a.json")});
    viewer.state.setSelectedRange(TimeRange{5, 50});
    viewer.document.setTrace(trace(), {}, {QStringLiteral("/b.json")});
    QVERIFY(!viewer.state.selectedRange());
    viewer.document.beginLive({}); // no file: nothing is kept
    viewer.state.setSelectedRange(TimeRange{7, 70});
    viewer.document.setTrace(trace(), {}, {QStringLiteral("/a.json")});
    QCOMPARE(viewer.state.selectedRange(), (std::optional<TimeRange>({5, 50})));
}

void TestViewStore::whatTheUserMadeOutlivesTheContent()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("decode.json"));
    const QString link = folder.filePath(QStringLiteral("latest.json"));
    const QString views = folder.filePath(QStringLiteral("views"));
    writeBytes(path, 10);
    QVERIFY(QFile::link(path, link));
    const RowId row{RowKind::slices, 0};
    const Mark inside{{500, 500}, QStringLiteral("here"), {}};
    const Mark beyond{{5'000'000, 6'000'000}, QStringLiteral("later"), {TrackId{0}}};
    {
        Viewer viewer(views);
        viewer.document.setTrace(trace(), {}, {path});
        viewer.state.setMarks({inside, beyond});
        viewer.state.setTimeOrigin(200'000);
        viewer.layout.setPinned(row, true);
    }
    for (const qsizetype size : {20, 30}) { // the second time after a window that changed nothing but where one is
        writeBytes(path, size);
        Viewer viewer(views);
        viewer.document.setTrace(trace(), {}, {link});
        QCOMPARE(viewer.state.marks(), (std::vector<Mark>{inside, beyond}));
        QCOMPARE(viewer.state.timeOrigin(), 200'000);
        QVERIFY(viewer.layout.arrangement().choices.at(row).isPinned);
        viewer.state.setVisibleRange({100'000, 900'000});
    }
}

void TestViewStore::whereOneWasIsLeftWhereItIsOutOfReach()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("decode.json"));
    const QString views = folder.filePath(QStringLiteral("views"));
    const TimeRange near{100'000, 900'000};
    for (const TimeRange range : {near, TimeRange{2'100'000, 2'900'000}}) {
        writeBytes(path, 10);
        {
            Viewer viewer(views);
            viewer.document.setTrace(trace(), {}, {path});
            viewer.state.setVisibleRange(range);
            viewer.state.setSelectedRange(range);
            viewer.state.setTimeOrigin(range.begin);
        }
        writeBytes(path, 5); // it ends after a millisecond now
        Viewer viewer(views);
        viewer.document.setTrace(test::traceOf("cpu 1 1\nop 0 1000000 a\n"), {}, {path});
        const bool isThere = range == near;
        QCOMPARE(viewer.state.visibleRange() == range, isThere);
        QVERIFY(isThere || viewer.state.visibleRange().contains(TimeRange{0, 1'000'000}));
        QCOMPARE(viewer.state.selectedRange(), isThere ? std::optional(range) : std::nullopt);
        QCOMPARE(viewer.state.timeOrigin(), isThere ? 100'000 : 0);
    }
}

void TestViewStore::whoSawAllSeesAllOfWhatHasGrown()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("decode.json"));
    const QString views = folder.filePath(QStringLiteral("views"));
    writeBytes(path, 10);
    {
        Viewer viewer(views);
        viewer.document.setTrace(test::traceOf("cpu 1 1\nop 0 1000000 a\n"), {}, {path});
        viewer.state.setMarks({{{5, 5}, QStringLiteral("here"), {}}});
    }
    writeBytes(path, 20);
    Viewer viewer(views);
    viewer.document.setTrace(trace(), {}, {path});
    QCOMPARE(textsOf(viewer.state), std::vector<QString>{QStringLiteral("here")});
    QVERIFY(viewer.state.visibleRange().contains(TimeRange{0, 3'000'000}));
}

void TestViewStore::rowsThatAreGoneComeBack()
{
    QTemporaryDir folder;
    const auto two = test::traceOf("cpu 1 1\nop 0 1000000 a\ncpu 1 2\nop 0 1000000 b\n");
    const QStringList files{QStringLiteral("/a.json")};
    const RowId second{RowKind::slices, 1};
    const Mark mark{{5, 50}, QStringLiteral("of the second"), {TrackId{1}}};
    {
        Viewer viewer(folder.path());
        viewer.document.setTrace(two, {}, files);
        viewer.state.setMarks({mark});
        viewer.layout.setPinned(second, true);
    }
    {
        Viewer viewer(folder.path());
        viewer.document.setTrace(trace(), {}, files); // it has the first thread only
        viewer.layout.setPinned({RowKind::slices, 0}, true);
    }
    Viewer viewer(folder.path());
    viewer.document.setTrace(two, {}, files);
    QCOMPARE(viewer.state.marks(), std::vector<Mark>{mark});
    QVERIFY(viewer.layout.arrangement().choices.at(second).isPinned);
    QVERIFY(viewer.layout.arrangement().choices.at({RowKind::slices, 0}).isPinned);
}

// Its name is what a file of that path, without a size or a time, had.
void TestViewStore::theOldKeyIsFoundOnce()
{
    QTemporaryDir folder;
    const QStringList files{QStringLiteral("/a.json")};
    const QByteArray key = "/a.json0 " + QByteArray::number(QDateTime().toMSecsSinceEpoch());
    const QByteArray name = QCryptographicHash::hash(key, QCryptographicHash::Sha256).toHex().left(32) + ".json";
    QFile file(folder.filePath(QString::fromLatin1(name)));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"version":1,"visible":["100","900"],"kept":[{"name":"old","range":["5","50"],"rows":[]}]})");
    file.close();
    {
        Viewer viewer(folder.path());
        viewer.document.setTrace(trace(), {}, files);
        QCOMPARE(textsOf(viewer.state), std::vector<QString>{QStringLiteral("old")});
        QCOMPARE(viewer.state.visibleRange(), (TimeRange{100, 900}));
    }
    QVERIFY(file.remove());
    Viewer viewer(folder.path());
    viewer.document.setTrace(trace(), {}, files);
    QCOMPARE(textsOf(viewer.state), std::vector<QString>{QStringLiteral("old")});
}

void TestViewStore::twoWindowsKeepEachOthersMarks()
{
    QTemporaryDir folder;
    const QStringList files{QStringLiteral("/a.json")};
    const auto mark = [](Ns time, const char* text) { return Mark{{time, time}, QString::fromLatin1(text), {}}; };
    const RowId row{RowKind::slices, 0};
    {
        Viewer viewer(folder.path());
        viewer.document.setTrace(trace(), {}, files);
        viewer.state.setMarks({mark(1, "one"), mark(2, "two"), mark(3, "three")});
    }
    {
        Viewer a(folder.path());
        Viewer b(folder.path());
        a.document.setTrace(trace(), {}, files);
        b.document.setTrace(trace(), {}, files);
        a.state.setMarks({mark(1, "one"), mark(3, "three"), mark(4, "from A")}); // without the second
        a.layout.setPinned(row, true);
        QTRY_COMPARE(QDir(folder.path()).entryList({QStringLiteral("*.json")}, QDir::Files).size(), 1);
        b.state.setMarks({mark(1, "1"), mark(2, "two"), mark(3, "three"), mark(5, "from B")}); // another name
        b.layout.setHidden({RowKind::group, 0}, true);
        a.state.setVisibleRange({100, 900}); // written once more, last
    }
    Viewer viewer(folder.path());
    viewer.document.setTrace(trace(), {}, files);
    std::vector<QString> texts = textsOf(viewer.state);
    std::ranges::sort(texts);
    QCOMPARE(texts, (std::vector<QString>{QStringLiteral("1"), QStringLiteral("from A"), QStringLiteral("from B"),
                                          QStringLiteral("three")}));
    QVERIFY(viewer.layout.arrangement().choices.at(row).isPinned);
}

void TestViewStore::marksMadeWhileReadingAreKept()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("decode.json"));
    const QString views = folder.filePath(QStringLiteral("views"));
    const auto whole = trace();
    const Mark before{{1, 1}, QStringLiteral("before"), {}};
    {
        Viewer viewer(views);
        viewer.document.setTrace(whole, {}, {path});
        viewer.state.setMarks({before});
    }
    const Mark during{{2, 2}, QStringLiteral("during"), {}};
    {
        std::counting_semaphore<> isMarked(0);
        Viewer viewer(views,
                      [&](const auto&, Progress&, std::stop_token,
                          const TraceDocument::SnapshotSink& show) -> Result<std::shared_ptr<const Trace>> {
                          show(whole);
                          isMarked.acquire();
                          return whole;
                      });
        const auto release = qScopeGuard([&] { isMarked.release(); }); // also when a check fails
        viewer.document.open({path});
        QTRY_COMPARE(viewer.document.trace(), whole);
        viewer.state.setMarks({during});
        isMarked.release();
        QTRY_COMPARE(viewer.state.marks(), (std::vector<Mark>{before, during}));
    }
    Viewer viewer(views);
    viewer.document.setTrace(whole, {}, {path});
    QCOMPARE(viewer.state.marks(), (std::vector<Mark>{before, during}));
}

void TestViewStore::marksOfACaptureGoWithItsFile()
{
    QTemporaryDir folder;
    const QString path = QStringLiteral("/a/mine.json");
    {
        Viewer viewer(folder.path());
        viewer.capture();
        viewer.state.setMarks({{{500, 500}, QStringLiteral("before"), {}}});
        viewer.document.noteSaved(path);
        QCOMPARE(viewer.state.marks().size(), std::size_t{1});
        viewer.state.setMarks({{{500, 500}, QStringLiteral("before"), {}}, {{700, 700}, QStringLiteral("after"), {}}});
    }
    Viewer viewer(folder.path());
    viewer.document.setTrace(trace(), {}, {path});
    QCOMPARE(viewer.state.marks().size(), std::size_t{2});
    QCOMPARE(viewer.state.marks()[0].text, QStringLiteral("before"));
    QCOMPARE(viewer.state.marks()[1].text, QStringLiteral("after"));
}

void TestViewStore::timeOriginOfACaptureGoesWithItsFile()
{
    QTemporaryDir folder;
    const QString path = QStringLiteral("/a/mine.json");
    {
        Viewer viewer(folder.path());
        viewer.capture();
        viewer.state.setTimeOrigin(400);
        viewer.document.noteSaved(path);
    }
    Viewer viewer(folder.path());
    viewer.document.setTrace(trace(), {}, {path});
    QCOMPARE(viewer.state.timeOrigin(), Ns{400});
}

void TestViewStore::saysOnceThatNothingIsKept()
{
    QTemporaryDir folder;
    const QString blocked = folder.filePath(QStringLiteral("file"));
    writeBytes(blocked, 1); // no folder can be made below a file, whoever one is
    Viewer viewer(blocked + QStringLiteral("/views"));
    QSignalSpy said(viewer.store.get(), &ViewStore::notKept);
    viewer.document.setTrace(trace(), {}, {QStringLiteral("/a.json")});
    viewer.state.setVisibleRange({100, 900});
    viewer.document.setTrace(trace(), {}, {QStringLiteral("/b.json")}); // writes; nothing is lost that one has made
    QCOMPARE(said.size(), 0);
    viewer.state.setMarks({{{5, 5}, QStringLiteral("here"), {}}});
    QTRY_COMPARE(said.size(), 1);
    QVERIFY(said[0][0].toString().contains(blocked));
    viewer.state.setMarks({});
    viewer.state.setMarks({{{6, 6}, QStringLiteral("there"), {}}});
    viewer.document.setTrace(trace(), {}, {QStringLiteral("/a.json")});
    QCOMPARE(said.size(), 1);
}

void TestViewStore::brokenFilesAreIgnored()
{
    QTemporaryDir folder;
    {
        Viewer viewer(folder.path());
        viewer.document.setTrace(trace(), {}, {QStringLiteral("/a.json")});
        viewer.state.setSelectedRange(TimeRange{5, 50});
    }
    const QStringList stored = QDir(folder.path()).entryList(QDir::Files);
    QCOMPARE(stored.size(), 1);
    for (const QByteArray& content :
         {QByteArray(), QByteArray("{"), QByteArray("{\"version\":1,\"selected\":[5,\"x\"],\"kept\":3}")}) {
        QFile file(folder.filePath(stored.front()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        Viewer viewer(folder.path());
        viewer.document.setTrace(trace(), {}, {QStringLiteral("/a.json")});
        QVERIFY(!viewer.state.selectedRange());
    }
}

void TestViewStore::settingsKeepWhatTheyAreGiven()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("settings.ini"));
    const QString there = folder.filePath(QStringLiteral("there.json"));
    QVERIFY(QFile(there).open(QIODevice::WriteOnly));
    {
        Settings settings(path);
        QCOMPARE(settings.preferences(), Preferences());
        Preferences preferences;
        preferences.theme = ThemeMode::light;
        preferences.fontPercent = 150;
        preferences.colorAction = QStringLiteral("color-name");
        preferences.reopenLast = true;
        preferences.exportFolder = QStringLiteral("/a b/\u9884");
        preferences.libTorchFolder = QStringLiteral("/opt/torch");
        settings.setPreferences(preferences);
        settings.addRecentFile(QStringLiteral("/gone.json"));
        settings.addRecentFile(there);
        CaptureOptions options;
        options.attention = AttentionBackend::math;
        options.schedule.active = 5;
        settings.setCaptureOptions(options);
        SweepLists lists;
        lists.batches = {8, 16};
        settings.setSweepLists(lists);
    }
    Settings settings(path);
    QCOMPARE(settings.preferences().theme, ThemeMode::light);
    QCOMPARE(settings.preferences().fontPercent, 150);
    QCOMPARE(settings.preferences().colorAction, QStringLiteral("color-name"));
    QVERIFY(settings.preferences().reopenLast);
    QCOMPARE(settings.preferences().exportFolder, QStringLiteral("/a b/\u9884"));
    QCOMPARE(settings.preferences().libTorchFolder, QStringLiteral("/opt/torch"));
    QCOMPARE(settings.recentFiles(), QStringList{there}); // those that are gone are left out
    QCOMPARE(settings.sweepLists().batches, (std::vector<int>{8, 16}));
    QCOMPARE(settings.captureOptions().batch, 8); // one capture: the first of the list
    QCOMPARE(settings.captureOptions().attention, AttentionBackend::math);
    QCOMPARE(settings.captureOptions().schedule.active, 5);
}

void TestViewStore::filesAreLookedForWhereTheLastOneWas()
{
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    QCOMPARE(settings.lastFolder(), QDir::homePath()); // of who has not opened one yet
    settings.setLastFolder(folder.path());
    QCOMPARE(settings.lastFolder(), folder.path());
    settings.setLastFolder(folder.filePath(QStringLiteral("gone")));
    QCOMPARE(settings.lastFolder(), QDir::homePath());
}

QTEST_GUILESS_MAIN(TestViewStore)
#include "tst_view_store.moc"
