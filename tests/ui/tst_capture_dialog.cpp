// SPDX-License-Identifier: GPL-3.0-or-later
// The capture dialog: what it gives back, lists that make a sweep, nonsense, and Enter.
#include "tests/support/strict_messages.h"
#include "ui/model/number_text.h"
#include "ui/model/settings.h"
#include "ui/style/theme.h"
#include "ui/window/capture_dialog.h"
#include "ui/window/preferences_dialog.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopeGuard>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

using namespace decodescope;

class TestCaptureDialog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_dialog.reset(); }
    void takesNumbersAsTheCommandLineDoes();
    void forgetHasRoomBesideTheChoices();
    void givesBackWhatItWasGiven();
    void enterStartsTheCapture_data();
    void enterStartsTheCapture();
    void listsMakeASweep();
    void nonsenseIsSaidAndTheDialogStays_data();
    void nonsenseIsSaidAndTheDialogStays();
    void theLastSweepComesBack();
    void whatTheScreenHasNoRoomForIsScrolled_data();
    void whatTheScreenHasNoRoomForIsScrolled();

private:
    void open(const CaptureOptions& options, const SweepLists& lists);
    template <class Field>
    Field* field(const QString& label) const;
    QPushButton* button(const QString& text) const;
    bool says(const QString& sentence) const;

    std::unique_ptr<CaptureDialog> m_dialog;
};

void TestCaptureDialog::initTestCase()
{
    test::makeWarningsFatal();
    applyTheme(*qApp, ThemeMode::dark);
}

void TestCaptureDialog::init()
{
    open({}, {});
}

void TestCaptureDialog::open(const CaptureOptions& options, const SweepLists& lists)
{
    m_dialog = std::make_unique<CaptureDialog>(options, lists, QStringLiteral("/somewhere/sweep"), nullptr);
    m_dialog->show();
    QVERIFY(QTest::qWaitForWindowActive(m_dialog.get()));
}

// What stands behind a label of the form.
template <class Field>
Field* TestCaptureDialog::field(const QString& label) const
{
    for (const QFormLayout* form : m_dialog->findChildren<QFormLayout*>()) {
        for (int row = 0; row < form->rowCount(); ++row) {
            QLayoutItem* const name = form->itemAt(row, QFormLayout::LabelRole);
            QLayoutItem* const value = form->itemAt(row, QFormLayout::FieldRole);
            if (!name || !value || qobject_cast<QLabel*>(name->widget())->text() != label)
                continue;
            return qobject_cast<Field*>(value->widget() ? value->widget() : value->layout()->itemAt(0)->widget());
        }
    }
    return nullptr;
}

QPushButton* TestCaptureDialog::button(const QString& text) const
{
    for (QPushButton* button : m_dialog->findChildren<QPushButton*>()) {
        if (button->text() == text)
            return button;
    }
    return nullptr;
}

bool TestCaptureDialog::says(const QString& sentence) const
{
    const auto labels = m_dialog->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* label) { return label->text().contains(sentence); });
}

void TestCaptureDialog::takesNumbersAsTheCommandLineDoes()
{
    open({}, {});
    const auto type = [this](const char* label, const char* text) {
        auto* box = field<QSpinBox>(QLatin1String(label));
        box->selectAll();
        QTest::keyClicks(box, QLatin1String(text));
    };
    type("Timed first", "100000");
    type("Wait", "0");
    type("Warm-up", "0");
    type("Active", "1000000");
    type("Repeat", "1000000");
    QVERIFY(says(countText(1'000'000'000'000)));
    const CaptureOptions options = m_dialog->options();
    QCOMPARE(options.timedSteps, 100'000);
    QCOMPARE(options.schedule.active, 1'000'000);
    QCOMPARE(options.schedule.repeat, 1'000'000);
}

void TestCaptureDialog::forgetHasRoomBesideTheChoices()
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    PreferencesDialog preferences(settings, {}, {}, nullptr);
    preferences.show();
    QVERIFY(QTest::qWaitForWindowExposed(&preferences));
    const auto named = [&](const auto& widgets, const QString& text) {
        return *std::find_if(widgets.begin(), widgets.end(),
                             [&](const auto* widget) { return widget->text().contains(text); });
    };
    const auto* choices = named(preferences.findChildren<QLabel*>(), QStringLiteral("prompt tokens"));
    const auto* forget = named(preferences.findChildren<QPushButton*>(), QStringLiteral("Forget"));
    QCOMPARE(choices->parent(), forget->parent());
    QVERIFY(forget->x() - choices->geometry().right() > choices->fontMetrics().averageCharWidth());
}

