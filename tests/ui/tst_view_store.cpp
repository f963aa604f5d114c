// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/strict_messages.h"
#include "tests/support/trace_dsl.h"
#include "ui/model/settings.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/view_store.h"

#include <QTemporaryDir>
#include <QTest>

using namespace decodescope;

namespace {

std::shared_ptr<const Trace> trace()
{
    return test::traceOf("cpu 1 1\nop 0 1000000 a\nop 2000000 3000000 b\n");
}

// A window's worth of state, as the timeline keeps it.
struct Viewer
{
    explicit Viewer(const QString& folder)
        : document([](const auto&, Progress&, std::stop_token, const auto&) -> Result<std::shared_ptr<const Trace>> {
            return failure(ErrorCode::io, "not in this test");
        })
    {
        QObject::connect(&document, &TraceDocument::traceReset, &state,
                         [this] { state.reset(document.trace()->span(), document.trace()->contentSpan()); });
        store = std::make_unique<ViewStore>(document, state, layout, folder);
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
