// SPDX-License-Identifier: GPL-3.0-or-later
// The names of the rows by mouse and by keyboard.
#include "tests/support/strict_messages.h"
#include "tests/support/trace_dsl.h"
#include "ui/model/track_layout.h"
#include "ui/timeline/track_headers.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTest>

using namespace decodescope;

namespace {

constexpr const char* kRows = R"(
    cpu 1 1 main
    step 0 1000 ProfilerStep#0
    op 10 900 a
    op 20 800 b
    cpu 1 2 loader
    op 0 5 c
    gpu 0 7
    kernel 100 200 k
    gpu 0 20
    kernel 300 400 k
)";

} // namespace

class TestTrackHeaders : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void init();
    void cleanup();
    void clickCollapses();
    void aRowCollapsesByItsArrowAlone();
    void dragMovesARow();
    void dragOfAHeadingMovesItsRows();
    void dragToAnotherHeadingDoesNothing();
    void edgeChangesTheHeight();
    void arrowsGoFromRowToRow();
    void keysActOnTheCurrentRow();
    void menuOffersWhatWasHidden();

private:
    QPoint middleOf(const QString& title) const;
    QRect boxOf(const QString& title) const;
    void drag(QPoint from, QPoint to);
    QStringList titles() const;

    std::unique_ptr<TrackLayout> m_layout;
    std::unique_ptr<TrackHeaders> m_headers;
};

void TestTrackHeaders::init()
{
    m_layout = std::make_unique<TrackLayout>();
    m_layout->setTrace(*test::traceOf(kRows), false);
    m_headers = std::make_unique<TrackHeaders>(*m_layout);
    m_headers->resize(240, 700);
    m_headers->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_headers.get()));
}

void TestTrackHeaders::cleanup()
{
    m_headers.reset();
    m_layout.reset();
}

QRect TestTrackHeaders::boxOf(const QString& title) const
{
    for (const PlacedRow& placed : m_layout->rows()) {
        if (placed.row.title == title)
            return {0, placed.top, m_headers->width(), placed.height};
    }
    return {};
}

QPoint TestTrackHeaders::middleOf(const QString& title) const
{
    return boxOf(title).center();
}

QStringList TestTrackHeaders::titles() const
{
    QStringList list;
    for (const PlacedRow& placed : m_layout->rows())
        list += placed.row.title;
    return list;
}

void TestTrackHeaders::drag(QPoint from, QPoint to)
{
    QTest::mousePress(m_headers.get(), Qt::LeftButton, {}, from);
    for (int i = 1; i <= 4; ++i)
        QTest::mouseMove(m_headers.get(), from + (to - from) * i / 4);
    QTest::mouseRelease(m_headers.get(), Qt::LeftButton, {}, to);
}

void TestTrackHeaders::clickCollapses()
{
    const qsizetype rows = titles().size();
    QTest::mouseClick(m_headers.get(), Qt::LeftButton, {}, middleOf(QStringLiteral("GPU 0")));
    QVERIFY(titles().size() < rows);
    QTest::mouseClick(m_headers.get(), Qt::LeftButton, {}, middleOf(QStringLiteral("GPU 0")));
    QCOMPARE(titles().size(), rows);
}

void TestTrackHeaders::aRowCollapsesByItsArrowAlone()
{
    const auto isCollapsed = [this] {
        for (const PlacedRow& placed : m_layout->rows()) {
            if (placed.row.title == QStringLiteral("main"))
                return placed.isCollapsed;
        }
        return false;
    };
    const QPoint name = middleOf(QStringLiteral("main"));
    QTest::mouseClick(m_headers.get(), Qt::LeftButton, {}, name); // marks it
    QVERIFY(!isCollapsed());
    QVERIFY(m_headers->current().has_value());
    QTest::mouseClick(m_headers.get(), Qt::LeftButton, {}, {m_headers->width() - 12, name.y()});
    QVERIFY(isCollapsed());
    QTest::mouseClick(m_headers.get(), Qt::LeftButton, {},
                      {m_headers->width() - 12, middleOf(QStringLiteral("main")).y()});
    QVERIFY(!isCollapsed());
    QTest::mouseDClick(m_headers.get(), Qt::LeftButton, {}, middleOf(QStringLiteral("main")));
    QVERIFY(isCollapsed());
}

