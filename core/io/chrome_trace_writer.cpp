// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/chrome_trace_writer.h"

#include "core/base/stoppable_sort.h"
#include "core/io/export_members.h"
#include "core/io/export_rows.h"
#include "core/io/export_selection.h"
#include "core/io/json_repair.h"
#include "core/io/json_text.h"
#include "core/io/microseconds.h"

#include <queue>

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <tuple>

namespace decodescope {

namespace {

constexpr std::size_t kBlock = 1024 * 1024;
constexpr std::string_view kLaunchFlow = "\"ac2g\"";
constexpr std::int64_t kFirstExtraTid = (std::int64_t{1} << 30) + 1;
constexpr std::uint64_t kCancelEvery = 1024; // events

void appendNumber(std::string& out, std::int64_t value)
{
    char digits[24];
    const auto written = std::to_chars(digits, digits + sizeof digits, value);
    out.append(digits, written.ptr);
}

// One flow event: the begin or the end of an arrow.
struct FlowEnd
{
    Ns time;
    std::uint32_t arrow;
    bool isEnd;
};

class Writer
{
public:
    Writer(const Trace& trace, ByteSink& sink, const WriteOptions& options, Progress& progress, std::stop_token stop)
        : m_trace(trace)
        , m_sink(sink)
        , m_options(options)
        , m_progress(progress)
        , m_stop(std::move(stop))
        , m_selection(selectForExport(trace, options.range, m_stop))
        , m_rows(trace, m_selection.events, m_stop)
        , m_shift(exportShift(trace, m_selection.events))
        , m_names(trace.strings().size())
    {
    }

    Result<WrittenTrace> run();

private:
    void head();
    void rowNames();
    void rowName(std::string_view what, std::int64_t pid, std::int64_t tid, std::string_view args);
    struct ExtraSlice
    {
        Ns begin;
        Ns length;
        std::uint32_t row;
        std::uint32_t slice;
    };
    struct AsyncEnd
    {
        Ns time;
        std::uint32_t position;
        std::uint64_t id;
        friend bool operator>(const AsyncEnd& a, const AsyncEnd& b)
        {
            return std::tie(a.time, a.id) > std::tie(b.time, b.id);
        }
    };
    void asyncEnd(const AsyncEnd& end);
    void before(Ns begin, Ns length);
    void between(Ns until, bool isLast);
    void extraRows();
    void extraSlice(const ExtraSlice& which);
    Ns written(Ns time) const { return std::max<Ns>(0, saturatingSub(time, m_shift)); }
    Result<void> events();
    void event(std::size_t position);
    void begin(char phase, NameId category, std::string_view name, Ns time, std::uint32_t row);
    void asyncEvent(const EventRow& row, std::size_t position);
    void membersAndArgs(EventId event, const EventRow& row);
    void args(EventId event, ArgsId args);
    void flowEnd(const FlowEnd& end);
    const std::string& name(NameId id);
    Result<void> flush(std::size_t limit);
    void nextLine()
    {
        m_out += m_isFirst ? "\n" : ",\n";
        m_isFirst = false;
    }

