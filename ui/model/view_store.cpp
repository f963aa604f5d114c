// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/view_store.h"

#include "ui/model/trace_document.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStandardPaths>
#include <QTimer>

#include <algorithm>

namespace decodescope {

namespace {

constexpr int kVersion = 1;
constexpr int kWriteAfterMs = 2'000;
constexpr qint64 kMostBytes = 1 << 20;

// Times as text: a JSON number may lose nanoseconds.
QJsonArray toJson(TimeRange range)
{
    return {QString::number(range.begin), QString::number(range.end)};
}

// Empty ranges, points in time, only where they are asked for.
std::optional<TimeRange> rangeFrom(const QJsonValue& value, bool mayBeEmpty = false)
{
    const QJsonArray ends = value.toArray();
    bool beginOk = false;
    bool endOk = false;
    const TimeRange range{ends.at(0).toString().toLongLong(&beginOk), ends.at(1).toString().toLongLong(&endOk)};
    if (ends.size() != 2 || !beginOk || !endOk || range.end < range.begin || (range.isEmpty() && !mayBeEmpty))
        return std::nullopt;
    return range;
}

QJsonArray toJson(const Trace& trace, const std::vector<TrackId>& tracks)
{
    QJsonArray keys;
    for (const TrackId track : tracks)
        keys.append(rowKey(trace, {RowKind::slices, static_cast<std::uint32_t>(track)}));
    return keys;
}

// The rows of a trace by their keys.
class RowsByKey
{
public:
    explicit RowsByKey(const Trace& trace)
    {
        for (const bool hasLabels : {false, true}) {
            for (const TrackRow& row : rowsOf(trace, hasLabels))
                m_ids.insert(rowKey(trace, row.id), row.id);
        }
    }
    std::optional<RowId> row(const QJsonValue& key) const
    {
        const auto found = m_ids.constFind(key.toString());
        return found == m_ids.constEnd() ? std::nullopt : std::optional(*found);
    }
    std::vector<RowId> rows(const QJsonValue& keys) const
    {
        std::vector<RowId> found;
        for (const auto& key : keys.toArray()) {
            if (const auto id = row(key))
                found.push_back(*id);
        }
        return found;
    }
    std::vector<TrackId> tracks(const QJsonValue& keys) const
    {
        std::vector<TrackId> found;
        for (const RowId id : rows(keys)) {
            if (id.kind == RowKind::slices)
                found.push_back(id.track());
        }
        return found;
    }

private:
    QHash<QString, RowId> m_ids;
};

QJsonObject toJson(const Trace& trace, const RowArrangement& arrangement)
{
    QJsonArray rows;
    for (const auto& [id, choice] : arrangement.choices) {
        if (choice == RowArrangement::Choice())
            continue;
        QJsonObject row{{QStringLiteral("row"), rowKey(trace, id)},
                        {QStringLiteral("collapsed"), choice.isCollapsed},
                        {QStringLiteral("pinned"), choice.isPinned},
                        {QStringLiteral("stretch"), choice.stretch}};
        if (choice.isHidden)
            row.insert(QStringLiteral("hidden"), *choice.isHidden);
        rows.append(row);
    }
    QJsonArray kinds;
    for (const TrackKind kind : arrangement.hiddenKinds)
        kinds.append(static_cast<int>(kind));
    QJsonArray order;
    for (const RowId id : arrangement.order)
        order.append(rowKey(trace, id));
    return {{QStringLiteral("rows"), rows}, {QStringLiteral("hiddenKinds"), kinds}, {QStringLiteral("order"), order}};
}

RowArrangement arrangementFrom(const QJsonObject& object, const RowsByKey& known)
{
    RowArrangement arrangement;
    for (const auto& entry : object.value(QStringLiteral("rows")).toArray()) {
        const QJsonObject row = entry.toObject();
        const auto id = known.row(row.value(QStringLiteral("row")));
        if (!id)
            continue;
        RowArrangement::Choice& choice = arrangement.choices[*id];
        choice.isCollapsed = row.value(QStringLiteral("collapsed")).toBool();
        choice.isPinned = row.value(QStringLiteral("pinned")).toBool();
        choice.stretch = std::clamp(row.value(QStringLiteral("stretch")).toDouble(1), 0.5, 6.0);
        if (row.contains(QStringLiteral("hidden")))
            choice.isHidden = row.value(QStringLiteral("hidden")).toBool();
    }
    if (object.value(QStringLiteral("hiddenKinds")).isArray()) {
        arrangement.hiddenKinds.clear();
        for (const auto& kind : object.value(QStringLiteral("hiddenKinds")).toArray()) {
            if (kind.toInt(-1) >= 0 && kind.toInt() <= static_cast<int>(TrackKind::other))
                arrangement.hiddenKinds.insert(static_cast<TrackKind>(kind.toInt()));
        }
    }
    arrangement.order = known.rows(object.value(QStringLiteral("order")));
    return arrangement;
}

std::vector<Mark> marksFrom(const QJsonObject& view, const RowsByKey& known)
{
    std::vector<Mark> marks;
    const bool isOld = !view.contains(QStringLiteral("marks")); // ranges only, by name
    for (const auto& entry : view.value(isOld ? QStringLiteral("kept") : QStringLiteral("marks")).toArray()) {
        const QJsonObject mark = entry.toObject();
        if (const auto range = rangeFrom(mark.value(QStringLiteral("range")), !isOld))
            marks.push_back({*range, mark.value(isOld ? QStringLiteral("name") : QStringLiteral("text")).toString(),
                             known.tracks(mark.value(QStringLiteral("rows")))});
    }
    return marks;
}

} // namespace

QString ViewStore::defaultFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/decodescope/views");
}

