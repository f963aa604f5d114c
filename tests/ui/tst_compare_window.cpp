// SPDX-License-Identifier: GPL-3.0-or-later
// Two traces side by side, driven as a user does.
#include "core/io/open_trace.h"
#include "core/label/label_rules.h"
#include "core/label/label_trace.h"
#include "tests/support/strict_messages.h"
#include "tests/support/test_data.h"
#include "tests/support/trace_dsl.h"
#include "ui/model/settings.h"
#include "ui/model/table_model.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/view_link.h"
#include "ui/panels/table_view.h"
#include "ui/style/theme.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/window/compare_side.h"
#include "ui/window/compare_window.h"

#include <QApplication>
#include <QClipboard>
#include <QPointer>
#include <QTemporaryDir>
#include <QTest>

using namespace decodescope;
using test::traceOf;

namespace {

using enum CompareController::Side;

// Two steps; B has one more kernel a step, another name for the first one, and is twice as slow in it.
constexpr std::string_view kBefore = R"(
    cpu 1 1
    step 1000 2000 ProfilerStep#3
    op 1000 1100 aten::mm
    call 1010 1020 cudaLaunchKernel #1
    step 2000 3100 ProfilerStep#4
    op 2000 2100 aten::mm
    call 2010 2020 cudaLaunchKernel #2
    gpu 0 7
    kernel 1100 1200 gemm_a #1
    kernel 2100 2210 gemm_a #2
)";
constexpr std::string_view kAfter = R"(
    cpu 1 1
    step 70000 72000 ProfilerStep#0
    op 70000 70100 aten::mm
    call 70010 70020 cudaLaunchKernel #1
    op 70100 70200 aten::add
    call 70110 70120 cudaLaunchKernel #2
    step 72000 74000 ProfilerStep#1
    op 72000 72100 aten::mm
    call 72010 72020 cudaLaunchKernel #3
    op 72100 72200 aten::add
    call 72110 72120 cudaLaunchKernel #4
    gpu 0 7
    kernel 70100 70300 gemm_b #1
    kernel 70300 70350 add #2
    kernel 72100 72310 gemm_b #3
    kernel 72310 72360 add #4
)";

std::shared_ptr<const Trace> readSample()
{
    const std::string path = test::samplePath("tinyllama-h200-torch.pt.trace.json.gz").string();
    Progress progress;
    return openTraces(std::span(&path, 1), progress, {}).value_or(nullptr);
}

QString sample()
{
    return QString::fromStdString(test::samplePath("tinyllama-h200-torch.pt.trace.json.gz").string());
}

} // namespace

class TestCompareWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { delete m_window.data(); }
    void withItselfIsZero();
    void readsTheSecondFileInTheBackground();
    void badFileIsSaid();
    void newAndRenamedKernels();
    void rowsMoveTogether();
    void stepsGoTogether();
    void neitherHoldsTheOtherBack();
    void rangesOfStepsOfOneTrace();
    void wrongStepsAreSaid();
    void stepsThatAreNotWholeAreSaid();
    void highlightsInBoth();

private:
    void open(std::shared_ptr<const Trace> trace);
    void openPair();
    void settle() { QTRY_VERIFY(m_window->isSettled()); }
    TimelineState& state(CompareController::Side side) { return m_window->side(side).state(); }
    QString cell(CompareGrouping grouping, int row, const char* column);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<TraceDocument> m_document;
    QPointer<CompareWindow> m_window;
};

void TestCompareWindow::initTestCase()
{
    test::makeWarningsFatal();
    applyTheme(*qApp, ThemeMode::dark);
}

void TestCompareWindow::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
    m_document = std::make_unique<TraceDocument>(
        [](const std::vector<std::string>& files, Progress& progress, std::stop_token stop,
           const TraceDocument::SnapshotSink&) { return openTraces(files, progress, stop); },
        [](const Trace& trace, std::stop_token stop) { return labelTrace(trace, *LabelRules::builtIn(), stop); });
}

void TestCompareWindow::open(std::shared_ptr<const Trace> trace)
{
    m_document->setTrace(std::move(trace), QStringLiteral("a.json"));
    m_window = new CompareWindow(*m_document, *m_settings, nullptr);
    m_window->resize(1400, 900);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window));
}

void TestCompareWindow::openPair()
{
    open(traceOf(kBefore));
    m_window->compare().document(b).setTrace(traceOf(kAfter), QStringLiteral("b.json"));
    settle();
}

QString TestCompareWindow::cell(CompareGrouping grouping, int row, const char* column)
{
    const TableModel& table = m_window->table(grouping).table();
    for (const TableColumn& one : table.columns())
        if (one.title == QLatin1String(column))
            return one.text(table.dataRow(row));
    return QStringLiteral("no column");
}

