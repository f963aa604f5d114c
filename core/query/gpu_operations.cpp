// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/gpu_operations.h"

#include "core/base/stoppable_sort.h"

#include <algorithm>
#include <tuple>

namespace decodescope {

namespace {

constexpr std::size_t kStopEvery = 0xffff; // operations between two looks at the stop token

std::optional<std::int64_t> numberOf(const RowKey& key)
{
    if (key.text != kEmptyName)
        return std::nullopt;
    return key.number;
}

} // namespace

std::vector<GpuOperationUse> gpuOperationsByBegin(const Trace& trace, std::stop_token stop)
{
    const StepIndex steps(trace);
    std::vector<GpuOperationUse> found(trace.gpuOperationCount());
    for (std::size_t i = 0; i < found.size(); ++i) {
        if ((i & kStopEvery) == 0 && stop.stop_requested())
            return {};
        const GpuOperation operation = trace.gpuOperation(i);
        const EventRow row = trace.event(operation.event);
        GpuOperationUse& use = found[i];
        use = {i,
               operation.event,
               operation.launch,
               row.range(),
               row.track,
               -1,
               trace.kind(operation.event),
               row.has(EventFlag::implausible)};
        if (operation.launch != kNoEvent) {
            const Track& track = trace.track(trace.events().track(operation.launch));
            if (const auto step = steps.at(track.process, trace.events().begin(operation.launch)))
                use.step = static_cast<std::int32_t>(*step);
        }
    }
    const auto isBefore = [](const GpuOperationUse& a, const GpuOperationUse& b) {
        return std::tuple(a.range.begin, a.event) < std::tuple(b.range.begin, b.event);
    };
    // One stream's operations are recorded in order.
    if (!std::ranges::is_sorted(found, isBefore) && !sortUnlessStopped(found, isBefore, stop))
        return {};
    return found;
}

GpuPlace gpuPlaceOf(const Trace& trace, const Track& stream)
{
    GpuPlace place;
    if (trace.processOf(stream).hasPid)
        place.device = numberOf(trace.processOf(stream).pid);
    if (stream.hasTid)
        place.stream = numberOf(stream.tid);
    return place;
}

GpuPlace gpuPlaceOf(const Trace& trace, EventId gpuOperation)
{
    const ArgsId args = trace.events().args(gpuOperation);
    GpuPlace place = gpuPlaceOf(trace, trace.track(trace.events().track(gpuOperation)));
    if (const auto device = trace.args().integer(args, "device"))
        place.device = device;
    if (const auto stream = trace.args().integer(args, "stream"))
        place.stream = stream;
    return place;
}

std::string_view withoutBlanks(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

std::string streamName(const Trace& trace, const Track& stream)
{
    const std::string_view name = withoutBlanks(trace.text(stream.name));
    if (!name.empty())
        return std::string(name);
    if (!stream.hasTid)
        return "stream";
    if (stream.tid.text != kEmptyName)
        return std::string(trace.text(stream.tid.text));
    return "stream " + std::to_string(stream.tid.number);
}

} // namespace decodescope
