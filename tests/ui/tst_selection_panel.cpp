// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of a range on CPU rows, and what panels say where there is nothing to count.
#include "tests/support/strict_messages.h"
#include "tests/support/trace_dsl.h"
#include "ui/model/table_model.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/track_layout.h"
#include "ui/model/view_editor.h"
#include "ui/panels/details_panel.h"
#include "ui/panels/elided_label.h"
#include "ui/panels/figure_strip.h"
#include "ui/panels/gaps_panel.h"
#include "ui/panels/launch_panel.h"
#include "ui/panels/selection_panel.h"
#include "ui/panels/stacked_bars.h"
#include "ui/panels/table_view.h"
#include "ui/panels/warnings_panel.h"
#include "ui/window/loading_strip.h"

#include <QLabel>
#include <QScopeGuard>
#include <QTest>

#include <semaphore>

using namespace decodescope;
using test::eventNamed;
using test::traceOf;

namespace {

constexpr const char* kCpuAndGpu = R"(
    cpu 1 1
    op     0 1000 aten::linear
    call 100  200 cudaLaunchKernel #1
    cpu 1 2
    op     0  500 elsewhere
    gpu 0 7
    kernel 300 700 gemm #1
)";
constexpr const char* kCpuAlone = R"(
    cpu 1 1
    op   0 1000 aten::linear
    op 100  400 aten::addmm
)";

// 500 of a step's 1000 ns, in which the GPU works for 100 + 100 + 10; the last kernel goes on after the cut.
constexpr const char* kPartOfAStep = R"(
    meta cutOut {"source": "long.json", "beginNanoseconds": 200, "endNanoseconds": 700}
    cpu 1 1
    step   0 1000 ProfilerStep#1
    call 210  220 cudaLaunchKernel #1
    call 410  420 cudaLaunchKernel #2
    call 610  620 cudaLaunchKernel #3
    gpu 0 7
    kernel 300 400 gemm #1
    kernel 500 600 gemm #2
    kernel 690 900 gemm #3
)";
constexpr TimeRange kStep{0, 1000};

struct Views
{
    explicit Views(TraceDocument::Opener opener = {})
        : document(std::move(opener))
        , navigator(document, state)
        , editor(document, state, layout, navigator)
        , context{document, state, navigator, editor}
    {
    }
    TrackId trackOf(const char* name) const
    {
        return document.trace()->events().track(eventNamed(*document.trace(), name));
    }

    TraceDocument document;
    TimelineState state;
    TrackLayout layout;
    TimelineNavigator navigator;
    ViewEditor editor;
    PanelContext context;
};

// Has read the last byte and shows `trace`, but does not end before there is a permit.
TraceDocument::Opener heldReader(const std::shared_ptr<const Trace>& trace, std::counting_semaphore<>& permits)
{
    return [trace, &permits](const std::vector<std::string>&, Progress& progress, std::stop_token,
                             const TraceDocument::SnapshotSink& onSnapshot) -> Result<std::shared_ptr<const Trace>> {
        progress.setTotal(8);
        progress.setDone(8);
        onSnapshot(trace);
        permits.acquire();
        return trace;
    };
}

// Cells as they are shown, of the columns in front.
QStringList shown(SelectionPanel& panel, int columns)
{
    const TableModel& table = panel.tableView().table();
    QStringList rows;
    for (int row = 0; row < table.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < columns; ++column)
            cells += table.data(table.index(row, column), Qt::DisplayRole).toString();
        rows += cells.join(QLatin1Char('|')).replace(QChar::Nbsp, QLatin1Char(' '));
    }
    return rows;
}

// Some label of the panel says this.
bool says(const QWidget& panel, const QString& text)
{
    const auto saysIt = [&](const auto* label) { return label->text().contains(text); };
    const auto labels = panel.findChildren<QLabel*>();
    const auto notes = panel.findChildren<ElidedLabel*>();
    return std::any_of(labels.begin(), labels.end(), saysIt) || std::any_of(notes.begin(), notes.end(), saysIt);
}

} // namespace

class TestSelectionPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void cpuRowsAreCountedByName();
    void withoutGpuAllThreadsAreCounted();
    void kernelsWithoutLengthGetNoVerdict();
    void emptyGapsSayWhy();
    void saysThatItIsStillRead();
    void noVerdictBeforeAllIsRead();
    void figuresAreOfThePartInTheFile();
    void gapsAreOfThePartInTheFile();
    void launchesAreOfThePartInTheFile();
    void nothingIsSaidOfWhatIsNotInTheFile();
    void detailsOfAKernelBeginWithWhatMatters();
    void aStepIsTheMedianOfWholeOnes();
    void warningsWithoutAPlaceHaveNoColumnForIt();
};

