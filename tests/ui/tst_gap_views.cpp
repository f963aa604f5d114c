// SPDX-License-Identifier: GPL-3.0-or-later
// The panels on gaps and launches, and the details of a gap, driven as a user does.
#include "core/io/open_trace.h"
#include "core/label/label_rules.h"
#include "core/label/label_trace.h"
#include "tests/support/fake_live_source.h"
#include "tests/support/strict_messages.h"
#include "tests/support/test_data.h"
#include "ui/actions.h"
#include "ui/main_window.h"
#include "ui/model/gap_store.h"
#include "ui/model/live_controller.h"
#include "ui/model/number_text.h"
#include "ui/model/settings.h"
#include "ui/model/table_model.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/panels/details_panel.h"
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
#include <QTemporaryDir>
#include <QTest>

using namespace decodescope;

namespace {

// Of ProfilerStep#4 of the sample, counted outside of this program: torch's own export of the same recording.
constexpr Ns kStep4Length = 25267647;
constexpr Ns kStep4Busy = 2276936;
// The gap that docs/gaps.md works out by hand from the file's events.
constexpr TimeRange kWorkedGap{5098593721924065, 5098593721924065 + 25152};

QString sample()
{
    return QString::fromStdString(test::samplePath("tinyllama-h200-torch.pt.trace.json.gz").string());
}

} // namespace

class TestGapViews : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void causesAddUpToTheStep();
    void barsAreTheStepsThemselves();
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
    void settle() { QTRY_VERIFY(m_window->isSettled()); }
    void selectStep(std::size_t step);
    template <class P>
    P& panel()
    {
        return *m_window->findChild<P*>();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<TraceDocument> m_document;
    std::unique_ptr<LiveController> m_live;
    std::unique_ptr<MainWindow> m_window;
};

void TestGapViews::initTestCase()
{
    test::makeWarningsFatal();
    applyTheme(*qApp, ThemeMode::dark);
}

void TestGapViews::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
    m_document = std::make_unique<TraceDocument>(
        [](const std::vector<std::string>& files, Progress& progress, std::stop_token stop,
           const TraceDocument::SnapshotSink&) { return openTraces(files, progress, stop); },
        [](const Trace& trace, std::stop_token stop) { return labelTrace(trace, *LabelRules::builtIn(), stop); });
    m_live = std::make_unique<LiveController>(*m_document, []() -> Result<std::unique_ptr<LiveSource>> {
        return failure(ErrorCode::unsupported, "This build cannot capture.");
    });
    m_window =
        std::make_unique<MainWindow>(*m_document, *m_live, *m_settings, MainWindow::Places{sample(), m_folder->path()});
    m_window->resize(1600, 1000);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_window->files().openSample();
    QTRY_VERIFY(!m_document->isEmpty());
    settle();
}

void TestGapViews::cleanup()
{
    m_window.reset();
    m_live.reset();
    m_document.reset();
    m_settings.reset();
}

void TestGapViews::selectStep(std::size_t step)
{
    m_window->timeline().navigator().selectStep(step);
    settle();
}

void TestGapViews::causesAddUpToTheStep()
{
    m_window->showPanel(QStringLiteral("gaps"));
    selectStep(1);
    const TableModel& table = panel<GapsPanel>().tableView().table();
    Ns sum = 0;
    for (int row = 0; row < table.rowCount(); ++row)
        sum += table.columns()[1].value(table.dataRow(row)).toLongLong();
    QVERIFY(table.rowCount() > 2);
    QCOMPARE(sum, kStep4Length - kStep4Busy);
}

void TestGapViews::barsAreTheStepsThemselves()
{
    m_window->showPanel(QStringLiteral("gaps"));
    settle();
    const auto& series = panel<GapsPanel>().chart().series();
    QCOMPARE(series.front().times.at(1), kStep4Busy);
    for (std::size_t step = 0; step < 3; ++step) {
        Ns height = 0;
        for (const StackedSeries& one : series)
            height += one.times.at(step);
        QCOMPARE(height, m_document->trace()->steps()[step].range.length());
    }
}

void TestGapViews::clickOnABarSelectsItsStep()
{
    m_window->showPanel(QStringLiteral("gaps"));
    settle();
    StackedBars& chart = panel<GapsPanel>().chart();
    QVERIFY(chart.isVisible());
    const QPoint at = chart.mapTo(m_window.get(), chart.middleOf(2));
    QTest::mouseClick(m_window->windowHandle(), Qt::LeftButton, {}, at);
    QVERIFY(m_window->state().selectedRange() == m_document->trace()->steps()[2].range);
}

void TestGapViews::clickOnARowGoesToTheGap()
{
    m_window->showPanel(QStringLiteral("gaps"));
    selectStep(1);
    auto& gaps = panel<GapsPanel>();
    gaps.show(GapsPanel::oneByOne);
    settle();
    TableView& table = gaps.tableView();
    QCOMPARE(table.model()->rowCount(), 906); // as the worked step of docs/gaps.md has them
    const QRect first = table.visualRect(table.model()->index(0, 0));
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, first.center());
    const auto gap = m_window->state().selectedGap();
    QVERIFY(gap.has_value());
    QCOMPARE(gap->range.length(), table.table().columns()[1].value(0).toLongLong()); // the longest
    QVERIFY(m_window->state().visibleRange().contains(gap->range));
    QVERIFY(m_window->state().selectedRange() == m_document->trace()->steps()[1].range); // stays
}

void TestGapViews::copiesTheGaps()
{
    m_window->showPanel(QStringLiteral("gaps"));
    auto& gaps = panel<GapsPanel>();
    gaps.show(GapsPanel::byStep);
    settle();
    gaps.tableView().copyToClipboard();
    const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 4);
    QVERIFY(lines[2].startsWith(
        QStringLiteral("ProfilerStep#4\t%1\t%2\t").arg(kStep4Length).arg(kStep4Length - kStep4Busy)));
}

