// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a user has it: keys, drags, panels, marks.
#include "core/query/range_summary.h"
#include "tests/support/strict_messages.h"
#include "tests/ui/sample_window.h"
#include "ui/actions.h"
#include "ui/model/language.h"
#include "ui/model/number_text.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/track_layout.h"
#include "ui/panels/details_panel.h"
#include "ui/panels/figure_strip.h"
#include "ui/panels/selection_panel.h"
#include "ui/panels/table_view.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/timeline/track_headers.h"
#include "ui/window/preferences_dialog.h"
#include "ui/window/search_box.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMap>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace decodescope;
using test::SampleWindow;

class TestMainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_sample.reset(); }
    void keysAreUnique();
    void everyActionHasAName();
    void startsEmpty();
    void dragOverAStepShowsItsNumbers();
    void nextStepKeySelectsIt();
    void clickShowsDetailsAndLinksWork();
    void searchCountsAndGoes();
    void panelsFillThemselves();
    void copiesTheTable();
    void keptRangesCanBeUndone();
    void marksByKeyboard();
    void rowsByKeyboard();
    void lightsAndShowsOnlyMatches();
    void detailsTellOfTheTrace();
    void saysTheScaleThatIsShown();
    void remembersItsLayout();
    void anotherPanelTakesNoLetters();
    void escapeEndsTheFilterFirst();
    void afterAMatchLettersAreCommands();
    void preferencesShowWholePaths();
    void preferencesSpeakTheChosenLanguage();

private:
    SelectionPanel& selection() { return m_sample->find<SelectionPanel>(); }
    MainWindow& window() { return m_sample->window(); }
    TimelineState& state() { return m_sample->state(); }
    TraceDocument& document() { return m_sample->document(); }

    std::unique_ptr<SampleWindow> m_sample;
};

void TestMainWindow::initTestCase()
{
    test::makeWarningsFatal();
    applyTheme(*qApp, ThemeMode::dark);
}

void TestMainWindow::init()
{
    m_sample = std::make_unique<SampleWindow>();
    QVERIFY(m_sample->activate());
}

void TestMainWindow::keysAreUnique()
{
    QMap<QString, QString> owners;
    for (const QAction* action : window().actions().all())
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
    for (const ActionSpec& spec : window().actions().table()) {
        QVERIFY2(!spec.text.isEmpty() && bool(spec.run), qPrintable(spec.id));
        QCOMPARE(++ids[spec.id], 1);
    }
}

void TestMainWindow::startsEmpty()
{
    QVERIFY(document().isEmpty());
    QVERIFY(!window().timeline().isVisible()); // the start page is there instead
    QVERIFY(!window().actions().action(QStringLiteral("zoom-in"))->isEnabled());
    QVERIFY(window().actions().action(QStringLiteral("open-sample"))->isEnabled());
    QVERIFY(m_sample->openSample());
    QVERIFY(window().timeline().isVisible());
    QVERIFY(window().actions().action(QStringLiteral("zoom-in"))->isEnabled());
    QVERIFY(window().windowTitle().startsWith(QStringLiteral("tinyllama-h200-torch")));
}

