// SPDX-License-Identifier: GPL-3.0-or-later
// Names of ATen's kernels: one generic kernel for many operators, the operator in a functor among the template
// arguments (aten/src/ATen/native/cuda of github.com/pytorch/pytorch: Loops.cuh, CUDALoops.cuh, Reduce.cuh,
// ForeachFunctors.cuh).
#include "core/label/kernel_name_parts.h"

#include <algorithm>
#include <array>
#include <utility>

namespace decodescope::kernelname {
namespace {

// Template arguments that wrap a functor, or say nothing about what is computed.
constexpr auto kWrappers = std::to_array<std::string_view>({
    "at",
    "native",
    "detail",
    "c10",
    "std",
    "cuda",
    "templates",
    "anonymous",
    "namespace",
    "unnamed",
    "binary_internal",
    "ufunc_internal",
    "void",
    "const",
    "char",
    "bool",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "unsigned",
    "Half",
    "BFloat16",
    "complex",
    "Float8_e4m3fn",
    "Float8_e5m2",
    "Float8_e4m3fnuz",
    "int8_t",
    "uint8_t",
    "int32_t",
    "int64_t",
    "array",
    "Array",
    "OpaqueType",
    "Scalar",
    "optional",
    "operator",
    "lambda",
    "instance",
    "gpu_kernel_impl",
    "gpu_kernel_impl_nocast",
    "gpu_index_kernel",
    "opmath_gpu_kernel_with_scalars",
    "opmath_symmetric_gpu_kernel_with_scalars",
    "gpu_kernel_with_scalars",
    "BinaryFunctor",
    "AUnaryFunctor",
    "BUnaryFunctor",
    "UnaryOpFunctor",
    "BinaryOpScalarFunctor",
    "BinaryOpListAlphaFunctor",
    "BinaryOpScalarListFunctor",
    "BinaryOpScalarTensorFunctor",
    "PointwiseOpScalarFunctor",
    "PointwiseOpScalarListFunctor",
    "PointwiseOpListFunctor",
    "TernaryOpScalarFunctor",
    "TensorListMetadata",
    "TensorListScalarListMetadata",
    "TensorIteratorBase",
    "TensorIterator",
    "ReduceOp",
    "func_wrapper_t",
    "CUDAGeneratorImpl",
});

constexpr auto kPrefixes = std::to_array<std::string_view>(
    {"CUDAFunctorOnSelf_", "CUDAFunctorOnOther_", "CUDAFunctor_", "launch_", "_cuda_", "compute_"});
constexpr auto kSuffixes = std::to_array<std::string_view>({
    "_kernel_cuda", "_cuda_kernel", "_kernel_impl", "_cuda_out",      "_and_transform", "_internal_kernel",
    "_kernel",      "_functor",     "_impl",        "_cuda",          "_nocast",        "CUDAKernelImpl",
    "KernelImpl",   "KernelCUDA",   "CUDAKernel",   "Functor",        "Kernel",         "Impl",
    "Ops",          "Op",           "_t",           "_tensor_scalar",
});

using Spelling = std::pair<std::string_view, std::string_view>;
constexpr std::array kSpellings{
    Spelling{"direct_copy", "copy"},
    Spelling{"arg_max", "argmax"},
    Spelling{"arg_min", "argmin"},
    Spelling{"max_nan", "max"},
    Spelling{"min_nan", "min"},
    Spelling{"plus", "add"},
    Spelling{"minus", "sub"},
    Spelling{"multiplies", "mul"},
    Spelling{"divides", "div"},
    Spelling{"welford", "var"},
    Spelling{"norm_two", "l2_norm"},
    Spelling{"copy_device_to_device", "copy"},
    Spelling{"scatter_gather", "scatter or gather"},
};

// "MulFunctor" -> "mul", "CompareEqFunctor" -> "compare_eq", "GeluCUDAKernelImpl" -> "gelu".
std::string functorWord(std::string_view word)
{
    for (const std::string_view prefix : kPrefixes) {
        if (word.starts_with(prefix) && word.size() > prefix.size())
            word.remove_prefix(prefix.size());
    }
    for (bool isCut = true; isCut;) {
        isCut = false;
        for (const std::string_view suffix : kSuffixes) {
            if (word.ends_with(suffix) && word.size() > suffix.size()) {
                word.remove_suffix(suffix.size());
                isCut = true;
            }
        }
    }
    std::string snake;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const bool isUpper = word[i] >= 'A' && word[i] <= 'Z';
        const bool afterLower = i > 0 && ((word[i - 1] >= 'a' && word[i - 1] <= 'z') || word[i - 1] == '_');
        if (isUpper && afterLower && word[i - 1] != '_')
            snake += '_';
        snake += isUpper ? static_cast<char>(word[i] - 'A' + 'a') : word[i];
    }
    const auto known = std::ranges::find(kSpellings, std::string_view(snake), &Spelling::first);
    return known == kSpellings.end() ? snake : std::string(known->second);
}

std::string functorOf(std::string_view arguments)
{
    for (const std::string_view word : identifiers(arguments.substr(0, 4096), 64)) {
        // "T1" and the like stand for a type in names by newer demanglers.
        const bool isPlaceholder = word.size() <= 3 && word[0] == 'T' && isNumber(word.substr(1));
        if (!isPlaceholder && std::ranges::find(kWrappers, word) == kWrappers.end())
            return functorWord(word);
    }
    return {};
}

struct GenericKernel
{
    std::string_view function;  // prefix
    std::string_view operation; // % is the functor
    bool hasVectorWidth;
};
constexpr std::array kGenericKernels{
    GenericKernel{"vectorized_elementwise_kernel", "element-wise %", true},
    GenericKernel{"vectorized_templated_elementwise_kernel", "element-wise % with mixed types", false},
    GenericKernel{"unrolled_elementwise_kernel", "element-wise % with any strides and types", false},
    GenericKernel{"elementwise_kernel", "element-wise % with any strides", false},
    GenericKernel{"distribution_elementwise_grid_stride_kernel", "random numbers (%)", false},
    GenericKernel{"index_elementwise_kernel", "% by index", false},
    GenericKernel{"_scatter_gather_elementwise_kernel", "% by index", false},
    GenericKernel{"reduce_kernel", "reduction (%)", false},
    GenericKernel{"multi_tensor_apply_kernel", "element-wise % over many tensors", false},
};

struct NamedKernel
{
    std::string_view function; // prefix
    std::string_view operation;
};
constexpr std::array kNamedKernels{
    NamedKernel{"CatArrayBatchedCopy", "concatenation"},
    NamedKernel{"indexSelect", "rows by index (embedding)"},
    NamedKernel{"vectorized_gather_kernel", "rows by index (embedding)"},
    NamedKernel{"vectorized_layer_norm_kernel", "layer norm"},
    NamedKernel{"LayerNormForward", "layer norm"},
    NamedKernel{"RowwiseMoments", "mean and variance of rows"},
    NamedKernel{"softmax_warp_forward", "softmax (a row a warp)"},
    NamedKernel{"softmax_warp_backward", "softmax (backward)"},
    NamedKernel{"cunn_SoftMaxForward", "softmax (a row a thread block)"},
    NamedKernel{"cunn_SoftMaxBackward", "softmax (backward)"},
    NamedKernel{"tensor_kernel_scan", "running sum or extreme"},
    NamedKernel{"triu_tril_kernel", "triangle of a matrix"},
    NamedKernel{"fused_dropout_kernel", "dropout"},
    NamedKernel{"gatherTopK", "top-k"},
    NamedKernel{"radixSort", "sort"},
    NamedKernel{"bitonicSort", "sort"},
    NamedKernel{"indexing_backward_kernel", "sums gradients by index"},
};

} // namespace