    const Trace& m_trace;
    ByteSink& m_sink;
    const WriteOptions& m_options;
    Progress& m_progress;
    std::stop_token m_stop;
    ExportSelection m_selection;
    ExportRows m_rows;
    Ns m_shift;                       // taken off all times
    std::vector<std::string> m_names; // as JSON, by NameId, made when needed
    std::vector<FlowEnd> m_flowEnds;  // by time
    std::size_t m_nextFlowEnd = 0;
    std::vector<ExtraSlice> m_extraSlices; // by begin
    std::size_t m_nextExtra = 0;
    std::vector<std::int64_t> m_extraPids; // by extra row
    std::priority_queue<AsyncEnd, std::vector<AsyncEnd>, std::greater<>> m_asyncEnds;
    std::string m_out;
    std::string m_scratch;
    bool m_isFirst = true;
    std::uint64_t m_asyncCount = 0;
    WrittenTrace m_written;
};

const std::string& Writer::name(NameId id)
{
    std::string& text = m_names[index(id)];
    if (text.empty())
        appendStrictString(text, m_trace.text(id));
    return text;
}

Result<void> Writer::flush(std::size_t limit)
{
    if (m_out.size() < limit)
        return {};
    m_written.bytes += m_out.size();
    Result<void> put = m_sink.write(m_out);
    m_out.clear();
    return put;
}

void Writer::head()
{
    m_out += "{\n";
    appendTopLevelMembers(m_out, m_trace, m_shift, m_options.range);
    m_out += "\"traceEvents\": [";
}

void Writer::rowName(std::string_view what, std::int64_t pid, std::int64_t tid, std::string_view args)
{
    nextLine();
    m_out.append(R"({"ph": "M", "name": ")").append(what).append(R"(", "pid": )");
    appendNumber(m_out, pid);
    m_out += ", \"tid\": ";
    appendNumber(m_out, tid);
    m_out.append(", \"args\": {").append(args).append("}}");
}

void Writer::rowNames()
{
    for (const ExportProcess& process : m_rows.processes()) {
        const Process& known = m_trace.processes()[index(process.process)];
        m_scratch = "\"name\": ";
        appendProcessName(m_scratch, m_trace, known, process);
        appendOriginalProcess(m_scratch, m_trace, known, process);
        rowName("process_name", process.pid, 0, m_scratch);
        if (known.labels != kEmptyName)
            rowName("process_labels", process.pid, 0, "\"labels\": " + name(known.labels));
        rowName("process_sort_index", process.pid, 0, "\"sort_index\": " + std::to_string(process.sortIndex));
    }
    for (const ExportRow& row : m_rows.rows()) {
        const std::int64_t pid = m_rows.processes()[row.process].pid;
        m_scratch = "\"name\": ";
        appendRowName(m_scratch, m_trace, row);
        appendOriginalRow(m_scratch, m_trace, row, m_rows.processes()[row.process]);
        rowName("thread_name", pid, row.tid, m_scratch);
        m_scratch = "\"sort_index\": " + std::to_string(row.sortIndex);
        appendOriginalSortIndex(m_scratch, m_trace, row);
        rowName("thread_sort_index", pid, row.tid, m_scratch);
    }
}

void Writer::begin(char phase, NameId category, std::string_view name, Ns time, std::uint32_t rowNumber)
{
    const ExportRow& row = m_rows.rows()[rowNumber];
    nextLine();
    m_out += R"({"ph": ")";
    m_out += phase;
    m_out += R"(", "cat": )";
    m_out += this->name(category);
    m_out += ", \"name\": ";
    m_out += name;
    m_out += ", \"pid\": ";
    appendNumber(m_out, m_rows.processes()[row.process].pid);
    m_out += ", \"tid\": ";
    appendNumber(m_out, row.tid);
    m_out += ", \"ts\": ";
    appendMicroseconds(m_out, written(time));
}

void Writer::args(EventId event, ArgsId args)
{
    const std::size_t start = m_out.size();
    if (args != kNoArgs) {
        m_scratch.clear();
        m_trace.args().appendText(m_scratch, args);
        m_out += ", \"args\": ";
        appendOneLine(m_out, m_scratch);
    }
    if (m_options.facts == nullptr)
        return;
    m_scratch.clear();
    m_options.facts->appendMembers(event, m_scratch);
    if (m_scratch.empty())
        return;
    if (m_out.size() == start) {
        m_out += ", \"args\": {" + m_scratch + "}";
        return;
    }
    const std::size_t close = m_out.rfind('}');
    const bool isEmpty = m_out.find_last_not_of(" {", close - 1) < start + 8; // nothing between the braces
    m_out.resize(close);
    m_out.append(isEmpty ? "" : ", ").append(m_scratch).append("}");
}

void Writer::membersAndArgs(EventId event, const EventRow& row)
{
    m_scratch = m_trace.extraMembers(event);
    if (m_scratch.size() > 2) {
        m_out += ", ";
        appendOneLine(m_out, std::string_view(m_scratch).substr(1, m_scratch.size() - 2));
    }
    args(event, row.args);
    m_out += '}';
}

// A slice of no thread: two events, tied by an id.
void Writer::asyncEvent(const EventRow& row, std::size_t position)
{
    const std::uint32_t rowNumber = m_rows.rowOf(position);
    const NameId category = m_trace.categoryName(m_selection.events[position]);
    const std::uint64_t id = ++m_asyncCount;
    const auto common = [&](char phase, Ns time) {
        begin(phase, category, name(row.name), time, rowNumber);
        m_out += ", \"id\": " + std::to_string(id);
    };
    if (row.type != EventType::slice) {
        common('n', row.begin);
        membersAndArgs(m_selection.events[position], row);
        return;
    }
    common('b', row.begin);
    membersAndArgs(m_selection.events[position], row);
    m_asyncEnds.push({row.end(), static_cast<std::uint32_t>(position), id});
}

