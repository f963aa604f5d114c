// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces that the readers of kernel names share. Used by kernel_name*.cpp only.
#pragma once

#include "core/label/kernel_name.h"
#include "core/label/kernel_symbol.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace decodescope::kernelname {

// A name, its symbol and its words: the function (or the CUTLASS name in the template arguments) cut at underscores.
struct Source
{
    std::string_view name;
    KernelSymbol symbol;
    std::string_view function() const { return unqualified(symbol.function); }
};

// Each reader fills in what it knows and returns true, or leaves `kernel` as it is.
bool readNvjet(const Source& source, KernelName& kernel);
bool readXmma(const Source& source, KernelName& kernel);
bool readCublasOrCutlass(const Source& source, KernelName& kernel);
bool readTensile(const Source& source, KernelName& kernel);
bool readMiopenGemm(const Source& source, KernelName& kernel);
bool readAttention(const Source& source, KernelName& kernel);
bool readMemory(const Source& source, KernelName& kernel);
bool readNccl(const Source& source, KernelName& kernel);
bool readInductor(const Source& source, KernelName& kernel);
bool readAten(const Source& source, KernelName& kernel);
bool readByNamespace(const Source& source, KernelName& kernel);

// The name of a gemm that CUTLASS's launchers carry as template argument; empty where there is none.
std::string_view cutlassName(const Source& source);

std::vector<std::string_view> splitWords(std::string_view text, char separator);
bool isNumber(std::string_view text);
// Digits as a number, at most 9 of them; 0 for anything else.
int toNumber(std::string_view text);
// "256x64" or "128x128x32", after `prefix`; two or three numbers, k 0 where there are two.
std::optional<Extent> toExtent(std::string_view word, std::string_view prefix = {});
// "fp16", "f16", "half_t", "__nv_bfloat16", "e4m3", ... to the words of KernelName; empty for others.
std::string_view typeName(std::string_view word);
// "Turing" of 75, "Hopper" of 90, "CDNA3" of gfx942; empty for others.
std::string_view architectureOfSm(int sm);
std::string_view architectureOfGfx(std::string_view gfx);
void setSm(KernelName& kernel, int sm);
// "sm_80" somewhere in a name written as sm80, Sm80, sm_80 or sm100a: sets architecture and target.
void findSm(std::string_view text, KernelName& kernel);
// The first word of the text that names an element type; empty where none does.
std::string_view firstType(std::string_view text);

} // namespace decodescope::kernelname
