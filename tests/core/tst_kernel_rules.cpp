// SPDX-License-Identifier: GPL-3.0-or-later
// Families of kernels by rule: against 1,542 real names, and how rules files fail.
#include "core/label/kernel_rules.h"
#include "core/label/kernel_symbol.h"
#include "tests/support/test_data.h"

#include <QTest>

#include <fstream>
#include <set>

using namespace decodescope;

namespace {

struct NamedKernel
{
    std::string name;
    std::string op;
    std::string family;
    std::string given; // family before our corrections
};

std::vector<NamedKernel> readKernels(std::string_view file)
{
    std::vector<NamedKernel> kernels;
    std::ifstream in(test::dataPath(file));
    std::string line;
    std::getline(in, line); // header
    while (std::getline(in, line)) {
        std::vector<std::string> cells;
        std::size_t begin = 0;
        for (std::size_t tab = line.find('\t'); tab != std::string::npos; tab = line.find('\t', begin)) {
            cells.push_back(line.substr(begin, tab - begin));
            begin = tab + 1;
        }
        cells.push_back(line.substr(begin));
        if (cells.size() < 5)
            return {};
        // Several operators launched one name in several traces; a real operation has one.
        const std::string op = cells[1].substr(0, cells[1].find(" | "));
        kernels.push_back({cells[0], op, cells[3], cells.back()});
    }
    return kernels;
}

GpuOperationKind kindOf(const std::string& name)
{
    if (name.starts_with("Memcpy"))
        return GpuOperationKind::memcpy;
    return name.starts_with("Memset") ? GpuOperationKind::memset : GpuOperationKind::kernel;
}

std::string familyOf(std::string_view name, std::string_view op = {})
{
    return std::string(familyName(KernelRules::builtIn().match(name, op).family));
}

std::string ruleFile(const std::string& rule)
{
    return R"({"format": "decodescope-kernel-rules", "version": 1, "rules": [)" + rule + "]}";
}

} // namespace

class KernelRulesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTheListAsGiven();
    void agreesWithTheCorrectedList();
    void decidesNamesOutsideTheList();
    void everyRuleDecidesANameAndSaysWhy();
    void operatorDecidesOnlyWhatTheNameLeavesOpen();
    void familyWordsAreThoseOfTheContract();
    void splitsSymbols_data();
    void splitsSymbols();
    void usersRulesComeFirst();
    void readsRulesFromFile();
    void patterns_data();
    void patterns();
    void rejectsBadRules_data();
    void rejectsBadRules();
    void survivesAnyName();
};

void KernelRulesTest::agreesWithTheListAsGiven()
{
    const auto kernels = readKernels("kernel-names.tsv");
    QCOMPARE(kernels.size(), std::size_t{1542});
    std::size_t same = 0;
    for (const NamedKernel& kernel : kernels)
        same += familyOf(kernel.name, kernel.op) == kernel.given ? 1 : 0;
    qInfo("%zu of %zu names have the family that was given", same, kernels.size());
    QVERIFY2(same * 100 >= kernels.size() * 97, "fewer than 97 % agree");
}

void KernelRulesTest::agreesWithTheCorrectedList()
{
    for (const NamedKernel& kernel : readKernels("kernel-names.tsv"))
        QVERIFY2(familyOf(kernel.name, kernel.op) == kernel.family,
                 (familyOf(kernel.name, kernel.op) + ", not " + kernel.family + ": " + kernel.name).c_str());
}

void KernelRulesTest::decidesNamesOutsideTheList()
{
    const auto kernels = readKernels("kernel-names-extra.tsv");
    QVERIFY(kernels.size() > 80);
    for (const NamedKernel& kernel : kernels) {
        const auto match = KernelRules::builtIn().match(kernel.name, kernel.op, kindOf(kernel.name));
        QVERIFY2(familyName(match.family) == kernel.family,
                 (std::string(familyName(match.family)) + ", not " + kernel.family + ": " + kernel.name).c_str());
    }
}

void KernelRulesTest::everyRuleDecidesANameAndSaysWhy()
{
    const KernelRules& rules = KernelRules::builtIn();
    std::set<std::size_t> deciding;
    for (const char* file : {"kernel-names.tsv", "kernel-names-extra.tsv"}) {
        for (const NamedKernel& kernel : readKernels(file)) {
            // Memory operations come as kernels too (ROCm, and tools that drop the category).
            for (const GpuOperationKind kind : {kindOf(kernel.name), GpuOperationKind::kernel}) {
                if (const auto match = rules.match(kernel.name, kernel.op, kind); match.rule)
                    deciding.insert(*match.rule);
            }
        }
    }
    std::set<std::string> names;
    for (std::size_t i = 0; i < rules.rules().size(); ++i) {
        QVERIFY2(deciding.contains(i), ("decides no name: " + rules.rules()[i].name).c_str());
        QVERIFY2(names.insert(rules.rules()[i].name).second, ("twice: " + rules.rules()[i].name).c_str());
        QVERIFY(rules.rules()[i].purpose.size() > 10);
    }
}

