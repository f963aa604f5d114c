// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/op_shapes.h"
#include "core/label/part_rules.h"

#include <QSet>
#include <QTest>

using namespace decodescope;

static const QString kHead = QString::fromLatin1("{\"format\": \"decodescope-part-rules\", \"version\": 1, ");

class PartRulesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void operatorsHaveClasses_data();
    void operatorsHaveClasses();
    void kernelsHaveClasses_data();
    void kernelsHaveClasses();
    void noClassIsForgotten();
    void modulesAndAttributesAreKnown();
    void ownRulesComeFirst();
    void mistakesAreNamed_data();
    void mistakesAreNamed();
    void shapesAreRead();
    void oddShapesAreUnknown();

private:
    QSet<QString> m_operatorClasses; // of the rows
    QSet<QString> m_kernelClasses;
};

void PartRulesTest::operatorsHaveClasses_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("opClass");
    const auto row = [this](const char* name, const char* opClass) {
        m_operatorClasses.insert(QString::fromLatin1(opClass));
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(opClass);
    };
    row("Torch-Compiled Region: 0/1", "wrapper");
    row("autograd::engine::evaluate_function: MmBackward0", "backward");
    row("MmBackward0", "backward");
    row("aten::linear", "linear");
    row("aten::addmm", "linear");
    row("aten::bmm", "matmul");
    row("aten::_scaled_dot_product_flash_attention", "attention");
    row("vllm::unified_attention_with_output", "attention");
    row("aten::_softmax", "softmax");
    row("aten::native_layer_norm", "norm");
    row("_C::fused_add_rms_norm", "norm");
    row("aten::embedding", "embedding");
    row("aten::index_copy_", "cacheWrite");
    row("_C_cache_ops::reshape_and_cache_flash", "cacheWrite");
    row("_C::rotary_embedding", "rope");
    row("_C::silu_and_mul", "gatedActivation");
    row("aten::_grouped_mm", "experts");
    row("_moe_C::topk_softmax", "routing");
    row("c10d::allreduce_", "communication");
    row("aten::cat", "concat");
    row("aten::to", "copy");
    row("aten::add_", "add");
    row("aten::sub", "subtract");
    row("aten::mul", "multiply");
    row("aten::div_", "divide");
    row("aten::neg", "negate");
    row("aten::pow", "power");
    row("aten::mean", "mean");
    row("aten::rsqrt", "rsqrt");
    row("aten::cos", "angle");
    row("aten::silu", "activation");
    row("aten::where", "compare");
    row("aten::arange", "range");
    row("aten::cumsum", "cumulate");
    row("aten::index", "index");
    row("aten::gather", "gather");
    row("aten::zeros", "fill");
    row("aten::topk", "topk");
    row("aten::sort", "sort");
    row("aten::argmax", "sample");
    row("aten::sum", "reduce");
    row("aten::_conv_depthwise2d", "convolution");
    row("aten::special_digamma", "unknown");
    row("mylib::anything", "unknown");
}

void PartRulesTest::operatorsHaveClasses()
{
    QFETCH(const QString, name);
    QFETCH(const QString, opClass);
    const OpClass found = PartRules::builtIn().classOfOperator(name.toStdString());
    QCOMPARE(std::string(opClassName(found)), opClass.toStdString());
}

void PartRulesTest::kernelsHaveClasses_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("opClass");
    const auto row = [this](const char* name, const char* opClass) {
        m_kernelClasses.insert(QString::fromLatin1(opClass));
        QTest::newRow(name) << QString::fromLatin1(name) << QString::fromLatin1(opClass);
    };
    row("void cublasLt::splitKreduce_kernel<32, 16, int, float, __half>(cublasLt::cublasSplitKParams<float>)",
        "continuation");
    row("void vllm::reshape_and_cache_flash_kernel<__half, __half>(__half const*)", "cacheWrite");
    row("void vllm::rotary_embedding_kernel<c10::BFloat16, true>(long const*)", "rope");
    row("void vllm::act_and_mul_kernel<c10::Half>(c10::Half*)", "gatedActivation");
    row("void vllm::moe::topkGatingSoftmax<4, 128>(float const*)", "routing");
    row("topk_softmax_kernel", "routing");
    row("fused_moe_kernel", "experts");
    row("_matmul_ogs_NNT_bf16xbf16xmxfp4_16x128x256x1_swiglu", "experts");
    row("void at::native::(anonymous namespace)::indexSelectSmallIndex<c10::Half>(int)", "embedding");
    row("void flashinfer::sampling::TopKTopPSamplingFromProbKernel<1024>(float*)", "sample");
    row("void at::native::(anonymous namespace)::CatArrayBatchedCopy<at::native::OpaqueType<2u>, unsigned int, 4>(int)",
        "concat");
    row("void at_cuda_detail::cub::DeviceScanKernel<int, 256>(long*)", "cumulate");
    row("void at::native::sbtopk::gatherTopK<float, unsigned int, 2, false>(float*)", "topk");
    row("void at::native::bitonicSortKVInPlace<2, -1, 16, 16, float, long>(float*)", "sort");
    row("void flashinfer::BatchQKApplyRotaryPosIdsCosSinCacheKernel<true, 128u>(half*)", "rope");
    row("void flashinfer::AppendPagedKVCacheDecodeKernel<128u, 8u, half, int>(half*)", "cacheWrite");
    row("void flashinfer::PersistentVariableLengthMergeStatesKernel<8u, 16u>(half*)", "continuation");
    row("void tensorrt_llm::kernels::cutlass_kernels::finalizeMoeRoutingKernel<half, half, half>(half const*)",
        "experts");
    row("void tensorrt_llm::kernels::cutlass_kernels::expandInputRowsKernel<half>(half const*)", "experts");
    row("void moe::dev::routing::routingRenormalize::routingIndicesBlockKernel<int>(int)", "routing");
    row("nvjet_sm90_hsh_64x8_64x16_4x1_v_bz_TNT", "unknown");
}