void TestCompareWindow::withItselfIsZero()
{
    const auto trace = readSample();
    QVERIFY(trace);
    open(trace);
    m_window->openB({sample()});
    settle();
    const auto result = m_window->compare().result();
    QVERIFY(result);
    for (const Comparison& comparison : result->by) {
        QVERIFY(!comparison.rows.empty());
        for (const CompareRow& row : comparison.rows) {
            QCOMPARE(row.difference(), Ns{0});
            QCOMPARE(row.presence, CompareRow::Presence::both);
        }
    }
    QCOMPARE(cell(CompareGrouping::part, 0, "Change"), QStringLiteral("equal"));
    QVERIFY2(m_window->sentence().contains(QStringLiteral("as long in B as in A")), qPrintable(m_window->sentence()));
    // 925 kernels a step, as the steps table says.
    m_window->table(CompareGrouping::kernel).copyToClipboard();
    double kernels = 0;
    const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    for (qsizetype i = 1; i < lines.size(); ++i)
        kernels += lines[i].split(QLatin1Char('\t')).at(6).toDouble();
    QCOMPARE(kernels, 925.0);
}

void TestCompareWindow::readsTheSecondFileInTheBackground()
{
    open(traceOf(kBefore));
    m_window->openB({sample()});
    QCOMPARE(m_window->compare().document(b).state(), TraceDocument::State::loading);
    QVERIFY(!m_window->compare().result());
    m_window->compare().document(b).cancel(); // what the button over the timeline does
    QVERIFY(m_window->compare().document(b).isEmpty());
    m_window->openB({sample()});
    settle();
    QVERIFY(m_window->compare().result());
    QVERIFY(m_window->windowTitle().contains(QStringLiteral("tinyllama-h200-torch")));
}

void TestCompareWindow::badFileIsSaid()
{
    open(traceOf(kBefore));
    m_window->openB({QStringLiteral("/nowhere/no.json")});
    QTRY_VERIFY(m_window->side(b).message().contains(QStringLiteral("no.json")));
    QVERIFY(m_window->side(a).message().isEmpty());
    m_window->openB({sample()});
    settle();
    QVERIFY(m_window->side(b).message().isEmpty());
}

void TestCompareWindow::newAndRenamedKernels()
{
    openPair();
    // By what changed most: gemm by 100 ns, then the new one.
    QCOMPARE(cell(CompareGrouping::kernel, 0, "Kernel"), QStringLiteral("gemm_b"));
    QCOMPARE(cell(CompareGrouping::kernel, 0, "Name in A"), QStringLiteral("gemm_a"));
    QVERIFY(cell(CompareGrouping::kernel, 0, "Change").startsWith(QStringLiteral("renamed")));
    QCOMPARE(cell(CompareGrouping::kernel, 1, "Kernel"), QStringLiteral("add"));
    QCOMPARE(cell(CompareGrouping::kernel, 1, "Change"), QStringLiteral("new"));
    QCOMPARE(cell(CompareGrouping::op, 0, "Operator"), QStringLiteral("aten::mm"));
    QCOMPARE(cell(CompareGrouping::op, 0, "Change"), QStringLiteral("slower")); // 100 and 110 against 200 and 210
    QCOMPARE(cell(CompareGrouping::op, 0, "Count B"), QStringLiteral("1"));
}

void TestCompareWindow::rowsMoveTogether()
{
    openPair();
    const auto relative = [&](CompareController::Side side) {
        const TimeRange view = state(side).visibleRange();
        return std::pair(view.begin - state(side).timeOrigin(), view.length());
    };
    QCOMPARE(state(a).timeOrigin(), Ns{1000}); // both begin with their first steps
    QCOMPARE(state(b).timeOrigin(), Ns{70000});
    QCOMPARE(relative(a), relative(b));
    const auto before = relative(a);
    QTest::keyClick(m_window->windowHandle(), Qt::Key_W);
    QVERIFY(relative(a).second < before.second);
    QCOMPARE(relative(a), relative(b));
    state(b).setVisibleRange({70100, 70400}); // as the wheel over B does
    QVERIFY(state(a).visibleRange() == (TimeRange{1100, 1400}));
    state(b).setCursorTime(70200);
    QCOMPARE(state(a).cursorTime(), std::optional<Ns>(1200));
    state(b).setCursorTime(std::nullopt);
    QVERIFY(!state(a).cursorTime());
}