void TestGapViews::ofADraggedRange()
{
    m_window->showPanel(QStringLiteral("gaps"));
    // Half of the worked gap: what lies inside of the range.
    m_window->state().setSelectedRange(TimeRange{kWorkedGap.begin, kWorkedGap.begin + 12'576});
    settle();
    const TableModel& table = panel<GapsPanel>().tableView().table();
    QCOMPARE(table.rowCount(), 1);
    QCOMPARE(table.columns()[1].value(0).toLongLong(), 12'576);
}

void TestGapViews::detailsSayWhatAGapIsMadeOf()
{
    const auto index = m_document->gaps().index();
    const auto number = index->find(index->streams().front().stream, kWorkedGap);
    QVERIFY(number.has_value());
    m_window->timeline().navigator().goToGap(*number);
    settle();
    const QString text = panel<DetailsPanel>().plainText().replace(QChar(0x00a0), QLatin1Char(' '));
    for (const Ns part : {Ns{25'152}, Ns{5'627}, Ns{11'611}, Ns{7'914}})
        QVERIFY2(text.contains(exactDurationText(part).replace(QChar(0x00a0), QLatin1Char(' '))), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("aten::add")));
    QVERIFY(text.contains(QStringLiteral("cudaLaunchKernel")));
    // From the gap on to its kernel, and Esc takes the selection away.
    QVERIFY(m_window->actions().action(QStringLiteral("range-of-slice"))->isEnabled());
    m_window->actions().action(QStringLiteral("range-of-slice"))->trigger();
    QVERIFY(m_window->state().selectedRange() == kWorkedGap);
    m_window->actions().action(QStringLiteral("clear"))->trigger();
    QVERIFY(!m_window->state().selectedGap());
}

void TestGapViews::launchesOfAStep()
{
    m_window->showPanel(QStringLiteral("launches"));
    selectStep(1);
    auto& launches = panel<LaunchPanel>();
    QVERIFY(launches.view());
    QCOMPARE(launches.view()->stats.launches, std::uint64_t{925}); // as the steps table has it
    QCOMPARE(launches.view()->verdict.busy, kStep4Busy);
    QCOMPARE(launches.view()->verdict.step, kStep4Length);
    QVERIFY2(launches.verdict().startsWith(QStringLiteral("Launch-bound: of a step of 25.27")),
             qPrintable(launches.verdict()));
    std::uint64_t counted = 0;
    for (const DelayBin& bin : launches.view()->bins)
        counted += bin.count;
    QCOMPARE(counted, std::uint64_t{925});
    QCOMPARE(launches.figures().figures().front().value.number, QStringLiteral("925"));
    // The command line's sheet has the same launches a step.
    m_window->actions().action(QStringLiteral("clear"))->trigger();
    settle();
    QCOMPARE(launches.view()->stats.launches, std::uint64_t{2775});
    QCOMPARE(launches.view()->stats.launchesPerStep, std::optional(925.0));
}

void TestGapViews::estimatesAreMarkedAsSuch()
{
    m_window->showPanel(QStringLiteral("launches"));
    selectStep(1);
    auto& launches = panel<LaunchPanel>();
    const TableModel& table = launches.estimates().table();
    QCOMPARE(table.rowCount(), 3);
    QCOMPARE(table.columns()[1].value(0).toLongLong(), kStep4Busy); // without launch gaps
    bool isSaid = false;
    for (const QLabel* label : launches.findChildren<QLabel*>())
        isSaid |= label->isVisible() && label->text().contains(QStringLiteral("Estimates"));
    QVERIFY(isSaid);
    // Of a range that is no step there is nothing to estimate.
    m_window->state().setSelectedRange(TimeRange{kWorkedGap.begin, kWorkedGap.begin + 1'000'000});
    settle();
    QVERIFY(!launches.estimates().isVisible());
}

void TestGapViews::wholeTraceLeavesMarginsOut()
{
    m_window->showPanel(QStringLiteral("selection"));
    settle();
    const auto& figures = panel<SelectionPanel>().figures().figures();
    const auto steps = m_document->trace()->steps();
    // Every GPU operation of the sample lies in its steps.
    QVERIFY(panel<SelectionPanel>().summary()->range == (TimeRange{steps.front().range.begin, steps.back().range.end}));
    QVERIFY(std::any_of(figures.begin(), figures.end(),
                        [](const Figure& figure) { return figure.caption == QStringLiteral("before and after"); }));
}

void TestGapViews::ofNothing()
{
    m_document->setTrace(std::make_shared<const Trace>(), QStringLiteral("nothing"));
    for (const char* id : {"gaps", "launches"}) {
        m_window->showPanel(QLatin1String(id));
        settle();
    }
    QCOMPARE(panel<GapsPanel>().tableView().model()->rowCount(), 0);
}

void TestGapViews::dropWithControlCompares()
{
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(sample())});
    const auto before = m_document->trace();
    QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &files, Qt::LeftButton, Qt::ControlModifier);
    QApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(100, 100), Qt::CopyAction, &files, Qt::LeftButton, Qt::ControlModifier);
    QApplication::sendEvent(m_window.get(), &drop);
    auto* compare = m_window->findChild<CompareWindow*>();
    QVERIFY(compare != nullptr);
    QTRY_VERIFY(compare->isSettled());
    QVERIFY(compare->compare().result());
    QCOMPARE(m_document->trace(), before); // the main window shows what it showed
    compare->close();
}

QTEST_MAIN(TestGapViews)
#include "tst_gap_views.moc"