void TestSelectionPanel::cpuRowsAreCountedByName()
{
    Views views;
    views.document.setTrace(traceOf(kCpuAndGpu), QStringLiteral("test"));
    SelectionPanel panel(views.context, nullptr);
    panel.resize(900, 300);
    panel.setVisible(true);
    QTRY_VERIFY(panel.summary());
    QVERIFY(!panel.slices()); // all rows: what the GPU did
    QCOMPARE(panel.by(), SelectionPanel::By::part);
    views.state.setSelectedRange(TimeRange{0, 600}, {views.trackOf("aten::linear")});
    QTRY_VERIFY(panel.slices());
    QCOMPARE(panel.slices()->slices, 2u);
    QCOMPARE(panel.by(), SelectionPanel::By::slice);
    QCOMPARE(shown(panel, 2), (QStringList{QStringLiteral("aten::linear|500 ns"), // 600 without the call's 100
                                           QStringLiteral("cudaLaunchKernel|100 ns")}));
    views.state.setSelectedRange(TimeRange{0, 600}, {views.trackOf("gemm")});
    QTRY_VERIFY(!panel.slices());
    QCOMPARE(panel.by(), SelectionPanel::By::part);
    QCOMPARE(panel.summary()->gpuOps, 1u);
    // Rows of both kinds: both tables can be had.
    views.state.setSelectedRange(TimeRange{0, 600}, {views.trackOf("elsewhere"), views.trackOf("gemm")});
    QTRY_VERIFY(panel.slices());
    QCOMPARE(panel.summary()->gpuOps, 1u);
    panel.setBy(SelectionPanel::By::slice);
    QCOMPARE(shown(panel, 2), QStringList{QStringLiteral("elsewhere|500 ns")});
}

void TestSelectionPanel::withoutGpuAllThreadsAreCounted()
{
    Views views;
    views.document.setTrace(traceOf(kCpuAlone), QStringLiteral("test"));
    SelectionPanel panel(views.context, nullptr);
    panel.resize(900, 300);
    panel.setVisible(true);
    QTRY_VERIFY(panel.slices());
    QCOMPARE(shown(panel, 2),
             (QStringList{QStringLiteral("aten::linear|700 ns"), QStringLiteral("aten::addmm|300 ns")}));
    QVERIFY(says(panel, QStringLiteral("Nothing ran on a GPU")));
}

void TestSelectionPanel::kernelsWithoutLengthGetNoVerdict()
{
    Views views;
    views.document.setTrace(traceOf("gpu 0 7\nkernel 10 10 a\nkernel 90 90 b\n"), QStringLiteral("test"));
    SelectionPanel panel(views.context, nullptr);
    panel.setVisible(true);
    QTRY_VERIFY(panel.summary());
    QVERIFY(says(panel, QStringLiteral("without a duration")));
    QVERIFY(!says(panel, QStringLiteral("Launch-bound")));
}

void TestSelectionPanel::emptyGapsSayWhy()
{
    Views views;
    views.document.setTrace(traceOf(kCpuAlone), QStringLiteral("test"));
    GapsPanel panel(views.context, nullptr);
    panel.setVisible(true);
    QTRY_VERIFY(says(panel, QStringLiteral("Nothing ran on a GPU in this trace")));
}

void TestSelectionPanel::saysThatItIsStillRead()
{
    const auto trace = traceOf(kCpuAlone);
    std::counting_semaphore<> permits(0);
    Views views(heldReader(trace, permits));
    SelectionPanel selection(views.context, nullptr);
    GapsPanel gaps(views.context, nullptr);
    DetailsPanel details(views.context, nullptr);
    LoadingStrip strip(views.document);
    const auto end = qScopeGuard([&] { permits.release(); }); // also when a check fails
    for (QWidget* widget : std::initializer_list<QWidget*>{&selection, &gaps, &details})
        widget->setVisible(true);
    views.document.open({QStringLiteral("slow.json")});
    const QString reading = QStringLiteral("still being read");
    QTRY_VERIFY(says(selection, reading));
    QTRY_VERIFY(says(gaps, reading));
    QTRY_VERIFY(details.plainText().contains(QStringLiteral("none so far")));
    QVERIFY(!details.plainText().contains(QStringLiteral("only the CPU")));
    QTRY_VERIFY(strip.text().startsWith(QStringLiteral("Reading slow.json: 99 %")));
    permits.release();
    QTRY_VERIFY(says(selection, QStringLiteral("Nothing ran on a GPU")));
    QTRY_VERIFY(says(gaps, QStringLiteral("Nothing ran on a GPU")));
    QTRY_VERIFY(details.plainText().contains(QStringLiteral("none: only the CPU was recorded")));
    QVERIFY(!details.plainText().contains(QStringLiteral("so far")));
    QVERIFY(!says(selection, reading) && !says(gaps, reading));
}

