// SPDX-License-Identifier: GPL-3.0-or-later
// The half of a layer behind its attention: residual additions, a plain or gated MLP, experts.
#include "core/label/layer_parts.h"

#include <algorithm>
#include <array>

namespace decodescope {
namespace {

class FeedForwardLabeller
{
public:
    FeedForwardLabeller(const Trace& trace, std::vector<WorkUnit>& units, UnitRange range)
        : m_trace(trace)
        , m_units(units)
        , m_range(range)
    {
        std::size_t last = range.end;
        while (last > range.begin && units[last - 1].opClass == OpClass::multiply) // the sum by a constant
            --last;
        if (last > range.begin && units[last - 1].opClass == OpClass::add)
            m_stream = units[last - 1].shapes.input[0];
    }

    void label()
    {
        const std::size_t choice = lastChoice();
        if (choice == kNoUnit) {
            labelDense(m_range);
        } else {
            const UnitRange router = routerAround(choice);
            const UnitRange experts = expertsFrom(router.end);
            labelDense({m_range.begin, router.begin});
            fill(router, Part::router, false);
            fill(experts, Part::experts, true);
            if (std::none_of(m_units.begin() + static_cast<std::ptrdiff_t>(experts.begin),
                             m_units.begin() + static_cast<std::ptrdiff_t>(experts.end),
                             [](const WorkUnit& unit) { return unit.part == Part::downProj; }))
                labelDense({experts.end, m_range.end});
        }
        for (std::size_t i = m_range.begin; i < m_range.end; ++i) {
            if (!m_units[i].isKnown && isPlain(m_units[i]))
                setPart(m_units[i], Part::residual);
        }
    }

private:
    static bool isPlain(const WorkUnit& unit)
    {
        switch (unit.opClass) {
        case OpClass::add:
        case OpClass::subtract:
        case OpClass::multiply:
        case OpClass::divide:
            return true;
        case OpClass::copy:
            return unit.op != kNoEvent;
        default:
            return false;
        }
    }

    bool isA(std::size_t i, OpClass opClass) const { return m_units[i].opClass == opClass; }

    // The last choice of experts; a second one in the same layer weighs or groups them.
    std::size_t lastChoice() const
    {
        for (std::size_t i = m_range.end; i-- > m_range.begin;) {
            if (isA(i, OpClass::topk) || isA(i, OpClass::routing))
                return i;
        }
        return lastChoiceByHand();
    }

    // Chosen without topk: the last thing taken out of the scores before the tokens are sorted.
    std::size_t lastChoiceByHand() const
    {
        std::size_t sorted = m_range.begin;
        while (sorted < m_range.end && !isA(sorted, OpClass::sort) && !isA(sorted, OpClass::experts) &&
               !takesExpertWeights(m_units[sorted]))
            ++sorted;
        if (sorted == m_range.end)
            return kNoUnit;
        for (std::size_t i = sorted; i-- > m_range.begin && !isA(i, OpClass::linear);) {
            if (isA(i, OpClass::gather) || isA(i, OpClass::softmax))
                return i;
        }
        return kNoUnit;
    }

    // From the matrix that scores the experts to where their tokens are sorted out.
    UnitRange routerAround(std::size_t choice) const
    {
        std::size_t firstChoice = choice;
        for (std::size_t i = m_range.begin; i < choice; ++i) {
            if (isA(i, OpClass::topk) || isA(i, OpClass::routing)) {
                firstChoice = i;
                break;
            }
        }
        std::size_t begin = firstChoice;
        while (begin > m_range.begin && !isA(begin, OpClass::linear) && m_units[begin].part != Part::norm)
            --begin;
        if (!isA(begin, OpClass::linear))
            begin = firstChoice;
        while (begin > m_range.begin && isA(begin - 1, OpClass::copy) && !m_units[begin - 1].isKnown)
            --begin;
        std::size_t end = choice + 1;
        while (end < m_range.end && !beginsExperts(end))
            ++end;
        return {begin, end};
    }