void KernelRulesTest::operatorDecidesOnlyWhatTheNameLeavesOpen()
{
    QCOMPARE(familyOf("someones_kernel"), std::string("other"));
    QVERIFY(!KernelRules::builtIn().match("someones_kernel").rule);
    QCOMPARE(familyOf("someones_kernel", "aten::addmm"), std::string("gemm"));
    QCOMPARE(familyOf("ampere_sgemm_128x64_nn", "aten::cudnn_convolution"), std::string("gemm"));
    QCOMPARE(familyOf("void cub::DeviceRadixSortOnesweepKernel<int>(int*)", "aten::sort"), std::string("sampling"));
    QCOMPARE(familyOf("void cub::DeviceRadixSortOnesweepKernel<int>(int*)", "aten::index_put_"), std::string("gather"));
}

void KernelRulesTest::familyWordsAreThoseOfTheContract()
{
    const std::vector<std::string_view> words{"gemm",    "gemv",          "attention", "elementwise", "reduction",
                                              "softmax", "norm",          "copy",      "gather",      "sampling",
                                              "fused",   "communication", "memory",    "other"};
    QCOMPARE(kKernelFamilies.size(), words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
        QVERIFY(familyName(kKernelFamilies[i]) == words[i]);
        QVERIFY(familyFromName(words[i]) == kKernelFamilies[i]);
    }
    QVERIFY(!familyFromName("matmul"));
}

void KernelRulesTest::splitsSymbols_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("arguments");
    QTest::newRow("plain") << "ampere_sgemm_128x64_nn"
                           << "ampere_sgemm_128x64_nn"
                           << "";
    QTest::newRow("template")
        << "void at::native::(anonymous namespace)::CatArrayBatchedCopy<float, unsigned int>(float*)"
        << "at::native::CatArrayBatchedCopy"
        << "float, unsigned int";
    QTest::newRow("unnamed") << "void at::native::<unnamed>::foo<bool>(const T1 *)"
                             << "at::native::foo"
                             << "bool";
    QTest::newRow("comparison") << "void f<((8)>(0)), g<int> >(int)"
                                << "f"
                                << "((8)>(0)), g<int> ";
    QTest::newRow("enable_if") << "std::enable_if<(((8)>(0)))&&vllm::_typeConvert<c10::Half>::exists, void>::type "
                                  "vllm::fused_add_rms_norm_kernel<c10::Half, 8>(c10::Half*)"
                               << "vllm::fused_add_rms_norm_kernel"
                               << "c10::Half, 8";
    QTest::newRow("cut off") << "void foo<bar<int, baz"
                             << "foo"
                             << "bar<int, baz";
    QTest::newRow("mangled") << "_ZN7ck_tile6kentryILi2ENS_4FmhaEE"
                             << "ck_tile::kentry"
                             << "ILi2ENS_4FmhaEE";
    QTest::newRow("mangled, plain") << "_Z9my_kernelPf"
                                    << "my_kernel"
                                    << "Pf";
    QTest::newRow("amd") << "__amd_rocclr_fillBufferAligned.kd"
                         << "__amd_rocclr_fillBufferAligned"
                         << "";
    QTest::newRow("lambda") << "void f<g()::{lambda(float)#1}>(int)"
                            << "f"
                            << "g()::{lambda(float)#1}";
    QTest::newRow("empty") << ""
                           << ""
                           << "";
}

void KernelRulesTest::splitsSymbols()
{
    QFETCH(QString, name);
    QFETCH(QString, function);
    QFETCH(QString, arguments);
    const std::string bytes = name.toStdString();
    const KernelSymbol symbol = splitKernelSymbol(bytes);
    QCOMPARE(QString::fromStdString(symbol.function), function);
    QCOMPARE(QString::fromStdString(std::string(symbol.templateArguments)), arguments);
}

void KernelRulesTest::usersRulesComeFirst()
{
    const auto mine =
        KernelRules::fromJson(ruleFile(R"({"name": "mine", "purpose": "A kernel of my own.", "family": "attention",
                     "function": ["my_gemm_*"], "unless": ["*backward*"]})"),
                              "mine.json");
    QVERIFY(mine.has_value());
    const KernelRules both = mine->followedBy(KernelRules::builtIn());
    QVERIFY(both.match("my_gemm_attention").family == KernelFamily::attention);
    QCOMPARE(both.rules()[*both.match("my_gemm_x").rule].name, std::string("mine"));
    QVERIFY(both.match("my_gemm_backward").family == KernelFamily::gemm);
    QVERIFY(both.match("ampere_sgemm_32x32_nn").family == KernelFamily::gemm);
}

void KernelRulesTest::readsRulesFromFile()
{
    const auto rules = KernelRules::fromFile(test::repositoryRoot() / "resources/kernel_rules.json");
    QVERIFY(rules.has_value());
    QCOMPARE(rules->rules().size(), KernelRules::builtIn().rules().size());
    const auto absent = KernelRules::fromFile(test::dataPath("no-such-rules.json"));
    QVERIFY(!absent.has_value());
    QVERIFY(absent.error().code == ErrorCode::io);
    QVERIFY(absent.error().where.ends_with("no-such-rules.json"));
}

