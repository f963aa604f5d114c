// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/sweep_controller.h"

#include "core/io/byte_sink.h"
#include "core/io/chrome_trace_writer.h"
#include "ui/model/live_controller.h"
#include "ui/model/trace_document.h"

#include <QFile>

#include <filesystem>

namespace decodescope {

namespace {

std::string pathIn(const QString& folder, const std::string& file)
{
    return (std::filesystem::path(folder.toStdString()) / file).string();
}

Result<void> writeRows(const QString& folder, const std::vector<SweepRow>& rows)
{
    std::error_code error;
    std::filesystem::create_directories(folder.toStdString(), error); // createFile() says what is wrong with it
    auto sink = createFile(pathIn(folder, kSweepFile));
    if (!sink)
        return tl::unexpected(sink.error());
    return (*sink)->write(sweepJson(rows)).and_then([&] { return (*sink)->finish(); });
}

Result<std::vector<SweepRow>> readRows(const QString& folder)
{
    const QString path = QString::fromStdString(pathIn(folder, kSweepFile));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(ErrorCode::io, SweepController::tr("There is no sweep in this folder.").toStdString(),
                       path.toStdString());
    auto rows = readSweep(file.readAll().toStdString());
    if (!rows)
        rows.error().where = path.toStdString();
    return rows;
}

// The row, completed with what the trace says, and the trace's file.
SweepRow withTrace(SweepRow row, const Trace& trace, const QString& folder, std::stop_token stop)
{
    const std::string why = row.failure;
    row = summarizeSetting(row.setting, trace, stop);
    row.failure = why;
    const std::string file = traceFileName(row.setting);
    Progress progress;
    if (const auto written = writeTrace(trace, pathIn(folder, file), {}, progress, stop))
        row.file = file;
    else
        row.failure = written.error().text();
    return row;
}

struct Saved
{
    SweepRow row;
    Result<void> written;
};

} // namespace

SweepController::SweepController(LiveController& live, TraceDocument& document, QObject* parent)
    : QObject(parent)
    , m_live(live)
    , m_document(document)
    , m_job(this)
{
    connect(&live, &LiveController::stateChanged, this, [this] {
        if (m_isCapturing && !m_live.isActive())
            finishCapture();
    });
}

void SweepController::start(const CaptureOptions& options, std::vector<SweepSetting> settings, const QString& folder)
{
    if (m_isActive || m_live.isActive() || settings.empty())
        return;
    m_options = options;
    m_settings = std::move(settings);
    m_folder = folder;
    m_rows.clear();
    m_current = 0;
    m_isActive = true;
    m_isStopping = false;
    Q_EMIT rowsChanged();
    Q_EMIT progressed();
    // Before the first capture: one that cannot be kept is lost.
    m_job.start([folder](std::stop_token, Progress&) { return writeRows(folder, {}); },
                [this](const Result<void>& written) {
                    if (written)
                        return startNext();
                    end();
                    Q_EMIT failed(QString::fromStdString(written.error().text()));
                });
}

void SweepController::requestStop()
{
    if (!m_isActive)
        return;
    m_isStopping = true;
    m_live.requestStop();
}

void SweepController::open(const QString& folder)
{
    if (m_isActive)
        return;
    m_job.start([folder](std::stop_token, Progress&) { return readRows(folder); },
                [this, folder](Result<std::vector<SweepRow>> rows) {
                    if (!rows) {
                        Q_EMIT failed(QString::fromStdString(rows.error().text()));
                        return;
                    }
                    m_folder = folder;
                    m_rows = std::move(*rows);
                    Q_EMIT rowsChanged();
                });
}

void SweepController::startNext()
{
    if (m_isStopping || m_current >= m_settings.size())
        return end();
    m_isCapturing = true;
    Q_EMIT progressed();
    m_live.start(withSetting(m_options, m_settings[m_current]));
}

void SweepController::finishCapture()
{
    m_isCapturing = false;
    const CaptureStatus& status = m_live.status();
    const SweepSetting& setting = m_settings[m_current];
    if (status.phase == CapturePhase::failed)
        return save(failedSetting(setting, status.error.text()), false);
    const bool hasTrace =
        status.phase == CapturePhase::finished && m_live.hasRecorded() && !m_document.trace()->steps().empty();
    if (m_isStopping && !hasTrace)
        return end();
    save(failedSetting(setting, m_isStopping ? tr("This capture was stopped.").toStdString() : std::string()),
         hasTrace);
}

void SweepController::save(SweepRow row, bool hasTrace)
{
    m_job.start(
        [row = std::move(row), rows = m_rows, folder = m_folder,
         trace = hasTrace ? m_document.trace() : nullptr](std::stop_token stop, Progress&) mutable {
            Saved saved{trace ? withTrace(std::move(row), *trace, folder, stop) : std::move(row), {}};
            rows.push_back(saved.row);
            saved.written = writeRows(folder, rows);
            return saved;
        },
        [this, shown = m_document.trace()](const Saved& saved) {
            m_rows.push_back(saved.row);
            if (!saved.row.file.empty() && m_document.trace() == shown)
                m_document.noteSaved(QString::fromStdString(pathIn(m_folder, saved.row.file)));
            Q_EMIT rowsChanged();
            if (!saved.written) {
                end();
                Q_EMIT failed(QString::fromStdString(saved.written.error().text()));
                return;
            }
            ++m_current;
            startNext();
        });
}

void SweepController::end()
{
    m_isActive = false;
    Q_EMIT progressed();
}

} // namespace decodescope
