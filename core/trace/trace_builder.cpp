// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace_builder.h"

#include "core/trace/content_span.h"
#include "core/trace/flow_resolver.h"
#include "core/trace/trace_builder_state.h"

#include <algorithm>
#include <charconv>

namespace decodescope {

namespace {

// No decode runs for a month: a longer slice is a broken record.
constexpr Ns kLongestPlausible = Ns{30} * 24 * 3600 * 1'000'000'000;

// A text that is a plain decimal number, written as this program would write it.
std::optional<std::int64_t> plainNumber(std::string_view text)
{
    std::int64_t number = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size() || std::to_string(number) != text)
        return std::nullopt;
    return number;
}

} // namespace

CategoryId TraceBuilder::State::categoryId(NameId name)
{
    const auto [found, isNew] = categoryOfName.try_emplace(static_cast<std::uint32_t>(name),
                                                           static_cast<CategoryId>(trace.m_categories.size()));
    if (isNew) {
        if (trace.m_categories.size() >= 0xffff) {
            trace.m_report.add(WarningKind::limitReached, -1,
                               "More than 65535 categories; later ones are shown as the first.");
            found->second = CategoryId{0};
        } else {
            trace.m_categories.push_back({name, kindOfCategory(strings.pool().text(name))});
        }
    }
    return found->second;
}

RowKey TraceBuilder::State::rowKey(const BatchKey& key, const std::vector<NameId>& names) const
{
    if (key.text == 0)
        return {key.number, kEmptyName};
    const NameId text = names[key.text];
    if (const auto number = plainNumber(strings.pool().text(text)))
        return {*number, kEmptyName};
    return {0, text};
}

TrackId TraceBuilder::State::trackFor(const Incoming& in)
{
    const auto kindOfTrack = [&]() {
        switch (in.kind) {
        case EventKind::annotation:
            return stepNumber(strings.pool().text(in.name)) ? TrackKind::step : TrackKind::thread;
        case EventKind::kernel:
        case EventKind::memcpy:
        case EventKind::memset:
            return TrackKind::stream;
        case EventKind::gpuAnnotation:
            return TrackKind::gpuAnnotation;
        case EventKind::pythonFunction:
            return TrackKind::python;
        case EventKind::module:
            return TrackKind::module;
        case EventKind::memory:
            return TrackKind::counter;
        case EventKind::sync:
        case EventKind::overhead:
            return TrackKind::other;
        case EventKind::cpuOp:
        case EventKind::runtimeCall:
        case EventKind::driverCall:
            return TrackKind::thread;
        case EventKind::other:
            break;
        }
        return rows.row(in.row).isBookkeeping ? TrackKind::other : TrackKind::thread;
    };
    return rows.track(in.row, kindOfTrack());
}

void TraceBuilder::State::widen(TimeRange range)
{
    if (!hasSpan)
        trace.m_span = range;
    trace.m_span = {std::min(trace.m_span.begin, range.begin), std::max(trace.m_span.end, range.end)};
    hasSpan = true;
}

EventId TraceBuilder::State::store(const Incoming& in, TrackId track, EventType type, Ns begin, Ns duration,
                                   std::uint8_t flags)
{
    if (duration > kLongestPlausible) {
        flags |= EventFlag::implausible;
        trace.m_report.add(WarningKind::implausibleLength, in.event.offset,
                           "\"" + std::string(strings.pool().text(in.name)) +
                               "\" is longer than 30 days: shown at its start, left out of totals.");
    }
    EventRow row{begin, duration, in.name, track, in.args, in.category, type, flags};
    const EventId id = trace.m_events.append(row);
    if (in.extra != kNoArgs)
        trace.m_extraMembers.push_back({id, in.extra});
    const Ns end = row.has(EventFlag::implausible) ? begin : row.end();
    if ((in.event.flags & EventFlag::implausible) == 0) // marked by the source: its time itself makes no sense
        widen({begin, end});
    if (type == EventType::slice) {
        newSlices.resize(trace.m_tracks.size());
        newSlices[index(track)].push_back({begin, end, id});
    } else {
        newPoints.resize(trace.m_tracks.size());
        newPoints[index(track)].emplace_back(begin, id);
    }
    return id;
}

void TraceBuilder::State::link(const Incoming& in, EventId id, TrackId track)
{
    if (!isGpuOperation(in.kind) && !isApiCall(in.kind))
        return;
    const std::optional<std::int64_t> correlation = args.table().integer(in.args, "correlation");
    if (isGpuOperation(in.kind)) {
        if (correlation)
            linker.addGpuOperation(id, source, *correlation);
        else
            linker.addGpuOperationWithoutId(id);
    } else if (correlation) {
        linker.addApiCall({id, track, trace.m_events.row(id).range(), source, *correlation});
    }
}

void TraceBuilder::State::takeSlice(const Incoming& in)
{
    const TrackId track = trackFor(in);
    Ns duration = in.event.duration;
    std::uint8_t flags = in.event.flags;
    if (duration < 0) {
        flags |= EventFlag::negativeLength;
        duration = 0;
    }
    const EventId id = store(in, track, EventType::slice, in.time, duration, flags);
    link(in, id, track);
}

