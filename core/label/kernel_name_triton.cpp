// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the Triton kernels that torch.compile writes: `triton_<kind>_fused_<operators>_<number>`, the operators
// sorted and joined by underscores (torch/_inductor/codegen/triton.py and utils.py, get_fused_kernel_name, of
// github.com/pytorch/pytorch). Older versions append the signature: `_0d1d2de`.
#include "core/label/kernel_name_parts.h"

#include <algorithm>
#include <array>
#include <utility>

namespace decodescope::kernelname {
namespace {

// Operators whose names hold an underscore: the only ones that a cut at underscores would tear apart.
constexpr auto kUnderscoredOperators = std::to_array<std::string_view>({
    "_adaptive_avg_pool2d",
    "_assert_async",
    "_efficient_attention_forward",
    "_flash_attention_forward",
    "_fused_rms_norm",
    "_fused_rms_norm_backward",
    "_grouped_mm",
    "_int_mm",
    "_log_softmax",
    "_log_softmax_backward_data",
    "_low_memory_max_pool2d_with_offsets",
    "_native_batch_norm_legit",
    "_native_batch_norm_legit_functional",
    "_native_batch_norm_legit_no_training",
    "_prelu_kernel",
    "_reshape_alias",
    "_safe_softmax",
    "_scaled_dot_product_attention_math",
    "_scaled_dot_product_cudnn_attention",
    "_scaled_dot_product_cudnn_attention_backward",
    "_scaled_dot_product_efficient_attention",
    "_scaled_dot_product_efficient_attention_backward",
    "_scaled_dot_product_flash_attention",
    "_scaled_dot_product_flash_attention_backward",
    "_scaled_mm",
    "_softmax",
    "_softmax_backward_data",
    "_to_copy",
    "_unsafe_index",
    "_unsafe_index_put",
    "_unsafe_view",
    "_weight_norm_interface",
    "adaptive_avg_pool2d",
    "add_",
    "as_strided",
    "as_strided_scatter",
    "avg_pool2d",
    "bitwise_and",
    "bitwise_left_shift",
    "bitwise_not",
    "bitwise_or",
    "bitwise_right_shift",
    "bitwise_xor",
    "clamp_max",
    "clamp_min",
    "constant_pad_nd",
    "convert_element_type",
    "convolution_backward",
    "copy_",
    "div_",
    "embedding_dense_backward",
    "empty_like",
    "empty_strided",
    "fill_",
    "floor_divide",
    "full_like",
    "fused_add_rms_norm",
    "gelu_backward",
    "glu_backward",
    "grid_sampler_2d",
    "hardtanh_backward",
    "index_add",
    "index_copy",
    "index_copy_",
    "index_fill",
    "index_put",
    "index_put_",
    "index_select",
    "layer_norm",
    "leaky_relu",
    "lift_fresh_copy",
    "linalg_vector_norm",
    "log_sigmoid_forward",
    "log_softmax",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "masked_fill",
    "masked_scatter",
    "max_pool2d_with_indices",
    "max_pool2d_with_indices_backward",
    "moe_forward",
    "mse_loss",
    "mse_loss_backward",
    "mul_",
    "nan_to_num",
    "native_batch_norm",
    "native_batch_norm_backward",
    "native_dropout",
    "native_dropout_backward",
    "native_group_norm",
    "native_group_norm_backward",
    "native_layer_norm",
    "native_layer_norm_backward",
    "new_empty",
    "new_empty_strided",
    "new_full",
    "new_ones",
    "new_zeros",
    "nll_loss_backward",
    "nll_loss_forward",
    "ones_like",
    "permute_copy",
    "pixel_shuffle",
    "pow_",
    "quantize_per_tensor",
    "rand_like",
    "randn_like",
    "reflection_pad2d",
    "repeat_interleave",
    "rms_norm",
    "rotary_embedding",
    "scalar_tensor",
    "scaled_dot_product_attention",
    "scatter_add",
    "scatter_reduce",
    "searchsorted_",
    "select_backward",
    "select_scatter",
    "sigmoid_backward",
    "silu_and_mul",
    "silu_backward",
    "slice_backward",
    "slice_scatter",
    "smooth_l1_loss",
    "soft_margin_loss",
    "split_with_sizes",
    "static_scaled_fp8_quant",
    "std_mean",
    "sub_",
    "sym_size",
    "tanh_backward",
    "threshold_backward",
    "to_copy",
    "unified_attention",
    "unsafe_split",
    "unsqueeze_",
    "upsample_bicubic2d",
    "upsample_bilinear2d",
    "upsample_nearest2d",
    "var_mean",
    "view_as_complex",
    "view_as_real",
    "view_copy",
    "where_self",
    "zero_",
    "zeros_like",
    "dynamic_scaled_fp8_quant",
    "dequantize_per_tensor",
    "binary_cross_entropy_with_logits",
});

using Kind = std::pair<std::string_view, std::string_view>;
constexpr std::array kKinds{
    Kind{"triton_poi_", "point by point"},       Kind{"triton_red_", "reduction in a loop"},
    Kind{"triton_per_", "reduction in one go"},  Kind{"triton_tem_", "from a matrix-product template"},
    Kind{"triton_for_", "many tensors at once"}, Kind{"triton_spl_", "split scan"},
};

// Is it `12`, or `12_0d1d2de`, to the end?
bool isNumberAndSignature(std::string_view tail)
{
    const std::size_t end = std::min(tail.find_first_not_of("0123456789"), tail.size());
    return end > 0 && (end == tail.size() || (tail[end] == '_' && tail.find_first_not_of("0123456789dec", end + 1) ==
                                                                      std::string_view::npos));
}

// The length of the operator's name at the start of `text`, which is cut at an underscore or ends there.
std::size_t operatorLength(std::string_view text)
{
    std::size_t longest = 0;
    for (const std::string_view name : kUnderscoredOperators) {
        if (name.size() <= longest || !text.starts_with(name))
            continue;
        if (text.size() == name.size() || text[name.size()] == '_')
            longest = name.size();
    }
    if (longest > 0)
        return longest;
    const std::size_t begin = std::min(text.find_first_not_of('_'), text.size());
    return std::min(text.find('_', begin), text.size());
}

std::vector<std::string> operatorsOf(std::string_view text)
{
    constexpr std::size_t kMostOperators = 256;
    std::vector<std::string> operators;
    while (!text.empty() && operators.size() < kMostOperators && !isNumberAndSignature(text)) {
        const std::size_t length = operatorLength(text);
        if (length == 0)
            break;
        operators.emplace_back(text.substr(0, length));
        text.remove_prefix(std::min(length + 1, text.size()));
    }
    return operators;
}

} // namespace

bool readInductor(const Source& source, KernelName& kernel)
{
    const std::string_view function = source.symbol.function;
    const auto kind = std::ranges::find_if(kKinds, [&](const Kind& k) { return function.starts_with(k.first); });
    if (kind == kKinds.end()) {
        if (!function.starts_with("triton__"))
            return false;
        kernel.library = KernelLibrary::triton; // torch 2.0 did not put the operators in
        kernel.operation = "fused operators";
        return true;
    }
    kernel.library = KernelLibrary::triton;
    kernel.operation = "fused operators (" + std::string(kind->second) + ")";
    std::string_view rest = function.substr(kind->first.size());
    constexpr std::string_view kFused = "fused_";
    if (rest.starts_with(kFused))
        kernel.fusedOperators = operatorsOf(rest.substr(kFused.size()));
    return true;
}

} // namespace decodescope::kernelname
