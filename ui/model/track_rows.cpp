// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/track_rows.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace decodescope {

namespace {

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(TrackRows)
};

QString qstring(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).simplified();
}

QString keyText(const Trace& trace, const RowKey& key)
{
    return key.text == kEmptyName ? QString::number(key.number) : qstring(trace.text(key.text));
}

// A track with slices.
bool isOfGpu(const Track& track)
{
    return track.kind == TrackKind::stream || track.kind == TrackKind::gpuAnnotation;
}

// The name of a device as the file's "deviceProperties" have it.
QString deviceName(const Trace& trace, const Process& process)
{
    if (process.source >= trace.sources().size() || process.pid.text != kEmptyName)
        return {};
    for (const auto& [key, json] : trace.sources()[process.source].metadata) {
        if (key != "deviceProperties")
            continue;
        const QJsonArray devices = QJsonDocument::fromJson(QByteArray::fromStdString(json)).array();
        for (const auto& device : devices) {
            if (device.toObject().value(QStringLiteral("id")).toInteger(-1) == process.pid.number)
                return device.toObject().value(QStringLiteral("name")).toString();
        }
    }
    return {};
}

QString gpuTitle(const Trace& trace, ProcessId id)
{
    const Process& process = trace.processes()[index(id)];
    const QString label = qstring(trace.text(process.labels));
    QString title =
        label.startsWith(QLatin1String("GPU")) ? label : Text::tr("GPU %1").arg(keyText(trace, process.pid));
    if (const QString device = deviceName(trace, process); !device.isEmpty())
        title += QStringLiteral("   ") + device;
    return title;
}

QString processTitle(const Trace& trace, ProcessId id)
{
    const Process& process = trace.processes()[index(id)];
    const QString name = qstring(trace.text(process.name));
    const QString pid = process.hasPid ? keyText(trace, process.pid) : QString();
    if (name.isEmpty())
        return pid.isEmpty() ? Text::tr("Process") : Text::tr("Process %1").arg(pid);
    return pid.isEmpty() ? name : Text::tr("%1   process %2").arg(name, pid);
}

QString threadTitle(const Trace& trace, const Track& track)
{
    const QString process = qstring(trace.text(trace.processOf(track).name));
    const QString number = keyText(trace, track.tid);
    const QString thread = Text::tr("thread %1").arg(number);
    QString name = qstring(trace.text(track.name));
    // Kineto writes "thread 468 (python3)": number and process are said already.
    const QString ofKineto = QStringLiteral("thread ") + number;
    if (name.isEmpty() || name == ofKineto || name == ofKineto + QStringLiteral(" (") + process + QLatin1Char(')'))
        return process.isEmpty() ? thread : process + QStringLiteral("  ") + thread;
    return name;
}

QString subtitleOf(TrackKind kind)
{
    switch (kind) {
    case TrackKind::thread:
        return Text::tr("CPU operators");
    case TrackKind::python:
        return Text::tr("Python functions");
    case TrackKind::module:
        return Text::tr("modules");
    case TrackKind::stream:
        return Text::tr("kernels");
    case TrackKind::gpuAnnotation:
        return Text::tr("annotations");
    case TrackKind::async:
        return Text::tr("async");
    case TrackKind::other:
        return Text::tr("profiler");
    case TrackKind::step:
    case TrackKind::counter:
        break;
    }
    return {};
}