void TestCompareWindow::stepsGoTogether()
{
    openPair();
    QTest::keyClick(m_window->windowHandle(), Qt::Key_PageDown);
    QCOMPARE(m_window->pair(), std::size_t{1});
    QVERIFY(state(a).selectedRange() == (TimeRange{2000, 3100}));
    QVERIFY(state(b).selectedRange() == (TimeRange{72000, 74000}));
    QCOMPARE(state(a).visibleRange().begin - 2000, state(b).visibleRange().begin - 72000);
    QVERIFY(state(b).visibleRange().contains(TimeRange{72000, 74000}));
    QTest::keyClick(m_window->windowHandle(), Qt::Key_PageDown); // there are no more
    QCOMPARE(m_window->pair(), std::size_t{1});
    QTest::keyClick(m_window->windowHandle(), Qt::Key_PageUp);
    QVERIFY(state(a).selectedRange() == (TimeRange{1000, 2000}));
}

void TestCompareWindow::neitherHoldsTheOtherBack()
{
    openPair();
    // B goes on for longer than A does: A is empty there, and stays beside it.
    state(b).setVisibleRange({73500, 74000});
    QVERIFY(state(b).visibleRange() == (TimeRange{73500, 74000}));
    QVERIFY(state(a).visibleRange() == (TimeRange{4500, 5000}));
}

void TestCompareWindow::rangesOfStepsOfOneTrace()
{
    const auto trace = readSample();
    QVERIFY(trace);
    open(trace);
    m_window->compareOwnSteps();
    settle();
    QCOMPARE(m_window->compare().stepsText(a), QStringLiteral("3"));
    QCOMPARE(m_window->compare().stepsText(b), QStringLiteral("4-5"));
    m_window->side(b).typeSteps(QStringLiteral("5"));
    settle();
    const auto result = m_window->compare().result();
    // The steps' lengths, from torch's own export.
    QCOMPARE(result->by[0].a.step.median, Ns{23320361});
    QCOMPARE(result->by[0].b.step.median, Ns{26059008});
    QVERIFY(cell(CompareGrouping::part, 0, "Change").contains(QStringLiteral("noise not known")));
}

void TestCompareWindow::wrongStepsAreSaid()
{
    openPair();
    m_window->side(a).typeSteps(QStringLiteral("7"));
    QVERIFY2(m_window->side(a).message().contains(QStringLiteral("3-4")), qPrintable(m_window->side(a).message()));
    QCOMPARE(m_window->compare().steps(a).size(), std::size_t{2}); // as before
    m_window->side(a).typeSteps(QStringLiteral("4"));
    QVERIFY(m_window->side(a).message().isEmpty());
    QCOMPARE(m_window->compare().steps(a), std::vector<std::size_t>{1});
}

void TestCompareWindow::stepsThatAreNotWholeAreSaid()
{
    const std::string cut = R"(meta cutOut {"source": "a", "beginNanoseconds": 900, "endNanoseconds": 2500})"
                            "\n";
    open(traceOf(cut + std::string(kBefore)));
    m_window->compare().document(b).setTrace(traceOf(kAfter), QStringLiteral("b.json"));
    settle();
    const auto facts = [this](CompareController::Side side) {
        return m_window->side(side).facts().replace(QChar::Nbsp, QLatin1Char(' '));
    };
    QVERIFY2(facts(a).contains(QStringLiteral("\n1 ")) && facts(a).contains(QStringLiteral("not whole in the file")),
             qPrintable(facts(a))); // #4 ends at 3100
    QVERIFY(!facts(b).contains(QStringLiteral("not whole")));
    m_window->side(a).typeSteps(QStringLiteral("4"));
    settle();
    QVERIFY2(facts(a).contains(QStringLiteral("only a part of what ran in them is counted")), qPrintable(facts(a)));
    m_window->side(a).typeSteps(QStringLiteral("3"));
    settle();
    QVERIFY2(!facts(a).contains(QStringLiteral("not whole")), qPrintable(facts(a)));
}

void TestCompareWindow::highlightsInBoth()
{
    openPair();
    TableView& kernels = m_window->table(CompareGrouping::kernel);
    Q_EMIT kernels.rowPicked(0);
    const auto nameOf = [&](CompareController::Side side) {
        return m_window->compare().document(side).trace()->text(NameId(state(side).highlight().key));
    };
    QCOMPARE(nameOf(a), std::string_view("gemm_a"));
    QCOMPARE(nameOf(b), std::string_view("gemm_b"));
    QTest::keyClick(m_window->windowHandle(), Qt::Key_Escape);
    QVERIFY(state(a).highlight().isEmpty());
}

QTEST_MAIN(TestCompareWindow)
#include "tst_compare_window.moc"
