// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/residual_branches.h"

#include <algorithm>
#include <optional>

namespace decodescope {
namespace {

// Of the tokens' vectors, as the look-up in the embedding's table makes them.
std::optional<TensorSize> streamSize(const std::vector<WorkUnit>& units, const ForwardPass& pass)
{
    if (pass.embedding == kNoUnit)
        return std::nullopt;
    const OpShapes& shapes = units[pass.embedding].shapes;
    if (!shapes.known || shapes.inputs < 2 || shapes.input[0].rank != 2 ||
        shapes.input[1].rank + 1u > TensorSize::kMaxRank)
        return std::nullopt;
    TensorSize size = shapes.input[1];
    size.size[size.rank++] = shapes.input[0].last();
    return size;
}

class BranchReader
{
public:
    BranchReader(const std::vector<WorkUnit>& units, const ForwardPass& pass, const std::vector<UnitRange>& cores,
                 const TensorSize& stream)
        : m_units(units)
        , m_pass(pass)
        , m_cores(cores)
        , m_stream(stream)
    {
    }

    std::vector<Branch> read()
    {
        std::vector<Branch> branches;
        begin(m_pass.embedding + 1);
        for (std::size_t i = m_pass.embedding + 1; i < m_pass.end; ++i) {
            take(i);
            if (!addsToStream(i))
                continue;
            if (m_branch.firstLinear != kNoUnit) {
                m_branch.range.end = i + 1;
                m_branch.kind = kindOf();
                branches.push_back(m_branch);
            } else if (!branches.empty()) {
                branches.back().range.end = i + 1; // attention and MLP side by side are added one after the other
            }
            begin(i + 1);
        }
        if (!branches.empty())
            branches.front().range.begin = branches.front().firstLinear;
        return branches;
    }

private:
    void begin(std::size_t i)
    {
        m_branch = {};
        m_branch.range.begin = i;
        m_hasExperts = m_mixes = false;
    }

    void take(std::size_t i)
    {
        const OpClass opClass = m_units[i].opClass;
        while (m_nextCore < m_cores.size() && m_cores[m_nextCore].begin <= i)
            m_branch.core = m_cores[m_nextCore++];
        m_hasExperts |= opClass == OpClass::topk || opClass == OpClass::routing || opClass == OpClass::experts ||
                        opClass == OpClass::sort || takesExpertWeights(m_units[i]);
        m_mixes |= !m_units[i].isKnown && mixes(opClass);
        if (opClass == OpClass::linear && m_branch.firstLinear == kNoUnit)
            m_branch.firstLinear = i;
    }

    // What no MLP does: convolutions, states that are joined or summed up, products of activations.
    static bool mixes(OpClass opClass)
    {
        return opClass == OpClass::convolution || opClass == OpClass::concat || opClass == OpClass::cumulate ||
               opClass == OpClass::matmul;
    }

    // A matrix or a normalisation stands before it or, before any matrix, a normalisation behind it. Without these it
    // adds to a state of that size.
    bool addsToStream(std::size_t add) const
    {
        const WorkUnit& unit = m_units[add];
        if (unit.opClass != OpClass::add || unit.isKnown || !unit.shapes.sameTwo() || unit.shapes.input[0] != m_stream)
            return false;
        if (m_units[add - 1].part == Part::norm || m_units[add - 1].opClass == OpClass::linear)
            return true;
        for (std::size_t i = add + 1; i < m_pass.end && m_units[i].opClass != OpClass::linear; ++i) {
            if (m_units[i].part == Part::norm)
                return true;
        }
        return false;
    }

    BranchKind kindOf() const
    {
        if (m_branch.core.end > m_branch.core.begin)
            return BranchKind::attention;
        return m_mixes && !m_hasExperts ? BranchKind::mixer : BranchKind::feedForward;
    }

    const std::vector<WorkUnit>& m_units;
    const ForwardPass& m_pass;
    const std::vector<UnitRange>& m_cores;
    TensorSize m_stream;
    Branch m_branch;
    bool m_hasExperts = false;
    bool m_mixes = false;
    std::size_t m_nextCore = 0;
};

// Whether it begins with the normalisation of what it reads.
bool beginsWithNorm(const std::vector<WorkUnit>& units, const Branch& branch)
{
    for (std::size_t i = branch.range.begin; i < branch.firstLinear; ++i) {
        if (units[i].part == Part::norm)
            return true;
    }
    return false;
}

} // namespace

std::vector<Branch> residualBranches(const std::vector<WorkUnit>& units, const ForwardPass& pass,
                                     const std::vector<UnitRange>& cores)
{
    const std::optional<TensorSize> stream = streamSize(units, pass);
    return stream ? BranchReader(units, pass, cores, *stream).read() : std::vector<Branch>{};
}

std::vector<LayerUnits> layersOfBranches(const std::vector<WorkUnit>& units, const std::vector<Branch>& branches)
{
    const auto isFeedForward = [](const Branch& branch) { return branch.kind == BranchKind::feedForward; };
    if (branches.size() < 2 ||
        std::ranges::none_of(branches, [](const Branch& branch) { return branch.kind == BranchKind::mixer; }))
        return {};
    bool inPairs = !isFeedForward(branches.front());
    for (std::size_t i = 0; i < branches.size(); ++i)
        inPairs &= isFeedForward(branches[i]) || (i + 1 < branches.size() && isFeedForward(branches[i + 1]));
    if (!inPairs && !std::all_of(branches.begin() + 1, branches.end(),
                                 [&units](const Branch& branch) { return beginsWithNorm(units, branch); }))
        return {};
    std::vector<LayerUnits> layers;
    for (const Branch& branch : branches) {
        if (!inPairs || !isFeedForward(branch))
            layers.push_back({branch.range.begin, branch.firstLinear, branch.core, branch.range.end, kNoUnit});
        LayerUnits& layer = layers.back();
        layer.end = branch.range.end;
        if (isFeedForward(branch) && layer.feedForward == kNoUnit)
            layer.feedForward = branch.range.begin;
    }
    return layers;
}

} // namespace decodescope
