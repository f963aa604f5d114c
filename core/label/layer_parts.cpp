// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/layer_parts.h"

#include <algorithm>

namespace decodescope {
namespace {

constexpr std::int64_t kBoolType = 11; // ScalarType::Bool, as aten::to gets it

class PassLabeller
{
public:
    PassLabeller(const Trace& trace, std::vector<WorkUnit>& units, const ForwardPass& pass)
        : m_trace(trace)
        , m_units(units)
        , m_pass(pass)
        , m_hidden(linearSize(trace, units[pass.layers.front().firstLinear]).in)
    {
    }

    void label()
    {
        for (std::size_t i = m_pass.begin; i < m_pass.end; ++i) {
            if (m_units[i].opClass == OpClass::communication)
                setPart(m_units[i], Part::communication);
        }
        for (std::size_t n = 0; n < m_pass.layers.size(); ++n)
            labelLayer(m_pass.layers[n], m_pass.firstLayer + static_cast<int>(n));
        labelBefore();
        labelAfter();
    }

private:
    void labelLayer(const LayerUnits& layer, int number)
    {
        if (layer.hasCore()) {
            labelAttention(m_trace, m_units, layer);
            std::size_t behind = layer.core.end;
            while (behind < layer.end && m_units[behind].part != Part::oProj)
                ++behind;
            if (behind < layer.end)
                labelFeedForward(m_trace, m_units, {behind + 1, layer.end});
        } else {
            const std::size_t behind = std::min(layer.feedForward, layer.end);
            labelMixer({layer.begin, behind});
            labelFeedForward(m_trace, m_units, {behind, layer.end});
        }
        for (std::size_t i = layer.begin; i < layer.end; ++i)
            m_units[i].layer = number;
    }

    // The parts of other mixers than attention have no names; certain are their activations and the addition at the
    // end.
    void labelMixer(UnitRange range)
    {
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (!m_units[i].isKnown && isWholeActivation(m_trace, m_units[i]))
                setPart(m_units[i], Part::activation);
        }
        if (range.end <= range.begin)
            return;
        std::size_t end = range.end - 1;
        const TensorSize& stream = m_units[end].shapes.input[0];
        setPart(m_units[end], Part::residual);
        while (end > range.begin && m_units[end - 1].opClass == OpClass::multiply &&
               m_units[end - 1].shapes.input[0] == stream && m_units[end - 1].shapes.input[1].rank == 0)
            setPart(m_units[--end], Part::residual);
        labelLinearAttention({range.begin, end});
    }

    // Products of activations without a softmax between them are attention too, unless a convolution or a state space
    // takes part.
    void labelLinearAttention(UnitRange range)
    {
        std::size_t begin = range.end;
        std::size_t end = range.begin;
        std::size_t products = 0;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (m_units[i].opClass == OpClass::convolution)
                return;
            products += m_units[i].opClass == OpClass::matmul ? 1 : 0;
            if (m_units[i].opClass != OpClass::linear)
                continue;
            begin = std::min(begin, i);
            end = i;
        }
        if (products < 2)
            return;
        for (std::size_t i = begin; i < end; ++i) {
            if (!m_units[i].isKnown && m_units[i].opClass != OpClass::linear)
                setPart(m_units[i], Part::attention);
        }
    }

    // Before the layers: embedding, positions, mask, angles of the rotary embedding.
    void labelBefore()
    {
        const std::size_t end = m_pass.layers.front().begin;
        if (m_pass.embedding < end)
            setPart(m_units[m_pass.embedding], Part::embedding);
        const UnitRange rope = ropeAngles(end);
        for (std::size_t i = rope.begin; i < rope.end; ++i) {
            if (!m_units[i].isKnown)
                setPart(m_units[i], Part::rope);
        }
        const std::size_t from = m_pass.embedding < end ? m_pass.embedding + 1 : m_pass.begin;
        if (m_pass.embedding < end)
            labelEarlyMask(m_pass.embedding);
        for (std::size_t i = m_pass.begin; i < from; ++i)
            labelPositionStep(i);
        std::size_t next = from;
        while (next < end && m_units[next].opClass == OpClass::multiply && scalesEmbedding(m_units[next]))
            setPart(m_units[next++], Part::embedding);
        labelPositions({next, rope.begin == rope.end ? end : rope.begin});
        labelPositions({rope.end, end});
    }

