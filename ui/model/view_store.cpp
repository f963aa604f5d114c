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
#include <QLockFile>
#include <QSaveFile>
#include <QSignalBlocker>
#include <QStandardPaths>
#include <QTimer>

#include <algorithm>
#include <iterator>
#include <utility>

namespace decodescope {

// The rows of a trace by their keys. Made when one is first asked for: a trace may have a hundred thousand.
class RowsByKey
{
public:
    explicit RowsByKey(std::shared_ptr<const Trace> trace)
        : m_trace(std::move(trace))
    {
    }
    std::optional<RowId> row(const QJsonValue& key)
    {
        if (m_ids.isEmpty())
            fill();
        const auto found = m_ids.constFind(key.toString());
        return found == m_ids.constEnd() ? std::nullopt : std::optional(*found);
    }
    std::vector<RowId> rows(const QJsonValue& keys)
    {
        std::vector<RowId> found;
        for (const auto& key : keys.toArray()) {
            if (const auto id = row(key))
                found.push_back(*id);
        }
        return found;
    }
    std::vector<TrackId> tracks(const QJsonValue& keys)
    {
        std::vector<TrackId> found;
        for (const RowId id : rows(keys)) {
            if (id.kind == RowKind::slices)
                found.push_back(id.track());
        }
        return found;
    }

private:
    void fill()
    {
        for (const bool hasLabels : {false, true}) {
            for (const TrackRow& row : rowsOf(*m_trace, hasLabels))
                m_ids.insert(rowKey(*m_trace, row.id), row.id);
        }
    }

