// SPDX-License-Identifier: GPL-3.0-or-later
// Takes the name of a GPU kernel apart as a C++ signature: function, template arguments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace decodescope {

// Names longer than this are looked at only as far as this; the longest of 1,542 real ones has 5,123 bytes.
inline constexpr std::size_t kMaxKernelNameBytes = 16384;

// `void at::native::(anonymous namespace)::CatArrayBatchedCopy<float, unsigned int, 2, 64, 64>(float*, ...)`:
//   function           at::native::CatArrayBatchedCopy
//   templateArguments  float, unsigned int, 2, 64, 64
// A name that is still mangled (`_ZN7ck_tile6kentryILi2E...`) gives its nested name and the rest as it is.
// A name that is no C++ signature (`ampere_sgemm_128x64_nn`) is all function.
struct KernelSymbol
{
    std::string function;
    std::string_view templateArguments; // view of the name that was given
};

// O(length) up to kMaxKernelNameBytes; any bytes, unbalanced brackets included.
KernelSymbol splitKernelSymbol(std::string_view name);

// What follows the last `::` of a function.
std::string_view unqualified(std::string_view function);

// The identifiers of a text (letters, digits, underscores; not starting with a digit), in order, `at` most.
std::vector<std::string_view> identifiers(std::string_view text, std::size_t atMost);

// ASCII only; other bytes stay.
std::string toLower(std::string_view text);

} // namespace decodescope
