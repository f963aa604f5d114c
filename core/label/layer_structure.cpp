// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/layer_structure.h"

#include "core/label/residual_branches.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace decodescope {
namespace {

constexpr std::size_t kMaxDenseLinears = 6; // behind a core: out, gate, up, down, and two to spare

constexpr std::size_t kMaxInputLinears = 2; // before the first layer

// Ends of a layer's work where no addition can be seen: everything later belongs to the next one.
bool endsWork(const WorkUnit& unit)
{
    return unit.opClass == OpClass::linear || unit.opClass == OpClass::experts ||
           unit.opClass == OpClass::communication || unit.opClass == OpClass::gatedActivation;
}

class PassSplitter
{
public:
    PassSplitter(const std::vector<WorkUnit>& units, const std::vector<UnitRange>& cores)
        : m_units(units)
        , m_cores(cores)
    {
        const auto embeds = std::ranges::find_if(units, &WorkUnit::embeds);
        if (embeds != units.end())
            m_first = &*embeds;
        m_bySample = std::ranges::any_of(units, [](const WorkUnit& unit) { return unit.opClass == OpClass::sample; });
    }

    std::vector<ForwardPass> split()
    {
        std::vector<ForwardPass> passes;
        std::size_t begin = 0;
        std::size_t nextCore = 0;
        for (std::size_t i = 1; i < m_units.size(); ++i) {
            const std::optional<std::size_t> cut = cutBefore(i, begin);
            if (!cut || *cut <= begin)
                continue;
            const std::size_t first = nextCore;
            while (nextCore < m_cores.size() && m_cores[nextCore].begin < *cut)
                ++nextCore;
            if (nextCore == first && (!m_cores.empty() || !hasLinear({begin, *cut})))
                continue; // nothing of a model yet
            passes.push_back({});
            passes.back().begin = begin;
            passes.back().end = begin = *cut;
        }
        passes.push_back({});
        passes.back().begin = begin;
        passes.back().end = m_units.size();
        return passes;
    }

private:
    // Where the pass before ends, if unit i shows that another has begun.
    std::optional<std::size_t> cutBefore(std::size_t i, std::size_t begin) const
    {
        const WorkUnit& unit = m_units[i];
        if (m_first) {
            // Fused kernels carry the word through the first layers, so it must be the very same one.
            if (!unit.embeds || unit.name != m_first->name || unit.shapes.input[0] != m_first->shapes.input[0])
                return std::nullopt;
            std::size_t cut = i;
            while (cut > begin && m_units[cut - 1].opClass != OpClass::linear &&
                   m_units[cut - 1].opClass != OpClass::sample && m_units[cut - 1].opClass != OpClass::attention)
                --cut;
            return cut;
        }
        if (m_bySample)
            return m_units[i - 1].opClass == OpClass::sample ? std::optional(i) : std::nullopt;
        return m_units[i - 1].step != unit.step ? std::optional(i) : std::nullopt;
    }

    bool hasLinear(UnitRange range) const
    {
        return std::any_of(m_units.begin() + static_cast<std::ptrdiff_t>(range.begin),
                           m_units.begin() + static_cast<std::ptrdiff_t>(range.end),
                           [](const WorkUnit& unit) { return unit.opClass == OpClass::linear; });
    }

    const std::vector<WorkUnit>& m_units;
    const std::vector<UnitRange>& m_cores;
    const WorkUnit* m_first = nullptr; // the first one that embeds; null: none does
    bool m_bySample = false;
};

class LayerFinder
{
public:
    LayerFinder(const Trace& trace, std::vector<WorkUnit>& units, ForwardPass& pass, std::vector<UnitRange> cores)
        : m_trace(trace)
        , m_units(units)
        , m_pass(pass)
        , m_cores(std::move(cores))
    {
    }

    void find()
    {
        for (std::size_t i = m_pass.begin; i < m_pass.end && m_pass.embedding == kNoUnit; ++i) {
            if (m_units[i].embeds)
                m_pass.embedding = i;
        }
        if (placeBranches() || m_cores.empty())
            return;
        dropStrayKernels();
        collectLinears();
        // Layers may differ in how wide their heads are, but not in what they read.
        for (const bool exact : {true, false}) {
            m_exactSizes = exact;
            m_pass.lmHead = kNoUnit;
            m_pass.linearsIn = countLinearsIn();
            if (m_pass.linearsIn == 0)
                continue;
            findLmHead();
            if (isConsistent())
                return placeLayers();
        }
    }

private:
    // Layers of several kinds.
    bool placeBranches()
    {
        m_pass.layers = layersOfBranches(m_units, residualBranches(m_units, m_pass, m_cores));
        if (m_pass.layers.empty())
            return false;
        std::vector<std::size_t> behind;
        for (std::size_t i = m_pass.layers.back().end; i < m_pass.end; ++i) {
            if (m_units[i].opClass == OpClass::linear)
                behind.push_back(i);
        }
        m_pass.lmHead = lmHeadOfTable(behind);
        placeFirstBegin();
        return true;
    }