void TestTrackHeaders::dragMovesARow()
{
    QStringList expected = titles();
    expected.swapItemsAt(expected.indexOf(QStringLiteral("stream 7")), expected.indexOf(QStringLiteral("stream 20")));
    QSignalSpy arranged(m_layout.get(), &TrackLayout::arranged);
    drag(middleOf(QStringLiteral("stream 20")), middleOf(QStringLiteral("stream 7")));
    QCOMPARE(titles(), expected);
    QCOMPARE(arranged.count(), 1); // one change, though it moved over several places
    QCOMPARE(m_headers->current(),
             std::optional(m_layout->rows()[std::size_t(expected.indexOf(QStringLiteral("stream 20")))].row.id));
}

void TestTrackHeaders::dragOfAHeadingMovesItsRows()
{
    drag(middleOf(QStringLiteral("GPU 0")), middleOf(QStringLiteral("Steps")));
    QCOMPARE(titles().mid(0, 3),
             (QStringList{QStringLiteral("GPU 0"), QStringLiteral("stream 7"), QStringLiteral("stream 20")}));
}

void TestTrackHeaders::dragToAnotherHeadingDoesNothing()
{
    const QStringList before = titles();
    drag(middleOf(QStringLiteral("stream 7")), middleOf(QStringLiteral("loader")));
    QCOMPARE(titles(), before);
    drag(middleOf(QStringLiteral("main")), middleOf(QStringLiteral("main")) + QPoint(0, 6)); // onto itself
    QCOMPARE(titles(), before);
}

void TestTrackHeaders::edgeChangesTheHeight()
{
    const int before = boxOf(QStringLiteral("main")).height();
    const QPoint edge(100, boxOf(QStringLiteral("main")).bottom());
    drag(edge, edge + QPoint(0, 60));
    QVERIFY(boxOf(QStringLiteral("main")).height() > before + 40);
}

void TestTrackHeaders::arrowsGoFromRowToRow()
{
    m_headers->setFocus();
    QTRY_VERIFY(m_headers->hasFocus());
    QCOMPARE(m_headers->current(), std::optional(m_layout->rows()[0].row.id));
    QTest::keyClick(m_headers.get(), Qt::Key_Down);
    QCOMPARE(m_headers->current(), std::optional(m_layout->rows()[1].row.id));
    QVERIFY(m_headers->accessibleDescription().contains(QStringLiteral("main")));
    QTest::keyClick(m_headers.get(), Qt::Key_Left);
    QVERIFY(m_layout->rows()[1].isCollapsed);
    QTest::keyClick(m_headers.get(), Qt::Key_Right);
    QVERIFY(!m_layout->rows()[1].isCollapsed);
    QTest::keyClick(m_headers.get(), Qt::Key_Return);
    QVERIFY(m_layout->rows()[1].isCollapsed);
    QTest::keyClick(m_headers.get(), Qt::Key_Up);
    QTest::keyClick(m_headers.get(), Qt::Key_Up); // the first one
    QCOMPARE(m_headers->current(), std::optional(m_layout->rows()[0].row.id));
}

void TestTrackHeaders::keysActOnTheCurrentRow()
{
    const RowId loader = m_layout->rows()[2].row.id;
    QCOMPARE(m_layout->rows()[2].row.title, QStringLiteral("loader"));
    m_headers->setCurrent(loader);
    m_headers->moveCurrent(-1);
    QCOMPARE(m_layout->rows()[1].row.id, loader);
    m_headers->stretchCurrent(2);
    QCOMPARE(m_layout->stretch(loader), 2.0);
    m_headers->pinCurrent();
    QCOMPARE(m_layout->rows()[0].row.id, loader);
    QVERIFY(m_layout->rows()[0].isPinned);
    m_headers->pinCurrent();
    QVERIFY(!m_layout->rows()[1].isPinned);
    m_headers->hideCurrent();
    QVERIFY(!titles().contains(QStringLiteral("loader")));
    QVERIFY(m_headers->current() != std::optional(loader)); // another one, which is shown
    QVERIFY(m_layout->find(*m_headers->current()));
}

void TestTrackHeaders::menuOffersWhatWasHidden()
{
    m_headers->setCurrent(m_layout->rows()[2].row.id);
    m_headers->hideCurrent();
    QMenu menu;
    m_headers->fillMenu(menu, nullptr);
    QMenu* hidden = menu.findChild<QMenu*>();
    QVERIFY(hidden);
    const auto actions = hidden->actions();
    const auto found = std::ranges::find_if(
        actions, [](const QAction* action) { return action->text().startsWith(QLatin1String("loader")); });
    QVERIFY(found != actions.end());
    (*found)->trigger();
    QVERIFY(titles().contains(QStringLiteral("loader")));
}

QTEST_MAIN(TestTrackHeaders)
#include "tst_track_headers.moc"
