// SPDX-License-Identifier: GPL-3.0-or-later
// The panels on gaps and launches, and the details of a gap, driven as a user does.
#include "tests/support/strict_messages.h"
#include "tests/support/trace_dsl.h"
#include "tests/ui/labelled_window.h"
#include "ui/actions.h"
#include "ui/model/gap_store.h"
#include "ui/model/number_text.h"
#include "ui/model/table_model.h"
#include "ui/model/timeline_navigator.h"
#include "ui/panels/details_panel.h"
#include "ui/panels/elided_label.h"
#include "ui/panels/expected_chart.h"
#include "ui/panels/figure_strip.h"
#include "ui/panels/gaps_panel.h"
#include "ui/panels/launch_panel.h"
#include "ui/panels/selection_panel.h"
#include "ui/panels/stacked_bars.h"
#include "ui/panels/table_view.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/window/compare_window.h"
#include "ui/window/file_commands.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QTest>

using namespace decodescope;
using test::LabelledWindow;

namespace {

// The gap that docs/gaps.md works out by hand from the file's events.
constexpr TimeRange kWorkedGap{5098593721924065, 5098593721924065 + 25152};

} // namespace

class TestGapViews : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_sample.reset(); }
    void causesAddUpToTheStep();
    void causesHaveTheRoomOfALowWindow();
    void barsAreTheStepsThemselves();
    void barsOfStepsThatOverlap();
    void plotsWithoutRoomSayNothing();
    void clickOnABarSelectsItsStep();
    void clickOnARowGoesToTheGap();
    void copiesTheGaps();
    void ofADraggedRange();
    void detailsSayWhatAGapIsMadeOf();
    void launchesOfAStep();
    void estimatesAreMarkedAsSuch();
    void wholeTraceLeavesMarginsOut();
    void ofNothing();
    void dropWithControlCompares();

private:
    void selectStep(std::size_t step);
    MainWindow& window() { return m_sample->window(); }
    TimelineState& state() { return m_sample->state(); }
    TraceDocument& document() { return m_sample->document(); }

    std::unique_ptr<LabelledWindow> m_sample;
};

void TestGapViews::initTestCase()
{
    test::makeWarningsFatal();
    applyTheme(*qApp, ThemeMode::dark);
}

void TestGapViews::init()
{
    m_sample = std::make_unique<LabelledWindow>();
    QVERIFY(m_sample->activate());
    QVERIFY(m_sample->openSample());
}

void TestGapViews::selectStep(std::size_t step)
{
    window().timeline().navigator().selectStep(step);
    QVERIFY(m_sample->settle());
}

void TestGapViews::causesAddUpToTheStep()
{
    window().showPanel(QStringLiteral("gaps"));
    selectStep(1);
    const TableModel& table = m_sample->find<GapsPanel>().tableView().table();
    Ns sum = 0;
    for (int row = 0; row < table.rowCount(); ++row)
        sum += table.columns()[1].value(table.dataRow(row)).toLongLong();
    QVERIFY(table.rowCount() > 2);
    QCOMPARE(sum, test::kStep4Length - test::kStep4Busy);
    // docs/gaps.md: most of it waited for an operator before its launch. The tip has the whole sentence and the word.
    const QString tip = m_sample->find<GapsPanel>().tableView().tipOf(table.index(0, 0));
    QCOMPARE(tip.section(QLatin1Char('\n'), 0, 0),
             QStringLiteral("the host was inside the operator that launches next, before its launch"));
    QCOMPARE(tip.section(QLatin1Char('\n'), 1), QStringLiteral("op_before_launch"));
}

void TestGapViews::causesHaveTheRoomOfALowWindow()
{
    window().resize(1152, 744);
    window().showPanel(QStringLiteral("gaps"));
    auto& gaps = m_sample->find<GapsPanel>();
    gaps.show(GapsPanel::oneByOne);
    QVERIFY(m_sample->settle());
    TableView& table = gaps.tableView();
    QVERIFY(table.width() > gaps.chart().width());
    const int needed = table.fontMetrics().horizontalAdvance(table.model()->index(0, 0).data().toString());
    QVERIFY(needed > 0 && table.columnWidth(0) > needed);
}

void TestGapViews::barsAreTheStepsThemselves()
{
    window().showPanel(QStringLiteral("gaps"));
    QVERIFY(m_sample->settle());
    const auto& series = m_sample->find<GapsPanel>().chart().series();
    QCOMPARE(series.front().times.at(1), test::kStep4Busy);
    for (std::size_t step = 0; step < 3; ++step) {
        Ns height = 0;
        for (const StackedSeries& one : series)
            height += one.times.at(step);
        QCOMPARE(height, document().trace()->steps()[step].range.length());
    }
}

