// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/slice_filter.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

#include <string>

using namespace decodescope;

class TestSliceFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wordsInAnyCaseByBegin();
    void everyWordIsNeeded();
    void quotesKeepWordsTogether();
    void lengths_data();
    void lengths();
    void categories();
    void partsAndLayers();
    void termsTogether();
    void unfinishedTermsAreNone();
    void wrongTermsAreTold_data();
    void wrongTermsAreTold();
    void stops();
};

namespace {

std::shared_ptr<const Trace> trace()
{
    return test::traceOf(R"(
        cpu 1 1
        op 10000 90000 aten::linear
        op 20000 30000 aten::addmm
        call 21000 24000 cudaLaunchKernel #1
        op 200000 210000 aten::Linear_backward
        cpu 1 2
        op 5000 8000 linear
        gpu 0 7
        kernel 40000 90000 "void gemm<half>" #1
        kernel 100000 104000 "void softmax<half>" #2
    )");
}

// What a text finds, as "name@begin in us".
std::string found(const Trace& trace, std::string_view text, const Labels* labels = nullptr)
{
    const auto filter = parseSliceFilter(text);
    if (!filter)
        return filter.error().text();
    std::string names;
    for (const EventId event : findSlices(trace, labels, *filter))
        names += std::string(trace.name(event)) + '@' + std::to_string(trace.events().begin(event) / 1000) + ' ';
    return names;
}

} // namespace

void TestSliceFilter::wordsInAnyCaseByBegin()
{
    const std::string expected = "linear@5 aten::linear@10 aten::Linear_backward@200 ";
    QCOMPARE(found(*trace(), "linear"), expected);
    QCOMPARE(found(*trace(), "LiNEAR"), expected);
    QCOMPARE(found(*trace(), "::add"), std::string("aten::addmm@20 "));
    QCOMPARE(found(*trace(), ""), std::string());
    QCOMPARE(found(*trace(), "no such name"), std::string());
    QCOMPARE(found(Trace(), "a"), std::string());
}

void TestSliceFilter::everyWordIsNeeded()
{
    QCOMPARE(found(*trace(), "linear aten"), std::string("aten::linear@10 aten::Linear_backward@200 "));
}

void TestSliceFilter::quotesKeepWordsTogether()
{
    QCOMPARE(found(*trace(), "\"void gemm\""), std::string("void gemm<half>@40 "));
    QCOMPARE(found(*trace(), "\"gemm void\""), std::string());
}

void TestSliceFilter::lengths_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::addRow("at least") << QByteArray("dur>50us") << QByteArray("aten::linear@10 void gemm<half>@40 ");
    QTest::addRow("a fraction") << QByteArray("dur>=0.05ms") << QByteArray("aten::linear@10 void gemm<half>@40 ");
    QTest::addRow("at most") << QByteArray("dur<3000ns") << QByteArray("linear@5 cudaLaunchKernel@21 ");
    QTest::addRow("between") << QByteArray("dur>4 dur<10")
                             << QByteArray("aten::addmm@20 void softmax<half>@100 aten::Linear_backward@200 ");
}

void TestSliceFilter::lengths()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(found(*trace(), text.toStdString()), expected.toStdString());
}

void TestSliceFilter::categories()
{
    QCOMPARE(found(*trace(), "cat:kernel"), std::string("void gemm<half>@40 void softmax<half>@100 "));
    QCOMPARE(found(*trace(), "cat:runtime cat:kernel dur<4us"),
             std::string("cudaLaunchKernel@21 void softmax<half>@100 "));
}

void TestSliceFilter::partsAndLayers()
{
    const auto t = trace();
    QCOMPARE(t->gpuOperationCount(), std::size_t{2});
    const Labels labels({{3, Part::qProj, KernelFamily::gemm, LabelSource::inferred},
                         {4, Part::attention, KernelFamily::other, LabelSource::inferred}});
    QCOMPARE(found(*t, "part:attention", &labels), std::string("void softmax<half>@100 "));
    QCOMPARE(found(*t, "part:Q_proj", &labels), std::string("void gemm<half>@40 "));
    // "attn proj" is the group of q_proj.
    QCOMPARE(found(*t, "part:attn", &labels), std::string("void gemm<half>@40 "));
    QCOMPARE(found(*t, "part:q_proj part:attention", &labels),
             std::string("void gemm<half>@40 void softmax<half>@100 "));
    QCOMPARE(found(*t, "layer:4", &labels), std::string("void softmax<half>@100 "));
    QCOMPARE(found(*t, "layer:3 part:attention", &labels), std::string());
    QCOMPARE(found(*t, "part:attention"), std::string()); // nothing has a part
}

void TestSliceFilter::termsTogether()
{
    const Labels labels({{3, Part::qProj, KernelFamily::gemm, LabelSource::inferred},
                         {4, Part::attention, KernelFamily::other, LabelSource::inferred}});
    QCOMPARE(found(*trace(), "part:proj dur>10us cat:kernel gemm", &labels), std::string("void gemm<half>@40 "));
    QCOMPARE(found(*trace(), "part:proj dur>10us cat:kernel softmax", &labels), std::string());
}

void TestSliceFilter::unfinishedTermsAreNone()
{
    for (const char* text : {"part:", "cat:", "layer:", "dur>", "dur>=", "dur<", "  ", "\""}) {
        const auto filter = parseSliceFilter(text);
        QVERIFY2(filter && filter->isEmpty(), text);
    }
}

void TestSliceFilter::wrongTermsAreTold_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("message");
    const QByteArray length = "A length is a number and ns, us, ms or s, as in dur>10us.";
    QTest::addRow("letters") << QByteArray("dur>x") << QByteArray("dur>x: ") + length;
    QTest::addRow("unit") << QByteArray("gemm dur<10km") << QByteArray("dur<10km: ") + length;
    QTest::addRow("negative") << QByteArray("dur>-1") << QByteArray("dur>-1: ") + length;
    QTest::addRow("too long") << QByteArray("dur>1e300s") << QByteArray("dur>1e300s: ") + length;
    QTest::addRow("layer") << QByteArray("layer:two") << QByteArray("layer:two: A layer is a number, as in layer:7.");
}

void TestSliceFilter::wrongTermsAreTold()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, message);
    QCOMPARE(found(*trace(), text.toStdString()), message.toStdString());
}

void TestSliceFilter::stops()
{
    std::stop_source source;
    source.request_stop();
    QVERIFY(findSlices(*trace(), nullptr, *parseSliceFilter("linear"), source.get_token()).empty());
}

QTEST_APPLESS_MAIN(TestSliceFilter)
#include "tst_slice_filter.moc"
