// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/unit_patterns.h"

#include <algorithm>
#include <initializer_list>

namespace decodescope {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);
constexpr std::size_t kMaxCoreReach = 16; // units between an eager core's softmax and its products

// x -> (fp32) -> square -> mean -> + epsilon -> rsqrt -> x * r -> (back to x's type) -> weight * x, in the variants of
// the model families: 1 + weight, weight before the type, no weight.
class NormFinder
{
public:
    explicit NormFinder(std::vector<WorkUnit>& units)
        : m_units(units)
    {
    }

    void label(std::size_t rsqrt)
    {
        const std::size_t begin = findBegin(rsqrt);
        if (begin == kNone)
            return;
        const std::size_t end = findEnd(rsqrt);
        for (std::size_t i = begin; i < end; ++i)
            setPart(m_units[i], Part::norm);
    }

private:
    bool is(std::size_t i, OpClass opClass) const { return i < m_units.size() && m_units[i].opClass == opClass; }

    // Backwards, with the steps that only some variants have: a second difference from the mean (lazily computed), the
    // mean itself.
    std::size_t findBegin(std::size_t rsqrt)
    {
        std::size_t i = rsqrt;
        const auto back = [this, &i](std::initializer_list<OpClass> classes) {
            const bool found = i > 0 && !m_units[i - 1].isKnown &&
                               std::ranges::any_of(classes, [this, i](OpClass one) { return is(i - 1, one); });
            i -= found ? 1 : 0;
            return found;
        };
        back({OpClass::add, OpClass::compare, OpClass::activation}); // + epsilon, or clamped from below
        back({OpClass::subtract});
        if (!back({OpClass::mean, OpClass::reduce}) || !back({OpClass::power, OpClass::multiply}))
            return kNone;
        m_input = m_units[i].shapes.known ? m_units[i].shapes.input[0] : TensorSize{};
        if (back({OpClass::subtract}))
            back({OpClass::mean});
        if (i > 0 && is(i - 1, OpClass::copy) && !m_units[i - 1].isKnown &&
            (m_input.rank == 0 || m_units[i - 1].shapes.input[0] == m_input))
            --i;
        return i;
    }

    std::size_t findEnd(std::size_t rsqrt) const
    {
        std::size_t i = rsqrt + 1;
        if (!is(i, OpClass::multiply))
            return i;
        ++i;
        // Without shapes, weight + 1 is known by its place only.
        if (m_input.rank == 0 && is(i, OpClass::copy) && is(i + 1, OpClass::add) && is(i + 2, OpClass::multiply))
            i += 2;
        bool weighted = false;
        while (i < m_units.size()) {
            const WorkUnit& unit = m_units[i];
            const bool weighs = !weighted && unit.opClass == OpClass::multiply && takesWeight(unit);
            const bool shifts = unit.opClass == OpClass::add && m_input.rank > 0 && takesWeight(unit);
            const bool converts = unit.opClass == OpClass::copy && isOwnCopy(unit);
            if (!weighs && !shifts && !converts)
                break;
            weighted |= weighs;
            ++i;
        }
        return i;
    }

    bool takesWeight(const WorkUnit& unit) const
    {
        if (m_input.rank == 0)
            return true;
        const auto isWeight = [this](const TensorSize& size) {
            return size.rank == 1 && size.last() == m_input.last();
        };
        return isWeight(unit.shapes.input[0]) || isWeight(unit.shapes.input[1]);
    }
    bool isOwnCopy(const WorkUnit& unit) const
    {
        const TensorSize& size = unit.shapes.input[0];
        return m_input.rank == 0 || size == m_input || (size.rank == 1 && size.last() == m_input.last());
    }

    std::vector<WorkUnit>& m_units;
    TensorSize m_input;
};

// A power of a mean with something added is its reciprocal square root.
bool isRootByPower(const std::vector<WorkUnit>& units, std::size_t i)
{
    return i >= 2 && units[i].opClass == OpClass::power && units[i - 1].opClass == OpClass::add &&
           units[i - 2].opClass == OpClass::mean;
}

