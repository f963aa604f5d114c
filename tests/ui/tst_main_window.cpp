// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a user has it: keys, drags, files that are no good.
#include "core/io/open_trace.h"
#include "core/query/range_summary.h"
#include "tests/support/fake_live_source.h"
#include "tests/support/strict_messages.h"
#include "tests/support/test_data.h"
#include "ui/actions.h"
#include "ui/main_window.h"
#include "ui/model/live_controller.h"
#include "ui/model/settings.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/model/track_layout.h"
#include "ui/panels/details_panel.h"
#include "ui/panels/figure_strip.h"
#include "ui/panels/selection_panel.h"
#include "ui/panels/table_view.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/timeline/track_headers.h"
#include "ui/window/file_commands.h"
#include "ui/window/loading_strip.h"
#include "ui/window/message_bar.h"
#include "ui/window/search_box.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QImage>
#include <QInputDialog>
#include <QMap>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sys/stat.h>

using namespace decodescope;

namespace {

// Of ProfilerStep#4 of the sample, counted outside of this program: torch's own export of the same recording.
constexpr Ns kStep4Length = 25267647;
constexpr Ns kStep4KernelSum = 2278376;
constexpr std::uint64_t kStep4Kernels = 925;

QString sample()
{
    return QString::fromStdString(test::samplePath("tinyllama-h200-torch.pt.trace.json.gz").string());
}

} // namespace

class TestMainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void keysAreUnique();
    void everyActionHasAName();
    void startsEmpty();
    void dragOverAStepShowsItsNumbers();
    void nextStepKeySelectsIt();
    void clickShowsDetailsAndLinksWork();
    void searchCountsAndGoes();
    void badFileIsSaidInTheWindow();
    void panelsFillThemselves();
    void copiesTheTable();
    void keptRangesCanBeUndone();
    void marksByKeyboard();
    void rowsByKeyboard();
    void lightsAndShowsOnlyMatches();
    void detailsTellOfTheTrace();
    void savesPictures();
    void remembersItsLayout();
    void showsAFileWhileItIsRead();
    void cancelWhileReadingComesBack();

private:
    void beginReading();
    void openSample();
    void settle();
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    SelectionPanel& selection();

    std::unique_ptr<std::ofstream> m_pipe;   // the other end of what beginReading() opens
    std::unique_ptr<QTemporaryDir> m_folder; // settings and views, new for each test
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<TraceDocument> m_document;
    std::unique_ptr<LiveController> m_live;
    std::unique_ptr<MainWindow> m_window;
};

void TestMainWindow::initTestCase()
{
    test::makeWarningsFatal();
    applyTheme(*qApp, ThemeMode::dark);
}

void TestMainWindow::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
    m_document = std::make_unique<TraceDocument>(
        [](const std::vector<std::string>& files, Progress& progress, std::stop_token stop,
           const TraceDocument::SnapshotSink& onSnapshot) { return openTraces(files, progress, stop, onSnapshot); });
    m_live = std::make_unique<LiveController>(*m_document, []() -> Result<std::unique_ptr<LiveSource>> {
        return failure(ErrorCode::unsupported, "This build cannot capture.");
    });
    m_window =
        std::make_unique<MainWindow>(*m_document, *m_live, *m_settings, MainWindow::Places{sample(), m_folder->path()});
    m_window->resize(1600, 1000);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

void TestMainWindow::cleanup()
{
    m_window.reset();
    m_live.reset();
    m_document.reset();
    m_settings.reset();
}

void TestMainWindow::settle()
{
    QTRY_VERIFY(m_window->isSettled());
}

void TestMainWindow::openSample()
{
    m_window->files().openSample();
    QTRY_VERIFY(!m_document->isEmpty());
    settle();
}

void TestMainWindow::press(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    m_window->timeline().setFocus();
    QTest::keyClick(m_window->windowHandle(), key, modifiers);
}

SelectionPanel& TestMainWindow::selection()
{
    return *m_window->findChild<SelectionPanel*>();
}

