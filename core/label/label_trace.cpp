// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/label_trace.h"

#include "core/label/exact_labels.h"
#include "core/label/inferred_labels.h"
#include "core/label/launch_order.h"
#include "core/label/name_cache.h"
#include "core/label/stack_cursor.h"

#include <algorithm>

namespace decodescope {
namespace {

// Families ask for the innermost operator of the launch.
void labelFamilies(NameCache& names, const LaunchOrder& order, std::span<Label> labels)
{
    const Trace& trace = names.trace();
    StackCursor stack(trace, order.thread);
    for (const OrderedOperation& operation : order.operations) {
        NameId op = kEmptyName;
        for (const EventId open : stack.at(operation.launchBegin)) {
            if (trace.kind(open) == EventKind::cpuOp)
                op = trace.events().name(open);
        }
        labels[operation.index].family =
            names.family(trace.events().name(operation.event), op, trace.kind(operation.event));
    }
}

} // namespace

std::shared_ptr<const Labels> labelTrace(const Trace& trace, const LabelRules& rules, std::stop_token stop)
{
    std::vector<Label> labels(trace.gpuOperationCount());
    NameCache names(trace, rules.kernels, rules.parts);
    const std::vector<LaunchOrder> orders = launchOrders(trace);
    labelFromScopes(trace, orders, labels);
    labelFromStacks(names, orders, labels, stop);
    labelFromHierarchy(names, orders, labels);
    for (const LaunchOrder& order : orders) {
        if (stop.stop_requested())
            return nullptr;
        labelFamilies(names, order, labels);
        const bool allExact = std::ranges::all_of(order.operations, [&labels](const OrderedOperation& operation) {
            return isExact(labels[operation.index].source);
        });
        if (!allExact)
            inferLabels(names, order, labels, stop);
    }
    if (stop.stop_requested())
        return nullptr;
    return std::make_shared<const Labels>(std::move(labels));
}

} // namespace decodescope
