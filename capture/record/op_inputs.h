// SPDX-License-Identifier: GPL-3.0-or-later
// An operator's arguments: as words on the hot path, as torch.profiler's four members in the trace.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace decodescope {

// The words of one argument. First a header: kind in bits 0-7, element type (c10::ScalarType) in bits 8-15, count in
// the upper half. Then, by kind:
//   tensor      count sizes, count strides
//   plainTensor count sizes (a layout without strides)
//   tensorList  count arguments, each a tensor, plainTensor or other
//   integer, boolean   one word;   real: one word, the double's bits
//   integerList, booleanList, realList   count words
//   other       nothing
namespace OpInput {
enum Kind : std::uint8_t {
    other,
    tensor,
    plainTensor,
    tensorList,
    integer,
    real,
    boolean,
    integerList,
    realList,
    booleanList,
};
constexpr std::int64_t header(Kind kind, int elementType, std::size_t count)
{
    return static_cast<std::int64_t>(std::uint64_t{kind} | std::uint64_t{static_cast<std::uint8_t>(elementType)} << 8 |
                                     std::uint64_t{count} << 32);
}
// Longer lists of scalars are left out, as in torch.
inline constexpr std::size_t kLongestScalarList = 30;
} // namespace OpInput

// Appends "Concrete Inputs", "Input type", "Input Strides" and "Input Dims" to the text of a JSON object, each with ",
// " behind it. Words that do not make sense end the list. O(words).
void appendOpInputs(std::string& out, std::span<const std::int64_t> words);

// torch's word for an element type: "c10::Half", "long int"; "" for those it has none for.
const char* elementTypeName(int scalarType);

} // namespace decodescope