    bool scalesEmbedding(const WorkUnit& unit) const
    {
        return !unit.shapes.known || (unit.shapes.input[0].rank >= 2 && unit.shapes.input[1].rank == 0);
    }

    void labelPositionStep(std::size_t i)
    {
        const WorkUnit& unit = m_units[i];
        if (unit.isKnown)
            return;
        if (unit.opClass == OpClass::sample)
            setPart(m_units[i], Part::sampling);
        else if (unit.opClass == OpClass::range || unit.opClass == OpClass::cumulate)
            setPart(m_units[i], Part::position);
    }

    // cos and sin of position times frequency, with what leads to them and follows from them.
    UnitRange ropeAngles(std::size_t end) const
    {
        std::size_t begin = m_pass.begin;
        while (begin < end && !(m_units[begin].opClass == OpClass::angle || m_units[begin].opClass == OpClass::matmul ||
                                m_units[begin].opClass == OpClass::rope))
            ++begin;
        if (begin == end)
            return {end, end};
        std::size_t last = begin;
        while (last + 1 < end && (continuesAngles(m_units[last + 1]) || makesComplex(last + 1, end)))
            ++last;
        while (begin > m_pass.begin && m_units[begin - 1].opClass == OpClass::copy && !m_units[begin - 1].isKnown &&
               (!m_units[begin - 1].shapes.known || m_units[begin - 1].shapes.input[0].rank >= 2) &&
               m_units[begin - 1].shapes.number != kBoolType)
            --begin;
        // Frequencies that depend on the longest position.
        if (begin >= m_pass.begin + 2 && m_units[begin - 1].opClass == OpClass::add &&
            m_units[begin - 2].opClass == OpClass::reduce && m_units[begin - 1].shapes.input[0].rank == 0)
            begin -= 2;
        return {begin, last + 1};
    }

    // The lengths of complex numbers, before their angles.
    bool makesComplex(std::size_t i, std::size_t end) const
    {
        return i + 1 < end && m_units[i].opClass == OpClass::fill && m_units[i + 1].opClass == OpClass::angle;
    }

    static bool continuesAngles(const WorkUnit& unit)
    {
        switch (unit.opClass) {
        case OpClass::angle:
        case OpClass::matmul:
        case OpClass::concat:
        case OpClass::copy:
        case OpClass::multiply:
        case OpClass::rope:
            return !unit.isKnown;
        default:
            return false;
        }
    }

    // A mask made before the tokens are looked up, for a cache of fixed size: from where the tokens' own mask is
    // brought to that size, or from the places of keys and queries, whose comparison has four dimensions, to the
    // embedding.
    void labelEarlyMask(std::size_t end)
    {
        const auto comparesPlaces = [this](std::size_t i) {
            return m_units[i].opClass == OpClass::compare && m_units[i].shapes.input[0].rank == 4;
        };
        for (std::size_t i = end; i-- > m_pass.begin && m_units[i].opClass != OpClass::sample;) {
            if (comparesPlaces(i)) {
                end = i + 1;
                break;
            }
        }
        std::size_t begin = kNoUnit;
        bool compares = false;
        for (std::size_t i = end; i-- > m_pass.begin && makesMask(m_units[i].opClass);) {
            const WorkUnit& unit = m_units[i];
            compares |= comparesPlaces(i);
            const bool pads = unit.shapes.number == kBoolType && m_trace.text(m_units[i + 1].name) == "aten::pad";
            if (pads || (compares && unit.opClass == OpClass::range))
                begin = i;
        }
        for (std::size_t i = begin; i < end; ++i) {
            if (!m_units[i].isKnown)
                setPart(m_units[i], Part::mask);
        }
    }

