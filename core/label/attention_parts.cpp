// SPDX-License-Identifier: GPL-3.0-or-later
// The half of a layer up to its attention core and the matrix behind it.
#include "core/label/layer_parts.h"

#include <algorithm>
#include <array>
#include <span>

namespace decodescope {
namespace {

constexpr std::size_t kMaxReach = 24; // operators between the last matrix and the rotary embedding

bool ofHeads(const TensorSize& size)
{
    return size.rank >= 3;
}

class AttentionLabeller
{
public:
    AttentionLabeller(const Trace& trace, std::vector<WorkUnit>& units, const LayerUnits& layer)
        : m_trace(trace)
        , m_units(units)
        , m_layer(layer)
        , m_first(layer.firstLinear)
    {
    }

    void label()
    {
        labelMatrices();
        labelCache();
        labelRope();
        labelAnglesOfGraph();
        std::size_t end = outputMatrix();
        if (end < m_layer.end)
            setPart(m_units[end], Part::oProj);
        else
            end = m_layer.core.end;
        for (std::size_t i = m_first; i < end; ++i) {
            if (!m_units[i].isKnown && m_units[i].opClass != OpClass::linear &&
                m_units[i].opClass != OpClass::communication)
                setPart(m_units[i], Part::attention);
        }
    }

private:
    // The first matrix behind the core; another one may make a gate of the layer's input first, which is as wide as
    // there are heads.
    std::size_t outputMatrix() const
    {
        const std::int64_t hidden = linearSize(m_trace, m_units[m_layer.firstLinear]).in;
        std::size_t first = m_layer.end;
        for (std::size_t i = m_layer.core.end; i < m_layer.end; ++i) {
            if (first < m_layer.end && m_units[i].part == Part::norm && m_units[i].shapes.input[0].last() == hidden)
                break;
            if (m_units[i].opClass != OpClass::linear)
                continue;
            first = std::min(first, i);
            const std::int64_t out = linearSize(m_trace, m_units[i]).out;
            if (out == 0 || out == hidden)
                return i;
        }
        return first;
    }

    // A layer may mix tokens in another way beside its attention; then the attention begins with its own matrices.
    void skipOtherMixer(std::vector<std::size_t>& linears)
    {
        if (linears.size() <= 3)
            return;
        const std::size_t query = linears[linears.size() - 3];
        const auto end = m_units.begin() + static_cast<std::ptrdiff_t>(query);
        if (std::find_if(m_units.begin() + static_cast<std::ptrdiff_t>(m_layer.firstLinear), end,
                         [](const WorkUnit& unit) { return unit.opClass == OpClass::convolution; }) == end)
            return;
        for (std::size_t i = m_layer.firstLinear; i < query; ++i) {
            if (!m_units[i].isKnown && isWholeActivation(m_trace, m_units[i]))
                setPart(m_units[i], Part::activation);
        }
        linears.erase(linears.begin(), linears.end() - 3);
        m_first = query;
    }

    void labelMatrices()
    {
        std::vector<std::size_t> linears;
        for (std::size_t i = m_layer.firstLinear; i < m_layer.core.begin; ++i) {
            if (m_units[i].opClass == OpClass::linear)
                linears.push_back(i);
        }
        skipOtherMixer(linears);
        if (linears.size() == 1) {
            setPart(m_units[linears[0]], Part::qkvProj);
        } else if (linears.size() == 3) {
            const LinearSize q = linearSize(m_trace, m_units[linears[0]]);
            const LinearSize k = linearSize(m_trace, m_units[linears[1]]);
            const LinearSize v = linearSize(m_trace, m_units[linears[2]]);
            // There are at least as many queries as keys and values; all read the same vector.
            if (q.in != k.in || k.in != v.in || q.out < k.out || q.out < v.out)
                return;
            constexpr std::array<Part, 3> kParts{Part::qProj, Part::kProj, Part::vProj};
            for (std::size_t i = 0; i < 3; ++i)
                setPart(m_units[linears[i]], kParts[i]);
        }
    }

    // Keys or values put behind those of the tokens before: joined along the tokens, or written into a given cache.
    static bool appends(const WorkUnit& unit)
    {
        if (unit.opClass == OpClass::cacheWrite)
            return true;
        if (unit.opClass != OpClass::concat || !unit.shapes.isList || unit.shapes.inputs != 2)
            return false;
        const TensorSize& joined = unit.shapes.input[1];
        if (!unit.shapes.number || !ofHeads(joined))
            return false;
        const std::int64_t dimension = *unit.shapes.number;
        return dimension != -1 && dimension != joined.rank - 1;
    }

