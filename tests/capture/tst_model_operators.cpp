// SPDX-License-Identifier: GPL-3.0-or-later
// The operators of one decode step, against those in a torch.profiler trace of Hugging Face's LlamaForCausalLM on an
// H200 (tests/golden/make_layer_operators.py), and the module scopes around them.
#include "capture/model/decode_session.h"
#include "tests/capture/operator_log.h"
#include "tests/support/test_data.h"

#include <QtTest/QtTest>

#include <array>
#include <fstream>

using namespace decodescope;
using decodescope::test::LoggedOperator;
using decodescope::test::OperatorLog;

namespace {

constexpr int kLayers = 2; // of the preset "tiny"

// Below these the CPU's kernels call other operators than CUDA's: the products (resolve_conj), mean (sum and div_), cat
// (narrow), index_select (select), add and mul with a number (the CPU converts the number by an operator), and the
// attention kernel of the device. What calls them is the same on both.
constexpr std::array<std::string_view, 8> kDeviceSpecific{
    "aten::mm",           "aten::bmm", "aten::mean", "aten::cat", "aten::scaled_dot_product_attention",
    "aten::index_select", "aten::add", "aten::mul"};

QStringList withoutDeviceSpecifics(const std::vector<LoggedOperator>& operators)
{
    QStringList lines;
    int hiddenBelow = INT_MAX;
    for (const LoggedOperator& op : operators) {
        if (op.depth > hiddenBelow)
            continue;
        hiddenBelow = std::ranges::find(kDeviceSpecific, op.name) != kDeviceSpecific.end() ? op.depth : INT_MAX;
        lines.append(QString(2 * op.depth, ' ') + QString::fromStdString(op.name));
    }
    return lines;
}

// The golden's sections put together to a step of `layers` layers.
std::vector<LoggedOperator> goldenStep(int layers)
{
    std::ifstream stream(test::goldenPath("h200-tinyllama-operators.txt"));
    std::map<std::string, std::vector<LoggedOperator>> sections;
    std::string line;
    std::string section;
    while (std::getline(stream, line)) {
        const std::size_t indent = line.find_first_not_of(' ');
        if (line.starts_with('['))
            section = line;
        else
            sections[section].push_back({int(indent / 2), line.substr(indent)});
    }
    std::vector<LoggedOperator> step = sections["[before]"];
    for (int i = 0; i < layers; ++i)
        step.insert(step.end(), sections["[layer]"].begin(), sections["[layer]"].end());
    step.insert(step.end(), sections["[after]"].begin(), sections["[after]"].end());
    return step;
}

ModelOptions tinyOptions()
{
    ModelOptions options;
    options.preset = "tiny";
    options.device = DeviceKind::cpu;
    options.dtype = FloatType::float16; // as in the trace
    return options;
}

// Notes which operator came first in each scope.
class ScopeLog final : public ModuleScopeSink
{
public:
    struct Entry
    {
        ModuleScope scope;
        std::size_t firstOperator;
        std::size_t endOperator;
        int depth;
    };
    std::vector<Entry> entries;
    std::vector<std::size_t> open;
    const OperatorLog* operators = nullptr;

    void enter(const ModuleScope& scope) noexcept override
    {
        entries.push_back({scope, count(), 0, int(open.size())});
        open.push_back(entries.size() - 1);
    }
    void leave() noexcept override
    {
        entries[open.back()].endOperator = count();
        open.pop_back();
    }

private:
    std::size_t count() const { return operators ? operators->size() : 0; }
};

// "part: op op op", of the operators without a parent.
QStringList scopeLines(const ScopeLog& scopes, const std::vector<LoggedOperator>& operators, int layer)
{
    QStringList lines;
    for (const ScopeLog::Entry& entry : scopes.entries) {
        if (entry.scope.layer != layer || *entry.scope.part == '\0')
            continue;
        QString line = QString(entry.scope.part) + ":";
        for (std::size_t i = entry.firstOperator; i < entry.endOperator; ++i) {
            if (operators[i].depth == 0)
                line += " " + QString::fromStdString(operators[i].name.substr(operators[i].name.rfind(':') + 1));
        }
        lines.append(line);
    }
    return lines;
}

} // namespace

class TestModelOperators : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void a_step_runs_the_operators_of_hugging_face();
    void a_sink_adds_no_operator();
    void scopes_hold_the_operators_of_their_part();
    void every_operator_lies_in_a_scope();
    void scopes_are_left_when_a_step_fails();
    void a_preallocated_cache_writes_in_place();
};

void TestModelOperators::a_step_runs_the_operators_of_hugging_face()
{
    const auto session = DecodeSession::create(tinyOptions());
    QVERIFY2(session.has_value(), session ? "" : session.error().text().c_str());
    QVERIFY((*session)->prefill().has_value());
    const QStringList expected = withoutDeviceSpecifics(goldenStep(kLayers));
    QCOMPARE(expected.size(), 357);
    for (int step = 0; step < 3; ++step) {
        OperatorLog log;
        QVERIFY((*session)->decodeStep().has_value());
        QCOMPARE(withoutDeviceSpecifics(log.take()), expected);
    }
}