// Two processes whose steps overlap: what is idle in the window of a step is no busy time of it.
void TestGapViews::barsOfStepsThatOverlap()
{
    document().setTrace(test::traceOf("cpu 1 1\nstep 0 100 ProfilerStep#0\ncall 1 2 cudaLaunchKernel #1\n"
                                      "call 60 61 cudaLaunchKernel #2\n"
                                      "cpu 2 2\nstep 50 150 ProfilerStep#1\ncall 120 121 cudaLaunchKernel #3\n"
                                      "gpu 0 7\nkernel 20 50 a #1\nkernel 70 100 b #2\nkernel 130 140 c #3\n"),
                        QStringLiteral("overlap"));
    window().showPanel(QStringLiteral("gaps"));
    QVERIFY(m_sample->settle());
    const auto& series = m_sample->find<GapsPanel>().chart().series();
    QCOMPARE(series.front().times, (std::vector<Ns>{60, 40}));
    for (std::size_t step = 0; step < 2; ++step) {
        Ns height = 0;
        for (const StackedSeries& one : series)
            height += one.times.at(step);
        QCOMPARE(height, Ns{100});
    }
}

// Warnings are fatal here.
void TestGapViews::plotsWithoutRoomSayNothing()
{
    QWidget window;
    window.resize(300, 200);
    auto* bars = new StackedBars;
    bars->setParent(&window);
    bars->setTitle(QStringLiteral("title"));
    bars->setSeries({{QStringLiteral("busy"), Qt::green, {5}}}, {QStringLiteral("#1")}, 0);
    auto* chart = new ExpectedChart(&window);
    window.show();
    for (const QSize& size : {QSize(200, 100), QSize(200, 4), QSize(200, 0), QSize(0, 100), QSize(200, 100)}) {
        bars->setGeometry(QRect(QPoint(0, 0), size));
        chart->setGeometry(QRect(QPoint(0, 100), size));
        QTest::qWait(1); // queued repaints
    }
}

void TestGapViews::clickOnABarSelectsItsStep()
{
    window().showPanel(QStringLiteral("gaps"));
    QVERIFY(m_sample->settle());
    StackedBars& chart = m_sample->find<GapsPanel>().chart();
    QVERIFY(chart.isVisible());
    const QPoint at = chart.mapTo(&window(), chart.middleOf(2));
    QTest::mouseClick(window().windowHandle(), Qt::LeftButton, {}, at);
    QVERIFY(state().selectedRange() == document().trace()->steps()[2].range);
}

void TestGapViews::clickOnARowGoesToTheGap()
{
    window().showPanel(QStringLiteral("gaps"));
    selectStep(1);
    auto& gaps = m_sample->find<GapsPanel>();
    gaps.show(GapsPanel::oneByOne);
    QVERIFY(m_sample->settle());
    TableView& table = gaps.tableView();
    QCOMPARE(table.model()->rowCount(), 906); // as the worked step of docs/gaps.md has them
    const QRect first = table.visualRect(table.model()->index(0, 0));
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, first.center());
    const auto gap = state().selectedGap();
    QVERIFY(gap.has_value());
    QCOMPARE(gap->range.length(), table.table().columns()[1].value(0).toLongLong()); // the longest
    QVERIFY(state().visibleRange().contains(gap->range));
    QVERIFY(state().selectedRange() == document().trace()->steps()[1].range); // stays
}

void TestGapViews::copiesTheGaps()
{
    window().showPanel(QStringLiteral("gaps"));
    auto& gaps = m_sample->find<GapsPanel>();
    gaps.show(GapsPanel::byStep);
    QVERIFY(m_sample->settle());
    gaps.tableView().copyToClipboard();
    const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 4);
    QVERIFY(lines[2].startsWith(
        QStringLiteral("ProfilerStep#4\t%1\t%2\t").arg(test::kStep4Length).arg(test::kStep4Length - test::kStep4Busy)));
}

