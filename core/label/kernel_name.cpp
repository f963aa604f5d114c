// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/kernel_name.h"

#include "core/label/kernel_name_parts.h"

#include <algorithm>
#include <array>

namespace decodescope {

namespace {

using namespace kernelname;

std::string extentText(const Extent& extent)
{
    std::string text = std::to_string(extent.m) + "x" + std::to_string(extent.n);
    if (extent.k > 0)
        text += "x" + std::to_string(extent.k);
    return text;
}

std::string layoutText(std::string_view layout)
{
    const auto operand = [](char letter) { return letter == 'T' ? "transposed" : "not"; };
    if (layout[0] == layout[1])
        return layout[0] == 'T' ? "A and B transposed" : "neither A nor B transposed";
    return std::string("A ") + operand(layout[0]) + (layout[0] == 'T' ? ", B " : " transposed, B ") +
           operand(layout[1]);
}

// "fp16 in, fp32 accumulate, fp16 out" of a product, "fp16" of anything else.
std::string typesText(const KernelName& kernel)
{
    if (kernel.accumulateType.empty() && kernel.outputType.empty())
        return kernel.inputType;
    std::string text;
    const auto add = [&text](std::string_view type, std::string_view role) {
        if (!type.empty())
            text += (text.empty() ? "" : ", ") + std::string(type) + std::string(role);
    };
    add(kernel.inputType, " in");
    add(kernel.accumulateType, " accumulate");
    add(kernel.outputType, " out");
    return text;
}

std::string operatorsText(const std::vector<std::string>& operators)
{
    std::string text;
    for (const std::string& name : operators)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

std::vector<std::string> facts(const KernelName& kernel)
{
    std::vector<std::string> found;
    if (!kernel.fusedOperators.empty())
        found.push_back(operatorsText(kernel.fusedOperators));
    if (const std::string types = typesText(kernel); !types.empty())
        found.push_back(types);
    if (kernel.instruction.m > 0) {
        const bool isAmd = kernel.target.starts_with("gfx");
        found.push_back((isAmd ? "matrix-core instruction " : "tensor-core instruction ") +
                        extentText(kernel.instruction));
    }
    if (kernel.tile.m > 0 && kernel.operation.starts_with("attention"))
        found.push_back(std::to_string(kernel.tile.m) + " queries x " + std::to_string(kernel.tile.n) +
                        " keys at a time");
    else if (kernel.tile.m > 0)
        found.push_back("tile " + extentText(kernel.tile));
    if (kernel.stages > 0)
        found.push_back(std::to_string(kernel.stages) + (kernel.stages == 1 ? " stage" : " stages"));
    if (kernel.cluster.m * kernel.cluster.n > 1)
        found.push_back("cluster of " + std::to_string(kernel.cluster.m) + "x" + std::to_string(kernel.cluster.n) +
                        " thread blocks");
    if (kernel.splitK)
        found.emplace_back("inner dimension split over thread blocks (split-K)");
    if (kernel.layout.size() >= 2)
        found.push_back("layout " + kernel.layout + " (" + layoutText(kernel.layout) + ")");
    if (kernel.vectorWidth > 0)
        found.push_back(std::to_string(kernel.vectorWidth) + " elements a load");
    found.insert(found.end(), kernel.notes.begin(), kernel.notes.end());
    return found;
}

std::string cut(std::string text)
{
    constexpr std::string_view kCutMark = "...";
    if (text.size() <= kMaxShortNameBytes)
        return text;
    std::size_t end = kMaxShortNameBytes - kCutMark.size();
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u) // not inside a UTF-8 sequence
        --end;
    text.resize(end);
    return text + std::string(kCutMark);
}

// The words before the first extent: what names the product.
std::string beforeExtent(std::string_view name)
{
    std::string text;
    for (const std::string_view word : splitWords(name, '_')) {
        if (toExtent(word) || toExtent(word, "tilesize") || toExtent(word, "MT"))
            break;
        text += (text.empty() ? "" : "_") + std::string(word);
    }
    return text;
}

std::string shortProduct(const Source& source, const KernelName& kernel)
{
    const std::string_view inner = cutlassName(source);
    std::string text = beforeExtent(inner.empty() ? source.function() : inner);
    if (kernel.library == KernelLibrary::tensile) {
        // indices of A and B and the element types
        std::size_t end = 0;
        for (int word = 0; word < 4 && end != std::string::npos; ++word)
            end = text.find('_', end + 1);
        text.resize(std::min(end, text.size()));
    }
    text += " " + extentText({kernel.tile.m, kernel.tile.n, 0});
    if (kernel.splitK)
        text += " splitK";
    if (!kernel.layout.empty() && kernel.library != KernelLibrary::tensile)
        text += " " + (kernel.library == KernelLibrary::cublasLt ? kernel.layout : toLower(kernel.layout));
    return text;
}

// A launcher that is the same for all (`cutlass::device_kernel`, `ck_tile::kentry`): the first class that it is given.
std::string_view launchedClass(std::string_view arguments, bool isMangled)
{
    const auto isClass = [](std::string_view word) { return word.size() > 3 && word[0] >= 'A' && word[0] <= 'Z'; };
    arguments = arguments.substr(0, 2048);
    if (!isMangled) {
        const auto words = identifiers(arguments, 64);
        const auto found = std::ranges::find_if(words, isClass);
        return found == words.end() ? std::string_view() : *found;
    }
    for (std::size_t at = 0; at < arguments.size(); ++at) {
        const std::size_t digits = std::min(arguments.find_first_not_of("0123456789", at), arguments.size()) - at;
        if (digits == 0)
            continue;
        const bool isLiteral = at >= 2 && arguments[at - 2] == 'L'; // "Li64E"
        const auto length = static_cast<std::size_t>(toNumber(arguments.substr(at, digits)));
        at += digits;
        const std::string_view word = arguments.substr(std::min(at, arguments.size()), isLiteral ? 0 : length);
        if (isClass(word))
            return word;
        at += word.empty() ? 0 : word.size() - 1;
    }
    return {};
}

std::string shortFunction(const Source& source)
{
    const std::string_view function = source.symbol.function;
    const std::string_view last = unqualified(function);
    if (last == "device_kernel" || last == "kentry" || last == "Kernel" || last == "Kernel2") {
        if (const std::string_view inner = cutlassName(source); !inner.empty())
            return std::string(inner);
        if (const std::string_view launched =
                launchedClass(source.symbol.templateArguments, source.name.starts_with("_Z"));
            !launched.empty())
            return std::string(launched);
    }
    const std::size_t before = function.size() - std::min(function.size(), last.size() + 2);
    if (last == "kernel" && before > 0)
        return std::string(unqualified(function.substr(0, before))) + "::kernel";
    return std::string(last);
}

// "cudnn_generated_fort_native_" is of no use to a reader.
std::string shortCudnnAttention(const Source& source, const KernelName& kernel)
{
    std::string text = "cudnn sdpa";
    for (const std::string_view pass : {"fprop", "bprop"}) {
        if (source.function().find(pass) != std::string_view::npos)
            text += " " + std::string(pass);
    }
    if (!kernel.inputType.empty())
        text += " " + kernel.inputType;
    if (kernel.tile.m > 0)
        text += " " + std::to_string(kernel.tile.m) + "x" + std::to_string(kernel.tile.n);
    return text;
}

} // namespace

std::string_view libraryName(KernelLibrary library)
{
    switch (library) {
    case KernelLibrary::cublas:
        return "cuBLAS";
    case KernelLibrary::cublasLt:
        return "cuBLASLt";
    case KernelLibrary::cutlass:
        return "CUTLASS";
    case KernelLibrary::cudnn:
        return "cuDNN";
    case KernelLibrary::flashAttention:
        return "FlashAttention";
    case KernelLibrary::xformers:
        return "xFormers";
    case KernelLibrary::flashInfer:
        return "FlashInfer";
    case KernelLibrary::tensorRtLlm:
        return "TensorRT-LLM";
    case KernelLibrary::vllm:
        return "vLLM";
    case KernelLibrary::triton:
        return "torch.compile (Triton)";
    case KernelLibrary::aten:
        return "ATen";
    case KernelLibrary::cub:
        return "CUB";
    case KernelLibrary::nccl:
        return "NCCL";
    case KernelLibrary::tensile:
        return "Tensile";
    case KernelLibrary::composableKernel:
        return "Composable Kernel";
    case KernelLibrary::miopen:
        return "MIOpen";
    case KernelLibrary::unknown:
        break;
    }
    return "";
}

KernelName decodeKernelName(std::string_view name)
{
    using Reader = bool (*)(const Source&, KernelName&);
    static constexpr std::array<Reader, 11> kReaders{readMemory,          readInductor, readNccl,       readAttention,
                                                     readNvjet,           readXmma,     readTensile,    readMiopenGemm,
                                                     readCublasOrCutlass, readAten,     readByNamespace};
    const std::string_view start = name.substr(0, kMaxKernelNameBytes);
    const Source source{start, splitKernelSymbol(start)};
    KernelName kernel;
    for (const Reader read : kReaders) {
        if (read(source, kernel))
            break;
    }
    return kernel;
}

std::string describeKernel(const KernelName& kernel)
{
    if (kernel.operation.empty() && kernel.library == KernelLibrary::unknown)
        return {};
    std::string text = kernel.operation.empty() ? "kernel" : kernel.operation;
    if (text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    if (kernel.library == KernelLibrary::nccl && !kernel.functor.empty())
        text += " (" + kernel.functor + ")";
    if (kernel.library != KernelLibrary::unknown)
        text += " by " + std::string(libraryName(kernel.library));
    if (kernel.libraryVersion > 0)
        text += " " + std::to_string(kernel.libraryVersion);
    if (!kernel.target.empty())
        text +=
            " for " + (kernel.architecture.empty() ? kernel.target : kernel.architecture + " (" + kernel.target + ")");
    std::string separator = ": ";
    for (const std::string& fact : facts(kernel)) {
        text += separator + fact;
        separator = ", ";
    }
    return text + ".";
}

std::string shortKernelName(std::string_view name)
{
    const std::string_view start = name.substr(0, kMaxKernelNameBytes);
    if (start.starts_with("Memcpy") || start.starts_with("Memset"))
        return cut(std::string(start));
    const Source source{start, splitKernelSymbol(start)};
    const KernelName kernel = decodeKernelName(start);
    const bool isProduct = kernel.operation == "matrix product" || kernel.operation == "convolution";
    if (isProduct && kernel.tile.m > 0)
        return cut(shortProduct(source, kernel));
    if (kernel.library == KernelLibrary::cudnn && kernel.operation.starts_with("attention"))
        return cut(shortCudnnAttention(source, kernel));
    std::string text = shortFunction(source);
    if (kernel.library == KernelLibrary::aten && !kernel.functor.empty()) {
        constexpr std::string_view kKernel = "_kernel";
        if (text.ends_with(kKernel))
            text.resize(text.size() - kKernel.size());
        text += ": " + kernel.functor;
    }
    return cut(text.empty() ? std::string(start) : text);
}

std::vector<std::string> fusedOperators(std::string_view name)
{
    return name.starts_with("triton_") ? decodeKernelName(name).fusedOperators : std::vector<std::string>();
}

} // namespace decodescope
