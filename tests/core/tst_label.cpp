// SPDX-License-Identifier: GPL-3.0-or-later
// The words of parts are a contract with scripts and files.
#include "core/label/label_facts.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

using namespace decodescope;

class LabelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void partsHaveTheContractsNamesAndOrder();
    void namesGoBothWays();
    void factsSayHowALabelWasFound();
};

void LabelTest::partsHaveTheContractsNamesAndOrder()
{
    QStringList names;
    for (std::size_t i = 0; i < kPartCount; ++i) {
        const std::string_view name = partName(static_cast<Part>(i));
        names << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    }
    QCOMPARE(
        names.join(QLatin1String(", ")),
        QStringLiteral("embedding, position, norm, q_proj, k_proj, v_proj, qkv_proj, o_proj, rope, kv_cache, mask, "
                       "attention, gate_proj, up_proj, gate_up_proj, down_proj, fc_in, fc_out, router, experts, "
                       "activation, gate_mul, residual, lm_head, sampling, communication, copy, other"));
}

void LabelTest::namesGoBothWays()
{
    for (std::size_t i = 0; i < kPartCount; ++i)
        QCOMPARE(partFromName(partName(static_cast<Part>(i))), std::optional(static_cast<Part>(i)));
    QVERIFY(!partFromName("").has_value());
    QVERIFY(!partFromName("Q_PROJ").has_value());
}

void LabelTest::factsSayHowALabelWasFound()
{
    const auto trace = test::traceOf(R"(
        gpu 0 7
        kernel 0 10 plain
        kernel 10 20 unknown
        kernel 20 30 labelled {"part": "norm"}
    )");
    const LabelFacts facts(trace, std::make_shared<const Labels>(std::vector<Label>{
                                      {3, Part::kvCache, KernelFamily::copy, LabelSource::inferred},
                                      {-1, Part::other, KernelFamily::other, LabelSource::none},
                                      {7, Part::norm, KernelFamily::norm, LabelSource::moduleScope}}));
    const auto membersOf = [&](std::size_t operation) {
        std::string members;
        facts.appendMembers(trace->gpuOperation(operation).event, members);
        return members;
    };
    QCOMPARE(membersOf(0),
             std::string(R"("layer": 3, "part": "kv_cache", "family": "copy", "label source": "inferred")"));
    QCOMPARE(membersOf(1), std::string());
    QCOMPARE(membersOf(2), std::string()); // its arguments say so already
}

QTEST_APPLESS_MAIN(LabelTest)
#include "tst_label.moc"
