// SPDX-License-Identifier: GPL-3.0-or-later
// The window without a mouse, with a screen reader, on a small screen, with large text.
#include "tests/support/strict_messages.h"
#include "tests/ui/sample_window.h"
#include "ui/actions.h"
#include "ui/panels/panel.h"
#include "ui/panels/table_view.h"
#include "ui/style/font_scale.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/window/file_commands.h"
#include "ui/window/preferences_dialog.h"
#include "ui/window/status_line.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScreen>
#include <QSpinBox>
#include <QTest>

#include <algorithm>

using namespace decodescope;

namespace {

// "QToolButton \"Menu\" in TopBar"
QString describe(const QWidget* widget)
{
    QString text = QLatin1String(widget->metaObject()->className());
    if (!widget->objectName().isEmpty())
        text += QStringLiteral(" \"%1\"").arg(widget->objectName());
    for (const QWidget* parent = widget->parentWidget(); parent; parent = parent->parentWidget())
        text += QStringLiteral(" < ") + QLatin1String(parent->metaObject()->className());
    return text;
}

// Parts of other controls, which Qt's own accessibility speaks for.
bool isPartOfAnother(const QWidget* widget)
{
    if (widget->objectName().startsWith(QLatin1String("qt_")) || widget->inherits("QComboBoxPrivateContainer") ||
        widget->inherits("QComboBoxListView"))
        return true;
    const QWidget* parent = widget->parentWidget();
    return parent &&
           (parent->inherits("QAbstractSpinBox") || parent->inherits("QComboBox") || parent->inherits("QLineEdit"));
}

QStringList namelessControls(QWidget* top)
{
    QStringList nameless;
    for (QWidget* widget : top->findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || widget->isWindow() || isPartOfAnother(widget) ||
            widget->window() != top || !widget->isVisibleTo(top))
            continue;
        QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(widget);
        if (!accessible || accessible->text(QAccessible::Name).trimmed().isEmpty() ||
            accessible->role() == QAccessible::NoRole)
            nameless << describe(widget);
    }
    nameless.removeDuplicates();
    return nameless;
}

// Buttons that have less room than their text needs, and labels that stand out of what holds them.
QStringList cutControls(QWidget* top)
{
    QStringList cut;
    const QRect inside = top->rect();
    for (QWidget* widget : top->findChildren<QWidget*>()) {
        if (!widget->isVisibleTo(top) || widget->window() != top)
            continue;
        const auto* label = qobject_cast<QLabel*>(widget);
        if (label && !label->text().isEmpty() && !widget->parentWidget()->rect().contains(widget->geometry()))
            cut << describe(widget) + QStringLiteral(": ") + label->text();
        const auto* button = qobject_cast<QAbstractButton*>(widget);
        if (!button || button->text().isEmpty())
            continue;
        if (widget->width() < widget->minimumSizeHint().width() ||
            !inside.contains(QRect(widget->mapTo(top, QPoint()), widget->size())))
            cut << describe(widget) + QStringLiteral(": ") + button->text();
    }
    return cut;
}

} // namespace

class TestAccess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void everyControlHasAName();
    void keysAloneDoTheMainJob();
    void preferencesCountAtOnce();
    void fitsASmallScreen_data();
    void fitsASmallScreen();

private:
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    QDialog* dialog();

    MainWindow& window() { return m_sample->window(); }
    TimelineState& state() { return m_sample->state(); }
    TraceDocument& document() { return m_sample->document(); }

    std::unique_ptr<test::SampleWindow> m_sample;
};

void TestAccess::initTestCase()
{
    test::makeWarningsFatal();
    applyTheme(*qApp, ThemeMode::dark);
}

void TestAccess::init()
{
    m_sample = std::make_unique<test::SampleWindow>();
    window().resize(1280, 720);
    QVERIFY(m_sample->activate());
}

void TestAccess::cleanup()
{
    applyFontPercent(*qApp, 100);
    m_sample.reset();
}

// To what has the keyboard, as a key on the desk goes.
void TestAccess::press(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    QWidget* window = QApplication::activeWindow();
    QVERIFY(window);
    QTest::keyClick(window->windowHandle(), key, modifiers);
}

QDialog* TestAccess::dialog()
{
    const QList<QDialog*> dialogs = window().findChildren<QDialog*>();
    const auto shown = std::find_if(dialogs.begin(), dialogs.end(), [](const QDialog* d) { return d->isVisible(); });
    return shown == dialogs.end() ? nullptr : *shown;
}

void TestAccess::everyControlHasAName()
{
    QStringList nameless = namelessControls(&window());
    QVERIFY(m_sample->openSample());
    for (const PanelSpec& spec : panelSpecs()) {
        window().showPanel(spec.id);
        QVERIFY(m_sample->settle());
        nameless += namelessControls(&window());
    }
    for (const char* action : {"preferences", "capture", "commands", "keys", "about"}) {
        window().actions().action(QLatin1String(action))->trigger();
        QTRY_VERIFY(dialog());
        nameless += namelessControls(dialog());
        delete dialog();
    }
    nameless.removeDuplicates();
    for (const QString& control : std::as_const(nameless))
        qInfo("nameless: %s", qPrintable(control));
    QCOMPARE(nameless, QStringList());
}

