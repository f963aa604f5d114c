// SPDX-License-Identifier: GPL-3.0-or-later
// The window in a language that does not exist: every text of the program is in marks and 40 % longer, so one that is
// not is not translated, and one that does not fit will not fit in German either.
#include "core/label/kernel_name.h"
#include "tests/support/pseudo_translator.h"
#include "tests/support/strict_messages.h"
#include "tests/support/translation_file.h"
#include "tests/ui/labelled_window.h"
#include "ui/actions.h"
#include "ui/model/language.h"
#include "ui/model/live_controller.h"
#include "ui/model/timeline_navigator.h"
#include "ui/model/track_layout.h"
#include "ui/panels/event_details.h"
#include "ui/panels/report_panel.h"
#include "ui/timeline/slice_tip.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/window/capture_dialog.h"
#include "ui/window/command_palette.h"
#include "ui/window/file_commands.h"
#include "ui/window/key_sheet.h"
#include "ui/window/search_box.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QRegularExpression>
#include <QTabBar>
#include <QTableView>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

#include <set>

using namespace decodescope;
using test::outsideOfMarks;
using test::PseudoTranslator;

class TestPseudoLocale : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_sample.reset(); }
    void marksAreFound();
    void startPage();
    void windowWithATrace_data();
    void windowWithATrace();
    void actionsAndMenus();
    void timelineRows();
    void details();
    void captureDialog();
    void otherBoxes();
    void otherWindows();
    void changesAtOnce();
    void askedTextsAreInTheFile();

private:
    bool isData(QString text) const;
    void check(const QString& text, const QString& where);
    void checkFits(const QWidget& widget, int wanted, int has, const QString& text);
    void checkWidget(const QWidget& widget);
    void checkTable(const QTableView& table);
    void checkAll(const QWidget& top);
    void openSample();

    MainWindow& window() { return m_sample->window(); }
    TimelineState& state() { return m_sample->state(); }
    TraceDocument& document() { return m_sample->document(); }

    PseudoTranslator m_translator;
    std::unique_ptr<test::LabelledWindow> m_sample;
    std::set<QString> m_names; // that the trace has, and what was said of it: written as they are
    QStringList m_faults;
};

void TestPseudoLocale::initTestCase()
{
    test::makeWarningsFatal();
    applyTheme(*qApp, ThemeMode::dark);
    QCoreApplication::installTranslator(&m_translator);
    m_sample = std::make_unique<test::LabelledWindow>();
    QVERIFY(m_sample->activate());
}

void TestPseudoLocale::openSample()
{
    if (!document().isEmpty())
        return;
    QVERIFY(m_sample->openSample());
    const auto trace = document().trace();
    for (std::size_t i = 0; i < trace->eventCount(); ++i) {
        const std::string_view name = trace->name(static_cast<EventId>(i));
        m_names.insert(QString::fromUtf8(name.data(), qsizetype(name.size())));
        m_names.insert(QString::fromStdString(shortKernelName(name)));
    }
    for (const Warning& warning : trace->report().warnings()) // core's sentences, with examples from the file
        m_names.insert(QString::fromStdString(warning.message));
}

// Numbers with units, keys, versions, and names of the trace.
bool TestPseudoLocale::isData(QString text) const
{
    static const QRegularExpression kMarkup(QStringLiteral("<[^>]*>|&[a-z]+;"));
    static const QRegularExpression kNumber(
        QStringLiteral("^[-+\\d.,\\s\u00a0\u2212:;%()\u00d7\u00b7\u2013\u203a\u2039\u25be/#?]*"
                       "(?:(?:ns|\u00b5s|ms|s|[kMG]?B)[-+\\d.,\\s\u00a0;%()\u00b7/]*)*$"));
    static const QRegularExpression kKeys(QStringLiteral("^[ (,]*((Ctrl|Shift|Alt)\\+)*[^ ]{1,9}[ ),]*"
                                                         "(, ((Ctrl|Shift|Alt)\\+)*[^ ]{1,9}\\)?)*$"));
    static const QRegularExpression kMachine(QStringLiteral(
        "^(NVIDIA H200|torch [0-9.+a-z]+|CU(DA|PTI) [0-9.]+|Decodescope|by aten::\\w+|flash|cudnn|[ \u00b7])*$"));
    static const QRegularExpression kStep(QStringLiteral("^ProfilerStep(\\*|#\\d+)"));
    static const QRegularExpression kShapes(QStringLiteral("^\\[[\\[\\]\\d, ]*\\]$"));
    static const QRegularExpression kRow(
        QStringLiteral("^(python3|stream \\d+|GPU \\d+|CPU|A|B|NVIDIA H200|[\\s,])*$"));
    if (m_names.contains(text) || kShapes.match(text).hasMatch())
        return true;
    text.remove(kMarkup);
    text.remove(kStep);
    text.remove(QChar::ObjectReplacementCharacter); // an icon
    text = text.simplified();
    if (text.startsWith(QLatin1Char('(')) || text.contains(QLatin1Char('+')))
        if (kKeys.match(text).hasMatch())
            return true;
    return kNumber.match(text).hasMatch() || kMachine.match(text).hasMatch() || kRow.match(text).hasMatch() ||
           text.startsWith(QLatin1String("tinyllama-h200-torch"));
}

