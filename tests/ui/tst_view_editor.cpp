// SPDX-License-Identifier: GPL-3.0-or-later
// What the user makes of a trace: marks and the order of rows, taken back and found again.
#include "tests/support/strict_messages.h"
#include "tests/support/trace_dsl.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/track_layout.h"
#include "ui/model/view_editor.h"
#include "ui/model/view_store.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace decodescope;

namespace {

std::shared_ptr<const Trace> trace()
{
    return test::traceOf(R"(
        cpu 1 1 main
        step 0 1000000 ProfilerStep#3
        op 10 900000 a
        cpu 1 2 loader
        op 2000000 3000000 b
        gpu 0 7
        kernel 100 200 k
        gpu 0 20
        kernel 300 400 k
    )");
}

// A window's worth of state.
struct Viewer
{
    explicit Viewer(const QString& folder = {})
        : document([](const auto&, Progress&, std::stop_token, const auto&) -> Result<std::shared_ptr<const Trace>> {
            return failure(ErrorCode::io, "not in this test");
        })
    {
        QObject::connect(&document, &TraceDocument::traceReset, &state, [this] {
            layout.reset();
            state.reset(document.trace()->span(), document.trace()->contentSpan());
        });
        QObject::connect(&document, &TraceDocument::traceChanged, &state,
                         [this] { layout.setTrace(*document.trace(), false); });
        if (!folder.isEmpty())
            store = std::make_unique<ViewStore>(document, state, layout, folder);
        document.setTrace(trace(), QStringLiteral("a"), {QStringLiteral("/a.json")});
    }
    QStringList titles() const
    {
        QStringList list;
        for (const PlacedRow& placed : layout.rows())
            list += placed.row.title;
        return list;
    }
    RowId row(const QString& title) const
    {
        for (const TrackRow& row : layout.allRows()) {
            if (row.title == title)
                return row.id;
        }
        return {};
    }
    TraceDocument document;
    TimelineState state;
    TrackLayout layout;
    TimelineNavigator navigator{document, state};
    ViewEditor editor{document, state, layout, navigator};
    std::unique_ptr<ViewStore> store;
};

const QStringList kNatural{QStringLiteral("Steps"),    QStringLiteral("main"),         QStringLiteral("loader"),
                           QStringLiteral("GPU 0"),    QStringLiteral("stream 7"),     QStringLiteral("stream 20"),
                           QStringLiteral("GPU busy"), QStringLiteral("Launch delay"), QStringLiteral("Launch queue")};

} // namespace

class TestViewEditor : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void marksAreMadeChangedAndTakenBack();
    void keptRangesAreNamed();
    void goesFromMarkToMark();
    void deleteMeansTheMarkThatIsShown();
    void rowsMoveAmongTheirSiblings();
    void aHeadingTakesItsRowsAlong();
    void newRowsFollowTheirNeighbours();
    void rowChangesAreTakenBack();
    void aDragOfAnEdgeIsOneChange();
    void rowsGrowIntoALargeWindow();
    void everythingComesBackWithTheFile();
    void reloadingKeepsWhatWasMade();
};

void TestViewEditor::marksAreMadeChangedAndTakenBack()
{
    Viewer viewer;
    viewer.editor.addMarker(500, QStringLiteral("stall"));
    QCOMPARE(viewer.state.marks(), (std::vector<Mark>{{{500, 500}, QStringLiteral("stall"), {}}}));
    viewer.editor.setText(0, QStringLiteral("sync"));
    QCOMPARE(viewer.state.marks()[0].text, QStringLiteral("sync"));
    viewer.editor.remove(0);
    QVERIFY(viewer.state.marks().empty());
    viewer.editor.undo();
    QCOMPARE(viewer.state.marks()[0].text, QStringLiteral("sync"));
    viewer.editor.undo();
    QCOMPARE(viewer.state.marks()[0].text, QStringLiteral("stall"));
    viewer.editor.undo();
    QVERIFY(viewer.state.marks().empty());
    viewer.editor.undo(); // nothing left
    viewer.editor.redo();
    viewer.editor.redo();
    QCOMPARE(viewer.state.marks()[0].text, QStringLiteral("sync"));
    viewer.editor.remove(7); // no such mark
    viewer.editor.setText(7, {});
    QCOMPARE(viewer.state.marks().size(), std::size_t{1});
}

void TestViewEditor::keptRangesAreNamed()
{
    Viewer viewer;
    viewer.editor.keepRange(); // nothing is selected
    QVERIFY(viewer.state.marks().empty());
    viewer.state.setSelectedRange(TimeRange{0, 1'000'000}); // the step
    viewer.editor.keepRange();
    const TrackId stream = viewer.row(QStringLiteral("stream 7")).track();
    viewer.state.setSelectedRange(TimeRange{5, 6}, {stream});
    viewer.editor.keepRange();
    QCOMPARE(viewer.state.marks()[0].text, QStringLiteral("Step #3"));
    QCOMPARE(viewer.state.marks()[1].text, QStringLiteral("Range 2"));
    QCOMPARE(viewer.state.marks()[1].tracks, std::vector<TrackId>{stream});
    viewer.state.setSelectedRange(std::nullopt);
    viewer.editor.goTo(1);
    QCOMPARE(viewer.state.selectedRange(), (std::optional<TimeRange>({5, 6})));
    QCOMPARE(viewer.state.selectedTracks(), std::vector<TrackId>{stream});
}

