// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers which traces the program has open, so that they can be opened again after it has gone.
#pragma once

#include <QDateTime>
#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

class QLockFile;

namespace decodescope {

class TraceDocument;

// One small JSON file a running program in `folder`, written at once whenever another trace is opened, with a lock file
// beside it. A program that ends as it should turns its file into the one of the last session. A file whose lock nobody
// holds any more is that of a program that crashed or was killed. Views and kept ranges of the traces are ViewStore's.
// Lives in the UI thread. Errors of the disk are ignored: nothing is lost but a convenience.
class SessionStore : public QObject
{
    Q_OBJECT
public:
    struct Session
    {
        QString id; // for forget()
        QStringList files;
        QDateTime written;
    };

    static QString defaultFolder();

    SessionStore(TraceDocument& document, const QString& folder, QObject* parent = nullptr);
    ~SessionStore() override; // the end as it should be

    // Of programs that ended without saying so, newest first; only those with a file that still exists.
    std::vector<Session> interrupted() const;
    // It was opened again, or is not wanted.
    void forget(const QString& id);
    // What was open when the program was last closed.
    std::optional<Session> last() const;

Q_SIGNALS:
    void interruptedChanged();

private:
    QString pathOf(const QString& id, const char* suffix) const;
    std::optional<Session> read(const QString& id) const;
    void removeStaleLocks() const;
    void write();

    TraceDocument& m_document;
    QString m_folder;
    QString m_id;
    std::unique_ptr<QLockFile> m_lock; // nullptr: the folder cannot be written
};

} // namespace decodescope
