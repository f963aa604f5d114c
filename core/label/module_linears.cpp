// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/module_linears.h"

#include <algorithm>
#include <map>
#include <vector>

namespace decodescope {
namespace {

struct LinearModule
{
    NameId name = kEmptyName;
    Ns firstCall = 0;
};

struct ParentModule
{
    std::string_view name;
    bool inLayer = false;
    std::vector<LinearModule> linears; // by first call
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
        struct Frame
        {
            EventId event;
            TimeRange range;
        };
        std::vector<Frame> modules;
        for (const Lane& lane : track.lanes) {
            for (std::size_t i = 0; i < lane.size(); ++i) {
                if (m_trace.name(lane.event(i)).starts_with(kModulePrefix))
                    modules.push_back({lane.event(i), lane.range(i)});
            }
        }
        m_hasModules |= !modules.empty();
        std::ranges::stable_sort(modules, [](const Frame& a, const Frame& b) {
            return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.range.end > b.range.end;
        });
        std::vector<Frame> open;
        for (const Frame& frame : modules) {
            while (!open.empty() && open.back().range.end <= frame.range.begin)
                open.pop_back();
            const NameId name = m_trace.events().name(frame.event);
            const std::string_view module = m_trace.text(name).substr(kModulePrefix.size());
            m_fusedGate |= contains(module, "Phi3") || contains(module, "Glm");
            if (isLinearModule(module) && !m_known.contains(name)) {
                m_known.emplace(name, true);
                NameId parent = kEmptyName;
                bool inLayer = false;
                for (const Frame& outer : open) {
                    const NameId outerName = m_trace.events().name(outer.event);
                    const std::string_view text = m_trace.text(outerName).substr(kModulePrefix.size());
                    if (contains(text, "Dropout"))
                        continue;
                    parent = outerName;
                    inLayer |= m_rules.isLayerModule(text);
                }
                ParentModule& group = m_parents[parent];
                group.name = parent == kEmptyName ? std::string_view{}
                                                  : m_trace.text(parent).substr(kModulePrefix.size());
                group.inLayer = inLayer;
                group.linears.push_back({name, frame.range.begin});
            }
            open.push_back(frame);
        }
    }

    bool hasModules() const { return m_hasModules; }

    void assign(std::unordered_map<NameId, Part>& parts) const
    {
        for (const auto& [name, parent] : m_parents) {
            const std::vector<Part> found = partsIn(parent, m_rules.isLayerModule(parent.name), m_fusedGate);
            for (std::size_t i = 0; i < parent.linears.size(); ++i)
                parts[parent.linears[i].name] = i < found.size() ? found[i] : Part::other;
        }
    }

private:
    const Trace& m_trace;
    const PartRules& m_rules;
    std::map<NameId, ParentModule> m_parents;
    std::unordered_map<NameId, bool> m_known;
    bool m_hasModules = false;
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
    m_isEmpty = !collector.hasModules();
    collector.assign(m_parts);
}

Part ModuleLinears::partOf(NameId module) const
{
    const auto found = m_parts.find(module);
    return found == m_parts.end() ? Part::other : found->second;
}

} // namespace decodescope