class RowLister
{
public:
    RowLister(const Trace& trace, bool hasLabels)
        : m_trace(trace)
        , m_hasLabels(hasLabels)
    {
        for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
            const Track& track = trace.tracks()[i];
            // Instants are marks on the rows of slices; a thread of instants alone is the profiler's own.
            if (track.sliceCount() > 0 || (track.kind == TrackKind::counter && !track.points.empty()))
                m_tracks.push_back(static_cast<TrackId>(i));
            if (track.kind == TrackKind::step && track.sliceCount() > 0)
                m_withSteps.insert({track.process, track.tid.number, track.tid.text});
        }
        std::ranges::stable_sort(m_tracks, {}, [&](TrackId id) { return orderOf(id); });
        for (const TrackId id : m_tracks) {
            const ProcessId process = trace.track(id).process;
            std::vector<TrackId>& tracks = m_tracksOf[process];
            if (tracks.empty())
                m_processes.push_back(process);
            tracks.push_back(id);
        }
        std::ranges::stable_sort(m_processes, {}, [&](ProcessId id) {
            const Process& p = trace.processes()[index(id)];
            return std::tuple(p.source, p.hasSortIndex ? p.sortIndex : p.pid.number);
        });
    }

    std::vector<TrackRow> list()
    {
        addTracks(TrackKind::step, nullptr, 0);
        std::vector<ProcessId> gpus;
        std::vector<ProcessId> others;
        for (const ProcessId process : m_processes)
            (isGpu(process) ? gpus : others).push_back(process);
        if (m_hasLabels) {
            for (const ProcessId gpu : gpus)
                add({RowKind::model, static_cast<std::uint32_t>(gpu)}, 0,
                    gpus.size() == 1 ? Text::tr("Model") : Text::tr("Model on %1").arg(gpuTitle(m_trace, gpu)),
                    Text::tr("layer, part"), 2);
        }
        addCpu(others);
        for (const ProcessId gpu : gpus)
            addGpu(gpu);
        for (const ProcessId process : others)
            addTracks(TrackKind::counter, &process, 0);
        for (const ProcessId process : others)
            addTracks(TrackKind::other, &process, 0);
        return std::move(m_rows);
    }

private:
    bool isGpu(ProcessId process) const
    {
        return std::ranges::any_of(m_tracksOf.at(process), [&](TrackId id) { return isOfGpu(m_trace.track(id)); });
    }

    std::tuple<int, std::int64_t, std::int64_t, int> orderOf(TrackId id) const
    {
        const Track& track = m_trace.track(id);
        const bool hasSteps = m_withSteps.contains({track.process, track.tid.number, track.tid.text});
        // Modules lie above the operators that they hold, Python functions below.
        static constexpr int kKindOrder[] = {0, 2, 3, 1, 4, 5, 6, 7, 8};
        return {hasSteps ? 0 : 1, track.hasSortIndex ? track.sortIndex : track.tid.number, track.tid.number,
                kKindOrder[static_cast<int>(track.kind)]};
    }

    void add(RowId id, int indent, const QString& title, const QString& subtitle, int lanes,
             TrackKind kind = TrackKind::other)
    {
        const bool isTrack = id.kind == RowKind::slices || id.kind == RowKind::counter;
        const Process& process = isTrack ? m_trace.processOf(m_trace.track(id.track())) : m_trace.processes()[id.key];
        const QString source =
            indent == 0 ? sourceTitle(m_trace, process.source) : QString(); // below a heading: it says
        m_rows.push_back(
            {id, indent, source.isEmpty() ? title : source + QStringLiteral("   ") + title, subtitle, kind, lanes});
    }

    void addTrack(TrackId id, int indent)
    {
        const Track& track = m_trace.track(id);
        if (track.sliceCount() > 0)
            add({RowKind::slices, static_cast<std::uint32_t>(id)}, indent, trackTitle(m_trace, id),
                subtitleOf(track.kind), static_cast<int>(track.lanes.size()), track.kind);
        else
            add({RowKind::counter, static_cast<std::uint32_t>(id)}, indent, trackTitle(m_trace, id), {}, 1, track.kind);
    }

    // Those of a kind, of one process or of all.
    void addTracks(TrackKind kind, const ProcessId* process, int indent)
    {
        for (const TrackId id : process == nullptr ? m_tracks : m_tracksOf[*process]) {
            if (m_trace.track(id).kind == kind)
                addTrack(id, indent);
        }
    }

    void addCpu(const std::vector<ProcessId>& processes)
    {
        const auto isCpu = [](TrackKind kind) {
            return kind == TrackKind::thread || kind == TrackKind::python || kind == TrackKind::module ||
                   kind == TrackKind::async;
        };
        std::vector<ProcessId> cpus;
        for (const ProcessId process : processes) {
            if (std::ranges::any_of(m_tracksOf[process], [&](TrackId id) { return isCpu(m_trace.track(id).kind); }))
                cpus.push_back(process);
        }
        for (const ProcessId process : cpus) {
            const int indent = cpus.size() > 1 ? 1 : 0;
            if (indent > 0)
                add({RowKind::group, static_cast<std::uint32_t>(process)}, 0, processTitle(m_trace, process), {}, 0);
            for (const TrackId id : m_tracksOf[process]) {
                if (isCpu(m_trace.track(id).kind))
                    addTrack(id, indent);
            }
        }
    }

    void addGpu(ProcessId gpu)
    {
        const auto key = static_cast<std::uint32_t>(gpu);
        add({RowKind::group, key}, 0, gpuTitle(m_trace, gpu), {}, 0);
        for (const TrackKind kind : {TrackKind::stream, TrackKind::gpuAnnotation})
            addTracks(kind, &gpu, 1);
        add({RowKind::gpuBusy, key}, 1, Text::tr("GPU busy"), Text::tr("% per pixel column"), 1);
        add({RowKind::launchDelay, key}, 1, Text::tr("Launch delay"), Text::tr("launch to start"), 1);
        add({RowKind::queueDepth, key}, 1, Text::tr("Launch queue"), Text::tr("launched, not begun"), 1);
        for (const TrackKind kind : {TrackKind::thread, TrackKind::async, TrackKind::counter, TrackKind::other})
            addTracks(kind, &gpu, 1);
    }

    const Trace& m_trace;
    bool m_hasLabels;
    std::vector<TrackId> m_tracks;                        // with events, in order
    std::map<ProcessId, std::vector<TrackId>> m_tracksOf; // the same, by process
    std::vector<ProcessId> m_processes;
    std::set<std::tuple<ProcessId, std::int64_t, NameId>> m_withSteps;
    std::vector<TrackRow> m_rows;
};

} // namespace

