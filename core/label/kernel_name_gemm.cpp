// SPDX-License-Identifier: GPL-3.0-or-later
// Names of matrix products.
//
// Public sources of the grammars:
//   CUTLASS   python/cutlass_library/gemm_operation.py of github.com/NVIDIA/cutlass (procedural_name, extended_name,
//             extended_name_3x, layout_name): accumulator's letter, instruction shape, operand types, tile, stages,
//             layout.
//   Tensile   rocm.docs.amd.com/projects/Tensile, "Supported problems" (index letters) and "Kernel parameters".
// cuBLAS, cuBLASLt's nvjet and XMMA are closed; their grammar is read off names whose operands are known, and checked
// against CUTLASS's where they share words. What is not certain stays undecoded.
#include "core/label/kernel_name_parts.h"

#include <algorithm>
#include <array>
#include <utility>

namespace decodescope::kernelname {
namespace {

constexpr std::string_view kMatrixProduct = "matrix product";
constexpr std::string_view kConvolution = "convolution";

// "16816" is 16x8x16: the digits are written without separators. Shapes of PTX's mma and wmma instructions
// (docs.nvidia.com/cuda/parallel-thread-execution, "Matrix shape").
std::optional<Extent> instructionOf(std::string_view digits)
{
    using Shape = std::pair<std::string_view, Extent>;
    static constexpr std::array<Shape, 12> kShapes{{
        {"884", {8, 8, 4}},
        {"8816", {8, 8, 16}},
        {"8832", {8, 8, 32}},
        {"88128", {8, 8, 128}},
        {"1684", {16, 8, 4}},
        {"1688", {16, 8, 8}},
        {"16816", {16, 8, 16}},
        {"16832", {16, 8, 32}},
        {"16864", {16, 8, 64}},
        {"168256", {16, 8, 256}},
        {"161616", {16, 16, 16}},
        {"32816", {32, 8, 16}},
    }};
    if (digits.find('x') != std::string_view::npos) // CUTLASS 3: "64x128x16"
        return toExtent(digits);
    const auto found = std::ranges::find(kShapes, digits, &Shape::first);
    return found == kShapes.end() ? std::nullopt : std::optional(found->second);
}

std::string_view accumulatorOf(std::string_view letters)
{
    if (letters == "s" || letters == "c" || letters == "gc")
        return "fp32";
    if (letters == "d" || letters == "z")
        return "fp64";
    if (letters == "h")
        return "fp16";
    return letters == "i" ? "int32" : "";
}

bool isLayout(std::string_view word)
{
    return (word.size() == 2 || word.size() == 3) && word.find_first_not_of("ntNT") == std::string_view::npos;
}

std::string upper(std::string_view word)
{
    std::string letters(word);
    for (char& c : letters)
        c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return letters;
}

// The word that names the product: accumulator, instruction, kind: "s16816gemm", "sgemm", "s1688tf32gemm", "h884cudnn".
struct Core
{
    std::string_view letters;
    std::string_view digits;
    std::string_view intermediate;
    bool isConvolution = false;
};
std::optional<Core> toCore(std::string_view word)
{
    if (word == "gemm") // CUTLASS 3: the types say it all
        return Core{};
    static constexpr std::array<std::pair<std::string_view, bool>, 5> kKinds{
        {{"gemm", false}, {"cudnn", true}, {"fprop", true}, {"dgrad", true}, {"wgrad", true}}};
    for (const auto& [kind, isConvolution] : kKinds) {
        if (!word.ends_with(kind))
            continue;
        std::string_view rest = word.substr(0, word.size() - kind.size());
        const std::size_t letters = std::min(rest.find_first_of("0123456789"), rest.size());
        Core core{rest.substr(0, letters), {}, {}, isConvolution};
        rest.remove_prefix(letters);
        const std::size_t digits = std::min(rest.find_first_not_of("0123456789x"), rest.size());
        core.digits = rest.substr(0, digits);
        core.intermediate = rest.substr(digits);
        if (!accumulatorOf(core.letters).empty() && (core.digits.empty() || instructionOf(core.digits)))
            return core;
    }
    return std::nullopt;
}

std::string_view architectureSm(std::string_view word)
{
    if (word == "volta")
        return "70";
    if (word == "turing")
        return "75";
    if (word == "ampere")
        return "80";
    return word == "hopper" ? "90" : "";
}

// Words that say something by themselves, in the names of cuBLAS, CUTLASS and XMMA.
void addNote(std::string_view word, KernelName& kernel)
{
    if (word == "relu")
        kernel.notes.emplace_back("ReLU in the epilogue");
    else if (word == "bias")
        kernel.notes.emplace_back("bias in the epilogue");
    else if (word == "simt" || word == "ffma")
        kernel.notes.emplace_back("no tensor cores");
    else if (word == "splitK")
        kernel.splitK = true;
    else if (word == "2cta")
        kernel.notes.emplace_back("two thread blocks share one instruction");
    else if (word.starts_with("ldg") && isNumber(word.substr(3)))
        kernel.vectorWidth = toNumber(word.substr(3));
    else if (const auto slices = toExtent(word, "sliced"))
        kernel.notes.push_back("inner dimension shared by " + std::to_string(slices->m * slices->n) +
                               " groups of warps");
    else if (word.starts_with("align") && isNumber(word.substr(5)))
        kernel.notes.push_back("operands aligned to " + std::string(word.substr(5)) + " elements");
}

// One pass over the words of a cuBLAS or CUTLASS name.
class GemmWords
{
public:
    explicit GemmWords(KernelName& kernel)
        : m_kernel(kernel)
    {
    }

