// SPDX-License-Identifier: GPL-3.0-or-later
// Files in the window: read in the background, no good, written as pictures.
#include "core/io/open_trace.h"
#include "tests/support/fake_live_source.h"
#include "tests/support/strict_messages.h"
#include "tests/ui/sample_window.h"
#include "ui/model/view_editor.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/window/file_commands.h"
#include "ui/window/loading_strip.h"
#include "ui/window/message_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QImage>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QScopeGuard>
#include <QTabBar>
#include <QTest>
#include <QTimer>

#include <array>
#include <fstream>
#include <memory>
#include <sys/stat.h>

using namespace decodescope;
using test::FakeLiveControl;
using test::SampleWindow;

class TestWindowFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_sample.reset(); }
    void badFileIsSaidInTheWindow();
    void aFileThatIsCutOffIsSaid();
    void showsAFileWhileItIsRead();
    void cancelWhileReadingComesBack();
    void savesPictures();
    void asksBeforeACaptureIsReplaced();
    void asksBeforeACaptureIsClosed();
    void savesACaptureBeforeItCloses();
    void asksBeforeACaptureThatRunsIsClosed();
    void savesACaptureThatRunsBeforeItCloses();
    void savesWhatAnEmptyCaptureWouldReplace();
    void opensNothingWhileACaptureRuns();
    void anExportWhileACaptureRunsDoesNotSaveIt();
    void marksThatCannotBeKeptAreSpokenOf();
    void whatWasDoneGoesByItself();
    void aSavedCaptureIsCalledByItsFile();

private:
    void beginReading();
    void capture();
    void runCapture();
    void push(int first, int count);
    void endCapture();
    void answer(QMessageBox::StandardButton button);
    std::unique_ptr<QTimer> userWhoChooses(const QString& path);
    std::shared_ptr<const Trace> read(const QString& path);
    MainWindow& window() { return m_sample->window(); }
    TimelineState& state() { return m_sample->state(); }
    TraceDocument& document() { return m_sample->document(); }

    std::unique_ptr<std::ofstream> m_pipe;     // the other end of what beginReading() opens
    std::shared_ptr<FakeLiveControl> m_source; // of the captures
    std::unique_ptr<SampleWindow> m_sample;
};

void TestWindowFiles::initTestCase()
{
    test::makeWarningsFatal();
    applyTheme(*qApp, ThemeMode::dark);
}

void TestWindowFiles::init()
{
    m_source = std::make_shared<FakeLiveControl>();
    m_sample = std::make_unique<SampleWindow>(TraceDocument::Labeller(),
                                              [source = m_source]() -> Result<std::unique_ptr<LiveSource>> {
                                                  return std::make_unique<test::FakeLiveSource>(source);
                                              });
    QVERIFY(m_sample->activate());
}

void TestWindowFiles::badFileIsSaidInTheWindow()
{
    QVERIFY(m_sample->openSample());
    const auto before = document().trace();
    window().files().open({QStringLiteral("/nowhere/no.json")});
    QTRY_VERIFY(window().messages().isVisible());
    QVERIFY(window().messages().text().contains(QStringLiteral("no.json")));
    QCOMPARE(document().trace(), before);
    window().files().openSample(); // goes on, and takes the message away
    QVERIFY(!window().messages().isVisible());
    QVERIFY(m_sample->settle());
}

void TestWindowFiles::aFileThatIsCutOffIsSaid()
{
    const QString path = m_sample->file("cut.json");
    const QByteArray whole = R"([{"ph": "X", "name": "op", "pid": 1, "tid": 1, "ts": 1, "dur": 1},)"; // 66 bytes
    const QByteArray begun = R"({"ph": "X", "na)";
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(whole + begun), qint64{81});
    file.close();
    const auto tab = [this] { return window().findChild<QTabBar*>()->tabText(6); };
    window().files().open({path});
    QTRY_VERIFY(window().messages().isVisible());
    QVERIFY2(window().messages().text().startsWith(QStringLiteral("cut.json is cut off at byte 66:")),
             qPrintable(window().messages().text()));
    QCOMPARE(tab(), QStringLiteral("Warnings (1)"));
    QVERIFY(m_sample->settle());
    window().files().openSample(); // which is odd here and there, and lacks nothing
    QVERIFY(m_sample->settle());
    QVERIFY(!window().messages().isVisible());
    QCOMPARE(tab(), QStringLiteral("Warnings"));
}

