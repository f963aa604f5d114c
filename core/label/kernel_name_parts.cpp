// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/kernel_name_parts.h"

#include <algorithm>
#include <array>
#include <utility>

namespace decodescope::kernelname {
namespace {

using TypeWord = std::pair<std::string_view, std::string_view>;
constexpr std::array kTypeWords{
    TypeWord{"fp16", "fp16"},
    TypeWord{"f16", "fp16"},
    TypeWord{"half", "fp16"},
    TypeWord{"half_t", "fp16"},
    TypeWord{"Half", "fp16"},
    TypeWord{"__half", "fp16"},
    TypeWord{"bf16", "bf16"},
    TypeWord{"BFloat16", "bf16"},
    TypeWord{"Bfloat16", "bf16"},
    TypeWord{"bfloat16_t", "bf16"},
    TypeWord{"__nv_bfloat16", "bf16"},
    TypeWord{"__hip_bfloat16", "bf16"},
    TypeWord{"tf32", "tf32"},
    TypeWord{"fp32", "fp32"},
    TypeWord{"f32", "fp32"},
    TypeWord{"Fp32", "fp32"},
    TypeWord{"float", "fp32"},
    TypeWord{"fp64", "fp64"},
    TypeWord{"f64", "fp64"},
    TypeWord{"double", "fp64"},
    TypeWord{"e4m3", "fp8 (e4m3)"},
    TypeWord{"E4m3", "fp8 (e4m3)"},
    TypeWord{"Float8_e4m3fn", "fp8 (e4m3)"},
    TypeWord{"float_e4m3_t", "fp8 (e4m3)"},
    TypeWord{"__nv_fp8_e4m3", "fp8 (e4m3)"},
    TypeWord{"e5m2", "fp8 (e5m2)"},
    TypeWord{"E5m2", "fp8 (e5m2)"},
    TypeWord{"Float8_e5m2", "fp8 (e5m2)"},
    TypeWord{"e2m1", "fp4"},
    TypeWord{"E2m1", "fp4"},
    TypeWord{"s8", "int8"},
    TypeWord{"u8", "uint8"},
    TypeWord{"int8", "int8"},
    TypeWord{"s32", "int32"},
    TypeWord{"int", "int32"},
    TypeWord{"long", "int64"},
    TypeWord{"bool", "bool"},
};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

std::vector<std::string_view> splitWords(std::string_view text, char separator)
{
    std::vector<std::string_view> words;
    std::size_t begin = 0;
    for (std::size_t at = text.find(separator); at != std::string_view::npos; at = text.find(separator, begin)) {
        words.push_back(text.substr(begin, at - begin));
        begin = at + 1;
    }
    words.push_back(text.substr(begin));
    return words;
}

bool isNumber(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, isDigit);
}

int toNumber(std::string_view text)
{
    if (!isNumber(text) || text.size() > 9)
        return 0;
    int number = 0;
    for (const char c : text)
        number = number * 10 + (c - '0');
    return number;
}

std::optional<Extent> toExtent(std::string_view word, std::string_view prefix)
{
    if (!word.starts_with(prefix))
        return std::nullopt;
    const auto numbers = splitWords(word.substr(prefix.size(), 64), 'x');
    if (numbers.size() < 2 || numbers.size() > 3 || !std::ranges::all_of(numbers, isNumber))
        return std::nullopt;
    return Extent{toNumber(numbers[0]), toNumber(numbers[1]), numbers.size() == 3 ? toNumber(numbers[2]) : 0};
}

std::string_view typeName(std::string_view word)
{
    const auto found = std::ranges::find(kTypeWords, word, &TypeWord::first);
    return found == kTypeWords.end() ? std::string_view() : found->second;
}

// Compute capabilities: https://developer.nvidia.com/cuda-gpus
std::string_view architectureOfSm(int sm)
{
    switch (sm) {
    case 60:
    case 61:
        return "Pascal";
    case 70:
    case 72:
        return "Volta";
    case 75:
        return "Turing";
    case 80:
    case 86:
    case 87:
        return "Ampere";
    case 89:
        return "Ada";
    case 90:
        return "Hopper";
    case 100:
    case 101:
    case 103:
    case 110:
    case 120:
    case 121:
        return "Blackwell";
    default:
        return {};
    }
}

// LLVM's AMDGPU processors: https://llvm.org/docs/AMDGPUUsage.html
std::string_view architectureOfGfx(std::string_view gfx)
{
    if (gfx == "908")
        return "CDNA";
    if (gfx == "90a")
        return "CDNA2";
    if (gfx == "940" || gfx == "941" || gfx == "942")
        return "CDNA3";
    if (gfx == "950")
        return "CDNA4";
    if (gfx.starts_with("110"))
        return "RDNA3";
    return gfx.starts_with("120") ? "RDNA4" : "";
}

void setSm(KernelName& kernel, int sm)
{
    const std::string_view architecture = architectureOfSm(sm);
    if (architecture.empty())
        return;
    kernel.architecture = architecture;
    kernel.target = "sm_" + std::to_string(sm);
}

void findSm(std::string_view text, KernelName& kernel)
{
    for (std::size_t at = 0; at + 3 < text.size(); ++at) {
        if ((text[at] != 's' && text[at] != 'S') || text[at + 1] != 'm')
            continue;
        const std::size_t begin = at + (text[at + 2] == '_' ? 3 : 2);
        std::size_t end = begin;
        while (end < text.size() && isDigit(text[end]) && end - begin < 4)
            ++end;
        setSm(kernel, toNumber(text.substr(begin, end - begin)));
        if (!kernel.target.empty())
            return;
    }
}

std::string_view firstType(std::string_view text)
{
    text = text.substr(0, 2048);
    std::string_view before;
    for (const std::string_view word : identifiers(text, 128)) {
        const auto begin = static_cast<std::size_t>(word.data() - text.data());
        const std::size_t end = begin + word.size();
        const bool isCast = begin > 0 && text[begin - 1] == '(' && end + 1 < text.size() && text[end] == ')' &&
                            isDigit(text[end + 1]); // "(int)128"
        if (const std::string_view type = typeName(word); !type.empty() && before != "unsigned" && !isCast)
            return type;
        before = word;
    }
    return {};
}

} // namespace decodescope::kernelname
