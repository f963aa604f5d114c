// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/exact_labels.h"
#include "core/label/label_facts.h"
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

// Without the member, a label is what a capture's own modules say.
LabelSource sourceFromName(std::string_view name)
{
    for (const LabelSource source : {LabelSource::pythonStack, LabelSource::moduleHierarchy, LabelSource::inferred})
        if (labelSourceName(source) == name)
            return source;
    return LabelSource::moduleScope;
}

// What scopes and arguments say of an operation; inner ones override outer ones.
struct Statement
{
    std::optional<Part> part;
    std::optional<int> layer;
    LabelSource source = LabelSource::moduleScope;
};

// Members "layer", "part" and "label source" of arguments. Texts are part of a template, so each template is looked at
// once.
class ScopeReader
{
public:
    explicit ScopeReader(const Trace& trace)
        : m_trace(trace)
    {
    }

    // An empty part is none: the scope of a whole layer.
    void read(ArgsId args, Statement& statement)
    {
        const ArgsTemplate* const shape = m_trace.args().templateOf(args);
        if (!shape)
            return;
        const auto [known, isNew] = m_known.try_emplace(shape);
        if (isNew && shape->find("part")) {
            const auto text = m_trace.args().value(args, "part");
            known->second.part = text ? partFromName(unquoted(*text)) : std::nullopt;
            const auto source = m_trace.args().value(args, kLabelSourceKey);
            known->second.source = sourceFromName(source ? unquoted(*source) : std::string_view());
        }
        if (known->second.part) {
            statement.part = known->second.part;
            statement.source = known->second.source;
        } else if (!shape->find("layer")) {
            return;
        }
        const auto number = m_trace.args().integer(args, "layer");
        if (number && *number >= 0 && *number < 100000)
            statement.layer = static_cast<int>(*number);
    }

private:
    const Trace& m_trace;
    std::unordered_map<const ArgsTemplate*, Statement> m_known;
};

void setLabel(Label& label, const Statement& statement)
{
    if (!statement.part)
        return;
    label.part = *statement.part;
    label.layer = statement.layer.value_or(-1);
    label.source = statement.source;
}

} // namespace

void labelFromScopes(const Trace& trace, const std::vector<LaunchOrder>& orders, std::span<Label> labels)
{
    ScopeReader reader(trace);
    for (const LaunchOrder& order : orders) {
        const TrackId scopes = order.thread == kNoTrack ? kNoTrack : trace.sibling(order.thread, TrackKind::module);
        StackCursor stack(trace, scopes);
        for (const OrderedOperation& operation : order.operations) {
            Statement statement;
            for (const EventId scope : stack.at(operation.launchBegin))
                reader.read(trace.events().args(scope), statement);
            if (!statement.part)
                reader.read(trace.events().args(operation.event), statement);
            setLabel(labels[operation.index], statement);
        }
    }
}

} // namespace decodescope
