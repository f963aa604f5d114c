// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/view_store.h"

#include "ui/model/trace_document.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStandardPaths>
#include <QTimer>

namespace decodescope {

namespace {

constexpr int kVersion = 1;
constexpr int kWriteAfterMs = 10'000;
constexpr qint64 kMostBytes = 1 << 20;

// Times as text: a JSON number may lose nanoseconds.
QJsonArray toJson(TimeRange range)
{
    return {QString::number(range.begin), QString::number(range.end)};
}

std::optional<TimeRange> rangeFrom(const QJsonValue& value)
{
    const QJsonArray ends = value.toArray();
    bool beginOk = false;
    bool endOk = false;
    const TimeRange range{ends.at(0).toString().toLongLong(&beginOk), ends.at(1).toString().toLongLong(&endOk)};
    if (ends.size() != 2 || !beginOk || !endOk || range.isEmpty())
        return std::nullopt;
    return range;
}

} // namespace

QString ViewStore::defaultFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/decodescope/views");
}

ViewStore::ViewStore(TraceDocument& document, TimelineState& state, const QString& folder, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_state(state)
    , m_folder(folder)
    , m_timer(new QTimer(this))
{
    m_timer->setSingleShot(true);
    m_timer->setInterval(kWriteAfterMs);
    connect(m_timer, &QTimer::timeout, this, &ViewStore::write);
    connect(&document, &TraceDocument::traceReset, this, &ViewStore::takeReset);
    connect(&state, &TimelineState::visibleRangeChanged, this, &ViewStore::remember);
    connect(&state, &TimelineState::selectedRangeChanged, this, &ViewStore::remember);
    connect(&state, &TimelineState::keptRangesChanged, this, &ViewStore::remember);
}

ViewStore::~ViewStore()
{
    write();
}

QString ViewStore::fileFor(const QStringList& traces) const
{
    if (traces.isEmpty())
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QString& trace : traces) {
        const QFileInfo info(trace);
        hash.addData(info.absoluteFilePath().toUtf8());
        hash.addData(QByteArray::number(info.size()) + ' ' +
                     QByteArray::number(info.lastModified().toMSecsSinceEpoch()));
    }
    return m_folder + QLatin1Char('/') + QString::fromLatin1(hash.result().toHex().left(32)) + QStringLiteral(".json");
}

void ViewStore::remember()
{
    // While the views reset the state for another trace, the document names that one already.
    if (m_file.isEmpty() || m_file != fileFor(m_document.files()))
        return;
    m_unwritten = View{m_state.visibleRange(), m_state.selectedRange(), m_state.keptRanges()};
    if (!m_timer->isActive())
        m_timer->start();
}

void ViewStore::write()
{
    m_timer->stop();
    if (!m_unwritten)
        return;
    QJsonArray kept;
    for (const KeptRange& range : m_unwritten->kept)
        kept.append(QJsonObject{{QStringLiteral("name"), range.name}, {QStringLiteral("range"), toJson(range.range)}});
    QJsonObject view{{QStringLiteral("version"), kVersion},
                     {QStringLiteral("visible"), toJson(m_unwritten->visible)},
                     {QStringLiteral("kept"), kept}};
    if (m_unwritten->selected)
        view.insert(QStringLiteral("selected"), toJson(*m_unwritten->selected));
    m_unwritten.reset();
    QDir().mkpath(m_folder);
    QSaveFile file(m_file);
    if (!file.open(QIODevice::WriteOnly))
        return; // nothing that the user could do about it now, and nothing is lost but a view
    file.write(QJsonDocument(view).toJson(QJsonDocument::Compact));
    file.commit();
    dropOldFiles();
}

void ViewStore::dropOldFiles() const
{
    const QFileInfoList files = QDir(m_folder).entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Time);
    for (qsizetype i = kMostFiles; i < files.size(); ++i)
        QFile::remove(files[i].absoluteFilePath());
}

void ViewStore::takeReset()
{
    write();
    m_file = fileFor(m_document.files());
    QFile file(m_file);
    if (m_file.isEmpty() || file.size() > kMostBytes || !file.open(QIODevice::ReadOnly))
        return;
    const QJsonObject view = QJsonDocument::fromJson(file.readAll()).object();
    if (view.value(QStringLiteral("version")).toInt() != kVersion)
        return;
    std::vector<KeptRange> kept;
    for (const QJsonValue& entry : view.value(QStringLiteral("kept")).toArray())
        if (const auto range = rangeFrom(entry.toObject().value(QStringLiteral("range"))))
            kept.push_back({*range, entry.toObject().value(QStringLiteral("name")).toString()});
    m_state.setKeptRanges(std::move(kept));
    if (const auto range = rangeFrom(view.value(QStringLiteral("selected"))))
        m_state.setSelectedRange(range);
    if (const auto range = rangeFrom(view.value(QStringLiteral("visible"))))
        m_state.setVisibleRange(*range);
}

} // namespace decodescope