std::vector<TrackRow> rowsOf(const Trace& trace, bool hasLabels)
{
    return RowLister(trace, hasLabels).list();
}

QString sourceTitle(const Trace& trace, std::uint32_t source)
{
    if (trace.sources().size() < 2 || source >= trace.sources().size())
        return {};
    const TraceSource& file = trace.sources()[source];
    for (const auto& [key, json] : file.metadata) {
        if (key != "distributedInfo")
            continue;
        const QJsonValue rank =
            QJsonDocument::fromJson(QByteArray::fromStdString(json)).object().value(QStringLiteral("rank"));
        if (rank.isDouble())
            return Text::tr("rank %1").arg(rank.toInteger());
    }
    return qstring(std::string_view(file.name).substr(file.name.find_last_of('/') + 1));
}

QString rowKey(const Trace& trace, RowId id)
{
    const bool isOfTrack = id.kind == RowKind::slices || id.kind == RowKind::counter;
    const std::size_t count = isOfTrack ? trace.tracks().size() : trace.processes().size();
    if (id.key >= count)
        return {};
    const Track* track = isOfTrack ? &trace.track(id.track()) : nullptr;
    const Process& process = track != nullptr ? trace.processOf(*track) : trace.processes()[id.key];
    QStringList parts{QString::number(static_cast<int>(id.kind)), QString::number(process.source),
                      keyText(trace, process.pid)};
    if (track != nullptr)
        parts << QString::number(static_cast<int>(track->kind)) << keyText(trace, track->tid)
              << qstring(trace.text(track->name));
    return parts.join(QLatin1Char('/'));
}

QString trackTitle(const Trace& trace, TrackId id)
{
    const Track& track = trace.track(id);
    QString name = qstring(trace.text(track.name));
    switch (track.kind) {
    case TrackKind::step:
        return Text::tr("Steps");
    case TrackKind::stream:
    case TrackKind::gpuAnnotation:
        return name.isEmpty() ? Text::tr("stream %1").arg(keyText(trace, track.tid)) : name;
    case TrackKind::counter:
        if (!track.points.empty() && trace.kind(track.points.event(0)) == EventKind::memory)
            return Text::tr("Memory");
        [[fallthrough]];
    case TrackKind::async:
        if (!name.isEmpty())
            return name;
        break;
    case TrackKind::thread:
    case TrackKind::python:
    case TrackKind::module:
    case TrackKind::other:
        break;
    }
    return threadTitle(trace, track);
}

} // namespace decodescope