void TestPseudoLocale::check(const QString& text, const QString& where)
{
    const QString left = outsideOfMarks(text);
    if (!isData(left))
        m_faults.push_back(where + QStringLiteral(": not translated: \"") + left.simplified().left(120) +
                           QStringLiteral("\" of \"") + text.simplified().left(120) + QLatin1Char('"'));
}

void TestPseudoLocale::checkFits(const QWidget& widget, int wanted, int has, const QString& text)
{
    if (widget.isVisible() && wanted > has)
        m_faults.push_back(QString::fromLatin1(widget.metaObject()->className()) +
                           QStringLiteral(": cut, needs %1, has %2: \"").arg(wanted).arg(has) + text +
                           QLatin1Char('"'));
}

void TestPseudoLocale::checkWidget(const QWidget& widget)
{
    const QString name = QString::fromLatin1(widget.metaObject()->className());
    check(widget.toolTip(), name + QStringLiteral(" tooltip"));
    check(widget.accessibleName(), name + QStringLiteral(" accessible name"));
    check(widget.accessibleDescription(), name + QStringLiteral(" accessible description"));
    check(widget.windowTitle(), name + QStringLiteral(" title"));
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        check(label->text(), name);
        if (label->wordWrap())
            checkFits(widget, label->heightForWidth(label->width()), label->height() + 1, label->text());
        else
            checkFits(widget, label->sizeHint().width(), label->width(), label->text());
    } else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        check(button->text(), name);
        checkFits(widget, button->sizeHint().width(), button->width(), button->text());
    } else if (const auto* field = qobject_cast<const QLineEdit*>(&widget)) {
        check(field->placeholderText(), name + QStringLiteral(" placeholder"));
    } else if (const auto* group = qobject_cast<const QGroupBox*>(&widget)) {
        check(group->title(), name);
    } else if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
        for (int i = 0; i < tabs->count(); ++i)
            check(tabs->tabText(i), name);
        checkFits(widget, tabs->sizeHint().width(), tabs->width(), name);
    } else if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
        for (int i = 0; i < box->count(); ++i)
            check(box->itemText(i), name);
    } else if (const auto* table = qobject_cast<const QTableView*>(&widget)) {
        checkTable(*table);
    }
}

void TestPseudoLocale::checkTable(const QTableView& table)
{
    const QAbstractItemModel* model = table.model();
    for (int column = 0; model && column < model->columnCount(); ++column) {
        const QString title = model->headerData(column, Qt::Horizontal).toString();
        check(title, table.accessibleName() + QStringLiteral(" header"));
        check(model->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString(), title);
        for (int row = 0; row < std::min(model->rowCount(), 200); ++row)
            check(model->index(row, column).data().toString(), title);
    }
}

void TestPseudoLocale::checkAll(const QWidget& top)
{
    m_faults.clear();
    for (int round = 0; round < 4; ++round) // a label that wraps asks for its height in turn with its layout
        QCoreApplication::sendPostedEvents();
    checkWidget(top);
    for (const QWidget* widget : top.findChildren<QWidget*>())
        if (widget->isVisibleTo(&top) && !widget->objectName().startsWith(QLatin1String("qt_")))
            checkWidget(*widget);
    m_faults.removeDuplicates();
}

void TestPseudoLocale::marksAreFound()
{
    QCOMPARE(outsideOfMarks(QStringLiteral("[!!Colour: [!!part~!!]~~!!]")), QString());
    QCOMPARE(outsideOfMarks(QStringLiteral("a [!!b!!] c [!!d")), QStringLiteral("a  c "));
    QVERIFY(isData(QStringLiteral("25.27 ms, 9.0 %")));
    QVERIFY(isData(QStringLiteral("(Ctrl+Shift+C)")));
    QVERIFY(!isData(QStringLiteral("Open")));
    QVERIFY(!isData(QStringLiteral("3 kernels")));
    // And a check that fails where it should.
    QLabel label(QStringLiteral("no text of any file"));
    label.setFixedWidth(10);
    label.show();
    checkAll(label);
    QCOMPARE(m_faults.size(), 2); // neither translated nor whole
}

void TestPseudoLocale::startPage()
{
    checkAll(window());
    QVERIFY2(m_faults.isEmpty(), qPrintable(m_faults.join(QLatin1Char('\n'))));
}