void TestGapViews::ofADraggedRange()
{
    window().showPanel(QStringLiteral("gaps"));
    // Half of the worked gap: what lies inside of the range.
    state().setSelectedRange(TimeRange{kWorkedGap.begin, kWorkedGap.begin + 12'576});
    QVERIFY(m_sample->settle());
    const TableModel& table = m_sample->find<GapsPanel>().tableView().table();
    QCOMPARE(table.rowCount(), 1);
    QCOMPARE(table.columns()[1].value(0).toLongLong(), 12'576);
}

void TestGapViews::detailsSayWhatAGapIsMadeOf()
{
    const auto index = document().gaps().index();
    const auto number = index->find(index->streams().front().stream, kWorkedGap);
    QVERIFY(number.has_value());
    window().timeline().navigator().goToGap(*number);
    QVERIFY(m_sample->settle());
    const QString text = m_sample->find<DetailsPanel>().plainText().replace(QChar(0x00a0), QLatin1Char(' '));
    for (const Ns part : {Ns{25'152}, Ns{5'627}, Ns{11'611}, Ns{7'914}})
        QVERIFY2(text.contains(exactDurationText(part).replace(QChar(0x00a0), QLatin1Char(' '))), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("aten::add")));
    QVERIFY(text.contains(QStringLiteral("cudaLaunchKernel")));
    QVERIFY(text.contains(QStringLiteral("before launch (op_before_launch)"))); // as docs/gaps.md calls it
    // From the gap on to its kernel, and Esc takes the selection away.
    QVERIFY(window().actions().action(QStringLiteral("range-of-slice"))->isEnabled());
    window().actions().action(QStringLiteral("range-of-slice"))->trigger();
    QVERIFY(state().selectedRange() == kWorkedGap);
    // The drawer tells of the gap rather than that there is nothing.
    window().showPanel(QStringLiteral("selection"));
    QVERIFY(m_sample->settle());
    const QString length = exactDurationText(25'152);
    const auto labels = m_sample->find<SelectionPanel>().findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return label->text().contains(QStringLiteral("gap of %1 on stream 7").arg(length)) &&
               label->text().contains(QStringLiteral("before its launch"));
    }));
    const auto& figures = m_sample->find<SelectionPanel>().figures().figures();
    QVERIFY(std::any_of(figures.begin(), figures.end(), [](const Figure& figure) {
        return figure.caption == QStringLiteral("in a gap of") && figure.value.number == durationParts(25'152).number;
    }));
    window().actions().action(QStringLiteral("clear"))->trigger();
    QVERIFY(!state().selectedGap());
}

void TestGapViews::launchesOfAStep()
{
    window().showPanel(QStringLiteral("launches"));
    selectStep(1);
    auto& launches = m_sample->find<LaunchPanel>();
    QVERIFY(launches.view());
    QCOMPARE(launches.view()->stats.launches, std::uint64_t{925}); // as the steps table has it
    QCOMPARE(launches.view()->verdict.busy, test::kStep4Busy);
    QCOMPARE(launches.view()->verdict.step, test::kStep4Length);
    QVERIFY2(launches.verdict().startsWith(QStringLiteral("Launch-bound: of a step of 25.27")),
             qPrintable(launches.verdict()));
    std::uint64_t counted = 0;
    for (const DelayBin& bin : launches.view()->bins)
        counted += bin.count;
    QCOMPARE(counted, std::uint64_t{925});
    QCOMPARE(launches.figures().figures().front().value.number, QStringLiteral("925"));
    // The command line's sheet has the same launches a step.
    window().actions().action(QStringLiteral("clear"))->trigger();
    QVERIFY(m_sample->settle());
    QCOMPARE(launches.view()->stats.launches, std::uint64_t{2775});
    QCOMPARE(launches.view()->stats.launchesPerStep, std::optional(925.0));
}

void TestGapViews::estimatesAreMarkedAsSuch()
{
    window().showPanel(QStringLiteral("launches"));
    selectStep(1);
    auto& launches = m_sample->find<LaunchPanel>();
    const TableModel& table = launches.estimates().table();
    QCOMPARE(table.rowCount(), 3);
    QCOMPARE(table.columns()[1].value(0).toLongLong(), test::kStep4Busy); // without launch gaps
    bool isSaid = false;
    for (const auto* label : launches.findChildren<ElidedLabel*>())
        isSaid |= label->isVisible() && label->text().contains(QStringLiteral("Estimates"));
    QVERIFY(isSaid);
    // Of a range that is no step there is nothing to estimate.
    state().setSelectedRange(TimeRange{kWorkedGap.begin, kWorkedGap.begin + 1'000'000});
    QVERIFY(m_sample->settle());
    QVERIFY(!launches.estimates().isVisible());
}

void TestGapViews::wholeTraceLeavesMarginsOut()
{
    window().showPanel(QStringLiteral("selection"));
    QVERIFY(m_sample->settle());
    const auto& figures = m_sample->find<SelectionPanel>().figures().figures();
    const auto steps = document().trace()->steps();
    // Every GPU operation of the sample lies in its steps.
    QVERIFY(m_sample->find<SelectionPanel>().summary()->range ==
            (TimeRange{steps.front().range.begin, steps.back().range.end}));
    QVERIFY(std::any_of(figures.begin(), figures.end(),
                        [](const Figure& figure) { return figure.caption == QStringLiteral("before and after"); }));
}

void TestGapViews::ofNothing()
{
    document().setTrace(std::make_shared<const Trace>(), QStringLiteral("nothing"));
    for (const char* id : {"gaps", "launches"}) {
        window().showPanel(QLatin1String(id));
        QVERIFY(m_sample->settle());
    }
    QCOMPARE(m_sample->find<GapsPanel>().tableView().model()->rowCount(), 0);
}

void TestGapViews::dropWithControlCompares()
{
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(test::sampleFile())});
    const auto before = document().trace();
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &files, Qt::LeftButton, Qt::ControlModifier);
    QApplication::sendEvent(&window(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &files, Qt::LeftButton, Qt::ControlModifier);
    QApplication::sendEvent(&window(), &drop);
    auto* compare = window().findChild<CompareWindow*>();
    QVERIFY(compare != nullptr);
    QTRY_VERIFY(compare->isSettled());
    QVERIFY(compare->compare().result());
    QCOMPARE(document().trace(), before); // the main window shows what it showed
    compare->close();
}

QTEST_MAIN(TestGapViews)
#include "tst_gap_views.moc"
