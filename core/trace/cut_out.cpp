// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/cut_out.h"

#include "core/trace/launch_call.h"
#include "core/trace/source_of.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace decodescope {

namespace {

using nlohmann::json;

std::optional<Ns> timeMember(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_integer() ? std::optional(found->get<Ns>()) : std::nullopt;
}

// Of one source: until where events of each kind were read. Steps and annotations are written early and reach far, so
// they say nothing.
struct Reach
{
    Ns first = kMaxNs;
    Ns any = kMinNs;
    Ns op = kMinNs;
    Ns call = kMinNs;
};

Reach reachOf(const Trace& trace, std::uint32_t source)
{
    Reach reach;
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const auto id = static_cast<EventId>(i);
        if (sourceOf(trace, trace.events().track(id)) != source ||
            (trace.events().flags(id) & EventFlag::implausible) != 0)
            continue;
        const Ns begin = trace.events().begin(id);
        reach.first = std::min(reach.first, begin);
        const EventKind kind = trace.kind(id);
        if (kind == EventKind::annotation || kind == EventKind::gpuAnnotation)
            continue;
        reach.any = std::max(reach.any, begin);
        if (kind == EventKind::cpuOp)
            reach.op = std::max(reach.op, begin);
        if (isApiCall(kind))
            reach.call = std::max(reach.call, begin);
    }
    return reach;
}

// No records of a GPU can be missing: there was none.
bool ranWithoutGpu(const TraceSource& source)
{
    return std::ranges::any_of(source.metadata, [](const auto& member) {
        const auto& [key, json] = member;
        return (key == "decodescope" && json.find(R"("device":"cpu")") != std::string::npos) ||
               (key == "deviceProperties" && json.find('{') == std::string::npos);
    });
}

// Until where launches have what they launched: it runs later, and some files have all of it behind all calls.
Ns launchesHeldUntil(const Trace& trace, std::uint32_t source, const Reach& reach)
{
    bool hasGpu = false;
    Ns lastHeld = kMinNs;
    for (std::size_t i = 0; i < trace.gpuOperationCount(); ++i) {
        const GpuOperation operation = trace.gpuOperation(i);
        if (sourceOf(trace, trace.events().track(operation.event)) != source)
            continue;
        hasGpu = true;
        if (operation.launch != kNoEvent)
            lastHeld = std::max(lastHeld, trace.events().begin(operation.launch));
    }
    if (!hasGpu)
        return ranWithoutGpu(trace.sources()[source]) ? kMaxNs : reach.first;
    if (lastHeld == kMinNs)
        return kMaxNs; // nothing is known of launches
    Ns until = kMaxNs;
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const auto id = static_cast<EventId>(i);
        const Ns begin = trace.events().begin(id);
        if (begin > lastHeld && begin < until && isApiCall(trace.kind(id)) &&
            sourceOf(trace, trace.events().track(id)) == source && isLaunchCall(trace, id))
            until = begin;
    }
    return until;
}

} // namespace

std::optional<CutOut> cutOutOf(const TraceSource& source)
{
    const auto found = std::ranges::find(source.metadata, kCutOutMember,
                                         [](const auto& member) -> std::string_view { return member.first; });
    if (found == source.metadata.end())
        return std::nullopt;
    const json object = json::parse(found->second, nullptr, false);
    if (!object.is_object())
        return std::nullopt;
    const auto begin = timeMember(object, "beginNanoseconds");
    const auto end = timeMember(object, "endNanoseconds");
    if (!begin || !end || *end < *begin)
        return std::nullopt;
    CutOut cut{{saturatingAdd(*begin, source.shift), saturatingAdd(*end, source.shift)}, {}};
    if (const auto isCutOff = object.find("cutOff"); isCutOff != object.end() && isCutOff->is_boolean())
        cut.isCutOff = isCutOff->get<bool>();
    if (const auto name = object.find("source"); name != object.end() && name->is_string())
        cut.source = name->get<std::string>();
    return cut;
}

std::string cutOutJson(const CutOut& cut, Ns shift)
{
    json member{{"source", cut.source},
                {"beginNanoseconds", saturatingSub(cut.range.begin, shift)},
                {"endNanoseconds", saturatingSub(cut.range.end, shift)}};
    if (cut.isCutOff)
        member["cutOff"] = true;
    return member.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::optional<CutOut> heldByCutOff(const Trace& trace, std::uint32_t source)
{
    const Reach reach = reachOf(trace, source);
    if (reach.first == kMaxNs)
        return std::nullopt;
    Ns until = reach.op != kMinNs ? reach.op : reach.any;
    if (reach.call != kMinNs)
        until = std::min(until, reach.call);
    until = std::max(reach.first, std::min(until, launchesHeldUntil(trace, source, reach)));
    const std::string& path = trace.sources()[source].name;
    CutOut held{{reach.first, until}, path.substr(path.find_last_of('/') + 1), true};
    if (const auto cut = cutOutOf(trace.sources()[source])) { // a cut-out that is cut off
        held.source = cut->source;
        held.range = {std::max(held.range.begin, cut->range.begin), std::min(held.range.end, cut->range.end)};
        held.range.end = std::max(held.range.begin, held.range.end);
    }
    return held;
}

std::vector<bool> wholeSteps(const Trace& trace)
{
    std::vector<std::optional<CutOut>> cuts;
    for (const TraceSource& source : trace.sources())
        cuts.push_back(cutOutOf(source));
    std::vector<bool> whole;
    for (const Step& step : trace.steps()) {
        const auto& cut = cuts[sourceOf(trace, trace.events().track(step.event))];
        whole.push_back(!cut || cut->range.contains(step.range));
    }
    return whole;
}

} // namespace decodescope
