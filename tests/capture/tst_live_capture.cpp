// SPDX-License-Identifier: GPL-3.0-or-later
// Captures of the tiny model on the CPU, through the library's one exported function.
#include "core/io/chrome_trace_writer.h"
#include "core/io/open_trace.h"
#include "core/live/live_source.h"
#include "core/trace/trace_builder.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <dlfcn.h>
#include <functional>
#include <map>

using namespace decodescope;
using nlohmann::json;

namespace {

constexpr int kTinyLayers = 2;
constexpr int kLinearsALayer = 7; // q, k, v, o, gate, up, down

CaptureOptions tinyOptions()
{
    CaptureOptions options;
    options.model = "tiny";
    options.device = CaptureDevice::cpu;
    options.promptLength = 5;
    options.timedSteps = 2;
    return options;
}

struct Outcome
{
    std::shared_ptr<const Trace> trace;
    CaptureStatus status;
    std::vector<CapturePhase> phases; // each change
    TraceSource description;
    std::uint64_t dropped = 0;
};

bool hasEnded(const CaptureStatus& status)
{
    return status.phase == CapturePhase::finished || status.phase == CapturePhase::failed;
}

std::vector<EventId> eventsOfKind(const Trace& trace, EventKind kind)
{
    std::vector<EventId> events;
    for (std::uint32_t i = 0; i < trace.eventCount(); ++i) {
        if (trace.kind(EventId{i}) == kind)
            events.push_back(EventId{i});
    }
    return events;
}

json ownMetadata(const TraceSource& source)
{
    for (const auto& [key, text] : source.metadata) {
        if (key == "decodescope")
            return json::parse(text);
    }
    return {};
}

} // namespace

class LiveCaptureTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void stepsFollowTheSchedule_data();
    void stepsFollowTheSchedule();
    void operatorsNestInSteps();
    void modulesCoverEveryLinear();
    void shapesAreThoseOfTheModel();
    void withoutShapesThereAreNone();
    void prefillIsRecordedWhenAskedFor();
    void descriptionHasTimerAndModel();
    void savedAndReloadedIsEqual();
    void cpuSaysWhyThereAreNoStreams();
    void stopsInEveryPhase_data();
    void stopsInEveryPhase();
    void destructionStops();
    void endlessCaptureGrowsUntilStopped();
    void runsTwiceInARow();
    void refusesBadOptions_data();
    void refusesBadOptions();
    void aFixedLengthCacheIsRecorded();

private:
    std::unique_ptr<LiveSource> makeSource() { return std::unique_ptr<LiveSource>(m_create()); }
    Outcome capture(const CaptureOptions& options,
                    const std::function<void(LiveSource&, const CaptureStatus&)>& watch = {});

    CreateLiveSource m_create = nullptr;
};

