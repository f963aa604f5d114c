// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/recording.h"

#include "core/query/gpu_operations.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace decodescope {

namespace {

using nlohmann::json;

const std::string* memberOf(const TraceSource& source, std::string_view key)
{
    const auto found =
        std::ranges::find(source.metadata, key, [](const auto& member) -> std::string_view { return member.first; });
    return found == source.metadata.end() ? nullptr : &found->second;
}

// A member that is a number, however large or odd; 0 otherwise.
std::int64_t integerMember(const json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer())
        return 0;
    return found->get<std::int64_t>();
}

int smallMember(const json& object, const char* key)
{
    const std::int64_t value = integerMember(object, key);
    return value >= 0 && value <= 1'000'000 ? static_cast<int>(value) : 0;
}

} // namespace

std::vector<DeviceInfo> devicesOf(const TraceSource& source)
{
    std::vector<DeviceInfo> devices;
    const std::string* text = memberOf(source, "deviceProperties");
    if (!text)
        return devices;
    const json list = json::parse(*text, nullptr, false);
    if (!list.is_array())
        return devices;
    for (const json& entry : list) {
        if (!entry.is_object())
            continue;
        DeviceInfo device;
        device.id = integerMember(entry, "id");
        if (const auto name = entry.find("name"); name != entry.end() && name->is_string())
            device.name = name->get<std::string>();
        device.memoryBytes = integerMember(entry, "totalGlobalMem");
        device.computeMajor = smallMember(entry, "computeMajor");
        device.computeMinor = smallMember(entry, "computeMinor");
        device.multiprocessors = smallMember(entry, "numSms");
        devices.push_back(std::move(device));
    }
    return devices;
}

std::vector<DeviceInfo> cardsOf(const Trace& trace)
{
    std::vector<std::set<std::int64_t>> used(trace.sources().size());
    for (const Track& track : trace.tracks()) {
        const std::uint32_t source = trace.processOf(track).source;
        if (track.kind == TrackKind::stream && track.sliceCount() > 0 && source < used.size())
            used[source].insert(gpuPlaceOf(trace, track).device.value_or(-1));
    }
    std::vector<DeviceInfo> cards;
    for (std::size_t source = 0; source < used.size(); ++source) {
        const std::vector<DeviceInfo> named = devicesOf(trace.sources()[source]);
        const auto isUsed = [&](const DeviceInfo& device) { return used[source].contains(device.id); };
        const bool isKnown = std::ranges::any_of(named, isUsed);
        for (const DeviceInfo& device : named)
            if (!isKnown || isUsed(device))
                cards.push_back(device);
    }
    return cards;
}

std::optional<std::string> metadataText(const TraceSource& source, std::string_view key)
{
    const std::string* text = memberOf(source, key);
    if (!text)
        return std::nullopt;
    const json value = json::parse(*text, nullptr, false);
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_number() || value.is_boolean())
        return value.dump();
    return std::nullopt;
}

std::optional<TimerFacts> timerFactsOf(const TraceSource& source)
{
    const std::string* text = memberOf(source, "decodescope");
    if (!text)
        return std::nullopt;
    const json own = json::parse(*text, nullptr, false);
    if (!own.is_object() || !own.contains("timer"))
        return std::nullopt;
    const auto timeOf = [&own](const char* part, const char* key) {
        const auto found = own.find(part);
        return found == own.end() || !found->is_object() ? 0 : std::max<Ns>(0, integerMember(*found, key));
    };
    const auto middleOf = [&timeOf](const char* part) {
        const Ns middle = timeOf(part, "median_ns");
        return middle > 0 ? middle : timeOf(part, "tpot_ns");
    };
    return TimerFacts{
        middleOf("timer"),       middleOf("timer_after"),    timeOf("recorded", "median_ns"), timeOf("timer", "steps"),
        middleOf("timer_first"), timeOf("timer", "tpot_ns"), timeOf("timer", "median_ns") > 0};
}

std::string cudaVersionText(std::int64_t version)
{
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

} // namespace decodescope
