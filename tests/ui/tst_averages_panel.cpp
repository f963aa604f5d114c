// SPDX-License-Identifier: GPL-3.0-or-later
// The panel of kernels and operators: torch's table, chosen steps, filter, copies.
#include "tests/support/strict_messages.h"
#include "tests/support/test_data.h"
#include "tests/support/trace_dsl.h"
#include "tests/ui/labelled_window.h"
#include "ui/model/timeline_navigator.h"
#include "ui/panels/averages_panel.h"
#include "ui/panels/parts_panel.h"
#include "ui/panels/table_text.h"
#include "ui/panels/table_view.h"
#include "ui/panels/text_saver.h"
#include "ui/timeline/timeline_widget.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>

using namespace decodescope;
using namespace decodescope::test;

namespace {

constexpr Ns kNsPerUs = 1000;

} // namespace

class AveragesPanelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { m_test = std::make_unique<LabelledWindow>(); }
    void cleanup() { m_test.reset(); }
    void averagesEqualTorchsTable();
    void averagesFollowTheChosenSteps();
    void averagesLightAndAreMarked();
    void focusAloneLightsNothing();
    void filterAndFormats();
    void savesWhatItCopies();
    void operatorsInPlaceOfKernelsAreNotAChoice();
    void aCaptureOnTheCpuShowsOperators();

private:
    bool isOn(const AveragesPanel& panel, const char* text);

    std::unique_ptr<LabelledWindow> m_test;
};

void AveragesPanelTest::initTestCase()
{
    makeWarningsFatal();
    applyTheme(*qApp, ThemeMode::dark);
    QLocale::setDefault(QLocale::c());
}

// The table that torch itself wrote of this recording; its times are in us, rounded to three places.
void AveragesPanelTest::averagesEqualTorchsTable()
{
    QVERIFY(m_test->openSample());
    auto& averages = m_test->panel<AveragesPanel>("kernels/all");
    const QVector<QStringList> rows = copiedRows(averages.tableView());
    const auto torch =
        QJsonDocument::fromJson(
            bytesOf(QString::fromStdString(test::dataPath("tinyllama-h200-torch.key_averages.json").string())))
            .array();
    QVERIFY(torch.size() > 50);
    const QStringList head = rows.front();
    for (const QString& title :
         {QStringLiteral("Self CPU"), QStringLiteral("Self CPU %"), QStringLiteral("CPU total"),
          QStringLiteral("CPU total %"), QStringLiteral("CPU avg"), QStringLiteral("Self CUDA"),
          QStringLiteral("Self CUDA %"), QStringLiteral("CUDA total"), QStringLiteral("CUDA avg"),
          QStringLiteral("Calls"), QStringLiteral("Calls a step"), QStringLiteral("Family")})
        QVERIFY2(head.contains(title), qPrintable(title));
    int compared = 0;
    for (const QJsonValue& value : torch) {
        const QJsonObject wanted = value.toObject();
        const QString name = wanted[QStringLiteral("key")].toString();
        const auto calls = wanted[QStringLiteral("count")].toInteger();
        const bool onDevice = wanted[QStringLiteral("dev")].toString().endsWith(QLatin1String("CUDA"));
        for (const QStringList& row : rows) {
            const bool rowOnDevice = row[head.indexOf(QStringLiteral("Self CPU"))] == QLatin1String("0") &&
                                     row[head.indexOf(QStringLiteral("CPU total"))] == QLatin1String("0");
            if (row[0] != name || rowOnDevice != onDevice)
                continue;
            ++compared;
            QCOMPARE(row[head.indexOf(QStringLiteral("Calls"))].toLongLong(), calls);
            const auto near = [&](const QString& title, const char* key) {
                const double us = wanted[QLatin1String(key)].toDouble();
                const auto ns = row[head.indexOf(title)].toLongLong();
                QVERIFY2(std::abs(double(ns) - us * double(kNsPerUs)) <= 2.0 * double(calls),
                         qPrintable(name + QLatin1Char(' ') + title));
            };
            near(QStringLiteral("Self CPU"), "self_cpu");
            near(QStringLiteral("CPU total"), "cpu_total");
            near(QStringLiteral("Self CUDA"), "self_cuda");
            near(QStringLiteral("CUDA total"), "cuda_total");
        }
    }
    QCOMPARE(compared, int(torch.size()));
}

