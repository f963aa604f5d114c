// SPDX-License-Identifier: GPL-3.0-or-later
// The record sheet and its checks in the window, and rules of the user's own.
#include "tests/support/strict_messages.h"
#include "tests/ui/labelled_window.h"
#include "ui/panels/parts_panel.h"
#include "ui/panels/report_panel.h"
#include "ui/panels/table_view.h"
#include "ui/window/compare_window.h"
#include "ui/window/file_commands.h"
#include "ui/window/message_bar.h"
#include "ui/window/rules_commands.h"

#include <QApplication>
#include <QTest>

using namespace decodescope;
using namespace decodescope::test;

class ReportPanelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { m_test = std::make_unique<LabelledWindow>(); }
    void cleanup() { m_test.reset(); }
    void reportHasSheetAndChecks();
    void ownRulesLabelAnew();
    void ownRulesLabelOpenComparisonsAnew();
    void badRulesChangeNothing();

private:
    std::unique_ptr<LabelledWindow> m_test;
};

void ReportPanelTest::initTestCase()
{
    makeWarningsFatal();
    applyTheme(*qApp, ThemeMode::dark);
    QLocale::setDefault(QLocale::c());
}

void ReportPanelTest::reportHasSheetAndChecks()
{
    QVERIFY(m_test->openSample());
    auto& report = m_test->panel<ReportPanel>("report/sheet");
    for (const char* text : {"NVIDIA H200", "25.27 ms", "22.99 ms", "155", "925", "cudnn", "431.01"})
        QVERIFY2(report.pageText().contains(QLatin1String(text)), text);
    m_test->window().showPanel(QStringLiteral("report/checks"));
    const QString checks = report.pageText();
    QVERIFY(checks.contains(QStringLiteral("7 x 22 layers + 1 = 155")));
    QVERIFY(checks.contains(QStringLiteral("fails: the small matrices of attention")));
    // What fails comes first.
    QVERIFY(checks.indexOf(QStringLiteral("FFN over attention")) < checks.indexOf(QStringLiteral("linear operators")));
    QVERIFY(report.markdown().startsWith(QStringLiteral("# Record sheet")));
    QVERIFY(report.markdown().contains(QStringLiteral("## Checks")));
}

void ReportPanelTest::ownRulesLabelAnew()
{
    QVERIFY(m_test->openSample());
    const QString file =
        written(m_test->file("own.json"), R"({"format": "decodescope-kernel-rules", "version": 1, "rules": [
        {"name": "ours", "purpose": "All products are ours.", "family": "fused", "text": ["nvjet_*"]}]})");
    const auto before = m_test->document().labels();
    m_test->window().rules().load({file}, true);
    QTRY_VERIFY(m_test->document().labels() != before);
    QVERIFY(m_test->settle());
    QVERIFY2(m_test->window().messages().text().contains(QStringLiteral("own.json")),
             qPrintable(m_test->window().messages().text()));
    auto& parts = m_test->panel<PartsPanel>("parts/families");
    QCOMPARE(valueIn(copiedRows(parts.tableView()), QStringLiteral("gemm"), QStringLiteral("A step")),
             QStringLiteral("23")); // what is no nvjet: second halves of 22 split products, and the rotary product
    QCOMPARE(m_test->settings().rulesFiles(), QStringList{file});
    // The next start asks them too, the built-in ones alone bring the families back.
    m_test->window().rules().useBuiltIn();
    QVERIFY(m_test->settle());
    QCOMPARE(valueIn(copiedRows(parts.tableView()), QStringLiteral("gemm"), QStringLiteral("A step")),
             QStringLiteral("178"));
    QVERIFY(m_test->settings().rulesFiles().isEmpty());
}

void ReportPanelTest::ownRulesLabelOpenComparisonsAnew()
{
    QVERIFY(m_test->openSample());
    CompareWindow* const compare = m_test->window().files().compareSteps();
    QTRY_VERIFY(compare->isSettled());
    const auto fused = [compare](CompareController::Side side) {
        const auto labels = compare->compare().document(side).labels();
        std::ptrdiff_t count = 0;
        for (std::size_t i = 0; labels && i < labels->size(); ++i)
            count += labels->of(i).family == KernelFamily::fused ? 1 : 0;
        return count;
    };
    QCOMPARE(fused(CompareController::a), std::ptrdiff_t(0));
    const QString file =
        written(m_test->file("own.json"), R"({"format": "decodescope-kernel-rules", "version": 1, "rules": [
        {"name": "ours", "purpose": "All products are ours.", "family": "fused", "text": ["nvjet_*"]}]})");
    m_test->window().rules().load({file}, false);
    QTRY_VERIFY(fused(CompareController::a) > 0 && fused(CompareController::b) > 0);
    QTRY_VERIFY(compare->isSettled());
}

void ReportPanelTest::badRulesChangeNothing()
{
    QVERIFY(m_test->openSample());
    const QString file =
        written(m_test->file("bad.json"),
                R"({"format": "decodescope-kernel-rules", "version": 1, "rules": [{"name": "a", "purpose": "b"}]})");
    const auto before = m_test->document().labels();
    m_test->window().rules().load({file}, true);
    QTRY_VERIFY(m_test->window().messages().isVisible());
    const QString message = m_test->window().messages().text();
    QVERIFY2(message.contains(QStringLiteral("bad.json: /rules/0: ")), qPrintable(message));
    QVERIFY(message.contains(QStringLiteral("needs a name, a purpose and a family")));
    QVERIFY(m_test->settle());
    QCOMPARE(m_test->document().labels(), before);
    QVERIFY(m_test->settings().rulesFiles().isEmpty());
}

QTEST_MAIN(ReportPanelTest)
#include "tst_report_panel.moc"
