// SPDX-License-Identifier: GPL-3.0-or-later
// A user's own rules, from files to labels.
#include "core/label/label_trace.h"
#include "tests/support/label_truth.h"
#include "tests/support/trace_dsl.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace decodescope;
using namespace decodescope::test;

class LabelRulesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ownRulesLabel();
    void earlierFilesDecide();
    void noFilesAreTheBuiltInRules();
    void mistakesAreNamed_data();
    void mistakesAreNamed();

private:
    std::filesystem::path write(const QString& name, const QByteArray& text) const;

    QTemporaryDir m_folder;
};

std::filesystem::path LabelRulesTest::write(const QString& name, const QByteArray& text) const
{
    QFile file(m_folder.filePath(name));
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
    return file.fileName().toStdString();
}

void LabelRulesTest::ownRulesLabel()
{
    const auto trace = traceOf(R"(
        cpu 1 1
        op 0 10 mylib::token_mixer
        call 1 2 cudaLaunchKernel #1
        gpu 0 7
        kernel 100 110 my_mixer_fwd #1
    )");
    const auto before = labelTrace(*trace);
    QCOMPARE(labelOf(*trace, *before, "my_mixer_fwd"), std::string("- other"));
    QCOMPARE(before->of(0).family, KernelFamily::other);
    const auto rules = loadLabelRules({write(QStringLiteral("kernels.json"), R"(// families
            {"format": "decodescope-kernel-rules", "version": 1, "rules": [
             {"name": "mixer", "purpose": "Ours.", "family": "attention", "function": ["my_mixer_*"]}]})"),
                                       write(QStringLiteral("parts.json"), R"(
            {"format": "decodescope-part-rules", "version": 1,
             "operators": [{"class": "attention", "names": ["mylib::token_mixer"]}]})")});
    QVERIFY2(rules.has_value(), rules ? "" : rules.error().text().c_str());
    QCOMPARE((*rules)->own, std::size_t{2});
    const auto labels = labelTrace(*trace, **rules);
    QCOMPARE(labelOf(*trace, *labels, "my_mixer_fwd"), std::string("- attention"));
    QCOMPARE(labels->of(0).family, KernelFamily::attention);
    QCOMPARE((*rules)->parts.classOfOperator("aten::mul"), OpClass::multiply); // the built-in ones come behind
}

void LabelRulesTest::earlierFilesDecide()
{
    const auto file = [this](const char* name, const char* family) {
        return write(QLatin1String(name), QByteArray(R"({"format": "decodescope-kernel-rules", "version": 1, "rules": [
            {"name": "a", "purpose": "b", "function": ["my_kernel"], "family": ")") +
                                              family + "\"}]}");
    };
    const auto rules = loadLabelRules({file("1.json", "norm"), file("2.json", "gemm")});
    QVERIFY(rules.has_value());
    QCOMPARE((*rules)->kernels.match("my_kernel").family, KernelFamily::norm);
}

void LabelRulesTest::noFilesAreTheBuiltInRules()
{
    const auto rules = loadLabelRules({});
    QVERIFY(rules.has_value());
    QCOMPARE((*rules)->own, std::size_t{0});
    QCOMPARE((*rules)->kernels.rules().size(), KernelRules::builtIn().rules().size());
    QCOMPARE((*rules)->parts.size(), PartRules::builtIn().size());
}

void LabelRulesTest::mistakesAreNamed_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("where");
    QTest::addColumn<QString>("hint"); // what is possible there
    QTest::newRow("no JSON") << QByteArray("{\n\"format\": \"decodescope-part-rules\"\n\"version\": 1}")
                             << QStringLiteral("line 3") << QStringLiteral("comma");
    QTest::newRow("not a rules file") << QByteArray("{\"traceEvents\": []}") << QStringLiteral("/format")
                                      << QStringLiteral("'decodescope-kernel-rules' or 'decodescope-part-rules'");
    QTest::newRow("unknown class")
        << QByteArray(
               R"({"format": "decodescope-part-rules", "version": 1, "kernels": [{"class": "rpoe", "names": ["a"]}]})")
        << QStringLiteral("/kernels/0/class") << QStringLiteral("'rpoe'; known are wrapper, ");
    QTest::newRow("unknown family") << QByteArray(R"({"format": "decodescope-kernel-rules", "version": 1,
            "rules": [{"name": "a", "purpose": "b", "family": "matmul", "text": ["c"]}]})")
                                    << QStringLiteral("/rules/0/family")
                                    << QStringLiteral("'matmul'; known are gemm, ");
}

void LabelRulesTest::mistakesAreNamed()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, where);
    QFETCH(const QString, hint);
    const std::filesystem::path path = write(QStringLiteral("bad.json"), text);
    const auto rules = loadLabelRules({path});
    QVERIFY(!rules.has_value());
    QCOMPARE(QString::fromStdString(rules.error().where), QString::fromStdString(path.string()) + ": " + where);
    QVERIFY2(rules.error().message.find(hint.toStdString()) != std::string::npos, rules.error().message.c_str());
    const auto absent = loadLabelRules({m_folder.filePath(QStringLiteral("absent.json")).toStdString()});
    QVERIFY(!absent.has_value());
    QCOMPARE(absent.error().code, ErrorCode::io);
    QVERIFY(absent.error().where.ends_with("absent.json"));
}

QTEST_GUILESS_MAIN(LabelRulesTest)
#include "tst_label_rules.moc"
