// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/work_unit.h"

#include "core/label/stack_cursor.h"

#include <span>

namespace decodescope {
namespace {

class UnitBuilder
{
public:
    UnitBuilder(NameCache& names, const LaunchOrder& order)
        : m_names(names)
        , m_trace(names.trace())
        , m_order(order)
        , m_stack(m_trace, order.thread)
    {
    }

    std::vector<WorkUnit> build(const std::stop_token& stop)
    {
        for (std::uint32_t i = 0; i < m_order.operations.size(); ++i) {
            if ((i & 0xfff) == 0 && stop.stop_requested())
                return {};
            add(i);
        }
        return std::move(m_units);
    }

private:
    void add(std::uint32_t i)
    {
        const EventId root = isInGraph(m_trace, m_order, i) ? kNoEvent : rootOf(m_order.operations[i]);
        if (root == kNoEvent)
            addKernel(i);
        else if (!m_units.empty() && m_units.back().op == root)
            ++m_units.back().count;
        else
            addOperator(i, root);
    }

    // The outermost operator that says what it does; kNoEvent where there is none.
    EventId rootOf(const OrderedOperation& operation)
    {
        for (const EventId open : m_stack.at(operation.launchBegin)) {
            if (m_trace.kind(open) != EventKind::cpuOp)
                continue;
            const NameCache::Operator known = m_names.operatorNamed(m_trace.events().name(open));
            if (known.opClass == OpClass::wrapper)
                continue;
            if (known.opClass != OpClass::unknown || known.isAten)
                return open;
        }
        return kNoEvent;
    }

    void addKernel(std::uint32_t i)
    {
        const EventId event = m_order.operations[i].event;
        const NameId name = m_trace.events().name(event);
        const NameCache::Kernel kernel = m_names.kernelNamed(name, m_trace.kind(event));
        if (!m_units.empty() && m_units.back().op == kNoEvent && continues(kernel.opClass, m_units.back().opClass)) {
            ++m_units.back().count;
            return;
        }
        WorkUnit unit;
        unit.opClass = kernel.opClass;
        unit.embeds = kernel.embeds;
        unit.fromKernel = true;
        unit.name = name;
        unit.first = i;
        unit.count = 1;
        append(unit);
    }

    void append(WorkUnit& unit)
    {
        const auto step = m_trace.stepAt(m_order.operations[unit.first].launchBegin);
        unit.step = step ? static_cast<std::int32_t>(*step) : -1;
        m_units.push_back(unit);
    }

    // top-k takes the largest, then sorts them.
    static bool continues(OpClass opClass, OpClass before)
    {
        return opClass == OpClass::continuation || (opClass == OpClass::sort && before == OpClass::topk);
    }

    void addOperator(std::uint32_t i, EventId root)
    {
        WorkUnit unit;
        unit.name = m_trace.events().name(root);
        unit.opClass = m_names.operatorNamed(unit.name).opClass;
        unit.embeds = unit.opClass == OpClass::embedding;
        unit.op = root;
        unit.first = i;
        unit.count = 1;
        const ArgsId args = m_trace.events().args(root);
        unit.shapes = readOpShapes(m_trace.args().value(args, "Input Dims").value_or(std::string()),
                                   m_trace.args().value(args, "Concrete Inputs").value_or(std::string()));
        // Weights have two dimensions, activations of heads or batches more.
        if (unit.opClass == OpClass::matmul && unit.shapes.known && unit.shapes.input[1].rank == 2)
            unit.opClass = OpClass::linear;
        append(unit);
    }

    NameCache& m_names;
    const Trace& m_trace;
    const LaunchOrder& m_order;
    StackCursor m_stack;
    std::vector<WorkUnit> m_units;
};

} // namespace

std::vector<WorkUnit> workUnits(NameCache& names, const LaunchOrder& order, std::stop_token stop)
{
    return UnitBuilder(names, order).build(stop);
}

LinearSize linearSize(const Trace& trace, const WorkUnit& unit)
{
    if (!unit.shapes.known || unit.shapes.inputs < 2)
        return {};
    const std::string_view name = trace.text(unit.name);
    if (name == "aten::linear") // weight: out x in
        return {unit.shapes.input[1].last(), unit.shapes.input[1].size[0]};
    const bool hasBias = name.starts_with("aten::addm") || name == "aten::_addmm_activation";
    const std::size_t left = hasBias ? 1 : 0;
    if (unit.shapes.inputs > left + 1 && unit.shapes.input[left + 1].rank == 2) {
        const TensorSize& weight = unit.shapes.input[left + 1];
        const std::int64_t in = unit.shapes.input[left].last();
        // ATen's products take in x out; those of other libraries may take out x in, as aten::linear does.
        if (!name.starts_with("aten::") && weight.size[1] == in)
            return {in, weight.size[0]};
        return {weight.size[0], weight.size[1]};
    }
    return {unit.shapes.input[0].last(), 0};
}

} // namespace decodescope