void TestMainWindow::dragOverAStepShowsItsNumbers()
{
    QVERIFY(m_sample->openSample());
    const Step step = document().trace()->steps()[1];
    // The step with a tenth of it on either side, so that its edges are on screen; the drag's edges snap to them.
    const Ns margin = step.range.length() / 10;
    state().setVisibleRange({step.range.begin - margin, step.range.end + margin});
    QVERIFY(m_sample->settle());
    TimelineCanvas& canvas = window().timeline().canvas();
    const double width = canvas.width();
    const auto spot = canvas.scene().spotOf(*document().trace(), window().timeline().rows(), step.event);
    const int y = int(spot.value().rect.center().y() / canvas.devicePixelRatioF());
    const QPoint from(int(width / 12.0) + 2, y);
    const QPoint to(int(width * 11.0 / 12.0) - 2, y);
    QTest::mousePress(&canvas, Qt::LeftButton, Qt::NoModifier, from);
    QTest::mouseMove(&canvas, (from + to) / 2);
    QTest::mouseMove(&canvas, to);
    QTest::mouseRelease(&canvas, Qt::LeftButton, Qt::NoModifier, to);
    QVERIFY(state().selectedRange().has_value());
    QCOMPARE(state().selectedRange()->begin, step.range.begin);
    QCOMPARE(state().selectedRange()->end, step.range.end);
    QVERIFY(m_sample->settle());

    const SharedSummary summary = selection().summary();
    QVERIFY(summary);
    QCOMPARE(summary->range.length(), test::kStep4Length);
    QCOMPARE(summary->kernelSum, test::kStep4KernelSum);
    QCOMPARE(summary->kernelCount, test::kStep4Kernels);
    // The figures on screen are these.
    const std::vector<Figure>& figures = selection().figures().figures();
    QCOMPARE(figures[0].caption, QStringLiteral("ProfilerStep#4"));
    QCOMPARE(figures[0].value.number, durationParts(test::kStep4Length).number);
    QCOMPARE(figures[1].value.number, durationParts(test::kStep4KernelSum).number);
    QCOMPARE(figures[4].value.number, QStringLiteral("925"));
    // And those of the query that the command line prints.
    const auto printed = summarizeRange(*document().trace(), step.range, nullptr);
    QVERIFY(printed);
    QCOMPARE(summary->busy, printed->busy);
    QCOMPARE(summary->gpuOps, printed->gpuOps);
}

void TestMainWindow::nextStepKeySelectsIt()
{
    QVERIFY(m_sample->openSample());
    m_sample->press(Qt::Key_PageDown);
    QTRY_VERIFY(state().selectedRange().has_value());
    const auto first = state().selectedRange();
    m_sample->press(Qt::Key_PageDown);
    QVERIFY(state().selectedRange() != first);
    const TimeRange before = state().visibleRange();
    m_sample->press(Qt::Key_W);
    QVERIFY(state().visibleRange().length() < before.length());
    m_sample->press(Qt::Key_0);
    for (const Step& step : document().trace()->steps())
        QVERIFY(state().visibleRange().contains(step.range));
}

void TestMainWindow::clickShowsDetailsAndLinksWork()
{
    QVERIFY(m_sample->openSample());
    m_sample->press(Qt::Key_K);
    const EventId kernel = state().selectedEvent();
    QVERIFY(kernel != kNoEvent);
    QCOMPARE(document().trace()->kind(kernel), EventKind::kernel);
    QVERIFY(m_sample->settle());
    const auto* details = window().findChild<DetailsPanel*>();
    const std::string_view name = document().trace()->name(kernel);
    QVERIFY2(details->plainText().contains(QString::fromUtf8(name.data(), qsizetype(name.size()))),
             qPrintable(details->plainText()));
    QVERIFY(details->plainText().contains(QStringLiteral("launched by")));
    m_sample->press(Qt::Key_BracketLeft);
    QCOMPARE(state().selectedEvent(), document().trace()->launchOf(kernel));
    m_sample->press(Qt::Key_BracketRight);
    QCOMPARE(state().selectedEvent(), kernel);
}

