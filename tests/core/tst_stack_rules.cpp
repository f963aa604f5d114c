// SPDX-License-Identifier: GPL-3.0-or-later
// Each rule on Python stacks and on attribute names, with the frames that transformers has there.
#include "core/label/label_trace.h"
#include "tests/support/label_truth.h"
#include "tests/support/trace_dsl.h"

#include <QSet>
#include <QTest>

using namespace decodescope;
using namespace decodescope::test;

namespace {

// One operator under these frames, outermost first; frames without ".py(" are modules. A language model of one layer
// comes before it, so that the stack is read as one.
std::string labelUnder(const QStringList& frames, const QString& op)
{
    QString text = QStringLiteral(R"(
        cpu 1 1
        python 0 40 "nn.Module: LlamaDecoderLayer_0"
        python 1 39 "nn.Module: LlamaAttention_0"
        python 2 5 "nn.Module: Linear_0"
        python 6 9 "nn.Module: Linear_1"
        python 10 13 "nn.Module: Linear_2"
        python 14 17 "nn.Module: Linear_3"
    )");
    int depth = 0;
    for (const QString& frame : frames) {
        const QString name = frame.contains(QLatin1String(".py(")) ? frame : QStringLiteral("nn.Module: ") + frame;
        text += QStringLiteral("python %1 %2 \"%3\"\n").arg(100 + depth).arg(200 - depth).arg(name);
        ++depth;
    }
    text += QStringLiteral("op 140 160 %1\ncall 150 151 cudaLaunchKernel #1\ngpu 0 7\nkernel 300 310 k #1\n").arg(op);
    const auto trace = traceOf(text.toStdString());
    const auto labels = labelTrace(*trace);
    return labelOf(*trace, *labels, "k");
}

} // namespace

class StackRulesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachStackRule_data();
    void eachStackRule();
    void noStackRuleIsForgotten();
    void eachAttribute_data();
    void eachAttribute();

private:
    QSet<QString> m_rules; // of the rows of eachStackRule()
};

void StackRulesTest::eachStackRule_data()
{
    QTest::addColumn<QStringList>("frames");
    QTest::addColumn<QString>("op");
    QTest::addColumn<QString>("label");
    const auto row = [this](const char* rule, const QStringList& frames, const char* op, const char* label) {
        m_rules.insert(QString::fromLatin1(rule).section(QLatin1Char('/'), 0, 0));
        QTest::newRow(rule) << frames << QString::fromLatin1(op) << QString::fromLatin1(label);
    };
    const QString layer = QStringLiteral("LlamaDecoderLayer_0");
    const QString attention = QStringLiteral("LlamaAttention_0");
    row("norm", {layer, "LlamaRMSNorm_0", "modeling_llama.py(60): forward"}, "aten::pow", "0 norm");
    row("norm/last", {"LlamaModel_0", "LlamaRMSNorm_44"}, "aten::mul", "- norm");
    row("norm/layer norm", {"GPT2Block_3", "LayerNorm_6"}, "aten::layer_norm", "3 norm");
    row("rope", {layer, attention, "modeling_llama.py(140): apply_rotary_pos_emb"}, "aten::mul", "0 rope");
    row("rope/angles", {"LlamaModel_0", "LlamaRotaryEmbedding_0"}, "aten::cos", "- rope");
    row("kv-cache", {layer, attention, "cache_utils.py(120): update"}, "aten::cat", "0 kv_cache");
    row("linear", {layer, attention, "Linear_1"}, "aten::linear", "0 k_proj");
    row("position", {"OPTDecoder_0", "OPTLearnedPositionalEmbedding_0"}, "aten::embedding", "- position");
    row("embedding", {"LlamaModel_0", "Embedding_0"}, "aten::embedding", "- embedding");
    row("activation", {layer, "LlamaMLP_0", "SiLUActivation_0"}, "aten::silu", "0 activation");
    row("router", {"MixtralDecoderLayer_2", "MixtralTopKRouter_2"}, "aten::topk", "2 router");
    row("experts", {"MixtralDecoderLayer_2", "MixtralSparseMoeBlock_2", "MixtralExperts_2"}, "aten::index_add_",
        "2 experts");
    row("attention", {layer, attention, "sdpa_attention.py(40): sdpa_attention_forward"},
        "aten::scaled_dot_product_attention", "0 attention");
    row("mlp-activation", {"PhiDecoderLayer_1", "PhiMLP_1"}, "aten::gelu", "1 activation");
    row("mlp", {layer, "LlamaMLP_0"}, "aten::mul", "0 gate_mul");
    row("mask", {"LlamaModel_0", "masking_utils.py(200): create_causal_mask"}, "aten::le", "- mask");
    row("layer-activation", {"OPTDecoderLayer_5"}, "aten::relu", "5 activation");
    row("layer", {"LlamaDecoderLayer_7"}, "aten::add", "7 residual");
    row("sampling", {"decode.py(30): one_decode_step"}, "aten::argmax", "- sampling");
    row("positions", {"LlamaModel_0"}, "aten::arange", "- position");
    row("positions-offset", {"LlamaModel_0"}, "aten::add", "- position");
}

void StackRulesTest::eachStackRule()
{
    QFETCH(const QStringList, frames);
    QFETCH(const QString, op);
    QFETCH(const QString, label);
    QCOMPARE(QString::fromStdString(labelUnder(frames, op)), label);
}

void StackRulesTest::noStackRuleIsForgotten()
{
    for (const StackRule& rule : PartRules::builtIn().stackRules())
        QVERIFY2(m_rules.contains(QString::fromStdString(rule.name)), rule.name.c_str());
}

void StackRulesTest::eachAttribute_data()
{
    QTest::addColumn<QString>("part");
    const auto row = [](const char* attributes, const char* part) {
        for (const QString& attribute : QString::fromLatin1(attributes).split(QLatin1Char(' ')))
            QTest::newRow(qPrintable(attribute)) << QString::fromLatin1(part);
    };
    row("embed_tokens wte word_embeddings tok_embeddings embed_in", "embedding");
    row("wpe embed_positions position_embeddings", "position");
    row("q_proj query wq", "q_proj");
    row("k_proj key wk", "k_proj");
    row("v_proj value wv", "v_proj");
    row("qkv_proj query_key_value c_attn Wqkv qkv", "qkv_proj");
    row("o_proj out_proj wo", "o_proj");
    row("gate_proj w1", "gate_proj");
    row("up_proj w3", "up_proj");
    row("gate_up_proj", "gate_up_proj");
    row("down_proj w2", "down_proj");
    row("c_fc fc1 dense_h_to_4h fc_in", "fc_in");
    row("fc2 dense_4h_to_h fc_out", "fc_out");
    row("input_layernorm ln_f ln1", "norm");
    row("rotary_emb", "rope");
    row("act_fn act activation_fn", "activation");
    row("lm_head embed_out", "lm_head");
    row("router gate", "router");
    row("experts", "experts");
    row("self_attn attn attention", "attention");
}

void StackRulesTest::eachAttribute()
{
    QFETCH(const QString, part);
    const Part found = PartRules::builtIn().partOfAttribute(QTest::currentDataTag());
    QCOMPARE(QString::fromStdString(std::string(partName(found))), part);
}

QTEST_APPLESS_MAIN(StackRulesTest)
#include "tst_stack_rules.moc"