    void labelCache()
    {
        bool writes = false;
        m_cacheBegin = m_layer.core.begin;
        labelJoinsWithoutShapes();
        for (std::size_t i = m_layer.core.begin; i-- > m_first;) {
            if (m_units[i].part == Part::kvCache)
                m_cacheBegin = i;
            if (m_units[i].isKnown || !appends(m_units[i]))
                continue;
            setPart(m_units[i], Part::kvCache);
            writes |= m_units[i].opClass == OpClass::cacheWrite && !m_units[i].fromKernel;
            m_cacheBegin = i;
        }
        // The first keys and values are joined to nothing, which is made of a number first.
        while (m_cacheBegin > m_first && m_units[m_cacheBegin].opClass == OpClass::concat &&
               m_units[m_cacheBegin].shapes.input[0].last() == 0 && isNumberCopy(m_units[m_cacheBegin - 1]))
            setPart(m_units[--m_cacheBegin], Part::kvCache);
        if (!writes)
            return;
        // Writing into a given cache takes positions, which are small vectors.
        for (std::size_t i = m_first; i < m_layer.core.begin; ++i) {
            const WorkUnit& unit = m_units[i];
            if (!unit.isKnown && unit.op != kNoEvent && unit.shapes.known && unit.opClass != OpClass::linear &&
                unit.shapes.input[0].rank <= 1)
                setPart(m_units[i], Part::kvCache);
        }
        while (m_cacheBegin > m_first && m_units[m_cacheBegin - 1].part == Part::kvCache)
            --m_cacheBegin;
    }

    static bool isNumberCopy(const WorkUnit& unit)
    {
        return !unit.isKnown && unit.opClass == OpClass::copy && unit.shapes.known && unit.shapes.input[0].rank == 0;
    }

    // Where the shapes are not recorded: keys and values are joined one right after the other, and no other pair of
    // joins comes closer to the core.
    void labelJoinsWithoutShapes()
    {
        std::size_t i = m_layer.core.begin;
        while (i > m_first && m_units[i - 1].opClass == OpClass::copy)
            --i;
        if (i < m_first + 2)
            return;
        for (const std::size_t join : {i - 1, i - 2}) {
            if (m_units[join].opClass != OpClass::concat || m_units[join].shapes.known)
                return;
        }
        setPart(m_units[i - 1], Part::kvCache);
        setPart(m_units[i - 2], Part::kvCache);
    }

    // x * cos + turned(x) * sin: a run of products, sums and joins of the heads' vectors.
    bool rotates(std::size_t i) const
    {
        const WorkUnit& unit = m_units[i];
        if (unit.isKnown)
            return false;
        switch (unit.opClass) {
        case OpClass::multiply:
            return !unit.shapes.known || (ofHeads(unit.shapes.input[0]) && ofHeads(unit.shapes.input[1]));
        case OpClass::add:
        case OpClass::subtract:
        case OpClass::negate:
        case OpClass::concat:
        case OpClass::angle:
        case OpClass::copy:
        case OpClass::rope:
        case OpClass::index:
            return true;
        default:
            return false;
        }
    }
    bool provesRope(const WorkUnit& unit) const
    {
        return unit.opClass == OpClass::negate || unit.opClass == OpClass::angle || unit.opClass == OpClass::rope ||
               unit.opClass == OpClass::subtract;
    }
    // A rotation as one product of complex numbers, half as many as the converted vector has real ones.
    bool isComplex(std::size_t runBegin, std::size_t i) const
    {
        if (runBegin == 0 || m_units[i].opClass != OpClass::multiply || !convertsHeads(m_units[runBegin - 1]))
            return false;
        const OpShapes& shapes = m_units[i].shapes;
        return shapes.known && shapes.input[0].last() == shapes.input[1].last() &&
               2 * shapes.input[0].last() == m_units[runBegin - 1].shapes.input[0].last();
    }
    bool beginsRope(std::size_t i) const
    {
        const WorkUnit& unit = m_units[i];
        return rotates(i) && (unit.opClass == OpClass::multiply || unit.opClass == OpClass::angle ||
                              unit.opClass == OpClass::rope || unit.opClass == OpClass::negate);
    }