    // A kernel is called linear by its name alone; one before the first core that no other layer runs is something
    // else, such as the rotary angles' product.
    void dropStrayKernels()
    {
        if (m_cores.size() < 3)
            return;
        std::unordered_map<NameId, std::size_t> uses;
        for (std::size_t i = m_pass.begin; i < m_pass.end; ++i) {
            if (m_units[i].fromKernel && m_units[i].opClass == OpClass::linear)
                ++uses[m_units[i].name];
        }
        for (std::size_t i = m_pass.begin; i < m_cores.front().begin; ++i) {
            if (m_units[i].fromKernel && m_units[i].opClass == OpClass::linear && uses[m_units[i].name] == 1)
                m_units[i].opClass = OpClass::matmul;
        }
    }

    void collectLinears()
    {
        m_linears.resize(m_cores.size() + 1);
        std::size_t gap = 0;
        for (std::size_t i = m_pass.begin; i < m_pass.end; ++i) {
            while (gap < m_cores.size() && i >= m_cores[gap].begin)
                ++gap;
            const bool inCore = gap > 0 && i < m_cores[gap - 1].end;
            if (m_units[i].opClass == OpClass::linear && !inCore)
                m_linears[gap].push_back(i);
        }
    }

    bool same(std::size_t a, std::size_t b) const
    {
        const LinearSize first = linearSize(m_trace, m_units[a]);
        const LinearSize second = linearSize(m_trace, m_units[b]);
        return m_units[a].name == m_units[b].name &&
               (m_exactSizes ? first == second : first.in > 0 && first.in == second.in);
    }

    // The linear layers between a layer's begin and its core: what the run before the first core and the run before
    // the second one have in common at their ends.
    std::size_t countLinearsIn() const
    {
        const std::vector<std::size_t>& before = m_linears.front();
        if (m_cores.size() < 2)
            return before.size();
        const std::vector<std::size_t>& gap = m_linears[1];
        if (before.empty() || m_units[before.back()].fromKernel) {
            // Names alone: the last normalisation tells, unless it is one of queries or keys, between their matrices.
            const std::size_t count = linearsAfterNorm(gap);
            return count == 0 || (count < 3 && before.size() >= 3) ? before.size() : count;
        }
        std::size_t common = 0;
        while (common < before.size() && common < gap.size() &&
               same(before[before.size() - 1 - common], gap[gap.size() - 1 - common]))
            ++common;
        return common;
    }

    // Of linear layers between two cores, those that follow the last normalisation before any of them.
    std::size_t linearsAfterNorm(const std::vector<std::size_t>& gap) const
    {
        for (std::size_t count = 1; count < gap.size(); ++count) {
            const std::size_t linear = gap[gap.size() - count];
            const std::size_t previous = gap[gap.size() - count - 1];
            for (std::size_t i = previous + 1; i < linear; ++i) {
                if (m_units[i].opClass == OpClass::norm || m_units[i].part == Part::norm)
                    return count;
            }
        }
        return 0;
    }

    std::size_t lmHeadOfTable(const std::vector<std::size_t>& linears) const
    {
        const TensorSize table = m_pass.embedding == kNoUnit ? TensorSize{} : m_units[m_pass.embedding].shapes.input[0];
        std::size_t head = kNoUnit;
        for (const std::size_t linear : linears) {
            if (table.rank == 2 && linearSize(m_trace, m_units[linear]).out == table.size[0])
                head = linear;
        }
        return head;
    }

    // The matrix with as many rows as the embedding's table; else the one that the last layer has beyond the others.
    void findLmHead()
    {
        const std::vector<std::size_t>& after = m_linears.back();
        m_pass.lmHead = lmHeadOfTable(after);
        if (m_pass.lmHead != kNoUnit || m_cores.size() < 2 || after.empty())
            return;
        const std::size_t usual = m_linears[m_cores.size() - 1].size() - m_pass.linearsIn;
        const LinearSize size = linearSize(m_trace, m_units[after.back()]);
        // A vocabulary, whole or one rank's share, is larger than a token's vector; other heads are not.
        if (after.size() > usual && (size.out == 0 || size.out >= 2 * size.in))
            m_pass.lmHead = after.back();
    }