void PartRulesTest::kernelsHaveClasses()
{
    QFETCH(const QString, name);
    QFETCH(const QString, opClass);
    const OpClass found = PartRules::builtIn().classOfKernel(name.toStdString());
    QCOMPARE(std::string(opClassName(found)), opClass.toStdString());
}

// The rows above have a name for the class of each rule.
void PartRulesTest::noClassIsForgotten()
{
    QVERIFY(!m_operatorClasses.isEmpty() && !m_kernelClasses.isEmpty());
    for (const OpClassRule& rule : PartRules::builtIn().operatorRules())
        QVERIFY(m_operatorClasses.contains(QString::fromStdString(std::string(opClassName(rule.opClass)))));
    for (const OpClassRule& rule : PartRules::builtIn().kernelRules())
        QVERIFY(m_kernelClasses.contains(QString::fromStdString(std::string(opClassName(rule.opClass)))));
}

void PartRulesTest::modulesAndAttributesAreKnown()
{
    const PartRules& rules = PartRules::builtIn();
    QVERIFY(rules.isLayerModule("LlamaDecoderLayer_7"));
    QVERIFY(!rules.isLayerModule("LlamaMLP_7"));
    QCOMPARE(rules.partOfAttribute("k_proj"), Part::kProj);
    QCOMPARE(rules.partOfAttribute("unheard_of"), Part::other);
}

void PartRulesTest::ownRulesComeFirst()
{
    const auto own = PartRules::fromJson(R"({"format": "decodescope-part-rules", "version": 1,
        "operators": [{"class": "norm", "names": ["aten::mul"]}]})",
                                         "own.json");
    QVERIFY(own.has_value());
    const PartRules both = own->followedBy(PartRules::builtIn());
    QCOMPARE(both.classOfOperator("aten::mul"), OpClass::norm);
    QCOMPARE(both.classOfOperator("aten::add"), OpClass::add);
}

void PartRulesTest::mistakesAreNamed_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* what, const QString& rest, const char* where) {
        QTest::newRow(what) << kHead + rest << QString::fromLatin1(where);
    };
    row("unknown list", QString::fromLatin1(R"("operator": []})"), "/operator");
    row("unknown class", QString::fromLatin1(R"("operators": [{"class": "x", "names": ["a"]}]})"),
        "/operators/0/class");
    row("no names", QString::fromLatin1(R"("kernels": [{"class": "add"}]})"), "/kernels/0");
    row("bad pattern", QString::fromLatin1(R"("kernels": [{"class": "add", "names": ["re:("]}]})"),
        "/kernels/0/names/0");
    row("unknown part", QString::fromLatin1(R"("stack": [{"name": "a", "part": "engine", "op": ["b"]}]})"),
        "/stack/0/part");
    row("no condition", QString::fromLatin1(R"("stack": [{"name": "a", "part": "norm"}]})"), "/stack/0");
    row("attribute without part", QString::fromLatin1(R"("attributes": [{"names": ["a"]}]})"), "/attributes/0");
    QTest::newRow("not JSON") << QStringLiteral("{\n\n]") << QStringLiteral("line 3");
    QTest::newRow("other format") << QString::fromLatin1(R"({"format": "x", "version": 1})")
                                  << QStringLiteral("/format");
}

void PartRulesTest::mistakesAreNamed()
{
    QFETCH(const QString, json);
    QFETCH(const QString, where);
    const auto rules = PartRules::fromJson(json.toStdString(), "own.json");
    QVERIFY(!rules.has_value());
    QCOMPARE(QString::fromStdString(rules.error().where), QStringLiteral("own.json: ") + where);
}

void PartRulesTest::shapesAreRead()
{
    const OpShapes linear = readOpShapes("[[1, 1, 2048], [5632, 2048], []]", R"(["", "", ""])");
    QVERIFY(linear.known && !linear.isList);
    QCOMPARE(int(linear.inputs), 3);
    QCOMPARE(linear.input[1].size[0], 5632);
    QCOMPARE(linear.input[1].last(), 2048);
    QCOMPARE(int(linear.input[2].rank), 0);
    QVERIFY(!linear.number.has_value());

    const OpShapes cat = readOpShapes("[[[1, 4, 67, 64], [1, 4, 1, 64]], []]", R"(["", "-2"])");
    QVERIFY(cat.known && cat.isList);
    QCOMPARE(int(cat.inputs), 2);
    QCOMPARE(cat.input[1].size[2], 1);
    QCOMPARE(cat.number, std::optional<std::int64_t>(-2));

    const OpShapes to = readOpShapes("[[1, 52], [], []]", R"(["", "", "11", "False"])");
    QCOMPARE(to.number, std::optional<std::int64_t>(11));
}

void PartRulesTest::oddShapesAreUnknown()
{
    for (const char* dims : {"", "[", "[[1, 2]", "[[[[1]]]]", "text", "[[99999999999999999999]]"})
        QVERIFY2(!readOpShapes(dims, {}).known, dims);
    QVERIFY(!readOpShapes("[[1]]", "[\"\", \"unclosed").number.has_value());
}

QTEST_APPLESS_MAIN(PartRulesTest)
#include "tst_part_rules.moc"