void LiveCaptureTest::initTestCase()
{
    qputenv("OMP_NUM_THREADS", "1"); // the model is tiny: more threads only wait for each other
    void* library = ::dlopen(CAPTURE_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    QVERIFY2(library, ::dlerror());
    m_create = reinterpret_cast<CreateLiveSource>(::dlsym(library, kCreateLiveSourceSymbol));
    QVERIFY(m_create);
}

// Runs one capture to its end. `watch` sees every status that is polled.
Outcome LiveCaptureTest::capture(const CaptureOptions& options,
                                 const std::function<void(LiveSource&, const CaptureStatus&)>& watch)
{
    Outcome outcome;
    BatchQueue queue;
    TraceBuilder builder;
    const auto source = makeSource();
    const auto started = source->start(options, queue);
    if (!started) {
        outcome.status.phase = CapturePhase::failed;
        outcome.status.error = started.error();
        return outcome;
    }
    const auto isOver = [&] {
        outcome.status = source->status();
        if (outcome.phases.empty() || outcome.phases.back() != outcome.status.phase)
            outcome.phases.push_back(outcome.status.phase);
        if (watch)
            watch(*source, outcome.status);
        for (const auto& batch : queue.takeAll())
            builder.append(*batch);
        builder.snapshot();
        return hasEnded(outcome.status);
    };
    constexpr int kLongestMs = 120'000;
    if (!QTest::qWaitFor(isOver, kLongestMs))
        return outcome;
    if (outcome.status.phase == CapturePhase::failed)
        qInfo("%s", outcome.status.error.text().c_str());
    for (const auto& batch : queue.takeAll())
        builder.append(*batch);
    outcome.description = source->description();
    outcome.dropped = queue.droppedEvents();
    builder.source() = outcome.description;
    builder.finish();
    outcome.trace = builder.snapshot();
    return outcome;
}

void LiveCaptureTest::stepsFollowTheSchedule_data()
{
    QTest::addColumn<QList<int>>("schedule");
    QTest::addColumn<QList<int>>("steps");
    QTest::newRow("wait 1 warm-up 2 active 3") << QList<int>{0, 1, 2, 3, 1} << QList<int>{3, 4, 5};
    QTest::newRow("skip 2, twice") << QList<int>{2, 1, 1, 2, 2} << QList<int>{4, 5, 8, 9};
    QTest::newRow("active at once") << QList<int>{0, 0, 0, 2, 1} << QList<int>{0, 1};
}

void LiveCaptureTest::stepsFollowTheSchedule()
{
    QFETCH(QList<int>, schedule);
    QFETCH(QList<int>, steps);
    CaptureOptions options = tinyOptions();
    options.schedule = {schedule[0], schedule[1], schedule[2], schedule[3], schedule[4]};
    const Outcome outcome = capture(options);
    QCOMPARE(outcome.status.phase, CapturePhase::finished);
    QList<int> recorded;
    for (const Step& step : outcome.trace->steps())
        recorded.append(static_cast<int>(step.number));
    QCOMPARE(recorded, steps);
    QCOMPARE(outcome.status.dropped, std::uint64_t{0});
    QCOMPARE(outcome.dropped, std::uint64_t{0});
    QCOMPARE(outcome.status.step, outcome.status.steps);
}

void LiveCaptureTest::operatorsNestInSteps()
{
    const Outcome outcome = capture(tinyOptions());
    QVERIFY(outcome.trace);
    const Trace& trace = *outcome.trace;
    QCOMPARE(trace.report().count(WarningKind::overlap), std::uint64_t{0});
    std::map<std::int64_t, std::map<std::string_view, int>> names; // by step
    for (const EventId op : eventsOfKind(trace, EventKind::cpuOp)) {
        const auto step = trace.stepAt(trace.event(op).begin);
        QVERIFY(step);
        QVERIFY(trace.steps()[*step].range.contains(trace.event(op).range()));
        ++names[trace.steps()[*step].number][trace.name(op)];
        const EventId parent = trace.parent(op);
        if (parent != kNoEvent)
            QVERIFY(trace.event(parent).range().contains(trace.event(op).range()));
    }
    QCOMPARE(names.size(), std::size_t{3});
    for (const auto& [step, counts] : names) {
        QCOMPARE(counts.at("aten::linear"), kTinyLayers * kLinearsALayer + 1);
        QCOMPARE(counts.at("aten::argmax"), 1);
        QCOMPARE(counts.at("aten::scaled_dot_product_attention"), kTinyLayers);
    }
    // Every linear has children.
    for (const EventId op : eventsOfKind(trace, EventKind::cpuOp)) {
        if (trace.name(op) == "aten::t")
            QCOMPARE(trace.name(trace.parent(op)), std::string_view("aten::linear"));
    }
}

void LiveCaptureTest::modulesCoverEveryLinear()
{
    const Outcome outcome = capture(tinyOptions());
    QVERIFY(outcome.trace);
    const Trace& trace = *outcome.trace;
    std::map<std::string, int> linears; // by layer and part
    for (const EventId op : eventsOfKind(trace, EventKind::cpuOp)) {
        const TrackId modules = trace.sibling(trace.event(op).track, TrackKind::module);
        QVERIFY(modules != kNoTrack);
        const EventId module = trace.innermostAt(modules, trace.event(op).begin);
        QVERIFY2(module != kNoEvent, std::string(trace.name(op)).c_str());
        QVERIFY(trace.event(module).range().contains(trace.event(op).range()));
        if (trace.name(op) == "aten::linear")
            ++linears[std::string(trace.name(module))];
    }
    std::map<std::string, int> expected = {{"lm_head", 3}};
    for (const char* layer : {"layers.0.", "layers.1."}) {
        for (const char* part : {"self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj",
                                 "mlp.gate_proj", "mlp.up_proj", "mlp.down_proj"})
            expected[std::string(layer) + part] = 3;
    }
    QVERIFY(linears == expected);
}

void LiveCaptureTest::shapesAreThoseOfTheModel()
{
    const Outcome outcome = capture(tinyOptions());
    QVERIFY(outcome.trace);
    const json model = ownMetadata(outcome.description)["model"];
    const int hidden = model["hidden_size"];
    int found = 0;
    for (const EventId op : eventsOfKind(*outcome.trace, EventKind::cpuOp)) {
        const json args = json::parse(outcome.trace->args().text(outcome.trace->event(op).args));
        QCOMPARE(args["Input Dims"].size(), args["Input type"].size());
        QCOMPARE(args["Input Strides"].size(), args["Input type"].size());
        QCOMPARE(args["Concrete Inputs"].size(), args["Input type"].size());
        if (outcome.trace->name(op) != "aten::linear" || found++ > 0)
            continue;
        QVERIFY(args["Input type"] == json({"float", "float", ""}));
        QVERIFY(args["Input Dims"] == json({{1, 1, hidden}, {hidden, hidden}, json::array()}));
        QVERIFY(args["Input Strides"] == json({{hidden, hidden, 1}, {hidden, 1}, json::array()}));
    }
    QVERIFY(found > 0);
}

void LiveCaptureTest::withoutShapesThereAreNone()
{
    CaptureOptions options = tinyOptions();
    options.recordShapes = false;
    const Outcome outcome = capture(options);
    const auto ops = eventsOfKind(*outcome.trace, EventKind::cpuOp);
    QVERIFY(!ops.empty());
    for (const EventId op : ops)
        QVERIFY(!outcome.trace->args().value(outcome.trace->event(op).args, "Input Dims"));
}

void LiveCaptureTest::prefillIsRecordedWhenAskedFor()
{
    CaptureOptions options = tinyOptions();
    options.includePrefill = true;
    const Outcome outcome = capture(options);
    QCOMPARE(outcome.status.phase, CapturePhase::finished);
    QCOMPARE(outcome.trace->steps().size(), std::size_t{3});
    int prefills = 0;
    for (const EventId annotation : eventsOfKind(*outcome.trace, EventKind::annotation))
        prefills += outcome.trace->name(annotation) == "Prefill";
    QCOMPARE(prefills, 1);
}

void LiveCaptureTest::descriptionHasTimerAndModel()
{
    const Outcome outcome = capture(tinyOptions());
    QVERIFY(outcome.description.baseTime);
    const json own = ownMetadata(outcome.description);
    QCOMPARE(own["timer"]["steps"].get<int>(), 2);
    QVERIFY(own["timer"]["tpot_ns"].get<std::int64_t>() > 0);
    QCOMPARE(own["timer_after"]["steps"].get<int>(), 2);
    QCOMPARE(own["recorded"]["steps"].get<int>(), 3);
    QVERIFY(own["recorded"]["ratio_to_timer"].get<double>() > 0);
    QCOMPARE(own["model"]["layers"].get<int>(), kTinyLayers);
    QCOMPARE(own["model"]["prompt_length"].get<int>(), 5);
    QCOMPARE(own["records"]["operators"].get<std::size_t>(), eventsOfKind(*outcome.trace, EventKind::cpuOp).size());
    QVERIFY(!own["stopped"].get<bool>());
}

void LiveCaptureTest::savedAndReloadedIsEqual()
{
    // What one sees of an event, sorted: a file is in order of time, a capture in order of arrival.
    const auto rows = [](const Trace& trace) {
        std::vector<std::string> all;
        for (std::uint32_t i = 0; i < trace.eventCount(); ++i) {
            const EventRow event = trace.event(EventId{i});
            const Track& track = trace.track(event.track);
            all.push_back(std::to_string(event.begin) + ' ' + std::to_string(event.duration) + ' ' +
                          std::string(trace.category(EventId{i})) + ' ' + std::string(trace.name(EventId{i})) + ' ' +
                          std::to_string(track.tid.number) + ' ' + std::to_string(static_cast<int>(track.kind)) + ' ' +
                          json::parse(trace.args().text(event.args)).dump());
        }
        std::sort(all.begin(), all.end());
        return all;
    };
    const Outcome outcome = capture(tinyOptions());
    QVERIFY(outcome.trace);
    const QTemporaryDir folder;
    for (const char* name : {"/capture.json", "/capture.json.gz"}) {
        const std::vector<std::string> paths = {folder.path().toStdString() + name};
        Progress progress;
        QVERIFY(writeTrace(*outcome.trace, paths[0], {}, progress));
        const auto reloaded = openTraces(paths, progress);
        QVERIFY(reloaded);
        QVERIFY(rows(**reloaded) == rows(*outcome.trace));
        QCOMPARE((*reloaded)->steps().size(), outcome.trace->steps().size());
        QCOMPARE((*reloaded)->tracks().size(), outcome.trace->tracks().size());
        QVERIFY(ownMetadata((*reloaded)->sources()[0]) == ownMetadata(outcome.description));
    }
}

void LiveCaptureTest::cpuSaysWhyThereAreNoStreams()
{
    CaptureOptions options = tinyOptions();
    QVERIFY(capture(options).status.note.find("no stream rows") != std::string::npos);
    options.device = CaptureDevice::automatic;
    const Outcome outcome = capture(options);
    QCOMPARE(outcome.status.phase, CapturePhase::finished);
    if (outcome.status.device == "CPU") {
        QVERIFY(outcome.status.note.find("no stream rows") != std::string::npos);
        QVERIFY(outcome.status.note.ends_with("."));
    }
}

void LiveCaptureTest::stopsInEveryPhase_data()
{
    QTest::addColumn<CapturePhase>("phase");
    QTest::newRow("loading") << CapturePhase::loading;
    QTest::newRow("prefill") << CapturePhase::prefill;
    QTest::newRow("timing") << CapturePhase::timing;
    QTest::newRow("waiting") << CapturePhase::waiting;
    QTest::newRow("warm-up") << CapturePhase::warmup;
    QTest::newRow("active") << CapturePhase::active;
    QTest::newRow("settling") << CapturePhase::settling;
}

void LiveCaptureTest::stopsInEveryPhase()
{
    QFETCH(CapturePhase, phase);
    CaptureOptions options = tinyOptions();
    // Long phases, so that each one is seen.
    options.timedSteps = 60;
    options.schedule = {0, 60, 60, 20, 1};
    if (phase == CapturePhase::active)
        options.schedule = {0, 0, 0, 100'000, 1};
    bool wasSeen = false;
    const Outcome outcome = capture(options, [&](LiveSource& source, const CaptureStatus& status) {
        // A phase may be too short to be seen; then the next one counts.
        if (status.phase >= phase && !hasEnded(status)) {
            wasSeen = true;
            source.requestStop();
            source.requestStop(); // again is harmless
        }
    });
    QVERIFY(wasSeen);
    QCOMPARE(outcome.status.phase, CapturePhase::finished);
    QVERIFY(outcome.trace);
    QVERIFY(ownMetadata(outcome.description)["stopped"].get<bool>());
    if (phase == CapturePhase::active) {
        QVERIFY(!outcome.trace->steps().empty()); // what was recorded is kept
        QVERIFY(outcome.trace->steps().size() < 100'000);
    }
}

void LiveCaptureTest::destructionStops()
{
    CaptureOptions options = tinyOptions();
    options.schedule = {0, 0, 0, 1, 0}; // without end
    BatchQueue queue;
    auto source = makeSource();
    QVERIFY(source->start(options, queue));
    QVERIFY(QTest::qWaitFor([&] { return source->status().phase == CapturePhase::active; }, 60'000));
    source.reset();
    makeSource().reset(); // never started
}

void LiveCaptureTest::endlessCaptureGrowsUntilStopped()
{
    CaptureOptions options = tinyOptions();
    options.timedSteps = 0;
    options.schedule = {0, 1, 1, 2, 0};
    const Outcome outcome = capture(options, [](LiveSource& source, const CaptureStatus& status) {
        if (status.step >= 50)
            source.requestStop();
    });
    QCOMPARE(outcome.status.phase, CapturePhase::finished);
    QCOMPARE(outcome.status.steps, 0);
    QVERIFY(outcome.trace->steps().size() >= 20);
    for (const Step& step : outcome.trace->steps())
        QVERIFY(step.number % 4 >= 2);
}

void LiveCaptureTest::runsTwiceInARow()
{
    const Outcome first = capture(tinyOptions());
    const Outcome second = capture(tinyOptions());
    QCOMPARE(second.status.phase, CapturePhase::finished);
    QCOMPARE(second.trace->steps().size(), first.trace->steps().size());
    QCOMPARE(eventsOfKind(*second.trace, EventKind::cpuOp).size(), eventsOfKind(*first.trace, EventKind::cpuOp).size());
}

void LiveCaptureTest::refusesBadOptions_data()
{
    QTest::addColumn<CaptureOptions>("options");
    const auto row = [](const char* name, const std::function<void(CaptureOptions&)>& change) {
        CaptureOptions options = tinyOptions();
        change(options);
        QTest::newRow(name) << options;
    };
    row("no active step", [](CaptureOptions& options) { options.schedule.active = 0; });
    row("negative wait", [](CaptureOptions& options) { options.schedule.wait = -1; });
    row("no batch", [](CaptureOptions& options) { options.batch = 0; });
    row("no prompt", [](CaptureOptions& options) { options.promptLength = 0; });
    row("negative timer", [](CaptureOptions& options) { options.timedSteps = -1; });
    row("negative GPU", [](CaptureOptions& options) { options.deviceIndex = -1; });
    row("no model", [](CaptureOptions& options) { options.model.clear(); });
}

void LiveCaptureTest::refusesBadOptions()
{
    QFETCH(CaptureOptions, options);
    BatchQueue queue;
    const auto source = makeSource();
    const auto started = source->start(options, queue);
    QVERIFY(!started);
    QCOMPARE(started.error().code, ErrorCode::format);
    QVERIFY(!started.error().message.empty());
}

void LiveCaptureTest::aFixedLengthCacheIsRecorded()
{
    CaptureOptions options = tinyOptions();
    options.kvCache = KvCacheKind::fixedLength;
    const Outcome outcome = capture(options);
    QCOMPARE(outcome.status.phase, CapturePhase::finished);
    std::size_t copies = 0;
    for (std::uint32_t i = 0; i < outcome.trace->eventCount(); ++i)
        copies += outcome.trace->name(EventId{i}) == "aten::index_copy_";
    QCOMPARE(copies, outcome.trace->steps().size() * kTinyLayers * 2); // keys and values
    QCOMPARE(ownMetadata(outcome.description)["model"]["kv_cache"].get<std::string>(), std::string("static"));
}

QTEST_GUILESS_MAIN(LiveCaptureTest)
#include "tst_live_capture.moc"