void TestMainWindow::keysAreUnique()
{
    QMap<QString, QString> owners;
    for (const QAction* action : m_window->actions().all())
        for (const QKeySequence& key : action->shortcuts()) {
            const QString text = key.toString(QKeySequence::PortableText);
            QVERIFY2(!owners.contains(text), qPrintable(text + ": " + owners[text] + ", " + action->objectName()));
            owners.insert(text, action->objectName());
        }
    QVERIFY(owners.size() > 40);
}

void TestMainWindow::everyActionHasAName()
{
    QMap<QString, int> ids;
    for (const ActionSpec& spec : m_window->actions().table()) {
        QVERIFY2(!spec.text.isEmpty() && bool(spec.run), qPrintable(spec.id));
        QCOMPARE(++ids[spec.id], 1);
    }
}

void TestMainWindow::startsEmpty()
{
    QVERIFY(m_document->isEmpty());
    QVERIFY(!m_window->timeline().isVisible()); // the start page is there instead
    QVERIFY(!m_window->actions().action(QStringLiteral("zoom-in"))->isEnabled());
    QVERIFY(m_window->actions().action(QStringLiteral("open-sample"))->isEnabled());
    openSample();
    QVERIFY(m_window->timeline().isVisible());
    QVERIFY(m_window->actions().action(QStringLiteral("zoom-in"))->isEnabled());
    QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("tinyllama-h200-torch")));
}

void TestMainWindow::dragOverAStepShowsItsNumbers()
{
    openSample();
    const Step step = m_document->trace()->steps()[1];
    // The step with a tenth of it on either side, so that its edges are on screen; the drag's edges snap to them.
    const Ns margin = step.range.length() / 10;
    m_window->state().setVisibleRange({step.range.begin - margin, step.range.end + margin});
    settle();
    TimelineCanvas& canvas = m_window->timeline().canvas();
    const double width = canvas.width();
    const auto spot = canvas.scene().spotOf(*m_document->trace(), m_window->timeline().rows(), step.event);
    const int y = int(spot.value().rect.center().y() / canvas.devicePixelRatioF());
    const QPoint from(int(width / 12.0) + 2, y);
    const QPoint to(int(width * 11.0 / 12.0) - 2, y);
    QTest::mousePress(&canvas, Qt::LeftButton, Qt::NoModifier, from);
    QTest::mouseMove(&canvas, (from + to) / 2);
    QTest::mouseMove(&canvas, to);
    QTest::mouseRelease(&canvas, Qt::LeftButton, Qt::NoModifier, to);
    QVERIFY(m_window->state().selectedRange().has_value());
    QCOMPARE(m_window->state().selectedRange()->begin, step.range.begin);
    QCOMPARE(m_window->state().selectedRange()->end, step.range.end);
    settle();

    const SharedSummary summary = selection().summary();
    QVERIFY(summary);
    QCOMPARE(summary->range.length(), kStep4Length);
    QCOMPARE(summary->kernelSum, kStep4KernelSum);
    QCOMPARE(summary->kernelCount, kStep4Kernels);
    // The figures on screen are these.
    const std::vector<Figure>& figures = selection().figures().figures();
    QCOMPARE(figures[0].caption, QStringLiteral("ProfilerStep#4"));
    QCOMPARE(figures[0].value.number, durationParts(kStep4Length).number);
    QCOMPARE(figures[1].value.number, durationParts(kStep4KernelSum).number);
    QCOMPARE(figures[4].value.number, QStringLiteral("925"));
    // And those of the query that the command line prints.
    const auto printed = summarizeRange(*m_document->trace(), step.range, nullptr);
    QVERIFY(printed);
    QCOMPARE(summary->busy, printed->busy);
    QCOMPARE(summary->gpuOps, printed->gpuOps);
}

void TestMainWindow::nextStepKeySelectsIt()
{
    openSample();
    press(Qt::Key_PageDown);
    QTRY_VERIFY(m_window->state().selectedRange().has_value());
    const auto first = m_window->state().selectedRange();
    press(Qt::Key_PageDown);
    QVERIFY(m_window->state().selectedRange() != first);
    const TimeRange before = m_window->state().visibleRange();
    press(Qt::Key_W);
    QVERIFY(m_window->state().visibleRange().length() < before.length());
    press(Qt::Key_0);
    for (const Step& step : m_document->trace()->steps())
        QVERIFY(m_window->state().visibleRange().contains(step.range));
}

