// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/exact_labels.h"
#include "core/label/kernel_symbol.h"
#include "core/label/module_linears.h"
#include "core/label/stack_cursor.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <unordered_map>

namespace decodescope {
namespace {

// "LlamaDecoderLayer_7": 7.
std::optional<int> numberOf(std::string_view module)
{
    const std::size_t mark = module.rfind('_');
    int number = 0;
    if (mark == std::string_view::npos)
        return std::nullopt;
    const auto [end, problem] = std::from_chars(module.data() + mark + 1, module.data() + module.size(), number);
    return problem == std::errc{} ? std::optional(number) : std::nullopt;
}

class StackLabeller
{
public:
    StackLabeller(NameCache& names, const LaunchOrder& order, const ModuleLinears& linears)
        : m_names(names)
        , m_trace(names.trace())
        , m_linears(linears)
        , m_python(m_trace, m_trace.sibling(order.thread, TrackKind::python))
        , m_operators(m_trace, order.thread)
    {
    }

    void label(const OrderedOperation& operation, Label& label)
    {
        const std::span<const EventId> python = m_python.at(operation.launchBegin);
        const std::span<const EventId> open = m_operators.at(operation.launchBegin);
        if (python.empty())
            return;
        readStack(python);
        const auto isOperator = [this](EventId event) { return m_trace.kind(event) == EventKind::cpuOp; };
        const auto outermost = std::ranges::find_if(open, isOperator);
        const NameId op = outermost == open.end() ? kEmptyName : m_trace.events().name(*outermost);
        label.layer = m_layer.value_or(-1);
        label.source = LabelSource::pythonStack;
        for (const StackRule& rule : m_names.partRules().stackRules()) {
            if (holds(rule, op)) {
                label.part = rule.linear ? m_linears.partOf(m_module) : rule.part;
                return;
            }
        }
        label.part = Part::other;
    }

private:
    // Innermost module, functions that are no modules, layer.
    void readStack(std::span<const EventId> python)
    {
        m_module = kEmptyName;
        m_layer.reset();
        m_frames.clear();
        for (const EventId event : python) {
            const NameId name = m_trace.events().name(event);
            const std::string_view text = m_trace.text(name);
            if (text.starts_with(kModulePrefix)) {
                m_module = name;
                const std::string_view module = text.substr(kModulePrefix.size());
                if (!m_layer && isLayer(name, module))
                    m_layer = numberOf(module);
            } else if (!text.starts_with("<built-in")) {
                m_frames.push_back(name);
            }
        }
    }

    bool isLayer(NameId name, std::string_view module)
    {
        const auto [known, isNew] = m_isLayer.try_emplace(name);
        if (isNew)
            known->second = m_names.partRules().isLayerModule(module);
        return known->second;
    }

    bool holds(const StackRule& rule, NameId op)
    {
        if (rule.layer && !m_layer)
            return false;
        if (!rule.op.empty() && !matches(rule.op, op, 0))
            return false;
        if (rule.module.empty() && rule.frames.empty())
            return true;
        if (!rule.module.empty() && m_module != kEmptyName && matches(rule.module, m_module, kModulePrefix.size()))
            return true;
        const std::size_t depth = std::min<std::size_t>(m_frames.size(), static_cast<std::size_t>(rule.depth));
        return std::any_of(m_frames.end() - static_cast<std::ptrdiff_t>(depth), m_frames.end(),
                           [this, &rule](NameId frame) { return matches(rule.frames, frame, 0); });
    }

    // Patterns are asked once a name.
    bool matches(const std::vector<NamePattern>& patterns, NameId name, std::size_t skip)
    {
        if (patterns.empty())
            return false;
        auto& known = m_matches[&patterns];
        const auto [entry, isNew] = known.try_emplace(name);
        if (isNew)
            entry->second = matchesAny(patterns, toLower(m_trace.text(name).substr(skip)));
        return entry->second;
    }

    NameCache& m_names;
    const Trace& m_trace;
    const ModuleLinears& m_linears;
    StackCursor m_python;
    StackCursor m_operators;
    NameId m_module = kEmptyName;
    std::vector<NameId> m_frames;
    std::optional<int> m_layer;
    std::unordered_map<NameId, bool> m_isLayer;
    std::unordered_map<const std::vector<NamePattern>*, std::unordered_map<NameId, bool>> m_matches;
};

} // namespace

void labelFromStacks(NameCache& names, const std::vector<LaunchOrder>& orders, std::span<Label> labels,
                     const std::stop_token& stop)
{
    const Trace& trace = names.trace();
    const ModuleLinears linears(trace, names.partRules());
    if (!linears.isLanguageModel())
        return;
    for (const LaunchOrder& order : orders) {
        if (order.thread == kNoTrack)
            continue;
        StackLabeller labeller(names, order, linears);
        for (std::size_t i = 0; i < order.operations.size(); ++i) {
            if (stop.stop_requested())
                return;
            Label& label = labels[order.operations[i].index];
            if (!isExact(label.source) && !isInGraph(trace, order, i))
                labeller.label(order.operations[i], label);
        }
    }
}

} // namespace decodescope