void TestSelectionPanel::noVerdictBeforeAllIsRead()
{
    const auto trace = traceOf("cpu 1 1\nstep 0 1000 ProfilerStep#1\ncall 100 200 cudaLaunchKernel #1\n"
                               "gpu 0 7\nkernel 300 700 gemm #1\n");
    std::counting_semaphore<> permits(0);
    Views views(heldReader(trace, permits));
    SelectionPanel selection(views.context, nullptr);
    LaunchPanel launches(views.context, nullptr);
    WarningsPanel warnings(views.context, nullptr);
    const auto end = qScopeGuard([&] { permits.release(); }); // also when a check fails
    for (QWidget* widget : std::initializer_list<QWidget*>{&selection, &launches, &warnings})
        widget->setVisible(true);
    views.document.open({QStringLiteral("slow.json")});
    QTRY_VERIFY(says(selection, QStringLiteral("still being read")));
    QTRY_VERIFY(says(launches, QStringLiteral("still being read")));
    QTRY_VERIFY(says(warnings, QStringLiteral("so far")));
    QVERIFY(!says(selection, QStringLiteral("bound")));
    permits.release();
    QTRY_VERIFY(says(selection, QStringLiteral("Launch-bound: the GPU worked for 40 %"))); // 400 of 1000
    QTRY_VERIFY(!says(launches, QStringLiteral("still being read")));
    QTRY_VERIFY(says(warnings, QStringLiteral("every event could be used")));
}

void TestSelectionPanel::figuresAreOfThePartInTheFile()
{
    Views views;
    views.document.setTrace(traceOf(kPartOfAStep), QStringLiteral("test"));
    SelectionPanel panel(views.context, nullptr);
    panel.setVisible(true);
    const auto figure = [&](const char* caption) {
        for (const Figure& one : panel.figures().figures())
            if (one.caption == QLatin1String(caption))
                return one.value.text();
        return QStringLiteral("none");
    };
    for (const bool isSelected : {false, true}) { // the whole trace is that step
        views.state.setSelectedRange(isSelected ? std::optional(kStep) : std::nullopt);
        QTRY_VERIFY(panel.summary() && !panel.isStale());
        QTRY_COMPARE(figure("part of ProfilerStep#1").replace(QChar::Nbsp, QLatin1Char(' ')), QStringLiteral("500 ns"));
        QCOMPARE(figure("gap").replace(QChar::Nbsp, QLatin1Char(' ')), QStringLiteral("290 ns"));
        QCOMPARE(figure("before and after"), QStringLiteral("none"));
        QVERIFY(says(panel, QStringLiteral("the GPU worked for 42 % of the part of the step that is in the file")));
        QVERIFY(says(panel, QStringLiteral("The file holds a part of a recording")));
    }
    views.state.setSelectedRange(TimeRange{300, 500}); // all there
    QTRY_VERIFY(says(panel, QStringLiteral("the GPU worked for 50 % of the selection.")));
    QVERIFY(!says(panel, QStringLiteral("a part of a recording")));
}

void TestSelectionPanel::gapsAreOfThePartInTheFile()
{
    Views views;
    views.document.setTrace(traceOf(kPartOfAStep), QStringLiteral("test"));
    GapsPanel panel(views.context, nullptr);
    panel.setVisible(true);
    views.state.setSelectedRange(kStep);
    const auto note = [&] {
        QString text;
        for (const auto* label : panel.findChildren<ElidedLabel*>())
            text += label->text();
        return text.replace(QChar::Nbsp, QLatin1Char(' '));
    };
    QTRY_VERIFY2(note().contains(QStringLiteral("290 ns idle in 3 gaps of the part of ProfilerStep#1 that is in the "
                                                "file (500 ns)")),
                 qPrintable(note()));
    QCOMPARE(panel.chart().series().front().times, std::vector<Ns>{210}); // busy
    panel.show(GapsPanel::byStep);
    const TableModel& table = panel.tableView().table();
    QTRY_COMPARE(table.columns()[0].text(0), QStringLiteral("part of ProfilerStep#1"));
    QCOMPARE(table.columns()[1].value(0).toLongLong(), 500);
    QCOMPARE(table.columns()[2].value(0).toLongLong(), 290);
}