void AveragesPanelTest::averagesFollowTheChosenSteps()
{
    QVERIFY(m_test->openSample());
    auto& averages = m_test->panel<AveragesPanel>("kernels/operators");
    const QString linear = QStringLiteral("aten::linear");
    QCOMPARE(valueIn(copiedRows(averages.tableView()), linear, QStringLiteral("Calls")), QStringLiteral("465"));
    QCOMPARE(valueIn(copiedRows(averages.tableView()), linear, QStringLiteral("Calls a step")), QStringLiteral("155"));
    m_test->window().timeline().navigator().selectStep(1);
    QVERIFY(m_test->settle());
    QCOMPARE(valueIn(copiedRows(averages.tableView()), linear, QStringLiteral("Calls")), QStringLiteral("155"));
    auto* scopes = averages.findChild<QComboBox*>();
    scopes->setCurrentIndex(1); // whole trace, whatever is selected
    QVERIFY(m_test->settle());
    QCOMPARE(valueIn(copiedRows(averages.tableView()), linear, QStringLiteral("Calls")), QStringLiteral("465"));
    scopes->setCurrentIndex(scopes->findText(QStringLiteral("ProfilerStep#5")));
    QVERIFY(m_test->settle());
    QCOMPARE(valueIn(copiedRows(averages.tableView()), linear, QStringLiteral("Calls")), QStringLiteral("155"));
    // Two steps and a bit: whole operators that begin in the range, counted per whole step.
    scopes->setCurrentIndex(0);
    const auto steps = m_test->document().trace()->steps();
    m_test->state().setSelectedRange(TimeRange{steps[0].range.begin, steps[1].range.end});
    QVERIFY(m_test->settle());
    QCOMPARE(valueIn(copiedRows(averages.tableView()), linear, QStringLiteral("Calls")), QStringLiteral("310"));
    QCOMPARE(valueIn(copiedRows(averages.tableView()), linear, QStringLiteral("Calls a step")), QStringLiteral("155"));
    // By shape: 155 = 44 q and o, 44 k and v, 44 gate and up, 22 down, 1 lm_head.
    m_test->window().timeline().navigator().selectStep(1);
    for (QToolButton* button : averages.findChildren<QToolButton*>())
        if (button->text() == QLatin1String("By input shape"))
            button->setChecked(true);
    QVERIFY(m_test->settle());
    QVector<int> calls;
    for (const QStringList& row : copiedRows(averages.tableView()))
        if (row[0] == linear)
            calls.push_back(row[copiedRows(averages.tableView()).front().indexOf(QStringLiteral("Calls"))].toInt());
    std::sort(calls.begin(), calls.end());
    QCOMPARE(calls, (QVector<int>{1, 22, 44, 44, 44}));
}

void AveragesPanelTest::averagesLightAndAreMarked()
{
    QVERIFY(m_test->openSample());
    m_test->window().timeline().navigator().selectStep(1);
    auto& averages = m_test->panel<AveragesPanel>("kernels/kernels");
    TableView& table = averages.tableView();
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(table.model()->index(0, 0)).center());
    const Highlight& highlight = m_test->state().highlight();
    QCOMPARE(highlight.by, Highlight::By::events);
    // 88 calls a step: q, o, gate and up of 22 layers.
    QCOMPARE(highlight.events.size(), std::size_t{88});
    const QVector<QStringList> rows = copiedRows(table);
    QCOMPARE(rows[1][rows[0].indexOf(QStringLiteral("Family"))], QStringLiteral("gemm"));
    QCOMPARE(rows[1][rows[0].indexOf(QStringLiteral("Part"))], QStringLiteral("up_proj, gate_proj, o_proj, q_proj"));
    // The other way: the row of the slice that is selected.
    const EventId last = highlight.events.back();
    table.clearSelection();
    m_test->state().setSelectedEvent(last);
    QCOMPARE(table.selectionModel()->selectedRows().size(), 1);
    QCOMPARE(table.selectionModel()->selectedRows().front().row(), 0);
    m_test->state().setSelectedEvent(kNoEvent);
    QVERIFY(!table.selectionModel()->hasSelection());
}

void AveragesPanelTest::focusAloneLightsNothing()
{
    QVERIFY(m_test->openSample());
    QVERIFY(m_test->activate());
    TableView& table = m_test->panel<AveragesPanel>("kernels/kernels").tableView();
    table.setFocus();
    QTRY_VERIFY(table.hasFocus());
    QVERIFY(m_test->state().highlight().isEmpty());
    QTest::keyClick(&table, Qt::Key_Down);
    QCOMPARE(table.currentIndex().row(), 0);
    QCOMPARE(m_test->state().highlight().events.size(), std::size_t{264}); // of three steps, 88 each
    // Taken back by Esc: the row is as it was as well, and stays so when the table is gone to again.
    m_test->press(Qt::Key_Escape);
    QVERIFY(m_test->state().highlight().isEmpty());
    QVERIFY(!table.selectionModel()->hasSelection());
    table.setFocus();
    QTRY_VERIFY(table.hasFocus());
    QVERIFY(m_test->state().highlight().isEmpty());
}

