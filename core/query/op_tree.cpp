// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/op_tree.h"

#include "core/query/step_index.h"
#include "core/trace/source_of.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace decodescope {

namespace {

constexpr std::size_t kStopEvery = 0xffff; // events between two looks at the stop token

bool isCpuKind(EventKind kind)
{
    return kind == EventKind::cpuOp || kind == EventKind::annotation || kind == EventKind::overhead || isApiCall(kind);
}

// What torch leaves out of its tables.
bool isLeftOut(std::string_view name)
{
    static constexpr std::array<std::string_view, 8> kNames{
        "[memory]",        "[OutOfMemory]",  "profiler::_record_function_enter", "profiler::_record_function_enter_new",
        "aten::output_nr", "aten::_version", "profiler::_record_function_exit",  "aten::is_leaf",
    };
    return std::ranges::find(kNames, name) != kNames.end();
}

class TreeBuilder
{
public:
    TreeBuilder(const Trace& trace, const QueryScope& scope, std::stop_token stop)
        : m_trace(trace)
        , m_scope(scope)
        , m_stop(std::move(stop))
        , m_steps(trace)
        , m_opOfId(trace.sources().size())
        , m_hasIds(trace.sources().size())
    {
        numberThreads();
        m_leftOut.resize(trace.strings().size());
        for (std::size_t i = 0; i < m_leftOut.size(); ++i)
            m_leftOut[i] = isLeftOut(trace.text(static_cast<NameId>(i)));
        for (const Step& entry : trace.steps())
            m_isStep.insert(entry.event);
    }

    std::vector<OpNode> build()
    {
        if (!gather())
            return {};
        moveApiCalls();
        giveDeviceTimeByIds();
        const auto order = [](const OpNode& node) {
            return std::tuple(node.thread, node.range.begin, -node.range.end, node.event);
        };
        if (!std::ranges::is_sorted(m_nodes, std::ranges::less{}, order)) // as recordings of one thread mostly are
            std::ranges::sort(m_nodes, std::ranges::less{}, order);
        nest();
        giveDeviceTimeByPlace();
        fold();
        for (std::size_t i = m_nodes.size(); i-- > 0;) {
            OpNode& node = m_nodes[i];
            if (node.folded)
                continue;
            node.deviceTotal = saturatingAdd(node.deviceTotal, node.ownDevice);
            if (node.parent >= 0) {
                Ns& above = m_nodes[static_cast<std::size_t>(node.parent)].deviceTotal;
                above = saturatingAdd(above, node.deviceTotal);
            }
        }
        return std::move(m_nodes);
    }

private:
    void numberThreads()
    {
        std::map<std::tuple<ProcessId, bool, std::int64_t, NameId>, std::uint32_t> numbers;
        for (const Track& track : m_trace.tracks()) {
            const auto key = std::tuple(track.process, track.hasTid, track.tid.number, track.tid.text);
            m_threadOfTrack.push_back(
                numbers.try_emplace(key, static_cast<std::uint32_t>(numbers.size())).first->second);
        }
    }

    std::optional<std::int64_t> externalId(EventId event) const
    {
        const ArgsId args = m_trace.events().args(event);
        auto id = m_trace.args().integer(args, "External id");
        if (!id)
            id = m_trace.args().integer(args, "external id");
        return id && *id > 0 ? id : std::nullopt;
    }

    std::uint32_t sourceOf(EventId event) const
    {
        return decodescope::sourceOf(m_trace, m_trace.events().track(event));
    }

    bool gather()
    {
        for (std::size_t i = 0; i < m_trace.eventCount(); ++i) {
            if ((i & kStopEvery) == 0 && m_stop.stop_requested())
                return false;
            const auto id = static_cast<EventId>(i);
            const EventKind kind = m_trace.kind(id);
            if (!isCpuKind(kind))
                continue;
            const EventRow row = m_trace.event(id);
            if (row.type != EventType::slice || row.has(EventFlag::implausible) || m_leftOut[index(row.name)])
                continue;
            if (m_scope.step && m_steps.at(m_trace.track(row.track).process, row.begin) != m_scope.step)
                continue;
            if (m_scope.range && !m_scope.range->contains(row.begin))
                continue;
            if (kind == EventKind::cpuOp || kind == EventKind::annotation) {
                if (const auto external = externalId(id))
                    m_opOfId[sourceOf(id)].try_emplace(*external, m_nodes.size());
            }
            OpNode node;
            node.event = id;
            node.range = row.range();
            node.name = row.name;
            node.thread = m_threadOfTrack[index(row.track)];
            node.isStep = kind == EventKind::annotation && m_isStep.contains(id);
            m_nodes.push_back(node);
        }
        return true;
    }