void TestCaptureDialog::givesBackWhatItWasGiven()
{
    CaptureOptions options;
    options.model = "tiny";
    options.kvCache = KvCacheKind::fixedLength;
    options.schedule.active = 7;
    options.timedSteps = 5;
    open(options, {{DecodeMode::cudaGraph}, {33}, {6}});
    m_dialog->accept();
    QCOMPARE(m_dialog->result(), int(QDialog::Accepted));
    const CaptureOptions given = m_dialog->options();
    QCOMPARE(given.model, options.model);
    QCOMPARE(given.kvCache, options.kvCache);
    QCOMPARE(given.schedule.active, 7);
    QCOMPARE(given.timedSteps, 5);
    QCOMPARE(given.mode, DecodeMode::cudaGraph);
    QCOMPARE(given.promptLength, 33);
    QCOMPARE(given.batch, 6);
    QVERIFY(!m_dialog->isSweep());
}

void TestCaptureDialog::enterStartsTheCapture_data()
{
    QTest::addColumn<QString>("label");
    QTest::addColumn<QString>("text");
    QTest::newRow("as it comes up") << ""
                                    << "";
    QTest::newRow("in the model's field") << "Model"
                                          << "/models/my-llama";
    QTest::newRow("a preset's id that begins another's name") << "Model"
                                                              << "tiny";
    QTest::newRow("in the batch") << "Batch"
                                  << "3";
    QTest::newRow("in the prompt's length") << "Prompt tokens"
                                            << "17";
}

void TestCaptureDialog::enterStartsTheCapture()
{
    QFETCH(QString, label);
    QFETCH(QString, text);
    QWidget* focus = QApplication::focusWidget();
    if (!label.isEmpty()) {
        focus = field<QWidget>(label);
        focus->setFocus();
        auto* line = focus->findChild<QLineEdit*>();
        line = line ? line : qobject_cast<QLineEdit*>(focus);
        line->selectAll();
        QTest::keyClicks(focus, text);
    }
    QVERIFY(focus);
    QTest::keyClick(focus, Qt::Key_Return);
    QTRY_VERIFY(!m_dialog->isVisible());
    QCOMPARE(m_dialog->result(), int(QDialog::Accepted));
    const bool isModel = label == QLatin1String("Model");
    QCOMPARE(QString::fromStdString(m_dialog->options().model), isModel ? text : QStringLiteral("tinyllama"));
    QCOMPARE(m_dialog->options().batch, label == QLatin1String("Batch") ? 3 : 1);
    QCOMPARE(m_dialog->options().promptLength, label == QLatin1String("Prompt tokens") ? 17 : 200);
}

void TestCaptureDialog::listsMakeASweep()
{
    field<QLineEdit>(QStringLiteral("Batch"))->setText(QStringLiteral("1, 2,8"));
    field<QLineEdit>(QStringLiteral("Prompt tokens"))->setText(QStringLiteral("16,128"));
    field<QComboBox>(QStringLiteral("Launching"))->setCurrentIndex(2);
    QVERIFY(says(QStringLiteral("A sweep of 12 settings")));
    m_dialog->accept();
    QCOMPARE(m_dialog->result(), int(QDialog::Accepted));
    QVERIFY(m_dialog->isSweep());
    QCOMPARE(m_dialog->settings().size(), std::size_t{12});
    QCOMPARE(m_dialog->settings().back(), (SweepSetting{DecodeMode::cudaGraph, 128, 8}));
    QCOMPARE(m_dialog->options().batch, 1);
    QCOMPARE(m_dialog->sweepFolder(), QStringLiteral("/somewhere/sweep"));
}

void TestCaptureDialog::nonsenseIsSaidAndTheDialogStays_data()
{
    QTest::addColumn<QString>("label");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no batch") << "Batch"
                              << ""
                              << "The batch is a whole number from 1 to ";
    QTest::newRow("a word") << "Batch"
                            << "1,two"
                            << "The batch is a whole number from 1 to ";
    QTest::newRow("zero") << "Batch"
                          << "0"
                          << "The batch is a whole number from 1 to ";
    QTest::newRow("a prompt that is too long") << "Prompt tokens"
                                               << "1,9999999"
                                               << "The prompt length is a whole number from 1 to ";
    QString many = QStringLiteral("1");
    for (int i = 2; i <= 201; ++i)
        many += QStringLiteral(",%1").arg(i);
    QTest::newRow("too many") << "Batch" << many << "These lists make more than ";
    QTest::newRow("several lengths of a text") << "Prompt tokens"
                                               << "8,9"
                                               << "A prompt as text has a length of its own";
    QTest::newRow("a sweep without end") << "Batch"
                                         << "1,2"
                                         << "A setting of a sweep must end by itself";
}