void TestMainWindow::searchCountsAndGoes()
{
    QVERIFY(m_sample->openSample());
    m_sample->press(Qt::Key_Slash);
    SearchBox& search = window().search();
    QTRY_VERIFY(search.hasFocus());
    QSignalSpy searched(&search, &SearchBox::searched);
    QTest::keyClicks(&search, QStringLiteral("linear"));
    QVERIFY(m_sample->settle());
    // 155 a step, as 7 x 22 layers + lm_head says; three steps.
    QTRY_COMPARE(search.matchCount(), std::size_t{465});
    QCOMPARE(state().highlight().events.size(), std::size_t{465});
    QTest::keyClick(&search, Qt::Key_Return);
    const EventId first = state().selectedEvent();
    QCOMPARE(document().trace()->name(first), std::string_view("aten::linear"));
    QTest::keyClick(&search, Qt::Key_Return);
    QVERIFY(state().selectedEvent() != first);
    QTest::keyClick(&search, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(state().selectedEvent(), first);
    QTest::keyClick(&search, Qt::Key_Escape);
    QVERIFY(state().highlight().isEmpty());
    QVERIFY(!search.hasFocus());
}

void TestMainWindow::panelsFillThemselves()
{
    QVERIFY(m_sample->openSample());
    for (const PanelSpec& spec : panelSpecs()) {
        QVERIFY2(window().showPanel(spec.id), qPrintable(spec.id));
        QVERIFY(m_sample->settle());
        if (const auto* table = window().findChild<QWidget*>(spec.id)->findChild<TableView*>();
            table && spec.id != QLatin1String("warnings") && spec.id != QLatin1String("marks"))
            if (spec.id != QLatin1String("selection")) // its first table is by part, which needs labels
                QVERIFY2(table->model()->rowCount() > 0, qPrintable(spec.id));
    }
    QVERIFY(!window().showPanel(QStringLiteral("nothing")));
}

void TestMainWindow::copiesTheTable()
{
    QVERIFY(m_sample->openSample());
    window().showPanel(QStringLiteral("selection"));
    selection().setBy(SelectionPanel::By::kernel);
    QVERIFY(m_sample->settle());
    selection().tableView().copyToClipboard();
    const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(std::size_t(lines.size()), selection().summary()->kernels.size() + 1);
    QVERIFY(lines.front().startsWith(QStringLiteral("Kernel\tTime")));
}

void TestMainWindow::keptRangesCanBeUndone()
{
    QVERIFY(m_sample->openSample());
    m_sample->press(Qt::Key_PageDown);
    m_sample->press(Qt::Key_M, Qt::ShiftModifier);
    QCOMPARE(state().marks().size(), std::size_t{1});
    m_sample->press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(state().marks().size(), std::size_t{0});
    m_sample->press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(state().marks().size(), std::size_t{1});
    m_sample->press(Qt::Key_Delete);
    QCOMPARE(state().marks().size(), std::size_t{0});
}

void TestMainWindow::marksByKeyboard()
{
    QVERIFY(m_sample->openSample());
    const auto answer = [this](const QString& text) {
        auto* box = window().findChild<QInputDialog*>();
        QVERIFY(box);
        // The title is in sight, beside the buttons of the window.
        QVERIFY(box->width() > box->fontMetrics().horizontalAdvance(box->windowTitle()) * 2);
        box->setTextValue(text);
        box->accept();
        QTRY_VERIFY(!window().findChild<QInputDialog*>());
        window().activateWindow();
        QTRY_VERIFY(window().isActiveWindow());
    };
    m_sample->press(Qt::Key_M);
    answer(QStringLiteral("stall"));
    QCOMPARE(state().marks().size(), std::size_t{1});
    QCOMPARE(state().marks()[0].text, QStringLiteral("stall"));
    QVERIFY(!state().marks()[0].isRange());
    m_sample->press(Qt::Key_F2);
    answer(QStringLiteral("sync"));
    QCOMPARE(state().marks()[0].text, QStringLiteral("sync"));
    state().setVisibleRange(document().trace()->steps()[2].range);
    m_sample->press(Qt::Key_J, Qt::ShiftModifier);
    QVERIFY(state().visibleRange().contains(state().marks()[0].range.begin));
    QVERIFY(window().showPanel(QStringLiteral("marks")));
    QVERIFY(m_sample->settle());
    QCOMPARE(window().findChild<QWidget*>(QStringLiteral("marks"))->findChild<TableView*>()->model()->rowCount(), 1);
    m_sample->press(Qt::Key_Delete);
    QVERIFY(state().marks().empty());
}

void TestMainWindow::rowsByKeyboard()
{
    QVERIFY(m_sample->openSample());
    m_sample->press(Qt::Key_T);
    QWidget* filter = QApplication::focusWidget();
    QTest::keyClicks(filter, QStringLiteral("stream"));
    QTest::keyClick(filter, Qt::Key_Escape);
    QVERIFY(!filter->hasFocus()); // keys are the timeline's again
    const TrackLayout& rows = window().timeline().rows();
    const auto operation = document().trace()->gpuOperation(0).event;
    window().timeline().navigator().goTo(operation);
    const RowId stream{RowKind::slices, std::uint32_t(index(document().trace()->event(operation).track))};
    QCOMPARE(window().timeline().headers().current(), std::optional(stream)); // the row of the selected slice
    m_sample->press(Qt::Key_P);
    QVERIFY(rows.rows()[0].row.id == stream && rows.rows()[0].isPinned);
    m_sample->press(Qt::Key_P);
    const auto before = rows.find(stream);
    m_sample->press(Qt::Key_Down, Qt::AltModifier);
    QVERIFY(rows.find(stream) != before);
    m_sample->press(Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(rows.find(stream), before);
    m_sample->press(Qt::Key_Down, Qt::ControlModifier);
    QVERIFY(rows.stretch(stream) > 1);
    m_sample->press(Qt::Key_H);
    QVERIFY(rows.isHidden(stream));
    m_sample->press(Qt::Key_H, Qt::ShiftModifier);
    QVERIFY(!rows.isHidden(stream));
    m_sample->press(Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(rows.isHidden(stream));
}

void TestMainWindow::lightsAndShowsOnlyMatches()
{
    QVERIFY(m_sample->openSample());
    window().search().setText(QStringLiteral("cat:kernel dur>5us"));
    QVERIFY(m_sample->settle());
    QVERIFY(!state().highlight().isEmpty());
    m_sample->press(Qt::Key_O);
    QVERIFY(state().showsOnlyMatches());
    QVERIFY(!window().search().text().isEmpty());
    m_sample->press(Qt::Key_Escape);
    QVERIFY(state().highlight().isEmpty());
    QVERIFY(window().search().text().isEmpty());
    QVERIFY(!state().showsOnlyMatches()); // what is searched for next dims the others again
    m_sample->press(Qt::Key_Slash);
    QTRY_VERIFY(window().search().hasFocus());
    window().search().setText(QStringLiteral("cat:kernel"));
    state().setShowsOnlyMatches(true);
    QTest::keyClick(&window().search(), Qt::Key_Escape);
    QVERIFY(!state().showsOnlyMatches());
}

void TestMainWindow::detailsTellOfTheTrace()
{
    QVERIFY(m_sample->openSample());
    const QString text = window().findChild<DetailsPanel*>()->plainText();
    for (const char* fact : {"3: #3 to #5", "2,775 operations", "NVIDIA H200", "all keys"}) // counted by torch
        QVERIFY2(text.contains(QLatin1String(fact)), qPrintable(text));
}

void TestMainWindow::saysTheScaleThatIsShown()
{
    QVERIFY(m_sample->openSample());
    const auto scaleText = [this] {
        for (const QLabel* label : window().findChildren<QLabel*>()) {
            if (label->text().endsWith(QStringLiteral("/px")))
                return label->text();
        }
        return QString();
    };
    const auto expected = [this] {
        const auto length = window().state().visibleRange().length();
        return durationText(length / window().timeline().canvas().width()) + QStringLiteral("/px");
    };
    QTRY_COMPARE(scaleText(), expected());
    const QString before = scaleText();
    const int width = window().timeline().canvas().width();
    m_sample->press(Qt::Key_I); // the pane beside it goes
    QTRY_VERIFY(window().timeline().canvas().width() > width);
    QCOMPARE(scaleText(), expected());
    QVERIFY(scaleText() != before);
    window().resize(window().width() + 100, window().height());
    QTRY_COMPARE(scaleText(), expected());
}

void TestMainWindow::remembersItsLayout()
{
    window().resize(1234, 777);
    QVERIFY(window().showPanel(QStringLiteral("gaps")));
    m_sample->reopen();
    QCOMPARE(window().size(), QSize(1234, 777));
    QCOMPARE(m_sample->settings().drawerPanel(), QStringLiteral("gaps/cause")); // with what is shown in it
}

// Alt+3 with the keys in a panel, then S.
void TestMainWindow::anotherPanelTakesNoLetters()
{
    QVERIFY(m_sample->openSample());
    QVERIFY(window().showPanel(QStringLiteral("kernels")));
    QVERIFY(m_sample->settle());
    QWidget* kernels = window().findChild<QWidget*>(QStringLiteral("kernels"));
    kernels->findChild<QComboBox*>()->setFocus();
    QVERIFY(kernels->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(window().windowHandle(), Qt::Key_3, Qt::AltModifier);
    QVERIFY(m_sample->settle());
    const TimeRange before = state().visibleRange();
    m_sample->state().setVisibleRange({before.begin, before.begin + before.length() / 4});
    const TimeRange quarter = state().visibleRange();
    QTest::keyClick(window().windowHandle(), Qt::Key_S);
    for (const auto* field : window().findChildren<QLineEdit*>())
        QVERIFY2(field->isReadOnly() || field->text().isEmpty(), qPrintable(field->accessibleName()));
    QTRY_VERIFY(state().visibleRange().length() > quarter.length());
}

void TestMainWindow::escapeEndsTheFilterFirst()
{
    QVERIFY(m_sample->openSample());
    m_sample->press(Qt::Key_PageDown);
    QVERIFY(window().showPanel(QStringLiteral("gaps")));
    QVERIFY(m_sample->settle());
    QWidget* gaps = window().findChild<QWidget*>(QStringLiteral("gaps"));
    auto* filter = gaps->findChild<QLineEdit*>();
    auto* table = gaps->findChild<TableView*>();
    filter->setFocus();
    QTest::keyClicks(filter, QStringLiteral("s0"));
    QCOMPARE(table->model()->rowCount(), 0);
    QVERIFY2(table->emptyText().contains(QStringLiteral("s0")), qPrintable(table->emptyText()));
    QTest::keyClick(window().windowHandle(), Qt::Key_Escape);
    QVERIFY(filter->text().isEmpty());
    QVERIFY(filter->hasFocus());
    QVERIFY(table->model()->rowCount() > 0);
    QVERIFY(state().selectedRange().has_value());
    QTest::keyClick(window().windowHandle(), Qt::Key_Escape);
    QVERIFY(!filter->hasFocus());
    QVERIFY(state().selectedRange().has_value());
    QTest::keyClick(window().windowHandle(), Qt::Key_Escape);
    QVERIFY(!state().selectedRange().has_value());
}

void TestMainWindow::afterAMatchLettersAreCommands()
{
    QVERIFY(m_sample->openSample());
    m_sample->press(Qt::Key_Slash);
    SearchBox& search = window().search();
    QTRY_VERIFY(search.hasFocus());
    QTest::keyClicks(&search, QStringLiteral("cat:kernel dur>4us"));
    const auto type = [this](Qt::Key key) { QTest::keyClick(window().windowHandle(), key); };
    type(Qt::Key_Return); // also before the search is done
    QVERIFY(m_sample->settle());
    const EventId first = state().selectedEvent();
    QVERIFY(first != kNoEvent);
    QVERIFY(!search.hasFocus());
    QCOMPARE(search.cursorPosition(), 0); // its begin is in sight
    type(Qt::Key_Return);
    const EventId second = state().selectedEvent();
    QVERIFY(second != first);
    type(Qt::Key_F3);
    QVERIFY(state().selectedEvent() != second);
    type(Qt::Key_O);
    QCOMPARE(search.text(), QStringLiteral("cat:kernel dur>4us"));
    QVERIFY(state().showsOnlyMatches());
}

void TestMainWindow::preferencesShowWholePaths()
{
    window().showPreferences();
    auto* dialog = window().findChild<PreferencesDialog*>();
    QTRY_VERIFY(dialog && dialog->isVisible());
    int paths = 0;
    for (const auto* field : dialog->findChildren<QLineEdit*>()) {
        if (!field->isReadOnly())
            continue;
        ++paths;
        const int needed = field->fontMetrics().horizontalAdvance(field->text());
        const int most = field->fontMetrics().horizontalAdvance(QLatin1Char('x')) * 80; // a screen is not endless
        QVERIFY2(field->width() >= std::min(needed, most), qPrintable(field->text()));
    }
    QCOMPARE(paths, 2); // settings, views
    dialog->close();
}

void TestMainWindow::preferencesSpeakTheChosenLanguage()
{
    const auto restore = qScopeGuard([] { applyLanguage(*qApp, QStringLiteral("en")); });
    window().showPreferences();
    auto* language = window().findChild<PreferencesDialog*>()->findChild<QComboBox*>(QStringLiteral("language"));
    language->setCurrentIndex(language->findData(QStringLiteral("zh_CN")));
    const auto color = [this] {
        for (const auto* dialog : window().findChildren<PreferencesDialog*>())
            if (dialog->isVisible())
                return dialog->findChild<QComboBox*>(QStringLiteral("color"))->itemText(0);
        return QString();
    };
    QTRY_COMPARE(color(), QString::fromUtf8("按模型部件着色"));
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
