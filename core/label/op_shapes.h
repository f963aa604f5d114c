// SPDX-License-Identifier: GPL-3.0-or-later
// The shapes that an operator was called with, as torch.profiler writes them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace decodescope {

// Sizes of one tensor; rank 0 for scalars and for what is no tensor.
struct TensorSize
{
    static constexpr std::size_t kMaxRank = 6; // of higher ranks the first sizes are kept
    std::uint8_t rank = 0;
    std::array<std::int64_t, kMaxRank> size{};

    std::int64_t last() const { return rank == 0 ? 0 : size[rank - 1u]; }
    friend bool operator==(const TensorSize&, const TensorSize&) = default;
};

struct OpShapes
{
    static constexpr std::size_t kMaxInputs = 4;
    bool known = false;      // the recording has shapes
    bool isList = false;     // the first input is a list of tensors: `input` holds the first of the list
    std::uint8_t inputs = 0; // in `input`
    std::array<TensorSize, kMaxInputs> input;
    std::optional<std::int64_t>
        number; // the second argument, or else the third, where an integer: dimension of cat, type of to

    // Two tensors of the same size, not scalars.
    bool sameTwo() const { return inputs >= 2 && input[0].rank > 0 && input[0] == input[1]; }
};

// `dims`: the text of "Input Dims", `concrete`: of "Concrete Inputs"; either may be empty. Anything odd makes the
// shapes unknown. O(length).
OpShapes readOpShapes(std::string_view dims, std::string_view concrete);

} // namespace decodescope
