// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/expected_shares.h"

#include "core/query/linear_weights.h"
#include "core/query/model_facts.h"
#include "core/query/scoped_operations.h"

#include <array>

namespace decodescope {

namespace {

using Verdict = ExpectedShare::Verdict;

struct Expectation
{
    std::string_view pattern;
    double low;
    double high;
    std::string_view whenBelow;
    std::string_view whenAbove;
};

// By KernelGroup. Shares are those of the decode that expectationBasis() names.
constexpr std::array<Expectation, kKernelGroupCount> kExpectations{{
    {"gemm and gemv kernels: q, k, v, o, gate, up, down, lm_head", 0.60, 0.80,
     "Who took the rest of the time? Look at the groups above their range. On a fast card the weights are read so "
     "quickly that the fixed cost of small kernels is what remains.",
     "Do the products take longer than their bytes? See floor / matrix products in the record sheet: fp32 weights, no "
     "tensor cores, a prefill or a larger batch would show there."},
    {"add, mul, silu, pow, rsqrt, neg, casts inside of norms and RoPE", 0.10, 0.20,
     "Is this work fused (torch.compile, a fused norm), or do the products take longer than expected?",
     "Are these kernels slow on this card, or are they many? Look at count and mean: kernels of few microseconds cost "
     "their launch more than their work; fusing is what helps."},
    {"flash, mem-efficient or cuDNN attention, or bmm, softmax, bmm", 0.05, 0.10,
     "Is the sequence very short? The attention core is the one part that grows with it.",
     "How long is the sequence, how large the batch? The core grows with both. Which backend runs (record sheet)? "
     "The math backend reads and writes the whole score matrix."},
    {"cat and copy kernels that append keys and values", 0.03, 0.06,
     "Is the cache written in place (preallocated, paged), or inside of the attention kernel?",
     "How long is the cache? torch.cat copies all of it for each new token; a preallocated cache does not. Are keys "
     "and values also expanded (repeat_kv)?"},
    {"reduce_kernel: the mean of each RMSNorm", 0.02, 0.04,
     "Are the norms fused kernels, which do their own reduction?",
     "Are there more reductions than two a layer? A fused norm takes one kernel instead of five."},
    {"all other kernels and copies, among them what torch.compile fused", 0, 0, "", ""},
}};

// `fusedNorms`: kernels that do all of a norm, and no mean of their own, were found.
std::optional<int> expectedCount(KernelGroup group, const ModelFacts& facts, bool fusedNorms)
{
    if (facts.layers <= 0)
        return std::nullopt;
    switch (group) {
    case KernelGroup::linear:
        return expectedLinears(facts);
    case KernelGroup::attention:
        return facts.layers;
    case KernelGroup::cache:
        return 2 * facts.layers;
    case KernelGroup::reduction:
        return fusedNorms ? std::nullopt : std::optional(2 * facts.layers + 1); // two norms a layer and the last one
    default:
        return std::nullopt;
    }
}

bool isFusedNorm(const Label& label)
{
    return label.family == KernelFamily::norm || (label.family == KernelFamily::fused && label.part == Part::norm);
}

Verdict verdictOf(double share, const Expectation& expected)
{
    if (expected.high <= 0)
        return Verdict::noExpectation;
    if (share < expected.low)
        return Verdict::below;
    return share > expected.high ? Verdict::above : Verdict::within;
}

} // namespace

std::string_view groupName(KernelGroup group)
{
    switch (group) {
    case KernelGroup::linear:
        return "matrix products";
    case KernelGroup::elementwise:
        return "elementwise";
    case KernelGroup::attention:
        return "attention core";
    case KernelGroup::cache:
        return "KV cache append";
    case KernelGroup::reduction:
        return "reduction";
    case KernelGroup::rest:
        break;
    }
    return "the rest";
}

KernelGroup groupOf(const Label& label)
{
    const bool hasPart = label.source != LabelSource::none;
    if (label.family == KernelFamily::attention)
        return KernelGroup::attention;
    // Masks, scaling, repeated heads, and what a compiler fused around the core and called after it are none of it.
    const bool isCore = label.family == KernelFamily::gemm || label.family == KernelFamily::gemv ||
                        label.family == KernelFamily::softmax;
    if (hasPart && label.part == Part::attention && isCore)
        return KernelGroup::attention;
    if (hasPart && label.part == Part::kvCache)
        return KernelGroup::cache;
    switch (label.family) {
    case KernelFamily::gemm:
    case KernelFamily::gemv:
        return KernelGroup::linear;
    case KernelFamily::elementwise:
        return KernelGroup::elementwise;
    case KernelFamily::reduction:
        return KernelGroup::reduction;
    case KernelFamily::copy:
        return hasPart ? KernelGroup::elementwise : KernelGroup::cache;
    default:
        return KernelGroup::rest;
    }
}

std::string_view expectationWord(Verdict verdict)
{
    switch (verdict) {
    case Verdict::within:
        return "as expected";
    case Verdict::below:
        return "below";
    case Verdict::above:
        return "above";
    case Verdict::noExpectation:
        break;
    }
    return "";
}

std::string_view expectationBasis()
{
    return "Expected of TinyLlama 1.1B in fp16, batch 1, a few hundred tokens, eager, on a T4: from bytes and numbers "
           "of "
           "kernels, not measured.";
}

std::vector<ExpectedShare> expectedShares(const Trace& trace, const Labels* labels, const QueryScope& scope,
                                          std::stop_token stop)
{
    static const Labels kNoLabels;
    const Labels& known = labels ? *labels : kNoLabels;
    const ScopedOperations operations = operationsInScope(trace, scope, stop);
    if (operations.uses.empty())
        return {};
    const ModelFacts facts = modelFacts(trace, labels, linearCalls(trace, stop), stop);
    bool fusedNorms = false;
    std::vector<ExpectedShare> rows(kKernelGroupCount);
    std::array<std::uint64_t, kKernelGroupCount> inSteps{};
    Ns all = 0;
    for (const ScopedOperation& operation : operations.uses) {
        const Label& label = known.of(operation.use.index);
        fusedNorms = fusedNorms || isFusedNorm(label);
        const auto group = static_cast<std::size_t>(groupOf(label));
        rows[group].time = saturatingAdd(rows[group].time, operation.time);
        ++rows[group].count;
        rows[group].events.push_back(operation.use.event);
        inSteps[group] += operation.isInCountedStep;
        all = saturatingAdd(all, operation.time);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Expectation& expected = kExpectations[i];
        ExpectedShare& row = rows[i];
        row.group = static_cast<KernelGroup>(i);
        row.pattern = expected.pattern;
        row.low = expected.low;
        row.high = expected.high;
        row.share = all > 0 ? static_cast<double>(row.time) / static_cast<double>(all) : 0;
        row.countShare = static_cast<double>(row.count) / static_cast<double>(operations.uses.size());
        if (operations.steps > 0)
            row.countPerStep = static_cast<double>(inSteps[i]) / static_cast<double>(operations.steps);
        row.expectedPerStep = expectedCount(row.group, facts, fusedNorms);
        row.verdict = verdictOf(row.share, expected);
        if (row.verdict == Verdict::below)
            row.question = expected.whenBelow;
        if (row.verdict == Verdict::above)
            row.question = expected.whenAbove;
    }
    return stop.stop_requested() ? std::vector<ExpectedShare>() : rows;
}

} // namespace decodescope