    bool beginsExperts(std::size_t i) const
    {
        switch (m_units[i].opClass) {
        case OpClass::sort:
        case OpClass::index:
        case OpClass::experts:
        case OpClass::matmul: // all experts at once, as a batch
        case OpClass::range:
        case OpClass::linear:
            return true;
        case OpClass::copy: // of the tokens, one for each of their experts
        case OpClass::angle:
            return m_stream.rank > 0 && m_units[i].shapes.input[0].last() == m_stream.last();
        case OpClass::fill: // of what the choice is scattered into, or of the experts' output
            return i + 1 >= m_range.end || !isA(i + 1, OpClass::gather);
        default:
            return addsToResidual(i);
        }
    }

    bool addsToResidual(std::size_t i) const
    {
        const WorkUnit& unit = m_units[i];
        return unit.opClass == OpClass::add && !unit.isKnown &&
               (!unit.shapes.known || (unit.shapes.sameTwo() && unit.shapes.input[0] == m_stream));
    }

    // The residual stream by a constant.
    bool scalesStream(std::size_t i) const
    {
        const OpShapes& shapes = m_units[i].shapes;
        return isA(i, OpClass::multiply) && shapes.known && shapes.input[0] == m_stream && shapes.input[1].rank == 0;
    }

    // Up to the last one of their products and what puts the tokens back into order.
    UnitRange expertsFrom(std::size_t begin) const
    {
        std::size_t end = begin;
        for (std::size_t i = begin; i < m_range.end; ++i) {
            if (isA(i, OpClass::experts) || isA(i, OpClass::matmul))
                end = i + 1;
        }
        const bool grouped = end > begin;
        if (!grouped)
            end = begin;
        while (end < m_range.end && !(grouped && isA(end, OpClass::linear) && !isSharedGate(end)) &&
               !addsToResidual(end) && !scalesStream(end) && m_units[end].part != Part::norm &&
               !isA(end, OpClass::communication))
            ++end;
        return {begin, end};
    }

    // One output a token: how much of the shared expert is wanted.
    bool isSharedGate(std::size_t i) const
    {
        return isA(i, OpClass::linear) && linearSize(m_trace, m_units[i]).out == 1;
    }

    bool isWholeActivation(std::size_t i) const { return decodescope::isWholeActivation(m_trace, m_units[i]); }

    void fill(UnitRange range, Part part, bool activations)
    {
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (m_units[i].isKnown || isA(i, OpClass::communication))
                continue;
            setPart(m_units[i], activations && isWholeActivation(i) ? Part::activation
                                : isSharedGate(i)                   ? Part::router
                                                                    : part);
        }
        if (activations)
            labelLoop(range);
    }

    // Experts one after the other, each a gated MLP of three matrices.
    void labelLoop(UnitRange range)
    {
        std::vector<std::size_t> linears;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (isA(i, OpClass::linear))
                linears.push_back(i);
        }
        if (linears.size() % 3 != 0)
            return;
        for (std::size_t i = 0; i < linears.size(); i += 3) {
            if (isGated(linears[i], linears[i + 1], linears[i + 2]))
                labelGated({linears[i], linears[i + 2] + 1}, linears[i], linears[i + 1]);
        }
    }

    bool isGated(std::size_t gate, std::size_t up, std::size_t down) const
    {
        const LinearSize first = linearSize(m_trace, m_units[gate]);
        const LinearSize second = linearSize(m_trace, m_units[up]);
        const LinearSize third = linearSize(m_trace, m_units[down]);
        return first == second && (first.out == 0 || third.in == first.out);
    }

