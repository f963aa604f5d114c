// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/inferred_labels.h"

#include "core/label/layer_parts.h"
#include "core/label/layer_structure.h"
#include "core/label/unit_patterns.h"

namespace decodescope {
namespace {

// Certain without any layers around it.
void labelAlone(WorkUnit& unit)
{
    if (unit.opClass == OpClass::attention)
        setPart(unit, Part::attention);
    else if (unit.opClass == OpClass::communication)
        setPart(unit, Part::communication);
}

} // namespace

void inferLabels(NameCache& names, const LaunchOrder& order, std::span<Label> labels, std::stop_token stop)
{
    std::vector<WorkUnit> units = workUnits(names, order, stop);
    labelNorms(units);
    for (const ForwardPass& pass : forwardPasses(names.trace(), units))
        labelPass(names.trace(), units, pass);
    for (WorkUnit& unit : units) {
        if (!unit.isKnown)
            labelAlone(unit);
        for (std::uint32_t i = unit.first; i < unit.first + unit.count; ++i) {
            Label& label = labels[order.operations[i].index];
            if (label.source != LabelSource::none)
                continue;
            label.layer = unit.layer;
            if (!unit.isKnown)
                continue;
            label.part = unit.part;
            label.source = LabelSource::inferred;
        }
    }
}

} // namespace decodescope