void TraceBuilder::State::takePoint(const Incoming& in, const std::vector<NameId>& names)
{
    if (in.event.phase == Phase::counter) {
        const TrackId track = rows.processTrack(in.row, TrackKind::counter, in.name, rowKey(in.event.id, names));
        store(in, track, EventType::counter, in.time, 0, in.event.flags);
        return;
    }
    TrackId track = kNoTrack;
    if (in.event.phase == Phase::asyncInstant)
        track = rows.processTrack(in.row, TrackKind::async, trace.m_categories[index(in.category)].name, {});
    else
        track = trackFor(in);
    store(in, track, EventType::instant, in.time, 0, in.event.flags);
}

ArgsId TraceBuilder::State::merged(ArgsId first, ArgsId second)
{
    if (second == kNoArgs)
        return first;
    if (first == kNoArgs)
        return second;
    std::string text = args.table().text(first);
    const std::string more = args.table().text(second);
    const std::size_t close = text.rfind('}');
    const std::size_t open = more.find('{');
    if (close == std::string::npos || open == std::string::npos)
        return first;
    const bool secondIsEmpty = more.find_first_not_of(" \t\r\n", open + 1) == more.rfind('}');
    const bool firstIsEmpty = text.find_first_not_of(" \t\r\n{") == close;
    if (secondIsEmpty)
        return first;
    text = text.substr(0, close) + (firstIsEmpty ? "" : ", ") + more.substr(open + 1);
    ArgsBatch batch;
    batch.add(text);
    std::vector<ArgsId> ids;
    args.append(batch, ids);
    return ids.front();
}

void TraceBuilder::State::closeSlice(const Incoming& in, const OpenSlice& opened)
{
    Incoming whole{in.event,
                   opened.begin,
                   opened.name,
                   opened.category,
                   trace.m_categories[index(opened.category)].kind,
                   in.row,
                   merged(opened.args, in.args),
                   merged(opened.extra, in.extra)};
    const Ns duration = std::max<Ns>(0, saturatingSub(in.time, opened.begin));
    const EventId id = store(whole, opened.track, EventType::slice, opened.begin, duration, EventFlag::fromBeginEnd);
    link(whole, id, opened.track);
}

void TraceBuilder::State::takeEnd(const Incoming& in, OpenSlices& open)
{
    if (const std::optional<OpenSlice> opened = open.close(in.name)) {
        closeSlice(in, *opened);
        return;
    }
    trace.m_report.add(WarningKind::unmatchedEnd, in.event.offset,
                       "The end of \"" + std::string(strings.pool().text(in.name)) + "\" has no begin: left out.");
}

void TraceBuilder::State::takeFlow(const Incoming& in, const std::vector<NameId>& names)
{
    FlowPoint point;
    point.time = in.time;
    point.track = rows.anyTrack(in.row);
    point.name = in.name;
    point.category = trace.m_categories[index(in.category)].name;
    point.id = {in.event.id.number, in.event.id.text == 0 ? kEmptyName : names[in.event.id.text]};
    point.source = source;
    point.phase = static_cast<std::uint8_t>(in.event.phase);
    point.bindEnclosing = in.event.bindEnclosing;
    if (point.track != kNoTrack)
        trace.m_flowPoints.push_back(point);
    else
        earlyFlows.emplace_back(in.row, point);
}

void TraceBuilder::State::take(const Incoming& in, const std::vector<NameId>& names)
{
    const auto asyncOpen = [&]() -> OpenSlices& {
        const RowKey id = rowKey(in.event.id, names);
        return openAsync[{rows.row(in.row).process, in.category, id.number, id.text}];
    };
    switch (in.event.phase) {
    case Phase::complete:
        takeSlice(in);
        break;
    case Phase::begin:
        openByRow[in.row].open({in.time, in.name, in.category, trackFor(in), in.args, in.extra, in.event.offset});
        break;
    case Phase::end:
        takeEnd(in, openByRow[in.row]);
        break;
    case Phase::asyncBegin: {
        const TrackId track =
            rows.processTrack(in.row, TrackKind::async, trace.m_categories[index(in.category)].name, {});
        asyncOpen().open({in.time, in.name, in.category, track, in.args, in.extra, in.event.offset});
        break;
    }
    case Phase::asyncEnd:
        takeEnd(in, asyncOpen());
        break;
    case Phase::instant:
    case Phase::asyncInstant:
    case Phase::counter:
        takePoint(in, names);
        break;
    case Phase::flowStart:
    case Phase::flowStep:
    case Phase::flowEnd:
        takeFlow(in, names);
        break;
    }
}

