// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/label/launch_order.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace decodescope {

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