    bool read(const std::vector<std::string_view>& words)
    {
        for (std::size_t i = 0; i < words.size(); ++i)
            word(words[i], i == 0 ? std::string_view() : words[i - 1]);
        if (!m_core)
            return false;
        finish();
        return true;
    }

private:
    void word(std::string_view word, std::string_view before)
    {
        if (const std::string_view sm = architectureSm(word); !sm.empty())
            setSm(m_kernel, toNumber(sm));
        else if (before == "cutlass" && isNumber(word))
            setSm(m_kernel, toNumber(word));
        else if (word.starts_with("sm") && isNumber(word.substr(2)))
            setSm(m_kernel, toNumber(word.substr(2)));
        else if (const std::string_view type = typeName(word); !type.empty())
            m_types.push_back({type, m_core.has_value()});
        else if (const auto extent = toExtent(word))
            extentWord(*extent, before == "stages");
        else if (!m_core && toCore(word))
            m_core = toCore(word);
        else if (m_kernel.cluster.m > 0 && isNumber(word) && m_kernel.stages == 0)
            m_kernel.stages = toNumber(word); // CUTLASS 3: after the cluster
        else if (isLayout(word) && m_kernel.layout.empty() && m_core)
            m_kernel.layout = upper(word);
        else
            addNote(word, m_kernel);
        m_isSimt |= word == "simt";
    }

    void extentWord(const Extent& extent, bool isStages)
    {
        if (m_kernel.tile.m == 0) {
            m_kernel.tile = extent;
        } else if (extent.k == 0 && (isStages || m_kernel.tile.k == 0)) {
            m_kernel.tile.k = extent.m; // "32x5": 32 along the inner dimension, 5 stages
            m_kernel.stages = extent.n;
        } else if (extent.k != 0 && m_kernel.cluster.m == 0) {
            m_kernel.cluster = extent;
        }
    }

