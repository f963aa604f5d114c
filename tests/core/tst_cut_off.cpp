// SPDX-License-Identifier: GPL-3.0-or-later
// Files that stop before their end: which steps they hold whole, and that this stays known.
#include "core/query/compare.h"
#include "core/query/record_sheet.h"
#include "core/query/step_choice.h"
#include "core/trace/cut_out.h"
#include "tests/support/json_trace.h"

#include <QTest>

#include <algorithm>

using namespace decodescope;
using namespace decodescope::test;

class CutOffTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wholeStepsOfAFile_data();
    void wholeStepsOfAFile();
    void figuresAreOfWholeSteps();
    void writtenFilesSayIt();
    void noConclusionAboutAGpu();
    void partsOfStepsAreNotCompared();
};

namespace {

using Lines = std::vector<std::string>;

// Two steps: 0 to 100 us with one linear, 100 to 300 us with two, each with its launch and its kernel.
const std::string kStep0 =
    R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#0","pid":1,"tid":1,"ts":0,"dur":100})";
const std::string kStep1 =
    R"({"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":100,"dur":200})";

std::string linear(int ts)
{
    return R"({"ph":"X","cat":"cpu_op","name":"aten::linear","pid":1,"tid":1,"dur":30,"ts":)" + std::to_string(ts) +
           "}";
}

std::string launch(int ts)
{
    return R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"dur":5,"ts":)" +
           std::to_string(ts) + R"(,"args":{"correlation":)" + std::to_string(ts) + "}}";
}

std::string kernel(int ts, int launched)
{
    return R"({"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"dur":40,"ts":)" + std::to_string(ts) +
           R"(,"args":{"correlation":)" + std::to_string(launched) + "}}";
}

// A file with these events that stops within the next one.
std::string cutOff(const Lines& events, const std::string& members = {})
{
    std::string text = "{" + members + "\"traceEvents\": [\n";
    for (const std::string& event : events)
        text += event + ",\n";
    return text + R"({"ph":"X","cat":"cpu_op","na)";
}

SheetRow sheetRow(const Trace& trace, std::string_view item)
{
    const RecordSheet sheet = recordSheet(trace, nullptr);
    const auto found = std::ranges::find(sheet.rows, item, &SheetRow::item);
    return found == sheet.rows.end() ? SheetRow{"no such row", {}, {}} : *found;
}

std::string noGpuMessage(const Trace& trace)
{
    const auto& warnings = trace.report().warnings();
    const auto found = std::ranges::find(warnings, WarningKind::noGpuRows, &Warning::kind);
    return found == warnings.end() ? std::string() : found->message;
}

// The file by time; its last event is the operator at 210.
Lines eventsByTime()
{
    return {kStep0,      linear(10),  launch(20),       kernel(30, 20), kStep1,
            linear(110), launch(120), kernel(130, 120), linear(210)};
}

} // namespace

void CutOffTest::wholeStepsOfAFile_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<bool>>("whole");
    QTest::addColumn<int>("heldUntil"); // us
    const auto row = [](const char* name, const std::string& text, const QList<bool>& whole, int heldUntil) {
        QTest::newRow(name) << QString::fromStdString(text) << whole << heldUntil;
    };
    row("by time", cutOff(eventsByTime()), {true, false}, 120);
    // All operators, then calls and kernels, as torch writes.
    const Lines operators{kStep0, linear(10), kStep1, linear(110), linear(210)};
    const auto with = [&](Lines more) {
        more.insert(more.begin(), operators.begin(), operators.end());
        return more;
    };
    row("no call yet", cutOff(operators), {false, false}, 0);
    row("one call", cutOff(with({launch(20), kernel(30, 20)})), {false, false}, 20);
    row("the second call without its kernel", cutOff(with({launch(20), kernel(30, 20), launch(120)})), {true, false},
        120);
    row("all calls, one kernel", cutOff(with({launch(20), launch(120), launch(220), kernel(30, 20)})), {true, false},
        120);
    // On a machine without a GPU its rows cannot be missing.
    row("no GPU", cutOff(operators, "\"deviceProperties\": [],\n"), {true, false}, 210);
    row("a GPU", cutOff(operators, "\"deviceProperties\": [{\"id\": 0}],\n"), {false, false}, 0);
}

