// SPDX-License-Identifier: GPL-3.0-or-later
// The words of parts are a contract with scripts and files.
#include "core/label/label.h"

#include <QTest>

using namespace decodescope;

class LabelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void partsHaveTheContractsNamesAndOrder();
    void namesGoBothWays();
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

QTEST_APPLESS_MAIN(LabelTest)
#include "tst_label.moc"
