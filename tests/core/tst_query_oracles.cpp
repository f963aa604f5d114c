// SPDX-License-Identifier: GPL-3.0-or-later
// Our tables beside those that torch and TraceLens computed from the same traces.
#include "core/io/open_trace.h"
#include "core/query/averages.h"
#include "core/query/gaps.h"
#include "core/query/interval_union.h"
#include "core/query/range_summary.h"
#include "core/query/steps.h"
#include "tests/support/csv.h"
#include "tests/support/test_data.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <map>

using namespace decodescope;
using namespace decodescope::test;

namespace {

constexpr const char* kSample = "tinyllama-h200-torch.pt.trace.json.gz";

std::shared_ptr<const Trace> open(const std::filesystem::path& path)
{
    Progress progress;
    const std::vector<std::string> paths{path.string()};
    auto trace = openTraces(paths, progress);
    if (!trace)
        qFatal("%s", trace.error().text().c_str());
    return *trace;
}

// The trace that a TraceLens table was made from: "<name>__gpu_timeline.csv" lies in "expected" beside
// "<name>.json.gz".
std::filesystem::path traceOfTable(const std::filesystem::path& table)
{
    const std::string name = table.filename().string();
    return table.parent_path().parent_path() /
           (name.substr(0, name.find("__gpu_timeline") != std::string::npos ? name.find("__gpu_timeline")
                                                                            : name.find("__kernel_summary")) +
            ".json.gz");
}

void addTables(const char* suffix)
{
    QTest::addColumn<QString>("table");
    const std::filesystem::path folder = sharedPath("data/traces/public");
    if (folder.empty())
        QSKIP(kNoSharedData);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(suffix))
            QTest::addRow("%s", name.c_str()) << QString::fromStdString(entry.path().string());
    }
}

} // namespace

class QueryOraclesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keyAveragesEqualTorch();
    void stepsOfTheSample();
    void gapsOfTheSampleSplitAsHtaDoes();
    void busyTimeEqualsTraceLens_data();
    void busyTimeEqualsTraceLens();
    void kernelsEqualTraceLens_data();
    void kernelsEqualTraceLens();
};

