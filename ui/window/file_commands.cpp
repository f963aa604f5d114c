// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_commands.h"

#include "core/io/chrome_trace_writer.h"
#include "core/label/label_facts.h"
#include "core/query/model_rows.h"
#include "ui/main_window.h"
#include "ui/model/number_text.h"
#include "ui/model/settings.h"
#include "ui/model/trace_document.h"
#include "ui/timeline/timeline_widget.h"
#include "ui/window/compare_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/unsaved_guard.h"

#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QMenu>
#include <QMimeData>
#include <QProcess>
#include <QProgressDialog>
#include <QSaveFile>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace decodescope {

namespace {

constexpr int kProgressSteps = 1000;
constexpr int kProgressDelayMs = 300; // what is written at once shows no box
constexpr int kProgressIntervalMs = 50;

} // namespace

FileCommands::FileCommands(MainWindow& window, Settings& settings, const QString& sampleFile)
    : QObject(&window)
    , m_window(window)
    , m_settings(settings)
    , m_sampleFile(sampleFile)
    , m_export(this)
    , m_picture(this)
{
    const auto addRecent = [this] {
        for (const QString& file : m_window.document().files())
            if (file != m_sampleFile)
                m_settings.addRecentFile(file);
    };
    connect(&window.document(), &TraceDocument::opened, this, addRecent);
    connect(&window.document(), &TraceDocument::saved, this, addRecent);
    connect(&window.document(), &TraceDocument::opened, this, &FileCommands::noteCutOff);
}

// Sums would look right and be too small, whichever panel is in front.
void FileCommands::noteCutOff()
{
    const auto trace = m_window.document().trace();
    const auto& warnings = trace->report().warnings();
    const auto found = std::ranges::find(warnings, WarningKind::truncatedInput, &Warning::kind);
    if (found == warnings.end())
        return;
    const QString title = m_window.document().title();
    m_window.messages().showNote(
        found->firstOffset < 0
            ? tr("%1 is cut off: what comes after that is missing, and all figures are of what is there.").arg(title)
            : tr("%1 is cut off at byte %2: what comes after that is missing, and all figures are of what is there.")
                  .arg(title, countText(std::uint64_t(found->firstOffset))));
}

void FileCommands::open(const QStringList& files)
{
    m_window.guard().beforeReplacing([this, files] {
        m_window.messages().clear();
        m_window.document().open(files);
    });
}

void FileCommands::chooseAndOpen()
{
    const QStringList files =
        QFileDialog::getOpenFileNames(&m_window, tr("Open a trace"), m_settings.lastFolder(),
                                      tr("Traces (*.json *.json.gz *.gz *.tar *.tgz);;All files (*)"));
    if (files.isEmpty())
        return;
    m_settings.setLastFolder(QFileInfo(files.front()).absolutePath());
    open(files);
}

void FileCommands::openSample()
{
    if (hasSample())
        open({m_sampleFile});
    else
        m_window.messages().showError(tr("The sample trace is not installed beside this program."));
}

void FileCommands::reload()
{
    if (const QStringList files = m_window.document().files(); !files.isEmpty())
        open(files);
}

void FileCommands::chooseAndCompare()
{
    const QStringList files =
        QFileDialog::getOpenFileNames(&m_window, tr("Compare with another trace"), m_settings.lastFolder(),
                                      tr("Traces (*.json *.json.gz *.gz *.tar *.tgz);;All files (*)"));
    if (files.isEmpty())
        return;
    m_settings.setLastFolder(QFileInfo(files.front()).absolutePath());
    compareWith(files);
}

CompareWindow* FileCommands::compareWith(const QStringList& files)
{
    auto* compare = new CompareWindow(m_window.document(), m_settings, &m_window);
    compare->show();
    compare->openB(files);
    return compare;
}

CompareWindow* FileCommands::compareSteps()
{
    auto* compare = new CompareWindow(m_window.document(), m_settings, &m_window);
    compare->show();
    compare->compareOwnSteps();
    return compare;
}

void FileCommands::chooseRecent()
{
    const QStringList files = m_settings.recentFiles();
    QMenu menu(&m_window);
    for (const QString& file : files) {
        QString folder = QFileInfo(file).absolutePath();
        QAction* action = menu.addAction(QStringLiteral("%1  \u2013  %2")
                                             .arg(QFileInfo(file).fileName(), folder)
                                             .replace(QLatin1Char('&'), QLatin1String("&&")));
        connect(action, &QAction::triggered, this, [this, file] { open({file}); });
    }
    if (files.isEmpty())
        menu.addAction(tr("Nothing was opened yet"))->setEnabled(false);
    else
        connect(menu.addAction(tr("Forget these")), &QAction::triggered, this,
                [this] { m_settings.clearRecentFiles(); });
    if (!files.isEmpty())
        menu.setActiveAction(menu.actions().front());
    menu.exec(m_window.mapToGlobal(QPoint(m_window.width() / 4, m_window.height() / 6)));
}