void CutOffTest::wholeStepsOfAFile()
{
    QFETCH(QString, text);
    QFETCH(QList<bool>, whole);
    QFETCH(int, heldUntil);
    const auto trace = readText(text.toStdString());
    QCOMPARE(trace->report().count(WarningKind::truncatedInput), std::uint64_t{1});
    const std::vector<bool> found = wholeSteps(*trace);
    QCOMPARE(QList<bool>(found.begin(), found.end()), whole);
    const auto cut = cutOutOf(trace->sources().front());
    QVERIFY(cut && cut->isCutOff);
    QCOMPARE(cut->range, (TimeRange{0, Ns{heldUntil} * 1000}));
}

void CutOffTest::figuresAreOfWholeSteps()
{
    const auto trace = readText(cutOff(eventsByTime()));
    QCOMPARE(sheetRow(*trace, "cut off").note, std::string("1 of 2 steps are whole; the file stops before its end"));
    QCOMPARE(sheetRow(*trace, "ProfilerStep, one step of decode").value, std::string("100.00 µs"));
    QCOMPARE(sheetRow(*trace, "linear operators a step").value, std::string("1"));
    QCOMPARE(sheetRow(*trace, "kernels a step").value, std::string("1"));
    QCOMPARE(sheetRow(*trace, "gap").value, std::string("60.00 µs"));
    const auto whole = readText(R"({"traceEvents": [)" + kStep0 + "]}");
    QVERIFY(!cutOutOf(whole->sources().front()));
}

void CutOffTest::writtenFilesSayIt()
{
    const auto trace = readText(cutOff(eventsByTime(), "\"baseTimeNanoseconds\": 7,\n"));
    const auto again = readText(written(*trace));
    QCOMPARE(again->report().count(WarningKind::truncatedInput), std::uint64_t{0});
    QCOMPARE(wholeSteps(*again), (std::vector<bool>{true, false}));
    QVERIFY(cutOutOf(again->sources().front())->isCutOff);
    QCOMPARE(cutOutOf(again->sources().front())->range, (TimeRange{0, 120'000}));
    // A range that was there as a whole is one that somebody chose.
    WriteOptions options;
    options.range = TimeRange{0, 100'000};
    const auto inner = readText(written(*trace, options));
    QVERIFY(!cutOutOf(inner->sources().front())->isCutOff);
    QCOMPARE(cutOutOf(inner->sources().front())->range, (TimeRange{0, 100'000}));
    options.range = TimeRange{50'000, 200'000};
    const auto over = readText(written(*trace, options));
    QVERIFY(cutOutOf(over->sources().front())->isCutOff);
    QCOMPARE(cutOutOf(over->sources().front())->range, (TimeRange{50'000, 120'000}));
    // A cut-out that is cut off in its turn holds no more than either.
    const std::string member =
        R"("cutOut": {"source": "long.json", "beginNanoseconds": 5000, "endNanoseconds": 110000},)";
    const auto both = readText(cutOff(eventsByTime(), member));
    QCOMPARE(cutOutOf(both->sources().front())->range, (TimeRange{5'000, 110'000}));
    QCOMPARE(cutOutOf(both->sources().front())->source, std::string("long.json"));
}

void CutOffTest::noConclusionAboutAGpu()
{
    const Lines operators{kStep0, linear(10)};
    QVERIFY(noGpuMessage(*readText(cutOff(operators))).find("may come later") != std::string::npos);
    QVERIFY(noGpuMessage(*readText(cutOff({kStep0, linear(10), launch(20)}))).find("may come later") !=
            std::string::npos);
    const auto whole = readText(R"({"traceEvents": [)" + kStep0 + "," + linear(10) + "]}");
    QVERIFY(noGpuMessage(*whole).find("Only the CPU was recorded") != std::string::npos);
}

void CutOffTest::partsOfStepsAreNotCompared()
{
    const auto trace = readText(cutOff(eventsByTime()));
    const auto all = stepsOfText(*trace, "");
    QCOMPARE(*all, std::vector<std::size_t>{0});
    QCOMPARE(textOfSteps(*trace, *all), std::string());
    QCOMPARE(*stepsOfText(*trace, "0-1"), (std::vector<std::size_t>{0, 1}));
    QCOMPARE(textOfSteps(*trace, {0, 1}), std::string("0-1"));
    const CompareSide side{trace.get(), nullptr, {}};
    QCOMPARE(compareTraces(side, side, CompareGrouping::kernel).a.step.high, Ns{100'000});
}

QTEST_APPLESS_MAIN(CutOffTest)
#include "tst_cut_off.moc"
