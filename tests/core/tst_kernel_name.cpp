// SPDX-License-Identifier: GPL-3.0-or-later
// Kernel names in words. Expected values were written by hand from the names' public grammars (kernel_name_gemm.cpp and
// kernel_name_attention.cpp say where), not by running the decoder.
#include "core/label/kernel_name.h"
#include "tests/support/test_data.h"

#include <QTest>

#include <fstream>

using namespace decodescope;

namespace {

QString word(const std::string& text)
{
    return text.empty() ? QStringLiteral("-") : QString::fromStdString(text);
}

QString word(const Extent& extent)
{
    if (extent.m == 0)
        return QStringLiteral("-");
    const QString two = QStringLiteral("%1x%2").arg(extent.m).arg(extent.n);
    return extent.k == 0 ? two : two + QStringLiteral("x%1").arg(extent.k);
}

QString library(const KernelName& kernel)
{
    std::string name(libraryName(kernel.library));
    if (kernel.libraryVersion > 0)
        name += " " + std::to_string(kernel.libraryVersion);
    return word(name);
}

QString types(const KernelName& kernel)
{
    if (kernel.accumulateType.empty() && kernel.outputType.empty())
        return word(kernel.inputType);
    return word(kernel.inputType + "/" + kernel.accumulateType + "/" + kernel.outputType);
}

QStringList operatorsOf(std::string_view name)
{
    QStringList operators;
    for (const std::string& one : fusedOperators(name))
        operators << QString::fromStdString(one);
    return operators;
}

} // namespace

class KernelNameTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsFacts_data();
    void readsFacts();
    void describesInASentence_data();
    void describesInASentence();
    void namesArchitectures();
    void findsFusedOperators_data();
    void findsFusedOperators();
    void shortNamesAreShort();
    void everyRealGemmNameIsRead();
    void survivesAnyName();
};

void KernelNameTest::readsFacts_data()
{
    QTest::addColumn<QStringList>("cells");
    std::ifstream in(test::dataPath("kernel-name-facts.tsv"));
    std::string line;
    std::getline(in, line);
    int row = 1;
    while (std::getline(in, line)) {
        const QStringList cells = QString::fromStdString(line).split(QLatin1Char('\t'));
        QTest::addRow("%d %s", ++row, qPrintable(cells.first().left(60))) << cells;
    }
    QVERIFY(row > 80);
}

void KernelNameTest::readsFacts()
{
    QFETCH(QStringList, cells);
    QCOMPARE(cells.size(), qsizetype{11});
    const std::string name = cells[0].toStdString();
    const KernelName kernel = decodeKernelName(name);
    const QStringList found{cells[0],
                            library(kernel),
                            word(kernel.operation),
                            word(kernel.target),
                            types(kernel),
                            word(kernel.instruction),
                            word(kernel.tile),
                            word(kernel.cluster),
                            kernel.stages > 0 ? QString::number(kernel.stages) : QStringLiteral("-"),
                            word(kernel.layout),
                            word(shortKernelName(name))};
    for (qsizetype i = 0; i < cells.size(); ++i)
        QCOMPARE(found[i], cells[i]);
}

void KernelNameTest::describesInASentence_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const char* sentence) {
        QTest::newRow(name) << QString::fromUtf8(name) << QString::fromUtf8(sentence);
    };
    row("turing_fp16_s1688gemm_fp16_256x64_ldg8_f2f_tn",
        "Matrix product by cuBLAS for Turing (sm_75): fp16 in, fp32 accumulate, fp16 out, tensor-core instruction "
        "16x8x8, "
        "tile 256x64, layout TN (A transposed, B not), 8 elements a load.");
    row("ampere_bf16_s16816gemm_bf16_128x64_sliced1x2_ldg8_relu_f2f_stages_64x3_nt",
        "Matrix product by cuBLAS for Ampere (sm_80): bf16 in, fp32 accumulate, bf16 out, tensor-core instruction "
        "16x8x16, "
        "tile 128x64x64, 3 stages, layout NT (A not transposed, B transposed), 8 elements a load, inner dimension "
        "shared by "
        "2 groups of warps, ReLU in the epilogue.");
    row("nvjet_sm90_hsh_64x8_64x16_4x1_v_bz_splitK_TNT",
        "Matrix product by cuBLASLt for Hopper (sm_90): fp16 in, fp32 accumulate, fp16 out, tile 64x8x64, 16 stages, "
        "cluster of 4x1 thread blocks, inner dimension split over thread blocks (split-K), layout TNT (A transposed, B "
        "not).");
    row("fmha_cutlassF_f16_aligned_64x64_rf_sm75",
        "Attention (forward) by xFormers for Turing (sm_75): fp16, 64 queries "
        "x 64 keys at a time, output kept in registers.");
    row("void pytorch_flash::flash_fwd_kernel<pytorch_flash::Flash_fwd_kernel_traits<64, 128, 64, 4, false, false, "
        "cutlass::half_t, pytorch_flash::Flash_kernel_traits<64, 128, 64, 4, cutlass::half_t> >, false, true>(x)",
        "Attention (forward) by FlashAttention 2: fp16, 128 queries x 64 keys at a time, needs sm_80 or newer, head "
        "size "
        "64.");
    row("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::Half>, std::array<char*, "
        "3ul> "
        ">(int)",
        "Element-wise add by ATen: fp16, 4 elements a load.");
    row("triton_poi_fused_add_mul_3", "Fused operators (point by point) by torch.compile (Triton): add, mul.");
    row("ncclDevKernel_AllReduce_Sum_bf16_RING_LL", "AllReduce (sum) by NCCL: bf16, ring algorithm, LL protocol.");
    row("Memcpy DtoH (Device -> Pinned)", "Copy by the driver: Device -> Pinned.");
    row("someones_kernel", "");
    row("", "");
}