void FileCommands::openWindow()
{
    if (!QProcess::startDetached(QCoreApplication::applicationFilePath(), {}))
        m_window.messages().showError(tr("Another window could not be started."));
}

QString FileCommands::chooseTarget(const QString& title, const QString& name, const QString& filter,
                                   const QString& suffix)
{
    const QString chosen = m_settings.preferences().exportFolder;
    const QString folder = QFileInfo(chosen).isDir() ? chosen : m_settings.lastFolder();
    QFileDialog dialog(&m_window, title, folder, filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(suffix); // asks about a file that is there by its whole name
    dialog.selectFile(name);
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return {};
    QString path = dialog.selectedFiles().front();
    m_settings.setLastFolder(QFileInfo(path).absolutePath());
    return path;
}

void FileCommands::exportTrace(std::optional<TimeRange> range, QString path, std::function<void(bool isWritten)> onEnd)
{
    if (!m_window.document().isComplete()) {
        m_window.messages().showError(tr("The trace is still being read. Export it when all of it is there."));
        return;
    }
    if (m_export.isRunning()) {
        m_window.messages().showError(tr("Another file is still being written: wait until it is there, or cancel it."));
        return;
    }
    const QString title = range ? tr("Export the selected range") : tr("Export the trace");
    if (path.isEmpty())
        path = chooseTarget(
            title, range ? QStringLiteral("selection.pt.trace.json.gz") : QStringLiteral("decode.pt.trace.json.gz"),
            tr("Traces (*.json.gz *.json)"), QStringLiteral("json.gz"));
    if (path.isEmpty())
        return;
    auto* box = new QProgressDialog(tr("Writing %1").arg(QFileInfo(path).fileName()), tr("Cancel"), 0, kProgressSteps,
                                    &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setMinimumDuration(kProgressDelayMs);
    connect(box, &QProgressDialog::canceled, &m_export, &JobRunner::cancel);
    auto* timer = new QTimer(box);
    connect(timer, &QTimer::timeout, box, [this, box] {
        if (const auto progress = m_export.progress(); progress && progress->total() > 0)
            box->setValue(int(double(progress->done()) / double(progress->total()) * (kProgressSteps - 1)));
    });
    timer->start(kProgressIntervalMs);
    connect(&m_export, &JobRunner::runningChanged, box, [this, box] {
        if (!m_export.isRunning())
            box->close();
    });
    m_export.start(
        [trace = m_window.document().trace(), labels = m_window.document().labels(), path = path.toStdString(),
         range](std::stop_token stop, Progress& progress) {
            WriteOptions options;
            options.range = range;
            options.extraRows = modelRows(*trace, labels.get(), stop);
            std::optional<LabelFacts> facts;
            if (labels)
                options.facts = &facts.emplace(trace, labels);
            return writeTrace(*trace, path, options, progress, stop);
        },
        [this, path, onEnd = std::move(onEnd),
         whole = range ? nullptr : m_window.document().trace()](const Result<WrittenTrace>& written) {
            TraceDocument& document = m_window.document();
            // Of a capture that runs, more is to come, and of its end other metadata.
            if (written && document.isCapture() && document.trace() == whole &&
                document.state() != TraceDocument::State::live)
                document.noteSaved(path);
            if (written)
                m_window.messages().showDone(tr("Wrote %1 events to %2", nullptr, pluralOf(written->events))
                                                 .arg(countText(written->events), path));
            else if (written.error().code != ErrorCode::cancelled)
                m_window.messages().showError(QString::fromStdString(written.error().text()));
            if (onEnd)
                onEnd(written.has_value());
        });
}

void FileCommands::saveImage()
{
    const QString path =
        chooseTarget(tr("Save the view as a picture"), QStringLiteral("timeline.png"),
                     tr("Pictures (*.png);;Pictures that can be scaled (*.svg)"), QStringLiteral("png"));
    if (!path.isEmpty())
        saveImageTo(path);
}

void FileCommands::saveImageTo(const QString& path)
{
    const bool isVector = path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive);
    m_picture.start(
        [image = isVector ? QImage() : m_window.timeline().image(),
         svg = isVector ? m_window.timeline().svg() : QByteArray(), isVector, path](std::stop_token, Progress&) {
            QSaveFile file(path);
            file.setDirectWriteFallback(true); // where one may write the file but not its folder
            return file.open(QIODevice::WriteOnly) &&
                   (isVector ? file.write(svg) == svg.size() : image.save(&file, "PNG")) && file.commit();
        },
        [this, path](bool saved) {
            if (saved)
                m_window.messages().showDone(tr("Saved %1").arg(path));
            else
                m_window.messages().showError(
                    tr("%1 could not be written; is there room, and may you write there?").arg(path));
        });
}

void FileCommands::copyImage()
{
    auto* data = new QMimeData;
    data->setImageData(m_window.timeline().image());
    data->setData(QStringLiteral("image/svg+xml"), m_window.timeline().svg());
    QGuiApplication::clipboard()->setMimeData(data);
    m_window.messages().showDone(tr("The view is in the clipboard."));
}

} // namespace decodescope