    // The mask's units are those around its comparisons. Positions come before them, up to the second range; or else
    // behind them, where a range follows the last comparison.
    void labelPositions(UnitRange range)
    {
        std::size_t lastComparison = kNoUnit;
        bool positionsLast = false;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            if (m_units[i].opClass == OpClass::compare)
                lastComparison = i;
            positionsLast |= lastComparison != kNoUnit && m_units[i].opClass == OpClass::range;
            positionsLast &= lastComparison != i;
        }
        const bool masks = lastComparison != kNoUnit;
        std::size_t firstMask = masks ? lastComparison : range.end;
        while (firstMask > range.begin && makesMask(m_units[firstMask - 1].opClass))
            --firstMask;
        bool inMask = false;
        std::size_t ranges = 0;
        for (std::size_t i = range.begin; i < range.end; ++i) {
            const OpClass opClass = m_units[i].opClass;
            ranges += opClass == OpClass::range ? 1 : 0;
            const bool begins = (opClass == OpClass::range && (ranges > 1 || positionsLast)) ||
                                opClass == OpClass::compare ||
                                (opClass == OpClass::copy && m_units[i].shapes.number == kBoolType);
            inMask = masks && i >= firstMask && (inMask || begins) && !(positionsLast && i > lastComparison);
            if (!m_units[i].isKnown)
                labelPosition(i, range.end, inMask);
        }
    }

    static bool makesMask(OpClass opClass)
    {
        return opClass == OpClass::range || opClass == OpClass::add || opClass == OpClass::subtract ||
               opClass == OpClass::copy || opClass == OpClass::compare || opClass == OpClass::fill ||
               opClass == OpClass::reduce || opClass == OpClass::cumulate || opClass == OpClass::index ||
               opClass == OpClass::divide;
    }

    void labelPosition(std::size_t i, std::size_t end, bool inMask)
    {
        WorkUnit& unit = m_units[i];
        const TensorSize& size = unit.shapes.input[0];
        const bool adds = unit.opClass == OpClass::add;
        const bool looksUp = unit.opClass == OpClass::index && size.rank == 2 && size.last() == m_hidden;
        const bool isPosition = looksUp || (adds && (size.rank == 3 || (i + 1 < end && m_units[i + 1].embeds)));
        const bool counts = unit.opClass == OpClass::range || unit.opClass == OpClass::cumulate;
        if (unit.embeds)
            setPart(unit, offsetsIds(i) ? Part::position : Part::embedding);
        else if (inMask && !isPosition && unit.opClass != OpClass::linear)
            setPart(unit, Part::mask);
        else if (isPosition || counts || (adds && size.rank <= 2))
            setPart(unit, Part::position);
    }

    bool offsetsIds(std::size_t i) const
    {
        return i > m_pass.begin && m_units[i - 1].opClass == OpClass::add && m_units[i - 1].shapes.input[0].rank == 2;
    }

    // Behind the layers: the last normalisation, the vocabulary's matrix, the choice of the next token.
    void labelAfter()
    {
        if (m_pass.lmHead != kNoUnit)
            setPart(m_units[m_pass.lmHead], Part::lmHead);
        const bool draws = std::any_of(m_units.begin() + static_cast<std::ptrdiff_t>(m_pass.layers.back().end),
                                       m_units.begin() + static_cast<std::ptrdiff_t>(m_pass.end),
                                       [](const WorkUnit& unit) { return unit.opClass == OpClass::sample; });
        for (std::size_t i = m_pass.layers.back().end; i < m_pass.end; ++i) {
            if (m_units[i].isKnown)
                continue;
            const OpClass opClass = m_units[i].opClass;
            if (opClass == OpClass::sample ||
                (draws && (opClass == OpClass::topk || opClass == OpClass::sort || opClass == OpClass::softmax)))
                setPart(m_units[i], Part::sampling);
            else
                labelPositionStep(i);
        }
    }

    const Trace& m_trace;
    std::vector<WorkUnit>& m_units;
    const ForwardPass& m_pass;
    std::int64_t m_hidden; // size of a token's vector; 0: not known
};

} // namespace

void labelPass(const Trace& trace, std::vector<WorkUnit>& units, const ForwardPass& pass)
{
    if (!pass.layers.empty())
        PassLabeller(trace, units, pass).label();
}

} // namespace decodescope