void KernelNameTest::describesInASentence()
{
    QFETCH(QString, name);
    QFETCH(QString, sentence);
    QCOMPARE(QString::fromStdString(describeKernel(decodeKernelName(name.toStdString()))), sentence);
}

void KernelNameTest::namesArchitectures()
{
    const auto architecture = [](const std::string& name) { return decodeKernelName(name).architecture; };
    QCOMPARE(architecture("volta_sgemm_128x64_nn"), std::string("Volta"));
    QCOMPARE(architecture("nvjet_sm120_tst_64x8_64x16_1x1_h_bz_TNN"), std::string("Blackwell"));
    QCOMPARE(architecture("nvjet_tst_64x8_64x16_1x1_h_bz_TNN"), std::string()); // does not say
    QCOMPARE(architecture("nvjet_sm77_tst_64x8_64x16_1x1_h_bz_TNN"), std::string());
    QCOMPARE(architecture("Cijk_Ailk_Bljk_HHS_BH_MT64x64x32_MI16x16x16x1_SN_ISA942_K1"), std::string("CDNA3"));
    QCOMPARE(architecture("Cijk_Ailk_Bljk_HHS_BH_MT64x64x32_MI16x16x16x1_SN_ISA90a_GSU4"), std::string("CDNA2"));
    QVERIFY(decodeKernelName("Cijk_Ailk_Bljk_HHS_BH_MT64x64x32_MI16x16x16x1_SN_ISA90a_GSU4").splitK);
    QVERIFY(!decodeKernelName("Cijk_Ailk_Bljk_HHS_BH_MT64x64x32_MI16x16x16x1_SN_ISA90a_GSU1").splitK);
}

void KernelNameTest::findsFusedOperators_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("operators");
    const auto row = [](const char* name, const char* operators) {
        QTest::newRow(name) << QString::fromUtf8(name) << QString::fromUtf8(operators);
    };
    row("triton_poi_fused_add_mul_3", "add mul");
    row("triton_poi_fused_1", "");
    row("triton_poi_fused_add_copy__17", "add copy_");
    row("triton_poi_fused__unsafe_view_mul_silu_9", "_unsafe_view mul silu");
    row("triton_red_fused__to_copy__unsafe_view_add_embedding_mean_mul_pow_rsqrt_10",
        "_to_copy _unsafe_view add embedding mean mul pow rsqrt");
    row("triton_red_fused_add_native_layer_norm_4_0d1d2d3d4d5d6de7de", "add native_layer_norm");
    row("triton_per_fused__unsafe_view_add_clone_convolution_native_layer_norm_slice_transpose_view_5",
        "_unsafe_view add clone convolution native_layer_norm slice transpose view");
    row("triton_poi_fused__scaled_dot_product_efficient_attention_24", "_scaled_dot_product_efficient_attention");
    row("triton_poi_fused__scaled_dot_product_cudnn_attention__to_copy__unsafe_view_add_arange_bmm_cat_clone_cos_"
        "expand_le_"
        "mul_neg_scalar_tensor_sin_slice_transpose_unsqueeze_view_where_5",
        "_scaled_dot_product_cudnn_attention _to_copy _unsafe_view add arange bmm cat clone cos expand le mul neg "
        "scalar_tensor sin slice transpose unsqueeze view where");
    row("triton_poi_fused__unsafe_view_add_arange_index_copy_transpose_view_4",
        "_unsafe_view add arange index_copy transpose view");
    row("triton_red_fused_fused_add_rms_norm_0", "fused_add_rms_norm");
    row("triton_poi_fused_constant_pad_nd_moe_forward_0", "constant_pad_nd moe_forward");
    row("triton_red_fused__softmax__to_copy_argmax_clamp_min_div_exponential_ge_mul_neg_scalar_tensor_sub_unsqueeze_"
        "where_4",
        "_softmax _to_copy argmax clamp_min div exponential ge mul neg scalar_tensor sub unsqueeze where");
    row("triton__0d1d2de", "");
    row("ampere_sgemm_32x32_nn", "");
}