ViewStore::ViewStore(TraceDocument& document, TimelineState& state, TrackLayout& layout, const QString& folder,
                     QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_state(state)
    , m_layout(layout)
    , m_folder(folder)
    , m_timer(new QTimer(this))
{
    m_timer->setSingleShot(true);
    m_timer->setInterval(kWriteAfterMs);
    connect(m_timer, &QTimer::timeout, this, &ViewStore::write);
    connect(&document, &TraceDocument::traceReset, this, [this] {
        write();
        m_file.clear();
    });
    connect(&document, &TraceDocument::opened, this, &ViewStore::takeFiles);
    connect(&state, &TimelineState::visibleRangeChanged, this, &ViewStore::remember);
    connect(&state, &TimelineState::selectedRangeChanged, this, &ViewStore::remember);
    connect(&state, &TimelineState::marksChanged, this, &ViewStore::remember);
    connect(&state, &TimelineState::timeOriginChanged, this, &ViewStore::remember);
    connect(&layout, &TrackLayout::changed, this, &ViewStore::remember);
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
    // While the views reset the state for another trace, the document has that one already.
    if (m_file.isEmpty() || m_trace != m_document.trace())
        return;
    m_unwritten = View{m_state.visibleRange(), m_state.selectedRange(), m_state.selectedTracks(),
                       m_state.marks(),        m_state.timeOrigin(),    m_layout.arrangement()};
    if (!m_timer->isActive())
        m_timer->start();
}

QByteArray ViewStore::toText(const View& view, const Trace& trace)
{
    QJsonArray marks;
    for (const Mark& mark : view.marks)
        marks.append(QJsonObject{{QStringLiteral("text"), mark.text},
                                 {QStringLiteral("range"), toJson(mark.range)},
                                 {QStringLiteral("rows"), toJson(trace, mark.tracks)}});
    QJsonObject object{{QStringLiteral("version"), kVersion},
                       {QStringLiteral("visible"), toJson(view.visible)},
                       {QStringLiteral("marks"), marks},
                       {QStringLiteral("timeOrigin"), QString::number(view.timeOrigin)},
                       {QStringLiteral("arrangement"), toJson(trace, view.rows)}};
    if (view.selected) {
        object.insert(QStringLiteral("selected"), toJson(*view.selected));
        object.insert(QStringLiteral("selectedRows"), toJson(trace, view.selectedTracks));
    }
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

void ViewStore::write()
{
    m_timer->stop();
    if (!m_unwritten)
        return;
    const QByteArray text = toText(*m_unwritten, *m_trace);
    m_unwritten.reset();
    QDir().mkpath(m_folder);
    QSaveFile file(m_file);
    if (!file.open(QIODevice::WriteOnly))
        return; // nothing that the user could do about it now, and nothing is lost but a view
    file.write(text);
    file.commit();
    dropOldFiles();
}

void ViewStore::dropOldFiles() const
{
    const QFileInfoList files = QDir(m_folder).entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Time);
    for (qsizetype i = kMostFiles; i < files.size(); ++i)
        QFile::remove(files[i].absoluteFilePath());
}

void ViewStore::takeFiles()
{
    m_file = fileFor(m_document.files());
    m_trace = m_document.trace();
    QFile file(m_file);
    if (m_file.isEmpty() || file.size() > kMostBytes || !file.open(QIODevice::ReadOnly))
        return;
    const QJsonObject view = QJsonDocument::fromJson(file.readAll()).object();
    if (view.value(QStringLiteral("version")).toInt() != kVersion)
        return;
    const RowsByKey rows(*m_trace);
    m_layout.setArrangement(arrangementFrom(view.value(QStringLiteral("arrangement")).toObject(), rows));
    m_state.setMarks(marksFrom(view, rows));
    if (m_state.canGoBack() || m_state.selectedRange())
        return; // while the file was read, the user has gone to look at something
    bool hasOrigin = false;
    const Ns origin = view.value(QStringLiteral("timeOrigin")).toString().toLongLong(&hasOrigin);
    if (hasOrigin)
        m_state.setTimeOrigin(origin);
    if (const auto range = rangeFrom(view.value(QStringLiteral("selected"))))
        m_state.setSelectedRange(range, rows.tracks(view.value(QStringLiteral("selectedRows"))));
    if (const auto range = rangeFrom(view.value(QStringLiteral("visible"))))
        m_state.setVisibleRange(*range);
}

} // namespace decodescope