void Writer::asyncEnd(const AsyncEnd& end)
{
    const EventId event = m_selection.events[end.position];
    begin('e', m_trace.categoryName(event), name(m_trace.events().name(event)), end.time, m_rows.rowOf(end.position));
    m_out += ", \"id\": " + std::to_string(end.id) + "}";
}

// Writes what lies between two events: ends of arrows and of async slices, slices of extra rows. In order of time; what
// begins with a slice comes behind it.
void Writer::between(Ns until, bool isLast)
{
    for (;;) {
        const bool hasFlow = m_nextFlowEnd < m_flowEnds.size();
        const bool hasExtra = m_nextExtra < m_extraSlices.size();
        const Ns flow = hasFlow ? m_flowEnds[m_nextFlowEnd].time : kMaxNs;
        const Ns extra = hasExtra ? m_extraSlices[m_nextExtra].begin : kMaxNs;
        const Ns async = m_asyncEnds.empty() ? kMaxNs : m_asyncEnds.top().time;
        const Ns next = std::min({flow, extra, async});
        if ((!hasFlow && !hasExtra && m_asyncEnds.empty()) || (!isLast && next >= until))
            return;
        if (hasExtra && extra == next) {
            extraSlice(m_extraSlices[m_nextExtra++]);
        } else if (hasFlow && flow == next) {
            flowEnd(m_flowEnds[m_nextFlowEnd++]);
        } else {
            asyncEnd(m_asyncEnds.top());
            m_asyncEnds.pop();
        }
    }
}

// Writes what comes before a slice: of what begins with it, longer slices of extra rows.
void Writer::before(Ns begin, Ns length)
{
    between(begin, false);
    while (m_nextExtra < m_extraSlices.size() && m_extraSlices[m_nextExtra].begin == begin &&
           m_extraSlices[m_nextExtra].length > length)
        extraSlice(m_extraSlices[m_nextExtra++]);
}

void Writer::event(std::size_t position)
{
    const EventId id = m_selection.events[position];
    const EventRow row = m_trace.event(id);
    const Track& track = m_trace.track(row.track);
    ++m_written.events;
    if (track.kind == TrackKind::async) {
        asyncEvent(row, position);
        return;
    }
    const char phase = row.type == EventType::slice ? 'X' : row.type == EventType::counter ? 'C' : 'i';
    begin(phase, m_trace.categoryName(id), name(row.name), row.begin, m_rows.rowOf(position));
    if (phase == 'X') {
        m_out += ", \"dur\": ";
        appendMicroseconds(m_out, row.duration);
    }
    if (phase == 'C' && (track.tid.number != 0 || track.tid.text != kEmptyName)) {
        m_out += ", \"id\": ";
        appendRowKey(m_out, m_trace, track.tid, true);
    }
    if (phase == 'C' && row.args == kNoArgs)
        m_out += ", \"args\": {}"; // a sample without a value; readers look for args in every one
    membersAndArgs(id, row);
}

void Writer::flowEnd(const FlowEnd& end)
{
    const ExportArrow& arrow = m_selection.arrows[end.arrow];
    const std::uint32_t row = m_rows.rowOf(end.isEnd ? arrow.to : arrow.from);
    nextLine();
    m_out += end.isEnd ? R"({"ph": "f", "bp": "e", "id": )" : R"({"ph": "s", "id": )";
    appendNumber(m_out, static_cast<std::int64_t>(end.arrow) + 1);
    m_out += ", \"pid\": ";
    appendNumber(m_out, m_rows.processes()[m_rows.rows()[row].process].pid);
    m_out += ", \"tid\": ";
    appendNumber(m_out, m_rows.rows()[row].tid);
    m_out += ", \"ts\": ";
    appendMicroseconds(m_out, written(end.time));
    m_out += ", \"cat\": ";
    m_out += arrow.isLaunch ? kLaunchFlow : name(arrow.category);
    m_out += ", \"name\": ";
    m_out += arrow.isLaunch ? kLaunchFlow : name(arrow.name);
    m_out += '}';
    m_written.arrows += end.isEnd ? 1 : 0;
}