bool readAten(const Source& source, KernelName& kernel)
{
    const std::string_view function = source.function();
    const std::string_view arguments = source.symbol.templateArguments;
    for (const GenericKernel& generic : kGenericKernels) {
        if (!function.starts_with(generic.function))
            continue;
        kernel.library = KernelLibrary::aten;
        if (!source.name.starts_with("_Z"))
            kernel.functor = functorOf(arguments);
        kernel.operation = generic.operation;
        kernel.operation.replace(kernel.operation.find('%'), 1, kernel.functor.empty() ? "kernel" : kernel.functor);
        if (!generic.operation.ends_with("by index")) // there the first type is that of the index
            kernel.inputType = firstType(arguments);
        if (generic.hasVectorWidth) {
            const std::size_t digit = arguments.find_first_of("123456789");
            const std::size_t end = digit == std::string_view::npos
                                        ? 0
                                        : std::min(arguments.find_first_not_of("0123456789", digit), arguments.size());
            kernel.vectorWidth = digit <= 5 ? toNumber(arguments.substr(digit, end - digit)) : 0; // "4", "(int)4"
        }
        return true;
    }
    for (const NamedKernel& named : kNamedKernels) {
        if (!function.starts_with(named.function))
            continue;
        kernel.library = KernelLibrary::aten;
        kernel.operation = named.operation;
        kernel.inputType = firstType(arguments.substr(0, std::min(arguments.find("unsigned"), arguments.size())));
        return true;
    }
    return false;
}

} // namespace decodescope::kernelname