    // Without shapes, layers that mix tokens in another way cannot be told from halves of others.
    bool hasUntoldMixers() const
    {
        return std::any_of(m_units.begin() + static_cast<std::ptrdiff_t>(m_pass.begin),
                           m_units.begin() + static_cast<std::ptrdiff_t>(m_pass.end), [](const WorkUnit& unit) {
                               return unit.opClass == OpClass::convolution && !unit.shapes.known;
                           });
    }

    // Every layer begins with as many linear layers, and has one more after its core.
    bool isConsistent() const
    {
        if (hasUntoldMixers())
            return false;
        if (m_linears.front().size() > m_pass.linearsIn + kMaxInputLinears || chooses(m_pass.begin, beginOf(0)) > 0 ||
            hasExperts({beginOf(0), m_cores[0].begin}))
            return false;
        if (m_cores.size() == 1)
            return m_pass.embedding != kNoUnit && m_pass.lmHead != kNoUnit && m_linears.back().size() > 1 &&
                   m_pass.linearsIn <= kMaxDenseLinears;
        for (std::size_t i = 1; i < m_cores.size(); ++i) {
            const std::vector<std::size_t>& gap = m_linears[i];
            if (gap.size() <= m_pass.linearsIn || !holdsOneLayer(i))
                return false;
            for (std::size_t k = 0; k < m_pass.linearsIn && !m_units[gap.back()].fromKernel; ++k) {
                if (!same(gap[gap.size() - 1 - k], m_linears[1][m_linears[1].size() - 1 - k]))
                    return false;
            }
        }
        return m_linears.front().size() >= m_pass.linearsIn;
    }

    // Layers without an attention core may lie between two cores; they cannot be told apart.
    bool holdsOneLayer(std::size_t gap) const
    {
        if (hasExperts({beginOf(gap), m_cores[gap].begin}))
            return false;
        const std::size_t choices = chooses(m_cores[gap - 1].end, beginOf(gap));
        return choices == 1 || (choices == 0 && m_linears[gap].size() - m_pass.linearsIn <= kMaxDenseLinears);
    }

    // The first linear layer of the layer whose core follows this gap.
    std::size_t firstOf(std::size_t gap) const { return m_linears[gap][m_linears[gap].size() - m_pass.linearsIn]; }

    // The same, or the core where the gap has too few. Behind it, what is chosen are tokens to attend to.
    std::size_t beginOf(std::size_t gap) const
    {
        return m_linears[gap].size() < m_pass.linearsIn ? m_cores[gap].begin : firstOf(gap);
    }

    // Without shapes, what stands before the experts and what stands behind them look alike.
    bool hasExperts(UnitRange range) const
    {
        return std::any_of(m_units.begin() + static_cast<std::ptrdiff_t>(range.begin),
                           m_units.begin() + static_cast<std::ptrdiff_t>(range.end), [](const WorkUnit& unit) {
                               return !unit.shapes.known &&
                                      (unit.opClass == OpClass::experts || unit.opClass == OpClass::sort);
                           });
    }

    // How often experts are chosen in [begin, end); what follows without a normalisation belongs to the same choice.
    std::size_t chooses(std::size_t begin, std::size_t end) const
    {
        std::size_t choices = 0;
        bool normSince = true;
        for (std::size_t i = begin; i < end; ++i) {
            if (m_units[i].part == Part::norm) {
                normSince = true;
            } else if (m_units[i].opClass == OpClass::topk || m_units[i].opClass == OpClass::routing) {
                choices += normSince ? 1 : 0;
                normSince = false;
            }
        }
        return choices;
    }

    // Behind the last addition to the residual stream in [from, to); else behind the last unit that does the layer's
    // work.
    std::size_t layerEnd(std::size_t from, std::size_t to, std::int64_t hidden) const
    {
        for (std::size_t i = to; i-- > from;) {
            const WorkUnit& unit = m_units[i];
            if (unit.opClass != OpClass::add || unit.isKnown)
                continue;
            if (!unit.shapes.known || (unit.shapes.sameTwo() && (hidden == 0 || unit.shapes.input[0].last() == hidden)))
                return behindScale(i);
        }
        for (std::size_t i = to; i-- > from;) {
            if (endsWork(m_units[i]))
                return i + 1;
        }
        return std::min(from + 1, to);
    }

