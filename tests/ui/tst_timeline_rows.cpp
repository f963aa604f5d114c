// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows there are, where they lie, and what is drawn in them: DrawLists compared as text.
#include "core/io/open_trace.h"
#include "core/trace/trace_builder.h"
#include "tests/support/strict_messages.h"
#include "tests/support/trace_dsl.h"
#include "ui/model/track_layout.h"
#include "ui/timeline/row_renderers.h"
#include "ui/timeline/scene.h"
#include "ui/timeline/time_ticks.h"

#include <QFile>
#include <QFontMetrics>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace decodescope;
using test::eventNamed;
using test::traceOf;

namespace {

constexpr const char* kTwoStreams = R"(
    cpu 5 5 main
    step 0 1000 ProfilerStep#0
    op   10 400 aten::linear
    call 20  60 cudaLaunchKernel #1
    python 0 900 "model.py(3): forward"
    cpu 5 6 loader
    op 100 200 aten::copy_
    gpu 0 7
    kernel 100 500 gemm #1
    kernel 520 530 small
    kernel 525 700 late
    gpu_annotation 100 700 ProfilerStep#0
    gpu 0 20
    memcpy 600 650 "Memcpy HtoD"
)";

QStringList titles(const TrackLayout& layout)
{
    QStringList list;
    for (const PlacedRow& placed : layout.rows())
        list += QString(placed.row.indent * 2, QLatin1Char(' ')) + placed.row.title;
    return list;
}

RowId idOf(const TrackLayout& layout, const QString& title)
{
    for (const TrackRow& row : layout.allRows()) {
        if (row.title == title)
            return row.id;
    }
    return {};
}

} // namespace

class TestTimelineRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::makeWarningsFatal(); }
    void rowsInTheirOrder();
    void pythonRowsShowWhenAsked();
    void collapseHidePinFilter();
    void rowsDoNotOverlap();
    void choicesOutliveGrowth();
    void rowAtFindsEachRow();
    void drawsNestedSlices();
    void drawsOverlapLanes();
    void rowsOfSeveralFilesAreToldApart();
    void drawsHighlight();
    void litColumnsHaveTheColourOfWhatIsLit();
    void drawsGpuBusyToScale();
    void countersOfAnySizeAreBrief_data();
    void countersOfAnySizeAreBrief();
    void layersAreWrittenAlike();
    void sceneFindsSlices();
    void ticksAreRoundAndRelative();
    void namesNeverHalf();
};

void TestTimelineRows::rowsInTheirOrder()
{
    const auto trace = traceOf(kTwoStreams);
    TrackLayout layout;
    layout.setTrace(*trace, false);
    const QStringList expected{
        QStringLiteral("Steps"),      QStringLiteral("main"),           QStringLiteral("loader"),
        QStringLiteral("GPU 0"),      QStringLiteral("  stream 7"),     QStringLiteral("  stream 20"),
        QStringLiteral("  GPU busy"), QStringLiteral("  Launch delay"), QStringLiteral("  Launch queue")};
    QCOMPARE(titles(layout), expected);
    layout.setTrace(*trace, true);
    QCOMPARE(titles(layout).at(1), QStringLiteral("Model"));
}

// By their ranks, or by their files where those do not say a rank.
void TestTimelineRows::rowsOfSeveralFilesAreToldApart()
{
    const QTemporaryDir folder;
    std::vector<std::string> files;
    for (const char* start : {R"("distributedInfo":{"rank":3},)", ""}) {
        QFile file(folder.filePath(QStringLiteral("f%1.json").arg(files.size())));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{");
        file.write(start);
        file.write(R"("traceEvents":[{"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":1,)"
                   R"("dur":9},{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":2,"dur":1}]})");
        files.push_back(file.fileName().toStdString());
    }
    Progress progress;
    const auto trace = openTraces(files, progress);
    QVERIFY(trace);
    TrackLayout layout;
    layout.setTrace(**trace, true);
    const QStringList all = titles(layout);
    for (const char* title : {"rank 3   Steps", "f1.json   Steps", "rank 3   GPU 0", "f1.json   GPU 0",
                              "rank 3   Model on GPU 0", "f1.json   Model on GPU 0"})
        QVERIFY2(all.contains(QLatin1String(title)), qPrintable(all.join(QLatin1Char('|'))));
    QCOMPARE(all.count(QStringLiteral("  stream 7")), 2); // below their headings
}