// 1 + weight, before a whole normalisation.
bool makesWeight(const WorkUnit& unit, const WorkUnit& norm)
{
    const TensorSize& size = unit.shapes.input[0];
    return unit.opClass == OpClass::add && size.rank == 1 && unit.shapes.input[1].rank == 0 &&
           size.last() == norm.shapes.input[0].last();
}

// Computed in another type: converted before and back behind.
bool convertsFor(const WorkUnit& unit, const WorkUnit& norm)
{
    return unit.opClass == OpClass::copy && !unit.isKnown && unit.op != kNoEvent && norm.op != kNoEvent &&
           unit.shapes.known && unit.shapes.input[0] == norm.shapes.input[0];
}

bool isProduct(const WorkUnit& unit)
{
    return unit.opClass == OpClass::matmul || unit.opClass == OpClass::linear;
}

// A router's softmax is followed by a choice.
bool choosesBehind(const std::vector<WorkUnit>& units, std::size_t softmax)
{
    const std::size_t end = std::min(units.size(), softmax + 4);
    return std::any_of(units.begin() + static_cast<std::ptrdiff_t>(softmax),
                       units.begin() + static_cast<std::ptrdiff_t>(end), [](const WorkUnit& unit) {
                           return unit.opClass == OpClass::topk || unit.opClass == OpClass::sort ||
                                  unit.opClass == OpClass::sample;
                       });
}

// The eager core around a softmax: from the product before it to the product after it. A kernel's name does not tell
// products of activations from those with weights; its place beside a softmax does.
UnitRange eagerCore(std::vector<WorkUnit>& units, std::size_t softmax)
{
    const WorkUnit& unit = units[softmax];
    if ((unit.shapes.known && unit.shapes.input[0].rank < 3) || (unit.fromKernel && choosesBehind(units, softmax)))
        return {};
    std::size_t begin = softmax;
    while (begin > 0 && softmax - begin < kMaxCoreReach && !isProduct(units[begin]))
        --begin;
    std::size_t end = softmax;
    while (end + 1 < units.size() && end - softmax < kMaxCoreReach && !isProduct(units[end]))
        ++end;
    for (const std::size_t product : {begin, end}) {
        if (unit.fromKernel && units[product].fromKernel && units[product].opClass == OpClass::linear)
            units[product].opClass = OpClass::matmul;
        if (units[product].opClass != OpClass::matmul)
            return {};
    }
    return {begin, end + 1};
}

} // namespace

void labelNorms(std::vector<WorkUnit>& units)
{
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (units[i].opClass == OpClass::norm) {
            setPart(units[i], Part::norm);
            if (i > 0 && (makesWeight(units[i - 1], units[i]) || convertsFor(units[i - 1], units[i])))
                setPart(units[i - 1], Part::norm);
            if (i + 1 < units.size() && convertsFor(units[i + 1], units[i]))
                setPart(units[i + 1], Part::norm);
        } else if (units[i].opClass == OpClass::rsqrt || isRootByPower(units, i))
            NormFinder(units).label(i);
    }
}

std::vector<UnitRange> attentionCores(std::vector<WorkUnit>& units)
{
    std::vector<UnitRange> cores;
    bool linearSince = false;
    for (std::size_t i = 0; i < units.size(); ++i) {
        UnitRange core;
        if (units[i].opClass == OpClass::attention)
            core = {i, i + 1};
        else if (units[i].opClass == OpClass::softmax)
            core = eagerCore(units, i);
        else if (units[i].opClass == OpClass::linear)
            linearSince = true;
        if (core.end == core.begin)
            continue;
        if (cores.empty() || linearSince)
            cores.push_back(core);
        else
            cores.back().end = std::max(cores.back().end, core.end);
        linearSince = false;
    }
    return cores;
}

} // namespace decodescope