void TestViewEditor::goesFromMarkToMark()
{
    Viewer viewer;
    viewer.editor.goToMark(Direction::next); // there is none
    for (const Ns time : {2'500'000, 100'000, 1'500'000})
        viewer.editor.addMarker(time, QString::number(time));
    viewer.state.setVisibleRange({0, 10'000});
    const auto middle = [&] { return viewer.state.visibleRange().begin + viewer.state.visibleRange().length() / 2; };
    viewer.editor.goToMark(Direction::next);
    QCOMPARE(middle(), 100'000);
    viewer.editor.goToMark(Direction::next);
    QCOMPARE(middle(), 1'500'000);
    viewer.editor.goToMark(Direction::next);
    QCOMPARE(middle(), 2'500'000);
    viewer.editor.goToMark(Direction::next); // the last one
    QCOMPARE(middle(), 2'500'000);
    viewer.editor.goToMark(Direction::previous);
    QCOMPARE(middle(), 1'500'000);
}

void TestViewEditor::deleteMeansTheMarkThatIsShown()
{
    Viewer viewer;
    QVERIFY(!viewer.editor.currentMark());
    viewer.editor.addMarker(1, QStringLiteral("first"));
    viewer.state.setSelectedRange(TimeRange{10, 20});
    viewer.editor.keepRange();
    viewer.editor.addMarker(3, QStringLiteral("last"));
    QCOMPARE(viewer.editor.currentMark(), std::optional<std::size_t>(1)); // its range is the selected one
    viewer.state.setSelectedRange(std::nullopt);
    QCOMPARE(viewer.editor.currentMark(), std::optional<std::size_t>(2)); // made last
    viewer.editor.goTo(0);
    QCOMPARE(viewer.editor.currentMark(), std::optional<std::size_t>(0));
    viewer.editor.remove(0);
    QCOMPARE(viewer.editor.currentMark(), std::optional<std::size_t>(1));
}

void TestViewEditor::rowsMoveAmongTheirSiblings()
{
    Viewer viewer;
    QCOMPARE(viewer.titles(), kNatural);
    const RowId loader = viewer.row(QStringLiteral("loader"));
    const RowId main = viewer.row(QStringLiteral("main"));
    const RowId stream7 = viewer.row(QStringLiteral("stream 7"));
    const RowId stream20 = viewer.row(QStringLiteral("stream 20"));
    QCOMPARE(viewer.layout.sibling(loader, -1), std::optional(main));
    QCOMPARE(viewer.layout.sibling(stream7, -1), std::nullopt); // first of its heading
    QCOMPARE(viewer.layout.sibling(stream7, 1), std::optional(stream20));
    viewer.layout.moveBeside(loader, main, false);
    viewer.layout.moveBeside(stream7, stream20, true);
    QStringList expected = kNatural;
    expected.swapItemsAt(1, 2);
    expected.swapItemsAt(4, 5);
    QCOMPARE(viewer.titles(), expected);
    viewer.layout.moveBeside(loader, stream7, true); // of another heading
    viewer.layout.moveBeside(loader, loader, true);
    QCOMPARE(viewer.titles(), expected);
}

void TestViewEditor::aHeadingTakesItsRowsAlong()
{
    Viewer viewer;
    viewer.layout.moveBeside(viewer.row(QStringLiteral("GPU 0")), viewer.row(QStringLiteral("Steps")), false);
    QCOMPARE(viewer.titles(), kNatural.mid(3) + kNatural.mid(0, 3));
}

void TestViewEditor::newRowsFollowTheirNeighbours()
{
    TrackLayout layout;
    const auto titles = [&layout] {
        QStringList list;
        for (const TrackRow& row : layout.allRows())
            list += row.title;
        return list;
    };
    layout.setTrace(*test::traceOf("cpu 1 1 a\nop 0 1 x\ncpu 1 2 b\nop 0 1 x\n"), false);
    layout.moveBeside(layout.allRows()[1].id, layout.allRows()[0].id, false);
    QCOMPARE(titles(), (QStringList{QStringLiteral("b"), QStringLiteral("a")}));
    layout.setTrace(*test::traceOf("cpu 1 1 a\nop 0 1 x\ncpu 1 2 b\nop 0 1 x\ncpu 1 3 c\nop 0 1 x\n"), false);
    QCOMPARE(titles(), (QStringList{QStringLiteral("b"), QStringLiteral("c"), QStringLiteral("a")}));
}

void TestViewEditor::rowChangesAreTakenBack()
{
    Viewer viewer;
    const RowId loader = viewer.row(QStringLiteral("loader"));
    viewer.layout.moveBeside(loader, viewer.row(QStringLiteral("Steps")), false);
    viewer.layout.setPinned(loader, true);
    viewer.layout.setHidden(viewer.row(QStringLiteral("main")), true);
    viewer.editor.addMarker(5, {}); // marks and rows are one history
    const QStringList changed = viewer.titles();
    QVERIFY(changed != kNatural);
    viewer.editor.undo();
    QCOMPARE(viewer.titles(), changed);
    for (int i = 0; i < 3; ++i)
        viewer.editor.undo();
    QCOMPARE(viewer.titles(), kNatural);
    for (int i = 0; i < 3; ++i)
        viewer.editor.redo();
    QCOMPARE(viewer.titles(), changed);
    viewer.layout.restoreUsual();
    QCOMPARE(viewer.titles(), kNatural);
    viewer.editor.undo();
    QCOMPARE(viewer.titles(), changed);
}

void TestViewEditor::aDragOfAnEdgeIsOneChange()
{
    Viewer viewer;
    const RowId main = viewer.row(QStringLiteral("main"));
    viewer.layout.setCollapsed(main, true);
    for (const double stretch : {1.1, 1.7, 2.5})
        viewer.layout.setStretch(main, stretch);
    viewer.editor.undo();
    QCOMPARE(viewer.layout.stretch(main), 1.0);
    viewer.editor.redo();
    QCOMPARE(viewer.layout.stretch(main), 2.5);
}

void TestViewEditor::rowsGrowIntoALargeWindow()
{
    Viewer viewer;
    const int least = viewer.layout.height();
    viewer.layout.setRoom(least / 2); // too small: rows scroll as they are
    QCOMPARE(viewer.layout.height(), least);
    int before = least;
    for (int room = least; room < 3 * least; room += 7) {
        viewer.layout.setRoom(room);
        QVERIFY2(viewer.layout.height() <= room, qPrintable(QString::number(room)));
        QVERIFY(viewer.layout.height() >= before - 12); // about evenly
        before = viewer.layout.height();
    }
    viewer.layout.setRoom(100 * least);
    QVERIFY(viewer.layout.height() > least * 5 / 4);
    QVERIFY(viewer.layout.height() < least * 4); // and no further
}

void TestViewEditor::everythingComesBackWithTheFile()
{
    QTemporaryDir folder;
    QStringList titles;
    std::vector<Mark> marks;
    {
        Viewer viewer(folder.path());
        const RowId stream20 = viewer.row(QStringLiteral("stream 20"));
        viewer.layout.moveBeside(stream20, viewer.row(QStringLiteral("stream 7")), false);
        viewer.layout.setPinned(viewer.row(QStringLiteral("loader")), true);
        viewer.layout.setHidden(viewer.row(QStringLiteral("GPU busy")), true);
        viewer.layout.setCollapsed(viewer.row(QStringLiteral("main")), true);
        viewer.layout.setStretch(stream20, 2);
        viewer.layout.setKindHidden(TrackKind::python, false);
        viewer.state.setSelectedRange(TimeRange{100, 5000}, {stream20.track()});
        viewer.editor.keepRange();
        viewer.editor.addMarker(77, QStringLiteral("\u505c"));
        titles = viewer.titles();
        marks = viewer.state.marks();
    }
    Viewer viewer(folder.path());
    QCOMPARE(viewer.titles(), titles);
    QCOMPARE(viewer.state.marks(), marks);
    QCOMPARE(viewer.state.selectedTracks(), marks[0].tracks);
    QCOMPARE(viewer.layout.stretch(viewer.row(QStringLiteral("stream 20"))), 2.0);
    QVERIFY(!viewer.layout.isKindHidden(TrackKind::python));
    QVERIFY(viewer.layout.isKindHidden(TrackKind::other));
    QVERIFY(viewer.layout.isHidden(viewer.row(QStringLiteral("GPU busy"))));
    viewer.editor.undo(); // of this window nothing was changed yet
    QCOMPARE(viewer.titles(), titles);
}

void TestViewEditor::reloadingKeepsWhatWasMade()
{
    QTemporaryDir folder;
    Viewer viewer(folder.path());
    viewer.editor.addMarker(77, QStringLiteral("here"));
    viewer.layout.setPinned(viewer.row(QStringLiteral("loader")), true);
    viewer.document.setTrace(trace(), QStringLiteral("a"), {QStringLiteral("/a.json")}); // the same file again
    QCOMPARE(viewer.state.marks().size(), std::size_t{1});
    QCOMPARE(viewer.titles().front(), QStringLiteral("loader"));
}

QTEST_MAIN(TestViewEditor)
#include "tst_view_editor.moc"
