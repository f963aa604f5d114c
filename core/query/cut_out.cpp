// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/cut_out.h"

#include "core/query/gpu_operations.h"

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
    if (const auto name = object.find("source"); name != object.end() && name->is_string())
        cut.source = name->get<std::string>();
    return cut;
}

std::string cutOutJson(const CutOut& cut, Ns shift)
{
    return json{{"source", cut.source},
                {"beginNanoseconds", saturatingSub(cut.range.begin, shift)},
                {"endNanoseconds", saturatingSub(cut.range.end, shift)}}
        .dump(-1, ' ', false, json::error_handler_t::replace);
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