void TestMainWindow::clickShowsDetailsAndLinksWork()
{
    openSample();
    press(Qt::Key_K);
    const EventId kernel = m_window->state().selectedEvent();
    QVERIFY(kernel != kNoEvent);
    QCOMPARE(m_document->trace()->kind(kernel), EventKind::kernel);
    settle();
    const auto* details = m_window->findChild<DetailsPanel*>();
    const std::string_view name = m_document->trace()->name(kernel);
    QVERIFY2(details->plainText().contains(QString::fromUtf8(name.data(), qsizetype(name.size()))),
             qPrintable(details->plainText()));
    QVERIFY(details->plainText().contains(QStringLiteral("launched by")));
    press(Qt::Key_BracketLeft);
    QCOMPARE(m_window->state().selectedEvent(), m_document->trace()->launchOf(kernel));
    press(Qt::Key_BracketRight);
    QCOMPARE(m_window->state().selectedEvent(), kernel);
}

void TestMainWindow::searchCountsAndGoes()
{
    openSample();
    press(Qt::Key_Slash);
    SearchBox& search = m_window->search();
    QTRY_VERIFY(search.hasFocus());
    QSignalSpy searched(&search, &SearchBox::searched);
    QTest::keyClicks(&search, QStringLiteral("linear"));
    settle();
    // 155 a step, as 7 x 22 layers + lm_head says; three steps.
    QTRY_COMPARE(search.matchCount(), std::size_t{465});
    QCOMPARE(m_window->state().highlight().events.size(), std::size_t{465});
    QTest::keyClick(&search, Qt::Key_Return);
    const EventId first = m_window->state().selectedEvent();
    QCOMPARE(m_document->trace()->name(first), std::string_view("aten::linear"));
    QTest::keyClick(&search, Qt::Key_Return);
    QVERIFY(m_window->state().selectedEvent() != first);
    QTest::keyClick(&search, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(m_window->state().selectedEvent(), first);
    QTest::keyClick(&search, Qt::Key_Escape);
    QVERIFY(m_window->state().highlight().isEmpty());
}

void TestMainWindow::badFileIsSaidInTheWindow()
{
    openSample();
    const auto before = m_document->trace();
    m_window->files().open({QStringLiteral("/nowhere/no.json")});
    QTRY_VERIFY(m_window->messages().isVisible());
    QVERIFY(m_window->messages().text().contains(QStringLiteral("no.json")));
    QCOMPARE(m_document->trace(), before);
    m_window->files().openSample(); // goes on, and takes the message away
    QVERIFY(!m_window->messages().isVisible());
    settle();
}

void TestMainWindow::panelsFillThemselves()
{
    openSample();
    for (const PanelSpec& spec : panelSpecs()) {
        QVERIFY2(m_window->showPanel(spec.id), qPrintable(spec.id));
        settle();
        if (const auto* table = m_window->findChild<QWidget*>(spec.id)->findChild<TableView*>();
            table && spec.id != QLatin1String("warnings") && spec.id != QLatin1String("marks"))
            if (spec.id != QLatin1String("selection")) // its first table is by part, which needs labels
                QVERIFY2(table->model()->rowCount() > 0, qPrintable(spec.id));
    }
    QVERIFY(!m_window->showPanel(QStringLiteral("nothing")));
}

void TestMainWindow::copiesTheTable()
{
    openSample();
    m_window->showPanel(QStringLiteral("selection"));
    selection().setBy(SelectionPanel::By::kernel);
    settle();
    selection().tableView().copyToClipboard();
    const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(std::size_t(lines.size()), selection().summary()->kernels.size() + 1);
    QVERIFY(lines.front().startsWith(QStringLiteral("Kernel\tTime")));
}

void TestMainWindow::keptRangesCanBeUndone()
{
    openSample();
    press(Qt::Key_PageDown);
    press(Qt::Key_M, Qt::ShiftModifier);
    QCOMPARE(m_window->state().marks().size(), std::size_t{1});
    press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(m_window->state().marks().size(), std::size_t{0});
    press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(m_window->state().marks().size(), std::size_t{1});
    press(Qt::Key_Delete);
    QCOMPARE(m_window->state().marks().size(), std::size_t{0});
}

void TestMainWindow::marksByKeyboard()
{
    openSample();
    const auto answer = [this](const QString& text) {
        auto* box = m_window->findChild<QInputDialog*>();
        QVERIFY(box);
        box->setTextValue(text);
        box->accept();
        QTRY_VERIFY(!m_window->findChild<QInputDialog*>());
        m_window->activateWindow();
        QTRY_VERIFY(m_window->isActiveWindow());
    };
    press(Qt::Key_M);
    answer(QStringLiteral("stall"));
    QCOMPARE(m_window->state().marks().size(), std::size_t{1});
    QCOMPARE(m_window->state().marks()[0].text, QStringLiteral("stall"));
    QVERIFY(!m_window->state().marks()[0].isRange());
    press(Qt::Key_F2);
    answer(QStringLiteral("sync"));
    QCOMPARE(m_window->state().marks()[0].text, QStringLiteral("sync"));
    m_window->state().setVisibleRange(m_document->trace()->steps()[2].range);
    press(Qt::Key_J, Qt::ShiftModifier);
    QVERIFY(m_window->state().visibleRange().contains(m_window->state().marks()[0].range.begin));
    QVERIFY(m_window->showPanel(QStringLiteral("marks")));
    settle();
    QCOMPARE(m_window->findChild<QWidget*>(QStringLiteral("marks"))->findChild<TableView*>()->model()->rowCount(), 1);
    press(Qt::Key_Delete);
    QVERIFY(m_window->state().marks().empty());
}

void TestMainWindow::rowsByKeyboard()
{
    openSample();
    const TrackLayout& rows = m_window->timeline().rows();
    const auto operation = m_document->trace()->gpuOperation(0).event;
    m_window->timeline().navigator().goTo(operation);
    const RowId stream{RowKind::slices, std::uint32_t(index(m_document->trace()->event(operation).track))};
    QCOMPARE(m_window->timeline().headers().current(), std::optional(stream)); // the row of the selected slice
    press(Qt::Key_P);
    QVERIFY(rows.rows()[0].row.id == stream && rows.rows()[0].isPinned);
    press(Qt::Key_P);
    const auto before = rows.find(stream);
    press(Qt::Key_Down, Qt::AltModifier);
    QVERIFY(rows.find(stream) != before);
    press(Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(rows.find(stream), before);
    press(Qt::Key_Down, Qt::ControlModifier);
    QVERIFY(rows.stretch(stream) > 1);
    press(Qt::Key_H);
    QVERIFY(rows.isHidden(stream));
    press(Qt::Key_H, Qt::ShiftModifier);
    QVERIFY(!rows.isHidden(stream));
    press(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(rows.isHidden(stream));
}

void TestMainWindow::lightsAndShowsOnlyMatches()
{
    openSample();
    m_window->search().setText(QStringLiteral("cat:kernel dur>5us"));
    settle();
    QVERIFY(!m_window->state().highlight().isEmpty());
    press(Qt::Key_O);
    QVERIFY(m_window->state().showsOnlyMatches());
    QVERIFY(!m_window->search().text().isEmpty());
    press(Qt::Key_Escape);
    QVERIFY(m_window->state().highlight().isEmpty());
    QVERIFY(m_window->search().text().isEmpty());
}

void TestMainWindow::detailsTellOfTheTrace()
{
    openSample();
    const QString text = m_window->findChild<DetailsPanel*>()->plainText();
    for (const char* fact : {"3: #3 to #5", "2,775 operations", "NVIDIA H200", "all keys"}) // counted by torch
        QVERIFY2(text.contains(QLatin1String(fact)), qPrintable(text));
}

void TestMainWindow::savesPictures()
{
    openSample();
    const QString png = m_folder->filePath(QStringLiteral("view.png"));
    const QString svg = m_folder->filePath(QStringLiteral("view.SVG"));
    const QSize size = m_window->timeline().size() * m_window->devicePixelRatioF(); // notes will take some of it
    for (const QString& path : {png, svg}) {
        m_window->files().saveImageTo(path);
        QTRY_VERIFY(QFileInfo::exists(path));
        settle();
    }
    QCOMPARE(QImage(png).size(), size);
    QFile file(svg);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("<svg"));
    m_window->files().copyImage();
    QVERIFY(QGuiApplication::clipboard()->mimeData()->hasFormat(QStringLiteral("image/svg+xml")));
    QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
    m_window->files().saveImageTo(m_folder->filePath(QStringLiteral("no/such/folder/x.png")));
    QTRY_VERIFY(m_window->messages().text().contains(QStringLiteral("could not be written")));
}

void TestMainWindow::remembersItsLayout()
{
    m_window->resize(1234, 777);
    QVERIFY(m_window->showPanel(QStringLiteral("gaps")));
    m_window->close();
    m_window =
        std::make_unique<MainWindow>(*m_document, *m_live, *m_settings, MainWindow::Places{sample(), m_folder->path()});
    QCOMPARE(m_window->size(), QSize(1234, 777));
    QCOMPARE(m_settings->drawerPanel(), QStringLiteral("gaps/cause")); // with what is shown in it
}

// Of a trace that comes through a pipe, as much is there as the pipe was given: 20 ms of slices of a microsecond, with
// more to come.
void TestMainWindow::beginReading()
{
    const QString pipe = m_folder->filePath(QStringLiteral("pipe.json"));
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    m_window->files().open({pipe});
    m_pipe = std::make_unique<std::ofstream>(pipe.toStdString()); // waits for the reader
    *m_pipe << "[";
    for (int i = 0; i < 20'000; ++i)
        *m_pipe << R"({"ph": "X", "name": "op", "pid": 1, "tid": 1, "ts": )" << i << R"(, "dur": 1},)" << '\n';
    m_pipe->flush();
    QTRY_VERIFY(!m_document->isComplete() && m_document->trace()->eventCount() > 10'000);
    QCOMPARE(m_document->state(), TraceDocument::State::loading);
}

void TestMainWindow::showsAFileWhileItIsRead()
{
    beginReading();
    auto* strip = m_window->findChild<LoadingStrip*>();
    QTRY_VERIFY(strip->isVisible());
    QVERIFY2(strip->text().contains(QStringLiteral("pipe.json")), qPrintable(strip->text()));
    QVERIFY(m_window->timeline().isVisible());
    QVERIFY(m_window->windowTitle().contains(QStringLiteral("pipe.json")));
    QVERIFY(m_document->trace()->eventCount() < 20'001);
    QVERIFY(m_window->state().visibleRange().contains(m_document->trace()->span()));
    // Who sees all goes on seeing all; who has gone to look at something stays there.
    const TimeRange near{1'000'000, 2'000'000};
    m_window->state().setVisibleRange(near);
    m_window->files().exportTrace({});
    QVERIFY(m_window->messages().text().contains(QStringLiteral("still being read")));
    *m_pipe << R"({"ph": "X", "name": "last", "pid": 1, "tid": 1, "ts": 30000, "dur": 1}])";
    m_pipe.reset();
    QTRY_COMPARE(m_document->state(), TraceDocument::State::idle);
    QCOMPARE(m_document->trace()->eventCount(), std::size_t{20'001});
    QVERIFY(!strip->isVisible());
    QCOMPARE(m_window->state().visibleRange(), near);
    QCOMPARE(m_window->state().content(), (TimeRange{0, 30'001'000}));
    settle();
}

void TestMainWindow::cancelWhileReadingComesBack()
{
    openSample();
    const auto before = m_document->trace();
    const QString title = m_window->windowTitle();
    beginReading();
    QVERIFY(m_window->windowTitle() != title);
    auto* strip = m_window->findChild<LoadingStrip*>();
    QTRY_VERIFY(strip->isVisible());
    QTest::mouseClick(strip->findChild<QPushButton*>(QStringLiteral("cancel-reading")), Qt::LeftButton);
    QCOMPARE(m_document->state(), TraceDocument::State::idle);
    QCOMPARE(m_document->trace(), before);
    QCOMPARE(m_window->windowTitle(), title);
    QVERIFY(!strip->isVisible());
    settle();
    m_pipe.reset();
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