    void labelDense(UnitRange range)
    {
        std::vector<std::size_t> linears;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (isA(i, OpClass::linear) && !m_units[i].isKnown)
                linears.push_back(i);
        }
        std::erase_if(linears, [this](std::size_t i) {
            if (isSharedGate(i))
                setPart(m_units[i], Part::router);
            return isSharedGate(i);
        });
        std::size_t i = 0;
        while (i + 1 < linears.size()) {
            const std::size_t left = linears.size() - i;
            if (left >= 3 && (left == 3 || hasSize(linears[i])) &&
                isGated(linears[i], linears[i + 1], linears[i + 2])) {
                labelGated({linears[i], linears[i + 2] + 1}, linears[i], linears[i + 1]);
                i += 3;
            } else if (left == 2) {
                labelPair(linears[i], linears[i + 1]);
                i += 2;
            } else {
                break;
            }
        }
    }

    bool hasSize(std::size_t linear) const { return linearSize(m_trace, m_units[linear]).out > 0; }

    void labelGated(UnitRange range, std::size_t gate, std::size_t up)
    {
        setPart(m_units[gate], Part::gateProj);
        setPart(m_units[up], Part::upProj);
        setPart(m_units[range.end - 1], Part::downProj);
        labelGate(range);
    }

    // Between the matrices of a gated MLP: the activation, and the product of both halves.
    void labelGate(UnitRange range)
    {
        bool whole = false;
        std::size_t product = kNoUnit;
        for (std::size_t i = range.begin + 1; i + 1 < range.end; ++i) {
            whole |= isWholeActivation(i);
            if (isA(i, OpClass::multiply))
                product = i;
        }
        for (std::size_t i = range.begin + 1; i + 1 < range.end; ++i) {
            if (isA(i, OpClass::linear) || isA(i, OpClass::communication) || m_units[i].part == Part::norm)
                continue;
            const bool acts = isA(i, OpClass::activation) || isA(i, OpClass::gatedActivation);
            const bool moves = whole && !acts && isA(i, OpClass::copy);
            setPart(m_units[i], i == product || moves ? Part::gateMul : Part::activation);
        }
    }

    std::ptrdiff_t count(std::size_t begin, std::size_t end, OpClass opClass) const
    {
        return std::count_if(m_units.begin() + static_cast<std::ptrdiff_t>(begin),
                             m_units.begin() + static_cast<std::ptrdiff_t>(end),
                             [opClass](const WorkUnit& unit) { return unit.opClass == opClass; });
    }

    // One fused kernel, or a whole activation and one product of its result.
    bool isGatedBetween(std::size_t first, std::size_t second) const
    {
        if (count(first, second, OpClass::gatedActivation) > 0)
            return true;
        for (std::size_t i = first + 1; i + 1 < second; ++i) {
            if (isWholeActivation(i) && isA(i + 1, OpClass::multiply))
                return count(first, second, OpClass::multiply) == 1;
        }
        return false;
    }

    void labelPair(std::size_t first, std::size_t second)
    {
        const LinearSize in = linearSize(m_trace, m_units[first]);
        const LinearSize out = linearSize(m_trace, m_units[second]);
        const bool gatedBetween = isGatedBetween(first, second);
        const bool activatedBetween = count(first, second, OpClass::activation) > 0;
        const bool sized = in.out > 0 && out.in > 0;
        if (sized ? in.out == 2 * out.in : gatedBetween) {
            setPart(m_units[first], Part::gateUpProj);
            setPart(m_units[second], Part::downProj);
            labelGate({first, second + 1});
        } else if (sized ? in.out == out.in : activatedBetween) {
            setPart(m_units[first], Part::fcIn);
            setPart(m_units[second], Part::fcOut);
            for (std::size_t i = first + 1; i < second; ++i) {
                if (!m_units[i].isKnown && !isA(i, OpClass::communication))
                    setPart(m_units[i], gatedBetween && isA(i, OpClass::multiply) ? Part::gateMul : Part::activation);
            }
        }
    }

    const Trace& m_trace;
    std::vector<WorkUnit>& m_units;
    UnitRange m_range;
    TensorSize m_stream; // of the residual stream
};

} // namespace

bool isWholeActivation(const Trace& trace, const WorkUnit& unit)
{
    const std::string_view name = trace.text(unit.name);
    if (unit.fromKernel)
        return unit.opClass == OpClass::activation && (name.find("silu") != name.npos || name.find("elu") != name.npos);
    return name.starts_with("aten::silu") || name.starts_with("aten::gelu") || name.starts_with("aten::relu");
}

void labelFeedForward(const Trace& trace, std::vector<WorkUnit>& units, UnitRange range)
{
    FeedForwardLabeller(trace, units, range).label();
}

} // namespace decodescope