void TestTimelineRows::pythonRowsShowWhenAsked()
{
    const auto trace = traceOf(kTwoStreams);
    TrackLayout layout;
    layout.setTrace(*trace, false);
    const qsizetype rows = titles(layout).size();
    QSignalSpy changed(&layout, &TrackLayout::changed);
    layout.setKindHidden(TrackKind::python, false);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(titles(layout).size(), rows + 1);
    QCOMPARE(layout.rows()[2].row.trackKind, TrackKind::python);
    layout.setKindHidden(TrackKind::python, true);
    QCOMPARE(titles(layout).size(), rows);
}

void TestTimelineRows::collapseHidePinFilter()
{
    const auto trace = traceOf(kTwoStreams);
    TrackLayout layout;
    layout.setTrace(*trace, false);
    layout.setCollapsed(idOf(layout, QStringLiteral("GPU 0")), true);
    QCOMPARE(titles(layout).last(), QStringLiteral("GPU 0"));
    layout.setPinned(idOf(layout, QStringLiteral("stream 7")), true);
    QCOMPARE(titles(layout).first(), QStringLiteral("  stream 7"));
    QCOMPARE(layout.pinnedHeight(), layout.rows()[0].height);
    layout.setCollapsed(idOf(layout, QStringLiteral("GPU 0")), false);
    layout.setHidden(idOf(layout, QStringLiteral("loader")), true);
    QVERIFY(!titles(layout).contains(QStringLiteral("loader")));
    layout.setFilter(QStringLiteral("STREAM"));
    QCOMPARE(titles(layout),
             (QStringList{QStringLiteral("  stream 7"), QStringLiteral("GPU 0"), QStringLiteral("  stream 20")}));
    layout.reset();
    layout.setTrace(*trace, false);
    QCOMPARE(titles(layout).first(), QStringLiteral("Steps"));
    QVERIFY(titles(layout).contains(QStringLiteral("loader")));
}

void TestTimelineRows::rowsDoNotOverlap()
{
    const auto trace = traceOf(kTwoStreams);
    TrackLayout layout;
    layout.setTrace(*trace, true);
    layout.setStretch(idOf(layout, QStringLiteral("stream 20")), 3);
    int y = 0;
    for (const PlacedRow& placed : layout.rows()) {
        QCOMPARE(placed.top, y);
        QVERIFY(placed.lanesTop >= placed.top);
        QVERIFY(placed.lanesTop + placed.shownLanes * placed.laneHeight <= placed.bottom());
        y = placed.bottom();
    }
    QCOMPARE(layout.height(), y);
}

void TestTimelineRows::choicesOutliveGrowth()
{
    const auto trace = traceOf(kTwoStreams);
    TrackLayout layout;
    layout.setTrace(*trace, false);
    layout.setHidden(idOf(layout, QStringLiteral("loader")), true);
    layout.setTrace(*traceOf(std::string(kTwoStreams) + "gpu 1 3\nkernel 2000 2100 more\n"), false);
    QVERIFY(!titles(layout).contains(QStringLiteral("loader")));
    QVERIFY(titles(layout).contains(QStringLiteral("GPU 1")));
}

void TestTimelineRows::rowAtFindsEachRow()
{
    const auto trace = traceOf(kTwoStreams);
    TrackLayout layout;
    layout.setTrace(*trace, false);
    for (std::size_t i = 0; i < layout.rows().size(); ++i) {
        QCOMPARE(layout.rowAt(layout.rows()[i].top), std::optional(i));
        QCOMPARE(layout.rowAt(layout.rows()[i].bottom() - 1), std::optional(i));
    }
    QVERIFY(!layout.rowAt(-1));
    QVERIFY(!layout.rowAt(layout.height()));
}

namespace {

struct Drawing
{
    explicit Drawing(const std::shared_ptr<const Trace>& shown)
        : trace(shown)
        , names(QFont())
    {
        colors.setTrace(trace, nullptr);
        colors.setMode(ColorMode::category);
    }
    RenderContext context(TimeRange range, int width)
    {
        return {*trace, colors, names, TimeScale(range, width), 1, 1.0};
    }
    TrackId trackOf(std::string_view name) const { return trace->event(eventNamed(*trace, name)).track; }

    std::shared_ptr<const Trace> trace;
    SliceColors colors;
    SliceNames names;
};

// Without labels, whose fit depends on the font.
std::string runsText(DrawList list)
{
    list.labels.clear();
    return list.text();
}

} // namespace