    void labelRope()
    {
        std::size_t i = m_first;
        while (i < m_cacheBegin) {
            if (!beginsRope(i)) {
                ++i;
                continue;
            }
            std::size_t end = i;
            bool proven = false;
            for (; end < m_cacheBegin && rotates(end); ++end)
                proven |= provesRope(m_units[end]) || isComplex(i, end);
            while (end > i + 1 && onlyMoves(m_units[end - 1]))
                --end;
            const std::size_t joins = proven ? joinsBehind(i, end) : end;
            for (std::size_t k = i; proven && k < joins; ++k)
                setPart(m_units[k], Part::rope);
            // Computed in another type: the vectors are converted first.
            for (std::size_t k = i; proven && k-- > m_first && convertsHeads(m_units[k]) && !isLookUp(k);)
                setPart(m_units[k], Part::rope);
            i = end;
        }
    }

    // Behind the embedding, for the core: not a part of it.
    bool onlyMoves(const WorkUnit& unit) const
    {
        const std::string_view name = m_trace.text(unit.name);
        return name == "aten::contiguous" || name == "aten::clone" || name == "aten::reshape";
    }

    bool convertsHeads(const WorkUnit& unit) const
    {
        return !unit.isKnown && unit.opClass == OpClass::copy && unit.op != kNoEvent && ofHeads(unit.shapes.input[0]) &&
               unit.shapes.input[0].rank < 5;
    }
    // Of angles that were looked up in a table right before.
    bool isLookUp(std::size_t i) const
    {
        return i > m_first && (m_units[i - 1].opClass == OpClass::gather || m_units[i - 1].opClass == OpClass::index);
    }

    // A compiled graph computes the angles inside of its first layer: a product that no other layer has.
    void labelAnglesOfGraph()
    {
        for (std::size_t i = m_first; i < m_layer.core.begin; ++i) {
            if (m_units[i].opClass == OpClass::matmul && m_units[i].fromKernel)
                setPart(m_units[i], Part::rope);
        }
    }

    // A partial rotary embedding turns the front of each vector and joins it to the rest. Where the attention itself
    // cut the vectors, before the embedding's cos and sin were brought into shape, it joins them too: those units are
    // the attention's. Returns where they begin; `end` if they belong to the embedding.
    std::size_t joinsBehind(std::size_t begin, std::size_t end) const
    {
        std::size_t behind = end;
        while (behind > begin && m_units[behind - 1].opClass == OpClass::copy)
            --behind;
        std::size_t joins = behind;
        while (joins > begin && m_units[joins - 1].opClass == OpClass::concat)
            --joins;
        if (behind - joins != 2 || m_units[joins].shapes.inputs != 2)
            return end;
        const OpShapes& shapes = m_units[joins].shapes;
        return cutsFirst(begin, shapes.input[0].last() + shapes.input[1].last()) ? joins : end;
    }

    // Whether the operators before the embedding first cut vectors of that size, then bring cos and sin into shape.
    bool cutsFirst(std::size_t begin, std::int64_t size) const
    {
        const EventId first = m_units[begin].op;
        const auto place = first == kNoEvent ? std::nullopt : m_trace.place(first);
        if (!place)
            return false;
        const Lane& lane = m_trace.track(m_trace.events().track(first)).lanes[place->lane];
        const std::size_t from = place->position - std::min<std::size_t>(place->position, kMaxReach);
        bool cuts = false;
        bool shapedSince = false;
        for (std::size_t i = from; i < place->position; ++i) {
            const std::string_view name = m_trace.name(lane.event(i));
            const bool isCut = name == "aten::slice" || name == "aten::split" || name == "aten::split_with_sizes";
            if (isCut && cutSize(lane.event(i)) == size) {
                cuts = true;
                shapedSince = false;
            } else if (name == "aten::unsqueeze") {
                shapedSince = true;
            }
        }
        return cuts && shapedSince;
    }
    std::int64_t cutSize(EventId op) const
    {
        const auto dims = m_trace.args().value(m_trace.events().args(op), "Input Dims");
        const TensorSize size = dims ? readOpShapes(*dims, {}).input[0] : TensorSize{};
        return size.rank == 4 ? size.last() : 0;
    }

    const Trace& m_trace;
    std::vector<WorkUnit>& m_units;
    const LayerUnits& m_layer;
    std::size_t m_first; // the attention's first unit
    std::size_t m_cacheBegin = 0;
};

} // namespace

void labelAttention(const Trace& trace, std::vector<WorkUnit>& units, const LayerUnits& layer)
{
    AttentionLabeller(trace, units, layer).label();
}

} // namespace decodescope
