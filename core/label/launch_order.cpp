// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/launch_order.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace decodescope {

bool isInGraph(const Trace& trace, const LaunchOrder& order, std::size_t i)
{
    const std::vector<OrderedOperation>& operations = order.operations;
    const EventId launch = operations[i].launch;
    if (launch == kNoEvent)
        return true;
    return (i > 0 && operations[i - 1].launch == launch) ||
           (i + 1 < operations.size() && operations[i + 1].launch == launch) ||
           trace.name(launch).find("GraphLaunch") != std::string_view::npos;
}

std::vector<LaunchOrder> launchOrders(const Trace& trace)
{
    std::map<std::pair<bool, TrackId>, LaunchOrder> byTrack;
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
        const GpuOperation operation = trace.gpuOperation(i);
        const bool launched = operation.launch != kNoEvent;
        const EventId timed = launched ? operation.launch : operation.event;
        const TrackId track = trace.events().track(timed);
        LaunchOrder& order = byTrack[{!launched, track}];
        order.thread = launched ? track : kNoTrack;
        order.operations.push_back(
            {static_cast<std::uint32_t>(i), operation.event, operation.launch, trace.events().begin(timed)});
    }
    std::vector<LaunchOrder> orders;
    for (auto& [key, order] : byTrack) {
        const auto orderOf = [&trace](const OrderedOperation& operation) {
            return std::tuple(operation.launchBegin, operation.launch, trace.events().begin(operation.event),
                              operation.event);
        };
        std::ranges::sort(order.operations, {}, orderOf);
        orders.push_back(std::move(order));
    }
    return orders;
}

} // namespace decodescope