void KernelNameTest::findsFusedOperators()
{
    QFETCH(QString, name);
    QFETCH(QString, operators);
    QCOMPARE(operatorsOf(name.toStdString()).join(QLatin1Char(' ')), operators);
}

void KernelNameTest::shortNamesAreShort()
{
    std::ifstream in(test::dataPath("kernel-names.tsv"));
    std::string line;
    std::getline(in, line);
    std::size_t names = 0;
    while (std::getline(in, line)) {
        const std::string name = line.substr(0, line.find('\t'));
        const std::string shortName = shortKernelName(name);
        QVERIFY2(!shortName.empty() && shortName.size() <= kMaxShortNameBytes, name.c_str());
        QVERIFY2(name.starts_with("Mem") || shortName.find_first_of("<>()") == std::string::npos, shortName.c_str());
        ++names;
    }
    QCOMPARE(names, std::size_t{1542});
    const QString wide = QString::fromUtf8("\xc3\xa4").repeated(200);
    const QString cut = QString::fromStdString(shortKernelName(wide.toStdString()));
    QVERIFY(cut.endsWith(QLatin1String("...")) && !cut.contains(QChar::ReplacementCharacter));
}

// cuBLAS, cuBLASLt and Tensile have one grammar each: none of their names may be left without tile and types.
void KernelNameTest::everyRealGemmNameIsRead()
{
    std::ifstream in(test::dataPath("kernel-names.tsv"));
    std::string line;
    std::size_t names = 0;
    while (std::getline(in, line)) {
        const std::string name = line.substr(0, line.find('\t'));
        const auto has = [&name](const char* start) { return name.starts_with(start); };
        if (!has("nvjet") && !has("Cijk_") && !has("ampere_") && !has("turing_") && !has("volta_sgemm"))
            continue;
        const KernelName kernel = decodeKernelName(name);
        QVERIFY2(kernel.tile.m > 0 && kernel.tile.n > 0, name.c_str());
        QVERIFY2(!kernel.inputType.empty() && !kernel.outputType.empty(), name.c_str());
        QVERIFY2(kernel.layout.size() >= 2, name.c_str());
        ++names;
    }
    QCOMPARE(names, std::size_t{156});
}

void KernelNameTest::survivesAnyName()
{
    static constexpr const char* kSeeds[] = {"nvjet_sm90_hsh_64x8_64x16",
                                             "Cijk_Ailk_Bljk_",
                                             "triton_poi_fused_",
                                             "fmha_cutlassF",
                                             "void cutlass::Kernel<cutlass_80_tensorop_",
                                             "_ZN9cutlass",
                                             "void at::native::vectorized_elementwise_kernel<",
                                             "sm80_xmma_gemm_"};
    std::uint32_t state = 7;
    for (const char* seed : kSeeds) {
        std::string name = seed;
        for (int i = 0; i < 400; ++i) {
            describeKernel(decodeKernelName(name));
            shortKernelName(name);
            state = state * 1664525u + 1013904223u;
            name.push_back("<>(),:_xINT0123456789ab\0\xff "[(state >> 16) % 26]);
        }
        for (const char* filler : {"_", "9", "<", "x1", "_add", "_copy_"}) {
            std::string longName = seed;
            while (longName.size() < 1'000'000)
                longName += filler;
            QVERIFY(shortKernelName(longName).size() <= kMaxShortNameBytes);
        }
    }
    QCOMPARE(shortKernelName("Cijk_Ailk_Bljk_MT64x32x16_MI16x16x1_SN"), std::string("Cijk_Ailk_Bljk 64x32"));
    // Every prefix of a real name: what a cut-off trace may hold.
    const std::string name =
        "void cutlass::Kernel2<cutlass_80_tensorop_bf16_s16816gemm_relu_bf16_128x64_32x6_tn_align8>(x)";
    for (std::size_t length = 0; length <= name.size(); ++length)
        describeKernel(decodeKernelName(name.substr(0, length)));
}

QTEST_APPLESS_MAIN(KernelNameTest)
#include "tst_kernel_name.moc"