// Of a trace that comes through a pipe, as much is there as the pipe was given: 20 ms of slices of a microsecond, with
// more to come.
void TestWindowFiles::beginReading()
{
    const QString pipe = m_sample->file("pipe.json");
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    window().files().open({pipe});
    m_pipe = std::make_unique<std::ofstream>(pipe.toStdString()); // waits for the reader
    *m_pipe << "[";
    for (int i = 0; i < 20'000; ++i)
        *m_pipe << R"({"ph": "X", "name": "op", "pid": 1, "tid": 1, "ts": )" << i << R"(, "dur": 1},)" << '\n';
    m_pipe->flush();
    QTRY_VERIFY(!document().isComplete() && document().trace()->eventCount() > 10'000);
    QCOMPARE(document().state(), TraceDocument::State::loading);
}

void TestWindowFiles::showsAFileWhileItIsRead()
{
    beginReading();
    auto* strip = window().findChild<LoadingStrip*>();
    QTRY_VERIFY(strip->isVisible());
    QVERIFY2(strip->text().contains(QStringLiteral("pipe.json")), qPrintable(strip->text()));
    QVERIFY(window().timeline().isVisible());
    QVERIFY(window().windowTitle().contains(QStringLiteral("pipe.json")));
    QVERIFY(document().trace()->eventCount() < 20'001);
    QVERIFY(state().visibleRange().contains(document().trace()->span()));
    // Who sees all goes on seeing all; who has gone to look at something stays there.
    const TimeRange near{1'000'000, 2'000'000};
    state().setVisibleRange(near);
    window().files().exportTrace({});
    QVERIFY(window().messages().text().contains(QStringLiteral("still being read")));
    *m_pipe << R"({"ph": "X", "name": "last", "pid": 1, "tid": 1, "ts": 30000, "dur": 1}])";
    m_pipe.reset();
    QTRY_COMPARE(document().state(), TraceDocument::State::idle);
    QCOMPARE(document().trace()->eventCount(), std::size_t{20'001});
    QVERIFY(!strip->isVisible());
    QCOMPARE(state().visibleRange(), near);
    QCOMPARE(state().content(), (TimeRange{0, 30'001'000}));
    QVERIFY(m_sample->settle());
}

void TestWindowFiles::cancelWhileReadingComesBack()
{
    QVERIFY(m_sample->openSample());
    const auto before = document().trace();
    const QString title = window().windowTitle();
    beginReading();
    QVERIFY(window().windowTitle() != title);
    auto* strip = window().findChild<LoadingStrip*>();
    QTRY_VERIFY(strip->isVisible());
    QTest::mouseClick(strip->findChild<QPushButton*>(QStringLiteral("cancel-reading")), Qt::LeftButton);
    QCOMPARE(document().state(), TraceDocument::State::idle);
    QCOMPARE(document().trace(), before);
    QCOMPARE(window().windowTitle(), title);
    QVERIFY(!strip->isVisible());
    QVERIFY(m_sample->settle());
    m_pipe.reset();
}

// What the sample holds, as if it had been recorded here.
void TestWindowFiles::capture()
{
    QVERIFY(m_sample->openSample());
    const auto recorded = document().trace();
    document().beginLive(QStringLiteral("Live capture"));
    document().publish(recorded);
    document().endLive();
    QVERIFY(m_sample->settle());
}

void TestWindowFiles::answer(QMessageBox::StandardButton button)
{
    QTRY_VERIFY(window().findChild<QMessageBox*>());
    auto* box = window().findChild<QMessageBox*>();
    QTest::mouseClick(box->button(button), Qt::LeftButton);
    QTRY_VERIFY(!window().findChild<QMessageBox*>());
}

// In the dialog of files, until it goes; without a path the user leaves the dialog.
std::unique_ptr<QTimer> TestWindowFiles::userWhoChooses(const QString& path)
{
    auto user = std::make_unique<QTimer>();
    connect(user.get(), &QTimer::timeout, this, [this, path] {
        auto* dialog = window().findChild<QFileDialog*>();
        if (dialog == nullptr || !dialog->isVisible())
            return;
        dialog->findChild<QLineEdit*>()->setText(path);
        if (path.isEmpty())
            dialog->reject();
        else
            static_cast<QDialog*>(dialog)->accept(); // public there
    });
    user->start(50);
    return user;
}

// An empty trace where it cannot be read.
std::shared_ptr<const Trace> TestWindowFiles::read(const QString& path)
{
    Progress progress;
    const std::array paths{path.toStdString()};
    return openTraces(paths, progress).value_or(std::make_shared<const Trace>());
}

void TestWindowFiles::asksBeforeACaptureIsReplaced()
{
    capture();
    const auto recorded = document().trace();
    window().files().openSample();
    answer(QMessageBox::Cancel);
    QCOMPARE(document().state(), TraceDocument::State::idle);
    QCOMPARE(document().trace(), recorded);
    window().files().openSample();
    answer(QMessageBox::Discard);
    QTRY_COMPARE(document().title(), QFileInfo(test::sampleFile()).fileName());
    QVERIFY(document().trace() != recorded);
    window().files().openSample(); // of a file: nothing is lost
    QVERIFY(!window().findChild<QMessageBox*>());
    QVERIFY(m_sample->settle());
}

void TestWindowFiles::asksBeforeACaptureIsClosed()
{
    capture();
    QVERIFY(!window().close());
    answer(QMessageBox::Cancel);
    QVERIFY(window().isVisible());
    document().noteSaved(QStringLiteral("/somewhere/mine.json"));
    QVERIFY(window().windowTitle().contains(QStringLiteral("mine.json")));
    QVERIFY(window().close());
    window().show();
    capture();
    QVERIFY(!window().close());
    answer(QMessageBox::Discard);
    QTRY_VERIFY(!window().isVisible());
}

void TestWindowFiles::savesACaptureBeforeItCloses()
{
    const QString path = m_sample->file("mine.json.gz");
    auto user = userWhoChooses({});
    capture();
    const auto recorded = document().trace();
    QVERIFY(!window().close());
    answer(QMessageBox::Save);
    QTRY_VERIFY(!window().findChild<QFileDialog*>());
    QVERIFY(window().isVisible()); // nothing was saved: it stays
    QVERIFY(document().isCapture());
    user = userWhoChooses(path);
    QVERIFY(!window().close());
    answer(QMessageBox::Save);
    QTRY_VERIFY(!window().isVisible());
    QCOMPARE(read(path)->gpuOperationCount(), recorded->gpuOperationCount());
}

// A capture that has recorded nothing yet.
void TestWindowFiles::runCapture()
{
    window().live().start({});
    QTRY_COMPARE(window().live().state(), LiveController::State::running);
}

void TestWindowFiles::push(int first, int count)
{
    QVERIFY(m_source->queue->push(test::batchOf(first, count)));
}

void TestWindowFiles::endCapture()
{
    CaptureStatus status;
    status.phase = CapturePhase::finished;
    m_source->setStatus(status);
}

void TestWindowFiles::asksBeforeACaptureThatRunsIsClosed()
{
    runCapture();
    QVERIFY(window().close()); // nothing was recorded
    window().show();
    push(0, 10);
    QTRY_COMPARE(document().trace()->eventCount(), std::size_t{10});
    QVERIFY(!window().close());
    QVERIFY(window().findChild<QMessageBox*>()->informativeText().contains(QStringLiteral("capture is running")));
    answer(QMessageBox::Cancel);
    QVERIFY(window().isVisible());
    QCOMPARE(window().live().state(), LiveController::State::running);
    QVERIFY(!window().close());
    answer(QMessageBox::Discard);
    QTRY_VERIFY(!window().isVisible());
    QVERIFY(!m_source->stopRequested); // nor waited for
}

void TestWindowFiles::savesACaptureThatRunsBeforeItCloses()
{
    const QString path = m_sample->file("mine.json.gz");
    const auto user = userWhoChooses(path);
    runCapture();
    push(0, 10);
    QTRY_COMPARE(document().trace()->eventCount(), std::size_t{10});
    QVERIFY(!window().close());
    answer(QMessageBox::Save);
    QVERIFY(m_source->stopRequested);
    QCOMPARE(window().live().state(), LiveController::State::stopping);
    QVERIFY(window().isVisible());
    push(10, 2); // the step that was running
    endCapture();
    QTRY_VERIFY(!window().isVisible());
    QCOMPARE(read(path)->eventCount(), std::size_t{12});
}

// The recording from before would come back if the capture were stopped.
void TestWindowFiles::savesWhatAnEmptyCaptureWouldReplace()
{
    const QString path = m_sample->file("mine.json.gz");
    const auto user = userWhoChooses(path);
    capture();
    const auto recorded = document().trace();
    runCapture();
    QVERIFY(document().isEmpty());
    QVERIFY(!window().close());
    answer(QMessageBox::Save);
    endCapture();
    QTRY_VERIFY(!window().isVisible());
    QCOMPARE(read(path)->gpuOperationCount(), recorded->gpuOperationCount());
}

void TestWindowFiles::anExportWhileACaptureRunsDoesNotSaveIt()
{
    QVERIFY(m_sample->openSample());
    const auto recorded = document().trace();
    document().beginLive(QStringLiteral("Live capture"));
    document().publish(recorded);
    int ends = 0;
    window().files().exportTrace({}, m_sample->file("sofar.json.gz"), [&](bool isWritten) { ends += isWritten; });
    QTRY_COMPARE(ends, 1);
    QVERIFY(document().isCapture());
    document().endLive();
    QVERIFY(m_sample->settle());
    window().files().exportTrace({}, m_sample->file("all.json.gz"), [&](bool isWritten) { ends += isWritten; });
    QTRY_COMPARE(ends, 2);
    QVERIFY(!document().isCapture());
}

void TestWindowFiles::opensNothingWhileACaptureRuns()
{
    document().beginLive(QStringLiteral("Live capture"));
    window().files().openSample();
    QVERIFY(window().messages().text().contains(QStringLiteral("capture is running")));
    QCOMPARE(document().state(), TraceDocument::State::live);
    document().endLive();
    QVERIFY(m_sample->settle());
}

void TestWindowFiles::savesPictures()
{
    QVERIFY(m_sample->openSample());
    const QString png = m_sample->file("view.png");
    const QString svg = m_sample->file("view.SVG");
    const QSize size = window().timeline().size() * window().devicePixelRatioF(); // notes will take some of it
    for (const QString& path : {png, svg}) {
        window().files().saveImageTo(path);
        QTRY_VERIFY(QFileInfo::exists(path));
        QVERIFY(m_sample->settle());
    }
    QCOMPARE(QImage(png).size(), size);
    QFile file(svg);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("<svg"));
    window().files().copyImage();
    QVERIFY(QGuiApplication::clipboard()->mimeData()->hasFormat(QStringLiteral("image/svg+xml")));
    QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
    window().files().saveImageTo(m_sample->file("no/such/folder/x.png"));
    QTRY_VERIFY(window().messages().text().contains(QStringLiteral("could not be written")));
}

void TestWindowFiles::marksThatCannotBeKeptAreSpokenOf()
{
    QVERIFY(m_sample->openSample());
    const QString folder = QFileInfo(m_sample->file("views")).path();
    QVERIFY(QDir(folder).removeRecursively());
    QFile inItsPlace(folder); // where nobody, not even root, can write a file below
    QVERIFY(inItsPlace.open(QIODevice::WriteOnly));
    const auto restore = qScopeGuard([&] {
        inItsPlace.remove();
        QDir().mkpath(folder);
    });
    window().editor().addMarker(state().content().begin, QStringLiteral("here"));
    QTRY_VERIFY(window().messages().isVisible());
    QVERIFY2(window().messages().text().contains(folder), qPrintable(window().messages().text()));
}

void TestWindowFiles::whatWasDoneGoesByItself()
{
    QVERIFY(m_sample->openSample());
    window().files().exportTrace({}, m_sample->file("mine.json.gz"));
    QTRY_VERIFY(window().messages().text().contains(QStringLiteral("mine.json.gz")));
    const auto* end = window().messages().findChild<QTimer*>();
    QVERIFY(end->isActive() && end->isSingleShot());
    window().messages().showError(QStringLiteral("That went wrong.")); // stays
    QVERIFY(!end->isActive());
}

void TestWindowFiles::aSavedCaptureIsCalledByItsFile()
{
    capture();
    QVERIFY(window().windowTitle().startsWith(QStringLiteral("Live capture")));
    window().files().exportTrace(document().trace()->steps().front().range, m_sample->file("part.json.gz"));
    QTRY_VERIFY(window().messages().text().contains(QStringLiteral("part.json.gz")));
    QVERIFY(window().windowTitle().startsWith(QStringLiteral("Live capture"))); // that was not all of it
    window().files().exportTrace({}, m_sample->file("mine.json.gz"));
    QTRY_VERIFY(window().messages().text().contains(QStringLiteral("mine.json.gz")));
    QVERIFY2(window().windowTitle().startsWith(QStringLiteral("mine.json.gz")), qPrintable(window().windowTitle()));
    QCOMPARE(document().files(), QStringList{m_sample->file("mine.json.gz")});
    QVERIFY(m_sample->settle());
}

QTEST_MAIN(TestWindowFiles)
#include "tst_window_files.moc"
