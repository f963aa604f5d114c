// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/kernel_list.h"

namespace decodescope {

KernelRow kernelRow(const Trace& trace, const GpuOperationUse& use)
{
    KernelRow row;
    row.place = gpuPlaceOf(trace, use.event);
    row.correlation = trace.args().integer(trace.events().args(use.event), "correlation");
    if (use.launch != kNoEvent) {
        row.op = trace.enclosingOp(use.launch);
        row.launchBegin = trace.events().begin(use.launch);
    }
    return row;
}

std::string_view gpuOperationWord(EventKind kind)
{
    switch (kind) {
    case EventKind::kernel:
        return "kernel";
    case EventKind::memcpy:
        return "memcpy";
    case EventKind::memset:
        return "memset";
    default:
        return {};
    }
}

std::string inputShapes(const Trace& trace, EventId op)
{
    if (op == kNoEvent)
        return {};
    return trace.args().value(trace.events().args(op), "Input Dims").value_or("");
}

} // namespace decodescope