void TestSelectionPanel::launchesAreOfThePartInTheFile()
{
    Views views;
    views.document.setTrace(traceOf(kPartOfAStep), QStringLiteral("test"));
    LaunchPanel panel(views.context, nullptr);
    panel.setVisible(true);
    views.state.setSelectedRange(kStep);
    QTRY_VERIFY(panel.view() && says(panel, QStringLiteral("The file holds a part of a recording")));
    QVERIFY2(panel.verdict().contains(QStringLiteral("500 ns the GPU works 210 ns")), qPrintable(panel.verdict()));
    QVERIFY(!panel.view()->estimates); // of a step that is not whole nobody knows what would help
}

void TestSelectionPanel::nothingIsSaidOfWhatIsNotInTheFile()
{
    Views views;
    views.document.setTrace(traceOf(kPartOfAStep), QStringLiteral("test"));
    SelectionPanel panel(views.context, nullptr);
    panel.setVisible(true);
    views.state.setSelectedRange(TimeRange{750, 950});
    QTRY_VERIFY(says(panel, QStringLiteral("Nothing that ran on a GPU in the selection is in the file")));
    QVERIFY(!says(panel, QStringLiteral("bound")));
}

void TestSelectionPanel::detailsOfAKernelBeginWithWhatMatters()
{
    const QString name =
        QStringLiteral("void at::native::elementwise_kernel<128, 2, at::native::gpu_kernel_impl_nocast<"
                       "at::native::BinaryFunctor<float, float, float, AddFunctor<float> > >("
                       "at::TensorIteratorBase&, int const&)::{lambda(int)#1}>(int, lambda)");
    Views views;
    views.document.setTrace(traceOf(("gpu 0 7\nkernel 300 700 \"" + name.toStdString() +
                                     "\" {\"grid\": [64, 2, 1], \"block\": [128, 1, 1]}\n")
                                        .c_str()),
                            QStringLiteral("test"));
    DetailsPanel details(views.context, nullptr);
    details.setVisible(true);
    views.state.setSelectedEvent(EventId{0});
    QTRY_VERIFY(details.plainText().contains(name));
    const QString front = details.plainText().section(name, 0, 0);
    QVERIFY2(front.contains(QStringLiteral("64 \u00d7 2 \u00d7 1")), qPrintable(front));
    QVERIFY(front.contains(QStringLiteral("400")) && front.contains(QStringLiteral("128 \u00d7 1 \u00d7 1")));
    QVERIFY(front.contains(QStringLiteral("elementwise: ")));
    QVERIFY(!front.contains(QStringLiteral("TensorIteratorBase")));
}

// Cut from 90 to 700. Of the two steps that are whole the shorter one, as in the record sheet.
void TestSelectionPanel::aStepIsTheMedianOfWholeOnes()
{
    Views views;
    views.document.setTrace(traceOf(R"(
        meta cutOut {"source": "long.json", "beginNanoseconds": 90, "endNanoseconds": 700}
        cpu 1 1
        step 0 100 ProfilerStep#0
        step 100 205 ProfilerStep#1
        step 205 600 ProfilerStep#2
        step 600 900 ProfilerStep#3
    )"),
                            QStringLiteral("test"));
    DetailsPanel details(views.context, nullptr);
    details.setVisible(true);
    QTRY_VERIFY(details.plainText().contains(QStringLiteral("(median)")));
    const QString text = details.plainText().replace(QChar::Nbsp, QLatin1Char(' '));
    QVERIFY2(text.contains(QStringLiteral("105 ns (median)")), qPrintable(text));
}

void TestSelectionPanel::warningsWithoutAPlaceHaveNoColumnForIt()
{
    Views views;
    views.document.setTrace(traceOf("cpu 1 1\nop 0 10 a\ngpu 0 7\nkernel 10 90 gemm #5\n"), QStringLiteral("test"));
    WarningsPanel panel(views.context, nullptr);
    panel.setVisible(true);
    const TableModel& table = panel.tableView().table();
    QTRY_COMPARE(table.rowCount(), 1); // the launch is not there
    QCOMPARE(table.columnCount(), 3);  // what, kind, count
}

QTEST_MAIN(TestSelectionPanel)
#include "tst_selection_panel.moc"
