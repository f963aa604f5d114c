// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/session_store.h"

#include "ui/model/trace_document.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>

namespace decodescope {

namespace {

constexpr int kVersion = 1;
constexpr qint64 kMostBytes = 1 << 20;
constexpr qsizetype kMostInterrupted = 5; // the oldest are forgotten
const QString kLast = QStringLiteral("last");

std::unique_ptr<QLockFile> lockAt(const QString& path)
{
    auto lock = std::make_unique<QLockFile>(path);
    lock->setStaleLockTime(0); // only the end of its process frees it
    return lock;
}

} // namespace

QString SessionStore::defaultFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           QStringLiteral("/decodescope/sessions");
}

SessionStore::SessionStore(TraceDocument& document, const QString& folder, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_folder(folder)
    , m_id(QUuid::createUuid().toString(QUuid::WithoutBraces))
{
    QDir().mkpath(folder);
    m_lock = lockAt(pathOf(m_id, "lock"));
    if (!m_lock->tryLock())
        m_lock.reset();
    connect(&document, &TraceDocument::traceReset, this, &SessionStore::write);
    // A file that is shown while it is read is reset first and has its name at the end.
    connect(&document, &TraceDocument::opened, this, &SessionStore::write);
    connect(&document, &TraceDocument::saved, this, &SessionStore::write);
}

SessionStore::~SessionStore()
{
    const QString own = pathOf(m_id, "json");
    if (QFile::exists(own)) {
        // Rename replaces in one step; QFile::rename() would not.
        QSaveFile last(pathOf(kLast, "json"));
        QFile file(own);
        if (file.open(QIODevice::ReadOnly) && last.open(QIODevice::WriteOnly) && last.write(file.readAll()) >= 0)
            last.commit();
        file.remove();
    }
}

QString SessionStore::pathOf(const QString& id, const char* suffix) const
{
    return m_folder + QLatin1Char('/') + id + QLatin1Char('.') + QLatin1String(suffix);
}

std::optional<SessionStore::Session> SessionStore::read(const QString& id) const
{
    QFile file(pathOf(id, "json"));
    if (file.size() > kMostBytes || !file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    if (object.value(QStringLiteral("version")).toInt() != kVersion)
        return std::nullopt;
    Session session{id, {}, QFileInfo(file).lastModified()};
    for (const auto& path : object.value(QStringLiteral("files")).toArray())
        if (QFileInfo::exists(path.toString()))
            session.files.push_back(path.toString());
    return session.files.isEmpty() ? std::nullopt : std::optional(session);
}

void SessionStore::write()
{
    if (!m_lock)
        return;
    const QString path = pathOf(m_id, "json");
    if (m_document.files().isEmpty()) { // a capture, or nothing: there is no file to come back to
        QFile::remove(path);
        return;
    }
    QJsonArray files;
    for (const QString& file : m_document.files())
        files.append(QFileInfo(file).absoluteFilePath());
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return;
    file.write(QJsonDocument(QJsonObject{{QStringLiteral("version"), kVersion}, {QStringLiteral("files"), files}})
                   .toJson(QJsonDocument::Compact));
    file.commit();
}

// Who ends without destructors, as a close during a capture does, leaves one; without a file beside it where there was
// none to come back to.
void SessionStore::removeStaleLocks() const
{
    for (const QFileInfo& info : QDir(m_folder).entryInfoList({QStringLiteral("*.lock")}, QDir::Files)) {
        if (info.completeBaseName() != m_id)
            lockAt(info.absoluteFilePath())->tryLock(); // taken and given back: it is gone; else its program runs
    }
}

std::vector<SessionStore::Session> SessionStore::interrupted() const
{
    std::vector<Session> found;
    for (const QFileInfo& info : QDir(m_folder).entryInfoList({QStringLiteral("*.json")}, QDir::Files)) {
        const QString id = info.completeBaseName();
        if (id == m_id || id == kLast)
            continue;
        const auto lock = lockAt(pathOf(id, "lock"));
        if (!lock->tryLock())
            continue; // its program runs
        if (auto session = read(id))
            found.push_back(std::move(*session));
        else
            QFile::remove(info.absoluteFilePath());
    }
    removeStaleLocks();
    std::ranges::sort(found, [](const Session& a, const Session& b) { return a.written > b.written; });
    for (std::size_t i = kMostInterrupted; i < found.size(); ++i)
        QFile::remove(pathOf(found[i].id, "json"));
    found.resize(std::min<std::size_t>(found.size(), kMostInterrupted));
    return found;
}

void SessionStore::forget(const QString& id)
{
    if (QFile::remove(pathOf(id, "json")))
        Q_EMIT interruptedChanged();
}

std::optional<SessionStore::Session> SessionStore::last() const
{
    return read(kLast);
}

} // namespace decodescope