void AveragesPanelTest::filterAndFormats()
{
    QVERIFY(m_test->openSample());
    auto& averages = m_test->panel<AveragesPanel>("kernels/operators");
    TableView& table = averages.tableView();
    averages.findChild<QLineEdit*>()->setText(QStringLiteral("ATEN::linear"));
    QCOMPARE(table.model()->rowCount(), 1);
    table.copyAs(TableFormat::markdown);
    const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[0].startsWith(QStringLiteral("| Operator | Self CPU |")));
    QVERIFY(lines[1].startsWith(QStringLiteral("| --- | ---: |")));
    QVERIFY(lines[2].startsWith(QStringLiteral("| aten::linear | ")));
    table.copyAs(TableFormat::csv);
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("Operator,Self CPU,")));
    // Names with commas are quoted.
    m_test->window().showPanel(QStringLiteral("kernels/kernels"));
    averages.findChild<QLineEdit*>()->clear();
    QVERIFY(m_test->settle());
    table.copyAs(TableFormat::csv);
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("\n\"void at::native::")));
}

void AveragesPanelTest::savesWhatItCopies()
{
    QVERIFY(m_test->openSample());
    auto& parts = m_test->panel<PartsPanel>("parts/parts");
    QSignalSpy saved(&parts.tableView().saver(), &TextSaver::saved);
    const QString file = m_test->file("parts.csv");
    parts.tableView().copyAs(tableFormatOf(file));
    parts.tableView().saver().write(file, QGuiApplication::clipboard()->text());
    QTRY_COMPARE(saved.size(), 1);
    QCOMPARE(QString::fromUtf8(bytesOf(file)), QGuiApplication::clipboard()->text());
    QVERIFY(bytesOf(file).startsWith("Model part,Time,Share,Count,"));
    QCOMPARE(tableFormatOf(QStringLiteral("a.md")), TableFormat::markdown);
    QCOMPARE(tableFormatOf(QStringLiteral("a.tsv")), TableFormat::tsv);
}

bool AveragesPanelTest::isOn(const AveragesPanel& panel, const char* text)
{
    const auto buttons = panel.findChildren<QToolButton*>();
    return std::any_of(buttons.begin(), buttons.end(), [text](const QToolButton* button) {
        return button->text() == QLatin1String(text) && button->isChecked();
    });
}

void AveragesPanelTest::operatorsInPlaceOfKernelsAreNotAChoice()
{
    const auto onCpu = traceOf("cpu 1 1\nop 0 10 aten::mm\nop 20 30 aten::add\n");
    m_test->document().setTrace(onCpu, QStringLiteral("cpu"));
    auto& averages = m_test->panel<AveragesPanel>("kernels");
    QVERIFY(isOn(averages, "Operators"));
    QCOMPARE(averages.tableView().table().rowCount(), 2);
    QCOMPARE(m_test->window().panelInFront(), QStringLiteral("kernels/kernels"));
    m_test->reopen();
    QCOMPARE(m_test->settings().drawerPanel(), QStringLiteral("kernels/kernels"));
    QVERIFY(m_test->openSample());
    QVERIFY(isOn(m_test->find<AveragesPanel>(), "Kernels"));
    // What the user chooses stays.
    m_test->document().setTrace(onCpu, QStringLiteral("cpu"));
    auto& again = m_test->panel<AveragesPanel>("kernels");
    for (auto* button : again.findChildren<QToolButton*>())
        if (button->text() == QLatin1String("Operators"))
            button->click();
    QCOMPARE(m_test->window().panelInFront(), QStringLiteral("kernels/operators"));
    QVERIFY(m_test->openSample());
    QVERIFY(isOn(again, "Operators"));
}

void AveragesPanelTest::aCaptureOnTheCpuShowsOperators()
{
    auto& document = m_test->document();
    document.beginLive(QStringLiteral("live"));
    document.publish(traceOf("cpu 1 1\nop 0 10 aten::mm\n"));
    QVERIFY(m_test->window().showPanel(QStringLiteral("kernels")));
    auto& averages = m_test->find<AveragesPanel>();
    QVERIFY(isOn(averages, "Operators"));
    QTRY_COMPARE(averages.tableView().table().rowCount(), 1);
    for (auto* button : averages.findChildren<QToolButton*>())
        if (button->text() == QLatin1String("Kernels"))
            button->click();
    document.publish(traceOf("cpu 1 1\nop 0 10 aten::mm\nop 20 30 aten::add\n"));
    QVERIFY(isOn(averages, "Kernels")); // whoever wants to see none
    document.endLive();
    QVERIFY(m_test->settle());
    // Operators of the CPU come first, what they launched after it.
    document.beginLive(QStringLiteral("live"));
    document.publish(traceOf("cpu 1 1\nop 0 10 aten::mm\ncall 5 6 cudaLaunchKernel #1\n"));
    QVERIFY(isOn(averages, "Operators"));
    document.publish(
        traceOf("cpu 1 1\nop 0 10 aten::mm\ncall 5 6 cudaLaunchKernel #1\ngpu 0 7\nkernel 20 30 gemm #1\n"));
    QVERIFY(isOn(averages, "Kernels"));
    document.endLive();
    QVERIFY(m_test->settle());
}

QTEST_MAIN(AveragesPanelTest)
#include "tst_averages_panel.moc"