void TestAccess::keysAloneDoTheMainJob()
{
    // Find a command by its letters and open the sample.
    press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(dialog());
    QTest::keyClicks(dialog()->focusWidget(), QStringLiteral("sample"));
    QTest::keyClick(dialog()->focusWidget(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!document().isEmpty(), 60'000);
    QVERIFY(m_sample->settle());
    // To the second of its three steps.
    press(Qt::Key_PageDown);
    press(Qt::Key_PageDown);
    while (state().selectedRange() != document().trace()->steps()[1].range)
        press(state().selectedRange()->begin < document().trace()->steps()[1].range.begin ? Qt::Key_PageDown
                                                                                          : Qt::Key_PageUp);
    QCOMPARE(state().selectedRange()->length(), test::kStep4Length);
    // From a kernel to what launched it.
    press(Qt::Key_K);
    const EventId kernel = state().selectedEvent();
    QVERIFY(kernel != kNoEvent);
    press(Qt::Key_BracketLeft);
    QVERIFY(state().selectedEvent() != kernel);
    // The table of kernels: into it by Tab, down a row, copy.
    press(Qt::Key_2, Qt::AltModifier);
    QVERIFY(m_sample->settle());
    TableView* table = nullptr;
    for (int i = 0; i < 60 && !table; ++i) {
        press(Qt::Key_Tab);
        table = qobject_cast<TableView*>(QApplication::focusWidget());
    }
    QVERIFY(table);
    press(Qt::Key_Home, Qt::ControlModifier);
    press(Qt::Key_C, Qt::ControlModifier);
    QVERIFY2(QApplication::clipboard()->text().contains(QLatin1String("nvjet_sm90_hsh_64x8")),
             qPrintable(QApplication::clipboard()->text()));
    // And back to the timeline, where keys move the view.
    press(Qt::Key_0, Qt::AltModifier);
    const TimeRange before = state().visibleRange();
    press(Qt::Key_W);
    QVERIFY(state().visibleRange().length() < before.length());
}

void TestAccess::preferencesCountAtOnce()
{
    press(Qt::Key_Comma, Qt::ControlModifier);
    QTRY_VERIFY(dialog());
    auto* preferences = qobject_cast<PreferencesDialog*>(dialog());
    QVERIFY(preferences);
    auto* theme = preferences->findChild<QComboBox*>(QStringLiteral("theme"));
    auto* color = preferences->findChild<QComboBox*>(QStringLiteral("color"));
    QVERIFY(theme && color);
    const bool wasDark = Theme::of(window().palette()).isDark;
    theme->setCurrentIndex(wasDark ? int(ThemeMode::light) : int(ThemeMode::dark));
    QTRY_COMPARE(Theme::of(window().palette()).isDark, !wasDark);
    color->setCurrentIndex(1);
    QCOMPARE(window().timeline().colorMode(), ColorMode::name);
    const double size = window().fontInfo().pointSizeF();
    preferences->findChild<QSpinBox*>()->setValue(150);
    QTRY_VERIFY(qAbs(window().fontInfo().pointSizeF() - size * 1.5) < 1);
    for (const TableView* table : window().findChildren<TableView*>()) // at once, not after the next start
        QVERIFY(table->verticalHeader()->defaultSectionSize() > table->fontMetrics().height());
    for (const QLabel* label : window().findChild<StatusLine*>()->findChildren<QLabel*>())
        QVERIFY(label->fontInfo().pointSizeF() > size);
    QCOMPARE(m_sample->settings().preferences().fontPercent, 150);
    QCOMPARE(m_sample->settings().preferences().colorAction, QStringLiteral("color-name"));

    preferences->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::RestoreDefaults)->click();
    QCOMPARE(m_sample->settings().preferences(), Preferences());
    QTRY_VERIFY(qAbs(window().fontInfo().pointSizeF() - size) < 0.1);
    QCOMPARE(window().timeline().colorMode(), ColorMode::part);
    QCOMPARE(preferences->findChild<QSpinBox*>()->value(), 100);
}

void TestAccess::fitsASmallScreen_data()
{
    QTest::addColumn<int>("percent");
    QTest::newRow("100 %") << 100;
    QTest::newRow("150 %") << 150;
}

void TestAccess::fitsASmallScreen()
{
    QFETCH(int, percent);
    const QSize small(1280, 720);
    Preferences preferences;
    preferences.fontPercent = percent;
    window().setPreferences(preferences);
    QVERIFY(m_sample->openSample());
    window().resize(small);
    QStringList cut;
    for (const PanelSpec& spec : panelSpecs()) {
        window().showPanel(spec.id);
        QVERIFY(m_sample->settle());
        QVERIFY2(window().size() == small, qPrintable(spec.id)); // no larger least size
        cut += cutControls(&window());
        QVERIFY(window().timeline().canvas().height() > 100);
    }
    for (const char* action : {"preferences", "capture"}) {
        window().actions().action(QLatin1String(action))->trigger();
        QTRY_VERIFY(dialog());
        const QSize least = dialog()->minimumSizeHint();
        QVERIFY2(
            least.width() <= small.width() && least.height() <= small.height(),
            qPrintable(QStringLiteral("%1: %2x%3").arg(QLatin1String(action)).arg(least.width()).arg(least.height())));
        delete dialog();
    }
    for (const char* action : {"keys", "commands"}) {
        window().actions().action(QLatin1String(action))->trigger();
        QTRY_VERIFY(dialog());
        const QSize screen = dialog()->screen()->availableSize();
        QCOMPARE(dialog()->size(), dialog()->size().boundedTo(screen));
        delete dialog();
    }
    cut.removeDuplicates();
    QVERIFY2(cut.isEmpty(), qPrintable(QLatin1Char('\n') + cut.join(QLatin1Char('\n'))));
}

QTEST_MAIN(TestAccess)
#include "tst_access.moc"
