// SPDX-License-Identifier: GPL-3.0-or-later
// Runs captures one after the other, in several settings, and keeps what each found.
#pragma once

#include "core/query/sweep.h"
#include "ui/model/job_runner.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace decodescope {

class LiveController;
class TraceDocument;

// Lives in the UI thread and never waits: captures are the LiveController's, traces are written and summed up on a
// worker. Each setting's trace goes to the folder as it ends, and the rows beside it (kSweepFile), so that a sweep that
// fails or is stopped keeps what it has. A setting that fails is a row that says why; the next one follows.
class SweepController : public QObject
{
    Q_OBJECT
public:
    // Both outlive it.
    SweepController(LiveController& live, TraceDocument& document, QObject* parent = nullptr);

    // Makes the folder where it is missing. Ignored while a sweep or a capture runs, and without settings.
    void start(const CaptureOptions& options, std::vector<SweepSetting> settings, const QString& folder);
    // Ends the capture that runs and begins no other.
    void requestStop();
    // Reads the rows of a sweep of before. Ignored while one runs.
    void open(const QString& folder);

    bool isActive() const { return m_isActive; }
    // Of the setting that runs, from 0.
    std::size_t current() const { return m_current; }
    const std::vector<SweepSetting>& settings() const { return m_settings; }
    const std::vector<SweepRow>& rows() const { return m_rows; }
    const QString& folder() const { return m_folder; }

Q_SIGNALS:
    // The rows or the folder.
    void rowsChanged();
    // isActive() or current().
    void progressed();
    // One sentence: the folder cannot be written or read. A setting that fails is not told here.
    void failed(const QString& message);

private:
    void startNext();
    void finishCapture();
    void save(SweepRow row, bool hasTrace);
    void end();

    LiveController& m_live;
    TraceDocument& m_document;
    CaptureOptions m_options;
    std::vector<SweepSetting> m_settings;
    std::vector<SweepRow> m_rows;
    QString m_folder;
    std::size_t m_current = 0;
    bool m_isActive = false;
    bool m_isCapturing = false;
    bool m_isStopping = false;
    JobRunner m_job;
};

} // namespace decodescope
