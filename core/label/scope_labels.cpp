// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/exact_labels.h"
#include "core/label/stack_cursor.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

namespace decodescope {
namespace {

// The text of a JSON string without escapes, which the words of parts do not have.
std::string_view unquoted(std::string_view json)
{
    return json.size() >= 2 && json.front() == '"' && json.back() == '"' ? json.substr(1, json.size() - 2) : json;
}

// Members "layer" and "part" of arguments. Texts are part of a template, so each template is looked at once.
class ScopeReader
{
public:
    explicit ScopeReader(const Trace& trace)
        : m_trace(trace)
    {
    }

    // An empty part is none: the scope of a whole layer.
    void read(ArgsId args, std::optional<Part>& part, std::optional<int>& layer)
    {
        const ArgsTemplate* const shape = m_trace.args().templateOf(args);
        if (!shape)
            return;
        const auto [known, isNew] = m_parts.try_emplace(shape);
        if (isNew && shape->find("part")) {
            const auto text = m_trace.args().value(args, "part");
            known->second = text ? partFromName(unquoted(*text)) : std::nullopt;
        }
        if (known->second)
            part = known->second;
        if (!known->second && !shape->find("layer"))
            return;
        const auto number = m_trace.args().integer(args, "layer");
        if (number && *number >= 0 && *number < 100000)
            layer = static_cast<int>(*number);
    }

private:
    const Trace& m_trace;
    std::unordered_map<const ArgsTemplate*, std::optional<Part>> m_parts;
};

void setLabel(Label& label, std::optional<Part> part, std::optional<int> layer)
{
    if (!part)
        return;
    label.part = *part;
    label.layer = layer.value_or(-1);
    label.source = LabelSource::moduleScope;
}

} // namespace

void labelFromScopes(const Trace& trace, const std::vector<LaunchOrder>& orders, std::span<Label> labels)
{
    ScopeReader reader(trace);
    for (const LaunchOrder& order : orders) {
        const TrackId scopes = order.thread == kNoTrack ? kNoTrack : trace.sibling(order.thread, TrackKind::module);
        StackCursor stack(trace, scopes);
        for (const OrderedOperation& operation : order.operations) {
            std::optional<Part> part;
            std::optional<int> layer;
            for (const EventId scope : stack.at(operation.launchBegin))
                reader.read(trace.events().args(scope), part, layer);
            if (!part)
                reader.read(trace.events().args(operation.event), part, layer);
            setLabel(labels[operation.index], part, layer);
        }
    }
}

} // namespace decodescope
