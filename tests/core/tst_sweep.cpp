// SPDX-License-Identifier: GPL-3.0-or-later
// What a sweep varies, and its rows against traces counted by hand.
#include "core/query/sweep.h"
#include "tests/support/trace_dsl.h"

#include <QtTest/QtTest>

using namespace decodescope;
using decodescope::test::traceOf;

namespace {

QString textOf(const Result<std::vector<int>>& counts)
{
    return QString::fromStdString(counts ? countsText(*counts) : counts.error().message);
}

// Three steps of 100, 200 and 120 ns; the GPU works for 60, 50 and 90 ns of them, in 2, 1 and 2 kernels.
std::shared_ptr<const Trace> threeSteps(const char* timer)
{
    return traceOf(std::string("meta decodescope ") + timer + R"(
        cpu 1 1
        step 0 100 ProfilerStep#3
        call 5 10 cudaLaunchKernel #1
        call 11 15 cudaLaunchKernel #2
        step 100 300 ProfilerStep#4
        call 105 110 cudaLaunchKernel #3
        step 300 420 ProfilerStep#5
        call 305 308 cudaGraphLaunch #4
        gpu 0 7
        kernel 20 60 a #1
        kernel 70 90 b #2
        kernel 150 200 a #3
        kernel 310 370 a #4
        kernel 370 400 b #4
)");
}

} // namespace

class TestSweep : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void lists_of_counts_data();
    void lists_of_counts();
    void settings_come_by_mode_prompt_and_batch();
    void too_many_settings_are_refused();
    void a_setting_changes_what_it_names();
    void numbers_of_a_setting();
    void without_a_timer_a_recorded_step_counts();
    void without_a_gpu_there_is_no_gap_share();
    void without_steps_there_are_no_numbers();
    void a_sweep_reads_back_as_written();
    void what_is_no_sweep_is_refused_data();
    void what_is_no_sweep_is_refused();
};

void TestSweep::lists_of_counts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("result");
    const auto bad = [](const char* word) {
        return QStringLiteral("The batch is a whole number from 1 to 64, or several with commas between them") +
               (*word ? QStringLiteral(", not \"%1\".").arg(QLatin1String(word)) : QStringLiteral("."));
    };
    QTest::newRow("one") << "8"
                         << "8";
    QTest::newRow("several") << " 1,2, 4 ,64 "
                             << "1, 2, 4, 64";
    QTest::newRow("in the order given, each once") << "8,1,8,1"
                                                   << "8, 1";
    QTest::newRow("empty") << "" << bad("");
    QTest::newRow("comma at the end") << "1," << bad("");
    QTest::newRow("zero") << "0" << bad("0");
    QTest::newRow("negative") << "1,-2" << bad("-2");
    QTest::newRow("too large") << "65" << bad("65");
    QTest::newRow("beyond an int") << "99999999999" << bad("99999999999");
    QTest::newRow("a fraction") << "1.5" << bad("1.5");
    QTest::newRow("a word") << "1,two" << bad("two");
    QTest::newRow("blanks for commas") << "1 2" << bad("1 2");
}

void TestSweep::lists_of_counts()
{
    QFETCH(QString, text);
    QFETCH(QString, result);
    QCOMPARE(textOf(parseCounts(text.toStdString(), "The batch", 64)), result);
}

void TestSweep::settings_come_by_mode_prompt_and_batch()
{
    const auto settings = sweepSettings({{DecodeMode::eager, DecodeMode::cudaGraph}, {16, 128}, {1, 8}});
    QVERIFY(settings.has_value());
    QStringList files;
    for (const SweepSetting& setting : *settings)
        files << QString::fromStdString(traceFileName(setting)).remove(QStringLiteral(".json.gz"));
    QCOMPARE(files, QStringList({"eager-prompt16-batch1", "eager-prompt16-batch8", "eager-prompt128-batch1",
                                 "eager-prompt128-batch8", "graph-prompt16-batch1", "graph-prompt16-batch8",
                                 "graph-prompt128-batch1", "graph-prompt128-batch8"}));
}

void TestSweep::too_many_settings_are_refused()
{
    const std::vector<int> many(101, 1);
    const auto settings = sweepSettings({{DecodeMode::eager, DecodeMode::cudaGraph}, {16}, many});
    QVERIFY(!settings.has_value());
    QCOMPARE(settings.error().code, ErrorCode::limit);
    QVERIFY(QString::fromStdString(settings.error().message).contains(QStringLiteral("202 settings")));
    QVERIFY(!sweepSettings({{}, {16}, {1}}).has_value());
}

void TestSweep::a_setting_changes_what_it_names()
{
    CaptureOptions options;
    options.model = "tiny";
    options.seed = 7;
    const CaptureOptions changed = withSetting(options, {DecodeMode::cudaGraph, 33, 5});
    QCOMPARE(changed.mode, DecodeMode::cudaGraph);
    QCOMPARE(changed.promptLength, 33);
    QCOMPARE(changed.batch, 5);
    QCOMPARE(changed.model, std::string("tiny"));
    QCOMPARE(changed.seed, std::uint64_t{7});
}