Result<void> Writer::events()
{
    m_flowEnds.reserve(m_selection.arrows.size() * 2);
    for (std::uint32_t i = 0; i < m_selection.arrows.size(); ++i) {
        m_flowEnds.push_back({m_selection.arrows[i].fromTime, i, false});
        m_flowEnds.push_back({m_selection.arrows[i].toTime, i, true});
    }
    const auto isBefore = [](const FlowEnd& a, const FlowEnd& b) {
        return std::tuple(a.time, a.isEnd, a.arrow) < std::tuple(b.time, b.isEnd, b.arrow);
    };
    if (!sortUnlessStopped(m_flowEnds, isBefore, m_stop))
        return failure(ErrorCode::cancelled, "writing was cancelled");
    for (std::size_t i = 0; i < m_selection.events.size(); ++i) {
        before(m_trace.events().begin(m_selection.events[i]), m_trace.events().duration(m_selection.events[i]));
        event(i);
        if (Result<void> put = flush(kBlock); !put)
            return put;
        if (i % kCancelEvery == 0) {
            m_progress.setDone(i);
            if (m_stop.stop_requested())
                return failure(ErrorCode::cancelled, "writing was cancelled");
        }
    }
    between(kMaxNs, true);
    m_progress.setDone(m_selection.events.size());
    return {};
}

// Names of the extra rows; their slices are put in order of time for events().
void Writer::extraRows()
{
    struct Place
    {
        std::int64_t pid = 0;
        std::int64_t sortIndex = 0; // the last one of the thread's rows
    };
    const auto threadOf = [](const Track& track) {
        return std::tuple(track.process, track.hasTid, track.tid.number, track.tid.text);
    };
    std::map<std::tuple<ProcessId, bool, std::int64_t, NameId>, Place> places;
    if (!m_options.extraRows.empty()) {
        for (const ExportRow& row : m_rows.rows()) {
            Place& place = places[threadOf(m_trace.track(row.track))];
            place = {m_rows.processes()[row.process].pid, std::max(place.sortIndex, row.sortIndex)};
        }
    }
    for (std::uint32_t i = 0; i < m_options.extraRows.size(); ++i) {
        const ExtraRow& extra = m_options.extraRows[i];
        const auto [pid, sortIndex] = places[threadOf(m_trace.track(extra.beside))];
        m_extraPids.push_back(pid);
        m_scratch = "\"name\": ";
        appendStrictString(m_scratch, extra.name);
        rowName("thread_name", pid, kFirstExtraTid + i, m_scratch + ", \"" + std::string(kDerivedRow) + "\": 1");
        rowName("thread_sort_index", pid, kFirstExtraTid + i, "\"sort_index\": " + std::to_string(sortIndex));
        for (std::uint32_t k = 0; k < extra.slices.size(); ++k)
            m_extraSlices.push_back({extra.slices[k].range.begin, extra.slices[k].range.length(), i, k});
    }
    std::ranges::sort(m_extraSlices, [](const ExtraSlice& a, const ExtraSlice& b) {
        return std::tie(a.begin, b.length, a.row, a.slice) < std::tie(b.begin, a.length, b.row, b.slice);
    });
}

void Writer::extraSlice(const ExtraSlice& which)
{
    const ExtraRow& extra = m_options.extraRows[which.row];
    const ExtraRow::Slice& slice = extra.slices[which.slice];
    nextLine();
    m_out += R"({"ph": "X", "cat": "model_part", "name": )";
    appendStrictString(m_out, slice.name);
    m_out += ", \"pid\": ";
    appendNumber(m_out, m_extraPids[which.row]);
    m_out += ", \"tid\": ";
    appendNumber(m_out, kFirstExtraTid + which.row);
    m_out += ", \"ts\": ";
    appendMicroseconds(m_out, written(slice.range.begin));
    m_out += ", \"dur\": ";
    appendMicroseconds(m_out, slice.range.length());
    m_out += '}';
}

Result<WrittenTrace> Writer::run()
{
    if (m_stop.stop_requested()) // before all have rows
        return failure(ErrorCode::cancelled, "writing was cancelled");
    m_progress.setTotal(m_selection.events.size());
    head();
    rowNames();
    extraRows();
    if (Result<void> done = events(); !done)
        return tl::unexpected(done.error());
    m_out += "\n]";
    appendTraceName(m_out, m_trace);
    m_out += "\n}\n";
    if (Result<void> done = flush(0).and_then([&] { return m_sink.finish(); }); !done)
        return tl::unexpected(done.error());
    return m_written;
}

} // namespace

Result<WrittenTrace> writeTrace(const Trace& trace, ByteSink& sink, const WriteOptions& options, Progress& progress,
                                std::stop_token stop)
{
    return Writer(trace, sink, options, progress, std::move(stop)).run();
}

Result<WrittenTrace> writeTrace(const Trace& trace, const std::string& path, const WriteOptions& options,
                                Progress& progress, std::stop_token stop)
{
    return createFile(path).and_then([&](const std::unique_ptr<ByteSink>& sink) {
        return writeTrace(trace, *sink, options, progress, std::move(stop));
    });
}

} // namespace decodescope