void KernelRulesTest::patterns_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("matches");
    const auto row = [](const char* pattern, const char* text, bool matches) {
        QTest::addRow("%s / %s", pattern, text) << QString(pattern) << QString(text) << matches;
    };
    row("gemm", "gemm", true);
    row("gemm", "sgemm", false);
    row("*gemm", "sgemm", true);
    row("*gemm", "sgemm_nn", false);
    row("GEMM*", "gemm_nn", true);
    row("*a*b*", "xxaxxbxx", true);
    row("*a*b*", "xxbxxaxx", false);
    row("ab*ba", "aba", false);
    row("ab*ba", "abba", true);
    row("*", "", true);
    row("re:^triton_[a-z]+_\\d+$", "triton_poi_12", true);
    row("re:^triton_[a-z]+_\\d+$", "triton_poi_12x", false);
    row("re:(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", false); // exponential in a backtracking matcher
}

void KernelRulesTest::patterns()
{
    QFETCH(QString, pattern);
    QFETCH(QString, text);
    QFETCH(bool, matches);
    const auto compiled = NamePattern::compile(pattern.toStdString());
    QVERIFY(compiled.has_value());
    QCOMPARE(compiled->matches(text.toStdString()), matches);
}

void KernelRulesTest::rejectsBadRules_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* what, const std::string& json, const char* where) {
        QTest::newRow(what) << QString::fromStdString(json) << QString(where);
    };
    const std::string good = R"("name": "n", "purpose": "p")";
    row("no JSON", "{\n\"format\": \"decodescope-kernel-rules\",\n\"rules\" [] }", "user.json: line 3");
    row("cut off", "{", "user.json: line 1");
    row("list", "[]", "user.json: /");
    row("format", R"({"format": "x", "version": 1, "rules": []})", "user.json: /format");
    row("version", R"({"format": "decodescope-kernel-rules", "version": 2, "rules": []})", "user.json: /version");
    row("top key", R"({"format": "decodescope-kernel-rules", "version": 1, "rules": [], "rule": 1})",
        "user.json: /rule");
    row("no rules", R"({"format": "decodescope-kernel-rules", "version": 1})", "user.json: /rules");
    row("rule key", ruleFile("{" + good + R"(, "family": "gemm", "functoin": ["a"]})"), "user.json: /rules/0/functoin");
    row("family", ruleFile("{" + good + R"(, "family": "matmul", "function": ["a"]})"), "user.json: /rules/0/family");
    row("kind", ruleFile("{" + good + R"(, "family": "gemm", "kind": ["kernels"]})"), "user.json: /rules/0/kind");
    row("regex", ruleFile("{" + good + R"(, "family": "gemm", "function": ["a", "re:("]})"),
        "user.json: /rules/0/function/1");
    row("empty pattern", ruleFile("{" + good + R"(, "family": "gemm", "text": [""]})"), "user.json: /rules/0/text/0");
    row("pattern type", ruleFile("{" + good + R"(, "family": "gemm", "op": [3]})"), "user.json: /rules/0/op/0");
    row("no list", ruleFile("{" + good + R"(, "family": "gemm", "op": "a"})"), "user.json: /rules/0/op");
    row("no family", ruleFile("{" + good + R"(, "op": ["a"]})"), "user.json: /rules/0");
    row("no condition", ruleFile("{" + good + R"(, "family": "gemm", "unless": ["a"]})"), "user.json: /rules/0");
}

void KernelRulesTest::rejectsBadRules()
{
    QFETCH(QString, json);
    QFETCH(QString, where);
    const auto rules = KernelRules::fromJson(json.toStdString(), "user.json");
    QVERIFY(!rules.has_value());
    QVERIFY(rules.error().code == ErrorCode::format);
    QCOMPARE(QString::fromStdString(rules.error().where), where);
    QVERIFY(!rules.error().message.empty());
}

void KernelRulesTest::survivesAnyName()
{
    std::string bytes;
    std::uint32_t state = 1;
    for (int i = 0; i < 2000; ++i) {
        state = state * 1664525u + 1013904223u;
        bytes.push_back("<>(),:_ZNIE0123456789ab\0\xff "[(state >> 16) % 27]);
        KernelRules::builtIn().match(bytes, bytes);
    }
    const std::size_t million = 1'000'000;
    for (const std::string& start :
         {std::string(million, '<'), std::string(million, ')'), "f" + std::string(million, '('),
          "_ZN" + std::string(million, '9'), "gemm" + std::string(million, 'x')})
        KernelRules::builtIn().match(start, start);
    QVERIFY(KernelRules::builtIn().match("gemm" + std::string(million, 'x')).family == KernelFamily::gemm);
}

QTEST_APPLESS_MAIN(KernelRulesTest)
#include "tst_kernel_rules.moc"
