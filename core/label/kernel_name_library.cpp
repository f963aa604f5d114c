// SPDX-License-Identifier: GPL-3.0-or-later
// Names that are told by a prefix or a namespace: NCCL, cuBLAS's small kernels, CUB, vLLM, FlashInfer and others.
#include "core/label/kernel_name_parts.h"

#include <algorithm>
#include <array>

namespace decodescope::kernelname {
namespace {

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

struct Mark
{
    std::string_view part; // of the qualified function
    KernelLibrary library;
};
constexpr std::array kLibraries{
    Mark{"vllm::", KernelLibrary::vllm},
    Mark{"flashinfer", KernelLibrary::flashInfer},
    Mark{"tensorrt_llm::", KernelLibrary::tensorRtLlm},
    Mark{"cublasLt::", KernelLibrary::cublasLt},
    Mark{"splitKreduce", KernelLibrary::cublas},
    Mark{"gemv2", KernelLibrary::cublas},
    Mark{"gemvNSP", KernelLibrary::cublas},
    Mark{"gemvx::", KernelLibrary::cublas},
    Mark{"gemmSN_", KernelLibrary::cublas},
    Mark{"gemmk1_", KernelLibrary::cublas},
    Mark{"dot_kernel", KernelLibrary::cublas},
    Mark{"reduce_1Block", KernelLibrary::cublas},
    Mark{"cub::", KernelLibrary::cub},
    Mark{"thrust::", KernelLibrary::cub},
    Mark{"rocprim", KernelLibrary::cub},
    Mark{"cudnn", KernelLibrary::cudnn},
    Mark{"convolve_sgemm", KernelLibrary::cudnn},
    Mark{"wgrad_alg", KernelLibrary::cudnn},
    Mark{"fft2d_", KernelLibrary::cudnn},
    Mark{"cask", KernelLibrary::cudnn},
    Mark{"ck_tile::", KernelLibrary::composableKernel},
    Mark{"ck::", KernelLibrary::composableKernel},
    Mark{"MIOpen", KernelLibrary::miopen},
    Mark{"miopen", KernelLibrary::miopen},
    Mark{"bmm_", KernelLibrary::tensorRtLlm},
    Mark{"cutlass", KernelLibrary::cutlass},
    Mark{"at::native::", KernelLibrary::aten},
};

struct Operation
{
    std::string_view part; // of the function in lower case
    std::string_view words;
};
constexpr std::array kOperations{
    Operation{"splitkreduce", "adds up the pieces of a split-K matrix product"},
    Operation{"gemv", "matrix times vector"},
    Operation{"gemmsn", "narrow matrix product"},
    Operation{"gemmk1", "matrix product with an inner dimension of 1"},
    Operation{"bmm_", "batched matrix product"},
    Operation{"dot_kernel", "dot product"},
    Operation{"reduce_1block", "dot product (second pass)"},
    Operation{"radixsort", "radix sort"},
    Operation{"devicescan", "running sum"},
    Operation{"lookback_scan", "running sum"},
    Operation{"devicereduce", "reduction"},
    Operation{"deviceselect", "selection"},
    Operation{"fused_add_rms_norm", "residual addition and RMS norm"},
    Operation{"fusedaddrmsnorm", "residual addition and RMS norm"},
    Operation{"rms_norm", "RMS norm"},
    Operation{"rmsnorm", "RMS norm"},
    Operation{"batchnorm", "batch norm"},
    Operation{"batch_norm", "batch norm"},
    Operation{"layernorm", "layer norm"},
    Operation{"layer_norm", "layer norm"},
    Operation{"bn_fw", "batch norm"},
    Operation{"bn_bw", "batch norm, backward"},
    Operation{"rotary", "rotary embedding"},
    Operation{"act_and_mul", "activation times gate"},
    Operation{"silu_and_mul", "activation times gate"},
    Operation{"gelu_and_mul", "activation times gate"},
    Operation{"reshape_and_cache", "writes keys and values into the paged cache"},
    Operation{"concat_and_cache", "writes keys and values into the paged cache"},
    Operation{"appendpagedkv", "writes keys and values into the paged cache"},
    Operation{"topk_softmax", "softmax and top-k of the router"},
    Operation{"topkgatingsoftmax", "softmax and top-k of the router"},
    Operation{"moe_align", "sorts tokens by expert"},
    Operation{"cross_device_reduce", "all-reduce over peer memory"},
    Operation{"sampling", "sampling"},
    Operation{"quantize", "change of number format"},
    Operation{"_quant_", "change of number format"},
    Operation{"offsetskernel", "offset table for a convolution"},
    Operation{"convolve", "convolution"},
    Operation{"wgrad", "convolution (gradient of the weights)"},
    Operation{"dgrad", "convolution (gradient of the input)"},
    Operation{"winograd", "step of a convolution by Winograd's transform"},
    Operation{"fft2d", "Fourier transform for a convolution"},
    Operation{"nchwtonhwc", "layout change for a convolution"},
    Operation{"nhwctonchw", "layout change for a convolution"},
};

// A, x, y and the compute type of `gemv...<int, int, __half, __half, __half, float, ...>`.
void readGemvTypes(std::string_view arguments, KernelName& kernel)
{
    std::vector<std::string_view> types;
    for (const std::string_view word : identifiers(arguments.substr(0, 256), 8)) {
        if (const std::string_view type = typeName(word); !type.empty() && word != "int" && types.size() < 4)
            types.push_back(type);
    }
    if (types.empty())
        return;
    kernel.inputType = types[0];
    if (types.size() == 4) {
        kernel.outputType = types[2];
        kernel.accumulateType = types[3];
    }
}

// CUTLASS 3 and CK write everything into template arguments.
void readTemplate(const Source& source, KernelName& kernel)
{
    const std::string_view arguments = source.symbol.templateArguments;
    if (contains(arguments, "Rmsnorm")) {
        kernel.operation = "RMS norm";
    } else if (contains(arguments, "Layernorm")) {
        kernel.operation = "layer norm";
    } else if (contains(source.symbol.function, "conv") || contains(arguments, "conv::") ||
               contains(arguments, "grouped_conv")) {
        kernel.operation = "convolution";
    } else if (contains(arguments, "Gemm") || contains(source.symbol.function, "gemm")) {
        kernel.operation = contains(arguments, "GroupProblemShape") || contains(arguments, "grouped_gemm")
                               ? "grouped matrix product"
                               : "matrix product";
    }
    if (kernel.library == KernelLibrary::cutlass) {
        const std::string_view launcher = source.function();
        kernel.libraryVersion = launcher == "device_kernel" ? 3 : launcher == "Kernel" || launcher == "Kernel2" ? 2 : 0;
        findSm(arguments.substr(0, 4096), kernel);
    }
}

} // namespace

// `Memcpy DtoH (Device -> Pinned)`, `Memset (Device)`: Kineto's names for the driver's own operations.
bool readMemory(const Source& source, KernelName& kernel)
{
    const bool isCopy = source.name.starts_with("Memcpy ");
    if (!isCopy && !source.name.starts_with("Memset "))
        return false;
    kernel.operation = isCopy ? "copy by the driver" : "fill by the driver";
    const std::size_t open = source.name.find('(');
    if (open != std::string_view::npos && source.name.ends_with(')'))
        kernel.notes.emplace_back(source.name.substr(open + 1, source.name.size() - open - 2));
    return true;
}

// `ncclDevKernel_AllReduce_Sum_bf16_RING_LL(...)` and, before NCCL 2.19, `ncclKernel_AllReduce_RING_LL_Sum_float(...)`
// (src/device/generate.py of github.com/NVIDIA/nccl).
bool readNccl(const Source& source, KernelName& kernel)
{
    const auto words = splitWords(source.function(), '_');
    if (words.size() < 2 || (words[0] != "ncclDevKernel" && words[0] != "ncclKernel"))
        return false;
    kernel.library = KernelLibrary::nccl;
    kernel.operation = words[1];
    for (std::size_t i = 2; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (const std::string_view type = typeName(word); !type.empty())
            kernel.inputType = type;
        else if (word == "Sum" || word == "Prod" || word == "Max" || word == "Min" || word == "Avg")
            kernel.functor = toLower(word);
        else if (word == "RING" || word == "TREE" || word == "NVLS" || word == "COLLNET")
            kernel.notes.push_back(toLower(word) + " algorithm");
        else if (word == "LL" || word == "LL128" || word == "SIMPLE")
            kernel.notes.push_back(std::string(word) + " protocol");
    }
    return true;
}

bool readByNamespace(const Source& source, KernelName& kernel)
{
    const std::string_view function = source.symbol.function;
    const auto mark = std::ranges::find_if(kLibraries, [&](const Mark& m) { return contains(function, m.part); });
    if (mark != kLibraries.end())
        kernel.library = mark->library;
    const std::string lower = toLower(function);
    const auto operation =
        std::ranges::find_if(kOperations, [&](const Operation& o) { return contains(lower, o.part); });
    if (operation != kOperations.end())
        kernel.operation = operation->words;
    if (kernel.operation == "matrix times vector")
        readGemvTypes(source.symbol.templateArguments, kernel);
    if (kernel.library == KernelLibrary::cutlass || kernel.library == KernelLibrary::composableKernel)
        readTemplate(source, kernel);
    return kernel.library != KernelLibrary::unknown || !kernel.operation.empty();
}

} // namespace decodescope::kernelname