void TestCaptureDialog::nonsenseIsSaidAndTheDialogStays()
{
    QFETCH(QString, label);
    QFETCH(QString, text);
    QFETCH(QString, sentence);
    field<QPlainTextEdit>(QStringLiteral("Prompt"))->setPlainText(QStringLiteral("Once upon a time"));
    if (label == QLatin1String("Batch"))
        field<QSpinBox>(QStringLiteral("Repeat"))->setValue(0);
    auto* line = field<QLineEdit>(label);
    line->setText(text);
    QVERIFY(says(sentence));
    m_dialog->accept();
    QVERIFY(m_dialog->isVisible());
    line->setText(QStringLiteral("4"));
    QVERIFY(!says(sentence));
    m_dialog->accept();
    QVERIFY(!m_dialog->isVisible());
}

void TestCaptureDialog::theLastSweepComesBack()
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    QCOMPARE(settings.sweepLists().batches, std::vector<int>{1});
    settings.setSweepLists({{DecodeMode::eager, DecodeMode::cudaGraph}, {16, 128}, {1, 2, 8}});
    open(settings.captureOptions(), settings.sweepLists());
    QCOMPARE(field<QLineEdit>(QStringLiteral("Batch"))->text(), QStringLiteral("1, 2, 8"));
    m_dialog->accept();
    QCOMPARE(m_dialog->settings().size(), std::size_t{12});
    QCOMPARE(m_dialog->lists().promptLengths, (std::vector<int>{16, 128}));

    QSettings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat)
        .setValue(QStringLiteral("capture/batch"), QStringLiteral("many"));
    QCOMPARE(Settings(folder.filePath(QStringLiteral("settings.ini"))).sweepLists().batches, std::vector<int>{1});
}

void TestCaptureDialog::whatTheScreenHasNoRoomForIsScrolled_data()
{
    QTest::addColumn<int>("percent");
    QTest::addColumn<bool>("scrolls");
    QTest::newRow("usual") << 100 << false;
    QTest::newRow("three times as large") << 300 << true;
}

void TestCaptureDialog::whatTheScreenHasNoRoomForIsScrolled()
{
    QFETCH(int, percent);
    const QFont usual = QApplication::font();
    const auto restore = qScopeGuard([&] { QApplication::setFont(usual); });
    QFont font = usual;
    font.setPointSizeF(usual.pointSizeF() * percent / 100);
    QApplication::setFont(font);
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    PreferencesDialog preferences(settings, {}, {{QStringLiteral("Views"), folder.path()}}, nullptr);
    preferences.show();
    QVERIFY(QTest::qWaitForWindowExposed(&preferences));
    open({}, {});
    for (QDialog* dialog : {static_cast<QDialog*>(m_dialog.get()), static_cast<QDialog*>(&preferences)}) {
        QVERIFY(dialog->screen()->availableSize().expandedTo(dialog->size()) == dialog->screen()->availableSize());
        const auto* buttons = dialog->findChild<QDialogButtonBox*>();
        QVERIFY(dialog->rect().contains(buttons->geometry()));
        auto* area = dialog->findChild<QScrollArea*>();
        QTEST(area->verticalScrollBar()->maximum() > 0, "scrolls");
        QTEST(area->horizontalScrollBar()->maximum() > 0, "scrolls");
    }
    // A field that a sentence is about is brought into sight.
    auto* area = m_dialog->findChild<QScrollArea*>();
    auto* batch = field<QLineEdit>(QStringLiteral("Batch"));
    batch->setText(QStringLiteral("0"));
    area->verticalScrollBar()->setValue(0);
    m_dialog->accept();
    const QRect shown(batch->mapTo(area->viewport(), QPoint()), batch->size());
    QVERIFY(area->viewport()->rect().intersects(shown));
    QVERIFY(shown.bottom() <= area->viewport()->height());
    if (!area->verticalScrollBar()->maximum())
        return;
    // The wheel leaves the numbers that it comes over as they are.
    auto* repeat = field<QSpinBox>(QStringLiteral("Repeat"));
    const QPointF centre = QRectF(repeat->rect()).center();
    QWheelEvent wheel(centre, repeat->mapToGlobal(centre), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    const int before = repeat->value();
    QApplication::sendEvent(repeat, &wheel);
    QCOMPARE(repeat->value(), before);
    QVERIFY(!wheel.isAccepted()); // what lies behind has it
}

QTEST_MAIN(TestCaptureDialog)
#include "tst_capture_dialog.moc"
