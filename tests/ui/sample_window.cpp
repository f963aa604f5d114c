// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/sample_window.h"

#include "core/io/open_trace.h"
#include "tests/support/test_data.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/window/file_commands.h"

#include <QTest>

#include <utility>

namespace decodescope::test {

QString sampleFile()
{
    return QString::fromStdString(samplePath("tinyllama-h200-torch.pt.trace.json.gz").string());
}

namespace {

Result<std::unique_ptr<LiveSource>> noSource()
{
    return failure(ErrorCode::unsupported, "This build cannot capture.");
}

} // namespace

SampleWindow::SampleWindow(TraceDocument::Labeller labeller, LiveController::SourceFactory source)
    : m_labels(bool(labeller))
    , m_settings(std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini"))))
    , m_document(std::make_unique<TraceDocument>(
          [](const std::vector<std::string>& files, Progress& progress, std::stop_token stop,
             const TraceDocument::SnapshotSink& onSnapshot) { return openTraces(files, progress, stop, onSnapshot); },
          std::move(labeller)))
    , m_live(std::make_unique<LiveController>(*m_document, source ? std::move(source) : noSource))
{
    makeWindow();
    m_window->resize(1600, 1000);
    m_window->show();
}

SampleWindow::~SampleWindow() = default;

void SampleWindow::makeWindow()
{
    m_window = std::make_unique<MainWindow>(*m_document, *m_live, *m_settings,
                                            MainWindow::Places{sampleFile(), m_folder.path()});
}

void SampleWindow::reopen()
{
    m_window->close();
    makeWindow();
    m_window->show();
}

bool SampleWindow::activate()
{
    m_window->activateWindow();
    return QTest::qWaitForWindowActive(m_window.get());
}

bool SampleWindow::settle()
{
    return QTest::qWaitFor([this] { return m_window->isSettled(); });
}

bool SampleWindow::openSample()
{
    m_window->files().openSample();
    return QTest::qWaitFor([this] { return !m_document->isEmpty() && (!m_labels || m_document->labels()); }) &&
           settle();
}

void SampleWindow::press(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    m_window->timeline().setFocus();
    QTest::keyClick(m_window->windowHandle(), key, modifiers);
}

void SampleWindow::showPanel(const char* place)
{
    if (!m_window->showPanel(QLatin1String(place)) || !settle())
        qFatal("the panel %s is not there, or does not settle", place);
}

} // namespace decodescope::test
