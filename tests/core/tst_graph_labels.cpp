// SPDX-License-Identifier: GPL-3.0-or-later
// Labels of kernels that no operator surrounds: those of CUDA graphs, by name and order alone.
#include "core/label/label_trace.h"
#include "tests/support/label_truth.h"
#include "tests/support/test_data.h"
#include "tests/support/trace_dsl.h"

#include <QTest>

#include <map>
#include <numeric>

using namespace decodescope;
using namespace decodescope::test;

namespace {

std::shared_ptr<const Labels> labelsOf(const Trace& trace)
{
    return labelTrace(trace);
}

} // namespace

class GraphLabelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void graphKernelsAreReadInOrder();
    void flashInferAndTensorRtNames();
    void rotaryProductOfACompiledGraph();
    void kernelNamesAloneTell_data();
    void kernelNamesAloneTell();
    void sharedGraphsAreComplete_data();
    void sharedGraphsAreComplete();
};

// Kernels of one graph launch, one a line: name, then the label that it should get.
struct GraphKernel
{
    const char* name;
    const char* label;
};

void checkGraph(const std::vector<std::vector<GraphKernel>>& layers, const std::vector<GraphKernel>& tail)
{
    std::string text = "cpu 1 1\ncall 0 5 cudaGraphLaunch #1\ngpu 0 7\n";
    QStringList wanted;
    int begin = 100;
    const auto add = [&](const GraphKernel& kernel, const std::string& layer) {
        text += "kernel " + std::to_string(begin) + " " + std::to_string(begin + 5) + " " + kernel.name + " #1\n";
        wanted << QString::fromStdString(layer + " " + kernel.label);
        begin += 10;
    };
    for (std::size_t n = 0; n < layers.size(); ++n) {
        for (const GraphKernel& kernel : layers[n])
            add(kernel, std::to_string(n));
    }
    for (const GraphKernel& kernel : tail)
        add(kernel, "-");
    const auto trace = test::traceOf(text);
    const auto labels = labelsOf(*trace);
    QStringList found;
    for (std::size_t i = 0; i < labels->size(); ++i) {
        const Label& label = labels->of(i);
        found << QString::fromStdString((label.layer < 0 ? "-" : std::to_string(label.layer)) + " " +
                                        std::string(partName(label.part)));
        QCOMPARE(label.source, LabelSource::inferred);
    }
    QCOMPARE(found, wanted);
}

void GraphLabelsTest::graphKernelsAreReadInOrder()
{
    const std::vector<GraphKernel> attention{{"vllm::rms_norm_kernel", "norm"},
                                             {"nvjet_qkv", "qkv_proj"},
                                             {"vllm::rotary_embedding_kernel", "rope"},
                                             {"vllm::reshape_and_cache_flash_kernel", "kv_cache"},
                                             {"flash_fwd_splitkv_kernel", "attention"},
                                             {"flash_fwd_splitkv_combine_kernel", "attention"},
                                             {"nvjet_out", "o_proj"},
                                             {"vllm::fused_add_rms_norm_kernel", "norm"}};
    std::vector<GraphKernel> dense = attention;
    dense.insert(dense.end(), {{"nvjet_first", "gate_up_proj"},
                               {"vllm::act_and_mul_kernel", "activation"},
                               {"nvjet_second", "down_proj"},
                               {"cublasLt::splitKreduce_kernel", "down_proj"}});
    std::vector<GraphKernel> experts = attention;
    experts.insert(experts.end(), {{"nvjet_first", "router"},
                                   {"vllm::moe::topkGatingSoftmax", "router"},
                                   {"fused_moe_kernel", "experts"},
                                   {"_matmul_ogs_NNT_bf16xbf16_swiglu", "experts"}});
    const std::vector<GraphKernel> tail{{"vllm::fused_add_rms_norm_kernel", "norm"}, {"nvjet_vocabulary", "lm_head"}};
    checkGraph({dense, dense, dense}, tail);
    checkGraph({experts, experts, experts}, tail);
    checkGraph({dense, experts, experts, experts}, tail);
}