void TestModelOperators::a_sink_adds_no_operator()
{
    QStringList with;
    QStringList without;
    for (QStringList* lines : {&with, &without}) {
        ScopeLog scopes;
        const auto session = DecodeSession::create(tinyOptions(), lines == &with ? &scopes : nullptr);
        OperatorLog log;
        QVERIFY((*session)->prefill().has_value());
        QVERIFY((*session)->decodeStep().has_value());
        for (const LoggedOperator& op : log.take())
            lines->append(QString(2 * op.depth, ' ') + QString::fromStdString(op.name));
        QCOMPARE(scopes.entries.empty(), lines == &without);
        (*session)->setScopeSink(nullptr);
    }
    QCOMPARE(with, without);
}

void TestModelOperators::scopes_hold_the_operators_of_their_part()
{
    ScopeLog scopes;
    const auto session = DecodeSession::create(tinyOptions(), &scopes);
    QVERIFY((*session)->prefill().has_value());
    scopes.entries.clear();
    OperatorLog log;
    scopes.operators = &log;
    QVERIFY((*session)->decodeStep().has_value());
    const std::vector<LoggedOperator> operators = log.take();

    const QString norm = "norm: to pow mean add rsqrt mul to mul";
    const QStringList layer{
        norm,
        "q_proj: linear view transpose",
        "k_proj: linear view transpose",
        "v_proj: linear view transpose",
        "rope: unsqueeze unsqueeze mul slice slice neg cat mul add mul slice slice neg cat mul add",
        "kv_cache: cat cat",
        "attention: scaled_dot_product_attention transpose reshape",
        "o_proj: linear",
        "residual: add",
        norm,
        "gate_proj: linear",
        "activation: silu",
        "up_proj: linear",
        "gate_mul: mul",
        "down_proj: linear",
        "residual: add",
    };
    QCOMPARE(scopeLines(scopes, operators, 0), layer);
    QCOMPARE(scopeLines(scopes, operators, 1), layer);
    const QStringList outside{
        "embedding: embedding",
        "position: arange add unsqueeze unsqueeze unsqueeze expand to unsqueeze to matmul transpose cat cos mul sin "
        "mul to to",
        norm,
        "lm_head: alias linear",
        "sampling: select",
        "sampling: argmax",
    };
    QCOMPARE(scopeLines(scopes, operators, -1), outside);
}

void TestModelOperators::every_operator_lies_in_a_scope()
{
    ScopeLog scopes;
    const auto session = DecodeSession::create(tinyOptions(), &scopes);
    OperatorLog log;
    scopes.operators = &log;
    QVERIFY((*session)->prefill().has_value());
    QVERIFY((*session)->decodeStep().has_value());
    QVERIFY(scopes.open.empty());
    const std::size_t all = log.size();
    std::size_t covered = 0;
    for (const ScopeLog::Entry& entry : scopes.entries) {
        if (entry.depth == 0)
            covered += entry.endOperator - entry.firstOperator;
        QCOMPARE(entry.depth > 0, entry.scope.layer >= 0 && *entry.scope.part != '\0');
    }
    QVERIFY(all > 0);
    QCOMPARE(covered, all);
}

void TestModelOperators::scopes_are_left_when_a_step_fails()
{
    ScopeLog scopes;
    ModelOptions options = tinyOptions();
    options.cache = CacheMode::preallocated;
    options.promptLength = 4;
    options.cacheCapacity = 5;
    const auto session = DecodeSession::create(options, &scopes);
    QVERIFY((*session)->prefill().has_value());
    QVERIFY((*session)->decodeStep().has_value());
    const Result<void> full = (*session)->decodeStep();
    QVERIFY(!full.has_value());
    QCOMPARE(full.error().code, ErrorCode::limit);
    QVERIFY(scopes.open.empty());
    QVERIFY((*session)->prefill().has_value()); // and it can start again
}

void TestModelOperators::a_preallocated_cache_writes_in_place()
{
    ScopeLog scopes;
    ModelOptions options = tinyOptions();
    options.cache = CacheMode::preallocated;
    const auto session = DecodeSession::create(options, &scopes);
    QVERIFY((*session)->prefill().has_value());
    scopes.entries.clear();
    OperatorLog log;
    scopes.operators = &log;
    QVERIFY((*session)->decodeStep().has_value());
    const QStringList lines = scopeLines(scopes, log.take(), 0);
    QVERIFY2(lines.contains("kv_cache: slice copy_ slice slice copy_ slice"), qPrintable(lines.join('\n')));
}

QTEST_GUILESS_MAIN(TestModelOperators)
#include "tst_model_operators.moc"
