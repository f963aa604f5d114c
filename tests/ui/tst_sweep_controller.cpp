// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep over sources that deliver at once: rows, files, charts, what happens when something fails or is stopped.
#include "core/io/open_trace.h"
#include "tests/support/fake_live_source.h"
#include "tests/support/strict_messages.h"
#include "ui/model/live_controller.h"
#include "ui/model/sweep_controller.h"
#include "ui/model/table_model.h"
#include "ui/model/trace_document.h"
#include "ui/panels/table_view.h"
#include "ui/window/message_bar.h"
#include "ui/window/sweep_chart.h"
#include "ui/window/sweep_window.h"

#include <QFile>
#include <QFileInfo>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace decodescope;
using decodescope::test::FakeLiveControl;
using decodescope::test::FakeLiveSource;

namespace {

// Steps of 900 ns, `count` of them, each with one kernel of 100 ns a sequence of the batch.
std::unique_ptr<EventBatch> stepsOf(int count, int batch)
{
    auto events = std::make_unique<EventBatch>();
    const std::uint32_t cpu = events->threadNumber({{1, 0, true}, {1, 0, true}});
    const std::uint32_t gpu = events->threadNumber({{0, 0, true}, {7, 0, true}});
    const auto add = [&](std::uint32_t thread, const char* category, const std::string& name, Ns begin, Ns duration,
                         int correlation) {
        BatchEvent event;
        event.time = begin;
        event.duration = duration;
        event.thread = thread;
        event.category = events->strings.add(category);
        event.name = events->strings.add(name);
        event.args = events->args.add("{\"correlation\": " + std::to_string(correlation) + "}");
        events->events.push_back(event);
    };
    for (int step = 0; step < count; ++step) {
        const Ns begin = 1000 * step;
        add(cpu, "user_annotation", "ProfilerStep#" + std::to_string(step), begin, 900, 0);
        add(cpu, "cuda_runtime", "cudaLaunchKernel", begin + 10, 5, step + 1);
        add(gpu, "kernel", "fake_kernel", begin + 50, Ns{100} * batch, step + 1);
    }
    return events;
}

// Has ended as soon as it has begun. No batch of 13.
class QuickSource final : public LiveSource
{
public:
    Result<void> start(const CaptureOptions& options, BatchQueue& queue) override
    {
        if (options.batch == 13)
            return failure(ErrorCode::device, "No batch of thirteen.");
        if (options.batch != 17) // which records nothing
            queue.push(stepsOf(2, options.batch));
        return {};
    }
    void requestStop() override {}
    CaptureStatus status() const override
    {
        CaptureStatus status;
        status.phase = CapturePhase::finished;
        return status;
    }
    TraceSource description() const override { return {}; }
};

} // namespace

class TestSweepController : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void init();
    void everySettingIsARowAndAFile();
    void aSettingThatFailsIsARow();
    void aSettingThatRecordsNothingHasNoTrace();
    void stoppedKeepsWhatThereIs();
    void stoppedWhileItPrepares();
    void aFolderThatCannotBeWritten();
    void opensASweepOfBefore();
    void aFolderWithoutASweepIsSaid();
    void theWindowShowsRowsAndCharts();

private:
    void run(std::vector<SweepSetting> settings);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<TraceDocument> m_document;
    std::unique_ptr<LiveController> m_live;
    std::unique_ptr<SweepController> m_sweep;
};

void TestSweepController::init()
{
    m_sweep.reset();
    m_live.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_document = std::make_unique<TraceDocument>(
        [](const auto&, Progress&, std::stop_token, const auto&) -> Result<std::shared_ptr<const Trace>> {
            return failure(ErrorCode::io, "not in this test");
        });
    m_live = std::make_unique<LiveController>(
        *m_document, []() -> Result<std::unique_ptr<LiveSource>> { return std::make_unique<QuickSource>(); });
    m_sweep = std::make_unique<SweepController>(*m_live, *m_document);
}

