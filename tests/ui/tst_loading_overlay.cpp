// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_live_source.h"
#include "tests/support/strict_messages.h"
#include "ui/model/live_controller.h"
#include "ui/model/trace_document.h"
#include "ui/window/loading_overlay.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>

using namespace decodescope;
using decodescope::test::FakeLiveControl;
using decodescope::test::FakeLiveSource;

class TestLoadingOverlay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void saysWhatACaptureDoesUntilThereIsSomethingToSee();
};

void TestLoadingOverlay::saysWhatACaptureDoesUntilThereIsSomethingToSee()
{
    const auto source = std::make_shared<FakeLiveControl>();
    TraceDocument document(
        [](const auto&, Progress&, std::stop_token, const auto&) -> Result<std::shared_ptr<const Trace>> {
            return failure(ErrorCode::io, "not in this test");
        });
    LiveController live(document, [source]() -> Result<std::unique_ptr<LiveSource>> {
        return std::make_unique<FakeLiveSource>(source);
    });
    QWidget window;
    window.resize(800, 600);
    LoadingOverlay overlay(document, live, &window);
    window.show();
    QVERIFY(!overlay.isVisible());

    CaptureStatus status;
    status.phase = CapturePhase::timing;
    status.step = 4;
    status.steps = 96;
    source->setStatus(status);
    live.start({});
    QTRY_VERIFY(overlay.isVisible());
    QCOMPARE(overlay.size(), window.size());
    const auto* what = overlay.findChild<QLabel*>();
    QTRY_COMPARE(what->text(), QStringLiteral("Timing, nothing attached, step 5 of 96"));
    auto* stop = overlay.findChild<QPushButton*>();
    QCOMPARE(stop->text(), QStringLiteral("Stop"));

    auto batch = std::make_unique<EventBatch>();
    BatchEvent event;
    event.duration = 50;
    event.name = batch->strings.add("aten::add");
    event.category = batch->strings.add("cpu_op");
    event.thread = batch->threadNumber({{7, 0, true}, {7, 0, true}});
    batch->events.push_back(event);
    stop->click();
    QVERIFY(source->stopRequested);
    QVERIFY(overlay.isVisible());
    QVERIFY(!stop->isEnabled());
    QVERIFY(source->queue->push(std::move(batch)));
    QTRY_VERIFY(!overlay.isVisible());
    status.phase = CapturePhase::finished;
    source->setStatus(status);
    QTRY_VERIFY(!live.isActive());
    QVERIFY(!overlay.isVisible());
}

QTEST_MAIN(TestLoadingOverlay)
#include "tst_loading_overlay.moc"
