// SPDX-License-Identifier: GPL-3.0-or-later
// What an operator (or a kernel that no operator launched) computes, as far as the place of a model part goes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace decodescope {

enum class OpClass : std::uint8_t {
    unknown,
    wrapper,      // holds other operators and says nothing itself: a compiled region
    backward,     // the gradient's half of a training step, optimizers
    continuation, // a second kernel of the operation before: split-K reduction, combination of split attention
    linear,       // activations times a weight matrix
    matmul,       // a product of two activations, until its shapes say that it is a linear one
    attention,    // a whole attention core in one operator or kernel
    softmax,
    norm, // a whole normalisation
    embedding,
    convolution,
    cacheWrite, // writes keys and values into a cache made beforehand
    rope,       // a whole rotary embedding
    gatedActivation,
    experts, // work on tokens sorted by expert
    routing, // a whole choice of experts
    communication,
    concat,
    copy,
    add,
    subtract,
    multiply,
    divide,
    negate,
    power,
    mean,
    rsqrt,
    angle, // cos, sin and what makes their arguments
    activation,
    compare, // and what else makes masks
    range,
    cumulate,
    index,
    gather, // and scatter, along one dimension
    fill,
    topk,
    sort,
    sample,
    reduce,
};

// The words of part_rules.json.
std::string_view opClassName(OpClass opClass);
std::optional<OpClass> opClassFromName(std::string_view name);

} // namespace decodescope