void GraphLabelsTest::flashInferAndTensorRtNames()
{
    const std::vector<GraphKernel> flashInfer{{"flashinfer::norm::RMSNormKernel", "norm"},
                                              {"nvjet_qkv", "qkv_proj"},
                                              {"flashinfer::BatchQKApplyRotaryPosIdsCosSinCacheKernel", "rope"},
                                              {"flashinfer::AppendPagedKVCacheDecodeKernel", "kv_cache"},
                                              {"flashinfer::BatchDecodeWithPagedKVCacheKernel", "attention"},
                                              {"flashinfer::PersistentVariableLengthMergeStatesKernel", "attention"},
                                              {"nvjet_out", "o_proj"},
                                              {"flashinfer::norm::FusedAddRMSNormKernel", "norm"},
                                              {"nvjet_first", "gate_up_proj"},
                                              {"flashinfer::activation::act_and_mul_kernel", "activation"},
                                              {"nvjet_second", "down_proj"}};
    checkGraph({flashInfer, flashInfer, flashInfer},
               {{"flashinfer::norm::FusedAddRMSNormKernel", "norm"}, {"nvjet_vocabulary", "lm_head"}});
    const std::vector<GraphKernel> tensorRt{
        {"tensorrt_llm::kernels::generalRmsNorm", "norm"},
        {"sm90_xmma_gemm_bf16bf16_qkv", "qkv_proj"},
        {"tensorrt_llm::kernels::applyBiasRopeUpdateKVCacheV2", "rope"},
        {"tensorrt_llm::kernels::mmha::masked_multihead_attention_kernel", "attention"},
        {"sm90_xmma_gemm_bf16bf16_out", "o_proj"},
        {"tensorrt_llm::kernels::generalRmsNorm", "norm"},
        {"sm90_xmma_gemm_bf16bf16_first", "gate_up_proj"},
        {"tensorrt_llm::kernels::swigluKernel", "activation"},
        {"sm90_xmma_gemm_bf16bf16_second", "down_proj"}};
    checkGraph({tensorRt, tensorRt, tensorRt},
               {{"tensorrt_llm::kernels::generalRmsNorm", "norm"}, {"sm90_xmma_gemm_bf16bf16_vocabulary", "lm_head"}});
}

// The same recordings without their operators, as a CUDA graph of an eager model shows them.
void GraphLabelsTest::kernelNamesAloneTell_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("GPT-2, eager, fp32, batch 2") << "gpt2-fp32-eager-b2";
    QTest::newRow("Llama, eager, prefill") << "llama-b1-bf16-eager-prefill";
    QTest::newRow("Gemma 2") << "gemma2-bf16";
    QTest::newRow("GPT-NeoX") << "gpt-neox-fp16";
}

void GraphLabelsTest::kernelNamesAloneTell()
{
    QFETCH(const QString, name);
    const auto recorded = opened(test::dataPath("labels/" + name.toStdString() + ".json.gz"));
    QVERIFY(recorded);
    std::string text = "cpu 1 1\ncall 0 5 cudaGraphLaunch #1\ngpu 0 7\n";
    std::vector<Truth> wanted;
    const TruthTable truth = readTruth(test::dataPath("labels/" + name.toStdString() + ".tsv"));
    std::vector<std::size_t> order(recorded->gpuOperationCount());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::sort(order, {},
                      [&](std::size_t i) { return recorded->events().begin(recorded->gpuOperation(i).event); });
    for (const std::size_t i : order) {
        const EventId event = recorded->gpuOperation(i).event;
        const EventRow row = recorded->event(event);
        const char* const kind = recorded->kind(event) == EventKind::kernel   ? "kernel "
                                 : recorded->kind(event) == EventKind::memcpy ? "memcpy "
                                                                              : "memset ";
        text += kind + std::to_string(row.begin) + " " + std::to_string(row.end()) + " \"" +
                std::string(recorded->name(event)) + "\" #1\n";
        wanted.push_back(truth.at({row.begin, recorded->args().integer(row.args, "correlation").value_or(-1)}));
    }
    const auto trace = test::traceOf(text);
    const auto labels = labelsOf(*trace);
    std::size_t right = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        right += partName(labels->of(i).part) == wanted[i].part ? 1u : 0u;
        QCOMPARE(labels->of(i).layer, wanted[i].layer);
    }
    QVERIFY2(right * 100 >= wanted.size() * 97, std::to_string(double(right) / double(wanted.size())).c_str());
}