void TraceBuilder::State::takeMetadata(const BatchMetadata& what, const std::vector<NameId>& names, std::uint32_t row)
{
    switch (what.what) {
    case BatchMetadata::What::processName:
        rows.process(row).name = names[what.text];
        break;
    case BatchMetadata::What::processLabels:
        rows.process(row).labels = names[what.text];
        break;
    case BatchMetadata::What::processSortIndex:
        rows.process(row).sortIndex = what.number;
        rows.process(row).hasSortIndex = true;
        break;
    case BatchMetadata::What::threadName:
        rows.setThreadName(row, names[what.text]);
        break;
    case BatchMetadata::What::threadSortIndex:
        rows.setThreadSortIndex(row, what.number);
        break;
    }
}

TraceBuilder::TraceBuilder()
    : m_state(std::make_unique<State>())
{
}

TraceBuilder::~TraceBuilder() = default;

void TraceBuilder::beginSource(TraceSource source)
{
    const bool firstIsUnused = m_state->source == 0 && m_state->trace.m_processes.empty();
    if (!firstIsUnused) {
        m_state->trace.m_sources.emplace_back();
        ++m_state->source;
    }
    m_state->trace.m_sources.back() = std::move(source);
}

TraceSource& TraceBuilder::source()
{
    return m_state->trace.m_sources.back();
}

void TraceBuilder::append(const EventBatch& batch)
{
    State& s = *m_state;
    const std::size_t lostArgs = s.args.append(batch.args, s.batchArgs);
    s.trace.m_report.add(WarningKind::limitReached, -1, "Arguments beyond 4 GiB are left out.", lostArgs);

    std::vector<NameId> names(batch.strings.size());
    for (std::uint32_t i = 0; i < batch.strings.size(); ++i)
        names[i] = s.strings.intern(batch.strings.text(i));
    std::vector<std::uint32_t> rowNumbers(batch.threads.size());
    for (std::size_t i = 0; i < batch.threads.size(); ++i) {
        const BatchThread& thread = batch.threads[i];
        const std::string_view pid = batch.strings.text(thread.pid.text);
        const bool isBookkeeping = thread.pid.present && (pid == "Spans" || pid == "Traces");
        rowNumbers[i] = s.rows.rowNumber(s.source, s.rowKey(thread.pid, names), thread.pid.present,
                                         s.rowKey(thread.tid, names), thread.tid.present, isBookkeeping);
    }
    for (const BatchMetadata& what : batch.metadata)
        s.takeMetadata(what, names, rowNumbers[what.thread]);

    const Ns shift = source().shift;
    const auto argsId = [&](std::uint32_t number) { return number == kNoBatchArgs ? kNoArgs : s.batchArgs[number]; };
    std::vector<std::optional<CategoryId>> categories(batch.strings.size());
    for (const BatchEvent& event : batch.events) {
        std::optional<CategoryId>& category = categories[event.category];
        if (!category)
            category = s.categoryId(names[event.category]);
        s.take({event, saturatingAdd(event.time, shift), names[event.name], *category,
                s.trace.m_categories[index(*category)].kind, rowNumbers[event.thread], argsId(event.args),
                argsId(event.extra)},
               names);
    }
}

ImportReport& TraceBuilder::report()
{
    return m_state->trace.m_report;
}

void TraceBuilder::setGpuCompleteUntil(Ns t)
{
    m_state->trace.m_gpuCompleteUntil = t;
}

void TraceBuilder::finish()
{
    State& s = *m_state;
    s.closeUnfinished();
    s.placeEarlyFlows();
    const std::shared_ptr<const Trace> placed = snapshot();
    s.addLaunches(launchesFromFlows(*placed));
    const ResolvedFlows flows = resolveFlows(*placed);
    s.trace.m_flows = flows.flows;
    s.trace.m_report.add(WarningKind::danglingFlow, -1, "Flow events without a slice or a partner.", flows.dangling);
    const ContentSpan content = contentSpanOf(s.trace.m_events, s.trace.m_span);
    s.trace.m_contentSpan = content.content;
    if (content.strays > 0)
        s.trace.m_report.add(WarningKind::strayTime, -1,
                             "\"" + std::string(placed->name(content.firstStray)) +
                                 "\" and others lie far from all other events: left out of the first view.",
                             content.strays);
    s.trace.m_gpuCompleteUntil = s.trace.m_span.end;
    s.reportOdd();
    s.shrink();
}

std::shared_ptr<const Trace> TraceBuilder::snapshot()
{
    State& s = *m_state;
    s.placeNew();
    s.linker.update(s.trace.m_gpuOperations, s.trace.m_byLaunch);
    s.trace.m_strings = s.strings.pool();
    s.trace.m_args = s.args.table();
    // Until the input has ended, all of it is content.
    Trace copy = s.trace;
    if (copy.m_contentSpan == TimeRange{})
        copy.m_contentSpan = copy.m_span;
    return std::make_shared<const Trace>(std::move(copy));
}

std::size_t TraceBuilder::eventCount() const
{
    return m_state->trace.m_events.size();
}

std::size_t TraceBuilder::bytes() const
{
    return m_state->trace.bytes() + m_state->strings.pool().bytes() + m_state->args.table().bytes();
}

} // namespace decodescope
