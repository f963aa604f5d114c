// SPDX-License-Identifier: GPL-3.0-or-later
// Qt's own rules for item models, on every model that the window has, while its contents come, change and go.
#include "core/io/open_trace.h"
#include "core/label/label_trace.h"
#include "tests/support/strict_messages.h"
#include "tests/support/test_data.h"
#include "ui/main_window.h"
#include "ui/model/live_controller.h"
#include "ui/model/settings.h"
#include "ui/model/timeline_state.h"
#include "ui/model/trace_document.h"
#include "ui/panels/panel.h"
#include "ui/window/file_commands.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace decodescope;

class TestItemModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void everyModelKeepsTheRules();
};

void TestItemModels::everyModelKeepsTheRules()
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    TraceDocument document(
        [](const std::vector<std::string>& files, Progress& progress, std::stop_token stop, const auto&) {
            return openTraces(files, progress, stop);
        },
        [](const Trace& trace, std::stop_token stop) { return labelTrace(trace, *LabelRules::builtIn(), stop); });
    LiveController live(document, []() -> Result<std::unique_ptr<LiveSource>> {
        return failure(ErrorCode::unsupported, "This build cannot capture.");
    });
    const QString sample = QString::fromStdString(test::samplePath("tinyllama-h200-torch.pt.trace.json.gz").string());
    MainWindow window(document, live, settings, {sample, folder.path()});
    window.resize(1600, 1000);
    window.show();

    QSet<QAbstractItemModel*> tested;
    const auto testNewOnes = [&window, &tested] {
        for (const QAbstractItemView* view : window.findChildren<QAbstractItemView*>()) {
            QAbstractItemModel* model = view->model();
            if (!model || tested.contains(model))
                continue;
            tested.insert(model);
            new QAbstractItemModelTester(model, QAbstractItemModelTester::FailureReportingMode::QtTest, model);
        }
    };
    const auto settle = [&window] { QTRY_VERIFY_WITH_TIMEOUT(window.isSettled(), 20'000); };
    testNewOnes();
    window.files().openSample();
    const auto showAll = [&] {
        for (const PanelSpec& spec : panelSpecs()) {
            window.showPanel(spec.id);
            settle();
            testNewOnes();
        }
    };
    showAll();
    QVERIFY(tested.size() >= 5); // ranges, kernels, parts, gaps, warnings
    // Other contents; sorted by every column.
    window.state().setSelectedRange(document.trace()->steps()[1].range);
    showAll();
    for (QAbstractItemModel* model : std::as_const(tested))
        for (int column = 0; column < model->columnCount(); ++column)
            for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder})
                model->sort(column, order);
    // Nothing to show.
    window.state().setSelectedRange(TimeRange{0, 1});
    showAll();
}

QTEST_MAIN(TestItemModels)
#include "tst_item_models.moc"
