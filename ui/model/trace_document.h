// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows: one trace, from files or from a live capture, and what was derived from it.
#pragma once

#include "core/base/result.h"
#include "core/trace/trace.h"
#include "ui/model/job_runner.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QTimer;

namespace decodescope {

class GapStore;
class Labels;

// Lives in the UI thread. Files are read on a worker. What takes a while is shown while it grows; the trace that was
// shown before comes back when reading fails or is cancelled.
class TraceDocument : public QObject
{
    Q_OBJECT
public:
    enum class State { idle, loading, live };

    using SnapshotSink = std::function<void(std::shared_ptr<const Trace>)>;
    // How files are read; runs on a worker. It may hand what is there so far to `onSnapshot`, longer each time and with
    // the same event ids.
    using Opener =
        std::function<Result<std::shared_ptr<const Trace>>(const std::vector<std::string>& files, Progress& progress,
                                                           std::stop_token stop, const SnapshotSink& onSnapshot)>;
    // Tells what each GPU operation serves; runs on a worker. May be null: no labels then.
    using Labeller = std::function<std::shared_ptr<const Labels>(const Trace& trace, std::stop_token stop)>;
    explicit TraceDocument(Opener opener, Labeller labeller = {}, QObject* parent = nullptr);
    ~TraceDocument() override;
    // An empty document that reads and labels files as this one does.
    TraceDocument* makeSibling(QObject* parent) const;

    // Another way to label: what is shown is labelled anew; until that is done the old labels stay.
    void setLabeller(Labeller labeller);

    // Never null: an empty trace at first.
    std::shared_ptr<const Trace> trace() const { return m_trace; }
    // Of trace() or of an earlier, shorter snapshot of it; null until computed.
    std::shared_ptr<const Labels> labels() const { return m_labels; }
    // Labels of all of trace() are there, or there will be none.
    bool isLabelled() const { return !m_labeller || m_labelledTrace == m_trace; }
    // What the GPU waited for; found after the trace is there.
    GapStore& gaps() const { return *m_gaps; }
    State state() const { return m_state; }
    bool isEmpty() const { return m_trace->eventCount() == 0; }

    // Several files are the ranks of one job. Empty for a live capture, and until all is read.
    QStringList files() const { return m_files; }
    // trace() was recorded here, and no file has all of it.
    bool isCapture() const { return m_isCapture; }
    // Something that was recorded here, now or before, and that no file has all of: it is shown, or comes back when the
    // capture that runs records nothing.
    bool isUnsaved() const;
    // False while trace() is the part of a file that has been read so far.
    bool isComplete() const { return !m_before; }
    // For the window's title: a file's name, "Live capture", or empty.
    QString title() const { return m_title; }
    // What is being read, and how far: 0..1; below 0: not known.
    QStringList filesBeingLoaded() const { return m_loadingFiles; }
    double progress() const;

    // Begins to read; ends in opened() or loadFailed(), which an input without any event is, too. Takes the place of
    // what is being read. Ignored while a capture runs: its snapshots are of another trace.
    void open(const QStringList& files);
    // Stops reading; the trace from before stays, or comes back.
    void cancel();

    // Another trace altogether, ready made.
    void setTrace(std::shared_ptr<const Trace> trace, const QString& title, const QStringList& files = {});
    // A live capture: beginLive() clears, publish() shows a longer snapshot, endLive() leaves it as it is. When nothing
    // was recorded, the trace from before comes back.
    void beginLive(const QString& title);
    void publish(std::shared_ptr<const Trace> snapshot);
    void endLive();
    // All of trace() was written to this file: it is the file's from now on.
    void noteSaved(const QString& file);

Q_SIGNALS:
    void traceReset();   // another trace altogether; traceChanged() follows
    void traceChanged(); // a new snapshot
    void opened();       // all of files() is there; after traceChanged()
    void labelsChanged();
    void saved();        // by noteSaved(): files() and title() are others
    void stateChanged(); // of state() or, while loading, of progress()
    // One sentence with the reason. The trace that was shown before is there.
    void loadFailed(const QString& message);

private:
    // What is shown, to come back to.
    struct Shown
    {
        std::shared_ptr<const Trace> trace;
        QString title;
        QStringList files;
        bool isCapture = false;
    };
    void show(const Shown& shown);
    void forgetBeforeLive();
    // Where the worker leaves its latest snapshot.
    struct Mailbox;

    void setState(State state);
    void label();
    void showProgress();
    void dropLoading();
    void fail(const QString& message);
    void forgetLabels();
    void dispose(std::shared_ptr<const Trace> trace);
    void finishLoading(const Result<std::shared_ptr<const Trace>>& result, const QStringList& files);

    Opener m_opener;
    Labeller m_labeller;
    std::shared_ptr<const Trace> m_trace;
    std::shared_ptr<const Labels> m_labels;
    std::shared_ptr<const Trace> m_labelledTrace; // what m_labels was made of
    State m_state = State::idle;
    QStringList m_files;
    QStringList m_loadingFiles;
    QString m_title;
    bool m_isCapture = false;
    std::optional<Shown> m_before;     // while a trace that is still being read is shown
    std::optional<Shown> m_beforeLive; // while a capture has recorded nothing yet
    std::shared_ptr<Mailbox> m_mailbox;
    QElapsedTimer m_sinceOpen;
    QElapsedTimer m_sinceSnapshot;
    QTimer* m_progressTimer;
    QTimer* m_labelTimer;
    JobRunner m_loader;
    JobRunner m_labelJob;
    JobRunner m_disposer; // of traces that are no longer shown; no child, since nobody is to wait for it
    GapStore* m_gaps;     // hears of changes before the views do
};

} // namespace decodescope