void TestSweepController::run(std::vector<SweepSetting> settings)
{
    m_sweep->start({}, std::move(settings), m_folder->filePath(QStringLiteral("a/b")));
    QVERIFY(m_sweep->isActive());
    QTRY_VERIFY(!m_sweep->isActive());
}

void TestSweepController::everySettingIsARowAndAFile()
{
    QSignalSpy failed(m_sweep.get(), &SweepController::failed);
    run({{DecodeMode::eager, 5, 1}, {DecodeMode::eager, 5, 4}, {DecodeMode::cudaGraph, 5, 4}});
    QCOMPARE(failed.count(), 0);
    QCOMPARE(m_sweep->rows().size(), std::size_t{3});
    QCOMPARE(m_sweep->rows()[1].step.median, Ns{900});
    QCOMPARE(m_sweep->rows()[1].busy.median, Ns{400});
    QCOMPARE(m_sweep->rows()[2].setting, (SweepSetting{DecodeMode::cudaGraph, 5, 4}));
    for (const SweepRow& row : m_sweep->rows()) {
        const std::string path = m_sweep->folder().toStdString() + "/" + row.file;
        Progress progress;
        const auto trace = openTraces(std::array{path}, progress);
        QVERIFY2(trace.has_value(), path.c_str());
        QCOMPARE((*trace)->steps().size(), std::size_t{2});
    }
    QFile file(m_sweep->folder() + QStringLiteral("/sweep.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(readSweep(file.readAll().toStdString()).value().size(), std::size_t{3});
}

void TestSweepController::aSettingThatFailsIsARow()
{
    run({{DecodeMode::eager, 5, 13}, {DecodeMode::eager, 5, 2}});
    QCOMPARE(m_sweep->rows().size(), std::size_t{2});
    QCOMPARE(m_sweep->rows()[0].failure, std::string("No batch of thirteen."));
    QVERIFY(m_sweep->rows()[0].file.empty());
    QCOMPARE(m_sweep->rows()[1].steps, std::size_t{2});
}

// Nor the one of the setting before, which the window shows again.
void TestSweepController::aSettingThatRecordsNothingHasNoTrace()
{
    run({{DecodeMode::eager, 5, 4}, {DecodeMode::eager, 5, 17}});
    QCOMPARE(m_sweep->rows().size(), std::size_t{2});
    QVERIFY(!m_sweep->rows()[0].file.empty());
    QVERIFY(m_sweep->rows()[1].file.empty());
    QCOMPARE(m_sweep->rows()[1].steps, std::size_t{0});
    QVERIFY2(m_document->title().toStdString() == m_sweep->rows()[0].file, qPrintable(m_document->title()));
}

void TestSweepController::stoppedKeepsWhatThereIs()
{
    auto control = std::make_shared<FakeLiveControl>();
    LiveController live(*m_document, [control]() -> Result<std::unique_ptr<LiveSource>> {
        return std::make_unique<FakeLiveSource>(control);
    });
    SweepController sweep(live, *m_document);
    sweep.start({}, {{DecodeMode::eager, 5, 1}, {DecodeMode::eager, 5, 2}}, m_folder->path());
    QTRY_COMPARE(live.state(), LiveController::State::running);
    control->queue->push(stepsOf(1, 1));
    QTRY_COMPARE(m_document->trace()->steps().size(), std::size_t{1});
    sweep.requestStop();
    QVERIFY(control->stopRequested);
    CaptureStatus status;
    status.phase = CapturePhase::finished;
    control->setStatus(status);
    QTRY_VERIFY(!sweep.isActive());
    QCOMPARE(sweep.rows().size(), std::size_t{1});
    QCOMPARE(sweep.rows()[0].steps, std::size_t{1});
    QCOMPARE(sweep.rows()[0].failure, std::string("This capture was stopped."));
    QVERIFY(QFile::exists(m_folder->filePath(QStringLiteral("eager-prompt5-batch1.json.gz"))));
}

void TestSweepController::stoppedWhileItPrepares()
{
    m_sweep->start({}, {{DecodeMode::eager, 5, 1}}, m_folder->path());
    m_sweep->requestStop();
    QTRY_VERIFY(!m_sweep->isActive());
    QVERIFY(m_sweep->rows().empty());
    run({{DecodeMode::eager, 5, 1}}); // and it can start again
    QCOMPARE(m_sweep->rows().size(), std::size_t{1});
}

void TestSweepController::aFolderThatCannotBeWritten()
{
    QFile file(m_folder->filePath(QStringLiteral("file")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QSignalSpy failed(m_sweep.get(), &SweepController::failed);
    m_sweep->start({}, {{DecodeMode::eager, 5, 1}}, file.fileName() + QStringLiteral("/below"));
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(failed.front().front().toString().contains(QStringLiteral("below")));
    QVERIFY(!m_sweep->isActive());
    QVERIFY(m_document->isEmpty()); // nothing was captured
}

void TestSweepController::opensASweepOfBefore()
{
    run({{DecodeMode::eager, 5, 1}, {DecodeMode::eager, 5, 13}});
    SweepController other(*m_live, *m_document);
    QSignalSpy changed(&other, &SweepController::rowsChanged);
    other.open(m_sweep->folder());
    QTRY_COMPARE(changed.count(), 1);
    QCOMPARE(other.rows().size(), std::size_t{2});
    QCOMPARE(other.folder(), m_sweep->folder());
}

void TestSweepController::aFolderWithoutASweepIsSaid()
{
    QSignalSpy failed(m_sweep.get(), &SweepController::failed);
    m_sweep->open(m_folder->path());
    QTRY_COMPARE(failed.count(), 1);
    QVERIFY(failed.front().front().toString().contains(QStringLiteral("There is no sweep in this folder.")));
    QVERIFY(m_sweep->rows().empty());
}

void TestSweepController::theWindowShowsRowsAndCharts()
{
    SweepWindow window(*m_sweep, nullptr);
    window.show();
    auto* chart = window.findChild<SweepChart*>();
    auto* table = window.findChild<TableView*>();
    QVERIFY(chart && table);
    QCOMPARE(chart->pointCount(), 0);
    run({{DecodeMode::eager, 5, 1}, {DecodeMode::eager, 5, 13}, {DecodeMode::cudaGraph, 5, 2}});
    QCOMPARE(table->table().rowCount(), 3);
    QCOMPARE(chart->pointCount(), 2 * 4); // step, busy, gap share, tokens/s of the two that did not fail
    QVERIFY(chart->savePicture(m_folder->filePath(QStringLiteral("charts.png"))));

    const QString copied = table->table().tabSeparated({0, 1, 2});
    QCOMPARE(copied.count(QLatin1Char('\n')), 4);
    QVERIFY(copied.contains(QStringLiteral("No batch of thirteen.")));

    QSignalSpy requested(&window, &SweepWindow::traceRequested);
    table->setFocus();
    Q_EMIT table->rowActivated(1); // the one that failed has no trace
    QCOMPARE(requested.count(), 0);
    const auto* message = window.findChild<MessageBar*>();
    QVERIFY(message->isVisible());
    QVERIFY(message->text().startsWith(QStringLiteral("This setting has no trace. ")));
    QVERIFY(message->text().contains(QStringLiteral("No batch of thirteen.")));
    Q_EMIT table->rowActivated(2);
    QCOMPARE(requested.count(), 1);
    QVERIFY(!message->isVisible());
    const QString file = requested.front().front().toString();
    QVERIFY(QFile::remove(file)); // fails unless it is there
    Q_EMIT table->rowActivated(2);
    QCOMPARE(requested.count(), 1);
    QVERIFY(message->text().contains(QFileInfo(file).fileName()));
    // Not a dialog, which would stay above the window that the trace is shown in.
    QCOMPARE(window.windowType(), Qt::Window);
}

QTEST_MAIN(TestSweepController)
#include "tst_sweep_controller.moc"