    std::shared_ptr<const Trace> m_trace;
    QHash<QString, RowId> m_ids;
};

namespace {

constexpr int kVersion = 1;
constexpr int kWriteAfterMs = 2'000;
constexpr int kPatienceMs = 500; // with another window that writes
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

// `stored`: what is there already; its rows that this content of the trace does not have may come back with another.
QJsonObject toJson(const Trace& trace, const RowArrangement& arrangement, const QJsonObject& stored, RowsByKey& known)
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
    for (const auto& row : stored.value(QStringLiteral("rows")).toArray()) {
        if (!known.row(row.toObject().value(QStringLiteral("row"))))
            rows.append(row);
    }
    QJsonArray kinds;
    for (const TrackKind kind : arrangement.hiddenKinds)
        kinds.append(static_cast<int>(kind));
    const QJsonValue storedOrder = stored.value(QStringLiteral("order"));
    QJsonArray order;
    if (arrangement.order == known.rows(storedOrder)) {
        order = storedOrder.toArray();
    } else {
        for (const RowId id : arrangement.order)
            order.append(rowKey(trace, id));
    }
    return {{QStringLiteral("rows"), rows}, {QStringLiteral("hiddenKinds"), kinds}, {QStringLiteral("order"), order}};
}

RowArrangement arrangementFrom(const QJsonObject& object, RowsByKey& known)
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

// What is stored, but where the user has changed it since it was `known`.
RowArrangement merged(const RowArrangement& stored, const RowArrangement& known, const RowArrangement& now)
{
    RowArrangement merged = stored;
    if (now.hiddenKinds != known.hiddenKinds)
        merged.hiddenKinds = now.hiddenKinds;
    if (now.order != known.order)
        merged.order = now.order;
    const auto choiceIn = [](const RowArrangement& arrangement, RowId id) {
        const auto found = arrangement.choices.find(id);
        return found == arrangement.choices.end() ? RowArrangement::Choice() : found->second;
    };
    for (const RowArrangement* one : {&known, &now}) {
        for (const auto& [id, choice] : one->choices) {
            if (const auto chosen = choiceIn(now, id); chosen != choiceIn(known, id))
                merged.choices[id] = chosen;
        }
    }
    return merged;
}

struct StoredMark
{
    Mark mark;
    QJsonObject text; // as it is in the file, also with rows that this content of the trace does not have
};

std::vector<StoredMark> marksFrom(const QJsonObject& view, RowsByKey& known)
{
    std::vector<StoredMark> marks;
    const bool isOld = !view.contains(QStringLiteral("marks")); // ranges only, by name
    for (const auto& entry : view.value(isOld ? QStringLiteral("kept") : QStringLiteral("marks")).toArray()) {
        QJsonObject mark = entry.toObject();
        const auto range = rangeFrom(mark.value(QStringLiteral("range")), !isOld);
        if (!range)
            continue;
        if (isOld)
            mark.insert(QStringLiteral("text"), mark.take(QStringLiteral("name")));
        marks.push_back(
            {{*range, mark.value(QStringLiteral("text")).toString(), known.tracks(mark.value(QStringLiteral("rows")))},
             mark});
    }
    return marks;
}

std::vector<Mark> plain(const std::vector<StoredMark>& stored)
{
    std::vector<Mark> marks;
    marks.reserve(stored.size());
    for (const StoredMark& one : stored)
        marks.push_back(one.mark);
    return marks;
}

// Those of `marks` that are not among `others`, each of which stands for one.
std::vector<Mark> without(const std::vector<Mark>& marks, std::vector<Mark> others)
{
    std::vector<Mark> left;
    for (const Mark& mark : marks) {
        if (const auto found = std::ranges::find(others, mark); found != others.end())
            others.erase(found);
        else
            left.push_back(mark);
    }
    return left;
}

// In the order of `now` unless somebody else has changed what is stored.
std::vector<Mark> merged(const std::vector<Mark>& stored, const std::vector<Mark>& known, const std::vector<Mark>& now)
{
    if (stored == known)
        return now;
    std::vector<Mark> merged = without(stored, without(known, now));
    std::ranges::copy(without(now, known), std::back_inserter(merged));
    return merged;
}

QJsonArray toJson(const Trace& trace, const std::vector<Mark>& marks, const std::vector<StoredMark>& stored)
{
    QJsonArray array;
    for (const Mark& mark : marks) {
        const auto before = std::ranges::find(stored, mark, &StoredMark::mark);
        array.append(before != stored.end() ? before->text
                                            : QJsonObject{{QStringLiteral("text"), mark.text},
                                                          {QStringLiteral("range"), toJson(mark.range)},
                                                          {QStringLiteral("rows"), toJson(trace, mark.tracks)}});
    }
    return array;
}

QJsonObject readView(const QString& path)
{
    QFile file(path);
    if (path.isEmpty() || file.size() > kMostBytes || !file.open(QIODevice::ReadOnly))
        return {};
    const QJsonObject view = QJsonDocument::fromJson(file.readAll()).object();
    return view.value(QStringLiteral("version")).toInt() == kVersion ? view : QJsonObject();
}

// What a trace's view is found by, however one has come to the trace.
QByteArray keyOf(const QStringList& traces)
{
    QByteArray key;
    for (const QString& trace : traces) {
        const QFileInfo info(trace);
        const QString path = info.canonicalFilePath(); // empty: it is gone
        key += (path.isEmpty() ? info.absoluteFilePath() : path).toUtf8() + '\0';
    }
    return key;
}

QByteArray sizeAndTime(const QFileInfo& info)
{
    return QByteArray::number(info.size()) + ' ' + QByteArray::number(info.lastModified().toMSecsSinceEpoch());
}

// What it was found by in the first days: a view was lost when its trace was written anew.
QByteArray oldKeyOf(const QStringList& traces)
{
    QByteArray key;
    for (const QString& trace : traces)
        key += QFileInfo(trace).absoluteFilePath().toUtf8() + sizeAndTime(QFileInfo(trace));
    return key;
}

QString stampOf(const QStringList& traces)
{
    QByteArray stamp;
    for (const QString& trace : traces)
        stamp += sizeAndTime(QFileInfo(trace)) + ';';
    return QString::fromLatin1(stamp);
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
    connect(m_timer, &QTimer::timeout, this, &ViewStore::write);
    connect(&document, &TraceDocument::traceReset, this, [this] {
        write();
        m_unwritten.reset(); // also what could not be written
        m_file.clear();
        m_rows.reset();
        m_trace.reset();
    });
    connect(&document, &TraceDocument::opened, this, &ViewStore::takeFiles);
    connect(&document, &TraceDocument::saved, this, [this] {
        takeFiles();
        remember(0); // what was made before there was a file
    });
    const auto rememberSoon = [this] { remember(kWriteAfterMs); };
    connect(&state, &TimelineState::visibleRangeChanged, this, rememberSoon);
    connect(&state, &TimelineState::selectedRangeChanged, this, rememberSoon);
    connect(&state, &TimelineState::marksChanged, this, [this] { remember(0); });
    connect(&state, &TimelineState::timeOriginChanged, this, rememberSoon);
    connect(&layout, &TrackLayout::changed, this, rememberSoon);
}

ViewStore::~ViewStore()
{
    const QSignalBlocker blocker(this); // the window that would say it is going
    write();
}

QString ViewStore::pathOf(const QByteArray& key) const
{
    const QByteArray hash = QCryptographicHash::hash(key, QCryptographicHash::Sha256);
    return m_folder + QLatin1Char('/') + QString::fromLatin1(hash.toHex().left(32)) + QStringLiteral(".json");
}

ViewStore::View ViewStore::shown() const
{
    return {m_state.visibleRange(),  m_state.visibleRange().contains(m_state.content()),
            m_state.selectedRange(), m_state.selectedTracks(),
            m_state.marks(),         m_state.timeOrigin(),
            m_layout.arrangement()};
}

void ViewStore::remember(int writeWithinMs)
{
    // While the views reset the state for another trace, the document has that one already.
    if (m_file.isEmpty() || m_trace != m_document.trace())
        return;
    m_unwritten = shown();
    if (!m_timer->isActive() || m_timer->remainingTime() > writeWithinMs)
        m_timer->start(writeWithinMs);
}

QJsonObject ViewStore::merged(const QJsonObject& stored, const View& view) const
{
    RowsByKey& rows = *m_rows;
    const auto storedMarks = marksFrom(stored, rows);
    const QJsonObject storedRows = stored.value(QStringLiteral("arrangement")).toObject();
    // A file that is gone has not been changed by another window.
    const auto marks =
        stored.isEmpty() ? view.marks : decodescope::merged(plain(storedMarks), m_known.marks, view.marks);
    const auto arrangement = storedRows.isEmpty()
                                 ? view.rows
                                 : decodescope::merged(arrangementFrom(storedRows, rows), m_known.rows, view.rows);
    QJsonObject object{{QStringLiteral("version"), kVersion},
                       {QStringLiteral("content"), m_stamp},
                       {QStringLiteral("visible"), toJson(view.visible)},
                       {QStringLiteral("showsAll"), view.showsAll},
                       {QStringLiteral("marks"), toJson(*m_trace, marks, storedMarks)},
                       {QStringLiteral("timeOrigin"), stored.value(QStringLiteral("timeOrigin"))},
                       {QStringLiteral("arrangement"), toJson(*m_trace, arrangement, storedRows, rows)}};
    if (view.timeOrigin != m_known.timeOrigin || !stored.contains(QStringLiteral("timeOrigin")))
        object.insert(QStringLiteral("timeOrigin"), QString::number(view.timeOrigin));
    if (view.selected) {
        object.insert(QStringLiteral("selected"), toJson(*view.selected));
        object.insert(QStringLiteral("selectedRows"), toJson(*m_trace, view.selectedTracks));
    }
    return object;
}

void ViewStore::write()
{
    m_timer->stop();
    if (!m_unwritten)
        return;
    const View view = *std::exchange(m_unwritten, std::nullopt);
    QDir().mkpath(m_folder);
    // Between reading and writing no other window may write. Who cannot lock, writes all the same: the lock's file is
    // in the same folder, so that writing will fail as well, or another program hangs, and waiting would not help.
    QLockFile lock(m_folder + QStringLiteral("/.lock"));
    lock.tryLock(kPatienceMs);
    const QByteArray text = QJsonDocument(merged(readView(m_file), view)).toJson(QJsonDocument::Compact);
    const bool fits = text.size() <= kMostBytes; // a larger one would not be read
    QSaveFile file(m_file);
    if (fits && file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit()) {
        m_known = view;
        m_hasSaidNotKept = false;
        dropOldFiles();
        return;
    }
    m_unwritten = view; // for the next time
    // Of where one was nothing is said: nothing is lost that anybody made.
    if ((view.marks == m_known.marks && view.rows == m_known.rows) || std::exchange(m_hasSaidNotKept, true))
        return;
    const QString folder = QDir::toNativeSeparators(m_folder);
    Q_EMIT notKept(fits ? tr("Marks and rows will not come back with the trace: nothing can be written to %1; is there "
                             "room, and may you write there?")
                              .arg(folder)
                        : tr("Marks and rows will not come back with the trace: they are too many."));
}

void ViewStore::dropOldFiles() const
{
    const QFileInfoList files = QDir(m_folder).entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Time);
    for (qsizetype i = kMostFiles; i < files.size(); ++i)
        QFile::remove(files[i].absoluteFilePath());
}

