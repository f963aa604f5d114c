// SPDX-License-Identifier: GPL-3.0-or-later
// The sample that this program's own recorder wrote on a real GPU.
#include "core/base/progress.h"
#include "core/io/open_trace.h"
#include "core/label/label_trace.h"
#include "core/query/steps.h"
#include "tests/support/test_data.h"

#include <QTest>

using namespace decodescope;

class RecordedSampleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void stepsHaveTheKernelsOfHuggingFaces();
    void everyKernelIsLinked();
    void everyKernelOfAStepHasAnExactLabel();

private:
    std::shared_ptr<const Trace> m_trace;
};

void RecordedSampleTest::initTestCase()
{
    Progress progress;
    const std::vector<std::string> files{test::samplePath("tinyllama-h200-decodescope.json.gz").string()};
    auto trace = openTraces(files, progress);
    QVERIFY2(trace, trace ? "" : trace.error().text().c_str());
    m_trace = *trace;
}

void RecordedSampleTest::stepsHaveTheKernelsOfHuggingFaces()
{
    const auto steps = stepSummaries(*m_trace);
    QCOMPARE(steps.size(), std::size_t{3});
    for (const StepSummary& step : steps) {
        QCOMPARE(step.kernels,
                 decltype(step.kernels){925}); // as in Hugging Face's eager decode, under torch's profiler
        std::size_t linears = 0;
        for (std::uint32_t i = 0; i < m_trace->eventCount(); ++i) {
            linears += m_trace->name(EventId{i}) == "aten::linear" &&
                       m_trace->stepAt(m_trace->event(EventId{i}).begin) == step.step;
        }
        QCOMPARE(linears, std::size_t{155}); // 22 layers of 7, and the head
    }
}

void RecordedSampleTest::everyKernelIsLinked()
{
    QCOMPARE(m_trace->gpuOperationCount() >= 2775, true);
    for (std::size_t i = 0; i < m_trace->gpuOperationCount(); ++i) {
        const EventId event = m_trace->gpuOperation(i).event;
        if (m_trace->kind(event) != EventKind::kernel)
            continue;
        QVERIFY(m_trace->launchOf(event) != kNoEvent);
        QVERIFY(m_trace->opOf(event) != kNoEvent);
    }
}

void RecordedSampleTest::everyKernelOfAStepHasAnExactLabel()
{
    const auto labels = labelTrace(*m_trace);
    std::size_t kernels = 0;
    std::size_t exact = 0;
    for (std::size_t i = 0; i < m_trace->gpuOperationCount(); ++i) {
        if (m_trace->kind(m_trace->gpuOperation(i).event) != EventKind::kernel)
            continue;
        ++kernels;
        exact += isExact(labels->of(i).source);
    }
    QCOMPARE(kernels, std::size_t{2775});
    QCOMPARE(exact, kernels);
}

QTEST_APPLESS_MAIN(RecordedSampleTest)
#include "tst_recorded_sample.moc"