void TestPseudoLocale::windowWithATrace_data()
{
    QTest::addColumn<QString>("panel");
    for (const PanelSpec& spec : panelSpecs())
        QTest::newRow(qPrintable(spec.id)) << spec.id;
}

void TestPseudoLocale::windowWithATrace()
{
    QFETCH(const QString, panel);
    openSample();
    window().timeline().navigator().selectStep(1);
    QVERIFY(window().showPanel(panel));
    QVERIFY(m_sample->settle());
    QWidget* shown = window().findChild<QWidget*>(panel);
    QList<QAbstractButton*> choices;
    for (QAbstractButton* button : shown->findChildren<QAbstractButton*>())
        if (button->isCheckable())
            choices.push_back(button);
    QStringList faults;
    for (qsizetype i = 0; i < std::max<qsizetype>(choices.size(), 1); ++i) {
        if (i < choices.size())
            choices[i]->click();
        QTest::qWait(0);
        QVERIFY(m_sample->settle());
        checkAll(window());
        if (const auto* report = qobject_cast<ReportPanel*>(shown))
            for (const QString& cell : report->pageText().split(QLatin1Char('\n')))
                check(cell, QStringLiteral("report"));
        faults += m_faults;
    }
    faults.removeDuplicates();
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

void TestPseudoLocale::actionsAndMenus()
{
    m_faults.clear();
    for (const QAction* action : window().findChildren<QAction*>()) {
        if (isLanguage(action->objectName().mid(9))) // a language's name is in that language
            continue;
        check(action->text(), action->objectName());
        check(action->toolTip(), action->objectName() + QStringLiteral(" tooltip"));
        check(action->statusTip(), action->objectName() + QStringLiteral(" explanation"));
    }
    for (const QMenu* menu : window().findChildren<QMenu*>())
        check(menu->title(), QStringLiteral("menu"));
    QVERIFY2(m_faults.isEmpty(), qPrintable(m_faults.join(QLatin1Char('\n'))));
}

void TestPseudoLocale::timelineRows()
{
    openSample();
    m_faults.clear();
    window().timeline().navigator().selectStep(1);
    for (int zoom = 0; zoom < 12; ++zoom) {
        for (const PlacedRow& row : window().timeline().rows().rows()) {
            check(row.row.title, QStringLiteral("row"));
            check(row.row.subtitle, QStringLiteral("row"));
        }
        for (const Scene::Band& band : window().timeline().canvas().scene().bands())
            for (const DrawnLane& lane : band.list.lanes) {
                if (lane.track != kNoTrack) // slices have their names from the trace
                    continue;
                for (const DrawnLabel& label : band.list.labels)
                    if (label.y == lane.y)
                        check(label.text, QStringLiteral("block of the model"));
            }
        window().timeline().navigator().zoom(1.5);
    }
    QVERIFY(state().visibleRange().length() > 0);
    QVERIFY2(m_faults.isEmpty(), qPrintable(m_faults.join(QLatin1Char('\n'))));
}

void TestPseudoLocale::details()
{
    openSample();
    m_faults.clear();
    const auto trace = document().trace();
    SliceColors colors;
    colors.setTrace(trace, document().labels());
    for (std::size_t i = 0; i < trace->eventCount(); i += 97) {
        const auto event = static_cast<EventId>(i);
        const EventDetails details = describeEvent(*trace, document().labels().get(), event, 0);
        check(details.kind, QStringLiteral("kind"));
        for (const DetailSection& section : details.sections) {
            check(section.title, QStringLiteral("section"));
            for (const DetailRow& row : section.rows)
                if (!section.title.contains(QLatin1String("Arguments"))) // named by the file
                    check(row.label, QStringLiteral("label"));
        }
        for (const TipLine& line : sliceTip(*trace, colors, event, 3, EventId{0}, 0))
            check(line.text, QStringLiteral("tip"));
    }
    m_faults.removeDuplicates();
    QVERIFY2(m_faults.isEmpty(), qPrintable(m_faults.join(QLatin1Char('\n'))));
}

void TestPseudoLocale::captureDialog()
{
    window().chooseCapture();
    auto* dialog = window().findChild<CaptureDialog*>();
    QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog));
    checkAll(*dialog);
    delete dialog;
    m_faults.removeIf([](const QString& fault) { // names of number types
        return fault.contains(QRegularExpression(QStringLiteral("\"(fp32|fp16|bf16)\"")));
    });
    QVERIFY2(m_faults.isEmpty(), qPrintable(m_faults.join(QLatin1Char('\n'))));
}