void TestTimelineRows::drawsNestedSlices()
{
    Drawing drawing(traceOf(kTwoStreams));
    const TrackId id = drawing.trackOf("aten::linear");
    DrawList list;
    drawSlices(drawing.context({0, 1000}, 100), drawing.trace->track(id), id, {10, 20, 2}, list);
    const auto op = std::to_string(index(eventNamed(*drawing.trace, "aten::linear")));
    const auto call = std::to_string(index(eventNamed(*drawing.trace, "cudaLaunchKernel")));
    const auto color = [](EventKind kind) { return std::to_string(int{kindColorIndex(kind, 1)}); };
    QCOMPARE(runsText(list), "lane 0 y 10+20\n  1+39 event " + op + " color " + color(EventKind::cpuOp) +
                                 "\nlane 1 y 30+20\n  2+4 event " + call + " color " + color(EventKind::runtimeCall) +
                                 "\n");
}

void TestTimelineRows::drawsOverlapLanes()
{
    Drawing drawing(traceOf(kTwoStreams));
    const TrackId id = drawing.trackOf("gemm");
    DrawList list;
    drawSlices(drawing.context({0, 1000}, 100), drawing.trace->track(id), id, {0, 20, 2}, list);
    const auto color = " color " + std::to_string(int{kindColorIndex(EventKind::kernel, 1)}) + "\n";
    const auto event = [&](const char* name) {
        return " event " + std::to_string(index(eventNamed(*drawing.trace, name))) + color;
    };
    QCOMPARE(runsText(list), "lane 0 y 0+20\n  10+40" + event("gemm") + "  52+1" + event("small") +
                                 "lane 1 y 20+20\n  52+18" + event("late"));
}

void TestTimelineRows::drawsHighlight()
{
    Drawing drawing(traceOf(kTwoStreams));
    const EventId gemm = eventNamed(*drawing.trace, "gemm");
    drawing.colors.setHighlight({Highlight::By::name, static_cast<std::uint32_t>(drawing.trace->event(gemm).name), {}});
    DrawList list;
    const TrackId id = drawing.trackOf("gemm");
    drawSlices(drawing.context({0, 1000}, 100), drawing.trace->track(id), id, {0, 20, 2}, list);
    QCOMPARE(list.runs.size(), 3u);
    for (const DrawnRun& run : list.runs)
        QCOMPARE(run.isDim, run.event != gemm);
    drawing.colors.setHighlight({Highlight::By::events, 0, {eventNamed(*drawing.trace, "late")}});
    list.clear();
    drawSlices(drawing.context({0, 1000}, 10), drawing.trace->track(id), id, {0, 20, 2}, list);
    QCOMPARE(std::ranges::count_if(list.runs, [](const DrawnRun& run) { return !run.isDim; }), 1);
}