void ViewStore::takeFiles()
{
    const QStringList traces = m_document.files();
    m_trace = m_document.trace();
    const View whileReading = shown();
    m_known = {};
    m_file.clear(); // what is taken from the file need not be written to it
    if (traces.isEmpty())
        return;
    m_stamp = stampOf(traces);
    QJsonObject stored = readView(pathOf(keyOf(traces)));
    const QJsonObject old = stored.isEmpty() ? readView(pathOf(oldKeyOf(traces))) : QJsonObject();
    if (!old.isEmpty()) {
        stored = old;
        stored.insert(QStringLiteral("content"), m_stamp); // the key says so
    }
    RowsByKey& rows = *(m_rows = std::make_unique<RowsByKey>(m_trace));
    m_known.marks = plain(marksFrom(stored, rows));
    m_known.rows = arrangementFrom(stored.value(QStringLiteral("arrangement")).toObject(), rows);
    // What the user has made while the file was read is kept as well.
    m_state.setMarks(decodescope::merged(m_known.marks, {}, whileReading.marks));
    m_layout.setArrangement(decodescope::merged(m_known.rows, {}, whileReading.rows));
    if (!m_state.canGoBack() && !m_state.selectedRange()) // else the user has gone to look at something
        takePlace(stored);
    m_known.timeOrigin = m_state.timeOrigin();
    m_file = pathOf(keyOf(traces));
    if (!old.isEmpty() || m_known.marks != m_state.marks() || m_known.rows != m_layout.arrangement())
        remember(0);
}

// Of another content only as far as there is something to see at that time.
void ViewStore::takePlace(const QJsonObject& stored)
{
    const bool isSame = stored.value(QStringLiteral("content")).toString() == m_stamp;
    const TimeRange content = m_state.content();
    bool hasOrigin = false;
    const Ns origin = stored.value(QStringLiteral("timeOrigin")).toString().toLongLong(&hasOrigin);
    if (hasOrigin && (isSame || content.contains(origin)))
        m_state.setTimeOrigin(origin);
    if (const auto range = rangeFrom(stored.value(QStringLiteral("selected"))); range)
        if (isSame || content.contains(*range))
            m_state.setSelectedRange(range, m_rows->tracks(stored.value(QStringLiteral("selectedRows"))));
    if (const auto range = rangeFrom(stored.value(QStringLiteral("visible"))); range)
        if (isSame || (m_state.reached(*range) == *range && !stored.value(QStringLiteral("showsAll")).toBool()))
            m_state.setVisibleRange(*range);
}

} // namespace decodescope