void TestPseudoLocale::otherBoxes()
{
    window().showAbout();
    auto* about = window().findChild<QDialog*>();
    QVERIFY(about);
    checkAll(*about);
    QVERIFY2(m_faults.isEmpty(), qPrintable(m_faults.join(QLatin1Char('\n'))));
    about->close();

    KeySheet keys(window().actions(), &window());
    keys.show();
    m_faults.clear();
    for (const QString& line : keys.findChild<QTextBrowser*>()->toPlainText().split(QLatin1Char('\n')))
        if (line.contains(PseudoTranslator::beginMark()) || line.size() > 30)
            check(line, QStringLiteral("sheet of keys"));
    QVERIFY2(m_faults.isEmpty(), qPrintable(m_faults.join(QLatin1Char('\n'))));

    QPointer<CommandPalette> palette = new CommandPalette(window().actions().all(), &window());
    palette->show();
    checkAll(*palette);
    const auto* list = palette->findChild<QListWidget*>();
    QVERIFY(list->count() > 20);
    for (int i = 0; i < list->count(); ++i)
        if (list->item(i)->text() != QLatin1String("English") && list->item(i)->text() != QStringLiteral("简体中文"))
            check(list->item(i)->text(), QStringLiteral("command"));
    palette->close();
    QVERIFY2(m_faults.isEmpty(), qPrintable(m_faults.join(QLatin1Char('\n'))));
}

void TestPseudoLocale::otherWindows()
{
    openSample();
    for (const char* action : {"sweep-results", "compare-steps"}) {
        const QWidgetList before = QApplication::topLevelWidgets();
        window().actions().action(QLatin1String(action))->trigger();
        QWidgetList opened = QApplication::topLevelWidgets();
        opened.removeIf([&](const QWidget* widget) { return before.contains(widget) || !widget->isVisible(); });
        QCOMPARE(opened.size(), 1);
        QVERIFY(m_sample->settle());
        checkAll(*opened.front());
        opened.front()->close();
        QVERIFY2(m_faults.isEmpty(), qPrintable(m_faults.join(QLatin1Char('\n'))));
    }
}

void TestPseudoLocale::changesAtOnce()
{
    openSample();
    window().timeline().navigator().selectStep(1);
    window().search().setText(QStringLiteral("linear"));
    window().setAreaVisible(MainWindow::Area::details, false);
    QVERIFY(window().showPanel(QStringLiteral("gaps")));
    QVERIFY(m_sample->settle());
    const TimeRange view = state().visibleRange();
    const auto range = state().selectedRange();
    const Actions* before = &window().actions();
    QCoreApplication::removeTranslator(&m_translator);
    window().setLanguage(QStringLiteral("zh_CN"));
    QTRY_VERIFY(&window().actions() != before);
    QVERIFY(m_sample->settle());
    QCOMPARE(window().actions().action(QStringLiteral("open-sample"))->text(), QStringLiteral("打开示例"));
    QVERIFY(window().actions().action(QStringLiteral("language-zh_CN"))->isChecked());
    QVERIFY(window().actions().action(QStringLiteral("zoom-in"))->isEnabled());
    // What the user was looking at is as it was.
    QCOMPARE(state().visibleRange(), view);
    QCOMPARE(state().selectedRange(), range);
    QCOMPARE(window().search().text(), QStringLiteral("linear"));
    QVERIFY(!window().isAreaVisible(MainWindow::Area::details));
    QVERIFY(window().timeline().isVisible());
    QCOMPARE(panelSpecs()[3].id, QStringLiteral("gaps"));
    QCOMPARE(window().findChild<QTabBar*>()->tabText(3), QStringLiteral("间隙"));
    for (const PlacedRow& row : window().timeline().rows().rows())
        QVERIFY2(!row.row.title.contains(PseudoTranslator::beginMark()), qPrintable(row.row.title));
    QVERIFY(!window().findChildren<QToolButton*>(QString(), Qt::FindChildrenRecursively).isEmpty());
    // Cut texts in the language that is delivered, on a small screen.
    window().resize(1280, 720);
    QTest::qWait(0);
    QVERIFY(m_sample->settle());
    checkAll(window());
    const QStringList cut = m_faults.filter(QStringLiteral(": cut,"));
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QLatin1Char('\n'))));
    QCOMPARE(m_sample->settings().language(), QStringLiteral("zh_CN"));
}

// A text that is asked for under another name than the one it is filed under would stay English.
void TestPseudoLocale::askedTextsAreInTheFile()
{
    std::set<PseudoTranslator::Key> filed;
    for (const test::TranslatedMessage& message :
         test::readTranslations(test::translationFile(QStringLiteral("decodescope_zh_CN.ts"))))
        filed.insert({message.context, message.source});
    QStringList missing;
    for (const PseudoTranslator::Key& key : m_translator.asked())
        if (!filed.contains(key))
            missing.push_back(key.first + QStringLiteral(": ") + key.second);
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
    QVERIFY(m_translator.asked().size() > 300);
}

QTEST_MAIN(TestPseudoLocale)
#include "tst_pseudo_locale.moc"