    // The operator of an external id, if the call that bears the id lies in it.
    OpNode* opAround(std::uint32_t source, std::int64_t external, Ns callBegin)
    {
        const auto found = m_opOfId[source].find(external);
        if (found == m_opOfId[source].end())
            return nullptr;
        OpNode& op = m_nodes[found->second];
        return callBegin >= op.range.begin && callBegin <= op.range.end ? &op : nullptr;
    }

    void moveApiCalls()
    {
        for (OpNode& node : m_nodes) {
            if (!isApiCall(m_trace.kind(node.event)))
                continue;
            const auto external = externalId(node.event);
            if (!external)
                continue;
            const std::uint32_t source = sourceOf(node.event);
            m_hasIds[source] = true;
            if (const OpNode* op = opAround(source, *external, node.range.begin))
                node.thread = op->thread;
        }
    }

    bool counts(GpuOperation operation) const
    {
        return (m_trace.events().flags(operation.event) & EventFlag::implausible) == 0;
    }

    void giveDeviceTimeByIds()
    {
        for (std::size_t i = 0; i < m_trace.gpuOperationCount(); ++i) {
            const GpuOperation operation = m_trace.gpuOperation(i);
            const auto external = externalId(operation.event);
            if (!external || !counts(operation))
                continue;
            const std::uint32_t source = sourceOf(operation.event);
            m_hasIds[source] = true;
            const auto found = m_opOfId[source].find(*external);
            if (found == m_opOfId[source].end())
                continue;
            const Ns called = operation.launch != kNoEvent ? m_trace.events().begin(operation.launch)
                                                           : m_nodes[found->second].range.begin;
            if (OpNode* op = opAround(source, *external, called))
                op->ownDevice = saturatingAdd(op->ownDevice, m_trace.events().duration(operation.event));
        }
    }

    // For recordings without external ids: the innermost operator around the launch.
    void giveDeviceTimeByPlace()
    {
        if (std::ranges::find(m_hasIds, false) == m_hasIds.end())
            return;
        std::unordered_map<EventId, std::int32_t> nodeOf;
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            if (isApiCall(m_trace.kind(m_nodes[i].event)))
                nodeOf.emplace(m_nodes[i].event, static_cast<std::int32_t>(i));
        }
        for (std::size_t i = 0; i < m_trace.gpuOperationCount(); ++i) {
            const GpuOperation operation = m_trace.gpuOperation(i);
            if (operation.launch == kNoEvent || !counts(operation) || m_hasIds[sourceOf(operation.event)])
                continue;
            const auto call = nodeOf.find(operation.launch);
            if (call == nodeOf.end())
                continue;
            std::int32_t at = call->second;
            while (at >= 0 && isApiCall(m_trace.kind(m_nodes[static_cast<std::size_t>(at)].event)))
                at = m_nodes[static_cast<std::size_t>(at)].parent;
            if (at < 0)
                continue;
            Ns& own = m_nodes[static_cast<std::size_t>(at)].ownDevice;
            own = saturatingAdd(own, m_trace.events().duration(operation.event));
        }
    }

    // An event's parent is the last one still open that it does not outlast; one that it outlasts is closed.
    void nest()
    {
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            OpNode& node = m_nodes[i];
            if (i > 0 && m_nodes[i - 1].thread != node.thread)
                open.clear();
            while (!open.empty()) {
                OpNode& above = m_nodes[open.back()];
                if (node.range.begin < above.range.end && node.range.end <= above.range.end) {
                    node.parent = static_cast<std::int32_t>(open.back());
                    ++above.children;
                    above.childCpu += node.range.length();
                    break;
                }
                open.pop_back();
            }
            open.push_back(i);
        }
    }

    void fold()
    {
        for (OpNode& node : m_nodes) {
            if (node.parent < 0)
                continue;
            OpNode* above = &m_nodes[static_cast<std::size_t>(node.parent)];
            if (above->folded) {
                node.parent = above->parent;
                above = &m_nodes[static_cast<std::size_t>(node.parent)];
            }
            const bool sameName = above->name == node.name || (above->isStep && node.isStep);
            if (!sameName || above->children != 1)
                continue;
            node.folded = true;
            above->children = node.children;
            above->childCpu = node.childCpu;
            above->ownDevice = saturatingAdd(above->ownDevice, node.ownDevice);
        }
    }

    const Trace& m_trace;
    QueryScope m_scope;
    std::stop_token m_stop;
    StepIndex m_steps;
    std::vector<std::uint32_t> m_threadOfTrack;
    std::vector<std::unordered_map<std::int64_t, std::size_t>>
        m_opOfId;                // by source: external id -> node before sorting
    std::vector<bool> m_hasIds;  // by source
    std::vector<bool> m_leftOut; // by name
    std::unordered_set<EventId> m_isStep;
    std::vector<OpNode> m_nodes;
};

} // namespace

std::vector<OpNode> buildOpTree(const Trace& trace, const QueryScope& scope, std::stop_token stop)
{
    return TreeBuilder(trace, scope, std::move(stop)).build();
}

} // namespace decodescope