    // Behind an addition and what multiplies its sum by one number.
    std::size_t behindScale(std::size_t add) const
    {
        std::size_t end = add + 1;
        const auto scales = [this, add](const WorkUnit& unit) {
            const TensorSize& factor = unit.shapes.input[1];
            return unit.opClass == OpClass::multiply && unit.shapes.known && factor.rank == 1 && factor.last() == 1 &&
                   unit.shapes.input[0] == m_units[add].shapes.input[0];
        };
        while (end < m_pass.end && scales(m_units[end]))
            ++end;
        return end;
    }

    void placeLayers()
    {
        const std::size_t count = m_cores.size();
        m_pass.layers.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            LayerUnits& layer = m_pass.layers[i];
            layer.core = m_cores[i];
            layer.firstLinear = firstOf(i);
            layer.begin = layer.firstLinear;
        }
        const std::int64_t hidden = linearSize(m_trace, m_units[m_pass.layers.front().firstLinear]).in;
        for (std::size_t i = 1; i < count; ++i) {
            const std::vector<std::size_t>& run = m_linears[i];
            const std::size_t last = run[run.size() - m_pass.linearsIn - 1];
            m_pass.layers[i].begin = layerEnd(last, m_pass.layers[i].firstLinear, hidden);
            m_pass.layers[i - 1].end = m_pass.layers[i].begin;
        }
        placeFirstBegin();
        placeLastEnd(hidden);
    }

    // As the second layer begins, so does the first.
    void placeFirstBegin()
    {
        LayerUnits& first = m_pass.layers.front();
        if (m_pass.layers.size() == 1) {
            while (first.begin > m_pass.begin && m_units[first.begin - 1].part == Part::norm)
                --first.begin;
            return;
        }
        const LayerUnits& second = m_pass.layers[1];
        const auto alike = [this](std::size_t a, std::size_t b) {
            return m_units[a].opClass == m_units[b].opClass && m_units[a].part == m_units[b].part;
        };
        std::size_t length = second.firstLinear - second.begin;
        while (length-- > 0 && first.begin > m_pass.begin &&
               alike(first.begin - 1, second.firstLinear - (first.firstLinear - first.begin) - 1))
            --first.begin;
    }

    // The last layer has as many linear layers behind its core as the others; of experts, each may have its own.
    void placeLastEnd(std::int64_t hidden)
    {
        const std::vector<std::size_t>& after = m_linears.back();
        std::size_t last = m_pass.layers.back().core.end;
        const std::size_t usual = m_cores.size() < 2 ? after.size() : m_linears[1].size() - m_pass.linearsIn;
        const bool isDense = usual <= kMaxDenseLinears && chooses(m_cores.back().end, m_pass.end) == 0;
        for (std::size_t i = 0; i < after.size() && !(isDense && i >= usual); ++i) {
            if (after[i] != m_pass.lmHead)
                last = after[i];
        }
        std::size_t until = m_pass.lmHead == kNoUnit ? m_pass.end : m_pass.lmHead;
        const auto next = std::ranges::upper_bound(after, last);
        if (next != after.end())
            until = std::min(until, *next);
        m_pass.layers.back().end =
            std::max(m_pass.layers.back().core.end, layerEnd(std::min(last, until), until, hidden));
    }

    const Trace& m_trace;
    std::vector<WorkUnit>& m_units;
    ForwardPass& m_pass;
    std::vector<UnitRange> m_cores;
    bool m_exactSizes = true;
    std::vector<std::vector<std::size_t>> m_linears; // before core i; the last: after the last core
};

// A recording may begin within a pass: its layers are the last ones.
void numberLayers(std::vector<ForwardPass>& passes)
{
    std::size_t most = 0;
    for (const ForwardPass& pass : passes)
        most = std::max(most, pass.layers.size());
    if (passes.size() > 1 && passes.front().embedding == kNoUnit && passes[1].embedding != kNoUnit)
        passes.front().firstLayer = static_cast<int>(most - passes.front().layers.size());
}

} // namespace

std::vector<ForwardPass> forwardPasses(const Trace& trace, std::vector<WorkUnit>& units)
{
    if (units.empty())
        return {};
    const std::vector<UnitRange> cores = attentionCores(units);
    std::vector<ForwardPass> passes = PassSplitter(units, cores).split();
    auto core = cores.begin();
    for (ForwardPass& pass : passes) {
        const auto first = core;
        while (core != cores.end() && core->begin < pass.end)
            ++core;
        LayerFinder(trace, units, pass, {first, core}).find();
    }
    numberLayers(passes);
    return passes;
}

} // namespace decodescope