// The file beside the trace is torch's own key_averages() of the same recording: times in us, rounded to ns before
// summing, so each call may differ by a nanosecond or two.
void QueryOraclesTest::keyAveragesEqualTorch()
{
    QFile file(QString::fromStdString(dataPath("tinyllama-h200-torch.key_averages.json").string()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray expected = QJsonDocument::fromJson(file.readAll()).array();
    QCOMPARE(expected.size(), 79);

    const auto rows = keyAverages(*open(samplePath(kSample)));
    QCOMPARE(rows.size(), static_cast<std::size_t>(expected.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) { // torch's order too
        const QJsonObject row = expected[static_cast<qsizetype>(i)].toObject();
        const QByteArray name = row.value(QLatin1String("key")).toString().toUtf8();
        QCOMPARE(QByteArray::fromStdString(rows[i].name), name);
        QCOMPARE(rows[i].onDevice, row.value(QLatin1String("dev")).toString() == QLatin1String("DeviceType.CUDA"));
        const auto calls = static_cast<double>(rows[i].calls);
        QCOMPARE(calls, row.value(QLatin1String("count")).toDouble());
        const auto near = [&](Ns ours, const char* column) {
            const double theirs = row.value(QLatin1String(column)).toDouble() * 1000;
            const bool same = std::abs(static_cast<double>(ours) - theirs) <= 2 * calls;
            if (!same)
                qWarning("%s %s: %lld ns, torch %.1f ns", name.constData(), column, static_cast<long long>(ours),
                         theirs);
            return same;
        };
        QVERIFY(near(rows[i].selfCpu, "self_cpu"));
        QVERIFY(near(rows[i].cpuTotal, "cpu_total"));
        QVERIFY(near(rows[i].selfDevice, "self_cuda"));
        QVERIFY(near(rows[i].deviceTotal, "cuda_total"));
    }
}

// Counted from the file with a few lines of Python: events of category kernel by the step that holds the call of equal
// correlation; durations are the text of "dur" without its point.
void QueryOraclesTest::stepsOfTheSample()
{
    const auto trace = open(samplePath(kSample));
    const auto rows = stepSummaries(*trace);
    QCOMPARE(rows.size(), std::size_t{3});
    const std::array<Ns, 3> durations{23320361, 25267647, 26059008};
    const std::array<Ns, 3> kernelSums{2262231, 2278376, 2269453};
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(trace->steps()[i].range.length(), durations[i]);
        QCOMPARE(rows[i].kernelSum, kernelSums[i]);
        QCOMPARE(rows[i].kernels, std::uint64_t{925});
        QCOMPARE(rows[i].launches, std::uint64_t{925});
        QCOMPARE(rows[i].cpuOps, std::uint64_t{3231});
        const auto window = summarizeRange(*trace, trace->steps()[i].range);
        QCOMPARE(window->kernelSum, kernelSums[i]);
        QCOMPARE(window->busy, rows[i].gpuBusyInStep);
    }
}

// HolisticTraceAnalysis 0.5.0, get_idle_time_breakdown() with HTA_DISABLE_NS_ROUNDING=1 and include_last_profiler_step:
// host_wait 67522.48 us, the rest 109.03 us. It counts an overlap of kernels as a negative gap, we as none: the rest is
// larger here by the sum of overlaps, 4.86 us.
void QueryOraclesTest::gapsOfTheSampleSplitAsHtaDoes()
{
    const auto trace = open(samplePath(kSample));
    const auto gaps = findGaps(*trace);
    std::vector<Gap> between; // HTA looks at gaps between two operations only, and does not cut them at steps
    std::ranges::copy_if(gaps, std::back_inserter(between),
                         [](const Gap& gap) { return gap.before != kNoEvent && gap.after != kNoEvent; });
    const GapTotals totals = totalsOf(between);
    QVERIFY2(std::abs(static_cast<double>(totals.hostWait) - 67'522'480.0) < 5,
             qPrintable(QString::number(totals.hostWait)));
    const double overlaps = 6'810'060.0 - 6'805'198.0; // kernel sums less busy time, over the three steps
    QVERIFY(std::abs(static_cast<double>(totals.all - totals.hostWait) - 109'030.0 - overlaps) < 10);
    std::vector<Ns> idle(trace->steps().size());
    for (const Gap& gap : gaps) {
        if (gap.step >= 0)
            idle[static_cast<std::size_t>(gap.step)] += gap.range.length();
    }
    for (const StepSummary& row : stepSummaries(*trace))
        QCOMPARE(idle[row.step], row.gap);
}

void QueryOraclesTest::busyTimeEqualsTraceLens_data()
{
    addTables("__gpu_timeline.csv");
}

// TraceLens adds up microseconds as doubles at 1e12 us and more, where one step is 1/4 to 1 ns: the tolerance is 2 ns
// an operation.
void QueryOraclesTest::busyTimeEqualsTraceLens()
{
    QFETCH(QString, table);
    const std::filesystem::path path = table.toStdString();
    std::map<std::string, double> expected;
    for (const CsvRow& row : readCsv(path)) {
        if (row.size() >= 2 && row[0] != "type")
            expected[row[0]] = std::stod(row[1]) * 1e6;
    }
    const auto trace = open(traceOfTable(path));
    IntervalUnion busy;
    std::uint64_t count = 0;
    for (const GpuOperationUse& use : gpuOperationsByBegin(*trace)) {
        if (use.launch == kNoEvent)
            continue; // TraceLens takes what it can tie to a call
        busy.add(use.range);
        ++count;
    }
    const auto tolerance = 2.0 * static_cast<double>(count);
    QVERIFY(count > 0);
    QVERIFY2(std::abs(static_cast<double>(busy.length()) - expected.at("busy_time")) <= tolerance,
             qPrintable(QStringLiteral("%1 ns, TraceLens %2 ns").arg(busy.length()).arg(expected.at("busy_time"))));
}

void QueryOraclesTest::kernelsEqualTraceLens_data()
{
    addTables("__kernel_summary.csv");
}

// Sum, count, min and max of each kernel name; TraceLens has a row an operator and a name, and cuts nothing.
void QueryOraclesTest::kernelsEqualTraceLens()
{
    QFETCH(QString, table);
    const std::filesystem::path path = table.toStdString();
    struct Expected
    {
        double sum = 0, min = 1e300, max = 0;
        std::uint64_t count = 0;
    };
    std::map<std::string, Expected> expected;
    const auto rows = readCsv(path);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        Expected& kernel = expected[rows[i].at(2)];
        kernel.sum += std::stod(rows[i].at(4)) * 1000;
        kernel.count += static_cast<std::uint64_t>(std::stoll(rows[i].at(5)));
        kernel.min = std::min(kernel.min, std::stod(rows[i].at(7)) * 1000);
        kernel.max = std::max(kernel.max, std::stod(rows[i].at(8)) * 1000);
    }
    QVERIFY(!expected.empty());
    const auto trace = open(traceOfTable(path));
    const auto summary = summarizeRange(*trace, trace->span());
    std::size_t compared = 0;
    for (const KernelUse& use : summary->kernels) {
        if (use.kind != EventKind::kernel)
            continue;
        const std::string name(trace->text(use.name));
        const auto found = expected.find(name);
        if (found == expected.end())
            continue; // their table leaves out kernels without an operator
        QCOMPARE(use.count, found->second.count);
        QVERIFY(std::abs(static_cast<double>(use.total) - found->second.sum) <= 2.0 * static_cast<double>(use.count));
        QVERIFY(std::abs(static_cast<double>(use.min) - found->second.min) <= 1);
        QVERIFY(std::abs(static_cast<double>(use.max) - found->second.max) <= 1);
        ++compared;
    }
    QCOMPARE(compared, expected.size());
}

QTEST_APPLESS_MAIN(QueryOraclesTest)
#include "tst_query_oracles.moc"
