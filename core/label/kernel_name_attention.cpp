// SPDX-License-Identifier: GPL-3.0-or-later
// Names of attention kernels.
//
// Public sources: kernel_traits.h and flash_fwd_kernel.h of github.com/Dao-AILab/flash-attention (head size, queries
// and keys of a block, warps); PyTorch's
// aten/src/ATen/native/transformers/cuda/mem_eff_attention/kernels/generate_kernels.py
// (`fmha_cutlassF_<type>_<aligned>_<queries>x<keys>_<rf|gmem>_sm<arch>`, B: backward).
#include "core/label/kernel_name_parts.h"

#include <algorithm>

namespace decodescope::kernelname {
namespace {

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

// The first `count` template arguments of `marker<...>` as numbers: "128", "(int)128", "128u".
std::vector<int> numbersAfter(std::string_view text, std::string_view marker, std::size_t count)
{
    std::vector<int> numbers;
    const std::size_t found = text.find(marker);
    if (found == std::string_view::npos)
        return numbers;
    for (std::string_view cell : splitWords(text.substr(found + marker.size(), 256), ',')) {
        cell.remove_prefix(std::min(cell.find_first_not_of(' '), cell.size()));
        if (const std::size_t cast = cell.find(')'); cell.starts_with('(') && cast != std::string_view::npos)
            cell.remove_prefix(cast + 1);
        const std::size_t digits = std::min(cell.find_first_not_of("0123456789"), cell.size());
        if (digits == 0 || numbers.size() == count)
            break;
        numbers.push_back(toNumber(cell.substr(0, digits)));
    }
    return numbers;
}

void noteHeadSize(KernelName& kernel, int size)
{
    if (size > 0)
        kernel.notes.push_back("head size " + std::to_string(size));
}

std::string_view flashOperation(std::string_view text)
{
    if (contains(text, "combine"))
        return "attention (joins the pieces of the keys)";
    if (contains(text, "splitkv"))
        return "attention (forward, keys split over thread blocks)";
    const bool isBackward = contains(text, "bwd") || contains(text, "Bwd");
    return isBackward ? "attention (backward)" : "attention (forward)";
}

bool readFlash(const Source& source, KernelName& kernel)
{
    const std::string_view function = source.symbol.function;
    const std::string_view arguments = source.symbol.templateArguments;
    const bool isThird = contains(arguments, "FlashAttn") || contains(function, "compute_attn_ws");
    if (!isThird && !contains(function, "flash_fwd") && !contains(function, "flash_bwd"))
        return false;
    kernel.library = KernelLibrary::flashAttention;
    kernel.libraryVersion = isThird ? 3 : 2;
    kernel.operation = flashOperation(isThird && !contains(function, "compute_attn_ws") ? arguments : function);
    if (isThird)
        setSm(kernel, 90);
    else
        kernel.notes.emplace_back("needs sm_80 or newer");
    if (const auto traits = numbersAfter(arguments, "kernel_traits<", 3); traits.size() == 3) {
        noteHeadSize(kernel, traits[0]);
        kernel.tile = {traits[1], traits[2], 0};
    }
    kernel.inputType = firstType(arguments);
    return true;
}

bool readXformers(const Source& source, KernelName& kernel)
{
    const std::string_view function = source.function();
    if (!function.starts_with("fmha_cutlass") || function.size() < 14)
        return false;
    kernel.library = KernelLibrary::xformers;
    kernel.operation = function[12] == 'B' ? "attention (backward)" : "attention (forward)";
    for (const std::string_view word : splitWords(function, '_')) {
        if (const std::string_view type = typeName(word); !type.empty())
            kernel.inputType = type;
        else if (const auto tile = toExtent(word))
            kernel.tile = *tile;
        else if (word == "rf")
            kernel.notes.emplace_back("output kept in registers");
        else if (word == "gmem")
            kernel.notes.emplace_back("output accumulated in global memory");
        else if (word == "dropout")
            kernel.notes.emplace_back("with dropout");
    }
    findSm(function, kernel);
    return true;
}

// `cudnn_generated_fort_native_sdpa_sm80_flash_fprop_wmma_f16_knob_3_64x64x128_4x1x1_cga1x1x1_kernel0_0`
bool readCudnn(const Source& source, KernelName& kernel)
{
    const std::string_view function = source.function();
    if (!function.starts_with("cudnn_generated") || !contains(function, "sdpa"))
        return false;
    kernel.library = KernelLibrary::cudnn;
    kernel.operation = contains(function, "bprop") ? "attention (backward)" : "attention (forward)";
    for (const std::string_view word : splitWords(function, '_')) {
        if (const std::string_view type = typeName(word); !type.empty())
            kernel.inputType = type;
        else if (const auto tile = toExtent(word); tile && kernel.tile.m == 0)
            kernel.tile = *tile;
        else if (const auto cluster = toExtent(word, "cga"))
            kernel.cluster = *cluster;
    }
    findSm(function, kernel);
    return true;
}

// `fmhaSm100aKernel_QkvE4m3OBfloat16H64PagedKvCausalP16VarSeqQ128Kv128PersistentContext`
bool readTensorRtLlm(const Source& source, KernelName& kernel)
{
    const std::string_view function = source.function();
    if (!function.starts_with("fmhaSm"))
        return false;
    kernel.library = KernelLibrary::tensorRtLlm;
    kernel.operation = contains(function, "Context") ? "attention (prefill)" : "attention (forward)";
    findSm(function, kernel);
    const std::string_view rest = function.substr(std::min(function.find('_'), function.size()));
    if (rest.starts_with("_Qkv"))
        kernel.inputType = typeName(rest.substr(4, 4));
    if (contains(rest, "OBfloat16"))
        kernel.outputType = "bf16";
    else if (contains(rest, "OFp16"))
        kernel.outputType = "fp16";
    if (contains(rest, "PagedKv"))
        kernel.notes.emplace_back("paged key-value cache");
    if (contains(rest, "Causal"))
        kernel.notes.emplace_back("causal mask");
    return true;
}

bool readFlashInfer(const Source& source, KernelName& kernel)
{
    const std::string_view function = source.function();
    const bool isPrefill = contains(function, "BatchPrefill") || contains(function, "SinglePrefill");
    const bool isDecode = contains(function, "BatchDecode") || contains(function, "SingleDecode");
    if (!isPrefill && !isDecode)
        return false;
    kernel.library = KernelLibrary::flashInfer;
    kernel.operation = isPrefill ? "attention (prefill)" : "attention (decode)";
    if (contains(function, "Paged"))
        kernel.notes.emplace_back("paged key-value cache");
    if (contains(function, "MLA"))
        kernel.notes.emplace_back("multi-head latent attention");
    kernel.inputType = firstType(source.symbol.templateArguments);
    return true;
}

bool readVllm(const Source& source, KernelName& kernel)
{
    const std::string_view function = source.function();
    if (!contains(function, "paged_attention") && !function.starts_with("kernel_unified_attention"))
        return false;
    kernel.library = KernelLibrary::vllm;
    kernel.operation = contains(function, "reduce")    ? "attention (joins the pieces of the keys)"
                       : contains(function, "unified") ? "attention (prefill and decode)"
                                                       : "attention (decode)";
    kernel.notes.emplace_back("paged key-value cache");
    return true;
}

bool readCk(const Source& source, KernelName& kernel)
{
    if (!contains(source.symbol.function, "ck_tile") || !contains(source.symbol.templateArguments, "Fmha"))
        return false;
    kernel.library = KernelLibrary::composableKernel;
    kernel.operation = contains(source.symbol.templateArguments, "FmhaBwd")            ? "attention (backward)"
                       : contains(source.symbol.templateArguments, "FmhaBatchPrefill") ? "attention (prefill)"
                                                                                       : "attention (forward)";
    if (contains(source.symbol.templateArguments, "PagedKV"))
        kernel.notes.emplace_back("paged key-value cache");
    return true;
}

} // namespace

bool readAttention(const Source& source, KernelName& kernel)
{
    return readFlash(source, kernel) || readXformers(source, kernel) || readCudnn(source, kernel) ||
           readTensorRtLlm(source, kernel) || readFlashInfer(source, kernel) || readVllm(source, kernel) ||
           readCk(source, kernel);
}

} // namespace decodescope::kernelname
