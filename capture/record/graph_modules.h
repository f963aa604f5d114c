// SPDX-License-Identifier: GPL-3.0-or-later
// Which module of the model a kernel of a replayed CUDA graph comes from.
#pragma once

#include "capture/model/module_scope.h"
#include "capture/record/gpu_records.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace decodescope {

// What surrounds the launch of a graph says nothing of its kernels, so the modules are noted when it is captured, a
// node each. CUPTI numbers a graph's nodes in that order. Used by one thread.
class GraphModules
{
public:
    // By node, in the order of capture (DecodeSession::graphNodeScopes()); empty: nothing is known.
    explicit GraphModules(std::vector<ModuleScope> nodes)
        : m_nodes(std::move(nodes))
    {
    }

    // Records in order of time, from the begin of a replay on. nullptr: not of the graph, or beyond its nodes. O(1).
    const ModuleScope* moduleOf(const GpuRecord& record)
    {
        if (record.graphId == 0)
            return nullptr;
        if (record.graphId != m_graph) {
            m_graph = record.graphId;
            m_firstNode = record.graphNodeId;
        }
        const std::uint64_t node = record.graphNodeId - m_firstNode;
        return node < m_nodes.size() ? &m_nodes[node] : nullptr;
    }

private:
    const std::vector<ModuleScope> m_nodes;
    std::uint32_t m_graph = 0;
    std::uint64_t m_firstNode = 0;
};

} // namespace decodescope
