// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of model parts: its charts, and the tables beside them.
#include "core/label/label_trace.h"
#include "core/query/parts.h"
#include "tests/support/strict_messages.h"
#include "tests/support/trace_dsl.h"
#include "tests/ui/labelled_window.h"
#include "ui/model/timeline_navigator.h"
#include "ui/panels/expected_chart.h"
#include "ui/panels/layer_heat_map.h"
#include "ui/panels/parts_panel.h"
#include "ui/panels/scope_text.h"
#include "ui/panels/selection_panel.h"
#include "ui/panels/share_chart.h"
#include "ui/panels/step_bars.h"
#include "ui/panels/table_view.h"
#include "ui/timeline/timeline_widget.h"

#include <QApplication>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

using namespace decodescope;
using namespace decodescope::test;

class PartsPanelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { m_test = std::make_unique<LabelledWindow>(); }
    void cleanup() { m_test.reset(); }
    void partsEqualTheQueriesOfTheCommandLine();
    void partsFollowTheSelection();
    void aClickPicksOnce();
    void chartsAndTimelineLightEachOther();
    void heatMapIsReadWithTheKeyboard();
    void stepBarsSelectSteps();
    void stepsThatAreNotWholeAreCalledParts();
    void expectedSharesAskAQuestion();
    void expectedSharesAreReadInALowDrawer();
    void viewsComeBack();

private:
    std::unique_ptr<LabelledWindow> m_test;
};

void PartsPanelTest::initTestCase()
{
    makeWarningsFatal();
    applyTheme(*qApp, ThemeMode::dark);
    QLocale::setDefault(QLocale::c());
}

void PartsPanelTest::partsEqualTheQueriesOfTheCommandLine()
{
    QVERIFY(m_test->openSample());
    const auto labels = labelTrace(*m_test->document().trace());
    const PartTable wanted = partTable(*m_test->document().trace(), labels.get(), PartGrouping::part);
    auto& parts = m_test->panel<PartsPanel>("parts/parts");
    const QVector<QStringList> rows = copiedRows(parts.tableView());
    QCOMPARE(std::size_t(rows.size()), wanted.rows.size() + 1);
    const auto* chart = parts.findChild<ShareChart*>();
    QCOMPARE(chart->entries().size(), wanted.rows.size());
    for (std::size_t i = 0; i < wanted.rows.size(); ++i) {
        const QStringList& row = rows[qsizetype(i) + 1];
        QCOMPARE(row[0].toStdString(), std::string(partName(wanted.rows[i].part)));
        QCOMPARE(row[rows[0].indexOf(QStringLiteral("Time"))].toLongLong(), wanted.rows[i].time);
        QCOMPARE(row[rows[0].indexOf(QStringLiteral("Count"))].toULongLong(), wanted.rows[i].count);
        QCOMPARE(chart->entries()[i].timeShare, wanted.rows[i].share);
        QCOMPARE(chart->entries()[i].countShare, wanted.rows[i].countShare);
    }
    // 22 layers: each has one gate_proj; counted over three steps.
    QCOMPARE(valueIn(rows, QStringLiteral("gate_proj"), QStringLiteral("Count")), QStringLiteral("66"));
    QCOMPARE(valueIn(rows, QStringLiteral("gate_proj"), QStringLiteral("A step")), QStringLiteral("22"));
}

void PartsPanelTest::partsFollowTheSelection()
{
    QVERIFY(m_test->openSample());
    auto& parts = m_test->panel<PartsPanel>("parts/parts");
    m_test->window().timeline().navigator().selectStep(1);
    QVERIFY(m_test->settle());
    QCOMPARE(valueIn(copiedRows(parts.tableView()), QStringLiteral("gate_proj"), QStringLiteral("Count")),
             QStringLiteral("22"));
    // Layer 4 of that step, as the guide counts it by hand: 16 operations of two norms, two cache appends.
    m_test->state().setSelectedRange(TimeRange{5098593727107124, 5098593728098219});
    QVERIFY(m_test->settle());
    const QVector<QStringList> rows = copiedRows(parts.tableView());
    QCOMPARE(valueIn(rows, QStringLiteral("gate_proj"), QStringLiteral("Count")), QStringLiteral("1"));
    QCOMPARE(valueIn(rows, QStringLiteral("norm"), QStringLiteral("Count")), QStringLiteral("16"));
    QCOMPARE(valueIn(rows, QStringLiteral("kv_cache"), QStringLiteral("Count")), QStringLiteral("2"));
    m_test->state().setSelectedRange(std::nullopt);
    QVERIFY(m_test->settle());
    QCOMPARE(valueIn(copiedRows(parts.tableView()), QStringLiteral("gate_proj"), QStringLiteral("Count")),
             QStringLiteral("66"));
}