    // CUTLASS 2 and cuBLAS: output type before the core word and input type after it, each only where it differs from
    // the accumulator's. CUTLASS 3: A, B, accumulator, C, D after it.
    void finish()
    {
        m_kernel.operation = m_core->isConvolution ? kConvolution : kMatrixProduct;
        m_kernel.accumulateType = accumulatorOf(m_core->letters);
        if (const auto instruction = instructionOf(m_core->digits))
            m_kernel.instruction = *instruction;
        std::vector<std::string_view> after;
        std::string_view before;
        for (const auto& [type, isAfter] : m_types) {
            if (isAfter)
                after.push_back(type);
            else
                before = type;
        }
        if (after.size() >= 5) {
            m_kernel.inputType = after[0];
            m_kernel.accumulateType = after[2];
            m_kernel.outputType = after[4];
        } else {
            m_kernel.inputType = after.empty() ? std::string_view(m_kernel.accumulateType) : after.front();
            m_kernel.outputType = before.empty() ? std::string_view(m_kernel.accumulateType) : before;
        }
        if (m_core->intermediate == "tf32" || m_core->intermediate == "bf16" || m_core->intermediate == "f16")
            m_kernel.notes.push_back("operands rounded to " + std::string(typeName(m_core->intermediate)));
        if (m_core->letters == "c" || m_core->letters == "gc" || m_core->letters == "z")
            m_kernel.notes.emplace_back("complex numbers");
        if (m_kernel.instruction.m == 0 && !m_isSimt && m_kernel.cluster.m == 0)
            m_kernel.notes.emplace_back("no tensor cores");
    }