// A column of several slices has the colour of the one in it that is lit, though another one is longer.
void TestTimelineRows::litColumnsHaveTheColourOfWhatIsLit()
{
    Drawing drawing(
        traceOf("gpu 0 7\nkernel 1000 1009 gemm\nmemcpy 1010 1012 \"Memcpy HtoD\"\nkernel 5000 9000 last\n"));
    const EventId copy = eventNamed(*drawing.trace, "Memcpy HtoD");
    const TrackId id = drawing.trackOf("gemm");
    const auto colorOfColumn = [&] {
        DrawList list;
        drawSlices(drawing.context({0, 10'000}, 100), drawing.trace->track(id), id, {0, 20, 1}, list);
        return list.runs.size() == 2 && list.runs[0].count == 2 ? int(list.runs[0].color) : -1;
    };
    const auto colorOf = [&](const char* name) {
        return int(drawing.colors.colorOf(eventNamed(*drawing.trace, name)));
    };
    QVERIFY(colorOf("gemm") != colorOf("Memcpy HtoD"));
    QCOMPARE(colorOfColumn(), colorOf("gemm"));
    drawing.colors.setHighlight({Highlight::By::events, 0, {copy}});
    QCOMPARE(colorOfColumn(), colorOf("Memcpy HtoD"));
}

void TestTimelineRows::drawsGpuBusyToScale()
{
    Drawing drawing(traceOf("gpu 0 7\nkernel 0 100 a\nkernel 150 200 b\n"));
    const auto profiles = gpuProfiles(*drawing.trace, nullptr);
    DrawList list;
    drawGpuBusy(drawing.context({0, 400}, 8), profiles[0], {0, 40, 1}, list); // 50 ns a pixel, columns of two
    QCOMPARE(list.text(), std::string("bar 0,0 2x40\nbar 2,20 2x20\n"));
}

void TestTimelineRows::countersOfAnySizeAreBrief_data()
{
    QTest::addColumn<QStringList>("values");
    QTest::addColumn<QStringList>("texts"); // highest, lowest
    const auto row = [](const char* name, const QStringList& values, const QStringList& texts) {
        QTest::newRow(name) << values << texts;
    };
    row("small", {QStringLiteral("1"), QStringLiteral("2.5")}, {QStringLiteral("2.5"), QStringLiteral("0.0")});
    row("seven digits", {QStringLiteral("9999998"), QStringLiteral("9999999")},
        {QStringLiteral("9,999,999.00"), QStringLiteral("9,999,998.00")});
    row("eight, alike", {QStringLiteral("12345678"), QStringLiteral("12345698")},
        {QStringLiteral("1.23457e+07"), QStringLiteral("1.234568e+07")});
    row("huge", {QStringLiteral("1e308")}, {QStringLiteral("1e+308")});
    row("further apart than any number", {QStringLiteral("-1e308"), QStringLiteral("1e308")},
        {QStringLiteral("1e+308"), QStringLiteral("-1e+308")});
    row("no numbers", {QStringLiteral("NaN"), QStringLiteral("3"), QStringLiteral("Infinity")},
        {QStringLiteral("3.0000")});
}

void TestTimelineRows::countersOfAnySizeAreBrief()
{
    QFETCH(QStringList, values);
    TraceBuilder builder;
    EventBatch batch;
    for (Ns i = 0; i < values.size(); ++i) { // one each 100 ns
        BatchEvent event;
        event.time = i * 100;
        event.phase = Phase::counter;
        event.name = batch.strings.add("size");
        event.thread = batch.threadNumber({{1, 0, true}, {1, 0, true}});
        event.args = batch.args.add("{\"size\": " + values[i].toStdString() + "}");
        batch.events.push_back(event);
    }
    builder.append(batch);
    builder.finish();
    Drawing drawing(builder.snapshot());
    DrawList list;
    drawCounter(drawing.context({0, 400}, 400), drawing.trace->track(drawing.trackOf("size")), {0, 40, 1}, list);
    QStringList texts;
    for (const DrawnNote& note : list.notes)
        texts += note.text;
    QTEST(texts, "texts");
    for (const DrawnBar& bar : list.bars)
        QVERIFY(bar.y >= 0 && bar.y + bar.height <= 40);
}

void TestTimelineRows::layersAreWrittenAlike()
{
    Drawing drawing(traceOf(kTwoStreams));
    const auto textsOf = [&](const std::vector<int>& widths) { // of layers side by side, in pixels
        GpuProfile profile;
        Ns t = 10;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            profile.layers.append(t, t + widths[i], EventId{0});
            profile.layerBlocks.push_back({});
            profile.layerBlocks.back().layer = static_cast<std::int32_t>(i);
            t += widths[i];
        }
        DrawList list;
        drawModel(drawing.context({0, t + 10}, static_cast<int>(t) + 10), profile, {0, 20, 1}, list);
        QStringList texts;
        for (const DrawnLabel& label : list.labels)
            texts += label.text;
        return texts;
    };
    const auto roomFor = [&](const QString& text) { return static_cast<int>(drawing.names.width(text)) + 11; };
    const int whole = roomFor(QStringLiteral("layer 88"));
    const int brief = roomFor(QStringLiteral("L88"));
    const int number = roomFor(QStringLiteral("88"));
    QVERIFY(22 < number && number < brief && brief < whole);
    std::vector<int> widths(20, whole);
    QCOMPARE(textsOf(widths).at(7), QStringLiteral("layer 7"));
    QCOMPARE(textsOf(widths).size(), 20);
    widths[3] = brief; // one too narrow: all are brief
    QCOMPARE(textsOf(widths).at(7), QStringLiteral("L7"));
    QCOMPARE(textsOf(widths).size(), 20);
    widths[3] = 12; // one of many without room is no reason to write less
    QCOMPARE(textsOf(widths).at(7), QStringLiteral("L8"));
    QCOMPARE(textsOf(widths).size(), 19);
    for (std::size_t i = 0; i < widths.size(); i += 2)
        widths[i] = number;
    QCOMPARE(textsOf(widths).at(7), QStringLiteral("8"));
    for (std::size_t i = 0; i < widths.size(); i += 2)
        widths[i] = 12; // every other one: holes
    QCOMPARE(textsOf(widths), QStringList());
}

void TestTimelineRows::sceneFindsSlices()
{
    Drawing drawing(traceOf(kTwoStreams));
    TrackLayout layout;
    layout.setTrace(*drawing.trace, false);
    const std::vector<GpuProfile> none;
    const GapIndex noGaps;
    Scene scene;
    scene.build({TimeScale({0, 1000}, 500), 2000, 0, 1.0},
                {*drawing.trace, layout, drawing.colors, drawing.names, none, noGaps});
    for (const char* name : {"gemm", "late", "aten::linear", "cudaLaunchKernel", "ProfilerStep#0", "Memcpy HtoD"}) {
        // Step annotations exist twice; the first one is the CPU's.
        const EventId event = eventNamed(*drawing.trace, name);
        const auto spot = scene.spotOf(*drawing.trace, layout, event);
        QVERIFY2(spot && spot->isInView(), name);
        const auto hit = scene.hit(spot->rect.center(), 0);
        QVERIFY2(hit, name);
        QCOMPARE(hit->event, event);
    }
    // Out of sight, to each side.
    scene.build({TimeScale({510, 520}, 500), 40, 0, 1.0},
                {*drawing.trace, layout, drawing.colors, drawing.names, none, noGaps});
    QVERIFY(scene.spotOf(*drawing.trace, layout, eventNamed(*drawing.trace, "gemm"))->isLeft);
    QVERIFY(scene.spotOf(*drawing.trace, layout, eventNamed(*drawing.trace, "late"))->isRight);
    QVERIFY(scene.spotOf(*drawing.trace, layout, eventNamed(*drawing.trace, "late"))->isBelow);
    QVERIFY(!scene.spotOf(*drawing.trace, layout, eventNamed(*drawing.trace, "model.py(3): forward"))); // a hidden row
}

void TestTimelineRows::ticksAreRoundAndRelative()
{
    const auto texts = [](TimeRange range, Ns origin) {
        QStringList list;
        for (const TimeTick& tick : timeTicks(TimeScale(range, 1000), origin, 200))
            list += tick.text;
        return list;
    };
    const QChar space(0x00a0);
    QCOMPARE(texts({0, 10'000'000}, 0), (QStringList{QStringLiteral("0") + space + QStringLiteral("ms"),
                                                     QStringLiteral("+2") + space + QStringLiteral("ms"),
                                                     QStringLiteral("+4") + space + QStringLiteral("ms"),
                                                     QStringLiteral("+6") + space + QStringLiteral("ms"),
                                                     QStringLiteral("+8") + space + QStringLiteral("ms")}));
    const QStringList before = texts({1'000'000'000'000, 1'000'000'001'000}, 1'000'000'000'500);
    QCOMPARE(before.first(), QString(QChar(0x2212)) + QStringLiteral("400") + space + QStringLiteral("ns"));
    QVERIFY(before.contains(QStringLiteral("0") + space + QStringLiteral("ns")));
    const auto extreme = timeTicks(TimeScale({kMinNs, kMaxNs}, 1000), 0, 100);
    QVERIFY(!extreme.empty() && extreme.size() <= 20);
}

void TestTimelineRows::namesNeverHalf()
{
    SliceNames names{QFont()};
    const auto trace = traceOf("cpu 1 1\nop 0 10 aten::native_layer_norm\nstep 20 30 ProfilerStep#12\n");
    const auto fitting = [&](std::size_t event, double width) {
        const EventId id{static_cast<std::uint32_t>(event)};
        return names.fitting(*trace, trace->event(id).name, trace->kind(id), width);
    };
    QCOMPARE(fitting(0, 10'000), QStringLiteral("native_layer_norm")); // captions do not change with room
    const double bare = names.width(QStringLiteral("native_layer_norm"));
    QCOMPARE(fitting(0, bare + 0.5), QStringLiteral("native_layer_norm"));
    QVERIFY(fitting(0, bare - 10).endsWith(QChar(0x2026)));
    QCOMPARE(fitting(0, 8), QString());
    QCOMPARE(fitting(1, names.width(QStringLiteral("#12")) + 0.5), QStringLiteral("#12"));
}

QTEST_MAIN(TestTimelineRows)
#include "tst_timeline_rows.moc"