void PartsPanelTest::aClickPicksOnce()
{
    QVERIFY(m_test->openSample());
    QVERIFY(m_test->activate());
    const auto click = [](TableView& table, int row) {
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                          table.visualRect(table.model()->index(row, 0)).center());
    };
    const auto lit = [this] { return m_test->state().highlight(); };
    TableView& parts = m_test->panel<PartsPanel>("parts/parts").tableView();
    click(parts, 2);
    QCOMPARE(lit(), (Highlight{Highlight::By::part, std::uint32_t(Part::downProj), {}}));
    QCOMPARE(parts.currentIndex().row(), 2);
    // Another table takes over: the row here is no longer the one that is lit.
    TableView& selection = m_test->panel<SelectionPanel>("selection").tableView();
    click(selection, 1);
    QCOMPARE(lit(), (Highlight{Highlight::By::part, std::uint32_t(Part::rope), {}}));
    QVERIFY(!parts.selectionModel()->hasSelection());
    QVERIFY(selection.selectionModel()->hasSelection());
    click(selection, 1); // a second click takes it back
    QVERIFY(lit().isEmpty());
    QVERIFY(!selection.selectionModel()->hasSelection());
}

void PartsPanelTest::chartsAndTimelineLightEachOther()
{
    QVERIFY(m_test->openSample());
    auto& parts = m_test->panel<PartsPanel>("parts/parts");
    auto* chart = parts.findChild<ShareChart*>();
    const QPoint first(int(chart->xAxis->coordToPixel(0)), chart->axisRect()->center().y());
    QTest::mouseClick(chart, Qt::LeftButton, {}, first);
    QCOMPARE(m_test->state().highlight().by, Highlight::By::part);
    QCOMPARE(chart->entries()[0].name, QStringLiteral("norm")); // the largest
    QCOMPARE(m_test->state().highlight().key, std::uint32_t(Part::norm));
    QCOMPARE(parts.tableView().selectionModel()->selectedRows().size(), 1);
    QTest::mouseClick(chart, Qt::LeftButton, {}, first);
    QVERIFY(m_test->state().highlight().isEmpty()); // taken back
    // A slice that is selected marks its row.
    const auto trace = m_test->document().trace();
    for (std::size_t i = 0; i < trace->gpuOperationCount(); ++i)
        if (m_test->document().labels()->of(i).part == Part::attention) {
            m_test->state().setSelectedEvent(trace->gpuOperation(i).event);
            break;
        }
    const auto marked = parts.tableView().selectionModel()->selectedRows();
    QCOMPARE(marked.size(), 1);
    QCOMPARE(marked.front().data().toString(), QStringLiteral("attention"));
}

void PartsPanelTest::heatMapIsReadWithTheKeyboard()
{
    QVERIFY(m_test->openSample());
    auto& parts = m_test->panel<PartsPanel>("parts/layers");
    auto* map = parts.findChild<LayerHeatMap*>();
    QVERIFY(map->isVisible());
    QSignalSpy picked(map, &Chart::picked);
    map->setFocus();
    QTest::keyClick(map, Qt::Key_Right); // to the first cell
    QCOMPARE(map->current(), 0);
    QTest::keyClick(map, Qt::Key_Right); // the embedding is outside of the layers: nothing to its right
    QTest::keyClick(map, Qt::Key_Down);
    QVERIFY(map->current() >= 0);
    QTest::keyClick(map, Qt::Key_Space);
    QCOMPARE(picked.size(), 1);
    QCOMPARE(m_test->state().highlight().by, Highlight::By::events);
    // Layer 4, norm: 16 operations a step, in three steps.
    const QVector<QStringList> rows = copiedRows(parts.tableView());
    const qsizetype layer = rows[0].indexOf(QStringLiteral("Layer"));
    int found = 0;
    for (const QStringList& row : rows)
        if (row[0] == QLatin1String("norm") && row[layer] == QLatin1String("4")) {
            QCOMPARE(row[rows[0].indexOf(QStringLiteral("Count"))], QStringLiteral("48"));
            ++found;
        }
    QCOMPARE(found, 1);
}

void PartsPanelTest::stepBarsSelectSteps()
{
    QVERIFY(m_test->openSample());
    auto& parts = m_test->panel<PartsPanel>("parts/steps");
    auto* bars = parts.findChild<StepBars*>();
    // Sum of the kernels of ProfilerStep#4, counted outside of this program.
    Ns sum = 0;
    const QVector<QStringList> rows = copiedRows(parts.tableView());
    for (const QStringList& row : rows)
        if (row[0] == QLatin1String("step 4"))
            sum += row[rows[0].indexOf(QStringLiteral("Time"))].toLongLong();
    QCOMPARE(sum, Ns{2278376});
    const QPoint second(int(bars->xAxis->coordToPixel(1)), int(bars->yAxis->coordToPixel(0.5)));
    QTest::mouseDClick(bars, Qt::LeftButton, {}, second);
    QCOMPARE(m_test->state().selectedRange(), std::optional(m_test->document().trace()->steps()[1].range));
}

