// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/module_linears.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <vector>

namespace decodescope {
namespace {

struct ParentModule
{
    std::string_view name;
    bool inLayer = false;
    std::vector<NameId> linears; // by first call
};

// "Linear_12", "Conv1D_3", "FalconLinear_5"; an adapter's or quantiser's class ends so too.
bool isLinearModule(std::string_view module)
{
    const std::size_t mark = module.rfind('_');
    const std::string_view type = module.substr(0, mark);
    return mark != std::string_view::npos && (type.ends_with("Linear") || type == "Conv1D");
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

std::vector<Part> partsIn(const ParentModule& parent, bool isLayer, bool fusedGate)
{
    const std::size_t count = parent.linears.size();
    if (contains(parent.name, "Attention")) {
        if (count == 4)
            return {Part::qProj, Part::kProj, Part::vProj, Part::oProj};
        if (count == 2)
            return {Part::qkvProj, Part::oProj};
        // Low-rank projections have no names of their own; the last matrix is the way out all the same.
        std::vector<Part> parts(count, Part::other);
        if (count > 4)
            parts.back() = Part::oProj;
        return parts;
    } else if (isLayer && count == 2) {
        return {Part::fcIn, Part::fcOut};
    } else if (contains(parent.name, "MLP")) {
        if (count == 3)
            return {Part::gateProj, Part::upProj, Part::downProj};
        if (count == 2)
            return fusedGate ? std::vector{Part::gateUpProj, Part::downProj} : std::vector{Part::fcIn, Part::fcOut};
    } else if (!parent.inLayer) {
        return std::vector(count, Part::lmHead);
    }
    return {};
}

// All parents of the linear modules of one Python track.
class ParentCollector
{
public:
    ParentCollector(const Trace& trace, const PartRules& rules)
        : m_trace(trace)
        , m_rules(rules)
    {
    }

    void collect(const Track& track)
    {
        const std::vector<Frame> modules = moduleFrames(track);
        std::vector<Frame> open;
        for (const Frame& frame : modules) {
            while (!open.empty() && open.back().range.end <= frame.range.begin)
                open.pop_back();
            const std::string_view module = moduleName(frame.name);
            if (m_seen.insert(frame.name).second) {
                m_hasLayers |= m_rules.isLayerModule(module);
                m_isDecoder |= contains(module, "Attention") || contains(module, "ForCausalLM");
            }
            m_fusedGate |= contains(module, "Phi3") || contains(module, "Glm");
            if (isLinearModule(module) && m_known.insert(frame.name).second)
                addLinear(frame.name, open);
            open.push_back(frame);
        }
    }

    bool hasLayers() const { return m_hasLayers; }
    bool isDecoder() const { return m_isDecoder; }

    void assign(std::unordered_map<NameId, Part>& parts) const
    {
        for (const auto& [name, parent] : m_parents) {
            const std::vector<Part> found = partsIn(parent, m_rules.isLayerModule(parent.name), m_fusedGate);
            for (std::size_t i = 0; i < parent.linears.size(); ++i)
                parts[parent.linears[i]] = i < found.size() ? found[i] : Part::other;
        }
    }

private:
    struct Frame
    {
        NameId name = kEmptyName;
        TimeRange range;
    };

    std::string_view moduleName(NameId frame) const { return m_trace.text(frame).substr(kModulePrefix.size()); }

    // Outermost first where they begin together.
    std::vector<Frame> moduleFrames(const Track& track) const
    {
        std::vector<Frame> modules;
        for (const Lane& lane : track.lanes) {
            for (std::size_t i = 0; i < lane.size(); ++i) {
                if (m_trace.name(lane.event(i)).starts_with(kModulePrefix))
                    modules.push_back({m_trace.events().name(lane.event(i)), lane.range(i)});
            }
        }
        std::ranges::stable_sort(modules, [](const Frame& a, const Frame& b) {
            return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.range.end > b.range.end;
        });
        return modules;
    }

    void addLinear(NameId linear, const std::vector<Frame>& outer)
    {
        NameId parent = kEmptyName;
        bool inLayer = false;
        for (const Frame& frame : outer) {
            if (contains(moduleName(frame.name), "Dropout"))
                continue;
            parent = frame.name;
            inLayer |= m_rules.isLayerModule(moduleName(frame.name));
        }
        ParentModule& group = m_parents[parent];
        group.name = parent == kEmptyName ? std::string_view{} : moduleName(parent);
        group.inLayer = inLayer;
        group.linears.push_back(linear);
    }

    const Trace& m_trace;
    const PartRules& m_rules;
    std::map<NameId, ParentModule> m_parents;
    std::unordered_set<NameId> m_known;
    std::unordered_set<NameId> m_seen;
    bool m_hasLayers = false;
    bool m_isDecoder = false;
    bool m_fusedGate = false;
};

} // namespace

ModuleLinears::ModuleLinears(const Trace& trace, const PartRules& rules)
{
    ParentCollector collector(trace, rules);
    for (const Track& track : trace.tracks()) {
        if (track.kind == TrackKind::python)
            collector.collect(track);
    }
    m_isLanguageModel = collector.hasLayers() && collector.isDecoder();
    collector.assign(m_parts);
}

Part ModuleLinears::partOf(NameId module) const
{
    const auto found = m_parts.find(module);
    return found == m_parts.end() ? Part::other : found->second;
}

} // namespace decodescope