    KernelName& m_kernel;
    std::optional<Core> m_core;
    std::vector<std::pair<std::string_view, bool>> m_types; // with: stands after the core word
    bool m_isSimt = false;
};

// nvjet's letters, one an operand: read off kernels whose operands are known (aten::mm of fp16 launches hsh, of bf16
// tst, of fp16 with fp32 output hss, of e4m3 with bf16 output qqtst).
std::string_view nvjetType(char letter)
{
    switch (letter) {
    case 'h':
        return "fp16";
    case 't':
        return "bf16";
    case 's':
        return "fp32";
    case 'd':
        return "fp64";
    case 'q':
        return "fp8 (e4m3)";
    default:
        return {};
    }
}

void readNvjetTypes(std::string_view letters, KernelName& kernel)
{
    kernel.inputType = nvjetType(letters.front());
    kernel.accumulateType = nvjetType(letters[letters.size() - 2]);
    kernel.outputType = nvjetType(letters.back());
}

// "f16f32" is two types without a separator.
std::pair<std::string_view, std::string_view> twoTypes(std::string_view word)
{
    for (std::size_t cut = 1; cut < word.size() && cut < 6; ++cut) {
        const std::string_view first = typeName(word.substr(0, cut));
        const std::string_view second = typeName(word.substr(cut));
        if (!first.empty() && !second.empty())
            return {first, second};
    }
    return {};
}

void readXmmaWord(std::string_view word, KernelName& kernel)
{
    const auto [first, second] = twoTypes(word);
    if (!first.empty() && kernel.inputType.empty()) {
        kernel.inputType = first;
        kernel.outputType = second;
    } else if (!first.empty() && kernel.accumulateType.empty()) {
        kernel.accumulateType = second;
        if (first != kernel.inputType)
            kernel.notes.push_back("operands rounded to " + std::string(first));
    } else if (const auto tile = toExtent(word, "tilesize")) {
        kernel.tile = *tile;
    } else if (const auto instruction = toExtent(word, "tensor")) {
        kernel.instruction = *instruction;
    } else if (word.starts_with("stage") && isNumber(word.substr(5))) {
        kernel.stages = toNumber(word.substr(5));
    } else if (isLayout(word) && kernel.layout.empty()) {
        kernel.layout = upper(word);
    } else {
        addNote(word, kernel);
    }
}

// Tensile's letters for element types: "HHS" is A and B, C and D, compute.
std::string_view tensileType(char letter)
{
    switch (letter) {
    case 'H':
        return "fp16";
    case 'B':
        return "bf16";
    case 'S':
        return "fp32";
    case 'D':
        return "fp64";
    case 'X':
        return "tf32";
    case 'I':
        return "int32";
    default:
        return {};
    }
}

void readTensileWord(std::string_view word, KernelName& kernel)
{
    if (const auto tile = toExtent(word, "MT")) {
        kernel.tile = *tile;
    } else if (word.starts_with("MI")) {
        // hipBLASLt writes MxNxblocks, Tensile before it MxNxKxblocks
        const auto numbers = splitWords(word.substr(2, 32), 'x');
        if (numbers.size() >= 3 && std::ranges::all_of(numbers, isNumber))
            kernel.instruction = {toNumber(numbers[0]), toNumber(numbers[1]),
                                  numbers.size() == 4 ? toNumber(numbers[2]) : 0};
    } else if (word.starts_with("ISA") && word.size() > 3) {
        kernel.architecture = architectureOfGfx(word.substr(3));
        kernel.target = "gfx" + std::string(word.substr(3, 8));
    } else if (word.starts_with("GSU") && toNumber(word.substr(3)) > 1) {
        kernel.splitK = true;
    } else if (word == "Bias") {
        kernel.notes.emplace_back("can add a bias");
    }
}

} // namespace

std::string_view cutlassName(const Source& source)
{
    const std::string_view arguments = source.symbol.templateArguments;
    if (arguments.starts_with("cutlass") && arguments.find("tensorop_") != std::string_view::npos)
        return identifiers(arguments, 1).front();
    if (arguments.starts_with("cutlass") && arguments.find("_simt_") != std::string_view::npos)
        return identifiers(arguments, 1).front();
    return {};
}

bool readNvjet(const Source& source, KernelName& kernel)
{
    const auto words = splitWords(source.function(), '_');
    if (words.size() < 4 || words[0] != "nvjet")
        return false;
    kernel.library = KernelLibrary::cublasLt;
    kernel.operation = kMatrixProduct;
    std::size_t at = 1;
    if (words[at].starts_with("sm"))
        setSm(kernel, toNumber(words[at++].substr(2)));
    if (words[at].size() == 3 || words[at].size() == 5)
        readNvjetTypes(words[at], kernel);
    for (++at; at < words.size(); ++at) {
        if (const auto extent = toExtent(words[at])) {
            if (kernel.tile.m == 0) {
                kernel.tile = *extent;
            } else if (kernel.tile.k == 0 && extent->k == 0) {
                kernel.tile.k = extent->m; // "64x16": 64 along the inner dimension, 16 stages: what shared memory holds
                kernel.stages = extent->n;
            } else if (extent->k == 0) {
                kernel.cluster = {extent->m, extent->n, 1};
            }
        } else if (isNumber(words[at]) && kernel.tile.k != 0 && kernel.stages == 0) {
            kernel.stages = toNumber(words[at]); // the form of sm_120
        } else if (words[at].size() >= 3 && words[at].find_first_not_of("NT") == std::string_view::npos) {
            kernel.layout = words[at].substr(0, 3);
        } else {
            addNote(words[at], kernel);
        }
    }
    return true;
}

// `sm80_xmma_gemm_<in><out>_<multiply><accumulate>_<epilogue>_<A, B>_<C>_tilesize..._stage..._tensor...`: with fp32
// output of bf16 operands it is `bf16f32_bf16f32`, with bf16 output `bf16bf16_bf16f32`, and for TF32 `f32f32_tf32f32`.
bool readXmma(const Source& source, KernelName& kernel)
{
    const auto words = splitWords(source.function(), '_');
    const auto xmma = std::ranges::find(words, "xmma");
    if (xmma == words.end() || xmma + 1 == words.end() || !words[0].starts_with("sm"))
        return false;
    setSm(kernel, toNumber(words[0].substr(2)));
    const bool isConvolution = xmma[1] == "fprop" || xmma[1] == "dgrad" || xmma[1] == "wgrad";
    kernel.operation = isConvolution ? kConvolution : kMatrixProduct;
    kernel.library = isConvolution || source.name.find("cudnn") != std::string_view::npos ? KernelLibrary::cudnn
                                                                                          : KernelLibrary::cublas;
    for (auto word = xmma + 2; word != words.end(); ++word)
        readXmmaWord(*word, kernel);
    return true;
}

bool readCublasOrCutlass(const Source& source, KernelName& kernel)
{
    const std::string_view function = source.function();
    const std::string_view inner = cutlassName(source);
    KernelName read;
    if (!GemmWords(read).read(splitWords(inner.empty() ? function : inner, '_')))
        return false;
    const bool isCudnn = source.name.find("cudnn") != std::string_view::npos;
    if (!inner.empty() || function.starts_with("cutlass")) {
        read.library = isCudnn ? KernelLibrary::cudnn : KernelLibrary::cutlass;
        read.libraryVersion = isCudnn ? 0 : function.starts_with("cutlass3x") || inner.starts_with("cutlass3x") ? 3 : 2;
    } else {
        if (read.architecture.empty() || read.accumulateType.empty())
            return false; // someone else's kernel that has gemm in its name
        read.library = isCudnn ? KernelLibrary::cudnn : KernelLibrary::cublas;
    }
    if (read.library == KernelLibrary::cudnn && source.name.find("gemm") == std::string_view::npos)
        read.operation = kConvolution;
    kernel = std::move(read);
    return true;
}

bool readTensile(const Source& source, KernelName& kernel)
{
    const auto words = splitWords(source.function(), '_');
    if (words.size() < 5 || words[0] != "Cijk" || words[1].size() < 4 || words[2].size() < 4 || words[3].empty())
        return false;
    kernel.library = KernelLibrary::tensile;
    kernel.operation = kMatrixProduct;
    // Indices, fastest first: A(i, l) is as it is, A(l, i) transposed; B(l, j) is as it is, B(j, l) transposed.
    kernel.layout = std::string(words[1].starts_with("Ail") ? "N" : "T") + (words[2].starts_with("Blj") ? "N" : "T");
    // "BBS", in newer names "B_BS"; one letter alone stands for all ("S", "SB": B is for batched).
    const std::string types =
        std::string(words[3]) + (words[3].size() == 1 && words[4].size() == 2 ? std::string(words[4]) : "");
    kernel.inputType = tensileType(types[0]);
    kernel.outputType = types.size() >= 3 ? tensileType(types[1]) : std::string_view(kernel.inputType);
    kernel.accumulateType = types.size() >= 3 ? tensileType(types[2]) : std::string_view(kernel.inputType);
    for (std::size_t i = 3; i < words.size(); ++i)
        readTensileWord(words[i], kernel);
    return true;
}

// MIOpen's implicit GEMM: `igemm_fwd_gtcx3_nhwc_bf16_..._bt128x64x32_...` (github.com/ROCm/iGEMMgen).
bool readMiopenGemm(const Source& source, KernelName& kernel)
{
    const auto words = splitWords(source.function(), '_');
    if (words.size() < 5 || words[0] != "igemm")
        return false;
    kernel.library = KernelLibrary::miopen;
    kernel.operation = words[1] == "fwd"   ? "convolution as a matrix product (forward)"
                       : words[1] == "bwd" ? "convolution as a matrix product (gradient of the input)"
                                           : "convolution as a matrix product (gradient of the weights)";
    if (words[2] == "gtcx3" || words[2] == "gtcx2") {
        kernel.architecture = words[2] == "gtcx3" ? "CDNA3" : "CDNA2";
        kernel.target = words[2] == "gtcx3" ? "gfx942" : "gfx90a";
    }
    kernel.inputType = typeName(words[4]);
    for (const std::string_view word : words) {
        if (const auto tile = toExtent(word, "bt"))
            kernel.tile = *tile;
    }
    return true;
}

} // namespace decodescope::kernelname
