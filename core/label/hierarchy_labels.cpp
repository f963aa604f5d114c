// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/exact_labels.h"
#include "core/label/stack_cursor.h"

#include <charconv>
#include <optional>
#include <string>
#include <unordered_map>

namespace decodescope {
namespace {

constexpr std::string_view kKey = "Module Hierarchy";

bool isLayerList(std::string_view attribute)
{
    return attribute == "layers" || attribute == "h" || attribute == "blocks" || attribute == "layer";
}

// "TOP(LlamaForCausalLM)::forward.model(LlamaModel)::forward.layers(ModuleList).7(LlamaDecoderLayer)::forward.self_attn
// (LlamaAttention)::forward.q_proj(Linear)::forward": attributes between the dots, outermost first.
Label labelOfHierarchy(const PartRules& rules, std::string_view hierarchy)
{
    Label label;
    std::string_view list;
    while (!hierarchy.empty()) {
        const std::size_t dot = hierarchy.find('.');
        std::string_view step = hierarchy.substr(0, dot);
        hierarchy = dot == std::string_view::npos ? std::string_view{} : hierarchy.substr(dot + 1);
        const std::string_view attribute = step.substr(0, step.find('('));
        int number = 0;
        const auto [end, problem] = std::from_chars(attribute.data(), attribute.data() + attribute.size(), number);
        const bool isNumber = problem == std::errc{} && end == attribute.data() + attribute.size();
        if (isNumber && label.layer < 0 && isLayerList(list))
            label.layer = number;
        if (const Part part = rules.partOfAttribute(attribute); part != Part::other)
            label.part = part;
        if (!isNumber)
            list = attribute;
    }
    if (label.part != Part::other)
        label.source = LabelSource::moduleHierarchy;
    return label;
}

} // namespace

void labelFromHierarchy(NameCache& names, const std::vector<LaunchOrder>& orders, std::span<Label> labels)
{
    const Trace& trace = names.trace();
    std::unordered_map<const ArgsTemplate*, Label> known; // a text is part of its template
    for (const LaunchOrder& order : orders) {
        if (order.thread == kNoTrack)
            continue;
        StackCursor stack(trace, order.thread);
        for (const OrderedOperation& operation : order.operations) {
            for (const EventId open : stack.at(operation.launchBegin)) {
                const ArgsId args = trace.events().args(open);
                const ArgsTemplate* const shape = trace.args().templateOf(args);
                if (!shape || trace.kind(open) != EventKind::cpuOp)
                    continue;
                const auto [entry, isNew] = known.try_emplace(shape);
                if (isNew && shape->find(kKey))
                    entry->second = labelOfHierarchy(names.partRules(), trace.args().value(args, kKey).value_or(""));
                Label& label = labels[operation.index];
                if (isExact(entry->second.source) && !isExact(label.source))
                    label = entry->second;
            }
        }
    }
}

} // namespace decodescope