// torch.compile puts the product of the rotary angles between the first layer's q and k.
void GraphLabelsTest::rotaryProductOfACompiledGraph()
{
    std::string text = "cpu 1 1\ncall 0 5 cudaGraphLaunch #1\ngpu 0 7\n";
    int begin = 100;
    const auto add = [&](const std::string& kernel) {
        text += "kernel " + std::to_string(begin) + " " + std::to_string(begin + 5) + " " + kernel + " #1\n";
        begin += 10;
    };
    for (int n = 0; n < 4; ++n) {
        add("triton_red_fused_add_mean_mul_pow_rsqrt_" + std::to_string(n));
        add("nvjet_q");
        if (n == 0)
            add("cutlass_80_simt_sgemm_128x32_8x5_tn_align1");
        add("nvjet_kv");
        add("triton_poi_fused_cat_cos_index_copy_mul_neg_sin_8");
        add("nvjet_kv");
        add("cudnn_generated_fort_native_sdpa_sm80_flash_fprop");
        add("nvjet_o");
        add("triton_red_fused_add_mean_mul_pow_rsqrt_9");
        add("nvjet_gate");
        add("nvjet_up");
        add("triton_poi_fused_mul_silu_10");
        add("nvjet_down");
    }
    const auto trace = test::traceOf(text);
    const auto labels = labelsOf(*trace);
    QCOMPARE(labelOf(*trace, *labels, "cutlass_80_simt_sgemm_128x32_8x5_tn_align1"), std::string("0 rope"));
    QCOMPARE(labelOf(*trace, *labels, "nvjet_q"), std::string("0 q_proj"));
    QCOMPARE(labelOf(*trace, *labels, "nvjet_kv"), std::string("0 k_proj"));
    QCOMPARE(labelOf(*trace, *labels, "nvjet_gate"), std::string("0 gate_proj"));
    QCOMPARE(labelOf(*trace, *labels, "nvjet_down"), std::string("0 down_proj"));
    const auto last = trace->gpuOperationIndex(test::eventNamed(*trace, "triton_red_fused_add_mean_mul_pow_rsqrt_3"));
    QVERIFY(last.has_value());
    QCOMPARE(labels->of(*last).layer, 3);
    QCOMPARE(labels->of(*last).family, KernelFamily::fused);
}

void GraphLabelsTest::sharedGraphsAreComplete_data()
{
    QTest::addColumn<QString>("file"); // empty: the sample
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("passes");
    QTest::addColumn<QString>("first");
    QTest::newRow("compiled") << "" << 22 << 3 << "q_proj";
    QTest::newRow("SGLang") << "public/tracelens-sglang-decode/sglang_Qwen3-8B_decode.json.gz" << 36 << 1 << "qkv_proj";
    QTest::newRow("vLLM") << "public/tracelens-vllm-decode/graph_execution.json.gz" << 24 << 1 << "qkv_proj";
}

// As many passes as graph launches, as many layers as the models' configurations say, each with its first matrix and
// the one behind its core.
void GraphLabelsTest::sharedGraphsAreComplete()
{
    QFETCH(const QString, file);
    QFETCH(const int, layers);
    QFETCH(const int, passes);
    QFETCH(const QString, first);
    const auto path = file.isEmpty() ? test::samplePath("tinyllama-h200-cudagraph.pt.trace.json.gz")
                                     : test::sharedPath("data/traces/" + file.toStdString());
    if (path.empty())
        QSKIP(test::kNoSharedData);
    const auto trace = opened(path);
    QVERIFY(trace);
    const auto labels = labelsOf(*trace);
    std::map<std::pair<int, std::string>, int> counts;
    for (std::size_t i = 0; i < labels->size(); ++i)
        ++counts[{labels->of(i).layer, std::string(partName(labels->of(i).part))}];
    for (int layer = 0; layer < layers; ++layer) {
        const int in = counts[{layer, first.toStdString()}];
        const int out = counts[{layer, "o_proj"}];
        QCOMPARE(in, passes);
        QCOMPARE(out, passes);
    }
    QVERIFY(!counts.contains({layers, first.toStdString()}));
    const int heads = counts[{-1, "lm_head"}];
    QCOMPARE(heads, passes);
}

QTEST_APPLESS_MAIN(GraphLabelsTest)
#include "tst_graph_labels.moc"