void PartsPanelTest::stepsThatAreNotWholeAreCalledParts()
{
    const auto trace = traceOf(R"(
        meta cutOut {"source": "long.json", "beginNanoseconds": 90, "endNanoseconds": 200}
        cpu 1 1
        step 0 100 ProfilerStep#3
        call 91 92 cudaLaunchKernel #1
        step 100 200 ProfilerStep#4
        call 110 120 cudaLaunchKernel #2
        gpu 0 7
        kernel 93 99 k #1
        kernel 150 190 k #2
    )");
    m_test->document().setTrace(trace, QStringLiteral("part.json"));
    const QVector<QStringList> rows = copiedRows(m_test->panel<PartsPanel>("parts/steps").tableView());
    QCOMPARE(rows.size(), 3);
    QCOMPARE(rows[1][0], QStringLiteral("part of step 3"));
    QCOMPARE(rows[2][0], QStringLiteral("step 4"));
    QCOMPARE(scopeText(*trace, {0, std::nullopt}), QStringLiteral("part of ProfilerStep#3"));
    QCOMPARE(scopeText(*trace, {1, std::nullopt}), QStringLiteral("ProfilerStep#4"));
}

void PartsPanelTest::expectedSharesAskAQuestion()
{
    QVERIFY(m_test->openSample());
    auto& parts = m_test->panel<PartsPanel>("parts/expected");
    const QVector<QStringList> rows = copiedRows(parts.tableView());
    QCOMPARE(rows.size(), 7);
    // On an H200 the small kernels weigh more than on the card that the ranges are for.
    QCOMPARE(valueIn(rows, QStringLiteral("matrix products"), QStringLiteral("Verdict")), QStringLiteral("below"));
    QCOMPARE(valueIn(rows, QStringLiteral("elementwise"), QStringLiteral("Verdict")), QStringLiteral("above"));
    QCOMPARE(valueIn(rows, QStringLiteral("KV cache append"), QStringLiteral("Expected a step")), QStringLiteral("44"));
    QVERIFY(!valueIn(rows, QStringLiteral("elementwise"), QStringLiteral("To ask")).isEmpty());
    const auto labels = parts.findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text().startsWith(QLatin1String("elementwise: ")) && label->text().contains(QLatin1Char('?'));
    }));
}

// At the size that the window has on a small screen.
void PartsPanelTest::expectedSharesAreReadInALowDrawer()
{
    m_test->window().resize(1152, 744);
    QVERIFY(m_test->openSample());
    auto& parts = m_test->panel<PartsPanel>("parts/expected");
    auto* chart = parts.findChild<ExpectedChart*>();
    chart->replot(QCustomPlot::rpImmediateRefresh);
    QList<QCPItemText*> figures;
    for (int i = 0; i < chart->itemCount(); ++i)
        if (auto* text = qobject_cast<QCPItemText*>(chart->item(i)))
            figures.push_back(text);
    QCOMPARE(figures.size(), 6);
    const QRect plot = chart->axisRect()->rect();
    double above = plot.top();
    for (const QCPItemText* figure : figures) {
        const double top = figure->topLeft->pixelPosition().y();
        QVERIFY(top >= above - 1); // none on another
        above = figure->bottomLeft->pixelPosition().y();
        QVERIFY(figure->right->pixelPosition().x() <= chart->width());
    }
    QVERIFY(above <= plot.bottom() + 2);
    // Matrix products take 48.6 %, expected 60 to 80: the figure is at the bar's end, not at the range's.
    QCOMPARE(figures.front()->text().left(4), QStringLiteral("48.6"));
    const double atEnd = chart->xAxis->coordToPixel(48.6);
    QVERIFY(std::abs(figures.front()->left->pixelPosition().x() - atEnd) < 3);
    QVERIFY(chart->xAxis->coordToPixel(80) <= plot.right());
    // The arrow keys go down the rows as they lie.
    QTest::keyClick(chart, Qt::Key_Down);
    QTest::keyClick(chart, Qt::Key_Down);
    QCOMPARE(chart->current(), 1);
    const QPoint second(plot.center().x(), int(chart->yAxis->coordToPixel(1)));
    QSignalSpy picked(chart, &Chart::picked);
    QTest::mouseClick(chart, Qt::LeftButton, {}, second);
    QCOMPARE(picked.front().front().toInt(), 1);
}

void PartsPanelTest::viewsComeBack()
{
    QVERIFY(m_test->window().showPanel(QStringLiteral("parts/layers")));
    QVERIFY(!m_test->window().showPanel(QStringLiteral("parts/nothing")));
    QVERIFY(m_test->window().showPanel(QStringLiteral("parts")));
    QCOMPARE(m_test->window().panelInFront(), QStringLiteral("parts/layers"));
    m_test->reopen();
    QCOMPARE(m_test->window().panelInFront(), QStringLiteral("parts/layers"));
}

QTEST_MAIN(PartsPanelTest)
#include "tst_parts_panel.moc"