void TestSweep::numbers_of_a_setting()
{
    const auto trace = threeSteps(R"({"timer": {"tpot_ns": 80, "median_ns": 70, "steps": 30}})");
    const SweepRow row = summarizeSetting({DecodeMode::eager, 16, 4}, *trace);
    QCOMPARE(row.steps, std::size_t{3});
    QCOMPARE(row.step.median, Ns{120});
    QCOMPARE(row.step.low, Ns{100});
    QCOMPARE(row.step.high, Ns{200});
    QVERIFY(row.hasGpu);
    QCOMPARE(row.busy.median, Ns{60});
    QCOMPARE(row.busy.low, Ns{50});
    QCOMPARE(row.busy.high, Ns{90});
    QCOMPARE(row.gapShare, 0.4); // of 40 / 100, 150 / 200, 30 / 120
    QCOMPARE(row.kernels, 2.0);
    QCOMPARE(row.launches, 1.0);
    QCOMPARE(row.timerStep, Ns{80});
    QCOMPARE(row.tokensPerSecond, 5e7);         // 4 tokens each 80 ns
    QCOMPARE(timerGapShare(row).value(), 0.25); // 60 of 80 ns
    QVERIFY(row.failure.empty());
}

void TestSweep::without_a_timer_a_recorded_step_counts()
{
    const SweepRow row = summarizeSetting({DecodeMode::eager, 16, 3}, *threeSteps("{}"));
    QCOMPARE(row.timerStep, Ns{0});
    QCOMPARE(row.tokensPerSecond, 2.5e7); // 3 tokens each 120 ns
    QVERIFY(!timerGapShare(row));
}

void TestSweep::without_a_gpu_there_is_no_gap_share()
{
    const auto trace = traceOf("cpu 1 1\nstep 0 50 ProfilerStep#0\nop 1 9 aten::mm");
    const SweepRow row = summarizeSetting({DecodeMode::eager, 16, 1}, *trace);
    QCOMPARE(row.steps, std::size_t{1});
    QCOMPARE(row.step.median, Ns{50});
    QVERIFY(!row.hasGpu);
    QCOMPARE(row.gapShare, 0.0);
    QVERIFY(!timerGapShare(row));
}

void TestSweep::without_steps_there_are_no_numbers()
{
    const SweepRow row = summarizeSetting({}, *traceOf("gpu 0 7\nkernel 1 2 a #1"));
    QCOMPARE(row.steps, std::size_t{0});
    QVERIFY(!row.hasGpu);
    QCOMPARE(row.tokensPerSecond, 0.0);
}

void TestSweep::a_sweep_reads_back_as_written()
{
    SweepRow row = summarizeSetting({DecodeMode::cudaGraph, 16, 4}, *threeSteps(R"({"timer": {"tpot_ns": 81}})"));
    row.file = "graph-prompt16-batch4.json.gz";
    const SweepRow failed = failedSetting({DecodeMode::eager, 16, 4096}, "The GPU ran out of \"memory\".");
    const auto read = readSweep(sweepJson({row, failed}));
    QVERIFY(read.has_value());
    QCOMPARE(read->size(), std::size_t{2});
    const SweepRow& first = read->front();
    QCOMPARE(first.setting, row.setting);
    QCOMPARE(first.file, row.file);
    QCOMPARE(first.steps, row.steps);
    QCOMPARE(first.step.high, row.step.high);
    QCOMPARE(first.busy.low, row.busy.low);
    QCOMPARE(first.gapShare, row.gapShare);
    QCOMPARE(first.timerStep, row.timerStep);
    QCOMPARE(first.tokensPerSecond, row.tokensPerSecond);
    QCOMPARE(first.kernels, row.kernels);
    QCOMPARE(first.launches, row.launches);
    QVERIFY(first.hasGpu);
    QCOMPARE(read->back().failure, failed.failure);
    QVERIFY(!read->back().hasGpu);
    QCOMPARE(readSweep(sweepJson({})).value().size(), std::size_t{0});
}

void TestSweep::what_is_no_sweep_is_refused_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << "";
    QTest::newRow("an array") << "[]";
    QTest::newRow("another file") << R"({"traceEvents": []})";
    QTest::newRow("cut off") << R"({"sweep": [)";
    QTest::newRow("a row without batch") << R"({"sweep": [{"decode": "eager", "prompt_length": 1}]})";
    QTest::newRow("a row that is a number") << R"({"sweep": [3]})";
    QTest::newRow("a batch that is a text") << R"({"sweep": [{"decode": "eager", "batch": "1", "prompt_length": 1}]})";
}

void TestSweep::what_is_no_sweep_is_refused()
{
    QFETCH(QString, text);
    const auto rows = readSweep(text.toStdString());
    QVERIFY(!rows.has_value());
    QCOMPARE(rows.error().code, ErrorCode::format);
}

QTEST_APPLESS_MAIN(TestSweep)
#include "tst_sweep.moc"
